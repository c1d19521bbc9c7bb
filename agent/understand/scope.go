package understand

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/search"
)

// nameScope decides which categories the message asks for, before values are
// placed, because what a value means depends on them. It sets the scope and
// returns the mentions, accepted or not.
func (r *reader) nameScope() []mention {
	r.scope = r.needScope
	if r.in.Wide {
		return nil
	}
	ms := r.mentions()
	var chosen []bool
	last := -1
	for k := range ms {
		m := &ms[k]
		if !r.wanted(ms, k, chosen) {
			continue
		}
		switch both := intersect(chosen, m.in); {
		case chosen == nil:
			chosen = m.in
		case some(both):
			for _, o := range ms[:k] { // "women's shoes", but the tent of "a tent, and a lead for the dog" stays
				if o.accepted && !some(intersect(o.in, m.in)) {
					both = union(both, intersect(o.in, chosen))
				}
			}
			chosen = both
		case ms[last].seg == m.seg-1 && m.rank >= rankTail:
			ms[last].accepted = false // "memory card": a card of another kind
			chosen = allOf(ms)
			continue
		case ms[last].seg == m.seg-1:
			ms[last].accepted = false // "laptop bags" are bags
			chosen = union(allOf(ms), m.in)
		case r.lang.Anywhere(r.toks[ms[last].to:m.from], language.Retract):
			ms[last].accepted, chosen = false, m.in // "a scanner, I mean a printer"
			r.passed = append(r.passed, ms[last].from)
		default:
			chosen = union(chosen, m.in)
		}
		m.accepted = true
		last = k
	}
	if chosen == nil && r.in.Revising {
		if m, ok := r.sibling(); ok {
			chosen, ms = m.in, append(ms, m)
		}
	}
	if chosen != nil {
		r.scope = r.less(r.narrowed(chosen, ms))
	}
	return ms
}

// less leaves out of categories those whose own name has what is refused: "printers, but no
// inkjets".
func (r *reader) less(chosen []bool) []bool {
	for i := range r.segs {
		if s := &r.segs[i]; s.negated && s.amount == nil && s.open() {
			left := slices.Clone(chosen)
			for k, in := range chosen {
				left[k] = in && !r.calledLike(k, s)
			}
			if some(left) && !slices.Equal(left, chosen) {
				chosen, r.refused = left, append(r.refused, s.from)
			}
		}
	}
	return chosen
}

// calledLike reports whether the name of category k has all words of a segment.
func (r *reader) calledLike(k int, s *segment) bool {
	name := stemsOf(language.Tokenize(r.v.categories[k].name))
	return !slices.ContainsFunc(r.toks[s.from:s.to], func(t language.Token) bool { return !slices.Contains(name, t.Stem) })
}

// leftOut reports whether a segment names categories that are left out.
func (r *reader) leftOut(s *segment) bool {
	if slices.Contains(r.passed, s.from) {
		return true
	}
	if !s.negated || !slices.Contains(r.refused, s.from) {
		return false
	}
	for k, in := range r.scope {
		if in && r.calledLike(k, s) {
			return false
		}
	}
	return true
}

// allOf returns the categories of the accepted mentions, nil when there are none.
func allOf(ms []mention) []bool {
	var in []bool
	for _, m := range ms {
		if m.accepted {
			in = union(in, m.in)
		}
	}
	return in
}

