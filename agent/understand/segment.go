package understand

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// segment is a run of tokens that is read as one: a phrase of the catalogue, a
// phrase of the language, an amount, or a word that is neither.
type segment struct {
	from, to int // tokens
	role     language.Role
	refs     []ref // meanings in the catalogue; empty when it has none
	amount   *language.Amount
	mark     bool // punctuation: no meaning, but it divides
	as       As
	draft    int    // the change it became part of, when as is Placed
	negated  bool   // said not to be wanted
	amends   int32  // 1 and the aspect of the amount that it takes the place of; 0: of none
	further  bool   // a bound that goes beyond the one before it
	settled  bool   // grammar tells how the shopper stands to it
	keep     bool   // placed, and kept for retrieval as well
	english  string // of a word that the catalogue knows in English alone; "": as it was typed
}

// open reports whether the segment's meaning is still to be found.
func (s *segment) open() bool { return s.as == undecided && !s.mark && s.role == none }

// phraseRoles lists the roles that a phrase may have outside an amount.
var phraseRoles = language.RolesOf(filler, link, and, or, negate, exclude, whatever, cheap, cheaper, dearer, others, reset, hush, justShow, money, budget, needless, language.Stocked)

// functionWords lists roles of words that serve amounts. Without an amount they
// are glue.
var functionWords = language.RolesOf(language.To, language.Between, language.Roughly)

// segment divides the message. live says which meanings count; segments without
// any become words.
func (r *reader) segment(live func(ref) bool) []segment {
	segs := make([]segment, 0, len(r.toks))
	p := language.Amounts{Language: r.lang, Toks: r.toks, Chunks: r.chunks, Currency: r.in.Currency, Units: r.unitOfShop}
	for i := 0; i < len(r.toks); {
		s := r.next(&p, i, live)
		if s.role == none && s.amount == nil && len(s.refs) == 0 && s.to == i+1 && r.forSomeone(segs) {
			s.refs = r.someone(i, live)
		}
		segs = append(segs, s)
		i = s.to
	}
	return segs
}

// unitOfShop returns a unit that only the catalogue knows, by its name or by what the
// message's language calls it.
func (r *reader) unitOfShop(stem string) (language.Unit, bool) {
	if u, ok := r.v.units[stem]; ok {
		return u, true
	}
	for _, english := range r.lang.English(stem) {
		if u, ok := r.v.units[language.Singular(english)]; ok {
			return u, true
		}
	}
	return language.Unit{}, false
}

// next returns the segment at token i: the longest of amount, phrase of the
// language and phrase of the catalogue. At equal length the catalogue wins over
// nothing but words: a shop that sells the brand "Next" still reads "next" as a
// brand, one that has the value "other" does not.
func (r *reader) next(p *language.Amounts, i int, live func(ref) bool) segment {
	t := &r.toks[i]
	s := segment{from: i, to: i + 1, mark: t.Kind == language.Mark}
	a, amountEnd := p.At(i)
	if amountEnd == i {
		a, amountEnd = r.forSoMany(i)
	}
	if amountEnd == i && r.in.Revising { // "make that five"
		if value, end := r.lang.Numeral(r.toks, i); end > i && value > 1 {
			a, amountEnd = language.Amount{Low: value, High: value, Spelled: true, Said: language.Key(r.toks[i:end])}, end
		} else if unit, end := language.UnitAt(r.toks, i+1); end > i+1 && language.ErrandWords().Some.Is(t.Form) { // "make that a litre"
			a, amountEnd = language.Amount{Low: 1, High: 1, Unit: unit, Measured: true, Spelled: true, Said: language.Key(r.toks[i:end])}, end
		}
	}
	if size, end := r.calledBySize(i); end > max(i, amountEnd) {
		a, amountEnd = size, end
	}
	if end := r.clock(i, amountEnd); end > i && !a.Measured && a.Currency == "" && !a.Money {
		s.to, s.role, s.mark = end, filler, false
		return s
	}
	phraseEnd, role := r.lang.Longest(r.toks, i, phraseRoles)
	if c := r.chunks[i]; c.Digits && (c.From != i || c.To > phraseEnd) { // the "am" of "am5"
		phraseEnd, role = i, none
	} else if role == none && amountEnd == i && t.Kind != language.Mark {
		if end, function := r.lang.Longest(r.toks, i, functionWords); end > i {
			if named, to := r.match(i, live); function != language.Roughly || to < end || !slices.ContainsFunc(named, func(m ref) bool { return r.v.entries[m.entry].kind == aValue && m.rank < rankFragment }) {
				phraseEnd, role = end, filler // but "eine Sonnenbrille, rund"
			}
		}
	}
	refs, refsEnd := r.match(i, live)
	switch {
	case amountEnd > i && amountEnd >= phraseEnd && amountEnd >= refsEnd:
		s.to, s.amount, s.mark = amountEnd, &a, false
		if refsEnd == amountEnd {
			s.refs = refs
		}
	case refsEnd > i && refsEnd > phraseEnd, refsEnd > i && refsEnd == phraseEnd && (role == money || role == budget):
		s.to, s.refs, s.mark = refsEnd, refs, false
	case phraseEnd > i:
		s.to, s.role, s.mark = r.before(i, phraseEnd, role, live), role, false
	case t.Kind == language.Mark:
		if r.minus(i) {
			s.role, s.mark = negate, false
		}
	default:
		if c := r.chunks[i]; c.Digits && c.From == i {
			s.to = c.To
		}
	}
	return s
}

