package understand

import (
	"cmp"
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/words"
)

// Asked is what a clause asks, or says, about products: which of them, what of them.
type Asked struct {
	Places []int // on the page, from 1, in the order said; −1 is the last
	Those  bool  // all that are shown: "these", "them", "welche davon"
	That   bool  // the one spoken of: "it", "this one"
	// Aspects are keys of aspects that were named or that a word of measure speaks of,
	// the likeliest first.
	Aspects []string
	// Condition is a value, or the yes of a flag, that was named; nil for none.
	Condition *catalog.Condition
	Value     string // what the condition is called
	Measure   *language.Measured
	Measures  string   // the words of Measure: "lightest"
	Up, Down  bool     // "highest first", "low to high": the order that was said
	Last      bool     // what Measure says comes last: "dearest at the bottom"
	Words     string   // what else was asked about, in the shopper's words
	Scope     []string // categories named, as paths, sorted
	Unnamed   bool     // it asks about an aspect that the scope does not have: "how long does it last"
}

// inquiry is a clause while [Vocabulary.Asked] reads it.
type inquiry struct {
	*reader
	out   Asked
	used  []bool          // by token: it has been understood
	about []bool          // by token: it asks about an aspect by a name of its own
	keys  map[string]bool // of out.Aspects
	left  []string        // what else was asked about
}

// Asked reads a clause that is a question, or an instruction about what is shown. It is
// pure, like [Vocabulary.Understand].
func (v *Vocabulary) Asked(clause string, in Context) Asked {
	r := v.newReader(language.Head(clause), in)
	r.scope = r.needScope
	q := &inquiry{reader: r, used: make([]bool, len(r.toks)), keys: map[string]bool{}}
	out := &q.out
	q.places()
	r.segs = r.segment(r.live)
	q.readOrder()
	q.readSpan()
	var names []string
	names, q.about = r.lang.AsksAbout(r.toks)
	q.readMeasure()
	for i := range r.toks { // "you choose" says nothing of products
		if next, role := r.lang.Longest(r.toks, i, language.RolesOf(language.Prefer)); role != language.None {
			q.use(i, next)
		}
	}
	measured := q.readAspects(names)
	for i := range r.segs {
		q.readSegment(i)
	}
	// "the best response time" is of no rating, nor "the lowest refresh rate" of a length
	if m := out.Measure; m != nil && (m.Name == "rating" || m.Name == "length" && r.lang.Anywhere(language.Tokenize(out.Measures), language.Ascending)) && len(out.Aspects) > measured {
		if k := r.v.aspectNamed(out.Aspects[measured]); k >= 0 && r.v.aspects[k].within(r.scope) && r.v.aspects[k].first(r.scope).kind == catalog.Numeric { // and "customer rating" is
			out.Aspects = out.Aspects[measured:]
		}
	}
	out.Words = strings.Join(q.left, " ")
	slices.Sort(out.Scope)
	return *out
}

// use marks tokens as understood.
func (q *inquiry) use(from, to int) {
	for k := from; k < to; k++ {
		q.used[k] = true
	}
}

// add adds aspects, each once.
func (q *inquiry) add(keys ...string) {
	for _, key := range keys {
		if !q.keys[key] {
			q.keys[key] = true
			q.out.Aspects = append(q.out.Aspects, key)
		}
	}
}

// readOrder reads which end of an order comes first.
func (q *inquiry) readOrder() {
	for i := range q.toks {
		if q.used[i] {
			continue
		}
		next, role := q.lang.Longest(q.toks, i, directions)
		m, to := q.lang.MeasureAt(q.toks, i)
		if to > next {
			continue // the "most" of "most compact"
		}
		q.out.Down = q.out.Down || role == language.Ascending
		q.out.Up = q.out.Up || role == language.Descending
		q.out.Last = q.out.Last || role == language.Bottom
		if to > i && m.Degree == language.Superlative {
			continue // "biggest first" says what is big too
		}
		if role != language.None {
			q.use(i, next) // the "high" of "low to high"
		}
	}
}

