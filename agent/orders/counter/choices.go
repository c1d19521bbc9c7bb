package counter

import (
	"strings"

	"shopclerk/agent/orders"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
)

// Values are what people point at. An order goes by its number, with and without its
// mark, and by what is in it; it can be compared by its day and its price.

const secondsPerDay = 24 * 60 * 60

func (c *Counter) orderValue(o orders.Order) tools.Value {
	v := tools.Value{Of: o.ID, Label: c.say().order(o), Traits: map[string]float64{}}
	if bare := strings.TrimLeft(o.ID, "#"); bare != o.ID {
		v.Names = append(v.Names, bare)
	}
	for _, l := range o.Lines {
		v.Names = append(v.Names, l.Title)
	}
	if !o.Placed.IsZero() {
		v.Traits["date"] = float64(o.Placed.Unix()) / secondsPerDay
	}
	priced(v, orders.Total(o.Lines))
	return v
}

func (c *Counter) lineValue(l orders.Line) tools.Value {
	v := tools.Value{Of: l.ID, Label: c.say().line(l), Names: []string{l.Title}, Traits: map[string]float64{}}
	priced(v, l.Price)
	return v
}

func (c *Counter) variantValue(of orders.Variant) tools.Value {
	label := options(of.Options)
	if label == "" {
		label = of.Title
	}
	v := tools.Value{Of: of.ID, Label: label, Names: []string{label}, Traits: map[string]float64{}}
	if of.Price.Known() {
		v.Label = c.words.T("orders.priced", "What", label, "Price", c.say().money(of.Price))
	}
	priced(v, of.Price)
	return v
}

func priced(v tools.Value, p catalog.Price) {
	if p.Known() {
		v.Traits["price"] = p.Major()
	}
}

// orderDomain is all orders: those that an action is impossible for are objected to,
// so that a person hears why.
func (c *Counter) orderDomain() tools.Domain {
	return tools.Choice(c.orderValues(func(orders.Order) bool { return true })...)
}

func (c *Counter) orderValues(keep func(orders.Order) bool) []tools.Value {
	var out []tools.Value
	for _, o := range c.now.Orders {
		if keep(o) {
			out = append(out, c.orderValue(o))
		}
	}
	return out
}

// itemDomain is the lines of the order that is known, or of all.
func (c *Counter) itemDomain(a tools.Arguments) tools.Domain {
	var out []tools.Value
	for _, o := range c.now.Orders {
		if id := a.Text(paramOrder); id == "" || id == o.ID {
			for _, l := range o.Lines {
				out = append(out, c.lineValue(l))
			}
		}
	}
	return tools.Choice(out...)
}

// variantDomain is the variants of the product of the line that is known, or of all
// products in the order.
func (c *Counter) variantDomain(a tools.Arguments) tools.Domain {
	return tools.Choice(c.variantValues(a, func(orders.Line, orders.Variant) bool { return true })...)
}

func (c *Counter) variantValues(a tools.Arguments, keep func(orders.Line, orders.Variant) bool) []tools.Value {
	var out []tools.Value
	seen := map[string]bool{}
	for _, o := range c.now.Orders {
		if id := a.Text(paramOrder); id != "" && id != o.ID {
			continue
		}
		for _, l := range o.Lines {
			if id := a.Text(paramItem); id != "" && id != l.ID {
				continue
			}
			for _, v := range c.now.Shelf[l.Product] {
				if !seen[v.ID] && keep(l, v) {
					seen[v.ID] = true
					out = append(out, c.variantValue(v))
				}
			}
		}
	}
	return out
}

func (c *Counter) paymentDomain() tools.Domain {
	var out []tools.Value
	for _, p := range c.now.Person.Payments {
		out = append(out, tools.Value{Of: p.ID, Label: p.Label})
	}
	return tools.Choice(out...)
}

// possible lists what an action could be done with instead, for an order, an item or
// a variant.
func (c *Counter) possible(act action, a tools.Arguments) func(orders.Part) []tools.Value {
	// with tries the action with some arguments in place of the known ones
	with := func(about string, of any) bool {
		b := tools.Arguments{}
		for k, v := range a {
			b[k] = v
		}
		b[about] = of
		if about == paramOrder { // the others are of the order that is refused
			b = tools.Arguments{paramOrder: of}
		}
		o, ok := c.order(b)
		if !ok {
			return false
		}
		_, err := act(o, b)
		return c.objections(err, b, func(orders.Part) []tools.Value { return nil }) == nil
	}
	return func(about orders.Part) []tools.Value {
		var all tools.Domain
		switch about {
		case orders.TheOrder:
			all = c.orderDomain()
		case orders.TheItem:
			all = c.itemDomain(a)
		case orders.TheVariant:
			all = c.variantDomain(a)
		case orders.TheItems:
			var out []tools.Value
			for _, v := range c.itemDomain(a).Values {
				if with(paramItems, []any{v.Of}) {
					out = append(out, v)
				}
			}
			return out
		}
		var out []tools.Value
		for _, v := range all.Values {
			if with(string(about), v.Of) {
				out = append(out, v)
			}
		}
		return out
	}
}
