package shopper

import (
	"math/rand/v2"
	"strings"
	"unicode"

	"shopclerk/catalog"
)

// Degree says how far a query is from the words of the product it asks for.
type Degree string

// The degrees of paraphrase, increasing.
const (
	ByTitle      Degree = "title"      // half of the title's words, in order
	ByAttributes Degree = "attributes" // the category and three attribute values
	Misspelt     Degree = "misspelt"   // as by attributes, with a typing error: see Mistype
	Vague        Degree = "vague"      // the category and one attribute value
)

// Degrees lists the degrees of paraphrase, increasing.
func Degrees() []Degree { return []Degree{ByTitle, ByAttributes, Misspelt, Vague} }

// Query asks for a product in words made of the product's own, without a model.
// Equal sources of randomness give equal queries.
func Query(p *catalog.Product, d Degree, rng *rand.Rand) string {
	switch d {
	case ByTitle:
		words := strings.Fields(p.Title)
		keep := (len(words) + 1) / 2
		from := rng.IntN(len(words) - keep + 1)
		return strings.Join(words[from:from+keep], " ")
	case ByAttributes:
		return described(p, 3, rng)
	case Vague:
		return described(p, 1, rng)
	default:
		return Mistype(described(p, 3, rng), rng)
	}
}

// described names the category and up to n attribute values in random order.
func described(p *catalog.Product, n int, rng *rand.Rand) string {
	var values []string
	for _, a := range p.Attributes {
		if v := a.Values[0].Text; a.Key != catalog.KeyPrice && a.Key != catalog.KeyRating && v != "yes" && v != "no" {
			values = append(values, v)
		}
	}
	rng.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
	return strings.Join(append(values[:min(n, len(values))], catalog.LastLevel(p.Category)), " ")
}

// typable is the fewest letters of a word that gets a typing error: an edit makes a
// shorter one into another word more often than into an error.
const typable = 4

// Mistype returns a query with one random edit in one of its words of four letters or
// more, each as likely as the others: a letter replaced, put in, left out, or
// exchanged with its neighbour (Damerau 1964). It never returns the query itself,
// unless it has no such word.
func Mistype(query string, rng *rand.Rand) string {
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

func lettersOf(word string) (n int) {
	for _, r := range word {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}
