package views

import (
	"net/url"
	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
	"strconv"
	"strings"
)

// Product is the page of one product.
type Product struct {
	Page        Page
	Back        Link // to the conversation it was found in
	Title       string
	Category    string
	Brand       string // empty when unknown
	Price       string // with its currency; empty when unknown
	Rating      string // out of five, such as "4.3"; empty when unrated
	Ratings     int    // number of ratings behind it
	Stock       string // such as "12 in stock"; empty when unknown
	Picture     string
	Choices     []FormChoice // of a product in several forms
	Choose      string       // what is to be chosen before it can be bought: "Colour, Size"; empty when nothing is
	Put         Put
	Compare     Link
	Fit         []Verdict   // on all that was asked for, in the order shown; empty outside a conversation
	Details     []Attribute // in the order shown
	Description []string    // paragraphs
	Similar     []Tile
	Shop        Link // to the product in a shop elsewhere
}

// FormChoice is one thing to choose about a product that comes in several forms.
type FormChoice struct {
	ID     string // begins the ids of its elements: unique on the page
	Name   string // such as "Size"
	Chosen string // empty before one is
	Values []FormValue
}

// FormValue is one value of a [FormChoice], and the way to the product with it.
type FormValue struct {
	Text    string
	URL     string
	Chosen  bool
	SoldOut bool
}

// Attribute is one thing that a product is.
type Attribute struct {
	Label   string
	Value   string
	Matched bool // the shopper asked for it
}

// Verdict is how a product stands to one thing that was asked for.
type Verdict struct {
	Kind  VerdictKind
	Asked string // as its chip says: "up to €80"
	Has   string // of what was missed: what the product has instead
}

// VerdictKind says how a product stands to what was asked for.
type VerdictKind string

// The kinds of verdict.
const (
	Met     VerdictKind = "met"
	Missed  VerdictKind = "missed"
	Unknown VerdictKind = "unknown" // the catalogue does not say
)

// Tile is a product in short, beside another one.
type Tile struct {
	URL     string // of its page
	Title   string
	Price   string // with its currency; empty when unknown
	Picture string
	Compare Link // to both of them side by side
}

// Described is a product with what is known of its category.
type Described struct {
	*catalog.Product
	Category *catalog.Category
	Shelf    *catalog.Shelf
	Row      int // of the shelf
}

// Product presents one product, of which so many are in the basket, with what there is to
// choose about the whole that it is a variant of. One of which nothing is chosen yet can
// not be put into the basket. The query is that of the page's address.
func (p *Presenter) Product(d *Described, whole *catalog.Product, similar []catalog.Product, held int, query url.Values, o *Origin) Product {
	v := Product{
		Page: p.Page(d.Title), Back: o.Back, Title: d.Title, Category: d.Category.Name, Brand: d.Brand,
		Price: productPriceText(p.Language, d.Product), Picture: pictureURL(d.Product), Stock: stockText(p.Language, d.Stock),
		Rating: ratingText(p.Language, d.Rating), Ratings: d.Ratings,
		Put:     putForm(d.ID, "put", d.Title, max(1, held), held > 0, o),
		Compare: Link{Text: p.T("compare.compare"), URL: o.Address("/compare", FieldPick, d.ID)},
		Fit:     fitVerdicts(p.Language, d, &o.Need),
		Details: detailsOf(p.Language, d, &o.Need),
	}
	for i := range similar {
		v.Similar = append(v.Similar, productTile(p.Language, &similar[i], p.T("compare.compare"), o, d.ID, similar[i].ID))
	}
	for _, line := range strings.Split(d.Description, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			v.Description = append(v.Description, line)
		}
	}
	if d.Link != "" {
		v.Shop = Link{Text: p.T("product.in-shop"), URL: d.Link}
	}
	if len(whole.Variants) > 0 {
		options := chosenOptions(whole, d.ID, query)
		v.Title, v.Choices = whole.Title, choicesOf(whole, options, o)
		if chosen := whole.Chosen(d.ID); chosen == nil {
			v.Put, v.Stock, v.Choose = Put{}, "", toChoose(p.Language, whole, options)
		} else if chosen.Stock == 0 && !v.Put.In {
			v.Put = Put{}
		}
	}
	if at := Position(query.Get); at > 0 && v.Put.Form.Action != "" {
		v.Put.Form.Hidden = append(v.Put.Form.Hidden, Field{Name: QueryPosition, Value: strconv.Itoa(at)})
	}
	return v
}

// ratingText spells a rating; an unrated product has none.
func ratingText(w *words.Language, r float64) string {
	if r <= 0 {
		return ""
	}
	return w.Fixed(r, 1)
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

// productTile presents a product in short, with the way to comparing the given ones.
func productTile(w *words.Language, p *catalog.Product, text string, o *Origin, compared ...string) Tile {
	return Tile{
		URL: o.Address("/p/" + url.PathEscape(p.ID)), Title: p.Title, Price: productPriceText(w, p),
		Picture: pictureURL(p),
		Compare: Link{Text: text, URL: compareURL(o, compared)},
	}
}

// fitVerdicts tells how a product stands to all that was asked for, most important first:
// by the judgement that tells full from near matches in the list.
func fitVerdicts(w *words.Language, d *Described, n *search.Need) []Verdict {
	wanted := n.Wanted()
	out := make([]Verdict, len(wanted))
	for i := range wanted {
		v := Verdict{Kind: Met, Asked: demandText(d, &wanted[i])}
		if l, met := wanted[i].Lack(d.Shelf, d.Row); !met {
			v.Kind = Missed
			if l.Unknown {
				v.Kind = Unknown
			} else if a, ok := d.Category.Aspect(wanted[i].Demand.Condition.Key); ok {
				v.Has = reply.Values(w, &a, l.Has)
			}
		}
		out[i] = v
	}
	return out
}

// demandText words a demand, with its aspect where its chip does not name it.
func demandText(d *Described, w *search.Wanted) string {
	a, ok := d.Category.Aspect(w.Demand.Condition.Key)
	if !ok || a.Key == catalog.KeyPrice || strings.Contains(strings.ToLower(w.Text), strings.ToLower(a.Label)) {
		return w.Text
	}
	return a.Label + ": " + w.Text
}

// detailsOf presents all attributes of a product.
func detailsOf(w *words.Language, d *Described, n *search.Need) []Attribute {
	met := map[string]bool{}
	for key, verdict := range aspectVerdicts(d, n) {
		met[key] = verdict == Met
	}
	return attributesOf(w, d.Product, d.Category, met, func(*catalog.Aspect) bool { return true })
}

// aspectVerdicts judges a product by aspect: it meets what is wanted of an aspect when it
// meets all of it.
func aspectVerdicts(d *Described, n *search.Need) map[string]VerdictKind {
	out := map[string]VerdictKind{}
	wanted := n.Wanted()
	for i := range wanted {
		key := wanted[i].Demand.Condition.Key
		l, met := wanted[i].Lack(d.Shelf, d.Row)
		switch {
		case !met && l.Unknown:
			out[key] = Unknown
		case !met:
			out[key] = Missed
		case out[key] == "":
			out[key] = Met
		}
	}
	return out
}
