package tools

import (
	"math"
	"slices"
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
	point := func() (language.Span, []any) {
		at, of := r.point(values)
		if of == nil {
			return at, nil
		}
		return at, []any{of}
	}
	if r.domains[i].Kind != List {
		return point()
	}
	among := r.among(values, r.scene.Recent)
	if len(among) < 2 {
		if shown := r.among(values, r.scene.Shown); len(shown) > len(among) {
			among = shown
		}
	}
	for k, tok := range r.Toks {
		of := among
		switch last := r.Ends(k+1) || lists().Particles[r.Toks[k+1].Form] || lists().Anything[r.Toks[k+1].Form]; {
		case !last:
			continue
		case lists().Wholes[tok.Form] && len(among) == 0 && !r.waiting[i]:
			of = values
		case lists().Both[tok.Form] && len(among) != 2:
			continue
		case !lists().Plurals[tok.Form] && !lists().Wholes[tok.Form]:
			continue
		}
		if len(of) > 0 {
			return r.Passage(k, k+1), valuesOf(of)
		}
	}
	return point()
}

// valuesOf are the values themselves.
func valuesOf(values []Value) []any {
	out := make([]any, len(values))
	for i, v := range values {
		out[i] = v.Of
	}
	return out
}

// point returns the value that the text points at, nil if it points at none: by its
// place among the things shown (or the values themselves, where none of them is
// shown), by comparison, or as what was last spoken of.
func (r *valueReader) point(values []Value) (language.Span, any) {
	if len(values) == 0 {
		return language.Span{}, nil
	}
	among := r.among(values, r.scene.Shown)
	shown := among != nil
	if among == nil {
		among = values
	}
	for k, tok := range r.Toks {
		at := r.Passage(k, k+1)
		if n := language.Ordinal(tok.Form); n != 0 && (shown || r.answer >= 0) && !r.counts(k) {
			if n < 0 {
				n = len(among)
			}
			if n >= 1 && n <= len(among) {
				return at, among[n-1].Of
			}
		}
		placed := shown && k > 0 && r.numbers(k-1)
		if tok.Kind == language.Number && (placed || r.answer >= 0 && len(r.Toks) <= 3) { // "2", "number 2"
			if n, err := strconv.Atoi(tok.Form); err == nil && n >= 1 && n <= len(among) && !slices.ContainsFunc(values, func(v Value) bool { _, isNumber := v.Of.(float64); return isNumber }) {
				return at, among[n-1].Of
			}
		}
		if m, ok := r.compares(k); ok {
			if v, ok := extreme(among, m); ok {
				return at, v.Of
			}
		}
	}
	recent := r.among(values, r.scene.Recent)
	if len(recent) == 0 {
		return language.Span{}, nil
	}
	for k, tok := range r.Toks {
		if lists().Pronouns[tok.Form] && (r.Ends(k+1) || lists().Alone[tok.Form]) {
			return r.Passage(k, k+1), recent[0].Of
		}
	}
	return language.Span{}, nil
}

// numbers reports whether a number behind token k is a place: behind "number", "no." and "#".
func (r *valueReader) numbers(k int) bool {
	if r.Toks[k].Form == "." && k > 0 {
		k--
	}
	return r.Toks[k].Form == "#" || language.Numbering(r.Toks[k].Form)
}

// counts reports whether an ordinal counts something else: "the second page", but
// not "the second one" or "the second" or "the second lamp".
func (r *valueReader) counts(k int) bool {
	return k+1 < len(r.Toks) && lists().Counted[r.Toks[k+1].Form]
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
		best, at, ties, known := math.Inf(1), -1, 0, 0
		for k, v := range values {
			x, ok := v.Traits[trait]
			if !ok {
				x, ok = v.Traits[strings.ReplaceAll(trait, " ", "_")]
			}
			if !ok {
				continue
			}
			known++
			if !m.Down {
				x = -x
			}
			switch {
			case x < best:
				best, at, ties = x, k, 1
			case x == best:
				ties++
			}
		}
		if known >= 2 {
			return values[max(at, 0)], ties == 1
		}
	}
	return Value{}, false
}
