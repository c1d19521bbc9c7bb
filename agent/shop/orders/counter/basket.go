package counter

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"shopclerk/agent/shop/basket"
	"shopclerk/agent/shop/orders"
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
	added.Domain, added.Default = tools.Whole(1, basket.MostPieces), 1.0
	counted.Domain, counted.Required = tools.Whole(0, basket.MostPieces), true
	held := c.held()
	adding, filled := c.checkAdding, func(tools.Arguments) []tools.Objection { return nil }
	if len(shown) == 0 {
		adding = impossible(w.T("orders.why-nothing-shown"))
	}
	if len(held) == 0 {
		filled = impossible(w.T("orders.why-empty-basket"))
	}
	adds := []tools.Parameter{product(c.productValues(shown)), added}
	if form, varied := c.formOf(shown); varied {
		adds = []tools.Parameter{adds[0], form, added}
	}
	all := []tools.Tool{
		{
			Name: AddToBasket, Effect: tools.Changes, Title: w.T("orders.add-title"), Purpose: w.T("orders.add-purpose"),
			Examples: c.requests("add"), Parameters: adds,
			Check: adding,
		},
		{
			Name: RemoveFromBasket, Effect: tools.Changes, Title: w.T("orders.remove-title"), Purpose: w.T("orders.remove-purpose"),
			Examples: c.requests("remove"), Parameters: []tools.Parameter{product(held)}, Check: filled,
		},
		{
			Name: ChangeBasket, Effect: tools.Changes, Title: w.T("orders.count-title"), Purpose: w.T("orders.count-purpose"),
			Examples: c.requests("count"), Parameters: []tools.Parameter{product(held), counted}, Check: filled,
		},
		{
			Name: ShowBasket, Effect: tools.Reads, Title: w.T("orders.show-title"), Purpose: w.T("orders.show-purpose"),
			Examples: c.requests("show"),
		},
		{
			Name: EmptyBasket, Effect: tools.Changes, Title: w.T("orders.empty-title"), Purpose: w.T("orders.empty-purpose"),
			Examples: c.requests("empty"), Check: filled,
		},
	}
	if forms, varied := c.formsOfHeld(held); len(varied) > 0 {
		all = append(all, tools.Tool{
			Name: ChangeForm, Effect: tools.Changes, Title: w.T("orders.form-title"), Purpose: w.T("orders.form-purpose"),
			Examples: c.requests("form"), Parameters: []tools.Parameter{product(varied), forms},
		})
	}
	return all
}

// formsOfHeld are the forms for which something in the basket can be exchanged, and what
// can be: held values that come in several.
func (c *Counter) formsOfHeld(held []tools.Value) (p tools.Parameter, varied []tools.Value) {
	forms := map[string][]tools.Value{}
	for i, it := range c.now.Basket {
		whole := c.now.Forms[it.Article.Product]
		if it.Product == nil || whole == nil {
			continue
		}
		varied = append(varied, held[i])
		for _, v := range variantsOf(whole) {
			forms[it.Article.ID] = append(forms[it.Article.ID], c.variantValue(v))
		}
	}
	return c.form(forms), varied
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
		for _, v := range variantsOf(s) {
			forms[s.ID] = append(forms[s.ID], c.variantValue(v))
		}
	}
	return c.form(forms), varied
}

// Bought is what a call puts in the basket, or changes there: the form that it names, else
// the product.
func Bought(a tools.Arguments) string { return cmp.Or(a.Text(paramVariant), a.Text(paramProduct)) }

// in returns how many pieces of a product are in a basket.
func in(lines []basket.Line, product string) int {
	i := slices.IndexFunc(lines, func(l basket.Line) bool { return l.Product == product })
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
	var have []basket.Line
	for _, it := range c.now.Basket {
		have = append(have, basket.Line{Product: it.Article.ID, Quantity: it.Quantity})
	}
	_, err := add(have, basket.Line{Product: Bought(a), Quantity: max(1, int(n))})
	return c.objections(err, a, func(orders.Part) []tools.Value { return nil })
}

