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
	Hard   bool   // a limit: never relaxed
	Words  string // that products are found by; "" for none
}

// byTitle reports whether a title with all the words that products are found by meets it.
func (w *Wanted) byTitle() bool { return !w.Hard && w.Words != "" }

// Wanted lists what a full match must meet, most important first: limits, then
// what the shopper said, then what was ticked; within each the latest first,
// because it was said knowing the rest. "No preference" and skipped questions
// name nothing that could be met.
func (n *Need) Wanted() []Wanted {
	var out []Wanted
	for _, l := range slices.Backward(n.Limits) {
		out = append(out, Wanted{Change: l.Change, Text: l.Text, Hard: true, Words: l.Said,
			Demand: catalog.Demand{Condition: l.Condition, Not: l.Not}})
	}
	for _, said := range []bool{true, false} {
		for _, e := range slices.Backward(n.Evidence) {
			if d, ok := e.Answer.demand(); ok && e.Said == said && e.Answer.Key != catalog.KeyCategory {
				out = append(out, Wanted{Change: e.Change, Text: e.Text, Demand: d, Words: e.Words})
			}
		}
	}
	return out
}

// demand turns an answer into one test: the ticked values join into one any-of
// test, ticked ranges into the narrowest range that covers them, and "something
// else" is none of the values shown.
func (a *Answer) demand() (catalog.Demand, bool) {
	d := catalog.Demand{Condition: catalog.Condition{Key: a.Key}}
	options := a.Picked
	if a.Other {
		if len(a.Picked) > 0 {
			return d, false // these or anything not shown: nothing a test could say
		}
		d.Not = true
		options = nil
		for i := range a.Options {
			options = append(options, i)
		}
	}
	var ranges []*catalog.Range
	for _, i := range options {
		if i < 0 || i >= len(a.Options) {
			continue
		}
		o := a.Options[i]
		d.Condition.Values = append(d.Condition.Values, o.Values...)
		if o.Range != nil {
			ranges = append(ranges, o.Range)
		}
	}
	if len(ranges) > 0 {
		if d.Not && !adjoin(ranges) {
			return d, false // what lies between single numbers is something else too
		}
		d.Condition.Range = cover(ranges)
		if r := d.Condition.Range; d.Not && r.Low == nil && r.High == nil {
			return d, false // the ranges left nothing else: only the typed words can tell
		}
	}
	return d, len(ranges) > 0 || len(d.Condition.Values) > 0
}

// adjoin reports whether ascending ranges leave nothing between them.
func adjoin(ranges []*catalog.Range) bool {
	for i := 1; i < len(ranges); i++ {
		_, high := ranges[i-1].Bounds()
		if low, _ := ranges[i].Bounds(); high < low {
			return false
		}
	}
	return true
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
