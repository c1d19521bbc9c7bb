package shop

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"shopclerk/agent/shop/merchant"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/words"
)

// Names of the tools.
const (
	AddToBasket      = "add_to_basket"
	RemoveFromBasket = "remove_from_basket"
	ChangeBasket     = "change_basket_quantity"
	ShowBasket       = "show_basket"

	PlaceOrder  = "place_order"
	OrderStatus = "order_status"
	CancelOrder = "cancel_order"
	ReturnItems = "return_items"
)

// Everything is the product of RemoveFromBasket that stands for all there is in it.
const Everything = "all"

// Names of the parameters.
const (
	ParamProduct  = "product"
	ParamQuantity = "quantity"

	paramVariant = "variant"
	paramName    = "name"
	paramEmail   = "email"
	paramStreet  = "street"
	paramZip     = "zip"
	paramCity    = "city"
	paramCountry = "country"
	paramOrder   = "order"
	paramItems   = "items"

	// ParamDelivery, ParamPayment and ParamBasket are how an order is delivered and paid, and
	// what was in the basket when that was decided.
	ParamDelivery = "delivery"
	ParamPayment  = "payment"
	ParamBasket   = "basket"
	ParamPhone    = "phone" // may be left out, and is not asked for
)

// AddressLines are the parameters of an address.
var AddressLines = []string{paramStreet, paramZip, paramCity, paramCountry}

// spec is one tool: what it is called, and its rule.
type spec struct {
	name           string
	title, purpose string // ids in package words
	preview, done  string // of a tool that changes an order
	effect         tools.Effect
	parameters     func(t *Tools, shown []catalog.Product) []tools.Parameter
	// rule does what a call says to the visit, or refuses. A tool of orders returns the
	// order as it is then, one of the basket the outcome.
	rule func(t *Tools, a tools.Arguments) (*Order, *Outcome, error)
}

// specs is the table of the tools.
var specs = []spec{
	{name: AddToBasket, title: "orders.add-title", purpose: "orders.add-purpose", effect: tools.Changes,
		parameters: (*Tools).addParameters, rule: (*Tools).add},
	{name: RemoveFromBasket, title: "orders.remove-title", purpose: "orders.remove-purpose", effect: tools.Changes,
		parameters: (*Tools).removeParameters, rule: (*Tools).remove},
	{name: ChangeBasket, title: "orders.count-title", purpose: "orders.count-purpose", effect: tools.Changes,
		parameters: (*Tools).countParameters, rule: (*Tools).count},
	{name: ShowBasket, title: "orders.show-title", purpose: "orders.show-purpose",
		rule: (*Tools).show},
	{name: PlaceOrder, title: "orders.place-title", purpose: "orders.place-purpose", effect: tools.Irreversible,
		preview: "orders.place-preview", done: "orders.done-place", parameters: (*Tools).placeParameters, rule: (*Tools).place},
	{name: OrderStatus, title: "orders.status-title", purpose: "orders.status-purpose",
		parameters: (*Tools).orderParameters, rule: (*Tools).status},
	{name: CancelOrder, title: "orders.cancel-title", purpose: "orders.cancel-purpose", effect: tools.Irreversible,
		preview: "orders.cancel-preview", done: "orders.done-cancel", parameters: (*Tools).orderParameters, rule: (*Tools).cancel},
	{name: ReturnItems, title: "orders.return-title", purpose: "orders.return-purpose", effect: tools.Irreversible,
		preview: "orders.return-preview", done: "orders.done-return", parameters: (*Tools).returnParameters, rule: (*Tools).giveBack},
}

func specOf(tool string) *spec {
	i := slices.IndexFunc(specs, func(sp spec) bool { return sp.name == tool })
	if i < 0 {
		return nil
	}
	return &specs[i]
}

// Declared are all tools there are, for who wants their names and titles: of a shopper who
// has nothing.
func Declared(w *words.Language) []tools.Tool { return (&Tools{words: w}).Declare(nil) }

