package language

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// readNumbers reads the number words of the language: words, scales and ordinals.
func (l *Language) readNumbers() {
	name := l.Code + "/numbers.tsv"
	for _, row := range rows(name, table(l.Code, "numbers.tsv"), 3) {
		value, err := strconv.ParseFloat(row[1], 64)
		if err != nil {
			panic(fmt.Sprintf("%s: %s: %v", name, row[2], err))
		}
		for _, w := range strings.Fields(row[2]) {
			switch row[0] {
			case "word":
				l.numerals[w] = value
			case "scale":
				l.scales[w], l.largest = value, append([]string{w}, l.largest...)
			case "ordinal":
				l.ordinals[w] = int(value)
			default:
				panic(fmt.Sprintf("%s: %q is no kind of number", name, row[0]))
			}
		}
	}
}

// Numeral reads number words at token i: "fifty", "twenty-five", "a hundred", "half a",
// "zweihundertfünfzig"; next is i where there are none.
func (l *Language) Numeral(toks []Token, i int) (value float64, next int) {
	j := i
	if j < len(toks) && toks[j].Form == "a" {
		j++
	}
	if j >= len(toks) {
		return 0, i
	}
	if l.joint != "" {
		if v, ok := l.together(toks[j].Form); ok {
			if part := l.part(toks, j+1); v == 1 && part > 0 { // "ein dreiviertel"
				return part, j + 2
			}
			return v, j + 1
		}
		return 0, i
	}
	v, ok := l.numerals[toks[j].Form]
	if ok && j > i && v >= 1 { // "a fifty" is no number
		return 0, i
	}
	switch {
	case ok && v < 1: // "half a litre"
		j++
		if j < len(toks) && (toks[j].Form == "a" || toks[j].Form == "an") {
			j++
		}
		return v, j
	case ok:
		j++
		if v < 10 && j < len(toks) { // "two fifty"
			if tens := l.numerals[toks[j].Form]; tens >= 10 && math.Mod(tens, 10) == 0 {
				return 100*v + tens, j + 1
			}
		}
		if v >= 20 {
			k := j
			if k < len(toks) && toks[k].Form == "-" {
				k++
			}
			if k < len(toks) {
				if small := l.numerals[toks[k].Form]; small < 10 && small >= 1 {
					v, j = v+small, k+1
				}
			}
		}
	default:
		v = 1
	}
	if j < len(toks) {
		if scale, isScale := l.scales[toks[j].Form]; isScale {
			v, j = v*scale, j+1
			k := j
			if k < len(toks) && toks[k].Form == "and" {
				k++
			}
			// "a hundred and five", "two thousand five hundred"
			if rest, next := l.Numeral(toks, k); rest < scale && (rest >= 10 || rest >= 1 && k > j) {
				return v + rest, next
			}
			return v, j
		}
	}
	if !ok {
		return 0, i
	}
	return v, j
}

// part returns the fraction of one that token i names, 0 for none.
func (l *Language) part(toks []Token, i int) float64 {
	if i < len(toks) && l.numerals[toks[i].Form] < 1 {
		return l.numerals[toks[i].Form]
	}
	return 0
}

// together reads a number that is written in one word: "zweihundertfünfzig",
// "fünfundzwanzig", "tausend".
func (l *Language) together(w string) (float64, bool) {
	if v, ok := l.numerals[w]; ok {
		return v, true
	}
	for _, scale := range l.largest {
		before, after, ok := strings.Cut(w, scale)
		if !ok {
			continue
		}
		v := 1.0
		if before != "" {
			if v, ok = l.together(before); !ok {
				return 0, false
			}
		}
		v *= l.scales[scale]
		if after = strings.TrimPrefix(after, l.joint); after != "" {
			rest, ok := l.together(after)
			if !ok {
				return 0, false
			}
			v += rest
		}
		return v, true
	}
	if unit, ten, ok := strings.Cut(w, l.joint); ok {
		a, okA := l.numerals[unit]
		b, okB := l.numerals[ten]
		if okA && okB && a < 10 && b >= 20 {
			return a + b, true
		}
	}
	return 0, false
}

// Ordinal is the place that a word names, from 1; −1 is the last; 0: it names none.
func (l *Language) Ordinal(form string) int { return l.ordinals[form] }

// Ordinal is the place that a word of any language names, from 1; −1 is the last; 0: it
// names none.
func Ordinal(form string) int {
	for _, l := range Languages() {
		if n := l.ordinals[form]; n != 0 {
			return n
		}
	}
	return 0
}

// Numbering reports whether a number behind a word of any language is a place: "number 2".
func Numbering(form string) bool {
	return slices.ContainsFunc(Languages(), func(l *Language) bool { return l.Pointers.Counted[form] })
}
