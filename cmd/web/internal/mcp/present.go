package mcp

import (
	"cmp"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/text/currency"

	"shopclerk/agent"
	"shopclerk/catalog"
	"shopclerk/catalog/caption"
	"shopclerk/search"
	"shopclerk/words"
)

// envelope is of a capability of the catalogue: "search" or "lookup".
func envelope(capability string) Envelope { return revision("catalog." + capability) }

// revision is the envelope of a capability of shopping.
func revision(capability string) Envelope {
	return Envelope{protocol, map[string][]Revision{"dev.ucp.shopping." + capability: {{protocol}}}}
}

// descriptionShown is how much of a description stands in a list, in characters: ten
// whole ones would be most of what a model reads of a result.
const descriptionShown = 200

// found presents a product of a list.
func (s *Server) found(w *words.Language, p *catalog.Product, it *search.Ranked) Product {
	out := s.present(w, p)
	out.Description.Plain = shorten(out.Description.Plain, descriptionShown)
	out.Metadata = &Metadata{Match: "full"}
	if !it.Full {
		out.Metadata.Match = "near"
	}
	for _, l := range it.Lacks {
		out.Metadata.Lacks = append(out.Metadata.Lacks, l.Wanted.Text)
	}
	return out
}

// detail presents a product with all that is known of it.
func (s *Server) detail(w *words.Language, p *catalog.Product) Product {
	out := s.present(w, p)
	out.Metadata = &Metadata{}
	s.aspects(p, func(a *catalog.Aspect, values []catalog.Value) {
		said := Attribute{Key: a.Key, Label: a.Label, Unit: a.Unit}
		for _, v := range values {
			said.Values = append(said.Values, v.Text)
		}
		out.Metadata.Attributes = append(out.Metadata.Attributes, said)
	})
	return out
}

// present presents a product.
func (s *Server) present(w *words.Language, p *catalog.Product) Product {
	out := Product{
		ID: p.ID, Title: p.Title, Brand: p.Brand, Description: Description{cmp.Or(p.Description, p.Title)}, URL: absolute(p.Link),
		Categories: []Category{{p.Category, "merchant"}},
		Variants:   []Variant{{ID: p.ID, Title: p.Title, Description: Description{s.specification(w, p)}}},
	}
	if len(p.Variants) > 0 {
		s.variants(w, p, &out)
	} else if v := &out.Variants[0]; true {
		if p.Price.Known() {
			price := amount(p.Price)
			v.Price, out.PriceRange = &price, &PriceRange{price, price}
		}
		v.Availability = availability(p.Stock)
	}
	if image := absolute(p.Image); image != "" {
		out.Media = []Media{{"image", image, p.Title}}
	}
	if p.Rating > 0 {
		out.Rating = &Rating{p.Rating, 5, p.Ratings}
	}
	return out
}

// variants presents the forms of a product, what there is to choose, and what they
// cost.
func (s *Server) variants(w *words.Language, p *catalog.Product, out *Product) {
	if low, high := catalog.PriceSpan(p.Variants); low.Known() {
		out.PriceRange = &PriceRange{amount(low), amount(high)}
	}
	for _, c := range p.Choices() {
		option := ProductOption{Name: c.Name}
		for _, value := range c.Values {
			available := slices.ContainsFunc(p.Variants, func(v catalog.Variant) bool { return v.Of(c.Name) == value && v.Stock != 0 })
			option.Values = append(option.Values, OptionValue{value, available})
		}
		out.Options = append(out.Options, option)
	}
	out.Variants = nil
	for _, v := range p.Variants {
		one, _ := p.As(v.ID) // it is one of its own
		said := Variant{ID: v.ID, Title: one.Title, Description: Description{s.specification(w, &one)}, Availability: availability(v.Stock)}
		if v.Price.Known() {
			price := amount(v.Price)
			said.Price = &price
		}
		for _, o := range v.Options {
			said.Options = append(said.Options, SelectedOption{o.Name, o.Value})
		}
		if image := absolute(v.Image); image != "" {
			said.Media = []Media{{"image", image, one.Title}}
		}
		out.Variants = append(out.Variants, said)
	}
}

// availability tells of so many pieces; nothing where nobody knows.
func availability(stock int) *Availability {
	switch {
	case stock < 0:
		return nil
	case stock == 0:
		return &Availability{false, "out_of_stock"}
	}
	return &Availability{true, "in_stock"}
}

// amount is a price in the minor units that ISO 4217 gives its currency; the catalogue
// counts in hundredths whatever the currency.
func amount(p catalog.Price) Price {
	return Price{int64(math.Round(p.Major() * minorUnits(p.Currency))), p.Currency}
}

// minorUnits is how many minor units make a major one: 100 where the currency is not
// known.
func minorUnits(code string) float64 {
	unit, err := currency.ParseISO(code)
	if err != nil {
		return 100
	}
	scale, _ := currency.Standard.Rounding(unit)
	return math.Pow10(scale)
}

// absolute is an address that can be followed from anywhere, "" for any other.
func absolute(address string) string {
	if u, err := url.Parse(address); err != nil || !u.IsAbs() || u.Host == "" {
		return ""
	}
	return address
}

// aspects visits what a product says of the aspects of its category.
func (s *Server) aspects(p *catalog.Product, visit func(*catalog.Aspect, []catalog.Value)) {
	category, err := s.Store.Category(p.Category)
	if err != nil {
		return // it can not happen in one catalogue, and the product is told all the same
	}
	for i := range category.Aspects {
		if values := p.Of(category.Aspects[i].Key); len(values) > 0 {
			visit(&category.Aspects[i], values)
		}
	}
}

// specification tells in one line what a product is like, but for what has a place of
// its own.
func (s *Server) specification(w *words.Language, p *catalog.Product) string {
	var out []string
	s.aspects(p, func(a *catalog.Aspect, values []catalog.Value) {
		switch a.Key {
		case catalog.KeyBrand, catalog.KeyPrice, catalog.KeyRating:
			return
		}
		out = append(out, a.Label+": "+caption.Values(w, a, values))
	})
	return cmp.Or(strings.Join(out, "; "), p.Title)
}

// shorten cuts a text at a word's end.
func shorten(text string, longest int) string {
	runes := []rune(text)
	if len(runes) <= longest {
		return text
	}
	cut := string(runes[:longest])
	if i := strings.LastIndexByte(cut, ' '); i > 0 {
		cut = cut[:i]
	}
	return cut + "…"
}

// summary tells a page in short, for those who read no structured content.
func summary(w *words.Language, t *agent.Turn, questions *Questions) string {
	var b strings.Builder
	if t.Reply != "" {
		b.WriteString(t.Reply + "\n")
	}
	for i := range t.Products {
		b.WriteString(productLine(w, i, &t.Products[i]))
	}
	if questions != nil {
		for _, q := range questions.Questions {
			var titles []string
			for _, o := range q.Options {
				titles = append(titles, o.Title)
			}
			fmt.Fprintf(&b, "%s %s\n", q.Text, strings.Join(titles, w.T("language.or")))
		}
	}
	return b.String()
}

// productLine tells a product of a list.
func productLine(w *words.Language, i int, p *catalog.Product) string {
	price := ""
	if p.Price.Known() {
		price = w.Money(w.Fixed(p.Price.Major(), 2), p.Price.Currency)
		if p.From() {
			price = w.T("product.from", "Price", price)
		}
		price = ", " + price
	}
	return fmt.Sprintf("%d. %s%s [%s]\n", i+1, p.Title, price, p.ID)
}
