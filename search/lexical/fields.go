package lexical

import (
	"strings"

	"shopclerk/catalog"
)

// indexField is one of the analysed fields of a product.
type indexField struct {
	name string
	text func(catalog.Product) string
	pick func(Weights) Field
}

// fields lists the analysed fields. Its order is the order of summation, so it
// is part of what makes scores reproducible to the last bit; changing it, or
// any of the texts, asks for a new formatVersion.
var fields = []indexField{
	{"title", func(p catalog.Product) string { return p.Title }, func(w Weights) Field { return w.Title }},
	{"brand", func(p catalog.Product) string { return p.Brand }, func(w Weights) Field { return w.Brand }},
	{"category", func(p catalog.Product) string { return p.Category }, func(w Weights) Field { return w.Category }},
	{"attributes", attributeText, func(w Weights) Field { return w.Attributes }},
	{"description", func(p catalog.Product) string { return p.Description }, func(w Weights) Field { return w.Description }},
}

// pathField holds the category path as one term, to search part of a group.
const pathField = "path"

// attributeText joins the texts of all attribute values. Keys are left out: a
// product does not become a wireless one by having the key "wireless". A flag
// is the exception: its value says nothing and its key says everything, so the
// key stands for the flag where it is "yes".
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
			// A full stop keeps neighbours from reading as one phrase.
			b.WriteString(t)
			b.WriteString(". ")
		}
	}
	return b.String()
}

// Weights are the parameters of the score. The zero value of a Query means
// [DefaultWeights].
type Weights struct {
	// K1 is where the frequency of a term saturates: 0 counts presence only.
	K1 float64
	// Coverage is the share of a score, 0 to 1, that depends on how many of
	// the query's terms the product has: one that has half of them loses half
	// of that share. BM25 alone lets one rare or repeated word outweigh the
	// rest of what was said.
	Coverage float64
	// The fields, each with its boost and its length normalisation.
	Title, Brand, Category, Attributes, Description Field
}

// Field is the weight of one field.
type Field struct {
	// Boost multiplies the field's normalised term frequency; 0 leaves the
	// field out of the search.
	Boost float64
	// B says how much a long field dilutes its terms: 0 not at all, 1 in full.
	B float64
}

// DefaultWeights returns the weights used for a product search. K1 is the
// customary value of BM25 (Robertson and Zaragoza, 2009). The boosts were
// chosen on judged queries, coarsely, where the results stop changing: a word
// in the title names the thing; a short description is written by people and
// says what matters; attribute values are many and mostly incidental, so that
// doubling their boost already costs. A title may be long because the feed puts
// the specification there, so its length counts only half; the length of a
// brand or a category says next to nothing. Any Coverage from 0.2 to 0.5 is as
// good, and better than none.
func DefaultWeights() Weights {
	return Weights{
		K1:          1.2,
		Coverage:    0.35,
		Title:       Field{Boost: 5, B: 0.5},
		Brand:       Field{Boost: 1.5, B: 0.25},
		Category:    Field{Boost: 2, B: 0.25},
		Attributes:  Field{Boost: 1, B: 0.75},
		Description: Field{Boost: 2, B: 0.75},
	}
}

// Analysed returns the terms of a product's fields, by name, with a space between: for
// another index that is to find by the same terms.
func Analysed(p catalog.Product) map[string]string {
	out := make(map[string]string, len(fields))
	for _, f := range fields {
		out[f.name] = strings.Join(Terms(f.text(p)), " ")
	}
	return out
}

// Boosts returns the boosts of the fields, by name.
func (w Weights) Boosts() map[string]float64 {
	out := make(map[string]float64, len(fields))
	for _, f := range fields {
		out[f.name] = f.pick(w).Boost
	}
	return out
}
