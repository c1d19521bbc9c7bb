package readiness

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

const (
	// shortestTypo is how many letters a word must have to be taken for another with
	// a letter wrong: of shorter ones too many differ by one letter and are right,
	// such as "mint" and "mink".
	shortestTypo = 6
	// rareTypo is how many times commoner than the misspelling the right one must be:
	// who writes a feed slips now and then, not as often as not.
	rareTypo = 10
	// knownWord is in how many products a word must occur, in all the column's
	// values, to be a word of its own.
	knownWord = 3
)

// typos unites a rare value with a common one from which one letter of one word
// tells it, unless the differing word is in use otherwise, or a product has both.
func (l *likeness) typos() {
	words := map[string]int{}
	values := make([][]string, len(l.forms))
	for code, v := range l.column.Values {
		values[code] = tokenize(v.Text)
		for _, w := range values[code] {
			words[w] += l.counts[code]
		}
	}
	// values that are equal but for one word, and that word but for one letter, share
	// the text without that letter: look-up instead of a comparison of all with all
	near := map[string][]int{}
	for code := range values {
		for i, w := range values[code] {
			if !isTypoWord(w) {
				continue
			}
			before, after := strings.Join(values[code][:i], " "), strings.Join(values[code][i+1:], " ")
			for cut := range w {
				_, size := utf8.DecodeRuneInString(w[cut:])
				key := before + "|" + w[:cut] + w[cut+size:] + "|" + after
				near[key] = append(near[key], code)
			}
			key := before + "|" + w + "|" + after
			near[key] = append(near[key], code)
		}
	}
	for code := range values {
		for i, w := range values[code] {
			if !isTypoWord(w) || words[w] >= knownWord+l.counts[code] {
				continue
			}
			before, after := strings.Join(values[code][:i], " "), strings.Join(values[code][i+1:], " ")
			right := -1
			consider := func(key string) {
				for _, other := range near[key] {
					if other != code && l.misspells(code, other, i, values) && (right < 0 || l.counts[other] > l.counts[right]) {
						right = other
					}
				}
			}
			consider(before + "|" + w + "|" + after)
			for cut := range w {
				_, size := utf8.DecodeRuneInString(w[cut:])
				consider(before + "|" + w[:cut] + w[cut+size:] + "|" + after)
			}
			if right >= 0 {
				l.unite(code, right, Typo)
			}
		}
	}
}

// isTypoWord reports whether a token is a word long enough to be misspelt.
func isTypoWord(w string) bool {
	return utf8.RuneCountInString(w) >= shortestTypo && unicode.IsLetter(firstRune(w))
}

// misspells reports whether a value is another one with its i-th word misspelt.
func (l *likeness) misspells(rare, common, i int, values [][]string) bool {
	a, b := values[rare], values[common]
	if len(a) != len(b) || !isTypoWord(b[i]) || a[i] == b[i] || firstRune(a[i]) != firstRune(b[i]) || lastRune(a[i]) != lastRune(b[i]) {
		return false // another ending is another form of the word: "striped", "stripes"
	}
	if l.counts[common] < rareTypo*l.counts[rare] {
		return false
	}
	for k := range a {
		if k != i && a[k] != b[k] {
			return false
		}
	}
	return isSlip(a[i], b[i]) && !l.together(rare, common)
}

// isSlip reports whether a slip of the finger makes one word of the other: a letter
// left out, doubled, wrong, or swapped with its neighbour.
func isSlip(a, b string) bool {
	if levenshtein.ComputeDistance(a, b) == 1 {
		return true
	}
	x, y := []rune(a), []rune(b)
	if len(x) != len(y) {
		return false
	}
	i := 0
	for i < len(x) && x[i] == y[i] {
		i++
	}
	return i+1 < len(x) && x[i] == y[i+1] && x[i+1] == y[i] && string(x[i+2:]) == string(y[i+2:])
}

// together reports whether a product has both values: then they differ.
func (l *likeness) together(a, b int) bool {
	for i := range len(l.column.Offsets) - 1 {
		if row := l.column.Row(i); slices.Contains(row, uint32(a)) && slices.Contains(row, uint32(b)) {
			return true
		}
	}
	return false
}
