// Package shop keeps baskets and orders and offers what can be done with them as eight
// tools, for package tools to decide when to ask and when to act.
//
// A basket and an order belong to the session that a cookie names. Each tool is one row of
// a table ([specs]) with one rule: run on a copy of what the shopper has, the rule says
// beforehand why a call is impossible and what would be done; run inside the transaction of
// [Store], it is what is done. No money moves here: an amount is what the lines add up to.
package shop

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"shopclerk/agent/shop/merchant"
	"shopclerk/catalog"
	"shopclerk/words"
)

// ErrNone reports an order that does not exist or is another person's: the two are not
// told apart.
var ErrNone = errors.New("there is no such order")

// Status is how far an order is.
type Status string

// The statuses. Only a placed order can be cancelled, and only a delivered one comes back.
const (
	Placed    Status = "placed"
	Shipped   Status = "shipped"
	Delivered Status = "delivered"
	Cancelled Status = "cancelled"
	Returning Status = "return requested"
)

// UnderWay reports whether an order of the status still needs its address.
func (s Status) UnderWay() bool { return s == Placed || s == Shipped }

// Bounds of a basket and of an order of it.
const (
	MostPieces = 99  // of one product: more are a slip of the finger; the schema has the same number
	MostLines  = 100 // different products: a page of them is drawn at once
)

// Address is where an order goes.
type Address struct {
	Street  string `json:"street"` // with the house's number
	City    string `json:"city"`
	Zip     string `json:"zip"`
	Country string `json:"country,omitempty"` // ISO 3166-1 alpha-2 where the shop lists its countries, else as typed
}

// Lines returns the parts of the address as they stand on a parcel.
func (a Address) Lines(w *words.Language) []string {
	parts := []string{a.Street, strings.TrimSpace(a.Zip + " " + a.City), merchant.CountryName(w, a.Country)}
	return slices.DeleteFunc(parts, func(s string) bool { return s == "" })
}

// Article is what can be ordered: one variant of a product.
type Article struct {
	ID      string           `json:"article"` // a product without variants is its own article
	Product string           `json:"product"`
	Title   string           `json:"title"`             // of the product
	Options []catalog.Option `json:"options,omitempty"` // what tells the variant from others
	Price   catalog.Price    `json:"price"`             // of one piece
}

// LineState is what was asked for about a delivered line.
type LineState string

// The states of a line.
const (
	Kept     LineState = ""
	GoesBack LineState = "return"
)

// Line is one article of an order.
type Line struct {
	ID string `json:"id"` // unique among all lines: "S1001/2"
	Article
	Quantity int       `json:"quantity"` // 1 to MostPieces
	State    LineState `json:"state,omitempty"`
}

// Delivery is how an order reaches the shopper.
type Delivery struct {
	ID   string        `json:"id"`
	Name string        `json:"name"`          // in the language in which it was ordered
	Cost catalog.Price `json:"cost,omitzero"` // without a currency: the shop tells it; of 0: free
	// Collect says that the shopper collects the order.
	Collect bool `json:"collect,omitempty"`
}

// Order is an order as it stands.
type Order struct {
	ID      string    `json:"id"`
	Person  string    `json:"person"` // the session that placed it or found it again
	Placed  time.Time `json:"placed"` // UTC, to the microsecond
	Status  Status    `json:"status"`
	Name    string    `json:"name,omitempty"`  // whom the parcel is for
	Email   string    `json:"email,omitempty"` // by which the order is found again
	Phone   string    `json:"phone,omitempty"`
	Address Address   `json:"address"`
	// Delivery and Payment are of orders since these are asked for.
	Delivery Delivery `json:"delivery,omitzero"`
	Payment  string   `json:"payment,omitempty"` // see package merchant
	Lines    []Line   `json:"lines"`
}

// Total returns what the order comes to: its lines, and its delivery where the cost is told.
func (o *Order) Total() catalog.Price {
	sum := Total(o.Lines)
	if sum.Known() {
		sum.Minor += o.Delivery.Cost.Minor
	}
	return sum
}

// Possible returns the tools that can be used with the order as it stands.
func (o *Order) Possible() []string {
	out := []string{OrderStatus}
	if o.Status == Placed {
		out = append(out, CancelOrder)
	}
	if (o.Status == Delivered || o.Status == Returning) && slices.ContainsFunc(o.Lines, func(l Line) bool { return l.State == Kept }) {
		out = append(out, ReturnItems)
	}
	return out
}

