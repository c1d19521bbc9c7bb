package views

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"shopclerk/agent/reply"
	"shopclerk/agent/shop/merchant"
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
	At      int // see [Put]
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
	Of       *catalog.Product
	Quantity int    // in the field; 0 shows no field, and puts one piece in
	In       bool   // the product is in the basket
	At       int    // its position in the list that led to it, from 1; 0: unknown
	Card     string // id of the card that the form stands on, which says what became of it; empty elsewhere
}

// FieldQuantity names the field that carries how many pieces are wanted in the basket.
const FieldQuantity = "quantity"

// here reports whether the form stands: the product is in a basket of ours, or can be put there.
func (p *Put) here(ctx context.Context) bool {
	return merchant.From(ctx).OrdersHere() && (p.In || p.Of.ForSale())
}

// hostOf is the host of an address, as people call it.
func hostOf(address templ.SafeURL) string {
	u, err := url.Parse(string(address))
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(u.Host, "www.")
}

// form is where the form is sent, and with what.
func (p *Put) form() Form {
	f := Form{Action: "/basket", Hidden: p.Origin.hidden(Field{Name: FieldProduct, Value: p.Of.ID})}
	if p.In {
		f.Action = "/basket/change"
	}
	if p.Quantity == 0 {
		f.Hidden = append(f.Hidden, Field{Name: FieldQuantity, Value: "1"})
	}
	if p.Card != "" {
		f.Hidden = append(f.Hidden, Field{Name: FieldStay, Value: "1"})
	}
	f.Hidden = append(f.Hidden, numberField(FieldAt, p.At)...)
	return f
}

// Verdict is how a product stands to one thing that was asked for.
type Verdict struct {
	Kind look
	Text string // what was asked for, or what the product has instead
}

var (
	verdictMet    = look{drawCheck, "verdict-met", "card.matched"}
	verdictMissed = look{drawCross, "verdict-missed", "card.missed"}
)

// verdicts judges a product by all that a need wants, most important first, by the judgement that
// tells full from near matches in the list; and lists what it lacks of it.
func (d *Described) verdicts(w *words.Language, n *search.Need) (out []Verdict, lacks []search.Lack) {
	for _, wanted := range n.Wanted() {
		v := Verdict{verdictMet, wanted.Text}
		if l, met := wanted.Lack(d.Shelf, d.Row); !met {
			v, lacks = Verdict{verdictMissed, difference(w, d.Shelf, &l)}, append(lacks, l)
		}
		out = append(out, v)
	}
	return out, lacks
}

// met reports, for every aspect that something is wanted of, whether a product meets all of it.
func met(n *search.Need, lacks []search.Lack) map[string]bool {
	out := map[string]bool{}
	for _, w := range n.Wanted() {
		out[w.Demand.Condition.Key] = true
	}
	for _, l := range lacks {
		out[l.Wanted.Demand.Condition.Key] = false
	}
	return out
}

// meets counts what a product meets of all that was asked for, "" where it meets nothing.
func meets(w *words.Language, wanted, lacks int) string {
	switch {
	case lacks == 0 && wanted > 0:
		return w.T("product.meets-all")
	case lacks < wanted:
		return w.N("card.meets", wanted, "Met", wanted-lacks)
	}
	return ""
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

// attributesOf lists what a product is: first the aspects that were asked for, then all others, or
// those that are asked about, each in the category's order.
func attributesOf(w *words.Language, product *catalog.Product, category *catalog.Category, met map[string]bool, all bool) []Attribute {
	var asked, rest []Attribute
	for _, a := range category.Aspects {
		values := product.Of(a.Key)
		if len(values) == 0 || a.Key == catalog.KeyPrice || a.Key == catalog.KeyBrand || a.Key == catalog.KeyRating {
			continue
		}
		matched, wanted := met[a.Key]
		attribute := Attribute{Label: reply.Label(w, &a), Value: reply.Values(w, &a, values), Matched: matched}
		if wanted {
			asked = append(asked, attribute)
		} else if all || a.Askable {
			rest = append(rest, attribute)
		}
	}
	return append(asked, rest...)
}

// productURL is the address of a product's page, for who comes from a place.
func productURL(o *Origin, id string, more ...Field) string {
	return o.Address("/p/"+url.PathEscape(id), more...)
}

// brandOf is what shoppers see a product's brand called.
func brandOf(w *words.Language, p *catalog.Product) string {
	return w.Called([]string{p.Category}, catalog.KeyBrand, p.Brand, p.Brand)
}

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
