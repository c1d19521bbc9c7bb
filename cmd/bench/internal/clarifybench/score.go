package clarifybench

import (
	"context"
	"fmt"
	"math"
	"slices"

	"shopclerk/agent/clarify"
	"shopclerk/agent/tools"
	"shopclerk/search/metric"
)

// A Measure is one figure of a strategy: the mean over cases of the mean over their requests,
// with a 95 % bootstrap interval.
type Measure struct {
	Column, Figure string // its names in the report and among the figures
	Of             func(*Outcome) float64
	// Among, when set, makes it a mean over all requests that it accepts.
	Among func(*Outcome) bool
	Whole bool   // the least of a case's requests takes the place of their mean
	Only  string // the split that it is of; "" is all
}

// measures are those of the report, in the order of its columns.
var measures = []Measure{
	{Column: "coverage", Figure: "coverage", Of: covered}, // SAGE-Agent's coverage rate
	{Column: "TMR", Figure: "tool match", Of: func(o *Outcome) float64 { return metric.Indicator(o.Tool) }},
	{Column: "PMR", Figure: "parameter match", Of: func(o *Outcome) float64 { return o.Params }},
	{Column: "success", Figure: "success", Of: covered, Whole: true}, // Argus' success rate
	{Column: "wrong calls", Figure: "wrong", Of: func(o *Outcome) float64 { return metric.Indicator(o.Call != nil && !o.Covered) }},
	{Column: "questions", Figure: "questions", Of: func(o *Outcome) float64 { return float64(o.Asked + o.Doubted) }},
	{Column: "needless", Figure: "needless", Of: func(o *Outcome) float64 { return float64(o.Needless) }},
	{Column: "confirmations", Figure: "confirmations", Of: func(o *Outcome) float64 { return float64(o.Confirms) }},
	{Column: "precision", Figure: "precision", Of: func(o *Outcome) float64 { return metric.Indicator(o.Needed) }, Among: asked},
	{Column: "recall", Figure: "recall", Of: func(o *Outcome) float64 { return metric.Indicator(asked(o)) }, Among: func(o *Outcome) bool { return o.Needed }},
	{Column: "named", Figure: "named", Of: func(o *Outcome) float64 { return metric.Indicator(o.Named) }, Only: Infeasible},
}

func covered(o *Outcome) float64 { return metric.Indicator(o.Covered) }

func asked(o *Outcome) bool { return o.Asked > 0 }

// measure returns the measure of a column.
func measure(column string) *Measure {
	return &measures[slices.IndexFunc(measures, func(m Measure) bool { return m.Column == column })]
}

// bootstrapSeed settles the intervals.
const bootstrapSeed = 1

// values returns the measure of one strategy by case, or by request where it has Among.
func (m *Measure) values(cases []Played, strategy int) []float64 {
	var out []float64
	for i := range cases {
		outcomes := cases[i].Outcomes[strategy]
		mean, least := 0.0, 1.0
		for _, o := range outcomes {
			v := m.Of(o)
			if m.Among != nil && m.Among(o) {
				out = append(out, v)
			}
			mean, least = mean+v/float64(len(outcomes)), min(least, v)
		}
		switch {
		case m.Whole:
			out = append(out, least)
		case m.Among == nil:
			out = append(out, mean)
		}
	}
	return out
}

// score returns the measure of one strategy, and whether there is anything that it is of.
func (m *Measure) score(cases []Played, strategy int) (metric.Interval, bool) {
	values := m.values(cases, strategy)
	return metric.Mean(values, bootstrapSeed), len(values) > 0
}

// difference is by how much one strategy exceeds another, case by case.
func (m *Measure) difference(cases []Played, of, than int) metric.Interval {
	return metric.Difference(m.values(cases, of), m.values(cases, than), bootstrapSeed)
}

// Select returns the cases of a split.
func Select(all []Played, split string) []Played {
	return slices.DeleteFunc(slices.Clone(all), func(p Played) bool { return p.Split != split })
}

