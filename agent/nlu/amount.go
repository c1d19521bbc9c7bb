package nlu

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/catalog"
)

// bounds are what the types of spans say of an amount.
var bounds = map[Type]language.Bound{Max: language.Most, Min: language.Fewest, About: language.Nearly}

// amountOf reads the amount of a span; nil: it has no number. Its direction is that of the span's
// type, whatever words say it. Several counts are added up: "two adults and two kids".
func amountOf(m *Message, s *Span, currency string) *language.Amount {
	toks := m.Tokens[:s.To]
	p := language.Amounts{Language: m.Tongue, Toks: toks, Chunks: language.Chunks(toks), Currency: currency}
	var out *language.Amount
	sum := 0.0
	for i := s.From; i < s.To; {
		a, next := p.At(i)
		from := i
		if product, to := m.multiplied(i, s.To); to > i {
			a, next = product, to
		}
		if next == i {
			v, to := m.Tongue.Numeral(toks, i)
			if toks[i].Kind == language.Number {
				v, to = toks[i].Value, i+1
			}
			if to == i || v == 1 && toks[i].Kind != language.Number && s.Type != Qty { // "one" is an article more often
				i++
				continue
			}
			a, next = language.Amount{Low: v, High: v, Said: m.text(i, to)}, to
		}
		i = next
		switch {
		case out == nil:
			out, sum = &a, a.High
		case s.Type == Range && a.High > out.Low:
			out.High, out.Ranged = a.High, true
			if !out.Measured {
				out.Unit, out.Measured = a.Unit, a.Measured
			}
			out.Currency = cmp.Or(out.Currency, a.Currency)
		case s.Type == Eq && counts(&a) && counts(out) && toks[from-1].Kind != language.Number: // "two adults and two kids"
			sum += a.High
			out.Low, out.High = sum, sum
		case !out.Measured && out.Currency == "" && (a.Measured || a.Currency != ""): // the number that has a unit
			out, sum = &a, a.High
		}
	}
	if out == nil {
		return nil
	}
	if b, denied, ok := comparedTo(m, s); ok && (denied || s.Score < sureSide) {
		out.Bound, out.Ranged = b, false
		return out
	}
	switch b, ok := bounds[s.Type]; {
	case ok:
		out.Bound, out.Ranged = b, false
		if b == language.Most {
			out.Low = out.High
		}
	case s.Type == Eq || s.Type == Qty:
		if !out.Ranged {
			out.Bound = language.Exactly
		}
	}
	return out
}

// multiplied parses the amount of several pieces that begins at token i, "2x16GB"; next is i when there is none.
func (m *Message) multiplied(i, end int) (a language.Amount, next int) {
	toks := m.Tokens[:end]
	unit, to := language.UnitAt(toks, i+3)
	if !language.Times(toks, i+1) || to <= i+3 {
		return a, i
	}
	v := toks[i].Value * toks[i+2].Value
	return language.Amount{Low: v, High: v, Unit: unit, Measured: true, Said: m.text(i, to)}, to
}

// comparedTo returns the bound of an amount that something is to be more or less than, "shorter than", and
// whether that is denied.
func comparedTo(m *Message, s *Span) (b language.Bound, denied, ok bool) {
	for i := max(0, s.From-2); i < s.To; i++ {
		d, next := m.Tongue.MeasureAt(m.Tokens[:s.To], i)
		if next == i || d.Degree != language.Comparative || !m.Tongue.Has(m.Tokens, next, language.Than) {
			continue
		}
		if denied = m.Denied(i, i); d.Down != denied {
			return language.Most, denied, true
		}
		return language.Fewest, denied, true
	}
	return 0, false, false
}

// Denied reports whether the tokens from..to, or the few before them, deny what they say: "nothing that costs more".
func (m *Message) Denied(from, to int) (denied bool) {
	for k := max(0, from-denying); k < to; k++ {
		denied = m.Tokens[k].Kind != language.Mark && (denied || m.Tongue.Has(m.Tokens, k, language.Negate, language.Exclude))
	}
	return denied
}

// denying is how many tokens a denial stands at most before what it denies: "should not be more".
const denying = 3

// counts reports whether an amount counts things or persons.
func counts(a *language.Amount) bool {
	return a.Currency == "" && (!a.Measured || a.Unit.Dimension == "persons")
}

