// Package orders says what an order is and what may be done with it. An action is a
// function from an order to the order after it ([Order.Cancel], [Order.Return], …) or
// a [Refusal]; it touches nothing else, so that the same rule says beforehand why
// something is impossible and decides when it is done. Package sqlite below keeps
// orders, and package counter offers the actions to people and programs as tools.
//
// No money moves here: a payment is a label that a person chose, an amount is what
// the lines add up to.
package orders

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"shopclerk/catalog"
)

var (
	// ErrNone reports an order or a person that is not there, or an order that is
	// another person's: the two are not told apart.
	ErrNone = errors.New("there is no such order or person")
)

// Status is how far an order is.
type Status string

// The statuses. Only a placed order can still be changed, and only a delivered one
// comes back.
const (
	Placed    Status = "placed"
	Shipped   Status = "shipped"
	Delivered Status = "delivered"
	Cancelled Status = "cancelled"
	Returning Status = "return requested"
)

// Statuses lists the statuses, in the order in which an order goes through them.
func Statuses() []Status {
	return []Status{Placed, Shipped, Delivered, Cancelled, Returning}
}

// UnderWay reports whether an order of the status still needs to know where it goes.
func (s Status) UnderWay() bool { return s == Placed || s == Shipped }

// Bounds of an order, those of a basket: see package basket.
const (
	MostPieces = 99
	MostLines  = 100
)

// Address is where an order goes. Street, City and Zip are needed.
type Address struct {
	Street  string `json:"street"` // with the house's number
	Extra   string `json:"extra,omitempty"`
	City    string `json:"city"`
	Region  string `json:"region,omitempty"` // state or province
	Zip     string `json:"zip"`
	Country string `json:"country,omitempty"`
}

// Complete reports whether a parcel could go there.
func (a Address) Complete() bool { return a.Street != "" && a.City != "" && a.Zip != "" }

// String is the address on one line.
func (a Address) String() string {
	parts := []string{a.Street, a.Extra, strings.TrimSpace(a.Zip + " " + a.City), a.Region, a.Country}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}

// Payment is a way to pay that a person can name. It is a label: no more is known.
type Payment struct {
	ID    string `json:"id"`
	Label string `json:"label"` // "Visa 9212"
}

// Person is whose orders they are: a session's guest, who has no name at first. Knowing a name, an address or a mail address is no proof of
// being that person; a person here is an address book's entry and not an account.
type Person struct {
	ID       string    `json:"id"` // of a guest, the session's
	Name     string    `json:"name,omitempty"`
	Email    string    `json:"email,omitempty"`
	Address  Address   `json:"address"`
	Payments []Payment `json:"payments,omitempty"`
}

// Option is what tells a variant from another: colour, black.
type Option struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Article is what can be ordered: one variant of a product.
type Article struct {
	ID      string        `json:"article"` // a product without variants is its own article
	Product string        `json:"product"`
	Title   string        `json:"title"` // of the product
	Options []Option      `json:"options,omitempty"`
	Price   catalog.Price `json:"price"` // of one piece
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
	ID string `json:"id"` // unique among all lines: "W1001/2"
	Article
	Quantity int       `json:"quantity"` // 1 to MostPieces
	State    LineState `json:"state,omitempty"`
}

// Order is an order as it stands.
type Order struct {
	ID       string    `json:"id"` // the store gives it to new ones
	Person   string    `json:"person"`
	Placed   time.Time `json:"placed"` // UTC, to the microsecond
	Status   Status    `json:"status"`
	Name     string    `json:"name,omitempty"`   // who the parcel is for
	Reason   string    `json:"reason,omitempty"` // of Cancelled, in the person's words
	Address  Address   `json:"address"`
	Payment  string    `json:"payment,omitempty"` // the label's id
	Refund   string    `json:"refund,omitempty"`  // by which label money that is due back, goes
	Tracking []string  `json:"tracking,omitempty"`
	Lines    []Line    `json:"lines"`
}

// Line returns a line by its id.
func (o Order) Line(id string) (Line, bool) {
	i := o.at(id)
	if i < 0 {
		return Line{}, false
	}
	return o.Lines[i], true
}

func (o Order) at(line string) int {
	return slices.IndexFunc(o.Lines, func(l Line) bool { return l.ID == line })
}

// Placement is a new order and what goes with it: both are stored, or neither.
type Placement struct {
	Order  Order
	Person Person // as he or she is remembered from now on
	// Basket is the session whose basket the lines come from: they are taken out of it
	// in the same transaction. Empty: they come from elsewhere.
	Basket string
}

// Total is what the lines add up to. It is not known ([catalog.Price.Known]) unless
// all prices are, in one currency.
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

// World is people and orders that a shop brings along.
type World struct {
	People []Person
	Orders []Order
}

// Act is by whom, by which call and under which key something is done.
type Act struct {
	Key    string // idempotency key, not empty
	Person string
	Call   json.RawMessage // tool and arguments, as the audit trail keeps them
}

// Event is a row of the audit trail: something that was done once.
type Event struct {
	At     time.Time       `json:"at"` // UTC, to the microsecond
	Key    string          `json:"key"`
	Person string          `json:"person"` // who did it
	Call   json.RawMessage `json:"call"`   // tool and arguments; the tool alone once erased
	About  string          `json:"about"`  // "order" or "person"
	ID     string          `json:"id"`     // of that
	Before json.RawMessage `json:"before,omitempty"`
	After  json.RawMessage `json:"after"`
}
