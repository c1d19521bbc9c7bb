package shop

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"shopclerk/agent/shop/merchant"
	"shopclerk/agent/store"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/words"
)

// Shop is what the tools work with. It is safe for concurrent use if its parts are.
type Shop struct {
	Store *Store
	// Products reads those of the products that the shop sells now, by their feed's ids, in
	// any order.
	Products func(ctx context.Context, ids []string) ([]catalog.Product, error)
	// Note, unless nil, is told of every call that was carried out; again where it is
	// repeated.
	Note func(tools.Call, Outcome)
	Info *merchant.Info // of deliveries and payments, and of who takes orders
}

// mostOrders is how many orders a visit has: those under way, then the newest. More would
// make every turn slower, as each is a value that words are read against; older ones are on
// the page of the person's orders.
const mostOrders = 50

// firstNumber is the number before that of the first order.
const firstNumber = 1000

// visit is what a shopper has at a moment.
type visit struct {
	person string
	at     time.Time
	basket []Item
	orders []Order          // the newest first, at most mostOrders
	number int64            // of the next order
	added  *catalog.Product // what is to be put in the basket; nil beforehand

	ceiling merchant.Ceiling // of an order
}

// check refuses what no basket of the shop holds that held something else.
func (v *visit) check(had []Item) error {
	return cmp.Or(checkBasket(v.basket), exceeds(v.ceiling, had, v.basket))
}

// look reads what a shopper has.
func (s Shop) look(ctx context.Context, from store.Querier, person string, at time.Time) (visit, error) {
	v := visit{person: person, at: at, ceiling: s.Store.Ceiling}
	var err error
	if v.basket, err = readBasket(ctx, from, person); err != nil {
		return v, err
	}
	if v.orders, err = latest(ctx, from, person, mostOrders); err != nil {
		return v, err
	}
	if err := from.QueryRowContext(ctx, `SELECT coalesce(max(n), 0) + 1 FROM purchase`).Scan(&v.number); err != nil {
		return v, err
	}
	ids := make([]string, len(v.basket))
	for i, it := range v.basket {
		ids[i] = it.Product
	}
	sold, err := s.sold(ctx, ids)
	for i := range v.basket {
		it := &v.basket[i]
		it.Now = sold[it.Product]
		it.Gone = it.Now == nil
	}
	return v, err
}

// latest is the order that the next one's name and address are taken from.
func (v *visit) latest() Order {
	if len(v.orders) == 0 {
		return Order{}
	}
	return v.orders[0]
}

// order returns the order that a call names, for a rule to change.
func (v *visit) order(a tools.Arguments) (*Order, error) {
	if len(v.orders) == 0 {
		return nil, &Refusal{Why: "orders.why-none"}
	}
	for _, o := range v.orders {
		if o.ID == a.Text(paramOrder) {
			return &o, nil
		}
	}
	return nil, &Refusal{About: paramOrder, Why: "orders.why-gone"}
}

// item returns the place of a product in the basket, −1 if it is not there.
func (v *visit) item(product string) int {
	return slices.IndexFunc(v.basket, func(it Item) bool { return it.Product == product })
}

// line is an item as it would be ordered now, at today's price.
func (it Item) line() Line {
	l := Line{Quantity: it.Quantity, Article: Article{ID: it.Product, Product: it.Product, Title: it.Title, Price: it.Price}}
	if p := it.Now; p != nil {
		l.Article = Article{ID: p.ID, Product: cmp.Or(p.Group, p.ID), Title: p.Base(), Options: p.Options, Price: p.Price}
	}
	return l
}

func (v *visit) lines() []Line {
	out := make([]Line, len(v.basket))
	for i, it := range v.basket {
		out[i] = it.line()
	}
	return out
}

// sold returns the products that are sold now, by their ids, with the stock that is there
// for new orders.
func (s Shop) sold(ctx context.Context, ids []string) (map[string]*catalog.Product, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	taken, err := s.Store.Taken(ctx)
	if err != nil {
		return nil, err
	}
	products, err := s.Products(ctx, ids)
	catalog.Reserve(products, taken)
	out := make(map[string]*catalog.Product, len(products))
	for i := range products {
		out[products[i].ID] = &products[i]
	}
	return out, err
}

// Tools are the shop's tools for one shopper, as things stood when they were opened: open
// them anew when something has changed. They are immutable.
type Tools struct {
	shop  Shop
	visit visit
	words *words.Language
}

// For opens the tools for a shopper, by the session; they say what they say in a language.
func (s Shop) For(ctx context.Context, person string, w *words.Language) (*Tools, error) {
	v, err := s.look(ctx, s.Store.db.Reader, person, time.Time{})
	if err != nil {
		return nil, s.Store.db.Wrap("opening the shop's tools", err)
	}
	return &Tools{shop: s, visit: v, words: w}, nil
}

