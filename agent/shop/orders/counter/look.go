package counter

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/sales"
	"shopclerk/catalog"
)

// Orders keep orders and what is done with them: see package sales.
type Orders interface {
	Person(ctx context.Context, id string) (orders.Person, error) // [orders.ErrNone] when there is none
	Latest(ctx context.Context, person string, most int) ([]orders.Order, error)

	Place(ctx context.Context, act orders.Act, compose func(orders.Person) (orders.Placement, error)) (orders.Order, error)
	Change(ctx context.Context, act orders.Act, id string, by func(orders.Order) (orders.Order, error)) (before, after orders.Order, err error)

	// Taken returns how many pieces orders take of products whose stock was counted at
	// a time; products of which they take none are left out.
	Taken(ctx context.Context, products []string, counted func(product string) time.Time) (map[string]int, error)
}

// Baskets keep what shoppers mean to buy: see package sales.
type Baskets interface {
	Lines(ctx context.Context, session string) ([]sales.Line, error)
	ChangeBasket(ctx context.Context, session, key string, by func([]sales.Line) ([]sales.Line, error)) (was, now []sales.Line, err error)
}

// Shop is what counters work with. It is safe for concurrent use if its parts are.
type Shop struct {
	Orders  Orders
	Baskets Baskets // nil: no baskets, and none of their tools
	// Products reads those of the products that the shop sells now, by their feed's ids,
	// in any order; nil: it has no catalogue, and what is in a basket is believed.
	Products func(ctx context.Context, ids []string) ([]catalog.Product, error)
	// Counted tells when the stock of one of Products, or of its variant of an id, was
	// counted; nil: before all orders.
	Counted func(product *catalog.Product, id string) time.Time
}

// Shopper is who is served.
type Shopper struct {
	Person  string // whose orders they are; an id that is not known is a new guest's
	Session string // whose basket it is; empty: there is none
	Today   string // "2006-01-02", for "tomorrow"; may be empty
}

// mostOrders is how many orders a snapshot has: those under way, then the newest. More
// would make every turn slower, as each is a value that words are read against; older
// ones are on the page of the person's orders.
const mostOrders = 50

// Item is a line of a basket as it would be ordered now.
type Item struct {
	orders.Line               // at today's price
	Was         catalog.Price // of one piece, when it was put in
	// Product is what the catalogue has; nil: nothing, or there is no catalogue.
	Product *catalog.Product
	Gone    bool // the shop no longer sells it
}

// Snapshot is what a shopper has at a moment.
type Snapshot struct {
	Shopper Shopper
	Person  orders.Person
	Orders  []orders.Order // the newest first, at most 50
	Basket  []Item
}

// Look takes a shopper's snapshot.
func (s Shop) Look(ctx context.Context, who Shopper) (Snapshot, error) {
	now := Snapshot{Shopper: who}
	var err error
	if now.Person, err = s.Orders.Person(ctx, who.Person); errors.Is(err, orders.ErrNone) {
		now.Person, err = orders.Person{ID: who.Person}, nil
	}
	if err != nil {
		return Snapshot{}, err
	}
	if now.Orders, err = s.Orders.Latest(ctx, who.Person, mostOrders); err != nil {
		return Snapshot{}, err
	}
	now.Basket, err = s.basket(ctx, who.Session)
	return now, err
}

// article is a product of the catalogue, or a variant as [catalog.Product.As] makes it a
// product, as it is ordered.
func article(p *catalog.Product) orders.Article {
	return orders.Article{ID: p.ID, Product: cmp.Or(p.Group, p.ID), Title: p.Base(), Options: optionsOf(p.Options), Price: p.Price}
}

func optionsOf(of []catalog.Option) []orders.Option {
	var out []orders.Option
	for _, o := range of {
		out = append(out, orders.Option{Name: o.Name, Value: o.Value})
	}
	return out
}

// Reserve takes from the stock of products what orders have taken already.
func (s Shop) Reserve(ctx context.Context, products []catalog.Product) error {
	var ids []string
	for i := range products {
		if products[i].Stock > 0 {
			ids = append(ids, products[i].ID)
		}
		for _, v := range products[i].Variants {
			ids = append(ids, v.ID)
		}
	}
	if len(ids) == 0 || s.Orders == nil {
		return nil
	}
	taken, err := s.Orders.Taken(ctx, ids, func(product string) (at time.Time) {
		i := slices.IndexFunc(products, func(p catalog.Product) bool { return p.ID == product || p.Chosen(product) != nil })
		if i >= 0 && s.Counted != nil {
			at = s.Counted(&products[i], product)
		}
		return at
	})
	if err != nil {
		return err
	}
	for i := range products {
		if p := &products[i]; p.Stock > 0 {
			p.Stock = max(0, p.Stock-taken[p.ID])
		}
		products[i].Variants = slices.Clone(products[i].Variants) // the store may share them
		for k := range products[i].Variants {
			v := &products[i].Variants[k]
			had := v.Stock
			if v.Stock = max(min(had, 0), had-taken[v.ID]); products[i].Stock > 0 {
				products[i].Stock = max(0, products[i].Stock-(had-v.Stock))
			}
		}
	}
	return nil
}

// sold returns the products that are sold now, by their ids, with the stock that is
// there for new orders.
func (s Shop) sold(ctx context.Context, ids []string) (map[string]*catalog.Product, error) {
	if s.Products == nil || len(ids) == 0 {
		return nil, nil
	}
	products, err := s.Products(ctx, ids)
	if err == nil {
		err = s.Reserve(ctx, products)
	}
	if err != nil {
		return nil, err
	}
	out := make(map[string]*catalog.Product, len(products))
	for i := range products {
		out[products[i].ID] = &products[i]
	}
	return out, nil
}

// items are a basket's lines as they would be ordered now.
func (s Shop) items(lines []sales.Line, sold map[string]*catalog.Product) []Item {
	var out []Item
	for _, l := range lines {
		it := Item{Was: l.Price, Product: sold[l.Product], Line: orders.Line{Quantity: l.Quantity,
			Article: orders.Article{ID: l.Product, Product: l.Product, Title: l.Title, Price: l.Price}}}
		if it.Product != nil {
			it.Article = article(it.Product)
		}
		it.Gone = s.Products != nil && it.Product == nil
		out = append(out, it)
	}
	return out
}