// add puts a line in a basket: as many pieces more as it has.
func add(have []basket.Line, l basket.Line) ([]basket.Line, error) {
	refuse := func(b orders.Because) ([]basket.Line, error) {
		return nil, &orders.Refusal{Because: b, About: orders.TheProduct, Title: l.Title}
	}
	i := slices.IndexFunc(have, func(h basket.Line) bool { return h.Product == l.Product })
	switch {
	case i < 0 && len(have) >= basket.MostLines:
		return refuse(orders.TooMany)
	case in(have, l.Product)+l.Quantity > basket.MostPieces:
		return refuse(orders.BadQuantity)
	case i < 0:
		return append(have, l), nil
	}
	have[i].Quantity += l.Quantity
	return have, nil
}

// count sets how many pieces of a product are in a basket; 0 takes it out.
func count(have []basket.Line, product string, quantity int) ([]basket.Line, error) {
	i := slices.IndexFunc(have, func(l basket.Line) bool { return l.Product == product })
	switch {
	case i < 0:
		return nil, &orders.Refusal{Because: orders.NoLine, About: orders.TheProduct}
	case quantity < 0 || quantity > basket.MostPieces:
		return nil, &orders.Refusal{Because: orders.BadQuantity, About: orders.TheQuantity}
	case quantity == 0:
		return slices.Delete(have, i, i+1), nil
	}
	have[i].Quantity = quantity
	return have, nil
}

// reform puts a line in the place of that of another form of its product, with its
// pieces; they are added where the form is in the basket already.
func reform(have []basket.Line, product string, l basket.Line) ([]basket.Line, error) {
	i := slices.IndexFunc(have, func(h basket.Line) bool { return h.Product == product })
	switch {
	case i < 0:
		return nil, &orders.Refusal{Because: orders.NoLine, About: orders.TheProduct}
	case l.Product == product:
		return have, nil
	}
	l.Quantity = have[i].Quantity
	if in(have, l.Product) > 0 {
		return add(slices.Delete(have, i, i+1), l)
	}
	have[i] = l
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
	was, now, err := c.shop.Baskets.Do(ctx, c.now.Shopper.Session, act.Key, func(have []basket.Line) ([]basket.Line, error) {
		switch call.Tool {
		case AddToBasket:
			l, err := c.shop.line(ctx, product, have)
			if err != nil {
				return nil, err
			}
			l.Quantity = max(1, int(n))
			return add(have, l)
		case ChangeForm:
			l, err := c.shop.line(ctx, product, have)
			if err != nil {
				return nil, err
			}
			return reform(have, a.Text(paramProduct), l)
		case EmptyBasket:
			return nil, nil
		case RemoveFromBasket:
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
func (s Shop) line(ctx context.Context, product string, have []basket.Line) (basket.Line, error) {
	sold, err := s.sold(ctx, []string{product})
	if err != nil {
		return basket.Line{}, err
	}
	if p := sold[product]; p != nil {
		if len(p.Variants) > 0 { // which of them?
			return basket.Line{}, &orders.Refusal{Because: orders.NotVariant, About: orders.TheVariant, Title: p.Title}
		}
		return basket.Line{Product: p.ID, Title: p.Title, Price: p.Price}, nil
	}
	i := slices.IndexFunc(have, func(l basket.Line) bool { return l.Product == product })
	if i < 0 || s.Products != nil {
		return basket.Line{}, &orders.Refusal{Because: orders.Gone, About: orders.TheProduct}
	}
	return have[i], nil
}

// filled says what was done to the basket.
func (c *Counter) filled(call tools.Call, was, now []basket.Line) Done {
	w, product := c.say(), Bought(call.Arguments)
	title := func(lines []basket.Line) string {
		for _, l := range lines {
			if l.Product == product {
				return l.Title
			}
		}
		return product
	}
	switch {
	case call.Tool == EmptyBasket:
		return Done{Text: w.T("orders.done-empty")}
	case call.Tool == AddToBasket:
		n := in(now, product)
		more := n - in(was, product)
		text := w.N("orders.done-add", more, "Title", title(now))
		if n > more {
			text += " " + w.N("orders.done-add-all", n)
		}
		return Done{Text: text, Product: product, Quantity: more}
	case call.Tool == ChangeForm:
		return Done{Text: w.N("orders.done-form", in(now, product), "Title", title(now)), Product: product, Quantity: in(now, product)}
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
