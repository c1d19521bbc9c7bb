package understand

import (
	"math"
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

const (
	// tolerance is how far a number may lie from the one that was asked for.
	// It takes in 1024 GB for 1 TB and 27.2 inches for 27, and keeps 15.6 and
	// 16 inches apart.
	tolerance = 0.024 + 1e-9
	// aboutTolerance is the same for "about 100".
	aboutTolerance = 0.15
	// wholeInches is from how many on people leave the fraction of an inch out, of
	// which the largest is this.
	wholeInches, fraction = 10, 0.9
	// plausibleFactor is the factor within which an aspect's numbers make an amount
	// plausible for it.
	plausibleFactor = 2
)

// placeAmounts turns amounts into conditions about prices and Numeric aspects.
// One that fits none is left to retrieval with its unit.
func (r *reader) placeAmounts() {
	r.amend()
	for i := range r.segs {
		s := &r.segs[i]
		if s.amount == nil || s.as != undecided {
			continue
		}
		r.unite(i)
		r.follow(i)
		r.carries(i)
		a := s.amount
		switch {
		case a.Negative:
			s.as = Moot
			r.notes = append(r.notes, r.in.Language.T("reply.below-zero", "Said", r.text(i, i+1)))
		case r.otherThan(i):
			s.as = Moot
		case a.Money || a.Currency != "":
			r.placePrice(i)
		case r.in.Revising && a.Bare() && !r.labelledNumber(i) && r.placeRevised(i):
		case a.Bound == language.Exactly && len(r.candidates(i)) > 0 && (!a.Bare() || r.labelled(i)):
			s.amount = nil // a text value such as "16 GB": placeValues reads it
		case r.placeByWord(i):
		case r.placePersons(i):
		case r.placeMeasure(i), r.placeSize(i), r.placeUnitless(i):
		case r.writtenOut(i):
			s.amount = nil
		case !a.Measured && !a.Bare() && r.impliesPrice(i):
			r.placePrice(i)
		case !a.Measured && !a.Bare() && r.placeLikely(i):
		default:
			s.as = r.leftOver(i)
		}
	}
}

// placeByWord places an amount by the word of measure among its own: "thicker than 6",
// "6000 or faster".
func (r *reader) placeByWord(i int) bool {
	s := &r.segs[i]
	for k := s.from; k < s.to; k++ {
		m, next := r.lang.MeasureAt(r.toks, k)
		if next == k || m.Degree != language.Comparative || m.Name == "price" || m.Name == "rating" {
			continue
		}
		for _, key := range r.v.dimensionAspects(m.Dimension, r.scope) {
			if a := r.v.aspectNamed(key); a >= 0 {
				if fit, ok := r.measure(int32(a), s.amount, true); ok && (s.amount.Measured || fit.around > 0) {
					r.placeMeasured(i, fit, r.scope == nil)
					return true
				}
			}
		}
	}
	return false
}

// aspectNamed returns the aspect of a key, −1 for none.
func (v *Vocabulary) aspectNamed(key string) int {
	return slices.IndexFunc(v.aspects, func(a aspect) bool { return a.key == key })
}

// labelledNumber reports whether the name of a number's aspect stands beside segment i.
func (r *reader) labelledNumber(i int) bool {
	label, _ := r.numberLabel(i)
	return label >= 0
}

// impliesPrice reports whether an amount without unit or currency is a price. It
// is unless it counts something ("at least 3 ports"), continues a model's name
// ("iphone 12 to 14") or is a range in which nothing in scope costs.
func (r *reader) impliesPrice(i int) bool {
	a := r.segs[i].amount
	for next := i + 1; next < len(r.segs) && next <= i+2 && r.segs[next].open() && r.segs[next].amount == nil && !r.isCategory(next); next++ {
		if t := &r.toks[r.segs[next].to-1]; t.Kind == language.Word && t.Form != t.Stem && !t.Corrected {
			return false // "more than 4 lan ports"
		}
	}
	if !a.Ranged {
		if total := r.costLess(math.Inf(1)); a.Bound == language.Fewest && total > 0 && r.costLess(a.Low) == total {
			return false // nothing costs that much
		}
		return true
	}
	if i > 0 && r.segs[i-1].open() && r.foreign(i-1, r.scope) {
		return false
	}
	return r.costLess(math.Inf(1)) == 0 || r.costLess(math.Nextafter(a.High, math.Inf(1))) > r.costLess(a.Low)
}

// costLess counts the products in scope that cost less than limit.
func (r *reader) costLess(limit float64) int {
	n := 0
	for _, in := range r.price() {
		for k, f := range in.numbers {
			if f < limit {
				n += in.counts[k]
			}
		}
	}
	return n
}

// price returns the price aspect in the categories of the scope.
func (r *reader) price() []aspectIn {
	if k := r.v.aspectNamed(catalog.KeyPrice); k >= 0 {
		return r.v.aspects[k].inScope(r.scope)
	}
	return nil
}

func (a *aspect) inScope(scope []bool) []aspectIn {
	if scope == nil {
		return a.in
	}
	var out []aspectIn
	for _, in := range a.in {
		if scope[in.category] {
			out = append(out, in)
		}
	}
	return out
}

// placePrice makes an amount a condition on the price: a limit when a bound was
// said, a wish for about that much otherwise.
func (r *reader) placePrice(i int) {
	a, w := r.segs[i].amount, r.in.Language
	a.Strict = false // nobody means to leave out the price that is round
	if a.Bound == language.Exactly && !a.Ranged {
		a.Bound = language.Nearly
	}
	currency := r.in.Currency
	if currency == "" {
		currency = a.Currency
	} else if a.Currency != "" && a.Currency != currency && (a.Currency != "USD" || !dollars[currency]) {
		r.notes = append(r.notes, w.T("reply.currency", "Currency", currency,
			"Said", priceText(w, a.High, a.Currency), "Read", priceText(w, a.High, currency)))
	}
	r.rangeChange(i, catalog.KeyPrice, a, 1, "", amountText(w, a, "amount.up-to", "amount.from", func(f float64) string { return priceText(w, f, currency) }))
}

// dollars lists the currencies that shoppers also write "$".
var dollars = map[string]bool{"CAD": true, "AUD": true, "NZD": true, "SGD": true, "HKD": true, "MXN": true}

// priceText spells a price: "€50", "€49.90", "50 SEK".
func priceText(w *words.Language, f float64, currency string) string {
	if f != math.Trunc(f) {
		return w.Money(w.Fixed(f, 2), currency)
	}
	return w.Money(w.Measure(f), currency)
}

// rangeChange makes an amount, said in a unit and times factor in the aspect's, a
// condition on a key.
func (r *reader) rangeChange(i int, key string, a *language.Amount, factor float64, unit, text string) {
	rng, hard := interval(a, factor)
	figure := figureOf(a, unit)
	op := search.AddWish
	if hard {
		op = search.AddLimit
	}
	for d := range r.drafts {
		o := &r.drafts[d].change
		if o.Op == op && o.Condition != nil && o.Condition.Key == key && o.Condition.Range != nil {
			if op == search.AddLimit && r.segs[i].further {
				o.Condition.Range, o.Text = rng, text // "under 100, or 120"
			} else if op == search.AddWish && figure != nil && r.alternative(i, d) {
				r.widen(&r.drafts[d], rng, text) // "16 GB or 32 GB"
			} else if narrowed := narrow(o.Condition.Range, rng); narrowed != nil && o.Text == text {
				o.Condition.Range = narrowed // said twice
			} else if narrowed != nil {
				o.Condition.Range, o.Figure = narrowed, nil // "over 20 and under 50"
				o.Text += r.in.Language.T("language.comma") + strings.TrimPrefix(text, r.labelPrefix(key))
			} else {
				o.Condition.Range, o.Figure, o.Text = rng, figure, text
			}
			r.place(i, d)
			return
		}
	}
	r.add(i, search.Change{Op: op, Text: text, Figure: figure, Condition: &catalog.Condition{Key: key, Range: rng}}, orderRest+r.segs[i].from)
}

// figureOf is the one number that an amount names, nil for a bound or a range. The unit
// is the one that was said, "" where none was.
func figureOf(a *language.Amount, unit string) *search.Figure {
	if a.Ranged || a.Bound == language.Most || a.Bound == language.Fewest {
		return nil
	}
	return &search.Figure{Number: a.Low, Unit: unit}
}

// narrow returns what two ranges share, nil when that is nothing.
func narrow(a, b *catalog.Range) *catalog.Range {
	low, high := a.Bounds()
	l, h := b.Bounds()
	out := catalog.Between(math.Max(low, l), math.Min(high, h))
	if low, high := out.Bounds(); low > high {
		return nil
	}
	out.Closed = out.High != nil
	return out
}

// interval returns the numbers that an amount allows, in units of factor, and
// whether the shopper drew a line.
func interval(a *language.Amount, factor float64) (r *catalog.Range, hard bool) {
	low, high := a.Low*factor, a.High*factor
	switch {
	case a.Ranged:
		r = catalog.Between(low, high)
		r.Closed = true
		return r, true
	case a.Bound == language.Most && a.Strict:
		return catalog.Between(math.Inf(-1), high), true
	case a.Bound == language.Fewest && a.Strict:
		return catalog.Between(math.Nextafter(low, math.Inf(1)), math.Inf(1)), true
	case a.Bound == language.Most:
		return catalog.AtMost(high), true
	case a.Bound == language.Fewest:
		return catalog.AtLeast(low), true
	case a.Bound == language.Nearly:
		r = catalog.Between(low*(1-aboutTolerance), high*(1+aboutTolerance))
	default:
		r = catalog.Between(countsAs(a, factor))
	}
	r.Closed = true
	return r, false
}

// countsAs returns the numbers, times factor, that still count as an amount's. Of whole inches
// people leave the fraction out: a 15 inch notebook has 15.6.
func countsAs(a *language.Amount, factor float64) (least, most float64) {
	least, most = a.Low*factor*(1-tolerance), a.High*factor*(1+tolerance)
	if a.Measured && a.Unit.Name == "in" && a.High == math.Trunc(a.High) && a.High >= wholeInches {
		most = math.Max(most, (a.High+fraction)*factor)
	}
	return least, most
}

// amountText spells an amount for its chip, with the ids of what is said of bounds.
func amountText(w *words.Language, a *language.Amount, under, over string, spell func(float64) string) string {
	switch {
	case a.Ranged:
		return w.T("amount.span", "Low", spell(a.Low), "High", spell(a.High))
	case a.Bound == language.Most:
		return w.T(under, "High", spell(a.High))
	case a.Bound == language.Fewest:
		return w.T(over, "Low", spell(a.Low))
	case a.Bound == language.Nearly:
		return w.T("amount.about", "Number", spell(a.Low))
	}
	return spell(a.Low)
}

// measureOf is an aspect that an amount may be about.
type measureOf struct {
	aspect int32
	in     *aspectIn
	factor float64 // from the amount's number to the aspect's
	fit    int     // products whose number is the amount's
	around int     // products whose number is within a factor near of it
}

// placeMeasure makes an amount a condition on a Numeric aspect: the one named
// beside it, or the one of its dimension whose numbers fit best. It reports
// whether there was one.
func (r *reader) placeMeasure(i int) bool {
	s, a := &r.segs[i], r.segs[i].amount
	label, named := r.numberLabel(i)
	if label < 0 && !a.Measured {
		return false
	}
	best, second := r.likeliest(a, func(k int32) bool {
		return (label < 0 || named[k]) && (s.amends == 0 || s.amends-1 == k)
	}, label >= 0)
	if best.aspect < 0 {
		return false
	}
	bound := r.boundBehind(i, label)
	if r.v.aspects[best.aspect].key == catalog.KeyPrice {
		r.placePrice(i)
		r.place(label, r.segs[i].draft)
		return true
	}
	guess := label < 0 && (r.scope == nil || float64(second.fit) >= closeShare*float64(best.fit) && second.around > 0)
	r.segs[i].keep = guess
	r.placeMeasured(i, best, guess)
	if label >= 0 {
		r.place(label, r.segs[i].draft)
	}
	for k := range bound {
		r.place(label+1+k, r.segs[i].draft)
	}
	return true
}

// likeliest are the aspect of those allowed that an amount fits best, and the next best; its
// aspect is −1 where there is none. Where it is named, an aspect need have no such number.
func (r *reader) likeliest(a *language.Amount, allowed func(k int32) bool, named bool) (best, second measureOf) {
	better := func(a, b measureOf) bool { return a.fit > b.fit || a.fit == b.fit && a.around > b.around }
	best.aspect = -1
	for k := range int32(len(r.v.aspects)) {
		m, ok := measureOf{}, allowed(k)
		if ok {
			m, ok = r.measure(k, a, named)
		}
		switch {
		case !ok || !named && m.around == 0:
		case best.aspect < 0 || better(m, best):
			best, second = m, best
		case better(m, second):
			second = m
		}
	}
	return best, second
}

// boundBehind reads into the amount at segment i what stands behind the name of what is
// counted, "8 cores at least", and returns how many segments say it.
func (r *reader) boundBehind(i, label int) (segments int) {
	if label <= i {
		return 0
	}
	p := language.Amounts{Language: r.lang, Toks: r.toks, Chunks: r.chunks}
	for to := p.Tail(r.segs[label].to, r.segs[i].amount); label+1+segments < len(r.segs) && r.segs[label+1+segments].to <= to; {
		segments++
	}
	return segments
}

// placeMeasured adds the condition. A guess never becomes a limit: what may be
// about another aspect must not filter.
func (r *reader) placeMeasured(i int, m measureOf, guess bool) {
	a, w := *r.segs[i].amount, r.in.Language
	key := r.v.aspects[m.aspect].key
	unit, said := m.in.unit.Name, ""
	if a.Measured {
		unit, said = a.Unit.Name, a.Unit.Name
	}
	under, over := "amount.at-most", "amount.at-least"
	if a.Strict = a.Strict && m.in.counted(); a.Strict {
		under, over = "amount.under", "amount.over"
	}
	text := r.labelPrefix(key) + amountText(w, &a, under, over, func(f float64) string {
		if unit == "" {
			return w.Measure(f)
		}
		return w.T("amount.unit", "Number", w.Measure(f), "Unit", unit)
	})
	rng, hard := interval(&a, m.factor)
	if hard && guess {
		r.add(i, search.Change{Op: search.AddWish, Text: text, Condition: &catalog.Condition{Key: key, Range: rng}}, orderRest+r.segs[i].from)
		return
	}
	r.rangeChange(i, key, &a, m.factor, said, text)
}

// counted reports whether the aspect's numbers are of things that are counted, so that fewer
// than 8 are at most 7. Of what is measured nobody means to leave out the bound.
func (in *aspectIn) counted() bool {
	physical := in.measured && in.unit.Dimension != "persons" && !strings.HasPrefix(in.unit.Dimension, "the unit ")
	return !physical && !slices.ContainsFunc(in.numbers, func(f float64) bool { return f != math.Trunc(f) })
}

// labelPrefix is what the chip of an aspect's number begins with.
func (r *reader) labelPrefix(key string) string {
	if k := r.v.aspectNamed(key); k >= 0 && key != catalog.KeyPrice {
		return r.v.aspects[k].first(r.scope).label + ": "
	}
	return ""
}

// numberLabel finds the name of Numeric aspects beside the amount at segment i:
// "refresh rate of 144", "8 cores". label is -1 when there is none.
func (r *reader) numberLabel(i int) (label int, named map[int32]bool) {
	before := i - 1
	for before >= 0 && (r.segs[before].role == filler || r.segs[before].role == link || r.segs[before].mark && strings.ContainsAny(r.toks[r.segs[before].from].Form, ":=")) {
		before--
	}
	after := i + 1
	if after < len(r.segs) && r.toks[r.segs[after].from].Form == "of" { // "32 GB of memory"
		after++
	}
	for _, l := range []int{before, after} {
		if l < 0 || l >= len(r.segs) || !r.segs[l].open() || r.segs[l].amount != nil || r.segs[l].negated {
			continue
		}
		named = map[int32]bool{}
		for _, a := range r.labelAspectsOf(l, func(a int32) bool {
			m, ok := r.measure(a, r.segs[i].amount, true)
			return ok && m.around > 0
		}) {
			named[a] = true
		}
		if len(named) > 0 || r.measuredBy(l, r.segs[i].amount, named) {
			return l, named
		}
	}
	return -1, nil
}

// measuredBy adds the aspect that a word of measure at segment l says an amount is of:
// "300 mm long". It reports whether there is one.
func (r *reader) measuredBy(l int, a *language.Amount, named map[int32]bool) bool {
	m, next := r.lang.MeasureAt(r.toks, r.segs[l].from)
	if next != r.segs[l].to || m.Degree != language.Positive {
		return false
	}
	for _, key := range r.v.dimensionAspects(m.Dimension, r.scope) {
		k := r.v.aspectNamed(key)
		if k < 0 {
			continue // "5 stars" where nothing is rated
		}
		if fit, ok := r.measure(int32(k), a, true); ok && fit.around > 0 {
			named[int32(k)] = true
			return true
		}
	}
	return false
}

// measure tells how well an amount fits an aspect in the scope. An amount
// without a unit is taken in the aspect's own; one with a unit needs an aspect of
// its dimension, or a named one that has no unit and numbers like it.
func (r *reader) measure(k int32, a *language.Amount, named bool) (m measureOf, ok bool) {
	ins := r.v.aspects[k].in
	m = measureOf{aspect: k, factor: 1}
	for n := range ins {
		in := &ins[n]
		if in.kind != catalog.Numeric || r.scope != nil && !r.scope[in.category] {
			continue
		}
		factor := 1.0
		switch {
		case a.Measured && in.measured && in.unit.Dimension == a.Unit.Dimension:
			factor = a.Unit.Factor / in.unit.Factor
		case a.Measured && (in.measured || !named || !in.spans(a)):
			continue
		}
		if m.in == nil {
			m.in, m.factor, ok = in, factor, true
		} else if factor != m.factor {
			continue // the key has another unit elsewhere: one condition cannot say both
		}
		low, high := a.Low*factor, a.High*factor
		least, most := countsAs(a, factor)
		for j, f := range in.numbers {
			if f >= least && f <= most {
				m.fit += in.counts[j]
			}
			if f >= low/plausibleFactor && f <= high*plausibleFactor {
				m.around += in.counts[j]
			}
		}
	}
	return m, ok
}

// spans reports whether the aspect has numbers near an amount's.
func (in *aspectIn) spans(a *language.Amount) bool {
	return slices.ContainsFunc(in.numbers, func(f float64) bool { return f >= a.Low/plausibleFactor && f <= a.High*plausibleFactor })
}