// scale is the numbers of one aspect, by category.
type scale struct {
	key string
	in  []scaleIn
}

// scaleIn is an aspect's numbers in one category.
type scaleIn struct {
	path     string
	label    string
	unit     language.Unit
	measured bool // unit is set
	numbers  []float64
	counts   []int // products by number; of many numbers, of quantiles
}

// mostNumbers is how many quantiles stand for a column: they only decide which aspect an amount is
// about.
const mostNumbers = 200

// scalesOf lists the numeric aspects of a catalogue by key.
func scalesOf(categories []catalog.Category, shelves func(path string) *catalog.Shelf) []scale {
	at := map[string]int{}
	var out []scale
	for _, c := range categories {
		shelf := shelves(c.Path)
		if shelf == nil {
			continue
		}
		for _, col := range shelf.Columns {
			if col.Aspect.Kind != catalog.Numeric {
				continue
			}
			k, ok := at[col.Aspect.Key]
			if !ok {
				k = len(out)
				at[col.Aspect.Key] = k
				out = append(out, scale{key: col.Aspect.Key})
			}
			in := scaleIn{path: c.Path, label: cmp.Or(col.Aspect.Label, col.Aspect.Key)}
			if col.Aspect.Key != catalog.KeyPrice && col.Aspect.Unit != "" {
				in.unit, in.measured = language.UnitNamed(col.Aspect.Unit)
			}
			in.learn(col)
			out[k].in = append(out[k].in, in)
		}
	}
	slices.SortFunc(out, func(a, b scale) int { return strings.Compare(a.key, b.key) })
	return out
}

// learn takes in the numbers of a column, which ascend.
func (in *scaleIn) learn(col *catalog.Column) {
	counts, total := col.Counts(), 0
	for _, n := range counts {
		total += n
	}
	share := 1
	if len(counts) > mostNumbers {
		share = (total + mostNumbers - 1) / mostNumbers
	}
	held := 0
	for code, v := range col.Values {
		if math.IsNaN(v.Number) || math.IsInf(v.Number, 0) {
			continue
		}
		held += counts[code]
		if held >= share || code == len(col.Values)-1 && held > 0 {
			in.numbers, in.counts, held = append(in.numbers, v.Number), append(in.counts, held), 0
		}
	}
}

const (
	// tolerance is how far a number may lie from the one that was said: it takes in 1024 GB for
	// 1 TB and 27.2 inches for 27, and keeps 15.6 and 16 inches apart.
	tolerance = 0.024 + 1e-9
	// snapping is how far the nearest number of a column may lie where none is within the tolerance: what is
	// 94 cm wide is rather 90 than 100.
	snapping = 0.08
	// nearTolerance is how far a number may lie from an approximate one, and nearPrice a price.
	nearTolerance, nearPrice = 0.1, 0.15
	// plausibleFactor is the factor within which a column's numbers make an amount plausible.
	plausibleFactor = 2
)

// placed is the aspect that an amount is about.
type placed struct {
	key         string
	in          *scaleIn
	factor      float64  // from the amount's number to the aspect's
	fit, around int      // products that have the number, and one within the plausible factor
	paths       []string // categories with a number within it
	top         float64  // the highest number
}

// within lists a scale's columns in a scope; nil is the whole shop.
func (s *scale) within(scope []string) []*scaleIn {
	var out []*scaleIn
	for i := range s.in {
		if within(s.in[i].path, scope) {
			out = append(out, &s.in[i])
		}
	}
	return out
}

// within reports whether a category lies in a scope; nil is the whole shop.
func within(path string, scope []string) bool {
	return len(scope) == 0 || slices.ContainsFunc(scope, func(s string) bool { return path == s || strings.HasPrefix(path, s+" > ") })
}

