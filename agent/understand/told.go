package understand

import (
	"slices"
	"strconv"

	"shopclerk/agent/language"
)

// Whether a thing that a clause names is wanted, or a part of what is told (what the shopper has,
// where they are, why they ask), is learned too: of marked sentences (data/reading/CODE/things.txt),
// of needs that are examples of acts, and of situations, whose things are never those that are needed.

// The labels of that model.
const (
	thingWanted = "want"
	thingTold   = "told"
)

// thingFeatures are the features of a thing that tokens [from, to) name: those of a stance, and
// of how many words a text is that has no small ones, as people type to search: "mini itx case".
func (r *reader) thingFeatures(from, to int) []string {
	content := 0
	for i, t := range r.toks {
		switch s := r.symbol(i); {
		case t.Kind == language.Mark || i >= from && i < to:
		case s == "<w>" || s == "<n>":
			content++
		default:
			return r.stanceFeatures(from, to, false, stoodNot)
		}
	}
	return append(r.stanceFeatures(from, to, false, stoodNot), "bare", "bare "+strconv.Itoa(min(content, 4)))
}

// wants is the share, 0..1, of the belief that a thing that tokens [from, to) name is wanted, and
// not a part of what is told.
func (r *reader) wants(from, to int) float64 {
	m := r.lang.Wants()
	if m == nil {
		return 1
	}
	at := [2]int{from, to}
	share, known := r.wanting[at]
	if !known {
		share = m.Predict(r.thingFeatures(from, to))[slices.Index(m.Labels, thingWanted)]
		if r.wanting == nil {
			r.wanting = map[[2]int]float64{}
		}
		r.wanting[at] = share
	}
	return share
}

// allTold is the share of the belief, 0..1, that all that a clause names is a part of
// what it tells.
func (r *reader) allTold(ms []mention, wish *productName) float64 {
	most := 0.0
	for i := range ms {
		if !r.refuses(&ms[i]) {
			most = max(most, r.wants(ms[i].from, ms[i].to))
		}
	}
	if wish != nil {
		most = max(most, r.wants(wish.from, wish.to))
	}
	return 1 - most
}

// onlyTells reports whether things were named of which none is likelier wanted than told of.
func (r *reader) onlyTells() bool {
	most := 0.0
	for _, share := range r.wanting {
		most = max(most, share)
	}
	return len(r.wanting) > 0 && most < 0.5
}
