package views

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent"
	"shopclerk/agent/dialog"
	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// Results is the list of products.
type Results struct {
	Total    int    // products in scope
	Full     int    // of them, those that meet everything asked for
	From, To int    // so many met it before the last step, and meet it since; 0: it narrowed nothing
	Note     string // may be empty
	Place    Place
	Orders   []search.Order // the ways to sort it; with fewer than two there is nothing to choose
	Facets   Facets
	Sections []Section // those with cards, in the order shown
	More     Link      // shows more products; its address ends in "#" and the ID of the first new card
	End      string    // where the list ends short of all; empty elsewhere
	Remedies []Offer   // ways out, shown when there is no card
}

// Section is a part of the list.
type Section struct {
	Kind  look
	Cards []Card
}

// The kinds of section say what its cards have in common.
var (
	fullMatches = look{class: "full", words: "list.full"} // meet everything asked for
	nearMatches = look{class: "near", words: "list.near"} // differ in something, which each card tells
	allProducts = look{class: "all", words: "list.all"}   // nothing was asked for that could be met or missed
)

// Card is one product of the list.
type Card struct {
	*catalog.Product
	Element     string // id: unique on the page
	URL         string // of the product's page
	Origin      *Origin
	Differences []string // of a near match: "red instead of black", "price unknown"
	Attributes  []Attribute
	Why         []string // whole sentences
	Pinned      bool     // the shop has placed it here
	Told        string   // what became of putting it into the basket; empty unless that was the last step
}

// Tell says on a product's card what became of putting it into the basket.
func (r *Results) Tell(product, text string) {
	for _, s := range r.Sections {
		if i := slices.IndexFunc(s.Cards, func(c Card) bool { return c.ID == product }); i >= 0 {
			s.Cards[i].Told = text
		}
	}
}

// found heads the list.
func (r *Results) found(w *words.Language) string {
	products := w.N("page.products", r.Total)
	switch {
	case r.Total == 0:
		return w.T("list.none-found")
	case r.To > 0:
		return w.T("list.narrowed", "From", r.From, "To", r.To)
	case r.Full == 0:
		return products
	}
	return w.T("list.found", "Products", products, "Full", w.N("list.full-matches", r.Full))
}

// left names how many of n cards are left of full rows of two, three and four:
// "two-1 three-2 four-3".
func left(n int) string {
	return fmt.Sprintf("two-%d three-%d four-%d", n%2, n%3, n%4)
}

// results presents the list.
func (p *Presenter) results(t *agent.Turn, place Place) Results {
	r := Results{Total: t.Ranking.Open, Place: place}
	if len(t.Ranking.Items) > 1 {
		r.Orders = search.Orders(t.Scope.Shelf)
	}
	wanted := t.Need.Wanted()
	if len(wanted) > 0 && len(t.Ranking.Relaxed) == 0 && t.Ranking.Full != r.Total {
		r.Full = t.Ranking.Full // where none meets all, or all do, it is no number worth a heading
	}
	// sorted by something else, what meets every condition still comes first, in that order
	sorted := place.Order != search.ByRelevance
	lacking := slices.ContainsFunc(t.Ranking.Items, func(it search.Ranked) bool { return len(it.Lacks) > 0 })
	divided := (len(wanted) > 0 || lacking) && !(sorted && len(t.Ranking.Relaxed) > 0)
	sections := []Section{{Kind: fullMatches}, {Kind: nearMatches}}
	if !divided {
		sections[0].Kind = allProducts
	}
	for i := range t.Ranking.Items {
		it, near := &t.Ranking.Items[i], 0
		if divided && (!it.Full && !sorted || len(it.Lacks) > 0) {
			near = 1
		}
		sections[near].Cards = append(sections[near].Cards, p.card(t, place, i))
	}
	r.Sections = slices.DeleteFunc(sections, func(s Section) bool { return len(s.Cards) == 0 })
	r.More, r.End = place.more(p.Language, len(t.Ranking.Items), t.Ranking.Open)
	return r
}

// attributesShown is how many attributes a card tells: what was asked for first,
// then what tells most.
const attributesShown = 4

