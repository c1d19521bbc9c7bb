package proclare

import (
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"unicode"

	"shopclerk/agent/dialog"
)

// join returns a query with the space between two of its words left out, each as
// likely as the others; a query of one word is returned as it is.
func join(query string, seed uint64) string {
	words := strings.Fields(query)
	if len(words) < 2 {
		return query
	}
	i := querySource(query, seed).IntN(len(words) - 1)
	words[i] += words[i+1]
	return strings.Join(append(words[:i+1:i+1], words[i+2:]...), " ")
}

// querySource is a source of chance that depends on the query, so that a query is mistyped
// alike whatever others a file has.
func querySource(query string, seed uint64) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(query))
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

// alike returns how alike two questions read, 0..1: the F1 of the words of their
// text and options, each word as often as it occurs in both. The paper takes
// BERTScore's F1 of the same texts (appendix A.3), which matches tokens by a
// model's similarity rather than by identity; without the model the measure is
// blind to synonyms, which a clerk who words by rule does not produce.
func alike(a, b *dialog.Posed) float64 {
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
func wording(q *dialog.Posed) []string {
	var b strings.Builder
	b.WriteString(q.Text)
	for _, o := range q.Options {
		b.WriteString(" " + o.Label)
	}
	return strings.FieldsFunc(strings.ToLower(b.String()), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '.'
	})
}
