package reply

import (
	"slices"
	"strings"

	"shopclerk/catalog"
)

// fact is what the catalogue says of one aspect of one product.
type fact struct {
	product *catalog.Product
	aspect  catalog.Aspect
	values  []catalog.Value // none: the catalogue does not say
	text    string          // the values as a shopper reads them
}

func (f *fact) known() bool { return len(f.values) > 0 }

// is reports whether the only value of a fact is the given text.
func (f *fact) is(text string) bool {
	return len(f.values) == 1 && catalog.Same(f.values[0].Text, text)
}

// facts are those of one aspect of several products.
type facts struct {
	aspect catalog.Aspect
	all    []fact // by product
	known  []fact
	silent []*catalog.Product // without a value
}

// alike reports whether all known facts read the same.
func (f *facts) alike() bool {
	return !slices.ContainsFunc(f.known, func(o fact) bool { return o.text != f.known[0].text })
}

// facts looks an aspect of products up.
func (c *clerk) facts(products []*catalog.Product, key string) facts {
	fs := facts{aspect: c.about(key)}
	for _, p := range products {
		f := c.fact(p, key)
		fs.all = append(fs.all, f)
		if !f.known() {
			fs.silent = append(fs.silent, p)
			continue
		}
		if fs.known = append(fs.known, f); len(fs.known) == 1 {
			fs.aspect = f.aspect
		}
	}
	return fs
}

// likeliest returns the facts of the aspect asked about that the catalogue gives of the
// most products, the likelier where two tie; zero facts where none was asked about.
func (c *clerk) likeliest() facts {
	var out facts
	for i, key := range c.q.Aspects {
		if fs := c.facts(c.products, key); i == 0 || len(fs.known) > len(out.known) {
			out = fs
		}
	}
	return out
}

// fact looks an aspect of a product up. Price, rating and brand are its fields, which
// have the currency and the number of ratings; the rest are attributes, else fields.
func (c *clerk) fact(p *catalog.Product, key string) fact {
	f := fact{product: p, aspect: c.aspect(p, key), values: p.Of(key)}
	if f.aspect.Kind != catalog.Numeric { // feeds have empty values too
		f.values = slices.DeleteFunc(slices.Clone(f.values), func(v catalog.Value) bool { return squeeze(v.Text) == "" })
	}
	text := func(s string) { f.values, f.text = []catalog.Value{{Text: s}}, s }
	number := func(n float64, s string) {
		f.values, f.text = []catalog.Value{{Text: catalog.FormatNumber(n), Number: n}}, s
	}
	switch {
	case key == catalog.KeyPrice && p.Price.Known():
		number(p.Price.Major(), c.price(p))
	case key == catalog.KeyRating && p.Rating > 0:
		number(p.Rating, c.rating(p))
	case key == catalog.KeyBrand && p.Brand != "":
		text(p.Brand)
	case f.known():
		f.text = Values(c.Language, &f.aspect, f.values)
	case key == catalog.KeyCategory:
		text(catalog.LastLevel(p.Category))
	case key == catalog.KeyStock && p.Stock == 0:
		text(c.T("product.sold-out"))
	case key == catalog.KeyStock && p.Stock > 0:
		number(float64(p.Stock), c.N("product.in-stock", p.Stock))
	case key == KeyDescription:
		text(Shorten(p.Description, longestQuote))
	}
	f.text = strings.TrimRight(squeeze(f.text), ". ") // a sentence ends after it
	if f.text == "" {
		f.values = nil
	}
	return f
}

// fields are the aspects that every product can have, with the ids of their labels.
var fields = map[string]struct {
	label string
	kind  catalog.Kind
}{
	catalog.KeyPrice:    {"compare.price", catalog.Numeric},
	catalog.KeyRating:   {"compare.rating", catalog.Numeric},
	catalog.KeyBrand:    {"compare.brand", catalog.Single},
	catalog.KeyCategory: {"compare.category", catalog.Single},
	catalog.KeyStock:    {"compare.stock", catalog.Single},
	KeyDescription:      {"product.text", catalog.Single},
}

