package views

import (
	"net/url"
	"shopclerk/agent"
	"shopclerk/agent/memory"
	"shopclerk/search"
	"shopclerk/words"
	"slices"
	"strconv"
)

// What the address of a conversation tells of its list. Neither changes what the
// conversation is about, so that neither is part of it.
const (
	FieldSort = "sort" // an order; unknown ones are by relevance, as the page then says
	FieldShow = "show" // how many products; what is no number, or too small, is a page
)

// MostShown is how long the list can grow by "show more": beyond it, saying more helps and
// scrolling does not. A card is some 2 KB before it is compressed.
const MostShown = 100

// Listing is how a conversation's list is shown.
type Listing struct {
	Order search.Order
	Page  int // products on a page
	Show  int // products shown: page..mostShown
}

// ReadListing reads the listing from the fields of an address or a form, in pages of so
// many products.
func ReadListing(field func(name string) string, page int) Listing {
	l := Listing{Order: search.Order(field(FieldSort)), Page: page, Show: page}
	if n, err := strconv.Atoi(field(FieldShow)); err == nil {
		l.Show = min(max(n, page), MostShown)
	}
	return l
}

// mostPicked is how many ids of an address are looked up: some more than a comparison
// shows, so that those left out can be named, and no more than a list's page.
const mostPicked = 20

// Picked are the products that an address names to be compared, each once.
func Picked(query url.Values) []string {
	var ids []string
	for _, id := range query[FieldPick] {
		if !slices.Contains(ids, id) && len(ids) < mostPicked {
			ids = append(ids, id)
		}
	}
	return ids
}

// URL is the address of a conversation as it is now with its list by an order, at
// the length of one page.
func (l Listing) URL(c *Conversation, o search.Order) string {
	return (&Place{Conversation: c.ID, Version: c.Version, Order: o}).Back()
}

// Address is the address of a conversation as it is now with its list as it is now.
func (l Listing) Address(c *Conversation, more ...Field) string {
	p := l.Place(c, 0)
	return p.Back(more...)
}

// moreShown is how many products "show more" adds: rows of three, as on the page, below
// the first product, which has a row of its own.
const moreShown = 9

// more leads to a longer list, at its first new product; or says why there is none.
func (l Listing) more(w *words.Language, c *Conversation, shown, open int) (more Link, end string) {
	switch {
	case shown >= open:
		if open > l.Page {
			end = w.N("list.end", open)
		}
	case shown >= MostShown:
		end = w.N("list.end-first", open, "Shown", shown)
	default:
		next := min(shown+moreShown, MostShown)
		l.Show = next
		p := l.Place(c, shown+1)
		more = Link{Text: w.T("list.more", "More", min(next, open)-shown), URL: p.Back()}
	}
	return more, end
}

// orderWords are the ids of what the orders are called and what they mean.
var orderWords = map[search.Order]struct{ name, note string }{
	search.ByRelevance: {"list.by-relevance", ""}, // the sections say it
	search.ByPrice:     {"list.by-price", "list.by-price-note"},
	search.ByPriceDown: {"list.by-price-down", "list.by-price-down-note"},
	search.ByRating:    {"list.by-rating", "list.by-rating-note"},
}

// sortable reports whether lists can be in an order at all.
func sortable(o search.Order) bool { return orderWords[o].name != "" }

// WantedOrder is the order that a message asked the list to be in, "" for none that a
// list can be in.
func WantedOrder(e *memory.Exchange) (o search.Order, asked bool) {
	for _, a := range e.Acts {
		by := search.Order(a.By)
		if by == "-"+search.ByRating {
			by = search.ByRating // it has no other direction
		}
		if a.Kind == memory.Sort && sortable(by) {
			o, asked = by, true
		}
	}
	return o, asked
}

// in returns the order that the turn's list is in: what its shelf has no numbers
// for, it can not be sorted by.
func (l Listing) in(t *agent.Turn) search.Order {
	if slices.Contains(search.Orders(t.Scope.Shelf), l.Order) {
		return l.Order
	}
	return search.ByRelevance
}

// orders presents the ways to sort the list.
func (l Listing) orders(w *words.Language, c *Conversation, t *agent.Turn) Orders {
	var out Orders
	if len(t.Ranking.Items) < 2 {
		return out
	}
	for _, o := range search.Orders(t.Scope.Shelf) {
		out.List = append(out.List, Choice{Text: w.T(orderWords[o].name), URL: l.URL(c, o), Now: o == l.in(t)})
	}
	if note := orderWords[l.in(t)].note; note != "" {
		out.Note = w.T(note)
	}
	return out
}

// fittedChange tells how many products fit before the latest exchange and fit now, where
// that was recorded and has changed.
func fittedChange(c *Conversation, t *agent.Turn) Fitted {
	f := Fitted{Now: t.Fit()}
	if n := len(c.Exchanges); n > 1 && len(c.Exchanges[n-2].Shown) > 0 {
		f.Before = c.Exchanges[n-2].Fit
	}
	if f.Before == 0 || f.Before == f.Now {
		return Fitted{}
	}
	return f
}

// listed is the query of a link from a conversation's list to a product. The position
// stands for the card that the way back leads to as well.
func (l Listing) listed(c *Conversation, position int) string {
	o := Origin{Place: l.Place(c, 0)}
	return o.Address("", QueryPosition, strconv.Itoa(position))
}

// editing returns how the changes of a conversation are addressed to be said anew;
// "" for those that no longer count.
func editing(c *Conversation, l Listing) func(change int) string {
	inForce := map[int]bool{}
	for _, ch := range search.InForce(c.Changes()) {
		inForce[ch.ID] = true
	}
	return func(change int) string {
		if !inForce[change] {
			return ""
		}
		return l.Address(c, Field{Name: FieldEdit, Value: strconv.Itoa(change)}) + "#edit"
	}
}
