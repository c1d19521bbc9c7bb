package views

import (
	"net/url"
	"slices"
	"strings"

	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// Described is a product with its category and its row of the category's table.
type Described struct {
	*catalog.Product
	Category *catalog.Category
	Shelf    *catalog.Shelf
	Row      int
}

// Product is the page of one product.
type Product struct {
	Page    Page
	Origin  *Origin
	Of      *Described
	Whole   *catalog.Product // of which Of may be a variant; else the same product
	Similar []catalog.Product
	Held    int // pieces of it in the basket
	At      int // its position in the list that led to it, from 1; 0: unknown
}

// chosen is the variant that is shown, the zero Variant where there is none.
func (p *Product) chosen() *catalog.Variant {
	if v := p.Whole.Chosen(p.Of.ID); v != nil {
		return v
	}
	return &catalog.Variant{}
}

// open reports whether the product comes in several forms and none is chosen yet.
func (p *Product) open() bool { return len(p.Whole.Variants) > 0 && p.chosen().ID == "" }

// Put is a form for how many pieces of a product are in the basket.
type Put struct {
	Origin   *Origin
	ID       string // begins the ids of its elements: unique on the page
	Product  string // id
	Title    string
	Quantity int  // in the field; 0 shows no field, and puts one piece in
	In       bool // the product is in the basket
	At       int  // see [Product]
}

// FieldQuantity names the field that carries how many pieces are wanted in the basket.
const FieldQuantity = "quantity"

// form is where the form is sent, and with what.
func (p *Put) form() Form {
	f := Form{Action: "/basket", Hidden: p.Origin.hidden(Field{Name: FieldProduct, Value: p.Product})}
	if p.In {
		f.Action = "/basket/change"
	}
	if p.Quantity == 0 {
		f.Hidden = append(f.Hidden, Field{Name: FieldQuantity, Value: "1"})
	}
	f.Hidden = append(f.Hidden, numberField(QueryPosition, p.At)...)
	return f
}

// Verdict is one thing that was asked for, and what a product lacks of it.
type Verdict struct {
	search.Wanted
	Lack *search.Lack // nil: the product meets it
}

// look is how a verdict is shown.
func (v *Verdict) look() look {
	switch {
	case v.Lack == nil:
		return look{drawCheck, "verdict-met", "card.matched"}
	case v.Lack.Unknown:
		return look{drawAsk, "verdict-unknown", "card.not-told"}
	}
	return look{drawCross, "verdict-missed", "card.missed"}
}

// fits counts what of all that was asked for a product meets.
func fits(w *words.Language, verdicts []Verdict) string {
	met := 0
	for _, v := range verdicts {
		if v.Lack == nil {
			met++
		}
	}
	if met == len(verdicts) {
		return w.T("product.meets-all")
	}
	return w.N("card.meets", len(verdicts), "Met", met)
}

// verdicts judges a product by all that a need wants, most important first: by the judgement that
// tells full from near matches in the list.
func (d *Described) verdicts(n *search.Need) []Verdict {
	wanted := n.Wanted()
	out := make([]Verdict, len(wanted))
	for i := range wanted {
		out[i].Wanted = wanted[i]
		if l, met := wanted[i].Lack(d.Shelf, d.Row); !met {
			out[i].Lack = &l
		}
	}
	return out
}

// metAspects reports, for every aspect that something is wanted of, whether a product meets all of
// it.
func metAspects(wanted []search.Wanted, lacks func(key string) bool) map[string]bool {
	met := map[string]bool{}
	for i := range wanted {
		key := wanted[i].Demand.Condition.Key
		met[key] = !lacks(key)
	}
	return met
}

// met is metAspects of a product that stands alone.
func (d *Described) met(n *search.Need) map[string]bool {
	verdicts := d.verdicts(n)
	return metAspects(n.Wanted(), func(key string) bool {
		return slices.ContainsFunc(verdicts, func(v Verdict) bool { return v.Lack != nil && v.Demand.Condition.Key == key })
	})
}

// asked words what was wanted, with its aspect where its chip does not name it.
func (d *Described) asked(v *Verdict) string {
	a, ok := d.Category.Aspect(v.Demand.Condition.Key)
	if !ok || a.Key == catalog.KeyPrice || strings.Contains(strings.ToLower(v.Text), strings.ToLower(a.Label)) {
		return v.Text
	}
	return a.Label + ": " + v.Text
}

// values spells what a product has of an aspect of its category, "" for nothing.
func (d *Described) values(w *words.Language, key string, values []catalog.Value) string {
	a, ok := d.Category.Aspect(key) // units differ between categories
	if !ok {
		return ""
	}
	return reply.Values(w, &a, values)
}

// Attribute is one thing that a product is.
type Attribute struct {
	Label   string
	Value   string
	Matched bool // the shopper asked for it
}

// attributesOf lists what a product is: first the aspects that were asked for, then the others that
// are shown, each in the category's order.
func attributesOf(w *words.Language, product *catalog.Product, category *catalog.Category, met map[string]bool, shown func(*catalog.Aspect) bool) []Attribute {
	var asked, rest []Attribute
	for _, a := range category.Aspects {
		values := product.Of(a.Key)
		if len(values) == 0 || a.Key == catalog.KeyPrice || a.Key == catalog.KeyBrand || a.Key == catalog.KeyRating {
			continue
		}
		matched, wanted := met[a.Key]
		attribute := Attribute{Label: a.Label, Value: reply.Values(w, &a, values), Matched: matched}
		if wanted {
			asked = append(asked, attribute)
		} else if shown(&a) {
			rest = append(rest, attribute)
		}
	}
	return append(asked, rest...)
}

// productURL is the address of a product's page, for who comes from a place.
func productURL(o *Origin, id string) string { return o.Address("/p/" + url.PathEscape(id)) }

// priceText spells a price, with its cents; nothing for one that is not known.
func priceText(w *words.Language, p catalog.Price) string {
	if !p.Known() {
		return ""
	}
	return w.Money(w.Fixed(p.Major(), 2), p.Currency)
}

// ratingText spells a product's rating for a screen reader.
func ratingText(w *words.Language, p *catalog.Product) string {
	if p.Ratings == 0 {
		return w.T("card.rated", "Rating", w.Fixed(p.Rating, 1))
	}
	return w.N("card.rated-by", p.Ratings, "Rating", w.Fixed(p.Rating, 1))
}

// productPriceText spells a product's price; of one whose variants differ in it, the lowest.
func productPriceText(w *words.Language, p *catalog.Product) string {
	if p.From() {
		return w.T("product.from", "Price", priceText(w, p.Price))
	}
	return priceText(w, p.Price)
}

// stockText spells how many pieces there are; −1 stands for nobody knows.
func stockText(w *words.Language, n int) string {
	switch {
	case n == 0:
		return w.T("product.sold-out")
	case n > 0:
		return w.N("product.in-stock", n)
	}
	return ""
}

// pictureURL is the feed's picture, or the one the shop draws; none of a product that the shop no
// longer has.
func pictureURL(p *catalog.Product) string {
	switch {
	case p == nil:
		return ""
	case p.Image != "":
		return p.Image
	}
	return "/picture/" + url.PathEscape(p.ID) + ".svg"
}

// toChoose names what there is to choose about a product: "Colour, Size".
func toChoose(w *words.Language, p *catalog.Product) string {
	var names []string
	for _, c := range p.Choices() {
		names = append(names, c.Name)
	}
	return strings.Join(names, w.T("language.comma"))
}

// fittingVariant returns the variant that has the most values of those that were asked for, nil
// where none has any; among equals the first that is sold.
func fittingVariant(p *catalog.Product, n *search.Need) *catalog.Variant {
	var asked []string
	for _, w := range n.Wanted() {
		if !w.Demand.Not {
			asked = append(asked, w.Demand.Condition.Values...)
		}
	}
	var best *catalog.Variant
	most := 1
	for i := range p.Variants {
		v, agrees := &p.Variants[i], 0
		for _, o := range v.Options {
			if slices.ContainsFunc(asked, func(x string) bool { return catalog.Same(x, o.Value) }) {
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
