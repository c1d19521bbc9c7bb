package catalog

import "strings"

// Product is one thing on the shelf, as the shop keeps it.
type Product struct {
	Ref         Ref // the store's number for it; 0 before it is stored
	ID          string
	Category    string // path, levels joined by " > "
	Title       string
	Description string
	Brand       string
	Price       Price
	ListPrice   Price   // what it would cost usually; the zero Price when unknown
	Rating      float64 // 0..5; 0 when unrated
	Ratings     int
	Stock       int // -1 when unknown
	Image       string
	Link        string
	Attributes  []Attribute // sorted by key, keys unique
	// Variants are the forms in which it is sold; nil for one that comes in one. Price is
	// then the lowest of theirs, Stock the sum.
	Variants []Variant
	// Group and Options are, for a product that [Product.As] made of a variant, the id of
	// the product that it is a variant of, and what tells it from the others.
	Group   string
	Options []Option
}

// ForSale reports whether the product can be ordered: it has a price, and is not sold out.
func (p *Product) ForSale() bool { return p.Stock != 0 && p.Price.Known() }

// Ref is the store's number for a product: dense, from 1, stable for the life
// of one imported catalogue.
type Ref uint32

// InOrder returns the refs of ids in the order of the ids, without those that have none.
func InOrder(ids []string, refs map[string]Ref) []Ref {
	var out []Ref
	for _, id := range ids {
		if ref, ok := refs[id]; ok {
			out = append(out, ref)
		}
	}
	return out
}

// Attribute is what a product says of one aspect.
type Attribute struct {
	Key    string  // an Aspect's key within the product's category
	Values []Value // at least one; a Number aspect has one value, or two for a range (low, high)
}

// Value is one value of an aspect. For a [Numeric] aspect Number is the truth
// and Text its spelling without unit; otherwise Text is the truth.
type Value struct {
	Text   string
	Number float64
}

// Kind says how an aspect's values behave.
type Kind uint8

// The kinds of aspect.
const (
	Single  Kind = iota + 1 // one text value per product
	Multi                   // any number of text values per product
	Numeric                 // a number, or a range of two numbers, in Unit
	Flag                    // yes or no: the texts "yes" and "no"
)

// String names the kind as `catalog show` prints it.
func (k Kind) String() string {
	switch k {
	case Single:
		return "single"
	case Multi:
		return "multi"
	case Numeric:
		return "number"
	case Flag:
		return "flag"
	}
	return "unknown"
}

// The keys of aspects that every category has, whatever its feed says: they
// come from the product's own fields, not from its attributes.
const (
	KeyBrand  = "brand"
	KeyPrice  = "price"
	KeyRating = "rating"
)

// KeyStock is the column that tells which products are in stock, as a [Flag], where that is
// known. It is no aspect of a category: it is filtered by, and not asked.
const KeyStock = "stock"

// Aspect is an attribute of a category's products that can be asked about.
type Aspect struct {
	Key      string   // unique in its category: lower case, "_" between words
	In       []string // paths of the categories that it is an aspect of; none: of any
	Label    string   // as a shopper reads it: "Colour", "Cable length"
	Kind     Kind     //
	Unit     string   // of a Numeric aspect: "cm", "GB", "EUR"; may be empty
	Coverage float64  // share of the category's products that have a value, 0..1
	Distinct int      // number of distinct values
	Entropy  float64  // bits, of the values' distribution among products that have one
	Askable  bool     // whether a question about it can help a shopper
	Why      string   // why it is not askable; empty when it is
	// Answerable is the share of the category's shoppers expected to be able to
	// answer a question about it, in (0,1], estimated at import from how titles,
	// values and names are worded. 0 means that nobody estimated it, and counts as 1.
	Answerable float64
}

// Category is a node of the shop that holds products.
type Category struct {
	Path    string // levels joined by " > ": the identity
	Name    string // as a shopper reads it: the last level
	Size    int    // number of products
	Aspects []Aspect
}

// LastLevel is the last level of a category's path.
func LastLevel(path string) string {
	if i := strings.LastIndex(path, " > "); i >= 0 {
		return path[i+len(" > "):]
	}
	return path
}

// Within reports whether a category's path is another's or lies below it.
func Within(path, top string) bool {
	rest, ok := strings.CutPrefix(path, top)
	return ok && (rest == "" || strings.HasPrefix(rest, " > "))
}

// Aspect returns the category's aspect of the given key.
func (c *Category) Aspect(key string) (Aspect, bool) {
	for _, a := range c.Aspects {
		if a.Key == key {
			return a, true
		}
	}
	return Aspect{}, false
}
