package discover

import (
	"iter"
	"strings"
	"unicode"
)

// wordsIn yields the words of a text in lower case. A word is a run of letters and digits, in which a point between
// digits counts as a digit, so that numbers stay whole.
func wordsIn(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := -1
		emit := func(end int) bool {
			w := s[start:end]
			start = -1
			return yield(canonicalWord(w))
		}
		for i, r := range s {
			inside := unicode.IsLetter(r) || unicode.IsDigit(r) ||
				r == '.' && start >= 0 && isDigit(s[i-1]) && i+1 < len(s) && isDigit(s[i+1])
			switch {
			case inside && start < 0:
				start = i
			case !inside && start >= 0:
				if !emit(i) {
					return
				}
			}
		}
		if start >= 0 {
			emit(len(s))
		}
	}
}

// canonicalWord folds case and drops the zeros behind a decimal point.
func canonicalWord(w string) string {
	w = strings.ToLower(w)
	if isDigit(w[0]) && strings.Count(w, ".") == 1 {
		w = strings.TrimRight(strings.TrimRight(w, "0"), ".")
	}
	return w
}

// Clip cuts s to at most n bytes at a rune boundary.
func Clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n]
}

// Indicator is 1 for what is so, else 0.
func Indicator(b bool) int {
	if b {
		return 1
	}
	return 0
}