// wanted reports whether a mention says what the shopper looks for. The rules,
// in order:
//
//   - A negated name is no wish, nor is a corrected word beside another name
//     when it names no category in full.
//   - A word that is also a value of what is asked for is that value, and one
//     that names an aspect beside its amount is that aspect ("12 GB memory").
//   - Behind another name a word that is an adjective too, or a part with one before it,
//     says what that shall be like: "laptop, light, long battery".
//   - A name before a noun the shop does not know describes that noun: a "mouse
//     pad" is no mouse. A plural is not used so in English ("headphones bass"),
//     except before a known kind of accessory ("headphones stand").
//   - A name after a thing the shop does not sell is an accessory of it: "phone
//     case". The same holds for the tail of a name after any unknown noun: a
//     "ceiling fan" is no case fan.
//   - After a preposition that follows a product, known or not, a name only
//     narrows: "shoes for women", but "a stand for headphones".
func (r *reader) wanted(ms []mention, k int, chosen []bool) bool {
	m := &ms[k]
	if m.rank >= rankTail && len(ms) > 1 && r.toks[m.to-1].Corrected {
		return false
	}
	if r.refuses(m) || r.alsoValue(ms, k) || r.alsoLabel(ms, k) {
		return false
	}
	other := func(x mention) bool { return !r.owned(x.seg) && (x.seg != m.seg+2 || r.segs[m.seg+1].role != and) } // and no "my keyboard and mouse are broken"
	if r.owned(m.seg) && (r.needScope != nil || chosen != nil || slices.ContainsFunc(ms[k+1:], other)) {
		return false // "wait, my gpu needs more", "I've got a big case, an am5 board"
	}
	if (r.settledBy(m.from) || r.foundBehind(m.to)) && (k+1 < len(ms) || r.needScope != nil && some(intersect(r.needScope, m.in))) {
		r.passed = append(r.passed, m.from)
		return false // "that's the cpu sorted, now ram"
	}
	if m.from > 0 && !r.lang.Translates() && r.lang.Pointers.Subject[r.toks[m.from-1].Form] {
		return false // "I dress like a pirate", but "weil ich Sandalen brauche"
	}
	if chosen != nil && r.quality(m) {
		return false
	}
	if next := m.seg + 1; next < len(r.segs) && !r.lang.Translates() && r.foreign(next, m.in) && !r.sizes(next) {
		t := &r.toks[r.segs[next].from]
		lex := r.v.lexicon
		lastWord := &r.toks[m.to-1]
		if lex.accessories[t.Stem] {
			return false
		}
		if plural := lastWord.Form != lastWord.Stem && !lastWord.Corrected; !plural && !r.adjectival(t) {
			return false
		}
	}
	if before := m.seg - 1; before >= 0 {
		for before > 0 && r.segs[before].amount != nil && r.segs[before].amount.Bare() {
			before-- // "iphone 12 case"
		}
		if r.foreign(before, m.in) {
			t := &r.toks[r.segs[before].to-1]
			if r.v.lexicon.things[t.Stem] || m.rank >= rankTail && !r.adjectival(t) {
				return false
			}
		}
	}
	return !r.linked(ms, k) || chosen != nil && some(intersect(chosen, m.in))
}

// foreign reports whether a segment is a word that the categories do not know.
func (r *reader) foreign(i int, in []bool) bool {
	s := &r.segs[i]
	if !s.open() || s.amount != nil || r.chunks[s.from].Digits {
		return false
	}
	return !slices.ContainsFunc(s.refs, func(m ref) bool {
		e := &r.v.entries[m.entry]
		return e.kind == aCategory || e.countIn(in) > 0
	})
}

// adjectival reports whether an unknown word is likely to describe rather than
// to name: by list, or by its ending.
func (r *reader) adjectival(t *language.Token) bool {
	if r.v.lexicon.adjectives[t.Stem] {
		return true
	}
	for _, ending := range []string{"ed", "ing", "less", "able", "ible", "ful", "ive", "ous", "ish", "proof", "ic"} {
		if len(t.Form) > len(ending)+2 && strings.HasSuffix(t.Form, ending) {
			return true
		}
	}
	return false
}