// aspect returns an aspect as a product's category has it, else as the list does; without
// a label where neither has it. Fields have the shop's own labels.
func (c *clerk) aspect(p *catalog.Product, key string) catalog.Aspect {
	a := catalog.Aspect{Key: key}
	if column := c.list.column(key); column != nil {
		a = column.Aspect
	}
	if category := c.list.category(p); category != nil {
		if own, ok := category.Aspect(key); ok {
			a = own
		}
	}
	if field, ok := fields[key]; ok && (a.Label == "" || key != catalog.KeyStock && key != KeyDescription) {
		if a.Label = c.T(field.label); a.Kind == 0 {
			a.Kind = field.kind
		}
	}
	if key == catalog.KeyPrice && p != nil && p.Price.Known() {
		a.Unit = p.Price.Currency
	}
	return a
}

// about returns an aspect as the first product of the question has it.
func (c *clerk) about(key string) catalog.Aspect {
	if len(c.products) > 0 {
		return c.aspect(c.products[0], key)
	}
	return c.aspect(nil, key)
}

// label returns an aspect's label, else the shopper's words for it.
func (c *clerk) label(a *catalog.Aspect) string {
	switch {
	case a.Label != "":
		return Label(c.Language, a)
	case c.q.Words != "":
		return c.q.Words
	}
	return strings.ReplaceAll(a.Key, "_", " ")
}

// price spells a product's price, which is known, as the cards of the list do.
func (c *clerk) price(p *catalog.Product) string {
	text := c.Money(c.Fixed(p.Price.Major(), 2), p.Price.Currency)
	if p.From() {
		text = c.T("product.from", "Price", text)
	}
	return text
}

// rating spells a rating with the number of ratings, where that is known.
func (c *clerk) rating(p *catalog.Product) string {
	if p.Ratings > 0 {
		return c.N("answer.rating", p.Ratings, "Rating", c.Fixed(p.Rating, 1))
	}
	return c.T("product.rating-of", "Rating", c.Fixed(p.Rating, 1))
}

// quoted puts a text in quotation marks.
func (c *clerk) quoted(text string) string { return c.T("language.quoted", "Text", text) }

// says states a fact in a sentence.
func (c *clerk) says(f *fact) string {
	name := c.name(f.product)
	switch a := &f.aspect; {
	case a.Key == catalog.KeyPrice:
		return c.T("answer.costs", "Product", name, "Price", f.text)
	case a.Key == catalog.KeyStock:
		return c.T("answer.state", "Product", name, "State", f.text)
	case a.Key == KeyDescription:
		return c.T("answer.described", "Product", name, "Text", c.quoted(f.text))
	case a.Kind == catalog.Flag && f.is("yes"):
		return c.T("answer.with", "Product", name, "What", c.quoted(c.label(a)))
	case a.Kind == catalog.Flag && f.is("no"):
		return c.T("answer.without", "Product", name, "What", c.quoted(c.label(a)))
	default:
		return c.T("answer.of", "Aspect", c.label(a), "Product", name, "Value", f.text)
	}
}

// point states a fact, or several beside each other, in a phrase.
func (c *clerk) point(a *catalog.Aspect, values string) string {
	return c.T("answer.point", "Aspect", c.label(a), "Values", values)
}

// unknown states that the catalogue does not give an aspect of some products, "" of none.
func (c *clerk) unknown(a *catalog.Aspect, products []*catalog.Product) string {
	switch {
	case len(products) == 0:
		return ""
	case a.Key == catalog.KeyStock:
		return c.T("answer.stock-unknown", "Products", c.called(products, 0))
	case a.Kind == catalog.Flag || a.Label == "":
		return c.unsaid(c.label(a), products)
	}
	return c.T("answer.unknown", "Aspect", c.label(a), "Products", c.called(products, 0))
}

// unsaid states that the catalogue says nothing about the shopper's words.
func (c *clerk) unsaid(said string, products []*catalog.Product) string {
	switch said = Shorten(said, longestName); {
	case len(products) == 0:
		return ""
	case said == "":
		return c.T("answer.silent", "Products", c.called(products, 0))
	}
	return c.T("answer.unsaid", "Words", c.quoted(said), "Products", c.called(products, 0))
}