// Total returns what lines add up to. It is not known ([catalog.Price.Known]) unless all
// prices are, in one currency.
func Total(lines []Line) catalog.Price {
	var sum catalog.Price
	for i, l := range lines {
		if !l.Price.Known() || i > 0 && l.Price.Currency != sum.Currency {
			return catalog.Price{}
		}
		sum.Currency = l.Price.Currency
		sum.Minor += l.Price.Minor * int64(l.Quantity)
	}
	return sum
}

// Refusal is the error of a deed that is impossible now. Nothing has changed then.
type Refusal struct {
	About string // the parameter whose value is at fault; "" for the call as a whole
	Why   string // id of the clause in package words
	Title string // of the article it is about
	Most  int    // the bound that is passed
	Left  int    // pieces that the shop has; Why is counted where it is not 0

	Sum      float64 // the bound that is passed, in Currency
	Currency string
}

// Error says why in English.
func (r *Refusal) Error() string { return r.Say(words.English) }

// Say says why in a clause.
func (r *Refusal) Say(w *words.Language) string {
	if r.Left > 0 {
		return w.N(r.Why, r.Left, "Title", r.Title)
	}
	return w.T(r.Why, "Title", r.Title, "Most", r.Most, "Sum", w.Money(w.Fixed(r.Sum, 2), r.Currency))
}

// Why an order cannot be cancelled or returned, by its status.
var whyStatus = map[Status]string{
	Placed: "orders.why-placed", Shipped: "orders.why-shipped", Delivered: "orders.why-delivered",
	Cancelled: "orders.why-cancelled", Returning: "orders.why-returning",
}

// fill gives an order what is in a basket, unless it cannot be ordered so, or does not tell
// for whom and where it is.
func (o *Order) fill(items []Item, most merchant.Ceiling) error {
	if len(items) == 0 {
		return &Refusal{About: ParamBasket, Why: "orders.why-empty-basket"}
	}
	if r := (*Refusal)(nil); errors.As(exceeds(most, nil, items), &r) {
		r.About = ParamBasket
		return r
	}
	for i, it := range items {
		l := it.line()
		l.ID = fmt.Sprintf("%s/%d", o.ID, i+1)
		o.Lines = append(o.Lines, l)
		r := Refusal{About: ParamBasket, Title: l.Title}
		switch {
		case it.Gone:
			r.Why = "orders.why-not-sold"
		case !l.Price.Known():
			r.Why = "orders.why-no-price"
		case it.Now != nil && it.Now.Stock == 0:
			r.Why = "orders.why-none-left"
		case it.Now != nil && it.Now.Stock > 0 && it.Now.Stock < l.Quantity:
			r.Why, r.Left = "orders.why-too-few", it.Now.Stock
		case slices.ContainsFunc(o.Lines, func(k Line) bool {
			return k.Price.Known() && l.Price.Known() && k.Price.Currency != l.Price.Currency
		}):
			r.Why = "orders.why-currencies"
		default:
			continue
		}
		return &r
	}
	to := &o.Address
	for _, field := range [][2]string{{paramStreet, to.Street}, {paramZip, to.Zip}, {paramCity, to.City}, {paramCountry, to.Country}} {
		if field[1] == "" {
			return &Refusal{About: field[0], Why: "orders.why-address"}
		}
	}
	if o.Name == "" {
		return &Refusal{About: paramName, Why: "orders.why-name"}
	}
	return nil
}

// cancel cancels an order that was not shipped yet.
func (o *Order) cancel() error {
	if o.Status != Placed {
		return &Refusal{About: paramOrder, Why: whyStatus[o.Status]}
	}
	o.Status = Cancelled
	return nil
}

// giveBack asks for lines of a delivered order to go back, all their pieces. More lines can
// be sent back later.
func (o *Order) giveBack(lines []string) error {
	if o.Status != Delivered && o.Status != Returning {
		return &Refusal{About: paramOrder, Why: whyStatus[o.Status]}
	}
	if len(lines) == 0 {
		return &Refusal{About: paramItems, Why: "orders.why-empty"}
	}
	o.Lines = slices.Clone(o.Lines)
	for _, id := range lines {
		i := slices.IndexFunc(o.Lines, func(l Line) bool { return l.ID == id })
		if i < 0 {
			return &Refusal{About: paramItems, Why: "orders.why-no-line"}
		}
		if o.Lines[i].State != Kept {
			return &Refusal{About: paramItems, Why: "orders.why-twice", Title: o.Lines[i].Title}
		}
		o.Lines[i].State = GoesBack
	}
	o.Status = Returning
	return nil
}
