package understand

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// mention is a place where the message names categories.
type mention struct {
	from, to int // tokens
	seg      int // segment, while segments stand
	entries  []int32
	in       []bool // by category
	rank     matchRank
	accepted bool
}

// refuses reports whether a mention is not wanted: of "no in-ear headphones" the headphones
// are, where that is one value.
func (r *reader) refuses(m *mention) bool {
	s := &r.segs[m.seg]
	return s.negated && m.from == s.from
}

// isCategory reports whether a segment can name a category.
func (r *reader) isCategory(i int) bool { return r.names(i, aCategory, rankFragment+1) }

// isLabel reports whether a segment can name an aspect.
func (r *reader) isLabel(i int) bool { return r.names(i, aLabel, rankFragment+1) }

// mentions lists the category names of the message. Of several meanings the most
// direct count: where "Case" is a category, "case" is not also the tail of
// "Carrying Case".
func (r *reader) mentions() []mention {
	var out []mention
	for i := range r.segs {
		m := mention{from: r.segs[i].from, to: r.segs[i].to, seg: i, rank: rankTailSynonym + 1}
		if r.segs[i].role != none || r.segs[i].amount != nil || r.measured(r.segs[i].from) > 0 || r.hyphenated(m.to) {
			continue
		}
		for _, x := range r.segs[i].refs {
			if r.v.entries[x.entry].kind == aCategory {
				m.rank = min(m.rank, x.rank)
			}
		}
		for _, x := range r.segs[i].refs {
			// one side of "Headphones/headset" names it as fully as "Headphones" does
			if e := &r.v.entries[x.entry]; e.kind == aCategory && (x.rank == m.rank || m.rank <= rankPart && x.rank <= rankPart) {
				m.entries = append(m.entries, x.entry)
				m.in = union(m.in, r.v.members(e))
			}
		}
		if len(m.entries) == 0 {
			m = r.withinValue(i)
		}
		if len(m.entries) > 0 && !(m.rank < rankTail && r.scattered(r.segs[i].refs, m.in)) {
			out = append(out, m)
		}
	}
	return r.ofThings(r.ofParts(out))
}

// mostScattered is how many times as many products as categories hold can go by their name as
// a type elsewhere before the name stands for those.
const mostScattered = 4

// scattered reports whether most of what goes by a name is not in the categories called so: a
// shop with four blouses under Blouses has a hundred of the type among its tops.
func (r *reader) scattered(refs []ref, in []bool) bool {
	return slices.ContainsFunc(refs, func(m ref) bool {
		e := &r.v.entries[m.entry]
		return e.kind == aValue && m.rank <= rankSynonym && r.v.typed(e) && e.countIn(nil)-e.countIn(in) > mostScattered*r.v.size(in)
	})
}

// ofParts leaves out what a thing named before has so much of: the memory of "laptop 16 GB
// ram", and the drive of "laptop with 16 GB ram and 512 GB ssd".
func (r *reader) ofParts(ms []mention) []mention {
	measured := func(m *mention) bool {
		return m.seg > 0 && r.segs[m.seg-1].amount != nil && r.segs[m.seg-1].amount.Measured
	}
	var out []mention
	for i, m := range ms {
		if i > 0 && measured(&m) {
			before := &ms[i-1]
			list := i > 1 && measured(before) // of what it has
			if !slices.ContainsFunc(r.segs[before.seg+1:m.seg], func(s segment) bool {
				return s.role != none && s.role != filler && !(list && s.role == and) || s.mark && strings.Contains(".!?;", r.toks[s.from].Form)
			}) {
				continue
			}
		}
		out = append(out, m)
	}
	return out
}

// ofThings leaves out animals that a department is called by where a thing of another is named
// before them in the sentence: in "a tent, and the dog has to fit" the dog is nothing to buy.
func (r *reader) ofThings(ms []mention) []mention {
	var things []bool
	from := 0
	return slices.DeleteFunc(ms, func(m mention) bool {
		if slices.ContainsFunc(r.toks[from:m.from], func(t language.Token) bool { return t.Kind == language.Mark && strings.Contains(".!?;", t.Form) }) {
			things = nil
		}
		from = m.from
		names := append(r.englishNames(m.from, m.to), r.lang.English(r.toks[m.to-1].Form)...) // a German dog is somebody
		alive := slices.ContainsFunc(names, func(name string) bool {
			return language.English().Products[language.Singular(name)] == "pets"
		})
		if !alive {
			things = union(things, m.in)
			return false
		}
		return things != nil && !some(intersect(things, m.in)) && !slices.ContainsFunc(m.entries, func(e int32) bool {
			return slices.ContainsFunc(r.v.categories, func(c leafCategory) bool { return c.name == r.v.entries[e].text })
		})
	})
}

// hyphenated reports whether a word goes on at a token: a "mouse-heavy game" is no mouse.
func (r *reader) hyphenated(tok int) bool {
	return tok+1 < len(r.toks) && r.toks[tok].Form == "-" && r.toks[tok].Glued && r.toks[tok+1].Glued && r.toks[tok+1].Kind == language.Word
}

// measured returns the token at which a thing begins that the words at a token measure, 0
// for none: the perfume of "bottle of perfume".
func (r *reader) measured(tok int) int {
	next, role := r.lang.Longest(r.toks, tok, language.RolesOf(language.Measure))
	if role == none || next >= len(r.toks) || r.lang.Product(r.toks, next) == 0 || r.lang.Knows(r.toks[next].Form) {
		return 0
	}
	return next
}

// withinValue finds the category that the last words of a value name, where at
// least half of the products with the value are of it: the value "summer dress"
// asks for dresses.
func (r *reader) withinValue(i int) mention {
	s := &r.segs[i]
	direct := func(m ref) bool { return r.v.entries[m.entry].kind == aCategory && m.rank < rankTail }
	for from := s.from + 1; from < s.to; from++ {
		refs, end := r.match(from, direct)
		if end != s.to {
			continue
		}
		m := mention{from: from, to: end, seg: i, rank: rankTailSynonym}
		for _, x := range refs {
			m.rank = min(m.rank, x.rank)
		}
		for _, x := range refs {
			if x.rank == m.rank {
				m.entries = append(m.entries, x.entry)
				m.in = union(m.in, r.v.members(&r.v.entries[x.entry]))
			}
		}
		for _, x := range s.refs {
			if e := &r.v.entries[x.entry]; e.kind == aValue && 2*e.countIn(m.in) >= e.countIn(nil) {
				return m
			}
		}
	}
	return mention{}
}

// members returns the categories of a level, by category.
func (v *Vocabulary) members(e *entry) []bool {
	in := make([]bool, len(v.categories))
	for _, t := range e.in {
		in[t.category] = true
	}
	return in
}

// capitals reports whether the message has nouns in capitals, as German has: then a word
// without is none.
func (r *reader) capitals() bool {
	return slices.ContainsFunc(r.toks[min(1, len(r.toks)):], func(t language.Token) bool { return t.Kind == language.Word && t.Capital })
}
