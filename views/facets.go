package views

import (
	"cmp"
	"math"
	"shopclerk/agent"
	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
	"slices"
	"strings"
)

// Facets is the rail beside the list: one form that says of any number of aspects
// what is wanted. Without facets it is not shown.
//
// A facet of names sends one field of its Name for each ticked value; one of
// numbers sends Name+[FacetLow] and Name+[FacetHigh]. Every facet shown is named
// in a field [FieldFacet], so that a tick taken away is told from a facet that was
// not there.
type Facets struct {
	Form   Form
	Ticked int // facets that narrow the list now
	List   []Facet
}

// Facet is one aspect of the rail: names to tick, or numbers to bound.
type Facet struct {
	Name  string // of its fields: unique in the form
	Label string // "Colour"
	Open  bool
	Ticks []Tick // in the order shown; none: the facet is of numbers
	More  []Tick // further ones, folded away
	Rest  int    // values that are not on offer, only by message
	Span  Span
}

// Tick is a value on offer; any number may be ticked.
type Tick struct {
	Value  string
	Count  int // products that fit with it, whatever else of the facet is ticked
	Ticked bool
	Label  string
}

// Span is the numbers of a facet.
type Span struct {
	Unit      string // "kg", "€"; may be empty
	Low, High string // what is asked now; empty where nothing is
	Least     string // lowest and highest number there is
	Most      string
}

// What a facets' form sends beside the ticked values.
const (
	FieldFacet = "facet" // names a facet that was shown
	FacetLow   = ".from" // ends the name of the field with the lower bound
	FacetHigh  = ".to"   // ends the name of the field with the upper bound
)

const (
	// ticksShown is how many values of a facet stand open, and ticksOffered how many
	// there are with the folded ones: twelve facets of those are some 40 KB.
	ticksShown   = 6
	ticksOffered = 18
	// facetsOpen is how many facets stand open without being used: what a screen has
	// room for.
	facetsOpen = 3
	// mostFacets is how many aspects the rail offers. The others can be said.
	mostFacets = 12
)

// facetsOf presents the rail.
func facetsOf(w *words.Language, t *agent.Turn, form Form) Facets {
	out := Facets{Form: form}
	for _, f := range search.Facets(t.Scope.Shelf, t.Ranking, facetKeys(t)) {
		now := aspectWanted(t, f.Column.Aspect.Key)
		facet := Facet{Name: f.Column.Aspect.Key, Label: f.Column.Aspect.Label}
		if f.Column.Aspect.Kind == catalog.Numeric {
			facet.Span = facetSpan(w, &f, now)
			if facet.Span.Least == facet.Span.Most && len(now) == 0 {
				continue // one number, or none: nothing to choose
			}
		} else {
			facet.Ticks, facet.More, facet.Rest = facetTicks(w, &f, now)
			if len(facet.Ticks) < 2 && len(now) == 0 {
				continue
			}
		}
		facet.Open = len(now) > 0 || len(out.List) < facetsOpen
		if len(now) > 0 {
			out.Ticked++
		}
		out.List = append(out.List, facet)
	}
	return out
}

// facetTicks presents the values of a facet: the ticked ones and those that products
// have, commonest first, ties as in the alphabet; then further ones, and the number
// of those that are not on offer.
func facetTicks(w *words.Language, f *search.Facet, now []search.Wanted) (first, more []Tick, rest int) {
	ticked := tickedCodes(f.Column, now)
	var codes []int
	for code, n := range f.Counts {
		if n > 0 || ticked[code] {
			codes = append(codes, code)
		}
	}
	order := func(a, b int) int { return cmp.Or(cmp.Compare(f.Counts[b], f.Counts[a]), cmp.Compare(a, b)) }
	slices.SortFunc(codes, order)
	offered := codes[:min(ticksOffered, len(codes))]
	// beyond the offer only what is ticked has a place: it must be there to be unticked
	beyond := slices.DeleteFunc(slices.Clone(codes[len(offered):]), func(code int) bool { return !ticked[code] })
	offered = slices.Concat(offered, beyond)
	shown := ticksShown
	if len(offered) == shown+1 {
		shown++ // a fold for one value hides it for nothing
	}
	for i, code := range offered {
		v := f.Column.Values[code].Text
		tick := Tick{Value: v, Label: reply.Value(w, &f.Column.Aspect, v), Count: f.Counts[code], Ticked: ticked[code]}
		if i < shown || tick.Ticked {
			first = append(first, tick)
		} else {
			more = append(more, tick)
		}
	}
	return first, more, len(codes) - len(offered)
}

