package orders

import (
	"slices"
	"strconv"
	"strings"
)

// Because is why something can not be done with an order.
type Because string

// The reasons.
const (
	NotPlaced    Because = "not-placed"    // it can no longer be changed; the status says why
	NotDelivered Because = "not-delivered" // it can not come back; the status says why
	NoLine       Because = "no-line"       // the order has no such line
	Twice        Because = "twice"         // asked for already
	NotVariant   Because = "not-variant"   // no other variant of the same product
	BadQuantity  Because = "quantity"      // not from 0 to MostPieces
	NoAddress    Because = "no-address"    // street, city or zip is missing
	NothingThere Because = "nothing"       // nothing to order, or to send back
	TooMany      Because = "too-many"      // more than MostLines lines
	Gone         Because = "gone"          // the shop no longer sells it
	TooFew       Because = "too-few"       // the shop has fewer pieces
	NotShipped   Because = "not-shipped"   // it can not be delivered; the status says why
	NoName       Because = "no-name"       // nobody is named whom the parcel is for
	Currencies   Because = "currencies"    // prices are in several currencies, and an order has one total
)

// Part is what of an action a refusal is about; tools name their parameters so.
type Part string

// The parts.
const (
	TheOrder    Part = "order"
	TheItems    Part = "items"
	TheVariant  Part = "variant"
	TheQuantity Part = "quantity"
	TheAddress  Part = "street"
	TheName     Part = "name"
	TheProduct  Part = "product"
	TheBasket   Part = "basket"
)

// Refusal is the error of an action that is impossible now. The order is then as it
// was.
type Refusal struct {
	Because Because
	About   Part
	Status  Status // of the order
	Title   string // of the article it is about
	Left    int    // pieces that the shop has, of TooFew
}

// Error says why.
func (r *Refusal) Error() string {
	s := "refused because of the " + string(r.About) + ": " + string(r.Because)
	if r.Title != "" {
		s += " (" + r.Title + ")"
	}
	return s + "; the order is " + string(r.Status)
}

func (o Order) refuse(b Because, about Part, title string) (Order, error) {
	return o, &Refusal{Because: b, About: about, Status: o.Status, Title: title}
}

// clone returns the order with lines of its own, for a change.
func (o Order) clone() Order {
	o.Lines = slices.Clone(o.Lines)
	return o
}

// New makes an order of lines, which get their ids when it gets its own: see
// [Order.Number].
func New(person string, lines []Line, to Address, payment string) (Order, error) {
	o := Order{Person: person, Status: Placed, Address: to, Payment: payment, Lines: slices.Clone(lines)}
	switch {
	case len(lines) == 0:
		return o.refuse(NothingThere, TheBasket, "")
	case len(lines) > MostLines:
		return o.refuse(TooMany, TheBasket, "")
	case !to.Complete():
		return o.refuse(NoAddress, TheAddress, "")
	}
	currency := ""
	for i := range o.Lines {
		l := &o.Lines[i]
		if l.Price.Known() && currency == "" {
			currency = l.Price.Currency
		}
		if l.Price.Known() && l.Price.Currency != currency {
			return o.refuse(Currencies, TheBasket, l.Title)
		}
		if l.Quantity < 1 || l.Quantity > MostPieces {
			return o.refuse(BadQuantity, TheBasket, l.Title)
		}
		l.ID, l.State = "", Kept
	}
	return o, nil
}

// Number gives an order its id and its lines theirs.
func (o Order) Number(id string) Order {
	o = o.clone()
	o.ID = id
	for i := range o.Lines {
		o.Lines[i].ID = LineID(id, i)
	}
	return o
}

// LineID is the id of an order's line by its place from 0.
func LineID(order string, place int) string {
	return order + "/" + strconv.Itoa(place+1)
}

// Cancel cancels an order that was not shipped yet.
func (o Order) Cancel(reason string) (Order, error) {
	if o.Status != Placed {
		return o.refuse(NotPlaced, TheOrder, "")
	}
	o.Status, o.Reason = Cancelled, strings.TrimSpace(reason)
	return o, nil
}

// Return asks for lines of a delivered order to go back, all their pieces; refund is
// the payment label that the money goes to. More lines can be sent back later.
func (o Order) Return(lines []string, refund string) (Order, error) {
	if o.Status != Delivered && o.Status != Returning {
		return o.refuse(NotDelivered, TheOrder, "")
	}
	if len(lines) == 0 {
		return o.refuse(NothingThere, TheItems, "")
	}
	o = o.clone()
	for _, id := range lines {
		i := o.at(id)
		if i < 0 {
			return o.refuse(NoLine, TheItems, "")
		}
		if o.Lines[i].State != Kept {
			return o.refuse(Twice, TheItems, o.Lines[i].Title)
		}
		o.Lines[i].State = GoesBack
	}
	o.Status, o.Refund = Returning, refund
	return o, nil
}

// Ship gives a placed order to the carrier, under the numbers of its parcels.
func (o Order) Ship(tracking ...string) (Order, error) {
	if o.Status != Placed {
		return o.refuse(NotPlaced, TheOrder, "")
	}
	o.Status, o.Tracking = Shipped, slices.Clone(tracking)
	return o, nil
}

// Deliver says that a shipped order has arrived.
func (o Order) Deliver() (Order, error) {
	if o.Status != Shipped {
		return o.refuse(NotShipped, TheOrder, "")
	}
	o.Status = Delivered
	return o, nil
}