// Placing is [PlaceOrder] as it is declared; its first parameter is what is in the basket.
func (t *Tools) Placing() *tools.Tool {
	all := t.Declare(nil)
	return &all[slices.IndexFunc(all, func(tool tools.Tool) bool { return tool.Name == PlaceOrder })]
}

// Lines are those of an order of what is in the basket.
func (t *Tools) Lines() []Line { return t.visit.lines() }

// Undo is [Store.Undo] for the shopper.
func (t *Tools) Undo(ctx context.Context, key string) error {
	return t.shop.Store.Undo(ctx, t.visit.person, key)
}

// Outcome is the result of a call.
type Outcome struct {
	Text  string `json:"text"` // what was done, in a sentence
	Order *Order `json:"order,omitempty"`
	// Total is what Order comes to; nil where a price of it is not known.
	Total *catalog.Price `json:"total,omitempty"`
	// Product and Quantity are what was put in the basket, or how many of it are there now.
	Product  string `json:"product,omitempty"`
	Quantity int    `json:"quantity,omitempty"`
	// Was is what the basket held of all that changed in it, with a quantity of 0 for what it
	// did not hold: see [Store.Undo].
	Was []Item `json:"was,omitempty"`
}

// Execute carries a call out. The rule is applied to what the shopper has when the
// call is carried out, whatever was there before: what it refuses then is a [*tools.Failure]
// and has changed nothing. A repeated key does nothing and returns what came of the first.
func (t *Tools) Execute(ctx context.Context, call tools.Call, key string) (Outcome, error) {
	sp := specOf(call.Tool)
	if sp == nil {
		return Outcome{}, fmt.Errorf("there is no tool %q here: use one that Declare declares", call.Tool)
	}
	out, err := t.execute(ctx, sp, call, key)
	if r := (*Refusal)(nil); errors.As(err, &r) {
		// What is possible instead is not said here: nobody is to cancel another order
		// because it is the only one left. It is asked for.
		f := &tools.Failure{Call: call, Reason: r.Say(t.words)}
		if _, said := call.Arguments[r.About]; said {
			f.Parameter = r.About
		}
		return Outcome{}, f
	}
	if err == nil && t.shop.Note != nil {
		t.shop.Note(call, out)
	}
	return out, err
}

func (t *Tools) execute(ctx context.Context, sp *spec, call tools.Call, key string) (Outcome, error) {
	a := call.Arguments
	if sp.effect == tools.Reads {
		return sp.run(t, a)
	}
	return t.shop.Store.once(ctx, t.visit.person, call, key, func(tx *sql.Tx, at time.Time) (Outcome, error) {
		now := &Tools{shop: t.shop, words: t.words}
		var err error
		if now.visit, err = t.shop.look(ctx, tx, t.visit.person, at); err != nil {
			return Outcome{}, err
		}
		had, number := slices.Clone(now.visit.basket), now.visit.number
		switch {
		case sp.name == PlaceOrder && a.Text(ParamBasket) != now.content().Of:
			return Outcome{}, &Refusal{About: ParamBasket, Why: "orders.why-basket"}
		case sp.name == AddToBasket:
			if now.visit.added, err = t.shop.addable(ctx, Bought(a)); err != nil {
				return Outcome{}, err
			}
		}
		out, err := sp.run(now, a)
		switch {
		case err != nil:
		case sp.name == PlaceOrder:
			err = insertOrder(ctx, tx, number, out.Order)
		case out.Order != nil:
			err = updateOrder(ctx, tx, out.Order)
		}
		if err == nil && !slices.Equal(had, now.visit.basket) {
			if sp.effect == tools.Changes {
				out.Was = changed(had, now.visit.basket)
			}
			err = writeBasket(ctx, tx, t.visit.person, now.visit.basket, at)
		}
		return out, err
	})
}

// changed are the items of a basket that it has not as it had them, and in a quantity of 0
// those that it had not.
func changed(had, has []Item) []Item {
	out := slices.DeleteFunc(slices.Clone(had), func(it Item) bool { return slices.Contains(has, it) })
	for _, it := range has {
		if !slices.ContainsFunc(had, func(was Item) bool { return was.Product == it.Product }) {
			out = append(out, Item{Product: it.Product})
		}
	}
	return out
}

// addable returns a product that is to be put in a basket, as the shop sells it now.
func (s Shop) addable(ctx context.Context, product string) (*catalog.Product, error) {
	sold, err := s.sold(ctx, []string{product})
	p := sold[product]
	switch {
	case err != nil:
		return nil, err
	case p == nil:
		return nil, &Refusal{About: ParamProduct, Why: "orders.why-not-shown"}
	case len(p.Variants) > 0: // which of them?
		return nil, &Refusal{About: paramVariant, Why: "orders.why-not-variant", Title: p.Title}
	case p.Stock == 0:
		return nil, &Refusal{About: ParamProduct, Why: "orders.why-sold-out", Title: p.Title}
	case !p.Price.Known():
		return nil, &Refusal{About: ParamProduct, Why: "orders.why-no-price", Title: p.Title}
	}
	return p, nil
}
