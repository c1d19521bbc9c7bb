package understand

import (
	"slices"

	"shopclerk/agent/language"
)

// leftOver says what becomes of a segment that nothing else wanted: everyday words carry
// nothing, words that the catalogue has are searched for, those that it has not are told.
func (r *reader) leftOver(i int) As {
	s := &r.segs[i]
	if s.negated {
		return r.unwanted(i)
	}
	if s.from > 0 && r.lang.Pointers.Relative[r.toks[s.from-1].Form] && r.placeByForm(i) {
		return Placed
	}
	if r.age(i) {
		if s.as == Placed {
			return Placed
		}
		return Moot
	}
	if r.sized(i) {
		return Refused
	}
	if r.somebody(i) || r.counts(i) || r.small(i) && (r.alone(i) || r.in.Sorting || r.idle(i)) || r.howMany(i) || r.namesBeside(i) || r.in.Sorting && (r.isLabel(i) || r.measures(i)) {
		return Moot
	}
	if spaced, ok := r.crossed(i); ok {
		s.english = spaced
		return Word
	}
	known := r.v.known == nil || len(s.refs) > 0 || r.in.Query            // whose words retrieval corrects
	if c := r.chunks[s.from]; c.Digits && c.Letters && c.To-c.From == 2 { // "ps4", and not "77zz"
		known = known || len(r.drafts) > 0 || r.v.known(language.Fold(r.message[r.toks[c.From].Start:r.toks[c.To-1].End]))
		if !known && r.model(i) {
			s.english, known = r.toks[c.From].Form+" "+r.toks[c.From+1].Form, true
		}
	} else {
		for k := s.from; k < s.to && !known; k++ {
			known = r.v.known(r.toks[k].Form) || r.v.known(r.toks[k].Stem)
		}
	}
	if to, role := r.lang.Longest(r.toks, s.from, language.RolesOf(language.Correct)); role != none && to >= s.to && len(s.refs) == 0 {
		return Filler // "amd instead"
	}
	switch {
	case r.everyday(i) && !r.beside(i) && !r.looks(i):
		return Filler
	case known && !r.foreignForm(i):
		return Word
	}
	if s.to == s.from+1 && r.inEnglish(i) {
		return Word
	}
	if r.placeByForm(i) {
		return Placed
	}
	for k := s.from; k < s.to && r.v.spell != nil; k++ {
		if _, meant := r.v.spell(r.toks[k].Form); meant && len(r.toks[k].Form) > language.ShortWord {
			return Word // as retrieval corrects it
		}
	}
	return Refused
}

// looks reports whether a segment says behind a preposition what something looks like or is made
// of, in words that English products do not have: the "blau" of "Pulli in Blau".
func (r *reader) looks(i int) (is bool) {
	if i == 0 || r.segs[i-1].role != link {
		return false
	}
	s := &r.segs[i]
	r.lang.Senses(r.toks, s.from, func(next int, sense language.Sense) {
		is = is || next == s.to && slices.ContainsFunc(sense.English, func(english string) bool {
			return slices.Contains([]string{"colour", "material", "pattern"}, language.English().Trait(english))
		})
	})
	return is
}

// unwanted says what becomes of a segment that no product shall have and that is no value
// of theirs: what their texts say is looked for there.
func (r *reader) unwanted(i int) As {
	s := &r.segs[i]
	if r.placeByForm(i) {
		return Placed
	}
	if r.v.known == nil || r.everyday(i) || s.to != s.from+1 || r.toks[s.from].Kind != language.Word {
		return Refused
	}
	if t := &r.toks[s.from]; r.v.known(t.Form) || r.v.known(t.Stem) {
		return Word
	}
	if r.inEnglish(i) {
		return Word
	}
	return Refused
}

// inEnglish has segment i, one word, looked for by what it means in English, if products have that.
func (r *reader) inEnglish(i int) bool {
	english, ok := r.searchable(r.segs[i].from)
	if ok {
		r.segs[i].english = english
	}
	return ok
}

// modelDigits is how many digits a number has at least that names a model by itself:
// "4070". Shorter ones count and measure.
const modelDigits = 4

// model reports whether a segment begins with the number of a model, perhaps written together
// with the letters behind it: "7800xt", where products have the two words.
func (r *reader) model(i int) bool {
	c := r.chunks[r.segs[i].from]
	for k := c.From; k < c.To; k++ {
		if !r.v.known(r.toks[k].Form) {
			return false
		}
	}
	return len(r.toks[c.From].Form) >= modelDigits && r.toks[c.From].Kind == language.Number
}

// What words that nothing wanted say all the same, beside what was understood.

// crossed takes the measures of a segment apart, as the words of products’ texts are: "155 220" of "155x220".
func (r *reader) crossed(i int) (spaced string, ok bool) {
	s := &r.segs[i]
	for k := s.from; k < s.to; k++ {
		switch t := &r.toks[k]; {
		case (k-s.from)%2 == 1 && t.Form == "x":
			spaced, ok = spaced+" ", true
		case (k-s.from)%2 == 0 && t.Kind == language.Number:
			spaced += t.Form
		default:
			return "", false
		}
	}
	return spaced, ok && (s.to-s.from)%2 == 1
}

