package views

import (
	"cmp"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent"
	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// Facets is the rail beside the list: one form that says of any number of aspects
// what is wanted. Without facets it is not shown.
//
// A facet of names sends one field of its aspect's key for each ticked value; one of
// numbers sends the key with [FacetLow] and with [FacetHigh]. Every facet shown is named
// in a field [FieldFacet], so that a tick taken away is told from a facet that was
// not there.
type Facets struct {
	Form   Form
	Ticked int // facets that narrow the list now
	List   []Facet
}

// Facet is one aspect of the rail: names to tick, or numbers to bound.
type Facet struct {
	search.Facet
	Open  bool
	Ticks []Tick   // in the order shown; none: the facet is of numbers
	Shown int      // ticks that are not folded away
	Asked []string // see [askedOf]
}

// Tick is a value on offer; any number may be ticked.
type Tick struct {
	Value  string
	Count  int // products that fit with it, whatever else of the facet is ticked
	Ticked bool
	codes  []uint32 // of the values that go by one name
}

// What a facets' form sends beside the ticked values.
const (
	FieldFacet = "facet" // names a facet that was shown
	FacetLow   = ".from" // ends the name of the field with the lower bound
	FacetHigh  = ".to"   // ends the name of the field with the upper bound
)

const (
	// ticksShown is how many values of a facet stand open, and ticksOffered how many
	// there are with the folded ones, the others only by message: twelve facets of those are
	// some 40 KB.
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
	for _, found := range search.Facets(t.Scope.Shelf, t.Ranking, facetKeys(t)) {
		f, wanted := Facet{Facet: found}, aspectWanted(t, found.Column.Aspect.Key)
		f.Asked = askedOf(w, found.Column, wanted)
		choice := f.Known > 0 && f.Low < f.High
		if f.Column.Aspect.Kind != catalog.Numeric {
			f.offer(w)
			choice = len(f.Ticks) > 1
		}
		if !choice && len(wanted) == 0 {
			continue
		}
		f.Open = len(wanted) > 0 || len(out.List) < facetsOpen
		if len(wanted) > 0 {
			out.Ticked++
		}
		out.List = append(out.List, f)
	}
	return out
}

// offer lists the values of a facet: the ticked ones and those that products have, commonest first,
// ties as in the alphabet. Those that are ticked are never folded away.
func (f *Facet) offer(w *words.Language) {
	var ticks, folded []Tick
	at := map[string]int{} // by name
	for code, v := range f.Column.Values {
		ticked := slices.Contains(f.Asked, v.Text)
		if !ticked && f.Counts[code] == 0 {
			continue
		}
		name := reply.Value(w, &f.Column.Aspect, v.Text)
		if i, ok := at[name]; ok { // values of one name are one
			ticks[i].codes, ticks[i].Ticked = append(ticks[i].codes, uint32(code)), ticks[i].Ticked || ticked
			ticks[i].Count = f.Any(ticks[i].codes...)
			continue
		}
		at[name] = len(ticks)
		ticks = append(ticks, Tick{Value: v.Text, Count: f.Counts[code], Ticked: ticked, codes: []uint32{uint32(code)}})
	}
	slices.SortStableFunc(ticks, func(a, b Tick) int { return cmp.Compare(b.Count, a.Count) })
	for i, tick := range ticks {
		if i < ticksShown || tick.Ticked || len(ticks) == ticksShown+1 { // a fold for one value hides it for nothing
			f.Ticks = append(f.Ticks, tick)
		} else if i < ticksOffered {
			folded = append(folded, tick)
		}
	}
	f.Shown = len(f.Ticks)
	f.Ticks = append(f.Ticks, folded...)
}

// label names the facet.
func (f *Facet) label(w *words.Language) string {
	return cmp.Or(fieldLabels(w)[f.Column.Aspect.Key], reply.Label(w, &f.Column.Aspect))
}

// unit is what the numbers of a facet are measured in, "" for nothing.
func (f *Facet) unit(w *words.Language) string {
	return strings.TrimSpace(strings.Replace(reply.Amount(w, &f.Column.Aspect, 1), "1", "", 1)) // of "1 kg" or "€1"
}

// extreme spells the lowest or the highest number that products have.
func (f *Facet) extreme(w *words.Language, n float64) string {
	if f.Known == 0 {
		return ""
	}
	return w.Measure(n)
}

// facetKeys names the aspects of the rail, in its order: price, brand, rating
// and stock, which every shop has, then what can be asked about. What the need speaks of has
// its place whether or not it can be asked about: a tick must be there to be
// taken away.
func facetKeys(t *agent.Turn) []string {
	// what words and attributes find in the whole shop is another set after every
	// tick: no number beside it would be true
	if slices.Contains(t.Scope.Path, "found") {
		return nil
	}
	var keys []string
	add := func(key string, always bool) {
		column := t.Scope.Shelf.Column(key)
		if column == nil || key == catalog.KeyCategory || slices.Contains(keys, key) {
			return
		}
		if always || column.Aspect.Askable && len(keys) < mostFacets || len(aspectWanted(t, key)) > 0 {
			keys = append(keys, key)
		}
	}
	for _, key := range []string{catalog.KeyPrice, catalog.KeyBrand, catalog.KeyRating, catalog.KeyStock} {
		add(key, true)
	}
	for _, c := range t.Scope.Shelf.Columns {
		add(c.Aspect.Key, false)
	}
	return keys
}

// aspectWanted lists what is wanted of an aspect now, and a tick of its facet replaces.
func aspectWanted(t *agent.Turn, key string) []search.Wanted {
	return slices.DeleteFunc(t.Need.Wanted(), func(w search.Wanted) bool {
		return w.Demand.Condition.Key != key || !w.Replaceable()
	})
}

// askedOf is what the form shows of a column as asked for: the ticked values, in the column's order;
// of numbers both bounds, as they are spelled, empty where they are open.
func askedOf(w *words.Language, c *catalog.Column, wanted []search.Wanted) []string {
	var codes []uint32
	from, to := math.Inf(-1), math.Inf(1)
	for i := range wanted {
		d := &wanted[i].Demand
		switch {
		case d.Not:
		case d.Condition.Range != nil:
			l, h := d.Condition.Range.Bounds()
			from, to = max(from, l), min(to, h)
		case c.Aspect.Kind != catalog.Numeric:
			codes = append(codes, c.Find(&d.Condition)...)
		}
	}
	if c.Aspect.Kind == catalog.Numeric {
		return []string{boundOf(w, from), boundOf(w, to)}
	}
	var out []string
	slices.Sort(codes)
	for _, code := range slices.Compact(codes) {
		out = append(out, c.Values[code].Text)
	}
	return out
}

// boundOf spells a bound, "" for one that is open.
func boundOf(w *words.Language, f float64) string {
	if math.IsInf(f, 0) {
		return ""
	}
	return w.Measure(f)
}

// Restated reads the rail's form against the turn and the changes that it was made of.
// What was ticked or bounded otherwise than it stands becomes a change of the need; what
// was left alone stays as it was said.
func Restated(w *words.Language, t *agent.Turn, changes []search.Change, form url.Values) ([]search.Change, error) {
	var out []search.Change
	offered := facetKeys(t)
	for _, key := range form[FieldFacet] {
		if !slices.Contains(offered, key) {
			return nil, BadRequest("error.no-filter", "Filter", key)
		}
		column := t.Scope.Shelf.Column(key)
		condition, err := readFacet(w, column, form)
		if err != nil {
			return nil, err
		}
		then, text := []search.Wanted(nil), ""
		if condition != nil {
			then, text = []search.Wanted{{Demand: catalog.Demand{Condition: *condition}}}, reply.Condition(w, &column.Aspect, condition)
		}
		if !slices.Equal(askedOf(w, column, aspectWanted(t, key)), askedOf(w, column, then)) {
			out = append(out, search.Restate(changes, key, condition, text)...)
		}
	}
	return out, nil
}

// readFacet reads what the form asks of a column, nil for nothing.
func readFacet(w *words.Language, column *catalog.Column, form url.Values) (*catalog.Condition, error) {
	c := &catalog.Condition{Key: column.Aspect.Key}
	if column.Aspect.Kind == catalog.Numeric {
		low, err := parseBound(w, form.Get(c.Key+FacetLow))
		if err != nil {
			return nil, err
		}
		high, err := parseBound(w, form.Get(c.Key+FacetHigh))
		if err != nil || low == nil && high == nil {
			return nil, err
		}
		if low != nil && high != nil && *low > *high {
			low, high = high, low
		}
		c.Range = &catalog.Range{Low: low, High: high, Closed: high != nil}
		return c, nil
	}
	for _, v := range form[c.Key] {
		if !slices.ContainsFunc(column.Values, func(x catalog.Value) bool { return x.Text == v }) {
			return nil, BadRequest("error.no-value", "Aspect", reply.Label(w, &column.Aspect), "Value", v)
		}
		name := reply.Value(w, &column.Aspect, v)
		for _, x := range column.Values { // values of one name are one
			if reply.Value(w, &column.Aspect, x.Text) == name && !slices.Contains(c.Values, x.Text) {
				c.Values = append(c.Values, x.Text)
			}
		}
	}
	if len(c.Values) == 0 {
		return nil, nil
	}
	return c, nil
}

// parseBound reads a number that a shopper typed; nil for none. Digits may be grouped as
// their language does: "1,000" is a thousand in English, and one in German. Else a
// comma is taken for a decimal point: many countries write one.
func parseBound(w *words.Language, text string) (*float64, error) {
	if text = Typed(text); text == "" {
		return nil, nil
	}
	plain, sign := text, strings.Trim(w.Number(1000), "01")
	if regexp.MustCompile(`^[1-9]\d{0,2}(` + regexp.QuoteMeta(sign) + `\d{3})+(\D\d*)?$`).MatchString(plain) {
		plain = strings.ReplaceAll(plain, sign, "")
	}
	f, err := strconv.ParseFloat(strings.Replace(plain, ",", ".", 1), 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, BadRequest("error.no-number", "Text", text)
	}
	return &f, nil
}
