package understand

import "shopclerk/agent/language"

// spell corrects the words of a message that neither catalogue nor language knows. A
// token that touches a digit is part of a model name and stays.
func (r *reader) spell() {
	left := language.MaxCorrections
	for i := range r.toks {
		t := &r.toks[i]
		if t.Kind != language.Word || r.chunks[i].Digits || left == 0 || r.knows(t) {
			continue
		}
		left--
		own, isOwn := r.lang.Correct(t.Form)
		stem, ok := r.v.words.Correct(t.Form)
		likely := r.lang.Translates() || i+1 < len(r.toks) && r.toks[i+1].Kind == language.Number || i > 0 && r.toks[i-1].Kind == language.Number // "undr 50", "80 erou"
		switch {
		case isOwn && !ok && likely,
			isOwn && ok && (likely || r.lang.Is(own, link)) && language.Nearer(t.Form, own, stem): // "wiht" is "with" and not "white"
			t.Form, t.Stem, t.Corrected = own, own, true
		case ok:
			t.Stem, t.Corrected = stem, true
		case isOwn:
			t.Form, t.Stem, t.Corrected = own, language.Singular(own), true
		}
	}
}

// knows reports whether a word needs no correction.
func (r *reader) knows(t *language.Token) bool {
	v := r.v
	if v.words.Has(t.Stem) || len(t.Form) < language.ShortWord || r.lang.Familiar(t) || r.lang.Spoken(t.Form) {
		return true
	}
	l := v.lexicon
	if l.common[t.Stem] || l.things[t.Stem] || l.accessories[t.Stem] || l.adjectives[t.Stem] {
		return true
	}
	if v.aliases != nil && v.aliases.stems[t.Stem] {
		return true
	}
	if v.known != nil && (v.known(t.Form) || v.known(t.Stem)) {
		return !r.slip(t)
	}
	_, joined := v.index[t.Stem] // "headphones" where the catalogue has "head phones"
	return joined
}

// slips is how many times as many products have the right spelling of a word that some
// have too, or the stem of: "earings", which retrieval takes for something of the ear.
const slips = 20

// slip reports whether a word that no language has is a misspelt one of the catalogue's
// although some product has it too.
func (r *reader) slip(t *language.Token) bool {
	if len(t.Form) <= language.ShortWord || r.v.having == nil || r.lang.Said(t.Form) > 0 {
		return false
	}
	right, ok := r.v.words.Correct(t.Form)
	have, should := max(r.v.having(t.Form), r.v.having(t.Stem)), r.v.having(right)
	return ok && language.OneOff(t.Stem, right) && (should >= slips*have || should == have) // to retrieval it is the same
}
