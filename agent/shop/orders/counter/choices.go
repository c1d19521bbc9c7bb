package counter

import (
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

func (c *Counter) variantValue(of orders.Variant) tools.Value {
	label := options(of.Options)
	if label == "" {
		label = of.Title
	}
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

// addresseeValues are what can get another address: an order, or the person's own
// entry. Where one order alone can, "my order" is that one.
func (c *Counter) addresseeValues(send action) []tools.Value {
	out := c.orderValues(func(orders.Order) bool { return true })
	changeable := c.orderValues(func(o orders.Order) bool { return c.try(send, o, tools.Arguments{paramOrder: o.ID}) })
	for i := range out {
		if len(changeable) == 1 && out[i].Of == changeable[0].Of {
			out[i].Names = append(out[i].Names, c.requests("only")...)
		}
	}
	return append(out, tools.Value{Of: OwnAddress, Label: c.words.T("orders.own"), Names: c.requests("own")})
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

// variantDomain is the variants of the product of the line that is known, or of all
// products in the orders that the exchange can be about.
func (c *Counter) variantDomain(act action) func(tools.Arguments) tools.Domain {
	return func(a tools.Arguments) tools.Domain {
		var out []tools.Value
		seen := map[string]bool{}
		for _, o := range c.about(act, a) {
			for _, l := range o.Lines {
				if id := a.Text(paramItem); seen[l.Product] || id != "" && id != l.ID {
					continue
				}
				seen[l.Product] = true
				for _, v := range c.now.Shelf[l.Product] {
					out = append(out, c.variantValue(v))
				}
			}
		}
		return tools.Choice(out...)
	}
}

func (c *Counter) paymentDomain() tools.Domain {
	var out []tools.Value
	for _, p := range c.now.Person.Payments {
		out = append(out, tools.Value{Of: p.ID, Label: p.Label})
	}
	return tools.Choice(out...)
}

// possible lists what an action could be done with instead, for an order, an item,
// items or a variant.
func (c *Counter) possible(act action, a tools.Arguments) func(orders.Part) []tools.Value {
	return func(about orders.Part) []tools.Value {
		var all tools.Domain
		switch about {
		case orders.TheOrder:
			all = c.orderDomain()
		case orders.TheItem, orders.TheItems:
			all = c.itemDomain(act)(a)
		case orders.TheVariant:
			all = c.variantDomain(act)(a)
		}
		var out []tools.Value
		for _, v := range all.Values {
			b := maps.Clone(a)
			switch about {
			case orders.TheOrder: // the other arguments are of the order that was refused
				b = tools.Arguments{paramOrder: v.Of}
			case orders.TheItem: // and the variant of that item
				b = tools.Arguments{paramOrder: a[paramOrder], paramItem: v.Of}
			case orders.TheItems:
				b[paramItems] = []any{v.Of}
			default:
				b[string(about)] = v.Of
			}
			if o, ok := c.order(b); ok && c.try(act, o, b) {
				out = append(out, v)
			}
		}
		return out
	}
}