// Declare declares what the shopper can have done, with the products that are shown, which
// may be put in the basket.
func (t *Tools) Declare(shown []catalog.Product) []tools.Tool {
	var out []tools.Tool
	for _, sp := range specs {
		tool := tools.Tool{Name: sp.name, Effect: sp.effect, Title: t.words.T(sp.title), Purpose: t.words.T(sp.purpose)}
		if sp.parameters != nil {
			tool.Parameters = sp.parameters(t, shown)
		}
		tool.Check = func(a tools.Arguments) []tools.Objection { return t.check(&sp, tool.Parameters, a) }
		if sp.name == AddToBasket && len(shown) == 0 && t.shop.Info.OrdersHere() {
			tool.Check = func(tools.Arguments) []tools.Objection {
				return []tools.Objection{{Reason: t.words.T("orders.why-nothing-shown")}}
			}
		}
		if sp.preview != "" {
			tool.Preview = func(a tools.Arguments) string { return t.preview(&sp, a) }
		}
		out = append(out, tool)
	}
	return out
}

// run does what a call says to the visit and says so.
func (sp *spec) run(t *Tools, a tools.Arguments) (Outcome, error) {
	o, out, err := sp.apply(t, a)
	switch {
	case err != nil:
		return Outcome{}, err
	case out != nil:
		return *out, nil
	}
	done := Outcome{Order: o, Text: t.state(o)}
	if sp.done != "" {
		done.Text = t.words.T(sp.done, "ID", o.ID, "Items", t.lines(sp.concerned(o, a), sp.name == PlaceOrder))
	}
	if sp.name == PlaceOrder && o.Delivery.Cost.Currency != "" {
		done.Text += " " + t.terms(o)
	}
	if total := o.Total(); total.Known() {
		done.Total = &total
	}
	return done, nil
}

// try runs a call on a copy of the visit.
func (sp *spec) try(t *Tools, a tools.Arguments) (*Order, error) {
	copied := *t
	copied.visit.basket = slices.Clone(t.visit.basket)
	o, _, err := sp.apply(&copied, a)
	return o, err
}

// apply applies the rule; a shop that sells elsewhere has none but those of orders.
func (sp *spec) apply(t *Tools, a tools.Arguments) (*Order, *Outcome, error) {
	if !t.shop.Info.OrdersHere() && !slices.Contains([]string{OrderStatus, CancelOrder, ReturnItems}, sp.name) {
		return nil, nil, &Refusal{Why: "orders.why-elsewhere"}
	}
	return sp.rule(t, a)
}

// concerned are the lines of an order that a call is about.
func (sp *spec) concerned(o *Order, a tools.Arguments) []Line {
	if sp.name != ReturnItems {
		return o.Lines
	}
	return slices.DeleteFunc(slices.Clone(o.Lines), func(l Line) bool { return !slices.Contains(a.List(paramItems), l.ID) })
}

// preview says what a complete call will do to an order.
func (t *Tools) preview(sp *spec, a tools.Arguments) string {
	o, err := sp.try(t, a)
	if err != nil {
		return ""
	}
	text := t.words.T(sp.preview, "ID", o.ID, "Items", t.lines(sp.concerned(o, a), true), "Address", t.addressee(o))
	if sp.name != PlaceOrder {
		return text
	}
	text += " " + t.terms(o)
	for _, it := range t.visit.basket {
		if now := it.line().Price; it.Price.Known() && now.Known() && it.Price != now {
			text += " " + t.words.T("orders.price-changed", "Title", it.Title, "Was", t.money(it.Price), "Price", t.money(now))
		}
	}
	return text + " " + t.words.T("orders.place-cancel")
}

// check objects to what the rule refuses, if it is about an argument that is known: what is
// still missing is asked for and not objected to. Where nothing is possible instead, the call
// as a whole is: there is nothing to ask for.
func (t *Tools) check(sp *spec, parameters []tools.Parameter, a tools.Arguments) []tools.Objection {
	_, err := sp.try(t, a)
	r := (*Refusal)(nil)
	if !errors.As(err, &r) || r.About != "" && a[r.About] == nil {
		return nil
	}
	o := tools.Objection{Reason: r.Say(t.words)}
	if i := slices.IndexFunc(parameters, func(p tools.Parameter) bool { return p.Name == r.About }); i >= 0 && (r.About == paramOrder || r.About == paramItems) {
		o.Possible = t.possible(sp, &parameters[i], a)
	}
	if len(o.Possible) > 0 {
		o.Parameter, o.Value = r.About, a[r.About]
	}
	return []tools.Objection{o}
}

