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
	Open      bool
	Ticks     []Tick // in the order shown; none: the facet is of numbers
	Shown     int    // ticks that are not folded away
	Rest      int    // values that are not on offer, only by message
	Low, High string // what is asked of the number now; empty where nothing is
}

// Tick is a value on offer; any number may be ticked.
type Tick struct {
	Value  string
	Count  int // products that fit with it, whatever else of the facet is ticked
	Ticked bool
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
	for _, found := range search.Facets(t.Scope.Shelf, t.Ranking, facetKeys(t)) {
		f, now := Facet{Facet: found}, aspectWanted(t, found.Column.Aspect.Key)
		choice := f.Known > 0 && f.Facet.Low < f.Facet.High
		if f.Column.Aspect.Kind == catalog.Numeric {
			f.Low, f.High = askedBounds(w, now)
		} else {
			f.offer(now)
			choice = len(f.Ticks) > 1
		}
		if !choice && len(now) == 0 {
			continue
		}
		f.Open = len(now) > 0 || len(out.List) < facetsOpen
		if len(now) > 0 {
			out.Ticked++
		}
		out.List = append(out.List, f)
	}
	return out
}

// offer lists the values of a facet: the ticked ones and those that products have, commonest first,
// ties as in the alphabet. Those that are ticked are never folded away.
func (f *Facet) offer(now []search.Wanted) {
	ticked := tickedCodes(f.Column, now)
	var codes []int
	for code, n := range f.Counts {
		if n > 0 || ticked[code] {
			codes = append(codes, code)
		}
	}
	slices.SortFunc(codes, func(a, b int) int { return cmp.Or(cmp.Compare(f.Counts[b], f.Counts[a]), cmp.Compare(a, b)) })
	shown := ticksShown
	if len(codes) == shown+1 {
		shown++ // a fold for one value hides it for nothing
	}
	var folded []Tick
	for i, code := range codes {
		tick := Tick{Value: f.Column.Values[code].Text, Count: f.Counts[code], Ticked: ticked[code]}
		switch {
		case i < shown || tick.Ticked:
			f.Ticks = append(f.Ticks, tick)
		case i < ticksOffered:
			folded = append(folded, tick)
		default:
			f.Rest++
		}
	}
	f.Shown = len(f.Ticks)
	f.Ticks = append(f.Ticks, folded...)
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
	first := []string{catalog.KeyPrice, catalog.KeyBrand, catalog.KeyRating}
	keys, room := slices.Clone(first), mostFacets
	for _, c := range t.Scope.Shelf.Columns {
		if key := c.Aspect.Key; key != catalog.KeyCategory && !slices.Contains(first, key) {
			keys = append(keys, key)
		}
	}
	needed := func(key string) bool { return slices.Contains(first, key) || len(aspectWanted(t, key)) > 0 }
	keys = slices.DeleteFunc(keys, func(key string) bool { return t.Scope.Shelf.Column(key) == nil })
	for _, key := range keys {
		if needed(key) {
			room--
		}
	}
	return slices.DeleteFunc(keys, func(key string) bool {
		if needed(key) {
			return false
		}
		askable := t.Scope.Shelf.Column(key).Aspect.Askable && room > 0
		if askable {
			room--
		}
		return !askable
	})
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

// Restated reads the rail's form against the turn and the changes that it was made of.
// What was ticked or bounded otherwise than it stands becomes a change of the need; what
// was left alone stays as it was said.
func Restated(w *words.Language, t *agent.Turn, changes []search.Change, form url.Values) ([]search.Change, error) {
	var out []search.Change
	offered, shown := facetKeys(t), form[FieldFacet]
	for _, key := range shown {
		if !slices.Contains(offered, key) {
			return nil, BadRequest("error.no-filter", "Filter", key)
		}
	}
	for _, key := range offered {
		if !slices.Contains(shown, key) {
			continue
		}
		column, now := t.Scope.Shelf.Column(key), aspectWanted(t, key)
		condition, err := readFacet(w, column, form)
		if err != nil {
			return nil, err
		}
		var then []search.Wanted
		text := ""
		if condition != nil {
			then, text = []search.Wanted{{Demand: catalog.Demand{Condition: *condition}}}, reply.Condition(w, &column.Aspect, condition)
		}
		if sameAsked(column, now, then) {
			continue
		}
		out = append(out, search.Restate(changes, key, condition, text)...)
	}
	return out, nil
}

// sameAsked reports whether the form of a column shows the same for two lists of what is wanted.
func sameAsked(column *catalog.Column, a, b []search.Wanted) bool {
	if column.Aspect.Kind != catalog.Numeric {
		return slices.Equal(tickedCodes(column, a), tickedCodes(column, b))
	}
	low, high := askedBounds(words.English, a)
	from, to := askedBounds(words.English, b)
	return low == from && high == to
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
			return nil, BadRequest("error.no-value", "Aspect", column.Aspect.Label, "Value", v)
		}
		if !slices.Contains(c.Values, v) {
			c.Values = append(c.Values, v)
		}
	}
	if len(c.Values) == 0 {
		return nil, nil
	}
	return c, nil
}

// groupedDigits are numbers whose digits are grouped, by the sign that groups them.
var groupedDigits = map[string]*regexp.Regexp{
	",": regexp.MustCompile(`^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$`),
	".": regexp.MustCompile(`^[1-9]\d{0,2}(\.\d{3})+(,\d*)?$`),
}

// parseBound reads a number that a shopper typed; nil for none. Digits may be grouped as
// their language does: "1,000" is a thousand in English, and one in German. Else a
// comma is taken for a decimal point where there is no other: many countries write one.
func parseBound(w *words.Language, text string) (*float64, error) {
	text = Typed(text)
	if text == "" {
		return nil, nil
	}
	plain := text
	sign := strings.Trim(w.Number(1000), "01")
	if grouped := groupedDigits[sign]; grouped != nil && grouped.MatchString(plain) {
		plain = strings.ReplaceAll(plain, sign, "")
	}
	if strings.Count(plain, ",") == 1 && !strings.Contains(plain, ".") {
		plain = strings.Replace(plain, ",", ".", 1)
	}
	f, err := strconv.ParseFloat(plain, 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, BadRequest("error.no-number", "Text", text)
	}
	return &f, nil
}
