package clarifybench

import (
	"context"
	"slices"
	"testing"

	"shopclerk/agent/clarify"
)

// Those that compare are the same with and without those aside, in the same order.
func TestStrategies(t *testing.T) {
	names := func(aside bool) (compared, others []string) {
		all := Strategies(aside)
		for _, s := range all {
			if s.Aside {
				others = append(others, s.Name)
			} else {
				compared = append(compared, s.Name)
			}
		}
		return compared, others
	}
	compared, others := names(true)
	brief, none := names(false)
	if !slices.Equal(compared, brief) || none != nil {
		t.Errorf("compared are %v with those aside, %v and %v without", compared, brief, none)
	}
	for _, name := range []string{"sage λ=0", "sage λ=1", "argus without EVPI", together(everything), together(Ours), oracle, together(oracle)} {
		if !slices.Contains(others, name) {
			t.Errorf("%q is not among %v", name, others)
		}
	}
}

// A part that is removed counts as its theoretical maximum: the score is at least
// the whole one's, at any question.
func TestAblations(t *testing.T) {
	g := clarify.DefaultArgus()
	for _, a := range ablations() {
		without := a.policy.(clarify.Argus)
		if without.Score == nil {
			if without.Alpha != 0 {
				t.Errorf("%s: nothing is removed", a.name)
			}
			continue
		}
		for _, evpi := range []float64{0, .3, 1} {
			for _, reduction := range []float64{0, .4, 1} {
				for asked := range 4 {
					for n := range asked + 1 {
						whole, less := clarify.UCB(evpi+reduction, g.C, asked, n), without.Score(evpi, reduction, asked, n)
						if less < whole-1e-12 {
							t.Errorf("%s: the score %v of EVPI %v, regret %v, %d asked, %d about this is below %v", a.name, less, evpi, reduction, asked, n, whole)
						}
					}
				}
			}
		}
	}
}

// The oracle asks for what is open and nothing else, together in one message, and
// reaches all; nobody who guesses nothing asks less.
func TestOracle(t *testing.T) {
	all := Strategies(true)
	names := []string{oracle, together(oracle), everything}
	var played []Strategy
	for _, name := range names {
		i := slices.IndexFunc(all, func(s Strategy) bool { return s.Name == name })
		played = append(played, all[i])
	}
	for number := range 4 {
		c, err := Draw(domain(t, "travel"), Ambiguous, number, 3, Plain)
		if err != nil {
			t.Fatal(err)
		}
		p := Played{Case: c}
		if err := p.play(context.Background(), played, &Setting{Seed: 3}); err != nil {
			t.Fatal(err)
		}
		for n := range p.Requests {
			open := len(p.Requests[n].Unsettled)
			if o := p.Outcomes[0][n]; !o.Covered || o.Asked != open || o.Needless != 0 || o.Messages != open {
				t.Errorf("%s/%d: %+v of %d open", p.ID(), n, *o, open)
			}
			if o := p.Outcomes[1][n]; !o.Covered || o.Messages > 1 {
				t.Errorf("%s/%d, together: %+v", p.ID(), n, *o)
			}
			if o := p.Outcomes[2][n]; o.Covered && o.Asked < open {
				t.Errorf("%s/%d: a form asks %d times of %d open", p.ID(), n, o.Asked, open)
			}
		}
	}
}
