package lexical

import (
	"strings"

	"shopclerk/catalog"
)

// field is one of the analysed fields of a product.
type field struct {
	name string
	text func(catalog.Product) string
	// boost multiplies the normalised frequency of a term.
	boost float64
	// b says how much a long field dilutes its terms: 0 not at all, 1 in full.
	b float64
}

// fields lists the analysed fields. Its order is the order of summation, so it is part of what
// makes scores reproducible to the last bit; changing it, or any of the texts, asks for a new
// formatVersion.
//
// The boosts were chosen on judged queries, coarsely, where the results stop changing: a word
// in the title names the thing; a short description is written by people and says what
// matters; attribute values are many and mostly incidental, so that doubling their boost
// already costs. A title may be long because the feed puts the specification there, so its
// length counts only half; the length of a brand or a category says next to nothing.
var fields = []field{
	{"title", func(p catalog.Product) string { return p.Title }, 5, 0.5},
	{"brand", func(p catalog.Product) string { return p.Brand }, 1.5, 0.25},
	{"category", func(p catalog.Product) string { return p.Category }, 2, 0.25},
	{"attributes", attributeText, 1, 0.75},
	{"description", func(p catalog.Product) string { return p.Description }, 2, 0.75},
}

const (
	// k1 is where the frequency of a term saturates: the customary value of BM25 (Robertson and
	// Zaragoza, 2009).
	k1 = 1.2
	// coverage is the share of a score that depends on how many of the query's words the
	// product has: one that has half of them loses half of that share. BM25 alone lets one rare
	// or repeated word outweigh the rest of what was said. Any value from 0.2 to 0.5 is as
	// good, and better than none.
	coverage = 0.35
)

// covered is the factor of a product that has a share of the query's words.
func covered(share float64) float64 { return 1 - coverage + coverage*share }

// pathField holds the category path as one term.
const pathField = "path"

// attributeText joins the texts of all attribute values. Keys are left out: a product does not
// become a wireless one by having the key "wireless". A flag is the exception: its value says
// nothing and its key says everything, so the key stands for the flag where it is "yes".
func attributeText(p catalog.Product) string {
	var b strings.Builder
	for _, a := range p.Attributes {
		for _, v := range a.Values {
			t := v.Text
			switch t {
			case "no":
				continue
			case "yes":
				t = strings.ReplaceAll(a.Key, "_", " ")
			}
			b.WriteString(t)
			b.WriteString(". ") // keeps neighbours from reading as one phrase
		}
	}
	return b.String()
}

// Analysed returns the terms of a product's fields, by name, with a space between: for another
// index that is to find by the same terms.
func Analysed(p catalog.Product) map[string]string {
	out := make(map[string]string, len(fields))
	for _, f := range fields {
		out[f.name] = strings.Join(Terms(f.text(p)), " ")
	}
	return out
}

// Boosts returns the boosts of the fields, by name.
func Boosts() map[string]float64 {
	out := make(map[string]float64, len(fields))
	for _, f := range fields {
		out[f.name] = f.boost
	}
	return out
}
