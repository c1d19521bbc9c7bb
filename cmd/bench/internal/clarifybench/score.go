package clarifybench

import (
	"slices"

	"shopclerk/search/metric"
)

// Score is what a strategy reached on some cases, as means over the cases of the
// means over their requests, with 95 % bootstrap intervals.
type Score struct {
	Coverage  metric.Interval // calls carried out that are the ones meant: SAGE-Agent's coverage rate
	Tool      metric.Interval // tool match rate
	Params    metric.Interval // parameter match rate
	Success   metric.Interval // whole conversations without a mistake: Argus' success rate
	Wrong     metric.Interval // calls carried out that are not the ones meant
	Questions metric.Interval // a request, with confirmations of what could be undone
	Needless  metric.Interval // questions a request about what was known or is not wished for
	Confirms  metric.Interval // confirmations a request
	Named     metric.Interval // infeasible requests whose offending parameter was named
	// Precision is the share of the requests it asked about that needed a question,
	// Recall the share of those that needed one about which it asked. Their counts
	// tell whether there were any.
	Precision, Recall       metric.Interval
	Requests, Asked, Needed int
}

// Measure is one figure of a request.
type Measure func(*Outcome) float64

// Measures that differences are taken of.
var (
	Coverage Measure = func(o *Outcome) float64 { return metric.Indicator(o.Covered) }
	// Questions counts the confirmations of what could be undone, too.
	Questions Measure = func(o *Outcome) float64 { return float64(o.Asked + o.Doubted) }
)

// Values returns a measure of one strategy, a mean for each case in their order.
func Values(cases []Played, strategy int, m Measure) []float64 {
	out := make([]float64, len(cases))
	for i := range cases {
		for _, o := range cases[i].Outcomes[strategy] {
			out[i] += m(o) / float64(len(cases[i].Requests))
		}
	}
	return out
}

// wholes reports of every conversation whether it went without a mistake.
func wholes(cases []Played, strategy int) []float64 {
	out := make([]float64, len(cases))
	for i := range cases {
		out[i] = metric.Indicator(!slices.ContainsFunc(cases[i].Outcomes[strategy], func(o *Outcome) bool { return !o.Covered }))
	}
	return out
}

// difference is by how much one strategy's measure exceeds another's, case by case.
func difference(cases []Played, of, than int, m Measure) metric.Interval {
	return metric.Difference(Values(cases, of, m), Values(cases, than, m), bootstrapSeed)
}

// bootstrapSeed settles the intervals.
const bootstrapSeed = 1

// Of scores one strategy on the cases.
func Of(cases []Played, strategy int) Score {
	mean := func(m Measure) metric.Interval { return metric.Mean(Values(cases, strategy, m), bootstrapSeed) }
	s := Score{
		Coverage: mean(Coverage), Questions: mean(Questions),
		Wrong:    mean(func(o *Outcome) float64 { return metric.Indicator(o.Call != nil && !o.Covered) }),
		Tool:     mean(func(o *Outcome) float64 { return metric.Indicator(o.Tool) }),
		Params:   mean(func(o *Outcome) float64 { return o.Params }),
		Needless: mean(func(o *Outcome) float64 { return float64(o.Needless) }),
		Confirms: mean(func(o *Outcome) float64 { return float64(o.Confirms) }),
		Named:    mean(func(o *Outcome) float64 { return metric.Indicator(o.Named) }),
	}
	var right, heeded []float64 // of the requests asked about, of those that needed it
	for i := range cases {
		for _, o := range cases[i].Outcomes[strategy] {
			s.Requests++
			if o.Asked > 0 {
				right = append(right, metric.Indicator(o.Needed))
			}
			if o.Needed {
				heeded = append(heeded, metric.Indicator(o.Asked > 0))
			}
		}
	}
	s.Success = metric.Mean(wholes(cases, strategy), bootstrapSeed)
	s.Asked, s.Needed = len(right), len(heeded)
	s.Precision, s.Recall = metric.Mean(right, bootstrapSeed), metric.Mean(heeded, bootstrapSeed)
	return s
}

// Select returns the cases of a split; "" for all.
func Select(all []Played, split string) []Played {
	var out []Played
	for _, p := range all {
		if split == "" || p.Split == split {
			out = append(out, p)
		}
	}
	return out
}