// possible lists the orders, or the articles, that a call could be about instead.
func (t *Tools) possible(sp *spec, p *tools.Parameter, a tools.Arguments) []tools.Value {
	domain := p.Domain.At(a)
	if domain.Items != nil {
		domain = *domain.Items
	}
	var out []tools.Value
	for _, v := range domain.Values {
		b := tools.Arguments{paramOrder: v.Of} // the other arguments are of the order that was refused
		if p.Name == paramItems {
			b = maps.Clone(a)
			b[paramItems] = []any{v.Of}
		}
		_, err := sp.try(t, b)
		if r := (*Refusal)(nil); !errors.As(err, &r) || b[r.About] == nil {
			out = append(out, v)
		}
	}
	return out
}

// The parameters.

func (t *Tools) parameter(name, label string, importance float64, domain tools.Domain) tools.Parameter {
	return tools.Parameter{Name: name, Label: t.words.T(label), Required: true, Importance: importance, Domain: domain}
}

func (t *Tools) product(values []tools.Value) tools.Parameter {
	return t.parameter(ParamProduct, "orders.product", 0.9, tools.Choice(values...))
}

func (t *Tools) quantity(low float64) tools.Parameter {
	return t.parameter(ParamQuantity, "orders.quantity", 0.5, tools.Whole(low, MostPieces))
}

// addParameters ask for the form of a product where some that are shown have several; what
// comes in one is its own.
func (t *Tools) addParameters(shown []catalog.Product) []tools.Parameter {
	n := t.quantity(1)
	n.Required, n.Default = false, 1.0
	forms, varied := make(map[string][]tools.Value, len(shown)), false
	for i := range shown {
		p := &shown[i]
		forms[p.ID] = []tools.Value{{Of: p.ID, Label: p.Title}}
		if len(p.Variants) > 0 {
			varied = true
			forms[p.ID] = nil
		}
		for k := range p.Variants {
			forms[p.ID] = append(forms[p.ID], t.variantValue(p, &p.Variants[k]))
		}
	}
	if !varied {
		return []tools.Parameter{t.product(t.productValues(shown)), n}
	}
	form := t.parameter(paramVariant, "orders.new-variant", 0.9, tools.Domain{Present: func(a tools.Arguments) tools.Domain { return tools.Choice(forms[a.Text(ParamProduct)]...) }})
	return []tools.Parameter{t.product(t.productValues(shown)), form, n}
}

func (t *Tools) removeParameters([]catalog.Product) []tools.Parameter {
	held := t.held()
	if len(held) > 1 {
		held = append(held, tools.Value{Of: Everything, Label: t.words.T("orders.everything")})
	}
	return []tools.Parameter{t.product(held)}
}

func (t *Tools) countParameters([]catalog.Product) []tools.Parameter {
	return []tools.Parameter{t.product(t.held()), t.quantity(0)}
}

