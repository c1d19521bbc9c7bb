package counter

import (
	"errors"
	"slices"
	"strings"
	"time"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/sales"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/words"
)

// speaker says what orders hold in a language.
type speaker struct{ *words.Language }

func (c *Counter) say() speaker { return speaker{c.words} }

// months are the ids of the months' names.
var months = [...]string{"orders.january", "orders.february", "orders.march", "orders.april", "orders.may", "orders.june",
	"orders.july", "orders.august", "orders.september", "orders.october", "orders.november", "orders.december"}

func (w speaker) day(t time.Time) string {
	return w.T("orders.day", "Day", t.Day(), "Month", w.T(months[t.Month()-1]))
}

func (w speaker) money(p catalog.Price) string {
	return w.Money(w.Fixed(p.Major(), 2), p.Currency)
}

// article is "Desk lamp (black, large)".
func (w speaker) article(a orders.Article) string {
	if len(a.Options) == 0 {
		return a.Title
	}
	return w.T("orders.variant", "Title", a.Title, "Options", options(a.Options))
}

// options are a variant's values. One that says nothing by itself has its name before
// it: "backlight none".
func options(of []orders.Option) string {
	var values []string
	for _, o := range of {
		switch o.Value {
		case "yes", "no", "none", "true", "false":
			values = append(values, o.Name+" "+o.Value)
		default:
			values = append(values, o.Value)
		}
	}
	return strings.Join(values, ", ")
}

// line is "2 × Desk lamp (black)", without the number of one.
func (w speaker) line(l orders.Line) string {
	if l.Quantity == 1 {
		return w.article(l.Article)
	}
	return w.T("orders.pieces", "Number", l.Quantity, "Title", w.article(l.Article))
}

// lines lists lines, and what they cost where that is known.
func (w speaker) lines(of []orders.Line, priced bool) string {
	var all []string
	for _, l := range of {
		all = append(all, w.line(l))
	}
	list := strings.Join(all, ", ")
	if total := orders.Total(of); priced && total.Known() {
		return w.T("orders.priced", "What", list, "Price", w.money(total))
	}
	return list
}

// order is "Desk lamp and 2 more articles, ordered 3 March".
func (w speaker) order(o orders.Order) string {
	what := o.ID
	if len(o.Lines) > 0 {
		what = w.article(o.Lines[0].Article)
		if n := len(o.Lines) - 1; n > 0 {
			what = w.N("orders.more", n, "Title", what)
		}
	}
	if o.Placed.IsZero() { // imported from where no times were kept
		return what
	}
	return w.T("orders.label", "Items", what, "Day", w.day(o.Placed))
}

// addressee is whom a parcel is for and where it goes.
func (w speaker) addressee(o orders.Order) string {
	if o.Name == "" {
		return o.Address.String()
	}
	return w.T("orders.addressee", "Name", o.Name, "Address", o.Address.String())
}

// payment is what a payment is called.
func (c *Counter) payment(id string) string {
	for _, p := range c.now.Person.Payments {
		if p.ID == id {
			return p.Label
		}
	}
	return id
}

// states are the ids of how far an order of a status is.
var states = map[orders.Status]string{
	orders.Placed: "orders.is-placed", orders.Shipped: "orders.is-shipped", orders.Delivered: "orders.is-delivered",
	orders.Cancelled: "orders.is-cancelled", orders.Returning: "orders.is-returning",
}

// state tells how far an order is.
func (w speaker) state(o orders.Order) string {
	back := slices.DeleteFunc(slices.Clone(o.Lines), func(l orders.Line) bool { return l.State == orders.Kept })
	text := w.T(states[o.Status], "ID", o.ID, "Items", w.lines(o.Lines, false), "Back", w.lines(back, false))
	if o.Status == orders.Shipped && len(o.Tracking) > 0 {
		text += " " + w.T("orders.tracking", "Number", strings.Join(o.Tracking, ", "))
	}
	return text
}

// Why something was refused: the ids of what is said of an order, of an order's status, and
// of the catalogue or the basket.
var (
	refusals = map[orders.Because]string{
		orders.NoLine: "orders.why-no-line", orders.Twice: "orders.why-twice", orders.NotVariant: "orders.why-not-variant",
		orders.BadQuantity: "orders.why-quantity",
		orders.NoAddress:   "orders.why-address", orders.TooMany: "orders.why-too-many",
		orders.Gone: "orders.why-not-sold", orders.Currencies: "orders.why-currencies",
		orders.NoName: "orders.why-name", orders.NothingThere: "orders.why-empty",
	}
	refusedStatuses = map[orders.Status]string{
		orders.Placed: "orders.why-placed", orders.Shipped: "orders.why-shipped", orders.Delivered: "orders.why-delivered",
		orders.Cancelled: "orders.why-cancelled", orders.Returning: "orders.why-returning",
	}
	refusedProducts = map[orders.Because]string{
		orders.TooMany: "orders.why-full", orders.Gone: "orders.why-not-shown", orders.NoLine: "orders.why-not-held", orders.BadQuantity: "orders.why-pieces",
	}
)

// reason says in a clause why something was refused.
func (w speaker) reason(r *orders.Refusal) string {
	bounds, id := orderBounds, refusals[r.Because]
	switch {
	case r.About == orders.TheProduct:
		bounds, id = basketBounds, refusedProducts[r.Because]
	case r.Because == orders.NotPlaced, r.Because == orders.NotDelivered, r.Because == orders.NotShipped:
		id = refusedStatuses[r.Status]
	case r.Because == orders.TooFew && r.Left > 0:
		return w.N("orders.why-too-few", r.Left, "Title", r.Title)
	case r.Because == orders.TooFew && r.About == orders.TheBasket:
		id = "orders.why-none-left"
	case r.Because == orders.TooFew:
		id = "orders.why-sold-out"
	case r.Because == orders.NothingThere && r.About == orders.TheBasket:
		id = "orders.why-empty-basket"
	}
	return w.T(id, "Title", r.Title, "Most", bounds[r.Because])
}

// The bounds of an order and of a basket.
var (
	orderBounds  = map[orders.Because]int{orders.TooMany: orders.MostLines, orders.BadQuantity: orders.MostPieces}
	basketBounds = map[orders.Because]int{orders.TooMany: sales.MostLines, orders.BadQuantity: sales.MostPieces}
)

// objections are the refusal of an action, if it is about an argument that is known:
// what is still missing is asked for and not objected to. Where nothing is possible
// instead, the call as a whole is: there is nothing to ask for.
func (c *Counter) objections(err error, a tools.Arguments, possible func(orders.Part) []tools.Value) []tools.Objection {
	r := (*orders.Refusal)(nil)
	if !errors.As(err, &r) {
		return nil
	}
	about := string(r.About)
	if a[about] == nil || r.Because == orders.NoAddress && (a[paramZip] == nil || a[paramCity] == nil) {
		return nil
	}
	o := tools.Objection{Reason: c.say().reason(r), Possible: possible(r.About)}
	if len(o.Possible) > 0 {
		o.Parameter, o.Value = about, a[about]
	}
	return []tools.Objection{o}
}

// chosen are the lines of an order that a list of ids names.
func chosen(o orders.Order, ids []string) []orders.Line {
	return slices.DeleteFunc(slices.Clone(o.Lines), func(l orders.Line) bool { return !slices.Contains(ids, l.ID) })
}
