package understand

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// What is not wanted: what a negation reaches, before it and behind it.

// negations marks the segments that a negation reaches: the value that follows,
// or all up to the next break when a word among them is unknown, and over "or"
// ("and", after "without" or "except") the next as well.
func (r *reader) negations() {
	r.bounded()
	r.swapped()
	r.allBut()
	r.unneeded = nil
	for i := range r.segs {
		switch s := &r.segs[i]; {
		case r.gone(i) && r.negateBefore(i, rankFragment+1):
			to, _ := r.lang.Longest(r.toks, s.from, language.RolesOf(language.Gone))
			for k := i; k < len(r.segs) && r.segs[k].to <= to; k++ {
				r.segs[k].role, r.segs[k].refs = filler, nil
			}
		case s.role == needless:
			r.needless(i)
		case s.role == negate && r.corrects(i):
		case s.role == negate && r.finds(i):
			s.role = filler
		case s.role == negate || s.role == exclude:
			if !r.negate(i+1, s.role == exclude) && s.role == negate {
				below := rankFragment
				if i+1 == len(r.segs) || r.segs[i+1].mark {
					below++ // "nur Grün nicht"
				}
				_ = r.negateBefore(i, below)
			}
		case r.negateLess(i):
		case r.freeOf(i):
			s.negated = true
		case s.mark && r.toks[s.from].Form == ":" && r.declined(i+1):
			if k := i - 1; k >= 0 && r.segs[k].open() {
				s.as, r.segs[k].negated, r.segs[i+1].as = Moot, true, Moot
			}
		default:
			r.forget(i)
		}
	}
	r.repeated()
}

// needless finds what need not be, named behind segment i or, where nothing is, before it:
// "needn't be curved", "gebogen muss er nicht sein".
func (r *reader) needless(i int) {
	from := r.pastGlue(i + 1)
	to := from
	for to < len(r.segs) && r.segs[to].open() && !r.isCategory(to) {
		to++
	}
	if to == from {
		to = i
		for to > 0 && r.segs[to-1].role == filler {
			to--
		}
		for from = to; from > 0 && r.segs[from-1].open() && !r.isCategory(from-1); from-- {
		}
	}
	for k := from; k < to; k++ {
		r.segs[k].as = Moot
	}
	r.unneeded = append(r.unneeded, unneeded{from, to, min(from, i), max(to, i+1)})
}

// unneeded is what need not be: segments [from, to), said in [start, end).
type unneeded struct{ from, to, start, end int }

// takeUnneeded takes back what was asked for and need not be, and asks about no aspect of which
// nothing was.
func (r *reader) takeUnneeded() {
	for _, u := range r.unneeded {
		var keys []string
		for k := u.from; k < u.to; k++ {
			before, told := r.asked(k)
			if before == stoodSame {
				r.takeBack(k, told)
				r.segs[k].as = Moot
			}
			for _, m := range r.segs[k].refs {
				if e := &r.v.entries[m.entry]; before == stoodNot && e.kind != aCategory && m.rank < rankFragment && !slices.Contains(keys, r.v.aspects[e.aspect].key) {
					keys = append(keys, r.v.aspects[e.aspect].key)
				}
			}
		}
		if len(keys) == 1 {
			r.waive(u.start, u.end, keys)
		}
	}
}

// repeated leaves out what is ruled out and named beside it: "not black, there are too many
// black ones", "Philips I had, no Philips again".
func (r *reader) repeated() {
	var out []ref
	var said [][]string // the words of each name
	for i := range r.segs {
		if s := &r.segs[i]; s.negated && !s.settled {
			out = append(out, s.refs...)
			said = append(said, stemsOf(r.toks[s.from:s.to]))
		}
	}
	again := func(s *segment) bool { // "no in-ears, they fall out of my ears"
		return slices.ContainsFunc(said, func(name []string) bool {
			return !slices.ContainsFunc(stemsOf(r.toks[s.from:s.to]), func(stem string) bool { return !slices.Contains(name, stem) })
		})
	}
	for i := range r.segs {
		s := &r.segs[i]
		if s.open() && !s.negated && !r.isCategory(i) && slices.ContainsFunc(s.refs, func(m ref) bool {
			return r.v.entries[m.entry].kind == aValue && slices.ContainsFunc(out, func(o ref) bool {
				return o.entry == m.entry && (max(o.rank, m.rank) < rankFragment || again(s))
			})
		}) {
			s.as = Moot
		}
	}
}

// gone reports whether segment i begins words at the end of what is said by which what stands
// before it is not wanted: "copper is out".
func (r *reader) gone(i int) bool {
	to, role := r.lang.Longest(r.toks, r.segs[i].from, language.RolesOf(language.Gone))
	return role != none && !r.segs[i].mark && (to == len(r.toks) || r.toks[to].Kind == language.Mark || r.lang.Has(r.toks, to, and, filler))
}

// declined reports whether a segment says "no" and nothing behind it goes on: the answer in
// "USB: no, colour: red".
func (r *reader) declined(i int) bool {
	if i >= len(r.segs) || i+1 < len(r.segs) && !r.segs[i+1].mark {
		return false
	}
	var forms []string
	for _, t := range r.toks[r.segs[i].from:r.segs[i].to] {
		forms = append(forms, t.Form)
	}
	return language.ErrandWords().No.All(forms)
}

