package tools

import (
	"math"
	"strconv"
	"strings"

	"shopclerk/agent/language"
)

// compares reads a word that chooses among things by comparing them at token k, in any
// language. Of more than two the extreme is meant: people say "the cheaper one" of three
// as well, and "the old one". A plain adjective compares where a thing is pointed at with
// it, and is not what the sentence says of one.
func (r *valueReader) compares(k int) (language.Measured, bool) {
	for _, l := range language.Languages() {
		m, next := l.MeasureAt(r.Toks, k)
		if next > k && (m.Degree != language.Positive || k > 0 && (errands().The.Is(r.Toks[k-1].Form) || errands().Own.Is(r.Toks[k-1].Form))) {
			return m, true
		}
	}
	return language.Measured{}, false
}

// points returns the values that the text points at: one, or for a list as many as a
// plural stands for. "Send them back" is all that was last spoken of, or shown; "both"
// is two; "everything" is every value, once it is clear which those are.
func (r *valueReader) points(i int, values []Value) (language.Span, []any) {
	among := r.among(values, r.scene.Recent)
	if shown := r.among(values, r.scene.Shown); len(among) < 2 && len(shown) > len(among) {
		among = shown
	}
	for k, tok := range r.Toks {
		of := among
		switch last := r.Ends(k+1) || lists().Particles[r.Toks[k+1].Form] || lists().Anything[r.Toks[k+1].Form]; {
		case r.domains[i].Kind != List || !last || !lists().Plurals[tok.Form] && !lists().Wholes[tok.Form] || lists().Both[tok.Form] && len(among) != 2:
			continue
		case lists().Wholes[tok.Form] && len(among) == 0 && !r.waiting[i]:
			of = values
		}
		if len(of) > 0 {
			out := make([]any, len(of))
			for n, v := range of {
				out[n] = v.Of
			}
			return r.Passage(k, k+1), out
		}
	}
	return r.point(values)
}

// point returns the value that the text points at, nil if it points at none: by its
// place among the things shown (or the values themselves, where none of them is
// shown), by comparison, or as what was last spoken of.
func (r *valueReader) point(values []Value) (language.Span, []any) {
	if len(values) == 0 {
		return language.Span{}, nil
	}
	among := r.among(values, r.scene.Shown)
	shown := among != nil
	if !shown {
		among = values
	}
	_, numbers := values[0].Of.(float64)
	for k, tok := range r.Toks {
		at, n := r.Passage(k, k+1), 0
		if shown || r.answer >= 0 {
			if n = language.Ordinal(tok.Form); k+1 < len(r.Toks) && lists().Counted[r.Toks[k+1].Form] {
				n = 0 // "the second page"
			}
		}
		placed := shown && k > 0 && r.numbering(k-1)
		if tok.Kind == language.Number && !numbers && (placed || r.answer >= 0 && len(r.Toks) <= 3) { // "2", "number 2"
			n, _ = strconv.Atoi(tok.Form)
		}
		if n < 0 {
			n = len(among)
		}
		if n >= 1 && n <= len(among) {
			return at, []any{among[n-1].Of}
		}
		if m, ok := r.compares(k); ok {
			if v, ok := extreme(among, m); ok {
				return at, []any{v.Of}
			}
		}
	}
	recent := r.among(values, r.scene.Recent)
	for k, tok := range r.Toks {
		if len(recent) > 0 && lists().Pronouns[tok.Form] && (r.Ends(k+1) || lists().Alone[tok.Form]) {
			return r.Passage(k, k+1), []any{recent[0].Of}
		}
	}
	return language.Span{}, nil
}

// numbering reports whether a number behind token k is a place: behind "number", "no." and "#".
func (r *valueReader) numbering(k int) bool {
	if r.Toks[k].Form == "." && k > 0 {
		k--
	}
	return r.Toks[k].Form == "#" || language.Numbering(r.Toks[k].Form)
}

// among returns the things that are values of the domain, in the things' order.
func (r *valueReader) among(values, things []Value) []Value {
	var out []Value
	for _, t := range things {
		if v, ok := find(values, t.Of); ok {
			if v.Traits == nil {
				v.Traits = t.Traits
			}
			out = append(out, v)
		}
	}
	return out
}

// extreme returns the value that has most or least of what a word measures, if just one
// has and two can be compared: by the first of the names of the measure that they have.
func extreme(values []Value, m language.Measured) (Value, bool) {
	for _, trait := range append([]string{m.Name}, m.Aspects...) {
		best, at, ties, known := math.Inf(1), 0, 0, 0
		for k, v := range values {
			x, ok := v.Traits[trait]
			if !ok {
				if x, ok = v.Traits[strings.ReplaceAll(trait, " ", "_")]; !ok {
					continue
				}
			}
			known++
			if !m.Down {
				x = -x
			}
			if x < best {
				best, at, ties = x, k, 0
			}
			if x == best {
				ties++
			}
		}
		if known >= 2 {
			return values[at], ties == 1
		}
	}
	return Value{}, false
}
