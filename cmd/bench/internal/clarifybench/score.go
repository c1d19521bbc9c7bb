package clarifybench

import (
	"slices"

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
