package counter

import (
	"cmp"
	"maps"
	"strings"

	"shopclerk/agent/shop/orders"
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
		if len(l.Options) > 0 {
			v.Names = append(v.Names, c.say().article(l.Article))
		}
	}
	if !o.Placed.IsZero() {
		v.Traits["date"] = float64(o.Placed.Unix()) / secondsPerDay
	}
	tracePrice(v, orders.Total(o.Lines))
	return v
}

func (c *Counter) lineValue(l orders.Line) tools.Value {
	v := tools.Value{Of: l.ID, Label: c.say().line(l), Names: []string{l.Title}, Traits: map[string]float64{}}
	tracePrice(v, l.Price)
	return v
}

// variantValue is a variant of a product as people tell it from the others.
func (c *Counter) variantValue(p *catalog.Product, of *catalog.Variant) tools.Value {
	label := cmp.Or(options(optionsOf(of.Options)), p.Title)
	v := tools.Value{Of: of.ID, Label: label, Names: []string{label}, Traits: map[string]float64{}}
	if of.Price.Known() {
		v.Label = c.words.T("orders.priced", "What", label, "Price", c.say().money(of.Price))
	}
	tracePrice(v, of.Price)
	return v
}

func tracePrice(v tools.Value, p catalog.Price) {
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

// itemDomain is the lines of the order that is known, so that a person hears why one of
// them is impossible; else those of all orders that are possible.
func (c *Counter) itemDomain(act action) func(tools.Arguments) tools.Domain {
	return func(a tools.Arguments) tools.Domain {
		var out []tools.Value
		for _, o := range c.about(act, a) {
			for _, l := range o.Lines {
				if a[paramOrder] != nil || l.State == orders.Kept {
					out = append(out, c.lineValue(l))
				}
			}
		}
		return tools.Choice(out...)
	}
}

// about are the orders that an action can be about: the one that is known, or all with
// which it is possible.
func (c *Counter) about(act action, a tools.Arguments) []orders.Order {
	if o, ok := c.order(a); ok {
		return []orders.Order{o}
	}
	var out []orders.Order
	for _, o := range c.now.Orders {
		if c.try(act, o, tools.Arguments{paramOrder: o.ID}) {
			out = append(out, o)
		}
	}
	return out
}

// try reports whether an action is possible with an order as far as the arguments are
// known.
func (c *Counter) try(act action, o orders.Order, a tools.Arguments) bool {
	_, err := act(o, a)
	return c.objections(err, a, func(orders.Part) []tools.Value { return nil }) == nil
}

func (c *Counter) paymentDomain() tools.Domain {
	var out []tools.Value
	for _, p := range c.now.Person.Payments {
		out = append(out, tools.Value{Of: p.ID, Label: p.Label})
	}
	return tools.Choice(out...)
}

// possible lists the orders, or the items, that an action could be about instead.
func (c *Counter) possible(act action, a tools.Arguments) func(orders.Part) []tools.Value {
	return func(about orders.Part) []tools.Value {
		var all tools.Domain
		switch about {
		case orders.TheOrder:
			all = c.orderDomain()
		case orders.TheItems:
			all = c.itemDomain(act)(a)
		}
		var out []tools.Value
		for _, v := range all.Values {
			b := tools.Arguments{paramOrder: v.Of} // the other arguments are of the order that was refused
			if about == orders.TheItems {
				b = maps.Clone(a)
				b[paramItems] = []any{v.Of}
			}
			if o, ok := c.order(b); ok && c.try(act, o, b) {
				out = append(out, v)
			}
		}
		return out
	}
}
