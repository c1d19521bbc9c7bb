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
// whole: "Damenlaufschuhe" is "Damen" and "laufschuhe", "smartwatch" a smart watch. Both
// halves keep their places in the message.
func (r *reader) decompound() {
	all := func(ref) bool { return true }
	for i := 0; i < len(r.toks) && len(r.toks) < 2*mostCompounds; i++ {
		t := r.toks[i]
		if t.Kind != language.Word {
			continue
		}
		if refs, _ := r.match(i, all); len(refs) > 0 || r.lang.Knows(t.Form) {
			continue
		}
		cut, ok := r.lang.Divide(t.Form)
		if !ok {
			if cut, ok = r.divide(t.Form, r.lang.Means(t.Form)); !ok { // "Lederrucksack", where there are backpacks
				continue
			}
		}
		at := byteOf(r.message[t.Start:t.End], cut)
		if at < 0 {
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

// shortestHalf is the shortest half of a compound that only the catalogue has, in bytes.
const shortestHalf = 4

// divide returns where a folded word divides into a value and a category that has it: after
// the "tunnel" of "Tunnelzelt". Of a word that is known as a whole a part of a value will do.
func (r *reader) divide(form string, known bool) (at int, ok bool) {
	for at = shortestHalf; at <= min(len(form)-shortestHalf, longestWord); at++ {
		for _, head := range r.meanings(form[at:]) {
			if e := &r.v.entries[head.entry]; e.kind != aCategory {
				continue
			}
			in := r.v.members(&r.v.entries[head.entry])
			for _, m := range r.meanings(form[:at]) {
				if e := &r.v.entries[m.entry]; e.kind == aValue && (known || m.rank < rankFragment) && e.countIn(in) > 0 {
					return at, true
				}
			}
		}
	}
	return 0, false
}

// longestWord is up to where a word is looked at for its halves, in bytes.
const longestWord = 40

// meanings are what a word means by itself, in the catalogue's words or the message's.
func (r *reader) meanings(form string) []ref {
	var buffer [96]byte
	out := slices.Clone(r.v.find(phraseKey(buffer[:0], []string{language.Singular(form)})))
	for _, name := range r.lang.English(form) {
		out = append(out, r.v.find(phraseKey(buffer[:0], []string{language.Singular(name)}))...)
	}
	return out
}

// someone returns the value that tells for whom a thing is of the word at token i for somebody:
// "women" of "wife".
func (r *reader) someone(i int, live func(ref) bool) []ref {
	said := []string{r.toks[i].Form}
	r.lang.Senses(r.toks[:i+1], i, func(_ int, s language.Sense) { said = append(said, s.English...) })
	for _, word := range said {
		who := language.Person(word)
		if who == "" {
			continue
		}
		var buffer [96]byte
		var out []ref
		for _, m := range r.v.find(phraseKey(buffer[:0], []string{who})) {
			if r.v.entries[m.entry].kind == aValue && m.rank < rankFragment && live(m) {
				out = append(out, m)
			}
		}
		return out
	}
	return nil
}

// forSomeone reports whether the segments so far end in "for my".
func (r *reader) forSomeone(before []segment) bool {
	k := len(before) - 1
	for k > 0 && before[k].role == filler {
		k--
	}
	return k >= 0 && before[k].role == link && r.lang.Has(r.toks, before[k].from, language.For)
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
