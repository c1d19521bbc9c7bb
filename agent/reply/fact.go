package reply

import (
	"slices"
	"strings"

	"shopclerk/catalog"
)

// fact is what the catalogue says of one aspect of one product.
type fact struct {
	aspect catalog.Aspect
	values []catalog.Value // none: the catalogue does not say
	text   string          // the values as a shopper reads them
}

func (f *fact) known() bool { return len(f.values) > 0 }

// numeric reports whether the fact is one number, or a range of them.
func (f *fact) numeric() bool { return f.known() && f.aspect.Kind == catalog.Numeric }

// fact looks an aspect of a product up. Price, rating and brand are its fields, which
// know currency and number of ratings; the rest are attributes, else fields.
func (c *clerk) fact(p *catalog.Product, key string) fact {
	f := fact{aspect: c.aspect(p, key)}
	f.values = p.Of(key)
	if f.aspect.Kind != catalog.Numeric { // feeds have empty values too
		f.values = slices.DeleteFunc(slices.Clone(f.values), func(v catalog.Value) bool { return squeeze(v.Text) == "" })
	}
	switch {
	case key == catalog.KeyPrice && p.Price.Known():
		f.values, f.text = number(p.Price.Major()), c.price(p)
	case key == catalog.KeyRating && p.Rating > 0:
		f.values, f.text = number(p.Rating), c.rating(p)
	case key == catalog.KeyBrand && p.Brand != "":
		f.values, f.text = word(p.Brand), p.Brand
	case f.known():
		f.text = Values(c.Language, &f.aspect, f.values)
	case key == catalog.KeyCategory && p.Category != "":
		f.text = strings.TrimSpace(p.Category[strings.LastIndex(p.Category, ">")+1:])
		f.values = word(f.text)
	case key == KeyStock && p.Stock == 0:
		f.text = c.T("product.sold-out")
		f.values = word(f.text)
	case key == KeyStock && p.Stock > 0:
		f.values, f.text = number(float64(p.Stock)), c.N("product.in-stock", p.Stock)
	case key == KeyDescription && strings.TrimSpace(p.Description) != "":
		f.text = Shorten(p.Description, longestQuote)
		f.values = word(f.text)
	}
	f.text = strings.TrimRight(squeeze(f.text), ". ") // a sentence ends after it
	if f.text == "" {
		f.values = nil
	}
	return f
}

func number(f float64) []catalog.Value {
	return []catalog.Value{{Text: catalog.FormatNumber(f), Number: f}}
}

func word(text string) []catalog.Value { return []catalog.Value{{Text: text}} }

// aspect is an aspect as a product's category has it, else as the list does; without
// a label where neither knows it. What every product has goes by the shop's own words.
func (c *clerk) aspect(p *catalog.Product, key string) catalog.Aspect {
	a := catalog.Aspect{Key: key}
	if column := c.list.column(key); column != nil {
		a = column.Aspect
	}
	if c.list.Category != nil && p != nil {
		if category := c.list.Category(p.Category); category != nil {
			if own, ok := category.Aspect(key); ok {
				a = own
			}
		}
	}
	field := func(label string, kind catalog.Kind) {
		a.Label = label
		if a.Kind == 0 {
			a.Kind = kind
		}
	}
	switch key {
	case catalog.KeyPrice:
		field(c.T("compare.price"), catalog.Numeric)
		if p != nil && p.Price.Known() {
			a.Unit = p.Price.Currency
		}
	case catalog.KeyRating:
		field(c.T("compare.rating"), catalog.Numeric)
	case catalog.KeyBrand:
		field(c.T("compare.brand"), catalog.Single)
	case catalog.KeyCategory:
		field(c.T("compare.category"), catalog.Single)
	case KeyStock:
		if a.Label == "" {
			field(c.T("compare.stock"), catalog.Single)
		}
	case KeyDescription:
		if a.Label == "" {
			field(c.T("product.text"), catalog.Single)
		}
	}
	return a
}