// placeParameters ask for what no earlier order tells. What is in the basket is an argument
// with one value, and the lines of a known address have it as their default, so that a
// confirmation is about them.
func (t *Tools) placeParameters([]catalog.Product) []tools.Parameter {
	last := t.visit.latest()
	out := []tools.Parameter{t.parameter(ParamBasket, "orders.basket", 0, tools.Choice(t.content()))}
	choose := func(name, label, known string, domain tools.Domain) {
		p := t.parameter(name, label, 1, domain)
		if _, err := domain.Accept(known); err == nil && known != "" {
			p.Required, p.Default = false, known
		}
		out = append(out, p)
	}
	text := func(name, label, known string, longest int, pattern string) {
		choose(name, label, known, tools.Domain{Kind: tools.Text, Longest: longest, Pattern: pattern})
	}
	text(paramName, "orders.name", last.Name, 80, "")
	text(paramEmail, "orders.email", last.Email, 254, `[^@\s]+@[^@\s]+`)
	text(ParamPhone, "orders.phone", last.Phone, 40, "")
	out[len(out)-1].Required = false
	text(paramStreet, "orders.street", last.Address.Street, 120, "")
	// No postal code of the Universal Postal Union is longer than ten characters; all have
	// letters, digits and dashes, and at least one digit.
	text(paramZip, "orders.zip", last.Address.Zip, 10, `[\pL\pN -]*\pN[\pL\pN -]*`)
	text(paramCity, "orders.city", last.Address.City, 80, "")
	country := tools.Domain{Kind: tools.Text, Longest: 60}
	if t.shop.Info != nil && len(t.shop.Info.Countries) > 0 {
		country = tools.Choice()
		for _, code := range t.shop.Info.Countries {
			country.Values = append(country.Values, tools.Value{Of: code, Label: merchant.CountryName(t.words, code)})
		}
	}
	choose(paramCountry, "orders.country", last.Address.Country, country)
	var ways []tools.Value
	for _, d := range t.Deliveries() {
		ways = append(ways, tools.Value{Of: d.ID, Label: t.words.T("orders.priced", "What", d.Name, "Price", d.CostText(t.words))})
	}
	choose(ParamDelivery, "orders.delivery", last.Delivery.ID, tools.Choice(ways...))
	var by []tools.Value
	for _, payment := range t.shop.Info.PaidBy() {
		by = append(by, tools.Value{Of: payment, Label: PaymentText(t.words, payment)})
	}
	choose(ParamPayment, "orders.payment", last.Payment, tools.Choice(by...))
	return out
}

// Deliveries are the ways in which what is in the basket can reach the shopper.
func (t *Tools) Deliveries() []Delivery {
	var out []Delivery
	for _, d := range t.shop.Info.Ways() {
		out = append(out, Delivery{ID: d.ID, Name: d.Title(t.words), Cost: d.CostOf(Total(t.visit.lines())), Collect: d.Collect})
	}
	return out
}

func (t *Tools) orderParameters([]catalog.Product) []tools.Parameter {
	return []tools.Parameter{t.parameter(paramOrder, "orders.order", 0.9, tools.Choice(t.orderValues()...))}
}

// returnParameters offer the lines of the order that is known, so that a person hears why one
// of them is impossible; else those of all orders that can be sent back.
func (t *Tools) returnParameters([]catalog.Product) []tools.Parameter {
	items := tools.Domain{Present: func(a tools.Arguments) tools.Domain {
		var out []tools.Value
		for _, o := range t.visit.orders {
			if a[paramOrder] != nil && o.ID != a.Text(paramOrder) || a[paramOrder] == nil && o.Status != Delivered && o.Status != Returning {
				continue
			}
			for _, l := range o.Lines {
				if a[paramOrder] != nil || l.State == Kept {
					out = append(out, t.lineValue(l))
				}
			}
		}
		return tools.Several(tools.Choice(out...))
	}}
	return append(t.orderParameters(nil), t.parameter(paramItems, "orders.items", 0.9, items))
}

// content is what is ordered and what it costs, as one value: different contents are
// different values, in every language.
func (t *Tools) content() tools.Value {
	lines := t.visit.lines()
	var all []string
	for _, l := range lines {
		all = append(all, fmt.Sprintf("%d %s %.2f %s", l.Quantity, l.Article.ID, l.Price.Major(), l.Price.Currency))
	}
	return tools.Value{Of: strings.Join(all, ", "), Label: t.lines(lines, true)}
}

// The rules.

// Bought is what a call puts in the basket, or changes there: the form that it names, else
// the product.
func Bought(a tools.Arguments) string { return cmp.Or(a.Text(paramVariant), a.Text(ParamProduct)) }

func (t *Tools) add(a tools.Arguments) (*Order, *Outcome, error) {
	v, f := &t.visit, 0.0
	f, _ = a.Number(ParamQuantity)
	more, had := max(1, int(f)), slices.Clone(v.basket)
	i := v.item(Bought(a))
	if i < 0 {
		i = len(v.basket)
		v.basket = append(v.basket, Item{Product: Bought(a)})
		if p := v.added; p != nil {
			v.basket[i].Title, v.basket[i].Price = p.Title, p.Price
		}
	}
	it := &v.basket[i]
	it.Quantity += more
	if err := v.check(had); err != nil {
		return nil, nil, err
	}
	text := t.words.N("orders.done-add", more, "Title", it.Title)
	if it.Quantity > more {
		text += " " + t.words.N("orders.done-add-all", it.Quantity)
	}
	return nil, &Outcome{Text: text, Product: it.Product, Quantity: more}, nil
}

