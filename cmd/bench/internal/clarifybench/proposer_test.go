package clarifybench

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"shopclerk/agent/tools"
)

// A proposer without mistakes proposes what is meant, less what nothing tells; one with
// them errs about as often as its rates say, and the same seed gives the same samples.
func TestProposer(t *testing.T) {
	base, err := loadProposer()
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]float64{}
	each(t, 6, 3, func(t *testing.T, c *Case) {
		r, now := &c.Requests[0], c.Start.Clone()
		draw := func(p Proposer, seed uint64) []tools.Proposal {
			return p.propose(now, r, rand.New(rand.NewPCG(seed, hash(c.ID()))))
		}
		clean := Proposer{Samples: 3, Sharp: 1}
		for _, s := range draw(clean, 1) {
			if c.Split == Explicit && s.Fingerprint() != r.Intent.Fingerprint() || c.Split == Ambiguous && slices.ContainsFunc(r.Hidden, func(name string) bool { return s.Arguments[name] != nil }) {
				t.Errorf("%v is proposed for %v, hidden %v", s.Call, r.Intent, r.Hidden)
			}
			if c.Split == Infeasible && !sameValue(s.Arguments[r.Hidden[0]], r.Wrong) {
				t.Errorf("%v is proposed where %v was said", s.Call, r.Wrong)
			}
		}
		if n := now.unproposed(r, draw(clean, 1)); n != len(r.Unsettled) {
			t.Errorf("%d arguments are proposed by nobody, %v are open", n, r.Unsettled)
		}
		if clean.Infer = 1; c.Split != Infeasible && now.unproposed(r, draw(clean, 1)) != 0 {
			t.Error("what follows is not proposed")
		}
		many := base
		many.Samples = 40
		one, two := draw(many, 7), draw(many, 7)
		for i := range one {
			if one[i].Fingerprint() != two[i].Fingerprint() || one[i].Weight != two[i].Weight {
				t.Errorf("one seed gives %v and %v", one[i], two[i])
			}
			count["all"]++
			switch tool := c.Domain.tool(one[i].Tool); {
			case one[i].Tool == "":
				count["none"]++
			case tool == nil || one[i].Arguments["verbose"] != nil:
				count["invent"]++
			}
		}
	})
	for name, rate := range map[string]float64{"none": base.None, "invent": (1 - base.None) * (1 - base.Tool) * base.Invent} {
		if got := count[name] / count["all"]; math.Abs(got-rate) > 0.015 {
			t.Errorf("%s: %.3f of the samples, want %.3f", name, got, rate)
		}
	}
}
