package counter

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"shopclerk/agent/language"
	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/sales"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
)

// basketTools declares what can be done with the basket. All of it can be undone by
// another call, and needs no confirmation.
func (c *Counter) basketTools(shown []catalog.Product) []tools.Tool {
	w := c.words
	product := func(values []tools.Value) tools.Parameter {
		return tools.Parameter{Name: paramProduct, Label: w.T("orders.product"), Required: true, Importance: 0.9, Domain: tools.Choice(values...)}
	}
	quantity := tools.Parameter{Name: paramQuantity, Label: w.T("orders.quantity"), Synonyms: c.requests("pieces"), Importance: 0.5}
	added, counted := quantity, quantity
	added.Domain, added.Default = tools.Whole(1, sales.MostPieces), 1.0
	counted.Domain, counted.Required = tools.Whole(0, sales.MostPieces), true
	held := c.held()
	adding, filled := c.checkAdding, func(tools.Arguments) []tools.Objection { return nil }
	if len(shown) == 0 {
		adding = impossible(w.T("orders.why-nothing-shown"))
	}
	if len(held) == 0 {
		filled = impossible(w.T("orders.why-empty-basket"))
	}
	removed := held
	if len(held) > 1 {
		removed = append(slices.Clone(held), tools.Value{Of: Everything, Label: w.T("orders.everything")})
	}
	adds := []tools.Parameter{product(c.productValues(shown)), added}
	if form, varied := c.formOf(shown); varied {
		adds = []tools.Parameter{adds[0], form, added}
	}
	return []tools.Tool{
		{
			Name: AddToBasket, Effect: tools.Changes, Title: w.T("orders.add-title"), Purpose: w.T("orders.add-purpose"),
			Examples: c.requests("add"), Parameters: adds,
			Check: adding,
		},
		{
			Name: RemoveFromBasket, Effect: tools.Changes, Title: w.T("orders.remove-title"), Purpose: w.T("orders.remove-purpose"),
			Examples: append(c.requests("remove"), c.requests("empty")...), Check: filled, Find: c.findAll,
			Parameters: []tools.Parameter{product(removed)},
		},
		{
			Name: ChangeBasket, Effect: tools.Changes, Title: w.T("orders.count-title"), Purpose: w.T("orders.count-purpose"),
			Examples: c.requests("count"), Parameters: []tools.Parameter{product(held), counted}, Check: filled,
		},
		{
			Name: ShowBasket, Effect: tools.Reads, Title: w.T("orders.show-title"), Purpose: w.T("orders.show-purpose"),
			Examples: c.requests("show"),
		},
	}
}

// form is the parameter of the form that a product is meant in.
func (c *Counter) form(of map[string][]tools.Value) tools.Parameter {
	return tools.Parameter{Name: paramVariant, Label: c.words.T("orders.new-variant"), Required: true, Importance: 0.9,
		Domain: tools.Depends(func(a tools.Arguments) tools.Domain { return tools.Choice(of[a.Text(paramProduct)]...) })}
}

// formOf is in which of its forms a product is put in the basket, where some that are
// shown have several; what comes in one is its own.
func (c *Counter) formOf(shown []catalog.Product) (p tools.Parameter, varied bool) {
	forms := make(map[string][]tools.Value, len(shown))
	for i := range shown {
		s := &shown[i]
		forms[s.ID] = []tools.Value{{Of: s.ID, Label: s.Title}}
		if len(s.Variants) == 0 {
			continue
		}
		varied = true
		forms[s.ID] = nil
		for k := range s.Variants {
			forms[s.ID] = append(forms[s.ID], c.variantValue(s, &s.Variants[k]))
		}
	}
	return c.form(forms), varied
}

// findAll reads that everything is to be taken out of the basket, where words hold one of
// the ways to ask for it: "please empty my basket".
func (c *Counter) findAll(words string) tools.Arguments {
	text := language.Forms(words)
	for from := range text {
		if c.emptying().Begin(text[from:]) > 0 {
			return tools.Arguments{paramProduct: c.All()}
		}
	}
	return nil
}

// All returns the product of RemoveFromBasket that empties the basket: the only one in it,
// or [Everything].
func (c *Counter) All() string {
	if len(c.now.Basket) == 1 {
		return c.now.Basket[0].Article.ID
	}
	return Everything
}

// emptying are the ways to ask for an empty basket.
func (c *Counter) emptying() language.Phrasing {
	out := language.Phrasing{}
	for _, way := range c.requests("empty") {
		out.Add(language.Forms(way))
	}
	return out
}

// Bought is what a call puts in the basket, or changes there: the form that it names, else
// the product.
func Bought(a tools.Arguments) string { return cmp.Or(a.Text(paramVariant), a.Text(paramProduct)) }

// in returns how many pieces of a product are in a basket.
func in(lines []sales.Line, product string) int {
	i := slices.IndexFunc(lines, func(l sales.Line) bool { return l.Product == product })
	if i < 0 {
		return 0
	}
	return lines[i].Quantity
}

// Pieces is how many of a product, or of a form of it, were in the basket when the counter
// was opened.
func (c *Counter) Pieces(product string) int {
	for i := range c.now.Basket {
		if it := &c.now.Basket[i]; it.Article.ID == product {
			return it.Quantity
		}
	}
	return 0
}