// facetSpan presents the numbers of a facet.
func facetSpan(w *words.Language, f *search.Facet, now []search.Wanted) Span {
	a := &f.Column.Aspect
	s := Span{Unit: strings.TrimSpace(strings.Replace(reply.Amount(w, a, 1), "1", "", 1))} // of "1 kg" or "€1"
	s.Low, s.High = askedBounds(w, now)
	if f.Known > 0 {
		s.Least, s.Most = w.Measure(f.Low), w.Measure(f.High)
	}
	return s
}

// facetKeys names the aspects of the rail, in its order: price, brand and rating,
// which every shop has, then what can be asked about. What the need speaks of has
// its place whether or not it can be asked about: a tick must be there to be
// taken away.
func facetKeys(t *agent.Turn) []string {
	// what words and attributes find in the whole shop is another set after every
	// tick: no number beside it would be true
	if slices.Contains(t.Scope.Path, "found") {
		return nil
	}
	var out, rest []string
	for _, key := range []string{catalog.KeyPrice, catalog.KeyBrand, catalog.KeyRating} {
		if t.Scope.Shelf.Column(key) != nil {
			out = append(out, key)
		}
	}
	for _, c := range t.Scope.Shelf.Columns {
		key := c.Aspect.Key
		switch {
		case key == catalog.KeyCategory || slices.Contains(out, key):
		case len(aspectWanted(t, key)) > 0:
			out = append(out, key)
		case c.Aspect.Askable:
			rest = append(rest, key)
		}
	}
	out = append(out, rest[:min(len(rest), max(0, mostFacets-len(out)))]...)
	place := func(key string) int {
		i := slices.Index([]string{catalog.KeyPrice, catalog.KeyBrand, catalog.KeyRating}, key)
		if i < 0 {
			return 3 + slices.IndexFunc(t.Scope.Shelf.Columns, func(c *catalog.Column) bool { return c.Aspect.Key == key })
		}
		return i
	}
	slices.SortFunc(out, func(a, b string) int { return place(a) - place(b) })
	return out
}

// aspectWanted lists what is wanted of an aspect now, and a tick of its facet replaces.
func aspectWanted(t *agent.Turn, key string) []search.Wanted {
	return slices.DeleteFunc(t.Need.Wanted(), func(w search.Wanted) bool {
		return w.Demand.Condition.Key != key || !w.Replaceable()
	})
}

// tickedCodes returns which of a column's codes are asked for.
func tickedCodes(c *catalog.Column, wanted []search.Wanted) []bool {
	out := make([]bool, len(c.Values))
	for i := range wanted {
		if d := &wanted[i].Demand; !d.Not && d.Condition.Range == nil {
			for _, code := range c.Find(&d.Condition) {
				out[code] = true
			}
		}
	}
	return out
}

// askedBounds returns what is asked of an aspect's number, as the form shows it.
func askedBounds(w *words.Language, wanted []search.Wanted) (low, high string) {
	from, to := math.Inf(-1), math.Inf(1)
	for _, x := range wanted {
		if r := x.Demand.Condition.Range; r != nil && !x.Demand.Not {
			l, h := r.Bounds()
			from, to = max(from, l), min(to, h)
		}
	}
	if !math.IsInf(from, -1) {
		low = w.Measure(from)
	}
	if !math.IsInf(to, 1) {
		high = w.Measure(to)
	}
	return low, high
}
