package understand

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// Values that are said in another form, or by mistake.

// retract leaves out a value that was said by mistake: the black of "black, no wait, white".
func (r *reader) retract(candidates [][]candidateValue) {
	before, taken := -1, false // the value said last, and whether it was taken back
	for i := range r.segs {
		s := &r.segs[i]
		switch {
		case before >= 0 && len(candidates[i]) == 0 && r.lang.Has(r.toks, s.from, language.Retract):
			taken = true
		case len(candidates[i]) == 0 || !s.open() || s.negated:
		case !taken:
			before = i
		default:
			if sameAspect(candidates[before], candidates[i]) {
				r.segs[before].as = Moot
			}
			before, taken = i, false
		}
	}
}

// outdate leaves out a value that stands where one instead of it is named beside: the on-ear of
// "better over-ear than on-ear".
func (r *reader) outdate(candidates [][]candidateValue) {
	named := func(i int) bool { return len(candidates[i]) > 0 && r.segs[i].open() && !r.segs[i].negated }
	for i := range r.segs {
		if !named(i) {
			continue
		}
		if was, _ := r.asked(i); was != stoodSame {
			continue
		}
		for k := range r.segs {
			if k == i || !named(k) || !sameAspect(candidates[i], candidates[k]) || r.joined(min(i, k), max(i, k)) {
				continue
			}
			if was, _ := r.asked(k); was != stoodSame {
				r.segs[i].as = Moot
				break
			}
		}
	}
}

// joined reports whether "and" or "or" stands between segments i and k, or that what stood stays
// is said anywhere.
func (r *reader) joined(i, k int) bool {
	return slices.ContainsFunc(r.segs[i:k], func(s segment) bool { return s.role == or || s.role == and }) || r.lang.Anywhere(r.toks, language.Same)
}

// swapped leaves out what something else is to stand for: the teak of "change teak to acacia".
func (r *reader) swapped() {
	for i := range r.segs {
		if !r.says(i, language.Swap) || r.segs[i].mark {
			continue
		}
		k := i + 1
		for k < len(r.segs) && r.segs[k].role == filler && !r.says(k, language.Into) {
			k++
		}
		if k < len(r.segs) && r.segs[k].amount != nil && r.segs[k].amount.Ranged { // "change 24 to 27 inch" is no range
			r.segs[k].amount.Ranged, r.segs[k].amount.Low = false, r.segs[k].amount.High
		}
		from, to := r.clauseAround(i)
		content := func(k int) bool {
			s := &r.segs[k]
			return s.amount != nil || s.open() && len(s.refs) > 0 && !r.says(k, language.Swap)
		}
		for k := from + 1; k < to-1; k++ {
			if !r.says(k, language.Into) || content(k) || !content(k+1) {
				continue
			}
			for l := k - 1; l >= from && (content(l) || r.segs[l].role == filler); l-- {
				if content(l) {
					r.segs[l].as = Moot
				}
			}
		}
		r.segs[i].role, r.segs[i].refs = filler, nil
	}
}

// sameAspect reports whether two words can be values of one aspect.
func sameAspect(a, b []candidateValue) bool {
	return slices.ContainsFunc(a, func(x candidateValue) bool {
		return slices.ContainsFunc(b, func(y candidateValue) bool { return x.aspect == y.aspect && !x.flag })
	})
}

// placeByForm places a word that nothing goes by as the value that another form of it names:
// "chairs that stack" where they are stackable. It reports whether there was one.
func (r *reader) placeByForm(i int) bool {
	s := &r.segs[i]
	if r.scope == nil || s.to != s.from+1 || len(s.refs) > 0 || r.toks[s.from].Kind != language.Word {
		return false
	}
	words := []string{r.toks[s.from].Stem}
	if r.lang.Translates() {
		words = r.lang.English(r.toks[s.from].Form)
	}
	for _, w := range words {
		for _, form := range otherForms(w) {
			for _, m := range r.v.find(phraseKey(nil, []string{language.Singular(form)})) {
				if r.v.entries[m.entry].kind != aCategory && r.live(m) {
					s.refs = append(s.refs, m)
				}
			}
		}
	}
	if len(s.refs) == 0 {
		return false
	}
	candidates := make([][]candidateValue, len(r.segs))
	candidates[i] = r.candidates(i)
	if len(candidates[i]) == 0 {
		s.refs = nil
		return false
	}
	r.placeValue(i, candidates)
	return true
}

// otherForms are what of a verb or noun in English becomes what something is: "foldable" and
// "folding" of "fold", "dimmable" of "dim", "hooded" of "hood".
func otherForms(word string) []string {
	if len(word) < 3 || language.Digit(rune(word[0])) {
		return nil
	}
	var out []string
	for _, ending := range []string{"able", "ed", "ing"} {
		out = append(out, strings.TrimSuffix(word, "e")+ending, word+word[len(word)-1:]+ending)
	}
	return out
}
