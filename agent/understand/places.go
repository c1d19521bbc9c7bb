package understand

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// places finds what of the page the words point at, and marks the tokens that did.
func (q *inquiry) places() {
	toks, point, out := q.toks, &q.lang.Pointers, &q.out
	shown := max(len(q.in.Shown), 1)
	add := func(place int) {
		if place != 0 && !slices.Contains(out.Places, place) {
			out.Places = append(out.Places, place)
		}
	}
	for i := 0; i < len(toks); i++ {
		t := &toks[i]
		place := q.lang.Ordinal(t.Form)
		if place < 0 && i > 0 && !point.Determined[toks[i-1].Form] {
			place = 0
		}
		if place == 0 && t.Kind == language.Number && i+1 < len(toks) && toks[i+1].Glued && (toks[i+1].Form == "st" || toks[i+1].Form == "nd" || toks[i+1].Form == "rd" || toks[i+1].Form == "th") {
			place = int(t.Value)
		}
		switch {
		case place != 0:
			n := 0 // of "the first two"
			if i+1 < len(toks) {
				n = q.few(i + 1)
			}
			if n == 0 {
				add(place)
				q.use(i, i+1)
				break
			}
			if place < 0 {
				place = shown - n + 1
			}
			for k := range n {
				add(place + k)
			}
			q.use(i, i+2)
		case t.Kind == language.Number && t.Value >= 1 && t.Value <= float64(min(shown, mostPlaces)) && t.Value == float64(int(t.Value)) && q.isPlace(i):
			add(int(t.Value))
			q.use(i, i+1)
			if i > 0 && point.Counted[toks[i-1].Form] {
				q.use(i-1, i)
			}
		case point.Counted[t.Form] && i+1 < len(toks) && toks[i+1].Kind == language.Word:
			if v, next := q.lang.Numeral(toks, i+1); next > i+1 && v >= 1 && v <= float64(mostPlaces) && v == float64(int(v)) {
				add(int(v))
				q.use(i, next)
			}
		case point.Top[t.Form] && len(out.Places) == 0 && i > 0 && (i+1 == len(toks) || toks[i+1].Form == "one" || toks[i+1].Kind == language.Mark || t.Form != "top"):
			add(1)
			q.use(i, i+1)
		case point.Both[t.Form] && len(out.Places) == 0:
			add(1)
			add(2)
			q.use(i, i+1)
		case q.few(i) > 0 && t.Kind == language.Word && i > 0 && (point.Those[toks[i-1].Form] || toks[i-1].Form == "the" || toks[i-1].Form == "die") && len(out.Places) == 0:
			for k := range q.few(i) {
				add(k + 1)
			}
			q.use(i, i+1)
		case point.Those[t.Form]:
			out.Those = true
			q.use(i, i+1)
		case point.That[t.Form], point.Alone[t.Form] && i > 0 && q.ends(i+1):
			out.That = true
		}
	}
}

// ends reports whether no noun follows at token i: the message ends there, or a preposition
// stands there.
func (r *reader) ends(i int) bool {
	return i == len(r.toks) || r.toks[i].Kind == language.Mark || r.lang.Is(r.toks[i].Form, link)
}

// few is the number from two to five that token i names, in digits or words; 0 for none.
func (r *reader) few(i int) int {
	n := r.toks[i].Value
	if r.lang.Pointers.Both[r.toks[i].Form] {
		return 2
	}
	if r.toks[i].Kind != language.Number {
		n, _ = r.lang.Numeral(r.toks, i)
	}
	if n < 2 || n > 5 || n != float64(int(n)) {
		return 0
	}
	return int(n)
}

// isPlace reports whether the number at token i counts a place on the page: after
// "number", or joined to another that does, and without a unit.
func (r *reader) isPlace(i int) bool {
	toks := r.toks
	if r.chunks[i].Letters {
		return false
	}
	before := i - 1
	if before > 0 && toks[before].Form == "." {
		before--
	}
	if before >= 0 && (r.lang.Pointers.Counted[toks[before].Form] || toks[before].Form == "#") {
		return true
	}
	a := language.Amounts{Language: r.lang, Toks: toks, Chunks: r.chunks, Currency: r.in.Currency}
	if m, _ := a.At(i); m.Measured || m.Currency != "" {
		return false
	}
	joins := func(k int) bool {
		if k < 0 || k >= len(toks) {
			return false
		}
		return r.lang.Pointers.Beside[toks[k].Form] || strings.Contains(",&/", toks[k].Form)
	}
	number := func(k int) bool {
		return k >= 0 && k < len(toks) && (toks[k].Kind == language.Number && toks[k].Value <= mostPlaces || r.lang.Ordinal(toks[k].Form) != 0)
	}
	return joins(i-1) && (number(i-2) || i >= 3 && number(i-3)) || joins(i+1) && (number(i+2) || number(i+3))
}
