package shop

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"shopclerk/agent/shop/merchant"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/words"
)

// months are the ids of the months' names.
var months = [...]string{"orders.january", "orders.february", "orders.march", "orders.april", "orders.may", "orders.june",
	"orders.july", "orders.august", "orders.september", "orders.october", "orders.november", "orders.december"}

// Day spells a day as it is said of an order.
func Day(w *words.Language, at time.Time) string {
	return w.T("orders.day", "Day", at.Day(), "Month", w.T(months[at.Month()-1]))
}

// Called spells an article with what tells it from other variants: "Desk lamp (black)".
func Called(w *words.Language, a Article) string {
	if len(a.Options) == 0 {
		return a.Title
	}
	return w.T("orders.variant", "Title", a.Title, "Options", options(a.Options))
}

func (t *Tools) money(p catalog.Price) string {
	return t.words.Money(t.words.Fixed(p.Major(), 2), p.Currency)
}

// priced adds a price to what something is called, where it is known.
func (t *Tools) priced(what string, p catalog.Price) string {
	if !p.Known() {
		return what
	}
	return t.words.T("orders.priced", "What", what, "Price", t.money(p))
}

// options spells a variant's values. One that says nothing by itself has its name before it:
// "backlight none".
func options(of []catalog.Option) string {
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

// line spells "2 × Desk lamp (black)", without the number of one.
func (t *Tools) line(l Line) string {
	if l.Quantity == 1 {
		return Called(t.words, l.Article)
	}
	return t.words.T("orders.pieces", "Number", l.Quantity, "Title", Called(t.words, l.Article))
}

// lines lists lines, and what they cost where that is wanted and known.
func (t *Tools) lines(of []Line, priced bool) string {
	var all []string
	for _, l := range of {
		all = append(all, t.line(l))
	}
	list := strings.Join(all, ", ")
	if !priced {
		return list
	}
	return t.priced(list, Total(of))
}

// addressee is whom a parcel is for and where it goes.
func (t *Tools) addressee(o *Order) string {
	return t.words.T("orders.addressee", "Name", o.Name, "Address", strings.Join(o.Address.Lines(t.words), ", "))
}

// CostText spells what a delivery costs.
func (d *Delivery) CostText(w *words.Language) string {
	switch {
	case d.Cost.Currency == "":
		return w.T("orders.cost-unknown")
	case d.Cost.Minor == 0:
		return w.T("orders.cost-free")
	}
	return w.Money(w.Fixed(d.Cost.Major(), 2), d.Cost.Currency)
}

// PaymentText spells a way to pay.
func PaymentText(w *words.Language, payment string) string {
	if payment == merchant.OnCollection {
		return w.T("orders.pay-collection")
	}
	return w.T("orders.pay-invoice")
}

// terms say how an order is delivered and paid, and what it comes to with that.
func (t *Tools) terms(o *Order) string {
	payment := t.words.T("orders.terms-payment", "Payment", PaymentText(t.words, o.Payment))
	if d := o.Delivery; d.Cost.Currency != "" {
		return t.words.T("orders.terms-delivery", "Name", d.Name, "Cost", d.CostText(t.words), "Total", t.money(o.Total())) + " " + payment
	}
	return payment
}

// states are the ids of how far an order of a status is.
var states = map[Status]string{
	Placed: "orders.is-placed", Shipped: "orders.is-shipped", Delivered: "orders.is-delivered",
	Cancelled: "orders.is-cancelled", Returning: "orders.is-returning",
}

// state says how far an order is.
func (t *Tools) state(o *Order) string {
	back := slices.DeleteFunc(slices.Clone(o.Lines), func(l Line) bool { return l.State == Kept })
	return t.words.T(states[o.Status], "ID", o.ID, "Items", t.lines(o.Lines, false), "Back", t.lines(back, false))
}

// Pieces returns how many of an article were in the basket when the tools were opened.
func (t *Tools) Pieces(product string) int {
	if i := t.visit.item(product); i >= 0 {
		return t.visit.basket[i].Quantity
	}
	return 0
}

// All returns the product of RemoveFromBasket that empties the basket.
func (t *Tools) All() string {
	if len(t.visit.basket) == 1 {
		return t.visit.basket[0].Product
	}
	return Everything
}

const secondsPerDay = 24 * 60 * 60

// value is a value that goes by some names and can be compared by its price.
func value(of, label string, price catalog.Price, names ...string) tools.Value {
	v := tools.Value{Of: of, Label: label, Names: names, Traits: map[string]float64{}}
	if price.Known() {
		v.Traits["price"] = price.Major()
	}
	return v
}

// orderValues are the orders as people point at them: by the number and by what is in them;
// by the day and the price they are compared.
func (t *Tools) orderValues() []tools.Value {
	var out []tools.Value
	for _, o := range t.visit.orders {
		label := o.ID
		if len(o.Lines) > 0 {
			label = Called(t.words, o.Lines[0].Article)
			if n := len(o.Lines) - 1; n > 0 {
				label = t.words.N("orders.more", n, "Title", label)
			}
		}
		v := value(o.ID, t.words.T("orders.label", "Items", label, "Day", Day(t.words, o.Placed)), Total(o.Lines))
		for _, l := range o.Lines {
			v.Names = append(v.Names, l.Title)
			if len(l.Options) > 0 {
				v.Names = append(v.Names, Called(t.words, l.Article))
			}
		}
		v.Traits["date"] = float64(o.Placed.Unix()) / secondsPerDay
		out = append(out, v)
	}
	return out
}

func (t *Tools) lineValue(l Line) tools.Value { return value(l.ID, t.line(l), l.Price, l.Title) }

// variantValue is a variant of a product as people tell it from the others.
func (t *Tools) variantValue(p *catalog.Product, of *catalog.Variant) tools.Value {
	label := cmp.Or(options(of.Options), p.Title)
	return value(of.ID, t.priced(label, of.Price), of.Price, label)
}

// held are the products in the basket.
func (t *Tools) held() []tools.Value {
	var out []tools.Value
	for _, it := range t.visit.basket {
		l := it.line()
		v := value(it.Product, t.line(l), l.Price, it.Title)
		if it.Now != nil {
			of := t.productValue(it.Now)
			v.Names = append(v.Names, of.Names...)
			maps.Copy(v.Traits, of.Traits)
		}
		out = append(out, v)
	}
	return out
}

// productValues are products as people point at them. Those of one title and price are told
// apart by what they differ in, so that a question between them can be answered.
func (t *Tools) productValues(of []catalog.Product) []tools.Value {
	out := make([]tools.Value, len(of))
	alike := map[string][]int{}
	for i := range of {
		out[i] = t.productValue(&of[i])
		alike[out[i].Label] = append(alike[out[i].Label], i)
	}
	for label, group := range alike {
		for _, i := range group {
			if len(group) > 1 {
				out[i].Label = t.words.T("orders.variant", "Title", label, "Options", difference(of, group, i))
			}
		}
	}
	return out
}

// difference is what tells one of a group of products from the others, as far as its
// attributes do. If another says all the same, the id is.
func difference(of []catalog.Product, group []int, i int) string {
	rivals := slices.DeleteFunc(slices.Clone(group), func(j int) bool { return j == i })
	var out []string
	for _, a := range of[i].Attributes {
		differs := func(j int) bool { return spelled(&of[j], a.Key) != spelled(&of[i], a.Key) }
		if slices.ContainsFunc(rivals, differs) {
			out = append(out, spelled(&of[i], a.Key))
			rivals = slices.DeleteFunc(rivals, differs)
		}
	}
	if len(rivals) > 0 {
		out = append(out, of[i].ID)
	}
	return strings.Join(out, ", ")
}

// spelled is what a product says of an attribute.
func spelled(p *catalog.Product, key string) string {
	var out []catalog.Option
	for _, a := range p.Attributes {
		if a.Key == key {
			for _, v := range a.Values {
				out = append(out, catalog.Option{Name: strings.ReplaceAll(key, "_", " "), Value: v.Text})
			}
		}
	}
	return options(out)
}

// productValue is a product as people point at it: by its title, its brand and what its
// attributes say ("the black one"), and by comparing its price, its rating and its measures.
// A flag that is set goes by its key ("the wireless one"); numbers are no names, as they count
// other things too.
func (t *Tools) productValue(p *catalog.Product) tools.Value {
	label := t.priced(p.Title, p.Price)
	if p.Price.Known() && p.From() {
		label = t.words.T("orders.priced", "What", p.Title, "Price", t.words.T("product.from", "Price", t.money(p.Price)))
	}
	v := value(p.ID, label, p.Price, p.Title)
	if p.Brand != "" {
		v.Names = append(v.Names, p.Brand)
	}
	for _, a := range p.Attributes {
		for _, of := range a.Values {
			switch text := strings.ToLower(of.Text); {
			case of.Number != 0 || text == "" || text == "no":
			case text == "yes":
				v.Names = append(v.Names, strings.ReplaceAll(a.Key, "_", " "))
			default:
				v.Names = append(v.Names, of.Text)
			}
		}
		if len(a.Values) == 1 && a.Values[0].Number != 0 {
			v.Traits[a.Key] = a.Values[0].Number
		}
	}
	if p.Rating > 0 {
		v.Traits["rating"] = p.Rating
	}
	return v
}
