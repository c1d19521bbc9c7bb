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
	Questions metric.Interval // a request
	Needless  metric.Interval // questions a request about what was known or is not wished for
	Confirms  metric.Interval // confirmations a request
	Named     metric.Interval // infeasible requests whose offending parameter was named
	// Of all Requests, how many Needed a question, about how many it Asked, and Both:
	// precision is Both of Asked, recall Both of Needed.
	Requests, Needed, Asked, Both int
}

// Measure is one figure of the requests.
type Measure func(*Request, *Outcome) float64

// Measures by the names of the scores that differences are taken of.
var (
	Coverage  Measure = func(_ *Request, o *Outcome) float64 { return one(o.Covered) }
	Questions Measure = func(_ *Request, o *Outcome) float64 { return float64(o.Asked) }
)

func one(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Values returns a measure of one strategy, a mean for each case in their order.
func Values(cases []Played, strategy int, m Measure) []float64 {
	out := make([]float64, len(cases))
	for i := range cases {
		for n, o := range cases[i].Outcomes[strategy] {
			out[i] += m(&cases[i].Requests[n], o) / float64(len(cases[i].Requests))
		}
	}
	return out
}

// bootstrapSeed settles the intervals.
const bootstrapSeed = 1

// Of scores one strategy on the cases.
func Of(cases []Played, strategy int) Score {
	mean := func(m Measure) metric.Interval { return metric.Mean(Values(cases, strategy, m), bootstrapSeed) }
	s := Score{
		Coverage: mean(Coverage), Questions: mean(Questions),
		Tool:     mean(func(_ *Request, o *Outcome) float64 { return one(o.Tool) }),
		Params:   mean(func(_ *Request, o *Outcome) float64 { return o.Params }),
		Needless: mean(func(_ *Request, o *Outcome) float64 { return float64(o.Needless) }),
		Confirms: mean(func(_ *Request, o *Outcome) float64 { return float64(o.Confirms) }),
		Named:    mean(func(_ *Request, o *Outcome) float64 { return one(o.Named) }),
	}
	var whole []float64
	for i := range cases {
		all := cases[i].Outcomes[strategy]
		whole = append(whole, one(!slices.ContainsFunc(all, func(o *Outcome) bool { return !o.Covered })))
		for _, o := range all {
			s.Requests++
			s.Needed += int(one(o.Needed))
			s.Asked += int(one(o.Asked > 0))
			s.Both += int(one(o.Needed && o.Asked > 0))
		}
	}
	s.Success = metric.Mean(whole, bootstrapSeed)
	return s
}

// Select returns the cases of a split and a domain; "" for all.
func Select(all []Played, split, domain string) []Played {
	var out []Played
	for _, p := range all {
		if (split == "" || p.Split == split) && (domain == "" || p.Domain.Name == domain) {
			out = append(out, p)
		}
	}
	return out
}