// card presents one product of the list.
func (p *Presenter) card(t *agent.Turn, place Place, i int) Card {
	it, product := &t.Ranking.Items[i], &t.Products[i]
	card := Card{Product: product, Element: "p" + strconv.Itoa(i+1), URL: place.product(product.ID, i+1), Why: cardWhy(p.Language, t, i), Pinned: it.Pinned}
	place.Card = i + 1
	card.Origin = &Origin{Place: place}
	for _, l := range it.Lacks {
		// two demands about one aspect can differ in the same way
		if d := difference(p.Language, t.Scope.Shelf, &l); !slices.Contains(card.Differences, d) {
			card.Differences = append(card.Differences, d)
		}
	}
	if at := slices.IndexFunc(p.Categories, func(c catalog.Category) bool { return c.Path == product.Category }); at >= 0 {
		card.Attributes = attributesOf(p.Language, product, &p.Categories[at], met(&t.Need, it.Lacks), false)
		card.Attributes = card.Attributes[:min(attributesShown, len(card.Attributes))]
	}
	if v := fittingVariant(product, &t.Need); v != nil {
		card.URL = place.product(v.ID, i+1)
	}
	return card
}

// product is the address of a product at a position of the list, from 1; 0: it is not in it.
func (p Place) product(id string, position int) string {
	p.Card = 0 // the position stands for it
	return productURL(&Origin{Place: p}, id, numberField(FieldAt, position)...)
}

// difference says what a near match has instead.
func difference(w *words.Language, shelf *catalog.Shelf, l *search.Lack) string {
	label := l.Wanted.Demand.Condition.Key
	var aspect catalog.Aspect
	if c := shelf.Column(label); c != nil {
		aspect = c.Aspect
		label = reply.Label(w, &aspect)
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
// among them is said of the title.
var shareWords = map[string]string{"words": "card.share-words", "meaning": "card.share-meaning", "answers": "card.share-answers"}

// cardWhy says what a product's place rests on: how much of what is wanted it meets, and what
// speaks for it most.
func cardWhy(w *words.Language, t *agent.Turn, i int) []string {
	it := &t.Ranking.Items[i]
	var out []string
	if text := meets(w, len(t.Need.Wanted()), len(it.Lacks)); text != "" {
		out = append(out, text)
	}
	if slices.ContainsFunc(it.Shares, func(s search.Share) bool { return s.Feature == search.ShareShop && s.Points > 0 }) {
		out = append(out, w.T("card.share-shop"))
	}
	if len(it.Shares) > 0 {
		best := slices.MaxFunc(it.Shares, func(a, b search.Share) int { return cmp.Compare(a.Points, b.Points) })
		if best.Points > 0 && best.Feature != search.ShareShop {
			out = append(out, w.T(cmp.Or(shareWords[best.Feature], "card.share-title")))
		}
	}
	return out
}

// moreShown is how many products "show more" adds: rows of three, as on the page, below
// the first product, which has a row of its own.
const moreShown = 9

// more leads to a longer list, at its first new product; or says where it ends short of all.
func (p Place) more(w *words.Language, shown, open int) (more Link, end string) {
	switch {
	case shown >= open:
	case shown >= MostShown:
		end = w.N("list.end-first", open, "Shown", shown)
	default:
		p.Show = min(shown+moreShown, MostShown)
		p.Card = shown + 1
		more = Link{Text: w.T("list.more", "More", min(p.Show, open)-shown), URL: p.Back()}
	}
	return more, end
}

// orderWords are the ids of what the orders are called.
var orderWords = map[search.Order]string{
	search.ByRelevance: "list.by-relevance", search.ByPrice: "list.by-price", search.ByPriceDown: "list.by-price-down", search.ByRating: "list.by-rating",
}

// WantedOrder is the order that a message asked the list to be in, "" for none that a
// list can be in.
func WantedOrder(e *dialog.Exchange) (o search.Order, asked bool) {
	for _, ch := range e.Changes {
		by := search.OrderOf(ch.Key, ch.Down && ch.Key != string(search.ByRating)) // that has no other direction
		if ch.Op == search.SortBy && orderWords[by] != "" {
			o, asked = by, true
		}
	}
	return o, asked
}