// readSpan reads an order by both its ends: "cheapest to dearest", "from light to heavy".
func (q *inquiry) readSpan() {
	for i := range q.toks {
		a, to := q.lang.MeasureAt(q.toks, i)
		if to == i || q.used[i] || !q.lang.Has(q.toks, to, language.To) {
			continue
		}
		for to++; q.lang.Has(q.toks, to, language.Filler); to++ { // "to the dearest"
		}
		if b, next := q.lang.MeasureAt(q.toks, to); next > to && b.Name == a.Name && b.Down != a.Down {
			q.out.Down, q.out.Up, q.out.Last = a.Down, b.Down, false
			q.out.Measure, q.out.Measures = &a, q.message[q.toks[i].Start:q.toks[next-1].End]
			q.use(i, next)
			return
		}
	}
}

// readMeasure reads the word of measure of the highest degree.
func (q *inquiry) readMeasure() {
	out := &q.out
	for i := 0; i < len(q.toks); i++ {
		if q.about[i] {
			continue // "how long does it last" asks for no length
		}
		if len(q.byRoots(i, q.live)) > 0 {
			i++ // the "height" of "height adjustable"
			continue
		}
		if m, next := q.lang.MeasureAt(q.toks, i); next > i && !q.used[i] && (out.Measure == nil || m.Degree > out.Measure.Degree) {
			out.Measure, out.Measures = &m, q.message[q.toks[i].Start:q.toks[next-1].End]
			q.use(i, next)
			i = next - 1
		}
	}
}

// readAspects reads the aspects that a word of measure, a name or a unit speaks of, and
// returns how many are the measure's.
func (q *inquiry) readAspects(names []string) (measured int) {
	if m := q.out.Measure; m != nil {
		q.add(q.v.dimensionAspects(m.Dimension, q.scope)...)
		if m.Degree == language.Positive {
			names = nil // "how much does it weigh"
		}
	}
	measured = len(q.out.Aspects)
	for _, name := range names {
		q.add(q.v.called(name, q.scope)...)
	}
	for i := range q.toks {
		if u, ok := language.KnownUnit(q.toks[i].Stem); ok && !q.used[i] && len(q.toks[i].Stem) > 1 && !q.lang.Knows(q.toks[i].Form) && (i == 0 || q.toks[i-1].Kind != language.Number) {
			q.add(q.v.dimensionAspects(&language.Dimension{Name: u.Dimension}, q.scope)...) // "how many litres does it hold"
		}
	}
	q.out.Unnamed = len(names) > 0 && len(q.out.Aspects) == 0 // what no aspect tells may stand in a text
	return measured
}

// readSegment reads a category, a value, an aspect or what else is asked about.
func (q *inquiry) readSegment(i int) {
	s := &q.segs[i]
	if q.used[s.from] || s.mark || s.amount != nil && len(s.refs) == 0 {
		if s.amount != nil && !q.used[s.from] && !s.amount.Bare() {
			q.left = append(q.left, q.text(i, i+1))
		}
		return
	}
	labels, values, category := q.labelAspects(i), []candidateValue(nil), q.isCategory(i)
	if s.open() && !category {
		values = q.candidates(i)
	}
	switch {
	case category:
		q.addScope(s)
	case q.about[s.from] && len(labels) == 0: // is told by a name
	case q.out.Unnamed && len(values) > 0 && !values[0].flag:
		q.left = append(q.left, q.text(i, i+1))
	case len(values) > 0 && (len(labels) == 0 || values[0].flag):
		q.addCondition(&values[0])
		q.left = append(q.left, q.text(i, i+1))
	case len(labels) > 0:
		for _, a := range labels {
			q.add(q.v.aspects[a].key)
		}
	case q.asking(i):
	case s.role == language.None || s.role == link && len(q.left) > 0:
		q.left = append(q.left, q.text(i, i+1))
	case s.role == money:
		q.add(catalog.KeyPrice)
	case s.role == language.Stocked:
		q.add(catalog.KeyStock)
	}
}

