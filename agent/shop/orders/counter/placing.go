package counter

import (
	"context"
	"strings"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/tools"
)

// The basket is read while the order is composed, which only one order is at a time, and gives
// its lines in the transaction that stores the order: two submissions of one basket make one
// order, whatever their keys.

// placing are the parameters of an order of the basket. What is in the basket is an
// argument with one value, and the lines of a known address have it as their default, so
// that a confirmation is about them.
func (c *Counter) placing(payment tools.Parameter) []tools.Parameter {
	w, p := c.words, c.now.Person
	out := []tools.Parameter{{Name: paramBasket, Label: w.T("orders.basket"), Required: true, Domain: tools.Choice(c.content(linesOf(c.now.Basket)))}, payment}
	if p.Name == "" {
		out = append(out, tools.Parameter{Name: paramName, Label: w.T("orders.name"), Required: true, Importance: 1, Domain: tools.Domain{Kind: tools.Text, Longest: longestName}})
	}
	if p.Email == "" {
		out = append(out, tools.Parameter{Name: paramEmail, Label: w.T("orders.email"), Importance: 0.1,
			Domain: tools.Domain{Kind: tools.Text, Longest: longestLine, Pattern: `[^@\s]+@[^@\s]+`}})
	}
	return append(out, c.addressed()...)
}

// linesOf are the lines of items.
func linesOf(of []Item) []orders.Line {
	out := make([]orders.Line, len(of))
	for i, it := range of {
		out[i] = it.Line
	}
	return out
}

// placed is the order of a basket by a person, and how the person is remembered: what
// was said this time is not asked again.
func placed(p orders.Person, items []Item, session string, a tools.Arguments) (orders.Placement, error) {
	if p.Name == "" {
		p.Name = strings.TrimSpace(a.Text(paramName))
	}
	if p.Email == "" {
		p.Email = strings.TrimSpace(a.Text(paramEmail))
	}
	if to := address(a, p.Address.Country); to.Street != p.Address.Street || to.Zip != p.Address.Zip || to.City != p.Address.City {
		p.Address = to
	}
	for _, it := range items {
		refusal := orders.Refusal{About: orders.TheBasket, Status: orders.Placed, Title: it.Title}
		switch left := it.Product; {
		case it.Gone:
			refusal.Because = orders.Gone
		case left != nil && left.Stock >= 0 && left.Stock < it.Quantity:
			refusal.Because, refusal.Left = orders.TooFew, left.Stock
		default:
			continue
		}
		return orders.Placement{}, &refusal
	}
	o, err := orders.New(p.ID, linesOf(items), p.Address, a.Text(paramPayment))
	if err == nil && p.Name == "" {
		err = &orders.Refusal{Because: orders.NoName, About: orders.TheName, Status: o.Status}
	}
	o.Name = p.Name
	return orders.Placement{Order: o, Person: p, Basket: session}, err
}

func (c *Counter) checkPlacing(a tools.Arguments) []tools.Objection {
	_, err := placed(c.now.Person, c.now.Basket, c.now.Shopper.Session, a)
	return c.objections(err, a, func(orders.Part) []tools.Value { return nil })
}

func (c *Counter) previewPlacing(a tools.Arguments) string {
	p, _ := placed(c.now.Person, c.now.Basket, c.now.Shopper.Session, a)
	w, o := c.say(), p.Order
	text := w.T("orders.place-preview", "Items", w.lines(o.Lines, true), "Address", w.addressee(o), "Payment", c.payment(o.Payment))
	for _, it := range c.now.Basket {
		if it.Was.Known() && it.Price.Known() && it.Was != it.Price {
			text += " " + w.T("orders.price-changed", "Title", it.Title, "Was", w.money(it.Was), "Price", w.money(it.Price))
		}
	}
	return text
}

// place places the order that was confirmed, unless it would be another one now.
func (c *Counter) place(ctx context.Context, act orders.Act, call tools.Call) (Done, error) {
	session := c.now.Shopper.Session
	a, changed := call.Arguments, &tools.Failure{Call: call, Parameter: paramBasket, Reason: c.words.T("orders.why-basket")}
	o, err := c.shop.Orders.Place(ctx, act, func(p orders.Person) (orders.Placement, error) {
		items, err := c.shop.basket(ctx, session)
		if err != nil {
			return orders.Placement{}, err
		}
		out, err := placed(p, items, session, a)
		if err != nil {
			return out, err
		}
		if a.Text(paramBasket) != c.content(out.Order.Lines).Of {
			return out, changed
		}
		return out, nil
	})
	if err != nil {
		return Done{}, err
	}
	return c.ordered(o), nil
}

// basket returns what is in a session's basket, as it would be ordered now.
func (s Shop) basket(ctx context.Context, session string) ([]Item, error) {
	if s.Baskets == nil || session == "" {
		return nil, nil
	}
	lines, err := s.Baskets.Lines(ctx, session)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(lines))
	for i, l := range lines {
		ids[i] = l.Product
	}
	sold, err := s.sold(ctx, ids)
	if err != nil {
		return nil, err
	}
	return s.items(lines, sold), nil
}