// alsoValue reports whether a name is better read as a value: it is one in
// categories that another mention names or, when none does, in the standing
// scope. A name's tail also yields to a value that half as many products have as
// the categories hold.
func (r *reader) alsoValue(ms []mention, k int) bool {
	for _, x := range r.segs[ms[k].seg].refs {
		e := &r.v.entries[x.entry]
		if e.kind != aValue || x.rank == rankFragment {
			continue
		}
		other := false
		for l := range ms {
			if l == k || l > k && r.linked(ms, l) {
				continue // "laptop with 16 GB of RAM": what it has says nothing of what it is
			}
			other = true
			if e.countIn(ms[l].in) > 0 && !some(intersect(ms[l].in, ms[k].in)) {
				return true
			}
		}
		if other {
			continue
		}
		if r.needScope != nil && e.countIn(r.needScope) > 0 || r.needScope == nil && ms[k].rank >= rankTail && 2*e.countIn(nil) >= r.v.size(ms[k].in) {
			return true
		}
	}
	return false
}

// alsoLabel reports whether a mention names an aspect of the standing scope, or of
// what other mentions name, and has an amount of it beside: "at least 12 GB of
// memory".
func (r *reader) alsoLabel(ms []mention, k int) bool {
	scope := r.needScope
	for l := range ms {
		if l != k {
			scope = union(scope, ms[l].in)
		}
	}
	if scope == nil {
		return false
	}
	saved := r.scope
	r.scope = scope
	defer func() { r.scope = saved }()
	for i := range r.segs {
		if s := &r.segs[i]; s.amount != nil && max(i-ms[k].seg, ms[k].seg-i) <= 2 {
			if label, _ := r.numberLabel(i); label == ms[k].seg {
				return true
			}
		}
	}
	return false
}

// size returns the number of products of categories.
func (v *Vocabulary) size(in []bool) int {
	n := 0
	for i, c := range v.categories {
		if in[i] {
			n += c.size
		}
	}
	return n
}

// placeScope makes the accepted mentions one change, and leaves the others to
// retrieval.
func (r *reader) placeScope(ms []mention) {
	var segs []int
	for i := range r.segs {
		s := &r.segs[i]
		if s.role != none || s.amount != nil || len(s.refs) == 0 {
			continue
		}
		for k := range ms {
			if m := &ms[k]; m.accepted && m.from >= s.from && m.to <= s.to && (m.from == s.from && m.to == s.to || r.isCategory(i)) {
				segs = append(segs, i)
				break
			}
		}
		if len(segs) == 0 || segs[len(segs)-1] != i {
			s.refs = slices.DeleteFunc(slices.Clone(s.refs), func(m ref) bool { return r.v.entries[m.entry].kind == aCategory })
		}
	}
	if !slices.ContainsFunc(ms, func(m mention) bool { return m.accepted }) {
		return
	}
	c := search.Change{Op: search.SetScope, Text: r.scopeText(ms)}
	for i, in := range r.scope {
		if in {
			c.Categories = append(c.Categories, r.v.categories[i].path)
		}
	}
	slices.Sort(c.Categories)
	if slices.Equal(r.scope, r.needScope) {
		for _, i := range segs {
			r.segs[i].as = Moot
		}
		return
	}
	if len(segs) == 0 { // a longer value took the name's place: "summer dress"
		r.drafts = append(r.drafts, draft{change: c, order: orderScope})
		return
	}
	d := r.add(segs[0], c, orderScope)
	for _, i := range segs[1:] {
		r.place(i, d)
	}
}

// maxNames is the number of names that fit on a chip.
const maxNames = 3

// scopeText names the scope: by the level that was asked for, the names of up to
// three, or else the shopper's words, as where one mention narrows another.
func (r *reader) scopeText(ms []mention) string {
	var names, said []string
	var all []bool
	narrowed := false
	for _, m := range ms {
		if !m.accepted {
			continue
		}
		said = append(said, r.message[r.toks[m.from].Start:r.toks[m.to-1].End])
		narrowed = narrowed || some(intersect(all, m.in))
		all = union(all, m.in)
		for _, e := range m.entries {
			if name := r.v.entries[e].text; !slices.Contains(names, name) && some(intersect(r.scope, r.v.members(&r.v.entries[e]))) {
				names = append(names, name)
			}
		}
	}
	if narrowed || len(names) > maxNames {
		return strings.Join(said, " ")
	}
	return strings.Join(names, r.in.Language.T("language.or"))
}

