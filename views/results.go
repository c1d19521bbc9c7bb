package views

import (
	"cmp"
	"fmt"
	"net/url"
	"shopclerk/agent"
	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
	"slices"
	"strconv"
	"strings"
)

// Orders are the ways to sort the list. With fewer than two there is nothing to
// choose, and they are not shown.
type Orders struct {
	List []Choice
	Note string // what the order in use means
}

// Choice is one way to sort the list.
type Choice struct {
	Text string
	URL  string
	Now  bool // it is in use
}

// Fitted is how many products meet everything asked for, before the last step and
// now. The zero Fitted is not shown.
type Fitted struct{ Before, Now int }

// Results is the list of products.
type Results struct {
	Total    int      // products in scope
	Full     int      // of them, those that meet everything asked for
	Notes    []string // what was relaxed, which slow path was not taken
	Fitted   Fitted   // what the last step did
	Orders   Orders
	Facets   Facets
	Sections []Section // those with cards, in the order shown; each kind at most once
	Pictures bool      // some product here has a picture: those without one get a blank tile, so that cards line up
	More     Link      // shows more products; its address ends in "#" and the ID of the first new card
	End      string    // why the list ends here; empty while there is more
	Remedies []Offer   // ways out, shown when there is no card
	Compare  Form      // shows the ticked cards side by side; sent by GET, as it changes nothing
}

// Section is a part of the list, such as the full matches.
type Section struct {
	Kind  SectionKind
	Cards []Card
}

// SectionKind says what the cards of a section have in common.
type SectionKind string

// The kinds of section.
const (
	FullMatches SectionKind = "full" // meet everything asked for
	NearMatches SectionKind = "near" // differ in something, which each card tells
	AllProducts SectionKind = "all"  // nothing was asked for that could be met or missed
)

// Card is one product of the list.
type Card struct {
	ID          string // of the element: unique on the page, no spaces
	URL         string // of the product's page
	Title       string
	Brand       string
	Price       string // with its currency; empty when unknown
	Rating      string // out of five, such as "4.3"; empty when unrated
	Ratings     int
	Picture     string
	Differences []string // of a near match: "red instead of black", "price unknown"
	Attributes  []Attribute
	Why         []string // whole sentences
	Pinned      bool     // the shop has placed it here
	Pick        string   // what ticking the card to be compared sends; empty: it has no box
	Put         Put
	Choose      Link // in place of Put, to where one of its forms is chosen
}

// left names how many of n cards are left of full rows of two, three and four:
// "two-1 three-2 four-3".
func left(n int) string {
	return fmt.Sprintf("two-%d three-%d four-%d", n%2, n%3, n%4)
}

// results presents the list.
func (p *Presenter) results(c *Conversation, t *agent.Turn, l Listing) Results {
	r := Results{Total: t.Ranking.Open, Pictures: true, Orders: l.orders(p.Language, c, t), Fitted: fittedChange(c, t)}
	r.Compare = Form{Action: "/compare", Hidden: (&Origin{Place: l.Place(c, 0)}).hidden()}
	wanted := t.Need.Wanted()
	if len(wanted) > 0 {
		r.Full = t.Ranking.Full
	}
	if len(t.Ranking.Relaxed) > 0 || r.Full == r.Total {
		r.Full = 0 // none meets all, or all do: no number worth a heading
	}
	// sorted by something else, what meets every condition still comes first, in that order
	sorted := l.in(t) != search.ByRelevance
	divided := len(wanted) > 0 && !(sorted && len(t.Ranking.Relaxed) > 0)
	var full, near []Card
	for i := range t.Ranking.Items {
		it := &t.Ranking.Items[i]
		card := p.card(c, t, l, i)
		card.Pinned = it.Pinned
		if !divided || (it.Full || sorted) && len(it.Lacks) == 0 {
			full = append(full, card)
		} else {
			near = append(near, card)
		}
	}
	if divided {
		r.Sections = append(sectionOf(FullMatches, full), sectionOf(NearMatches, near)...)
	} else {
		r.Sections = sectionOf(AllProducts, full)
	}
	r.More, r.End = l.more(p.Language, c, len(t.Ranking.Items), t.Ranking.Open)
	return r
}

func sectionOf(kind SectionKind, cards []Card) []Section {
	if len(cards) == 0 {
		return nil
	}
	return []Section{{Kind: kind, Cards: cards}}
}

// attributesShown is how many attributes a card tells: what was asked for first,
// then what tells most.
const attributesShown = 4

