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
	Misspelt     Degree = "misspelt"   // as by attributes, two neighbouring letters of one word swapped
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
		return misspell(described(p, 3, rng), rng)
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

// misspell swaps two neighbouring letters in the longest word: short words
// misspelt become other words.
func misspell(query string, rng *rand.Rand) string {
	words := strings.Fields(query)
	longest := 0
	for i, w := range words {
		if len([]rune(w)) > len([]rune(words[longest])) {
			longest = i
		}
	}
	r := []rune(words[longest])
	if len(r) >= 4 {
		i := 1 + rng.IntN(len(r)-2)
		if unicode.IsLetter(r[i]) && unicode.IsLetter(r[i+1]) {
			r[i], r[i+1] = r[i+1], r[i]
		}
	}
	words[longest] = string(r)
	return strings.Join(words, " ")
}