// fits counts the products of a scale in scope that an amount suits. ok is false where units differ.
func (s *scale) fits(a *language.Amount, scope []string) (p placed, ok bool) {
	p.key = s.key
	for _, in := range s.within(scope) {
		factor := 1.0
		switch {
		case a.Measured && in.measured:
			u, same := a.Unit.In(in.unit.Dimension)
			if !same {
				continue
			}
			factor = u.Factor / in.unit.Factor
		case a.Measured:
			continue
		}
		ok = true
		low, high := a.Low*factor*(1-tolerance), a.High*factor*(1+tolerance)
		fit, around := 0, 0
		if n := len(in.numbers); n > 0 {
			p.top = math.Max(p.top, in.numbers[n-1])
		}
		for i, n := range in.numbers {
			if n >= low && n <= high || a.Bound == language.Most && n <= high || a.Bound == language.Fewest && n >= low {
				fit += in.counts[i]
			}
			if n >= low/plausibleFactor && n <= high*plausibleFactor {
				around += in.counts[i]
			}
		}
		if p.in == nil || around > p.around {
			p.in, p.factor = in, factor
		}
		p.fit, p.around = p.fit+fit, p.around+around
		if around > 0 {
			p.paths = append(p.paths, in.path)
		}
	}
	return p, ok
}

// place finds the aspect that an amount is about: the one named beside it, the price where it is
// money, the one of its unit whose numbers suit best, or the one that the clerk asked about. A bare
// bound is a price where the shop has such prices.
func (r *Reader) place(a *language.Amount, of []string, scope []string, in *Context) (placed, bool) {
	find := func(a *language.Amount, accept func(s *scale) bool) (best placed, ok bool) {
		for i := range r.scales {
			s := &r.scales[i]
			if !accept(s) {
				continue
			}
			p, fits := s.fits(a, scope)
			if fits && (!ok || p.fit > best.fit || p.fit == best.fit && p.around > best.around) {
				best, ok = p, true
			}
		}
		return best, ok
	}
	is := func(keys ...string) func(s *scale) bool {
		return func(s *scale) bool { return slices.Contains(keys, s.key) }
	}
	bare := *a
	bare.Measured = false
	if a.Money || a.Currency != "" {
		return find(&bare, is(catalog.KeyPrice))
	}
	if len(of) > 0 {
		if p, ok := find(a, is(of...)); ok && p.around > 0 {
			return p, true
		}
	}
	if len(of) > 0 && a.Measured { // "16 GB of memory", where the catalogue writes 16
		p, ok := r.place(&bare, slices.DeleteFunc(slices.Clone(of), func(key string) bool { return r.measured(key, scope) }), scope, &Context{})
		if ok && slices.Contains(of, p.key) && p.fit >= leastExact {
			return p, true
		}
	}
	if a.Measured {
		p, ok := find(a, func(s *scale) bool { return s.key != catalog.KeyPrice })
		if !ok || p.around == 0 {
			return placed{}, false
		}
		return p, ok
	}
	if p, ok := find(a, is(in.Asked...)); ok && p.around > 0 {
		return p, true
	}
	if len(of) > 0 {
		return placed{}, false
	}
	if a.Bound == language.Exactly && !a.Ranged {
		return r.exactly(a, scope)
	}
	if p, ok := find(&bare, is(catalog.KeyPrice)); ok && (a.Bound != language.Fewest || p.fit > 0) && (p.around > 0 || a.Bound == language.Most && p.fit > 0 && a.High <= maxDear*p.top) {
		return p, true
	}
	p, ok := find(a, func(s *scale) bool { return s.key != catalog.KeyPrice }) // 3200 of no price is a speed
	return p, ok && p.around > 0
}

// measured reports whether an aspect has a unit somewhere in a scope.
func (r *Reader) measured(key string, scope []string) bool {
	return slices.ContainsFunc(r.scales, func(s scale) bool {
		return s.key == key && slices.ContainsFunc(s.within(scope), func(in *scaleIn) bool { return in.measured })
	})
}

// leastExact is how many products of a scope have a number that is said without more at least, and exactShare
// which share of those that have the aspect, mostExact how many categories a scope has at most.
const leastExact, exactShare, mostExact = 3, 0.01, 2

// exactly finds the aspect of which the most products in scope have just a bare number: the capacity of "64" and
// the speed of "6000". A price or a rating is none.
func (r *Reader) exactly(a *language.Amount, scope []string) (best placed, ok bool) {
	if len(scope) == 0 || len(scope) > mostExact {
		return placed{}, false
	}
	for i := range r.scales {
		s := &r.scales[i]
		if s.key == catalog.KeyPrice || s.key == catalog.KeyRating {
			continue
		}
		p := placed{key: s.key, factor: 1}
		all := 0
		for _, in := range s.within(scope) {
			for k, n := range in.numbers {
				all += in.counts[k]
				if n == a.High {
					p.fit += in.counts[k]
					p.in = in
				}
			}
		}
		p.around = p.fit
		if p.fit >= min(leastExact, (all+leastExact-1)/leastExact) && float64(p.fit) >= exactShare*float64(all) && p.fit > best.fit {
			best, ok = p, true
		}
	}
	return best, ok
}