// forSoMany reads the number in words of "the two of us", and that of "a tent for two", which
// ends what is said, as in "two porches" it does not; next is i where it is none.
func (r *reader) forSoMany(i int) (a language.Amount, next int) {
	value, end := r.lang.Numeral(r.toks, i)
	if to, role := r.lang.Longest(r.toks, end, language.RolesOf(language.Company)); end > i && role != none {
		a = language.Amount{Low: value, High: value, Spelled: true, Said: language.Key(r.toks[i:to])}
		a.Unit, a.Measured = language.UnitNamed("persons")
		return a, to
	}
	if end == i || i == 0 || r.toks[i-1].Kind == language.Mark {
		return a, i
	}
	for k := end; k < len(r.toks) && r.toks[k].Kind != language.Mark; { // "six please"
		to, role := r.lang.Longest(r.toks, k, language.RolesOf(filler))
		if role == none {
			return a, i
		}
		k = to
	}
	if to, role := r.lang.Longest(r.toks, i-1, language.RolesOf(link)); role == none || to != i {
		return a, i
	}
	return language.Amount{Low: value, High: value, Spelled: true, Said: language.Key(r.toks[i:end])}, end
}

// clock is where a time of day ends that begins at token i as an amount to token end, or in
// words: "until two o'clock"; i where there is none.
func (r *reader) clock(i, end int) int {
	if end == i {
		value, to := r.lang.Numeral(r.toks, i)
		if value == 1 {
			return i // "eine Uhr" is a watch
		}
		end = to
	}
	if to, role := r.lang.Longest(r.toks, end, language.RolesOf(language.Clock)); end > i && role != none {
		return to
	}
	return i
}

// before is where a phrase of the language that begins at token i ends: before the words of
// it that begin a longer name of the catalogue, "not" of "not in ear".
func (r *reader) before(i, end int, role language.Role, live func(ref) bool) int {
	for k := i + 1; k < end; k++ {
		if shorter, same := r.lang.Longest(r.toks[:k], i, phraseRoles); shorter != k || same != role {
			continue
		}
		if _, named := r.match(k, live); named > end {
			return k
		}
	}
	return end
}

// minus reports a minus sign that takes a word away, as search engines read it:
// "headphones -wireless".
func (r *reader) minus(i int) bool {
	return r.toks[i].Form == "-" && !r.toks[i].Glued && i+1 < len(r.toks) &&
		r.toks[i+1].Glued && r.toks[i+1].Kind == language.Word && !r.chunks[i+1].Digits
}

// match returns the meanings of the longest phrase at token i that has live
// meanings, and the token after it; i when there is none.
//
// A phrase may bridge marks within a chunk ("m.2"), an ampersand and the word
// "and". In a chunk that has digits it must begin and end with the chunk, so that
// the "m" of "b550m" is no size.
func (v *Vocabulary) match(toks []language.Token, chunks []language.Chunk, i int, live func(ref) bool) (refs []ref, next int) {
	next = i
	if toks[i].Kind == language.Mark || toks[i].Form == "and" || chunks[i].Digits && chunks[i].From != i {
		return nil, i
	}
	var buffer [128]byte
	key := buffer[:0]
	words, loose := 0, false
	for j := i; j < len(toks) && words < maxWords+2; j++ {
		t := &toks[j]
		if language.Times(toks, j) {
			continue
		}
		if t.Kind == language.Mark {
			bridges := language.Joins(t) && t.Glued || t.Form == "&" || (t.Form == "/" || t.Form == ":") && t.Glued // "16:9"
			if !bridges {
				break
			}
			continue
		}
		if t.Form == "and" {
			continue
		}
		if j > i && !t.Glued && toks[j-1].Kind != language.Mark && !language.Times(toks, j-1) {
			loose = true
		}
		key = appendStem(key, t.Stem)
		words++
		if chunks[j].Digits && chunks[j].To != j+1 {
			continue
		}
		found := v.find(key)
		if len(found) == 0 {
			continue
		}
		if kept := keepRefs(found, words, loose, len(key), live); len(kept) > 0 {
			refs, next = kept, j+1
		}
	}
	return refs, next
}

// minJoined is the shortest phrase whose words may be divided otherwise than the
// catalogue divides them where the shopper left a gap: "head phones" is fine, "us
// b" is not worth the risk.
const minJoined = 5

func keepRefs(found []ref, words int, loose bool, length int, live func(ref) bool) []ref {
	ok := func(m ref) bool {
		return live(m) && (int(m.words) == words || !loose || length >= minJoined)
	}
	if !slices.ContainsFunc(found, func(m ref) bool { return !ok(m) }) {
		return found
	}
	var kept []ref
	for _, m := range found {
		if ok(m) {
			kept = append(kept, m)
		}
	}
	return kept
}

// quotation are the marks that people put round a word to call it so; behind a number they are
// feet and inches.
const quotation = `"'“”„‟‘’‚«»`

// unquoted leaves out marks of quotation: "nothing 'smart'" is said of smart.
func unquoted(toks []language.Token) []language.Token {
	out := toks[:0:0]
	measure := false // the token before is a number, or a mark of its unit
	for i, t := range toks {
		mark := t.Kind == language.Mark && strings.Contains(quotation, t.Form)
		measure = t.Kind == language.Number || mark && measure && t.Glued
		if !mark || measure {
			out = append(out, t)
		} else if i+1 < len(toks) {
			toks[i+1].Glued = toks[i+1].Glued && t.Glued
		}
	}
	return out
}