func (t *Tools) remove(a tools.Arguments) (*Order, *Outcome, error) {
	return t.count(tools.Arguments{ParamProduct: a[ParamProduct]})
}

// count sets how many pieces of a product are in the basket; without a quantity it takes the
// product out.
func (t *Tools) count(a tools.Arguments) (*Order, *Outcome, error) {
	v, product := &t.visit, a.Text(ParamProduct)
	if product == Everything {
		v.basket = nil
		return nil, &Outcome{Text: t.words.T("orders.done-empty"), Product: product}, nil
	}
	i := v.item(product)
	switch {
	case len(v.basket) == 0:
		return nil, nil, &Refusal{Why: "orders.why-empty-basket"}
	case i < 0:
		return nil, nil, &Refusal{About: ParamProduct, Why: "orders.why-not-held"}
	}
	it, had := &v.basket[i], slices.Clone(v.basket)
	f, _ := a.Number(ParamQuantity)
	out := &Outcome{Product: product, Quantity: int(f)}
	switch n := int(f); {
	case n == 0:
		out.Text = t.words.T("orders.done-remove", "Title", it.Title)
		v.basket = slices.Delete(v.basket, i, i+1)
	default:
		out.Text = t.words.N("orders.done-count", n, "Title", it.Title)
		it.Quantity = n
	}
	return nil, out, v.check(had)
}

func (t *Tools) show(tools.Arguments) (*Order, *Outcome, error) {
	if len(t.visit.basket) == 0 {
		return nil, &Outcome{Text: t.words.T("basket.nothing")}, nil
	}
	text := t.words.T("orders.is-in-basket", "Items", t.lines(t.visit.lines(), true))
	for _, it := range t.visit.basket {
		if it.Gone {
			text += " " + t.words.T("orders.gone", "Title", it.Title)
		}
	}
	return nil, &Outcome{Text: text}, nil
}

func (t *Tools) place(a tools.Arguments) (*Order, *Outcome, error) {
	v, last := &t.visit, t.visit.latest()
	given := func(name, known string) string { return cmp.Or(strings.TrimSpace(a.Text(name)), known) }
	o := &Order{ID: fmt.Sprint("S", firstNumber+v.number), Person: v.person, Placed: v.at, Status: Placed,
		Name: given(paramName, last.Name), Email: given(paramEmail, last.Email), Phone: given(ParamPhone, ""),
		Address: Address{Street: given(paramStreet, last.Address.Street), Zip: given(paramZip, last.Address.Zip), City: given(paramCity, last.Address.City), Country: given(paramCountry, last.Address.Country)},
		Payment: given(ParamPayment, t.shop.Info.PaidBy()[0])}
	if err := o.fill(v.basket, v.ceiling); err != nil {
		return nil, nil, err
	}
	ways := t.Deliveries()
	o.Delivery = ways[max(0, slices.IndexFunc(ways, func(d Delivery) bool { return d.ID == a.Text(ParamDelivery) }))]
	if o.Payment == merchant.OnCollection && !o.Delivery.Collect {
		return nil, nil, &Refusal{About: ParamPayment, Why: "orders.why-payment"}
	}
	v.basket = nil
	return o, nil, nil
}

func (t *Tools) status(a tools.Arguments) (*Order, *Outcome, error) {
	o, err := t.visit.order(a)
	return o, nil, err
}

func (t *Tools) cancel(a tools.Arguments) (*Order, *Outcome, error) {
	o, err := t.visit.order(a)
	if err == nil {
		err = o.cancel()
	}
	return o, nil, err
}

func (t *Tools) giveBack(a tools.Arguments) (*Order, *Outcome, error) {
	o, err := t.visit.order(a)
	if err == nil {
		err = o.giveBack(a.List(paramItems))
	}
	return o, nil, err
}