// label is what an aspect is called: by its own name, else in the shopper's words.
func (c *clerk) label(a *catalog.Aspect) string {
	if a.Label != "" {
		return a.Label
	}
	if c.q.Words != "" {
		return c.q.Words
	}
	return strings.ReplaceAll(a.Key, "_", " ")
}

// price spells a product's price as the cards of the list do, "" when it is not known.
func (c *clerk) price(p *catalog.Product) string {
	if !p.Price.Known() {
		return ""
	}
	text := c.Money(c.Fixed(p.Price.Major(), 2), p.Price.Currency)
	if p.From() {
		text = c.T("product.from", "Price", text)
	}
	return text
}

// rating spells a rating, with how many have rated where that is known: five stars of
// two ratings are not those of two hundred.
func (c *clerk) rating(p *catalog.Product) string {
	if p.Ratings > 0 {
		return c.N("answer.rating", p.Ratings, "Rating", c.Fixed(p.Rating, 1))
	}
	return c.T("product.rating-of", "Rating", c.Fixed(p.Rating, 1))
}

// says is a fact as a sentence.
func (c *clerk) says(p *catalog.Product, f *fact) string {
	switch a := &f.aspect; {
	case a.Key == catalog.KeyPrice:
		return c.T("answer.costs", "Product", c.name(p), "Price", f.text)
	case a.Key == KeyStock:
		return c.T("answer.state", "Product", c.name(p), "State", f.text)
	case a.Key == KeyDescription:
		return c.T("answer.described", "Product", c.name(p), "Text", c.T("language.quoted", "Text", f.text))
	case a.Kind == catalog.Flag && f.is("yes"):
		return c.T("answer.with", "Product", c.name(p), "What", c.T("language.quoted", "Text", c.label(a)))
	case a.Kind == catalog.Flag && f.is("no"):
		return c.T("answer.without", "Product", c.name(p), "What", c.T("language.quoted", "Text", c.label(a)))
	default:
		return c.T("answer.of", "Aspect", c.label(a), "Product", c.name(p), "Value", f.text)
	}
}

// is reports whether the only value of a fact is the given text.
func (f *fact) is(text string) bool {
	return len(f.values) == 1 && catalog.Same(f.values[0].Text, text)
}

// unknown says that the catalogue does not give an aspect of some products.
func (c *clerk) unknown(a *catalog.Aspect, products []*catalog.Product) string {
	if len(products) == 0 {
		return ""
	}
	if a.Kind == catalog.Flag || a.Label == "" {
		return c.unsaid(c.label(a), products)
	}
	return c.T("answer.unknown", "Aspect", a.Label, "Products", c.called(products, 0))
}

// unsaid says that the catalogue has nothing about the shopper's words.
func (c *clerk) unsaid(said string, products []*catalog.Product) string {
	switch said = Shorten(said, longestName); {
	case len(products) == 0:
		return ""
	case said == "":
		return c.T("answer.silent", "Products", c.called(products, 0))
	}
	return c.T("answer.unsaid", "Words", c.T("language.quoted", "Text", said), "Products", c.called(products, 0))
}

// likeliest is the key among those asked about that the catalogue gives of the most
// products, the likelier first where it is as many; the likeliest, and false, where it
// gives none of them.
func (c *clerk) likeliest(products []catalog.Product) (key string, known bool) {
	most := 0
	for _, k := range c.q.Aspects {
		n := 0
		for i := range products {
			if f := c.fact(&products[i], k); f.known() {
				n++
			}
		}
		if n > most || key == "" {
			key, most = k, n
		}
	}
	return key, most > 0
}

// matching are the values of a fact that a condition names; all of them where it
// names a range or none.
func (f *fact) matching(cond *catalog.Condition) []catalog.Value {
	if cond.Range != nil || f.aspect.Kind == catalog.Numeric {
		return f.values
	}
	var out []catalog.Value
	for _, v := range f.values {
		if slices.ContainsFunc(cond.Values, func(want string) bool { return catalog.Same(want, v.Text) }) {
			out = append(out, v)
		}
	}
	if len(out) == 0 {
		return f.values
	}
	return out
}