// checkAdding objects to more than a basket holds.
func (c *Counter) checkAdding(a tools.Arguments) []tools.Objection {
	n, _ := a.Number(paramQuantity)
	var have []sales.Line
	for _, it := range c.now.Basket {
		have = append(have, sales.Line{Product: it.Article.ID, Quantity: it.Quantity})
	}
	_, err := add(have, sales.Line{Product: Bought(a), Quantity: max(1, int(n))})
	return c.objections(err, a, func(orders.Part) []tools.Value { return nil })
}

// add puts a line in a basket: as many pieces more as it has.
func add(have []sales.Line, l sales.Line) ([]sales.Line, error) {
	refuse := func(b orders.Because) ([]sales.Line, error) {
		return nil, &orders.Refusal{Because: b, About: orders.TheProduct, Title: l.Title}
	}
	i := slices.IndexFunc(have, func(h sales.Line) bool { return h.Product == l.Product })
	switch {
	case i < 0 && len(have) >= sales.MostLines:
		return refuse(orders.TooMany)
	case in(have, l.Product)+l.Quantity > sales.MostPieces:
		return refuse(orders.BadQuantity)
	case i < 0:
		return append(have, l), nil
	}
	have[i].Quantity += l.Quantity
	return have, nil
}

// count sets how many pieces of a product are in a basket; 0 takes it out.
func count(have []sales.Line, product string, quantity int) ([]sales.Line, error) {
	i := slices.IndexFunc(have, func(l sales.Line) bool { return l.Product == product })
	switch {
	case i < 0:
		return nil, &orders.Refusal{Because: orders.NoLine, About: orders.TheProduct}
	case quantity < 0 || quantity > sales.MostPieces:
		return nil, &orders.Refusal{Because: orders.BadQuantity, About: orders.TheQuantity}
	case quantity == 0:
		return slices.Delete(have, i, i+1), nil
	}
	have[i].Quantity = quantity
	return have, nil
}

// fill does to the basket what a call says, once for its key.
func (c *Counter) fill(ctx context.Context, act orders.Act, call tools.Call) (Done, error) {
	if c.shop.Baskets == nil || c.now.Shopper.Session == "" {
		return Done{}, fmt.Errorf("there is no basket here for %s: give the shop baskets and the shopper a session", call.Tool)
	}
	a := call.Arguments
	product := Bought(a)
	n, _ := a.Number(paramQuantity)
	was, now, err := c.shop.Baskets.ChangeBasket(ctx, c.now.Shopper.Session, act.Key, func(have []sales.Line) ([]sales.Line, error) {
		switch call.Tool {
		case AddToBasket:
			l, err := c.shop.line(ctx, product, have)
			if err != nil {
				return nil, err
			}
			l.Quantity = max(1, int(n))
			return add(have, l)
		case RemoveFromBasket:
			if product == Everything {
				return nil, nil
			}
			n = 0
		}
		return count(have, product, int(n))
	})
	if err != nil {
		return Done{}, err
	}
	return c.filled(call, was, now), nil
}

// line is a product as it is put in a basket.
func (s Shop) line(ctx context.Context, product string, have []sales.Line) (sales.Line, error) {
	sold, err := s.sold(ctx, []string{product})
	if err != nil {
		return sales.Line{}, err
	}
	if p := sold[product]; p != nil {
		if len(p.Variants) > 0 { // which of them?
			return sales.Line{}, &orders.Refusal{Because: orders.NotVariant, About: orders.TheVariant, Title: p.Title}
		}
		return sales.Line{Product: p.ID, Title: p.Title, Price: p.Price}, nil
	}
	i := slices.IndexFunc(have, func(l sales.Line) bool { return l.Product == product })
	if i < 0 || s.Products != nil {
		return sales.Line{}, &orders.Refusal{Because: orders.Gone, About: orders.TheProduct}
	}
	return have[i], nil
}

// filled says what was done to the basket.
func (c *Counter) filled(call tools.Call, was, now []sales.Line) Done {
	w, product := c.say(), Bought(call.Arguments)
	title := func(lines []sales.Line) string {
		for _, l := range lines {
			if l.Product == product {
				return l.Title
			}
		}
		return product
	}
	switch {
	case product == Everything:
		return Done{Text: w.T("orders.done-empty")}
	case call.Tool == AddToBasket:
		n := in(now, product)
		more := n - in(was, product)
		text := w.N("orders.done-add", more, "Title", title(now))
		if n > more {
			text += " " + w.N("orders.done-add-all", n)
		}
		return Done{Text: text, Product: product, Quantity: more}
	case len(now) > 0:
		return Done{Text: w.N("orders.done-count", in(now, product), "Title", title(now)), Product: product, Quantity: in(now, product)}
	case len(was) > 0:
		return Done{Text: w.T("orders.done-remove", "Title", title(was)), Product: product}
	}
	return Done{Text: w.T("orders.done-same"), Product: product}
}

// told says what is in the basket.
func (c *Counter) told() string {
	w := c.say()
	if len(c.now.Basket) == 0 {
		return w.T("basket.nothing")
	}
	text := w.T("orders.is-in-basket", "Items", w.lines(linesOf(c.now.Basket), true))
	for _, it := range c.now.Basket {
		if it.Gone {
			text += " " + w.T("orders.gone", "Title", it.Title)
		}
	}
	return text
}