// Figures are the numbers that are held to expectation and printed as JSON, by
// strategy, split and name.
func (r *Results) Figures() map[string]map[string]map[string]float64 {
	out := map[string]map[string]map[string]float64{}
	for i, st := range r.Strategies {
		out[st.Name] = map[string]map[string]float64{}
		for _, split := range Splits() {
			figures := map[string]float64{}
			for _, m := range measures {
				s, ok := m.score(Select(r.Played, split), i)
				if !ok || m.Only != "" && m.Only != split {
					continue
				}
				figures[m.Figure] = s.Mean
				if m.Figure == "coverage" || m.Figure == "questions" {
					figures[m.Figure+" low"], figures[m.Figure+" high"] = s.Low, s.High
				}
			}
			out[st.Name][split] = figures
		}
	}
	return out
}

// Strategy decides when to ask. All strategies see the same candidate calls.
type Strategy struct {
	Name   string
	Agent  Agent
	Pooled bool // pools samples argument by argument instead of weighing each call by itself
	Aside  bool // varies a compared strategy; shown in a table of its own
}

// Names of strategies that the report refers to.
const (
	// Ours is the strategy of the shop, and what the others are compared with.
	Ours = "joint"
	// everything asks for all that was not said, required or not, as a form does.
	everything = "all missing"
	sage       = "sage"
	argus      = "argus"
)

// Strategies lists never asking, asking for all that was not said, entropy, the papers'
// policies and ours, then SAGE-Agent's λ (figure 5) and Argus' ablations (table 4). The
// papers' agents guess when they stop asking, and so do all here except ours, which
// declines.
func Strategies() []Strategy {
	out := []Strategy{
		{Name: "never", Agent: silent(deciding(ruled(tools.None, nil)))}, {Name: everything, Agent: deciding(ruled(tools.All, nil))},
		{Name: "entropy", Agent: deciding(ruled("entropy", nil))}, {Name: sage, Agent: deciding(ruled(sage, nil))},
		{Name: argus, Agent: deciding(ruled(argus, nil))}, {Name: Ours, Agent: deciding(ruled(Ours, nil)), Pooled: true},
	}
	for _, l := range []float64{0, 1} {
		out = append(out, Strategy{Name: fmt.Sprintf("%s λ=%v", sage, l), Agent: deciding(ruled(sage, map[string]float64{"lambda": l})), Aside: true})
	}
	for _, a := range ablations()[1:] {
		rule := ruled(tools.None, nil)
		rule.Name, rule.Policy, rule.Certain = a.name, a.policy, true
		out = append(out, Strategy{Name: a.name, Agent: deciding(rule), Aside: true})
	}
	return out
}

// silent is an agent that leaves undone what it would have to ask: which tool is meant.
func silent(agent Agent) Agent {
	return func() Decider {
		decide := agent()
		return func(ctx context.Context, kit *tools.Kit, task tools.Task) (Move, error) {
			m, err := decide(ctx, kit, task)
			if m.Do == tools.Ask {
				m.Do = tools.Decline
			}
			return m, err
		}
	}
}

// ruled returns the rule of a policy of package tools; all but ours guess in the end.
func ruled(policy string, settings map[string]float64) tools.Rule {
	rule, err := tools.NewRule(policy, settings)
	if err != nil {
		panic(err) // the names are the library's own
	}
	rule.Ground = policy == Ours
	return rule
}

// ablation is Argus without one of its parts, and what the paper's table 4 reports for
// it: success, tool and parameter match rates, and questions.
type ablation struct {
	name   string
	policy clarify.Policy
	paper  [4]float64
}

// ablations are Argus and those of its table 4. A part of the score is removed as the paper
// removes it, by its theoretical maximum in its place: 1 for EVPI and for the reduction of
// regret (thm. B.1 and B.2), and for exploration c·√ln(N+1), which it is for an aspect that
// was never asked about (section B.1.2). The threshold without its rise has α = 0.
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
		{argus, g, [4]float64{.4423, .4736, .4571, 1.92}},
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
