package counter

import (
	"errors"
	"slices"
	"strings"
	"time"

	"shopclerk/agent/shop/basket"
	"shopclerk/agent/shop/orders"
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

// state tells how far an order is.
func (w speaker) state(o orders.Order) string {
	items := w.lines(o.Lines, false)
	back := w.lines(slices.DeleteFunc(slices.Clone(o.Lines), func(l orders.Line) bool { return l.State == orders.Kept }), false)
	switch o.Status {
	case orders.Placed:
		return w.T("orders.is-placed", "ID", o.ID, "Items", items)
	case orders.Delivered:
		return w.T("orders.is-delivered", "ID", o.ID, "Items", items)
	case orders.Cancelled:
		return w.T("orders.is-cancelled", "ID", o.ID, "Items", items)
	case orders.Returning:
		return w.T("orders.is-returning", "ID", o.ID, "Items", items, "Back", back)
	case orders.Exchanging:
		return w.T("orders.is-exchanging", "ID", o.ID, "Items", items, "Back", back)
	}
	text := w.T("orders.is-shipped", "ID", o.ID, "Items", items)
	if len(o.Tracking) > 0 {
		text += " " + w.T("orders.tracking", "Number", strings.Join(o.Tracking, ", "))
	}
	return text
}

// reason says in a clause why something was refused.
func (w speaker) reason(r *orders.Refusal) string {
	if r.About == orders.TheProduct { // of the catalogue or the basket, and no order
		return w.T(map[orders.Because]string{
			orders.TooMany: "orders.why-full", orders.Gone: "orders.why-not-shown", orders.NoLine: "orders.why-not-held", orders.BadQuantity: "orders.why-pieces",
		}[r.Because], "Most", basketBounds[r.Because])
	}
	switch r.Because {
	case orders.NotPlaced, orders.NotDelivered, orders.NotShipped:
		return w.T(map[orders.Status]string{
			orders.Placed: "orders.why-placed", orders.Shipped: "orders.why-shipped", orders.Delivered: "orders.why-delivered",
			orders.Cancelled: "orders.why-cancelled", orders.Returning: "orders.why-returning", orders.Exchanging: "orders.why-exchanging",
		}[r.Status])
	case orders.NoLine:
		return w.T("orders.why-no-line")
	case orders.Twice:
		return w.T("orders.why-twice")
	case orders.NotVariant:
		return w.T("orders.why-not-variant", "Title", r.Title)
	case orders.SameVariant:
		return w.T("orders.why-same", "Title", r.Title)
	case orders.SoldOut:
		return w.T("orders.why-sold-out", "Title", r.Title)
	case orders.BadQuantity:
		return w.T("orders.why-quantity", "Most", orders.MostPieces)
	case orders.LastLine:
		return w.T("orders.why-last", "Title", r.Title)
	case orders.NoAddress:
		return w.T("orders.why-address")
	case orders.TooMany:
		return w.T("orders.why-too-many", "Most", orders.MostLines)
	case orders.Gone:
		return w.T("orders.why-not-sold", "Title", r.Title)
	case orders.TooFew:
		if r.Left == 0 && r.About != orders.TheBasket {
			return w.T("orders.why-sold-out", "Title", r.Title)
		}
		if r.Left == 0 {
			return w.T("orders.why-none-left", "Title", r.Title)
		}
		return w.N("orders.why-too-few", r.Left, "Title", r.Title)
	case orders.NoOther:
		return w.T("orders.why-no-other", "Title", r.Title)
	case orders.Currencies:
		return w.T("orders.why-currencies", "Title", r.Title)
	case orders.NoName:
		return w.T("orders.why-name")
	case orders.NothingThere:
		if r.About == orders.TheBasket {
			return w.T("orders.why-empty-basket")
		}
	}
	return w.T("orders.why-empty")
}

// basketBounds are the bounds of a basket.
var basketBounds = map[orders.Because]int{orders.TooMany: basket.MostLines, orders.BadQuantity: basket.MostPieces}

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
