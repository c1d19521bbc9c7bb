package counter

import (
	"fmt"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/agent/shop/orders"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
)

// The longest lines of an address, in characters: what fits on a parcel. Names of
// places and people are shorter than streets with all that is added to them, and no
// postal code of the Universal Postal Union is longer than ten.
const (
	longestLine = 120
	longestName = 80
	longestZip  = 10
)

// Tools declares what the shopper can have done, in the snapshot's state and with the
// products that are shown, which may be put in the basket.
func (c *Counter) Tools(shown []catalog.Product) []tools.Tool {
	all := c.orderTools()
	if c.shop.Baskets != nil && c.now.Shopper.Session != "" {
		all = append(c.basketTools(shown), all...)
	}
	return all
}

// requests are how people ask, in the counter's language and then in the others: people
// mix them.
func (c *Counter) requests(of string) []string { return language.Requests(of, c.words.Code()) }

// orderTools declares what can be done about orders.
func (c *Counter) orderTools() []tools.Tool {
	w := c.words
	order := tools.Parameter{Name: paramOrder, Label: w.T("orders.order"), Required: true, Importance: 0.9, Domain: c.orderDomain()}
	act := c.actions()
	payment := tools.Parameter{Name: paramPayment, Label: w.T("orders.payment"), Required: true, Importance: 0.6, Domain: c.paymentDomain()}
	all := []tools.Tool{
		{
			Name: PlaceOrder, Effect: tools.Irreversible, Title: w.T("orders.place-title"), Purpose: w.T("orders.place-purpose"),
			Examples: c.requests("place"), Parameters: c.placing(payment),
			Check: c.checkPlacing, Preview: c.previewPlacing, Find: findAddress,
		},
		{
			Name: OrderStatus, Effect: tools.Reads, Title: w.T("orders.status-title"), Purpose: w.T("orders.status-purpose"),
			Examples: c.requests("status"), Parameters: []tools.Parameter{order},
		},
		{
			Name: CancelOrder, Effect: tools.Irreversible, Title: w.T("orders.cancel-title"), Purpose: w.T("orders.cancel-purpose"),
			Examples: c.requests("cancel"),
			Parameters: []tools.Parameter{order, {Name: paramReason, Label: w.T("orders.reason"), Importance: 0.1, Domain: tools.Choice(
				tools.Value{Of: "no longer needed", Label: w.T("orders.reason-not-needed")},
				tools.Value{Of: "ordered by mistake", Label: w.T("orders.reason-mistake")})}},
			Preview: func(a tools.Arguments) string {
				o, _ := c.order(a)
				return w.T("orders.cancel-preview", "ID", o.ID, "Items", c.say().lines(o.Lines, true))
			},
		},
		{
			Name: ReturnItems, Effect: tools.Irreversible, Title: w.T("orders.return-title"), Purpose: w.T("orders.return-purpose"),
			Examples: c.requests("return"),
			Parameters: []tools.Parameter{order, {Name: paramItems, Label: w.T("orders.items"), Required: true, Importance: 0.9,
				Domain: tools.Depends(func(a tools.Arguments) tools.Domain { return tools.Several(c.itemDomain(act[ReturnItems])(a)) })},
				{Name: paramPayment, Label: w.T("orders.refund"), Required: true, Importance: 0.6, Domain: c.paymentDomain()}},
			Preview: func(a tools.Arguments) string {
				o, _ := c.order(a)
				return w.T("orders.return-preview", "ID", o.ID, "Payment", c.payment(a.Text(paramPayment)),
					"Items", c.say().lines(chosen(o, a.List(paramItems)), true))
			},
		},
	}
	for i := range all {
		if a := act[all[i].Name]; a != nil {
			all[i].Check = c.check(a)
		}
		if all[i].Parameters[0].Name == paramOrder && len(c.now.Orders) == 0 {
			all[i].Check = impossible(w.T("orders.why-none"))
		}
	}
	return all
}

// impossible objects to whatever is asked for.
func impossible(reason string) func(tools.Arguments) []tools.Objection {
	return func(tools.Arguments) []tools.Objection { return []tools.Objection{{Reason: reason}} }
}

// check objects to what an action refuses.
func (c *Counter) check(act action) func(tools.Arguments) []tools.Objection {
	return func(a tools.Arguments) []tools.Objection {
		o, ok := c.order(a)
		if !ok {
			return nil
		}
		_, err := act(o, a)
		return c.objections(err, a, c.possible(act, a))
	}
}

// zipForm is what postal codes have in common: letters, digits and dashes, a digit at
// least.
const zipForm = `[\pL\pN -]*\pN[\pL\pN -]*`

// addressed are the parameters of an address.
func (c *Counter) addressed() []tools.Parameter {
	w := c.words
	line := func(name, label string, longest int) tools.Parameter {
		return tools.Parameter{Name: name, Label: label, Domain: tools.Domain{Kind: tools.Text, Longest: longest}}
	}
	home := c.now.Person.Address
	needed := func(p tools.Parameter, known string) tools.Parameter {
		p.Required, p.Importance = true, 1
		if home.Complete() {
			p.Required, p.Default = false, known
		}
		return p
	}
	optional := func(p tools.Parameter) tools.Parameter { p.Importance = 0.1; return p }
	zip := needed(line(paramZip, w.T("orders.zip"), longestZip), home.Zip)
	zip.Domain.Pattern = zipForm
	return []tools.Parameter{
		needed(line(paramStreet, w.T("orders.street"), longestLine), home.Street),
		optional(line(paramExtra, w.T("orders.extra"), longestLine)),
		zip,
		needed(line(paramCity, w.T("orders.city"), longestName), home.City),
		optional(line(paramRegion, w.T("orders.region"), longestName)),
		optional(line(paramCountry, w.T("orders.country"), longestName)),
	}
}

// content is what is ordered and what it costs, as one value: different contents are
// different values, in every language.
func (c *Counter) content(lines []orders.Line) tools.Value {
	var all []string
	for _, l := range lines {
		all = append(all, fmt.Sprintf("%d %s %.2f %s", l.Quantity, l.Article.ID, l.Price.Major(), l.Price.Currency))
	}
	return tools.Value{Of: strings.Join(all, ", "), Label: c.say().lines(lines, true)}
}