// Card presents one product of the list.
func (p *Presenter) card(c *Conversation, t *agent.Turn, l Listing, i int) Card {
	it, product := &t.Ranking.Items[i], &t.Products[i]
	card := Card{
		ID:    "p" + strconv.Itoa(i+1),
		URL:   "/p/" + url.PathEscape(product.ID) + l.listed(c, i+1),
		Title: product.Title, Brand: product.Brand, Price: productPriceText(p.Language, product),
		Picture: pictureURL(product),
	}
	if product.Rating > 0 {
		card.Rating, card.Ratings = p.Fixed(product.Rating, 1), product.Ratings
	}
	for _, l := range it.Lacks {
		// two demands about one aspect can differ in the same way
		if d := difference(p.Language, t.Scope.Shelf, &l); !slices.Contains(card.Differences, d) {
			card.Differences = append(card.Differences, d)
		}
	}
	if at := slices.IndexFunc(p.Categories, func(c catalog.Category) bool { return c.Path == product.Category }); at >= 0 {
		askable := func(a *catalog.Aspect) bool { return a.Askable }
		card.Attributes = attributesOf(p.Language, product, &p.Categories[at], metAspects(product, &t.Need), askable)
		card.Attributes = card.Attributes[:min(attributesShown, len(card.Attributes))]
	}
	card.Why = cardWhy(p.Language, t, i)
	o := Origin{Place: l.Place(c, i+1)}
	card.Pick = product.ID
	if len(product.Variants) == 0 {
		card.Put = putOneForm(product.ID, card.ID, product.Title, &o)
		return card
	}
	if v := fittingVariant(product, &t.Need); v != nil {
		card.URL = "/p/" + url.PathEscape(v.ID) + l.listed(c, i+1)
	}
	card.Choose = Link{Text: p.T("product.choose", "What", toChoose(p.Language, product, nil)), URL: card.URL}
	return card
}

// difference says what a near match has instead.
func difference(w *words.Language, shelf *catalog.Shelf, l *search.Lack) string {
	label := l.Wanted.Demand.Condition.Key
	var aspect catalog.Aspect
	if c := shelf.Column(l.Wanted.Demand.Condition.Key); c != nil {
		aspect = c.Aspect
		label = aspect.Label
	}
	switch {
	case l.Unknown:
		return w.T("card.aspect-unknown", "Aspect", label)
	case l.Wanted.Demand.Not:
		return w.T("card.aspect-has", "Aspect", label, "Value", reply.Values(w, &aspect, l.Has))
	}
	return w.T("card.instead", "Value", reply.Values(w, &aspect, l.Has), "Wanted", strings.TrimPrefix(l.Wanted.Text, label+": "))
}

// shareWords are the ids of what the reranker's features mean to a shopper. What is not
// among them is said of the title: [titleShare].
var shareWords = map[string]string{"words": "card.share-words", "meaning": "card.share-meaning", "answers": "card.share-answers"}

const titleShare = "card.share-title"

// cardWhy says what a product's place rests on: how much of what is wanted it meets, and what
// speaks for it most.
func cardWhy(w *words.Language, t *agent.Turn, i int) []string {
	it := &t.Ranking.Items[i]
	var out []string
	if met := len(t.Need.Wanted()) - len(it.Lacks); met > 0 {
		out = append(out, w.N("card.meets", len(t.Need.Wanted()), "Met", met))
	}
	best := search.Share{}
	for _, s := range it.Shares {
		if s.Points > best.Points {
			best = s
		}
	}
	if best.Points > 0 {
		out = append(out, w.T(cmp.Or(shareWords[best.Feature], titleShare)))
	}
	return out
}

// priceText spells a price, with its cents; nothing for one that is not known.
func priceText(w *words.Language, p catalog.Price) string {
	if !p.Known() {
		return ""
	}
	return w.Money(w.Fixed(p.Major(), 2), p.Currency)
}

// pictureURL is the feed's picture, or the one the shop draws.
func pictureURL(p *catalog.Product) string {
	if p.Image != "" {
		return p.Image
	}
	return "/picture/" + url.PathEscape(p.ID) + ".svg"
}

// metAspects judges a product by aspect, of those that the need speaks of.
func metAspects(product *catalog.Product, n *search.Need) map[string]bool {
	met := map[string]bool{}
	for _, x := range n.Wanted() {
		c := &x.Demand.Condition
		met[c.Key] = c.Holds(product.Of(c.Key)) != x.Demand.Not
	}
	return met
}

// attributesOf presents what a product is: first the aspects that were asked for, as they
// are met or not, then those others that are shown, each in the category's order.
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