// namesBeside reports whether a segment is of the name of the aspect whose value stands
// beside it: the "processor" of "an AM5 processor", where that is a socket of processors.
func (r *reader) namesBeside(i int) bool {
	s := &r.segs[i]
	if s.to != s.from+1 || r.toks[s.from].Kind != language.Word {
		return false
	}
	called := r.v.lexicon.variants([]string{r.toks[s.from].Stem})
	called = append(called, []string{r.toks[s.from].Stem})
	for _, name := range r.englishNames(s.from, s.to) {
		called = append(called, stemsOf(language.Tokenize(name)))
	}
	for _, k := range []int{i - 1, i + 1} {
		if k < 0 || k >= len(r.segs) || r.segs[k].as != Placed {
			continue
		}
		c := r.drafts[r.segs[k].draft].change.Condition
		if c == nil || c.Range != nil || r.v.aspectNamed(c.Key) < 0 { // being in stock is none
			continue
		}
		label := stemsOf(language.Tokenize(r.v.aspects[r.v.aspectNamed(c.Key)].first(r.scope).label))
		root := language.Root(r.toks[s.from].Form)
		if slices.ContainsFunc(label, func(word string) bool { return language.Root(word) == root }) {
			return true // "gold coloured", "left handed"
		}
		if slices.ContainsFunc(called, func(name []string) bool { return len(name) == 1 && slices.Contains(label, name[0]) }) {
			return true
		}
	}
	return false
}

// howMany reports whether a segment only says how many are wanted, where products have no
// such number: "4 Stück".
func (r *reader) howMany(i int) bool {
	s := &r.segs[i]
	if r.small(i) && i+1 < len(r.segs) && r.segs[i+1].role == filler && r.lang.Generic[r.toks[r.segs[i+1].from].Stem] {
		return true
	}
	if s.amount == nil || s.amount.Bare() || s.amount.Bound != language.Exactly || s.amount.Ranged {
		return false
	}
	for k := s.from; k < s.to; k++ {
		if t := &r.toks[k]; t.Kind != language.Number && !r.lang.Generic[t.Form] && !r.lang.Generic[t.Stem] {
			return false
		}
	}
	return true
}

// childhood is the age up to which somebody is a child.
const childhood = 13 // years

// sized reports whether a number is of a measure that no product has, "size 43", and
// refuses the measure with it.
func (r *reader) sized(i int) bool {
	if i == 0 || !r.segs[i-1].open() || !r.sizes(i-1) {
		return false // "cheapest 4070"
	}
	r.segs[i-1].as = Refused
	return true
}

// sizes reports whether segment i is the measure of a number without a unit behind it: the
// "size" of "dress size 12".
func (r *reader) sizes(i int) bool {
	m, next := r.lang.MeasureAt(r.toks, r.segs[i].from)
	if next == r.segs[i].from || m.Degree != language.Positive || i+1 == len(r.segs) {
		return false
	}
	a := r.segs[i+1].amount
	return a != nil && a.Bare()
}

// age reads how old somebody is, where nothing but everyday words stand beside it: what is
// for children is wished for then. It reports whether segment i says an age.
func (r *reader) age(i int) bool {
	a := r.segs[i].amount
	if a == nil || !a.Measured || a.Unit.Dimension != "time" || a.Unit.Name != "years" || a.Bound != language.Exactly || a.Ranged {
		return false
	}
	if next := i + 1; next < len(r.segs) && !r.segs[next].mark && r.segs[next].to < len(r.toks) && (r.segs[next].role == link || r.segs[next].role == filler) {
		return false // "5 years of battery life"
	}
	for _, k := range []int{i - 1, i + 1} {
		if k < 0 || k >= len(r.segs) || !r.segs[k].open() || r.everyday(k) || r.person(k) {
			continue
		}
		if m, next := r.lang.MeasureAt(r.toks, r.segs[k].from); next != r.segs[k].to || m.Dimension.Name != "time" {
			return false // "2 years of warranty"
		}
		r.segs[k].as = Moot // "old"
	}
	if a.High > childhood || r.segs[i].negated {
		return true
	}
	for _, m := range r.v.find([]byte("child")) {
		if e := &r.v.entries[m.entry]; e.kind == aValue && m.rank <= rankSynonym && e.countIn(r.scope) > 0 {
			c := candidateValue{aspect: e.aspect}
			c.add(e, e.countIn(r.scope))
			r.condition(i, r.v.aspects[e.aspect].key, c)
			return true
		}
	}
	return true
}

// somebody reports whether a segment is a word for somebody whom no product speaks of.
func (r *reader) somebody(i int) bool {
	if !r.person(i) || r.v.known == nil {
		return false
	}
	_, told := r.searchable(r.segs[i].from)
	return !told
}

// person reports whether a segment is a word for somebody, "Sohn".
func (r *reader) person(i int) bool {
	s := &r.segs[i]
	is := false
	r.lang.Senses(r.toks, s.from, func(next int, sense language.Sense) { is = is || next == s.to && sense.Part == 'p' })
	return is
}

// counts reports whether segment i says for how many something is, where products tell no
// such number: "headphones for two".
func (r *reader) counts(i int) bool {
	a := r.segs[i].amount
	return a != nil && a.Spelled && a.Bare() && i > 0 && r.segs[i-1].role == link
}

// idle reports whether segment i stands behind glue and before nothing: "she is 3", "set of
// 4".
func (r *reader) idle(i int) bool {
	return i > 0 && r.segs[i-1].role == filler && (i+1 == len(r.segs) || !r.segs[i+1].open())
}

// commoner is how many times as many products have a word's translation where that is what
// is looked for: some German stands in every English feed.
const commoner = 10

// foreignForm reports whether products hardly have a word of segment i that they have in
// English: "warme".
func (r *reader) foreignForm(i int) bool {
	s := &r.segs[i]
	if s.to != s.from+1 || len(s.refs) > 0 || !r.lang.Translates() || r.v.having == nil {
		return false
	}
	english, ok := r.searchable(s.from)
	return ok && r.v.having(english) >= commoner*(r.v.having(r.toks[s.from].Form)+1)
}