// negateLess negates what something else is said to be better than, behind the words that begin
// at segment i, and reports whether there are any.
func (r *reader) negateLess(i int) bool {
	last := r.than(i)
	if last < 0 {
		return false
	}
	for k := i; k <= last; k++ {
		r.segs[k].role, r.segs[k].refs = filler, nil
	}
	r.segs[last].role = exclude
	r.negate(last+1, false)
	return true
}

// than returns the last segment of the "than" of "rather a drip one than pods" and of the "nicer
// than" of "jute would be nicer than cork", which begin at segment i; −1 where none does.
func (r *reader) than(i int) (last int) {
	to, role := r.lang.Longest(r.toks, r.segs[i].from, language.RolesOf(language.Over))
	last = slices.IndexFunc(r.segs, func(s segment) bool { return s.to == to })
	if role == none || last < i || i == 0 || r.segs[i-1].mark {
		return -1
	}
	if r.says(i, language.Rather) {
		return last
	}
	for k := i - 1; k >= 0 && !r.segs[k].mark; k-- {
		if r.lang.Anywhere(r.toks[r.segs[k].from:r.segs[k].to], language.Rather) && i > k+1 {
			return last
		}
	}
	return -1
}

// finds reports whether the negation at segment i says what the products shown are not, and
// should be: "these aren't red".
func (r *reader) finds(i int) bool {
	from, to := r.clauseAround(i)
	if len(r.in.Shown) == 0 || i == from || from > 0 || i+2 < to || i+1 >= to || !r.segs[i+1].open() || !r.names(i+1, aValue, rankFragment+1) {
		return false
	}
	points, articles := r.lang.Pointers, language.ErrandWords()
	for k := from; k < i; k++ {
		form := strings.TrimSuffix(r.toks[r.segs[k].from].Form, "s") // "that's"
		if r.segs[k].role != filler || k == from && !points.That[form] && !points.Those[form] && !articles.The.Is(form) {
			return false
		}
	}
	return true
}

// corrects reports whether the negation at segment i only takes back what was said before:
// the "no" of "no, make that amd".
func (r *reader) corrects(i int) bool {
	for k := i + 1; k < len(r.segs) && k <= i+2; k++ {
		if !r.segs[k].mark {
			return r.says(i, language.Correct) && r.segs[k].role == filler && r.segs[k].to > r.segs[k].from+1 && r.says(k, language.Correct)
		}
	}
	return false
}

// forget leaves out products that are no longer looked for, named at segment i: the tents
// of "forget tents, show me helmets".
func (r *reader) forget(i int) {
	if !r.isCategory(i) {
		return
	}
	k := i - 1
	for k > 0 && r.segs[k].role == filler {
		k--
	}
	if k >= 0 && r.forgets(k) {
		r.segs[i].negated, r.segs[i].as, r.segs[k].as = true, Moot, Moot
	}
}

// forgets reports whether a segment begins words by which what comes next no longer counts.
func (r *reader) forgets(i int) bool {
	s := &r.segs[i]
	return s.role == none && len(s.refs) == 0 && r.says(i, language.Forget) // and no "any kettles", "drop earrings"
}

// allBut reads the "but" of "any colour but black" as an exception; that of "any brand, but
// black" is none. What a thing shall have stands: "any 1 TB drive but Kingston".
func (r *reader) allBut() {
	for i := range r.segs {
		if r.segs[i].role != whatever {
			continue
		}
		for k := i + 1; k < len(r.segs) && k <= i+3; k++ {
			if s := &r.segs[k]; k > i+1 && r.lang.Is(r.toks[s.from].Form, language.Except) && s.to == s.from+1 {
				if other := r.elsewhere(i+1, k); other > 0 {
					r.segs[other].settled = true
					break
				}
				s.role, s.refs = exclude, nil
				r.segs[i].role = filler
				for l := i + 1; l < k; l++ {
					if r.segs[l].open() && r.isLabel(l) && !r.isFlag(l) {
						r.segs[l].as = Moot
					}
				}
				break
			}
		}
	}
}

// freeOf reports the "leather" of "leather-free".
func (r *reader) freeOf(i int) bool {
	if i+2 >= len(r.segs) || !r.segs[i].open() || !r.segs[i+1].mark || r.toks[r.segs[i+1].from].Form != "-" {
		return false
	}
	free := &r.segs[i+2]
	if r.toks[free.from].Form != "free" || !r.toks[free.from].Glued {
		return false
	}
	free.role, free.refs = filler, nil
	return true
}

