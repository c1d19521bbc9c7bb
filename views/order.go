package views

import (
	"context"
	"slices"
	"strconv"
	"time"

	"shopclerk/agent/shop"
	"shopclerk/catalog"
	"shopclerk/words"
)

// OrderList is the page of a shopper's orders, the newest first.
type OrderList struct {
	Page     Page
	Orders   []shop.Order
	Products map[string]*catalog.Product // those that the shop still has
	Find     FindOrder
}

// FindOrder is the form by which an order that was placed elsewhere is found again.
type FindOrder struct {
	Number, Email string // as they were typed
	Missing       bool   // there is no order of the two
	Wait          int    // seconds until it may be tried again; 0: now
}

// Order is the page of one order.
type Order struct {
	shop.Order
	Page     Page
	Products map[string]*catalog.Product // those that the shop still has
	Possible []string                    // the tools that can be called about it now
}

// mostPictures is how many products of an order the list of orders shows.
const mostPictures = 4

// stepWords are the ids of what the tools about an order are called on its button.
var stepWords = map[string]string{shop.CancelOrder: "purchase.do-cancel", shop.ReturnItems: "purchase.do-return"}

// steps are the tools that have a button.
func (o *Order) steps() []string {
	return slices.DeleteFunc(slices.Clone(o.Possible), func(tool string) bool { return stepWords[tool] == "" })
}

// orderTitle names what is in an order, in short.
func orderTitle(ctx context.Context, o shop.Order) string {
	if len(o.Lines) == 0 {
		return o.ID
	}
	title := shop.Called(words.From(ctx), o.Lines[0].Article)
	if n := len(o.Lines) - 1; n > 0 {
		return words.N(ctx, "orders.more", n, "Title", title)
	}
	return title
}

// orderSum spells what lines add up to, "" when that is not known.
func orderSum(ctx context.Context, lines ...shop.Line) string {
	return priceText(words.From(ctx), shop.Total(lines))
}

// dayKnown reports whether a day was kept: of an imported order it may not be.
func dayKnown(t time.Time) bool { return !t.IsZero() && t.Unix() != 0 }

// dayText spells a day in full.
func dayText(ctx context.Context, t time.Time) string {
	return words.T(ctx, "purchase.day", "Day", shop.Day(words.From(ctx), t), "Year", strconv.Itoa(t.Year()))
}

// statusLooks tell how far an order is.
var statusLooks = map[shop.Status]look{
	shop.Placed:    {class: "status-open", words: "purchase.is-placed"},
	shop.Shipped:   {class: "status-open", words: "purchase.is-shipped"},
	shop.Delivered: {class: "status-done", words: "purchase.is-delivered"},
	shop.Cancelled: {class: "status-called", words: "purchase.is-cancelled"},
	shop.Returning: {class: "status-back", words: "purchase.is-returning"},
}

// addressee is whom and where an order goes to, line by line.
func addressee(o shop.Order) []string {
	if o.Name == "" {
		return o.Address.Lines()
	}
	return append([]string{o.Name}, o.Address.Lines()...)
}
