package search

import (
	"slices"

	"shopclerk/catalog"
)

// Wanted is one thing the shopper asked for, as a test of products.
type Wanted struct {
	Change int
	Text   string // as its chip says
	Demand catalog.Demand
	Hard   bool // a limit: never relaxed
}

// Wanted lists what a full match must meet, most important first: limits, then
// what the shopper said, then what was ticked; within each the latest first,
// because it was said knowing the rest. Answers of "something else" and "no
// preference" name nothing that could be met.
func (n *Need) Wanted() []Wanted {
	var out []Wanted
	for _, l := range slices.Backward(n.Limits) {
		out = append(out, Wanted{Change: l.Change, Text: l.Text, Hard: true,
			Demand: catalog.Demand{Condition: l.Condition, Not: l.Not}})
	}
	for _, said := range []bool{true, false} {
		for _, e := range slices.Backward(n.Evidence) {
			if e.Said != said || len(e.Answer.Picked) == 0 || e.Answer.Key == catalog.KeyCategory {
				continue
			}
			for _, c := range e.Answer.conditions() {
				out = append(out, Wanted{Change: e.Change, Text: e.Text, Demand: catalog.Demand{Condition: c}})
			}
		}
	}
	return out
}

// conditions turns the ticked options into tests that must all hold: values of
// one aspect join into one any-of test; neighbouring ranges join, others can not
// be one test, so the widest that covers all is used.
func (a *Answer) conditions() []catalog.Condition {
	var values []string
	var ranges []*catalog.Range
	for _, i := range a.Picked {
		if i < 0 || i >= len(a.Options) {
			continue
		}
		o := a.Options[i]
		values = append(values, o.Values...)
		if o.Range != nil {
			ranges = append(ranges, o.Range)
		}
	}
	switch {
	case len(ranges) > 0:
		return []catalog.Condition{{Key: a.Key, Range: cover(ranges)}}
	case len(values) > 0:
		return []catalog.Condition{{Key: a.Key, Values: values}}
	}
	return nil
}

// cover returns the narrowest range that holds all of the given.
func cover(ranges []*catalog.Range) *catalog.Range {
	low, high := ranges[0].Bounds()
	closed := ranges[0].Closed
	for _, r := range ranges[1:] {
		l, h := r.Bounds()
		low = min(low, l)
		if h > high {
			high, closed = h, r.Closed
		} else if h == high {
			closed = closed || r.Closed
		}
	}
	out := catalog.Between(low, high)
	out.Closed = closed && out.High != nil
	return out
}

// Relax leaves out demands, least important first, until count finds at least
// enough products, and returns how many of the wanted (a prefix of them, hard
// ones always) are left. It calls count at most once for each that it leaves out.
func Relax(wanted []Wanted, enough int, count func([]Wanted) (int, error)) (kept int, err error) {
	kept = len(wanted)
	for {
		n, err := count(wanted[:kept])
		if err != nil {
			return kept, err
		}
		if n >= enough || kept == 0 || wanted[kept-1].Hard {
			return kept, nil
		}
		kept--
	}
}