// negate marks what a negation before segment i reaches, and reports whether that is
// anything.
func (r *reader) negate(i int, reachesAnd bool) (reached bool) {
	i = r.pastThing(i)
	if i < len(r.segs) && r.segs[i].mark && r.toks[r.segs[i].from].Form == "-" && r.toks[r.segs[i].from].Glued {
		i++ // "non-wireless"
	}
	for {
		i = r.pastGlue(i) // "not in black", "bitte nicht aus Plastik"
		end := r.negateRun(i)
		reached = reached || end > i
		if end == i || end >= len(r.segs) {
			return reached
		}
		next := &r.segs[end]
		nor := r.lang.Is(r.toks[next.from].Form, language.Nor)
		comma := next.mark && r.toks[next.from].Form == ","
		if (comma || next.role == and) && !r.alike(i, end+1) {
			return reached // "without sleeves, blue"
		}
		if next.role != or && !nor && !(reachesAnd && (next.role == and || comma)) {
			return reached
		}
		i = end + 1
		if comma && i < len(r.segs) && (r.segs[i].role == or || r.segs[i].role == and) {
			i++
		}
	}
}

// negateBefore marks what a negation at the end of its clause is about, which stands
// before it: "Gold trag ich nicht", "wool I cannot wear". It is a value that is named by a rank
// below another. It reports whether there is one.
func (r *reader) negateBefore(i int, below matchRank) bool {
	for k := i - 1; k >= 0; k-- {
		s := &r.segs[k]
		switch {
		case s.mark || s.role == or || s.role == and || s.role == negate || s.role == exclude || s.amount != nil:
			return false
		case s.open() && (r.names(k, aValue, below) || r.isFlag(k)):
			s.negated = true
			return true
		case s.open() && r.isCategory(k):
			return false
		}
	}
	return false
}

// names reports whether a segment names something of a kind, by a rank below another.
func (r *reader) names(i int, k entryKind, below matchRank) bool {
	return slices.ContainsFunc(r.segs[i].refs, func(m ref) bool { return r.v.entries[m.entry].kind == k && m.rank < below })
}

// otherThan reports whether the number at segment i is one that is not wanted: the 20 of "45 l,
// not 20". A "no" before it may be an answer.
func (r *reader) otherThan(i int) bool {
	a, before := r.segs[i].amount, i-1
	for before >= 0 && r.segs[before].role == filler {
		before--
	}
	if before < 0 || a.Ranged || a.Bound == language.Most || a.Bound == language.Fewest {
		return false
	}
	s := &r.segs[before]
	return s.role == exclude || s.role == negate && language.ErrandWords().Nots.Is(r.toks[s.from].Form)
}

// hasValueOf reports whether segment i can be a value of one of some aspects.
func (r *reader) hasValueOf(i int, aspects []int32) bool {
	return slices.ContainsFunc(r.segs[i].refs, func(m ref) bool {
		e := &r.v.entries[m.entry]
		return e.kind == aValue && slices.Contains(aspects, e.aspect)
	})
}

// pastThing skips a category whose negation is about what it has: "I don't want an
// office chair with faux leather" is not about office chairs.
func (r *reader) pastThing(i int) int {
	k := i
	for k < len(r.segs) && r.segs[k].role == filler {
		k++
	}
	if k+1 < len(r.segs) && r.segs[k].open() && r.isCategory(k) && r.segs[k+1].role == link {
		return k + 2
	}
	return i
}

// alike reports whether segments i and j (after a word that joins them) can be values of
// one aspect.
func (r *reader) alike(i, j int) bool {
	for j < len(r.segs) && (r.segs[j].role == filler || r.segs[j].role == or || r.segs[j].role == and || r.segs[j].role == negate) {
		j++
	}
	if i >= len(r.segs) || j >= len(r.segs) {
		return false
	}
	for _, a := range r.segs[i].refs {
		for _, b := range r.segs[j].refs {
			x, y := &r.v.entries[a.entry], &r.v.entries[b.entry]
			if x.kind == aValue && y.kind == aValue && x.aspect == y.aspect {
				return true
			}
		}
	}
	return len(r.segs[i].refs) == 0 && len(r.segs[j].refs) == 0
}

// negateRun marks the run of segments at i that are open and returns its end.
//
// "No leather shoes" are shoes that are not leather: a run that ends in a
// category negates its first segment. "No red lights", with lights unknown, must
// not rule red out: such a run is refused as a whole.
func (r *reader) negateRun(i int) (end int) {
	end = i
	known, product := true, false
	for end < len(r.segs) && r.segs[end].open() && r.segs[end].amount == nil {
		if end > i && r.isCategory(end) {
			product = true
			break
		}
		known = known && len(r.segs[end].refs) > 0
		end++
		if end < len(r.segs) && r.segs[end].open() && r.isCategory(end-1) {
			break
		}
	}
	if end == i {
		return i
	}
	if before, _ := r.asked(i); before == stoodSame {
		r.segs[i].negated = true // "not sony kingston": what stood, and another instead
		return i + 1
	}
	if known || product {
		if i+1 < end && r.hasValueOf(i+1, r.labelAspects(i)) { // "no colour black"
			r.segs[i+1].negated = true
			return i + 2
		}
		r.segs[i].negated = true
		if i+1 < end && r.alike(i, i+1) && len(r.segs[i+1].refs) > 0 {
			r.segs[i+1].negated = true // "no Windows Home"
			return i + 2
		}
		return i + 1
	}
	for k := i; k < end; k++ {
		r.segs[k].negated = true
		r.segs[k].refs = nil
	}
	return end
}