func union(a, b []bool) []bool {
	out := slices.Clone(b)
	for i := range a {
		out[i] = out[i] || a[i]
	}
	return out
}

func intersect(a, b []bool) []bool {
	if a == nil {
		return nil
	}
	out := slices.Clone(b)
	for i := range out {
		out[i] = out[i] && a[i]
	}
	return out
}

func some(in []bool) bool { return slices.Contains(in, true) }

// sibling finds the category that a word turns the standing one into: "external" after
// internal hard drives, where the shop has both kinds.
func (r *reader) sibling() (mention, bool) {
	for i := range r.segs {
		s := &r.segs[i]
		if s.role != none || s.negated || s.amount != nil || s.mark {
			continue
		}
		stem := r.toks[s.from].Stem
		for k, c := range r.v.categories {
			name := stemsOf(language.Tokenize(c.name))
			at := slices.Index(name, stem)
			if at < 0 || len(name) < 2 || at == len(name)-1 || r.needScope == nil || r.needScope[k] {
				continue
			}
			rest := slices.Delete(slices.Clone(name), at, at+1)
			for old, in := range r.needScope {
				if was := stemsOf(language.Tokenize(r.v.categories[old].name)); in && !slices.Contains(was, stem) && len(was) == len(name) && slices.Equal(slices.Delete(slices.Clone(was), at, at+1), rest) {
					m := mention{from: s.from, to: s.from + 1, seg: i, rank: rankPartSynonym, accepted: true, in: make([]bool, len(r.v.categories))}
					m.in[k] = true
					for e := range r.v.entries {
						if x := &r.v.entries[e]; x.kind == aCategory && x.text == c.name {
							m.entries = append(m.entries, int32(e))
							break
						}
					}
					return m, true
				}
			}
		}
	}
	return mention{}, false
}

// holding are the categories that have the value that segment i names: "gaming" of a "gaming
// chair" office chairs alone.
func (r *reader) holding(i int) []bool {
	s := &r.segs[i]
	if !s.open() || s.negated || s.amount != nil {
		return nil
	}
	in := make([]bool, len(r.v.categories))
	for _, m := range s.refs {
		if e := &r.v.entries[m.entry]; e.kind == aValue && m.rank < rankFragment {
			in = union(in, r.v.members(e))
		}
	}
	return in
}

// narrowed leaves of categories that share the end of their name those that have the value
// before it, and those whose name has another word of the message: an "external 4 TB drive"
// is no internal one.
func (r *reader) narrowed(chosen []bool, ms []mention) []bool {
	if slices.ContainsFunc(ms, func(m mention) bool { return m.accepted && m.rank < rankTail }) {
		return chosen
	}
	for k := range ms {
		if m := &ms[k]; m.accepted && m.seg > 0 {
			if left := intersect(chosen, r.holding(m.seg-1)); some(left) {
				chosen = left
			}
		}
	}
	for i := range r.segs {
		s := &r.segs[i]
		if s.role != none || s.negated || s.mark || s.amount != nil || s.to != s.from+1 {
			continue
		}
		left := make([]bool, len(chosen))
		for k, in := range chosen {
			left[k] = in && slices.Contains(stemsOf(language.Tokenize(r.v.categories[k].name)), r.toks[s.from].Stem)
		}
		if !some(left) {
			continue
		}
		for _, m := range ms { // "a chair and a lamp": neither is the other
			if m.accepted && !some(intersect(m.in, left)) {
				left = union(left, intersect(m.in, chosen))
			}
		}
		chosen, r.sure = left, true
	}
	return chosen
}
