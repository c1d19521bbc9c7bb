package main

import (
	"net/url"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/search"
	"shopclerk/views"
	"shopclerk/words"
)

// What the address of a conversation tells of its list. Neither changes what the
// conversation is about, so that neither is part of it.
const (
	fieldSort = "sort" // an order; unknown ones are by relevance, as the page then says
	fieldShow = "show" // how many products; what is no number, or too small, is a page
)

// mostShown is how long the list can grow by "show more": beyond it, saying more
// helps and scrolling does not.
const mostShown = 199

// listing is how a conversation's list is shown.
type listing struct {
	order search.Order
	page  int // products on a page
	show  int // products shown: page..mostShown
	// ticked are the products ticked to be compared that the address tells of. The
	// browser's script knows of more; without one they last from the comparison back
	// to the list, and as it is sorted and shown further.
	ticked []string
}

// listed reads the listing from an address or a form.
func (s *server) listed(c echo.Context) listing {
	l := listing{order: search.Order(c.FormValue(fieldSort)), page: s.clerk(c).Page, show: s.clerk(c).Page}
	if n, err := strconv.Atoi(c.FormValue(fieldShow)); err == nil {
		l.show = min(max(n, l.page), mostShown)
	}
	for _, id := range c.QueryParams()[views.FieldPick] {
		if len(l.ticked) < comparedRead && !slices.Contains(l.ticked, id) {
			l.ticked = append(l.ticked, id)
		}
	}
	return l
}

// url is the address of a conversation as it is now with its list by an order, at
// the length of one page.
func (l listing) url(c *journal.Conversation, o search.Order) string {
	address := stateURL(c)
	if o != search.ByRelevance {
		address += "&" + fieldSort + "=" + url.QueryEscape(string(o))
	}
	for _, id := range l.ticked {
		address += "&" + views.FieldPick + "=" + url.QueryEscape(id)
	}
	return address
}

// address is the address of a conversation as it is now with its list as it is now.
func (l listing) address(c *journal.Conversation) string {
	if l.show > l.page {
		return l.longer(c, l.show)
	}
	return l.url(c, l.order)
}

// longer is that address with so many products shown.
func (l listing) longer(c *journal.Conversation, show int) string {
	return l.url(c, l.order) + "&" + fieldShow + "=" + strconv.Itoa(show)
}

const (
	// moreShown is how many products "show more" adds: rows of three, as on the page, below
	// the first product, which has a row of its own.
	moreShown = 9
	// mostAtOnce is how many of the products shown are on a page at the most, the others
	// on those before: with their cards, of some 2.4 KB, it unpacks to less than 200 KB.
	mostAtOnce = 1 + 4*moreShown
)

// before is how many of so many shown products are on the pages before the last.
func before(shown int) int {
	if n := max(shown-2, 0) / (mostAtOnce - 1) * (mostAtOnce - 1); n > 0 {
		return n + 1 // the first product stands on the first page only
	}
	return 0
}

// more leads to a longer list, at its first new product; or says why there is none.
func (l listing) more(w *words.Language, c *journal.Conversation, shown, open int) (more views.Link, end string) {
	switch {
	case shown >= open:
		if open > l.page {
			end = w.N("list.end", open)
		}
	case shown >= mostShown:
		end = w.N("list.end-first", open, "Shown", shown)
	default:
		next := min(shown+moreShown, mostShown)
		more = views.Link{Text: w.T("list.more", "More", min(next, open)-shown),
			URL: l.longer(c, next) + "#p" + strconv.Itoa(shown+1)}
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

// in returns the order that the turn's list is in: what its shelf has no numbers
// for, it can not be sorted by.
func (l listing) in(t *agent.Turn) search.Order {
	if slices.Contains(search.Orders(t.Scope.Shelf), l.order) {
		return l.order
	}
	return search.ByRelevance
}

// orders presents the ways to sort the list.
func (l listing) orders(w *words.Language, c *journal.Conversation, t *agent.Turn) views.Orders {
	var out views.Orders
	if len(t.Ranking.Items) < 2 {
		return out
	}
	for _, o := range search.Orders(t.Scope.Shelf) {
		out.List = append(out.List, views.Choice{Text: w.T(orderWords[o].name), URL: l.url(c, o), Now: o == l.in(t)})
	}
	if note := orderWords[l.in(t)].note; note != "" {
		out.Note = w.T(note)
	}
	return out
}

// fitted tells how many products fit before the latest exchange and fit now, where
// that was recorded and has changed.
func fitted(c *journal.Conversation, t *agent.Turn) views.Fitted {
	f := views.Fitted{Now: t.Fit()}
	if n := len(c.Exchanges); n > 1 && len(c.Exchanges[n-2].Shown) > 0 {
		f.Before = c.Exchanges[n-2].Fit
	}
	if f.Before == 0 || f.Before == f.Now {
		return views.Fitted{}
	}
	return f
}
