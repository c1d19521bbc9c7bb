package catalog

import (
	"cmp"
	"slices"
	"strings"
)

// Variant is one form of a product that can be bought by itself: a size of a colour.
// A product with variants is one product on every page and in every count; its
// attributes are all that some variant has.
type Variant struct {
	ID      string   // unique among the products and variants of a catalogue
	Options []Option // what tells it from its siblings, in the product's order; unique together
	Price   Price
	Stock   int    // pieces; -1 when unknown
	Image   string // its own; empty when it has none
	Link    string // its own; empty when it has none
}

// Option is one choice that a variant stands for: size, M.
type Option struct {
	Name  string // as a shopper reads it
	Value string
}

// Choice is one thing to choose about a product: its name, and what there is.
type Choice struct {
	Name   string
	Values []string // in the order of the variants, each once
}

// Of returns the variant's value of an option, "" when it has none.
func (v *Variant) Of(name string) string {
	for _, o := range v.Options {
		if o.Name == name {
			return o.Value
		}
	}
	return ""
}

// Spelled names the variant by its values: "Blue, M".
func (v *Variant) Spelled() string {
	values := make([]string, len(v.Options))
	for i, o := range v.Options {
		values[i] = o.Value
	}
	return strings.Join(values, ", ")
}

// Choices returns what there is to choose about the product, in the order in which
// its variants name it; nil for one without variants.
func (p *Product) Choices() []Choice {
	var out []Choice
	for _, v := range p.Variants {
		for _, o := range v.Options {
			i := slices.IndexFunc(out, func(c Choice) bool { return c.Name == o.Name })
			if i < 0 {
				i = len(out)
				out = append(out, Choice{Name: o.Name})
			}
			if !slices.Contains(out[i].Values, o.Value) {
				out[i].Values = append(out[i].Values, o.Value)
			}
		}
	}
	return out
}

// As returns the product as one of its variants: with the variant's id, price, stock,
// picture and link, its values in the title and in the attributes, and without
// variants of its own. It reports false when there is no such variant.
//
// The attributes named by an option are narrowed where their values tell which of
// them is the variant's; others stay the product's.
func (p *Product) As(id string) (Product, bool) {
	v, out := p.Chosen(id), *p
	if v == nil {
		return Product{}, false
	}
	out.ID, out.Group, out.Options, out.Variants = v.ID, p.ID, v.Options, nil
	out.Price, out.Stock = v.Price, v.Stock
	out.Image, out.Link = cmp.Or(v.Image, p.Image), cmp.Or(v.Link, p.Link)
	out.Title += ", " + v.Spelled()
	out.Attributes = slices.Clone(p.Attributes)
	for k := range out.Attributes {
		a := &out.Attributes[k]
		if a.Key == KeyPrice && len(a.Values) > 1 && v.Price.Known() {
			a.Values = []Value{{Text: FormatNumber(v.Price.Major()), Number: v.Price.Major()}}
			continue
		}
		if own := slices.IndexFunc(a.Values, func(w Value) bool { return v.has(w.Text) }); own >= 0 && len(a.Values) > 1 {
			a.Values = []Value{a.Values[own]}
		}
	}
	return out, true
}

func (v *Variant) has(value string) bool {
	return slices.ContainsFunc(v.Options, func(o Option) bool { return Same(o.Value, value) })
}

// Base returns the title of the product that one made by [Product.As] is a variant of,
// and of any other its own.
func (p *Product) Base() string {
	v := Variant{Options: p.Options}
	return strings.TrimSuffix(p.Title, ", "+v.Spelled())
}

// PriceSpan returns the lowest and the highest price of the variants in the currency
// of the first that has one; both are the zero Price when none has.
func PriceSpan(variants []Variant) (low, high Price) {
	for _, v := range variants {
		switch {
		case !v.Price.Known() || low.Known() && v.Price.Currency != low.Currency:
		case !low.Known():
			low, high = v.Price, v.Price
		case v.Price.Minor < low.Minor:
			low = v.Price
		case v.Price.Minor > high.Minor:
			high = v.Price
		}
	}
	return low, high
}

// From reports whether the product's price is that from which it can be had: its variants
// differ in it.
func (p *Product) From() bool {
	low, high := PriceSpan(p.Variants)
	return low.Minor < high.Minor
}

// Pieces sums the stock of variants; it is unknown, -1, where that of one is.
func Pieces(variants []Variant) int {
	n := 0
	for _, v := range variants {
		if v.Stock < 0 {
			return -1
		}
		n += v.Stock
	}
	return n
}

// With returns the variant that has a value of an option and else agrees best with some
// others; among equals one that is sold comes before one that is sold out, then the
// earlier. It is nil when no variant has the value.
func (p *Product) With(others []Option, name, value string) *Variant {
	var best *Variant
	most := -1
	for i := range p.Variants {
		v := &p.Variants[i]
		if v.Of(name) != value {
			continue
		}
		agrees := 0
		for _, o := range others {
			if o.Name != name && v.Of(o.Name) == o.Value {
				agrees += 2
			}
		}
		if v.Stock != 0 {
			agrees++
		}
		if agrees > most {
			best, most = v, agrees
		}
	}
	return best
}

// Chosen returns the variant of an id, nil when there is none.
func (p *Product) Chosen(id string) *Variant {
	i := slices.IndexFunc(p.Variants, func(v Variant) bool { return v.ID == id })
	if i < 0 {
		return nil
	}
	return &p.Variants[i]
}
