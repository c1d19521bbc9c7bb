package tools

import (
	"math"
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// readListed claims passages that name values of a finite domain: in full, with a
// typing error, by some of their words, or by pointing ("the second one").
func (r *valueReader) readListed(i int, d *Domain) {
	values := d.list()
	found := false
	longest := map[int]int{} // end of the longest full name that begins at a token
	type hit struct {
		language.Span
		value any
		typo  bool
	}
	var hits []hit
	for _, v := range values {
		for _, name := range r.scene.book().phrases(v) {
			for from := range r.Toks {
				if next, typos := r.PhraseAt(from, name); next > from && !r.SplitsName(from, next) && (next > from+1 || !r.standsIn(from, name)) {
					hits = append(hits, hit{r.Passage(from, next), v.Of, typos > 0})
					longest[from] = max(longest[from], next)
				}
			}
		}
	}
	// of the names that begin at one place the longest is meant, and of equal ones
	// all are
	for from := range r.Toks {
		var of []any
		strength := strengthTypo
		for _, h := range hits {
			if h.From == from && h.To == longest[from] && !slices.Contains(of, h.value) {
				if !h.typo && strength < strengthExact {
					strength, of = strengthExact, nil // an exact name leaves the likenesses out
				}
				if !h.typo || strength < strengthExact {
					of = append(of, h.value)
				}
			}
		}
		if of != nil && len(of) < len(values) || len(values) == 1 && of != nil {
			found = true
			if _, number := of[0].(float64); number {
				strength = strengthBare // a number says nothing of whose it is
			}
			r.claim(i, r.Passage(from, longest[from]), strength+0.1*float64(longest[from]-from), false, of...)
		}
	}
	if !found {
		found = r.readParts(i, values)
	}
	if at, of := r.points(i, values); of != nil {
		found = true
		r.claim(i, at, strengthPointed, false, of...)
	}
	if d.Kind == Boolean {
		if !found && r.answer == i {
			r.readYesOrNo(i)
		}
		return
	}
	if !found {
		r.readNoun(i, values)
	}
	// something may be named that is none of the values; where one was found as well,
	// it may yet be another parameter's
	r.readStrange(i, values)
}

// readYesOrNo claims the answer to a flag.
func (r *valueReader) readYesOrNo(i int) {
	for k, tok := range r.Toks {
		if no := lists().Off[tok.Form] || errands().No.Is(tok.Form); no || lists().On[tok.Form] || errands().Yes.Is(tok.Form) {
			r.claim(i, r.Passage(k, k+1), strengthExact, false, !no)
			return
		}
	}
}

// readParts claims the values of which most words are in the text: "the lamp" is
// every lamp. Words that all values have say nothing. It reports whether it found
// any.
func (r *valueReader) readParts(i int, values []Value) bool {
	in := map[string]int{}
	words := make([][]string, len(values))
	for k, v := range values {
		seen := map[string]bool{}
		for _, phrase := range r.scene.book().phrases(v) {
			for _, w := range phrase {
				if !seen[w] && !lists().Stop[w] && len(w) > 1 {
					seen[w] = true
					in[w]++
					words[k] = append(words[k], w)
				}
			}
		}
	}
	best, from, to := 0.0, 0, 0
	var of []any
	for k, v := range values {
		score, first, last := 0.0, math.MaxInt, 0
		for _, w := range words[k] {
			if in[w] == len(values) && len(values) > 1 {
				continue
			}
			for at := range r.Toks {
				if next, typos := r.PhraseAt(at, []string{w}); next > at && typos == 0 && !r.meansTool(w) && !r.InName(at) && !r.standsIn(at, words[k]) {
					score += math.Log(1 + float64(len(values))/float64(in[w]))
					first, last = min(first, at), max(last, next)
					break
				}
			}
		}
		switch {
		case score == 0 || score < best-1e-9:
		case score > best+1e-9:
			best, of, from, to = score, []any{v.Of}, first, last
		default:
			of, from, to = append(of, v.Of), min(from, first), max(to, last)
		}
	}
	if of == nil {
		return false
	}
	if to-from > 6 { // words far apart: the first stands for all
		to = from + 1
	}
	r.claim(i, r.Passage(from, to), strengthPartial, false, of...)
	return true
}

// standsIn reports whether the word at token k stands for a thing that other words tell, and is
// not of the name whose words are given: the "one" of "the first one", and not of "the Novari
// One".
func (r *valueReader) standsIn(k int, words []string) bool {
	return errands().OneOf.Is(r.Toks[k].Form) && k > 0 && !slices.Contains(words, r.Toks[k-1].Stem)
}

// meansTool reports whether a word says what to do rather than with what.
func (r *valueReader) meansTool(w string) bool {
	return r.answer < 0 && (slices.Contains(language.NameStems(r.tool.Name), w) || slices.Contains(language.NameStems(r.tool.Title), w))
}

// unplaced returns the words that nothing recognised, where they look like the name
// of something: for the clerk to say so.
func (r *valueReader) unplaced(claims []claim) []string {
	var out []string
	for _, s := range append(slices.Clone(r.Quoted), r.IDs...) {
		if !slices.ContainsFunc(claims, func(c claim) bool { return c.Overlaps(s) }) && !slices.Contains(out, s.Said) {
			out = append(out, strings.TrimSpace(s.Said))
		}
	}
	return out
}

// spare counts the numbers that nothing recognised.
func (r *valueReader) spare(claims []claim) int {
	n := 0
	for _, q := range r.Quantities {
		if !q.Spelled && !slices.ContainsFunc(claims, func(c claim) bool { return c.Overlaps(q.Span) }) {
			n++
		}
	}
	return n
}