// maxDear is how many times the highest price a bare number is that is still a limit of it.
const maxDear = 2

// interval returns the numbers of the aspect that an amount allows, and whether they are a limit.
func (p *placed) interval(a *language.Amount) (r *catalog.Range, hard bool) {
	low, high := a.Low*p.factor, a.High*p.factor
	switch {
	case a.Ranged:
		r = catalog.Between(low, high)
		r.Closed = true
		return r, true
	case a.Bound == language.Most:
		return catalog.AtMost(high), true
	case a.Bound == language.Fewest:
		return catalog.AtLeast(low), true
	case a.Bound == language.Nearly && p.key == catalog.KeyPrice:
		r = catalog.Between(low*(1-nearPrice), high*(1+nearPrice))
	case p.key == catalog.KeyPrice: // what somebody has to spend
		return catalog.AtMost(high), true
	case a.Bound == language.Nearly:
		r = catalog.Between(low*(1-nearTolerance), high*(1+nearTolerance))
	default:
		r = p.snap(a, low)
	}
	r.Closed = true
	return r, false
}

// snap returns the numbers that count as one that was said.
func (p *placed) snap(a *language.Amount, number float64) *catalog.Range {
	if p.in != nil && !a.Measured && slices.Contains(p.in.numbers, number) {
		return catalog.Between(number, number)
	}
	low, high := number*(1-tolerance), number*(1+tolerance)
	if p.fit == 0 && p.in != nil {
		near := slices.MinFunc(p.in.numbers, func(x, y float64) int { return cmp.Compare(math.Abs(x-number), math.Abs(y-number)) })
		if math.Abs(near-number) <= snapping*number {
			low, high = math.Min(low, near), math.Max(high, near)
		}
	}
	return catalog.Between(low, high)
}

// MeasuredBy lists the keys of numeric aspects in scope that a word of measure speaks of, the likeliest
// first: by the names that catalogues call it, else by its unit.
func (r *Reader) MeasuredBy(d *language.Dimension, scope []string) []string {
	var out []string
	add := func(key string) {
		if !slices.Contains(out, key) {
			out = append(out, key)
		}
	}
	switch d.Name {
	case "price":
		return []string{catalog.KeyPrice}
	case "rating":
		add(catalog.KeyRating)
	}
	for _, whole := range []bool{true, false} { // "length", then "cable length"
		for _, name := range d.Aspects {
			want := language.Key(language.Tokenize(name))
			for i := range r.scales {
				in := r.scales[i].within(scope)
				if len(in) == 0 || in[0].measured && in[0].unit.Dimension != d.Name && language.IsDimension(d.Name) { // persons are no height
					continue
				}
				called := language.Key(language.Tokenize(in[0].label))
				if called == want || r.scales[i].key == strings.ReplaceAll(name, " ", "_") || !whole && strings.HasSuffix(called, " "+want) {
					add(r.scales[i].key)
				}
			}
		}
	}
	if d.Name == "length" { // a depth is no height
		return out
	}
	for i := range r.scales {
		if in := r.scales[i].within(scope); len(in) > 0 && in[0].measured && in[0].unit.Dimension == d.Name {
			add(r.scales[i].key)
		}
	}
	return out
}

// AspectCalled returns the key of the aspect in scope that catalogues call by a name, "" for none.
func (r *Reader) AspectCalled(name string, scope []string) string {
	want := language.Key(language.Tokenize(name))
	for _, a := range r.aliases {
		if a.Value == "" && language.Key(language.Tokenize(a.Words[0])) == want {
			return a.Aspect
		}
	}
	for i := range r.categories {
		if !within(r.categories[i].Path, scope) {
			continue
		}
		for _, a := range r.categories[i].Aspects {
			if language.Key(language.Tokenize(cmp.Or(a.Label, a.Key))) == want {
				return a.Key
			}
		}
	}
	return ""
}
