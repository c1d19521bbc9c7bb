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
	SameVariant  Because = "same-variant"  // it is that one
	SoldOut      Because = "sold-out"      // the variant is not available
	BadQuantity  Because = "quantity"      // not from 0 to MostPieces
	LastLine     Because = "last-line"     // an order without lines is a cancelled one
	NoAddress    Because = "no-address"    // street, city or zip is missing
	NothingThere Because = "nothing"       // nothing to order, or to send back
	TooMany      Because = "too-many"      // more than MostLines lines
	Gone         Because = "gone"          // the shop no longer sells it
	TooFew       Because = "too-few"       // the shop has fewer pieces
	NoOther      Because = "no-other"      // there is no other variant of the product
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
	TheItem     Part = "item"
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
		l.ID, l.State, l.Wanted = "", Kept, nil
	}
	return o, nil
}

// Enough refuses lines of which the shop has not as many pieces left, by article; of
// products that left does not name it is not known how many there are. about is the
// part of the action that asks for them.
func Enough(lines []Line, left map[string]int, about Part) error {
	wanted := map[string]int{}
	for _, l := range lines {
		wanted[l.Article.ID] += l.Quantity
		if n, known := left[l.Article.ID]; known && n < wanted[l.Article.ID] {
			return &Refusal{Because: TooFew, About: about, Status: Placed, Title: l.Title, Left: n}
		}
	}
	return nil
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
// the payment label that the money goes to. More lines can be sent back later, unless
// an exchange is under way.
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

// Exchange gives a line's article for another variant of its product: at once while
// the order is placed, by a request when it was delivered; then money that is due
// back, or is still owed, goes by the payment label.
func (o Order) Exchange(line, variant, payment string, shelf Shelf) (Order, error) {
	if o.Status != Placed && o.Status != Delivered && o.Status != Exchanging {
		return o.refuse(NotDelivered, TheOrder, "")
	}
	i := o.at(line)
	if i < 0 {
		return o.refuse(NoLine, TheItem, "")
	}
	l := o.Lines[i]
	if l.State != Kept {
		return o.refuse(Twice, TheItem, l.Title)
	}
	v, ok := shelf.Find(l.Product, variant)
	other := func(v Variant) bool { return v.ID != l.Article.ID }
	switch {
	case !slices.ContainsFunc(shelf[l.Product], other):
		return o.refuse(NoOther, TheItem, l.Title)
	case !ok:
		return o.refuse(NotVariant, TheVariant, l.Title)
	case variant == l.Article.ID:
		return o.refuse(SameVariant, TheVariant, l.Title)
	case !v.Available:
		return o.refuse(SoldOut, TheVariant, l.Title)
	}
	o = o.clone()
	o.Refund = payment
	if o.Status == Placed {
		o.Lines[i].Article = v.Article
		return o, nil
	}
	wanted := v.Article
	o.Lines[i].State, o.Lines[i].Wanted = Exchanged, &wanted
	o.Status = Exchanging
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

// Send sets where a placed order goes.
func (o Order) Send(to Address) (Order, error) {
	if o.Status != Placed {
		return o.refuse(NotPlaced, TheOrder, "")
	}
	if !to.Complete() {
		return o.refuse(NoAddress, TheAddress, "")
	}
	o.Address = to
	return o, nil
}

// Count sets how many pieces of a line a placed order has; 0 takes the line out,
// unless it is the last.
func (o Order) Count(line string, quantity int) (Order, error) {
	if o.Status != Placed {
		return o.refuse(NotPlaced, TheOrder, "")
	}
	i := o.at(line)
	switch {
	case i < 0:
		return o.refuse(NoLine, TheItem, "")
	case quantity < 0 || quantity > MostPieces:
		return o.refuse(BadQuantity, TheQuantity, o.Lines[i].Title)
	case quantity == 0 && len(o.Lines) == 1:
		return o.refuse(LastLine, TheQuantity, o.Lines[i].Title)
	}
	o = o.clone()
	if quantity == 0 {
		o.Lines = slices.Delete(o.Lines, i, i+1)
		return o, nil
	}
	o.Lines[i].Quantity = quantity
	return o, nil
}

// Again makes a new order of the same articles, at the prices of today, to the same
// address and by the same payment. What is on no shelf keeps its price: a product
// without variants is the catalogue's to price.
func (o Order) Again(shelf Shelf) (Order, error) {
	lines := slices.Clone(o.Lines)
	for i := range lines {
		l := &lines[i]
		v, ok := shelf.Find(l.Product, l.Article.ID)
		switch {
		case !ok && len(shelf[l.Product]) == 0:
		case !ok || !v.Available:
			return o.refuse(SoldOut, TheOrder, l.Title)
		default:
			l.Article = v.Article
		}
	}
	next, err := New(o.Person, lines, o.Address, o.Payment)
	next.Name = o.Name
	return next, err
}
