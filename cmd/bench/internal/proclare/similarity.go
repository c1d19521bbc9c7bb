package proclare

import (
	"strings"
	"unicode"

	"shopclerk/agent/memory"
)

// alike returns how alike two questions read, 0..1: the F1 of the words of their
// text and options, each word as often as it occurs in both. The paper takes
// BERTScore's F1 of the same texts (appendix A.3), which matches tokens by a
// model's similarity rather than by identity; without the model the measure is
// blind to synonyms, which a clerk who words by rule does not produce.
func alike(a, b *memory.Posed) float64 {
	count := map[string]int{}
	in, out := 0, 0
	for _, w := range wording(a) {
		count[w]++
		in++
	}
	both := 0
	for _, w := range wording(b) {
		out++
		if count[w] > 0 {
			count[w]--
			both++
		}
	}
	if both == 0 {
		return 0
	}
	return 2 * float64(both) / float64(in+out)
}

// wording is a question as one list of words, its text and then its options.
func wording(q *memory.Posed) []string {
	var b strings.Builder
	b.WriteString(q.Text)
	for _, o := range q.Options {
		b.WriteString(" " + o.Label)
	}
	return strings.FieldsFunc(strings.ToLower(b.String()), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '.'
	})
}
