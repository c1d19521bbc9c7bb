package proclare

import (
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"unicode"

	"shopclerk/agent/dialog"
)

// typable is the fewest letters of a word that gets a typing error: an edit makes a
// shorter one into another word more often than into an error.
const typable = 4

// mistype returns a query with one random edit in one of its words of four letters or
// more, each as likely as the others: a letter replaced, put in, left out, or
// exchanged with its neighbour (Damerau 1964). It never returns the query itself,
// unless it has no such word. The same seed and query give the same result.
func mistype(query string, seed uint64) string {
	words := strings.Fields(query)
	var at []int
	for i, w := range words {
		if lettersOf(w) >= typable {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return query
	}
	rng := querySource(query, seed)
	i := at[rng.IntN(len(at))]
	for was := words[i]; words[i] == was; {
		words[i] = edit([]rune(was), rng)
	}
	return strings.Join(words, " ")
}

// edit makes one random edit.
func edit(w []rune, rng *rand.Rand) string {
	letter := func() rune { return 'a' + rune(rng.IntN(26)) }
	kind, i := rng.IntN(4), rng.IntN(len(w))
	switch {
	case kind == 0:
		w[i] = letter()
	case kind == 1:
		i = rng.IntN(len(w) + 1)
		w = append(w[:i:i], append([]rune{letter()}, w[i:]...)...)
	case kind == 2:
		w = append(w[:i:i], w[i+1:]...)
	case i+1 < len(w):
		w[i], w[i+1] = w[i+1], w[i]
	}
	return string(w)
}

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

func lettersOf(word string) (n int) {
	for _, r := range word {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
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
