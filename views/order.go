package views

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"shopclerk/agent/shop"
	"shopclerk/agent/tools"
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
	New      bool                        // it was just placed
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
func addressee(w *words.Language, o shop.Order) []string {
	lines := o.Address.Lines(w)
	if o.Name != "" {
		lines = append([]string{o.Name}, lines...)
	}
	return lines
}

// Checkout is the page on which what is in the basket is ordered.
type Checkout struct {
	Page       Page
	Origin     *Origin
	Token      string                   // names what is sent: the same form sent twice is one order
	Place      *tools.Tool              // [shop.PlaceOrder], as it is declared to the shopper
	Sent       func(name string) string // what was filled in; nil: nothing yet
	Faults     map[string]string        // what is wrong, by parameter; "": with the order as a whole
	Lines      []shop.Line
	Deliveries []shop.Delivery
	Products   map[string]*catalog.Product // those that the shop still has
}

// entryKinds are the fields of the checkout that are typed: the type of the input, and what a
// browser completes it with.
var entryKinds = map[string][2]string{
	"name": {"text", "name"}, "email": {"email", "email"}, shop.ParamPhone: {"tel", "tel"}, "street": {"text", "street-address"},
	"zip": {"text", "postal-code"}, "city": {"text", "address-level2"}, "country": {"text", "country"},
}

// entry is a field of the checkout.
type entry struct {
	*tools.Parameter
	Value, Fault string
}

// entry is the field of a parameter as it stands: as it was sent, else as it is known.
func (c *Checkout) entry(name string) entry {
	e := entry{c.Place.Parameter(name), "", c.Faults[name]}
	e.Value, _ = e.Default.(string)
	if c.Sent != nil {
		e.Value = c.Sent(name)
	}
	return e
}

// is reports whether a value to choose from is chosen: the first is unless another was.
func (e *entry) is(v tools.Value) bool {
	of := e.Domain.Values
	return v.Of == e.Value || v.Of == of[0].Of && !slices.ContainsFunc(of, func(o tools.Value) bool { return o.Of == e.Value })
}

// told are the attributes of a field that tell what is wrong with it.
func (e *entry) told() templ.Attributes {
	if e.Fault == "" {
		return nil
	}
	return templ.Attributes{"aria-invalid": "true", "aria-describedby": "fault-" + e.Name}
}

// wrongForm are the ids of how a field is to be written that was written otherwise.
var wrongForm = map[string]string{"email": "checkout.wrong-email", "zip": "checkout.wrong-zip"}

// ReadCheckout reads the form of a checkout, and says what is wrong with it by parameter. What
// is in the basket stays as it was when the form was made.
func ReadCheckout(w *words.Language, place *tools.Tool, field func(name string) string) (tools.Call, map[string]string) {
	given, faults := tools.Arguments{shop.ParamBasket: field(shop.ParamBasket)}, map[string]string{}
	for _, p := range place.Parameters[1:] {
		typed := strings.Join(strings.Fields(field(p.Name)), " ")
		switch value, o := p.Domain.Accept(typed); {
		case typed == "" && p.Name == shop.ParamPhone:
		case typed == "":
			faults[p.Name] = w.T("checkout.missing", "Field", catalog.Capital(p.Label))
		case o == nil:
			given[p.Name] = value
		case o.Because == tools.WrongForm && wrongForm[p.Name] != "":
			faults[p.Name] = w.T(wrongForm[p.Name])
		default:
			faults[p.Name] = o.Say(w, p.Label)
		}
	}
	return tools.Call{Tool: place.Name, Arguments: given}, faults
}
