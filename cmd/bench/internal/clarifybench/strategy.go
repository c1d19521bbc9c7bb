package clarifybench

import (
	"fmt"
	"math"

	"shopclerk/agent/clarify"
	"shopclerk/agent/tools"
)

// Strategy decides when to ask. All strategies see the same candidate calls.
type Strategy struct {
	Name   string
	Rule   tools.Rule
	Agent  Agent // in place of the rule, if given
	Silent bool  // asks nobody: what it would have to ask, it leaves undone
	Knows  bool  // knows the tool that is meant and what was not said: no agent can
	Pooled bool  // of calls that are proposed it sees what samples agree in, not each by itself
	Aside  bool  // played for a table of its own, not for those that compare
}

// Names of strategies that tables of their own refer to.
const (
	// Ours is the strategy of the shop, and what the others are compared with.
	Ours = "joint"
	// everything asks for all that was not said, required or not, as a form does.
	everything = "all missing"
	// oracle knows what was not said, and asks for what can not be told without.
	oracle = "oracle"
	sage   = "sage"
	argus  = "argus"
)

// together is how a strategy is called that asks all it has to ask in one message.
func together(name string) string { return name + ", together" }

// mostTogether is how many parameters one message may be about: all of any call of
// the tables.
const mostTogether = 8

// Strategies lists what is compared: never asking, asking for all that was not said,
// entropy, the papers' and ours. The papers' agents guess when they stop asking, and
// so do all here except ours, which declines.
//
// With aside come those of the tables of their own: SAGE-Agent's λ (figure 5), Argus'
// ablations (table 4), several parameters in one message, and the oracle.
func Strategies(aside bool) []Strategy {
	form, ours := Strategy{Name: everything, Rule: ruled(tools.All, nil)}, Strategy{Name: Ours, Rule: ruled(Ours, nil), Pooled: true}
	out := []Strategy{
		{Name: "never", Silent: true, Rule: guessing("never", clarify.PolicyFunc(func(*clarify.Situation) []clarify.Question { return nil }))},
		form, {Name: "entropy", Rule: ruled("entropy", nil)}, {Name: sage, Rule: ruled("sage", nil)}, {Name: argus, Rule: ruled("argus", nil)}, ours,
	}
	if !aside {
		return out
	}
	compared := len(out)
	for _, l := range lambdas {
		if l != clarify.DefaultSage().Lambda {
			out = append(out, Strategy{Name: lambda(l), Rule: ruled("sage", map[string]float64{"lambda": l})})
		}
	}
	for _, a := range ablations() {
		out = append(out, Strategy{Name: a.name, Rule: guessing(a.name, a.policy)})
	}
	knowing := Strategy{Name: oracle, Rule: guessing(oracle, nil), Knows: true}
	out = append(out, form.together(), ours.together(), knowing, knowing.together())
	for i := compared; i < len(out); i++ {
		out[i].Aside = true
	}
	return out
}

// proposing lists what is compared where calls are proposed: those of [Strategies], of
// which ours alone pools samples; and, for a table of their own, the others pooled, ours
// that does not, and ours that asks less.
func proposing() []Strategy {
	out := Strategies(false)
	for _, s := range out {
		s.Aside, s.Pooled = true, !s.Pooled
		s.Name += map[bool]string{true: pooling, false: ", not pooled"}[s.Pooled]
		out = append(out, s)
	}
	return append(out, Strategy{Name: actingFromName(Ours, boldly), Rule: actingFrom(boldly), Pooled: true, Aside: true})
}

// boldly is from what share of the belief ours acts that asks less.
const boldly = 0.8

// pooling is how a strategy is called that pools samples and by itself does not.
const pooling = ", pooled"

// together is the strategy with all its questions in one message.
func (st Strategy) together() Strategy {
	st.Name = together(st.Name)
	st.Rule.Batch = mostTogether
	return st
}

// ruled is the rule of a policy of package tools; all but ours guess in the end.
func ruled(policy string, settings map[string]float64) tools.Rule {
	rule, err := tools.NewRule(policy, settings)
	if err != nil {
		panic(err) // the names are the library's own
	}
	rule.Guess = policy != Ours
	return rule
}

// actingFrom is our rule that acts from a share of the belief.
func actingFrom(sure float64) tools.Rule {
	rule := ruled(Ours, map[string]float64{"sure": sure})
	rule.Act = sure
	return rule
}

// guessing is a rule of a policy of ours that carries out its best guess in the end.
func guessing(name string, p clarify.Policy) tools.Rule {
	rule := ruled(tools.None, nil)
	rule.Name, rule.Policy = name, p
	return rule
}

// rule is what a strategy decides by when it meets a request.
func (st *Strategy) rule(r *Request) tools.Rule {
	rule := st.Rule
	if st.Knows {
		rule.Policy = clarify.PolicyFunc(func(s *clarify.Situation) []clarify.Question {
			var out []clarify.Question
			for _, f := range s.Fields {
				if len(out) < s.Batch && r.open(f.Key) {
					out = append(out, clarify.Question{Field: f})
				}
			}
			return out
		})
	}
	return rule
}

// lambdas are those of SAGE-Agent's figure 5.
var lambdas = []float64{0, 0.5, 1}

// lambda names SAGE-Agent by its λ.
func lambda(l float64) string {
	if l == clarify.DefaultSage().Lambda {
		return sage
	}
	return fmt.Sprintf("sage λ=%v", l)
}

// ablation is Argus without one of its parts, and what the paper's table 4 says of
// it: success, tool and parameter match rates, and questions.
type ablation struct {
	name   string
	policy clarify.Policy
	paper  [4]float64
}

// ablations are those of Argus' table 4. A part of the score is removed as the paper
// removes it, by its theoretical maximum in its place: 1 for EVPI and for the
// reduction of regret (thm. B.1 and B.2), and for exploration c·√ln(N+1), which it is
// for an aspect that was never asked about (section B.1.2). The threshold without its
// rise has α = 0.
func ablations() []ablation {
	g := clarify.DefaultArgus()
	with := func(score func(evpi, reduction float64, asked, n int) float64) clarify.Policy {
		without := g
		without.Score = score
		return without
	}
	still := g
	still.Alpha = 0
	return []ablation{
		{"argus without EVPI", with(func(_, reduction float64, asked, n int) float64 {
			return clarify.UCB(1+reduction, g.C, asked, n)
		}), [4]float64{.4201, .4683, .4256, 2.02}},
		{"argus without regret", with(func(evpi, _ float64, asked, n int) float64 {
			return clarify.UCB(evpi+1, g.C, asked, n)
		}), [4]float64{.4178, .4594, .4344, 1.95}},
		{"argus without exploration", with(func(evpi, reduction float64, asked, _ int) float64 {
			return evpi + reduction + g.C*math.Sqrt(math.Log(float64(asked)+1))
		}), [4]float64{.4223, .4452, .4354, 1.91}},
		{"argus without rising threshold", still, [4]float64{.4419, .4704, .4561, 2.23}},
	}
}

// wholeArgus is the paper's table 4 for Argus as it is.
var wholeArgus = [4]float64{.4423, .4736, .4571, 1.92}
