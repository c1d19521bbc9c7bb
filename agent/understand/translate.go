package understand

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// match returns the meanings of the longest phrase at token i, in the catalogue's words
// or in the message's language, and the token after it; i when there is none.
func (r *reader) match(i int, live func(ref) bool) (refs []ref, next int) {
	refs, next = r.v.match(r.toks, r.chunks, i, live)
	if next < i+2 {
		if found := r.byRoots(i, live); len(found) > 0 {
			refs, next = found, i+2
		}
	}
	if !r.lang.Translates() || r.toks[i].Kind != language.Word || r.chunks[i].Digits {
		return refs, next
	}
	r.lang.Senses(r.toks, i, func(end int, s language.Sense) {
		if end < next {
			return
		}
		found := r.v.means(s, live)
		switch {
		case len(found) == 0:
		case end > next:
			refs, next = found, end
		default:
			refs = append(slices.Clip(refs), found...)
		}
	})
	return refs, next
}

// byRoots returns the meanings of the two words at token i in whatever form they stand:
// "height adjustable" where the catalogue has "electric height adjustment".
func (r *reader) byRoots(i int, live func(ref) bool) []ref {
	if i+1 >= len(r.toks) {
		return nil
	}
	for k, t := range r.toks[i : i+2] {
		if _, role := r.lang.Longest(r.toks, i+k, phraseRoles); t.Kind != language.Word || role != none {
			return nil
		}
	}
	return keepRefs(r.v.rooted[rootsKey(r.toks[i].Stem, r.toks[i+1].Stem)], 2, false, 0, live)
}

// means returns what a sense means in the catalogue: by the first of its English names
// that the catalogue has. A translation is less direct than the catalogue's own words.
func (v *Vocabulary) means(s language.Sense, live func(ref) bool) []ref {
	for _, name := range s.English {
		var buffer [96]byte
		stems := stemsOf(language.Tokenize(name))
		var out []ref
		for _, m := range v.find(phraseKey(buffer[:0], stems)) {
			if s.Part == 'a' && (v.entries[m.entry].noun() || m.rank == rankFragment && language.English().Products[strings.Join(stems, " ")] != "") {
				continue // "leicht" asks for no lights, "kürzer" for no shorts, "hell" for no night light
			}
			if live(m) {
				if r, ok := synonymRank[m.rank]; ok {
					m.rank = r
				}
				out = append(out, m)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// noun reports whether an entry is a thing, and no quality: a category, or a value that ends
// in a plural, "string lights".
func (e *entry) noun() bool {
	if e.kind != aValue {
		return e.kind == aCategory
	}
	toks := language.Tokenize(e.text)
	last := toks[len(toks)-1]
	return last.Kind == language.Word && len(toks) > 1 && last.Form != last.Stem && strings.HasSuffix(last.Form, "s")
}

// decompound divides compounds that neither the catalogue nor the dictionary has as a
// whole: "Damenlaufschuhe" is "Damen" and "laufschuhe". Both halves keep their places
// in the message.
func (r *reader) decompound() {
	if !r.lang.Translates() {
		return
	}
	all := func(ref) bool { return true }
	for i := 0; i < len(r.toks) && len(r.toks) < 2*mostCompounds; i++ {
		t := r.toks[i]
		if t.Kind != language.Word || len(t.Form) != t.End-t.Start && len(t.Form) < 2 {
			continue
		}
		if refs, _ := r.match(i, all); len(refs) > 0 || r.lang.Knows(t.Form) {
			continue
		}
		cut, ok := r.lang.Divide(t.Form)
		if !ok {
			continue
		}
		at := byteOf(r.message[t.Start:t.End], cut)
		if at <= 0 || t.Start+at >= t.End {
			continue
		}
		head := t
		head.Start, head.Glued = t.Start+at, false
		head.Form = language.Fold(r.message[head.Start:t.End])
		head.Stem = language.Singular(head.Form)
		t.End = head.Start
		t.Form = language.Fold(r.message[t.Start:t.End])
		t.Stem = language.Singular(t.Form)
		r.toks[i] = t
		r.toks = slices.Insert(r.toks, i+1, head)
		r.chunks = language.Chunks(r.toks)
		i-- // a half may be a compound itself
	}
}

// mostCompounds bounds how many tokens a message is divided into.
const mostCompounds = 400

// byteOf finds where the folded prefix of so many bytes of a word ends in the word.
func byteOf(text string, folded int) int {
	for i := range text {
		if i > 0 && len(language.Fold(text[:i])) == folded {
			return i
		}
	}
	return -1
}