// addScope adds the categories that a segment names.
func (q *inquiry) addScope(s *segment) {
	for _, m := range s.refs {
		if e := &q.v.entries[m.entry]; e.kind == aCategory {
			for _, t := range e.in {
				if path := q.v.categories[t.category].path; !slices.Contains(q.out.Scope, path) {
					q.out.Scope = append(q.out.Scope, path)
				}
			}
		}
	}
}

// addCondition takes a value into the condition: the first that is named, and others of
// its aspect. Of another aspect the value is left to the words.
func (q *inquiry) addCondition(c *candidateValue) {
	out, key := &q.out, q.v.aspects[c.aspect].key
	switch {
	case out.Condition == nil:
		out.Condition = &catalog.Condition{Key: key, Values: slices.Clone(c.values)}
		out.Value = c.called(words.English)
	case out.Condition.Key == key:
		out.Condition.Values = append(out.Condition.Values, c.values...)
	}
	q.add(key)
}

// asking reports whether a segment only opens a question: "whats".
func (r *reader) asking(i int) bool {
	s := &r.segs[i]
	next, role := r.lang.Longest(r.toks, s.from, language.RolesOf(language.Ask))
	return role != language.None && next == s.to && len(s.refs) == 0
}

// directions are the roles of words that say which end of an order comes first.
var directions = language.RolesOf(language.Ascending, language.Descending, language.Bottom)

// newReader prepares a message for reading.
func (v *Vocabulary) newReader(message string, in Context) *reader {
	if in.Language == nil {
		in.Language = words.English
	}
	r := &reader{v: v, in: in, message: message, toks: unquoted(language.Tokenize(message)), lang: in.Tongue}
	if r.lang == nil {
		r.lang = language.Detect(r.toks, language.Of(in.Language.Code()))
	}
	r.toks = r.lang.Unstick(message, r.toks)
	r.lang.Standard(r.toks)
	r.chunks = language.Chunks(r.toks)
	r.decompound()
	if !in.Query { // retrieval corrects what it looks for by what the products have
		r.spell()
	}
	r.needScope = r.standingScope()
	return r
}

// mostPlaces is how many products a page can show that words can point at.
const mostPlaces = 20

// dimensionAspects are the keys of the scope's numeric aspects that a word of measure
// speaks of, the likeliest first: those that go by its names, then those whose unit has
// its dimension; "size" is what the category is measured by.
func (v *Vocabulary) dimensionAspects(d *language.Dimension, scope []bool) []string {
	switch d.Name {
	case "price":
		return []string{catalog.KeyPrice}
	case "rating":
		return []string{catalog.KeyRating}
	}
	type scored struct {
		key   string
		score float64
	}
	var out []scored
	for k := range v.aspects {
		a := &v.aspects[k]
		if !a.within(scope) || a.key == catalog.KeyPrice || a.key == catalog.KeyRating {
			continue
		}
		in := a.first(scope)
		if in.kind != catalog.Numeric {
			continue
		}
		s := 0.0
		for n, name := range d.Aspects {
			label, key := language.Fold(in.label), strings.ReplaceAll(a.key, "_", " ")
			weight := 1 - float64(n)/float64(len(d.Aspects)+1)
			switch {
			case label == name || key == name:
				s = max(s, 2+weight)
			case hasWords(label, name) || hasWords(key, name):
				s = max(s, 1+weight)
			}
		}
		generic := a.key == "specification" // an aspect that only its unit tells apart
		switch {
		case !in.measured:
			if generic {
				s = min(s, 0.5)
			}
		case in.unit.Dimension == d.Name, d.Name == "size" && sizes[in.unit.Dimension], d.Name == "speed" && speeds[in.unit.Dimension]:
			s += 2
		case generic:
			s = 0
		}
		if s <= 0 {
			continue
		}
		total := 0
		for i := range a.in {
			if scope == nil || scope[a.in[i].category] {
				for _, n := range a.in[i].counts {
					total += n
				}
			}
		}
		out = append(out, scored{a.key, s + float64(total)*1e-7})
	}
	slices.SortFunc(out, func(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.key, b.key)) })
	keys := make([]string, len(out))
	for i := range out {
		keys[i] = out[i].key
	}
	return keys
}

// called are the keys of the scope's aspects that go by a name.
func (v *Vocabulary) called(name string, scope []bool) []string {
	var out []string
	for k := range v.aspects {
		a := &v.aspects[k]
		if a.within(scope) && (hasWords(language.Fold(a.first(scope).label), name) || strings.ReplaceAll(a.key, "_", " ") == name) {
			out = append(out, a.key)
		}
	}
	slices.Sort(out)
	return out
}

// sizes and speeds are the dimensions that "big" and "fast" can mean.
var (
	sizes  = map[string]bool{"length": true, "volume": true, "storage": true, "persons": true, "area": true, "the unit person": true, "mass": true, "the unit piece": true}
	speeds = map[string]bool{"frequency": true, "data rate": true, "rotation": true, "transfers": true, "pages": true}
)

// hasWords reports whether a text has all words of a name, as whole words.
func hasWords(text, name string) bool {
	fields := strings.Fields(text)
	for _, w := range strings.Fields(name) {
		if !slices.Contains(fields, w) {
			return false
		}
	}
	return true
}

// SaysMoney reports whether a text speaks of a price or a budget.
func SaysMoney(text string, l *language.Language) bool {
	return l.Anywhere(language.Tokenize(text), language.Money, language.Budget)
}

// Asks reports whether a text begins like a question.
func Asks(text string, l *language.Language) bool {
	toks := language.Tokenize(text)
	for i := range toks {
		if toks[i].Kind == language.Mark || toks[i].Form == "and" || toks[i].Form == "und" {
			continue
		}
		return l.Has(toks, i, language.Ask)
	}
	return false
}

// Chooses reports whether a text asks between things: "wired or wireless?".
func Chooses(text string, l *language.Language) bool {
	return l.Anywhere(language.Tokenize(text), language.Or)
}

// Lessens reports whether a text has a word of measure right behind a negation: "not that
// tall", but "no, bigger".
func Lessens(text string, l *language.Language) bool {
	toks := language.Tokenize(text)
	for i := range toks {
		k, role := l.Longest(toks, i, language.RolesOf(language.Negate))
		if role == language.None {
			continue
		}
		for next, role := l.Longest(toks, k, language.RolesOf(filler)); role != language.None; next, role = l.Longest(toks, k, language.RolesOf(filler)) {
			k = next
		}
		if m, next := l.MeasureAt(toks, k); next > k && m.Degree == language.Positive {
			return true
		}
	}
	return false
}

// EndsWith reports whether the last word of a value is one of a text's, which may be in
// another language.
func EndsWith(value, text string, l *language.Language) bool {
	toks := language.Tokenize(value)
	if len(toks) < 2 || toks[len(toks)-1].Kind != language.Word {
		return false
	}
	last := toks[len(toks)-1].Stem
	return slices.ContainsFunc(language.Tokenize(text), func(t language.Token) bool {
		return t.Kind == language.Word && (t.Stem == last || slices.Contains(l.English(t.Form), last))
	})
}

// Waives reports whether a text says of something that it does not matter, anywhere.
func Waives(text string, l *language.Language) bool {
	return l.Anywhere(language.Tokenize(text), language.Forget, needless)
}

// Forgets reports whether a text begins by saying that something no longer matters.
func Forgets(text string, l *language.Language) bool {
	toks := language.Tokenize(text)
	for i := 0; i < len(toks); {
		next, role := l.Longest(toks, i, language.RolesOf(language.Forget, language.Correct, language.Filler))
		if role == language.Forget || role == language.None && toks[i].Kind != language.Mark {
			return role == language.Forget
		}
		i = max(next, i+1) // "actually, forget …"
	}
	return false
}
