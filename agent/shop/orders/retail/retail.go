// Package retail reads the retail world of τ-bench (Yao et al. 2024,
// sierra-research/tau2-bench, MIT): orders, users and products, a JSON object each.
// What concerns money (histories of payments, balances of gift cards) is not read, but
// for the payment methods' names: no money moves here.
package retail

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strings"

	"shopclerk/agent/shop/orders"
	"shopclerk/catalog"
)

// currency of all prices: the users live in the USA.
const currency = "USD"

// Read reads orders.json, users.json and products.json of a folder. Orders carry no
// times there and get none. The result is sorted by ids. An order of nobody's, or of
// an unknown status, is an error.
func Read(folder fs.FS) (orders.World, error) {
	var w orders.World
	var users map[string]user
	var bought map[string]order
	var products map[string]retailProduct
	for _, f := range []struct {
		name string
		into any
	}{{"users.json", &users}, {"orders.json", &bought}, {"products.json", &products}} {
		text, err := fs.ReadFile(folder, f.name)
		if err != nil {
			return w, fmt.Errorf("reading a retail world: %w", err)
		}
		if err := json.Unmarshal(text, f.into); err != nil {
			return w, fmt.Errorf("reading a retail world: %s: %w", f.name, err)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(users)) {
		w.People = append(w.People, users[id].person(id))
	}
	for _, id := range slices.Sorted(maps.Keys(bought)) {
		o, err := bought[id].order()
		if err != nil {
			return w, fmt.Errorf("reading a retail world: order %s: %w", id, err)
		}
		if _, ok := users[o.Person]; !ok {
			return w, fmt.Errorf("reading a retail world: order %s is %q's, who is not in users.json", id, o.Person)
		}
		w.Orders = append(w.Orders, o)
	}
	for _, id := range slices.Sorted(maps.Keys(products)) {
		for _, article := range slices.Sorted(maps.Keys(products[id].Variants)) {
			v, err := products[id].variant(id, article)
			if err != nil {
				return w, fmt.Errorf("reading a retail world: variant %s: %w", article, err)
			}
			w.Variants = append(w.Variants, v)
		}
	}
	return w, nil
}

type address struct {
	Address1, Address2, City, State, Zip, Country string
}

func (a address) address() orders.Address {
	return orders.Address{Street: a.Address1, Extra: a.Address2, City: a.City, Region: a.State, Zip: a.Zip, Country: a.Country}
}

type user struct {
	Name struct {
		First string `json:"first_name"`
		Last  string `json:"last_name"`
	}
	Address  address
	Email    string
	Payments map[string]payment `json:"payment_methods"`
}

func (u user) person(id string) orders.Person {
	p := orders.Person{ID: id, Name: u.Name.First + " " + u.Name.Last, Email: u.Email, Address: u.Address.address()}
	for _, id := range slices.Sorted(maps.Keys(u.Payments)) {
		p.Payments = append(p.Payments, orders.Payment{ID: id, Label: u.Payments[id].label()})
	}
	return p
}

type payment struct {
	Source, Brand string
	LastFour      string `json:"last_four"`
}

func (p payment) label() string {
	switch p.Source {
	case "credit_card":
		return strings.TrimSpace(catalog.Capital(p.Brand) + " " + p.LastFour)
	case "paypal":
		return "PayPal"
	}
	return catalog.Capital(strings.ReplaceAll(p.Source, "_", " "))
}

type order struct {
	ID      string `json:"order_id"`
	User    string `json:"user_id"`
	Address address
	Status  string
	Items   []struct {
		Name    string
		Product string `json:"product_id"`
		Item    string `json:"item_id"`
		Price   float64
		Options map[string]string
	}
	Fulfillments []struct {
		Tracking []string `json:"tracking_id"`
	}
	Payments []struct {
		Method string `json:"payment_method_id"`
	} `json:"payment_history"`
}

// statuses are those of the world before anything was done in it.
var statuses = map[string]orders.Status{
	"pending": orders.Placed, "processed": orders.Shipped, "delivered": orders.Delivered, "cancelled": orders.Cancelled,
}

func (o order) order() (orders.Order, error) {
	out := orders.Order{ID: o.ID, Person: o.User, Status: statuses[o.Status], Address: o.Address.address()}
	if out.Status == "" {
		return out, fmt.Errorf("its status is %q: know %s", o.Status, strings.Join(slices.Sorted(maps.Keys(statuses)), ", "))
	}
	if len(o.Payments) > 0 {
		out.Payment = o.Payments[0].Method
	}
	for _, f := range o.Fulfillments {
		out.Tracking = append(out.Tracking, f.Tracking...)
	}
	for i, item := range o.Items {
		p, err := price(item.Price)
		if err != nil {
			return out, fmt.Errorf("item %s: %w", item.Item, err)
		}
		out.Lines = append(out.Lines, orders.Line{
			ID: orders.LineID(o.ID, i), Quantity: 1,
			Article: orders.Article{ID: item.Item, Product: item.Product, Title: item.Name, Options: options(item.Options), Price: p},
		})
	}
	return out, nil
}

type retailProduct struct {
	Name     string
	Variants map[string]struct {
		Options   map[string]string
		Available bool
		Price     float64
	}
}

func (p retailProduct) variant(product, article string) (orders.Variant, error) {
	v := p.Variants[article]
	cost, err := price(v.Price)
	return orders.Variant{Available: v.Available, Article: orders.Article{
		ID: article, Product: product, Title: p.Name, Options: options(v.Options), Price: cost}}, err
}

func options(of map[string]string) []orders.Option {
	var out []orders.Option
	for name, value := range of {
		out = append(out, orders.Option{Name: name, Value: value})
	}
	slices.SortFunc(out, func(a, b orders.Option) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// dearest is the highest price that is believed: above it the file is damaged, and
// sums of cents would leave whole numbers.
const dearest = 1e9

func price(major float64) (catalog.Price, error) {
	if !(major >= 0 && major <= dearest) {
		return catalog.Price{}, fmt.Errorf("the price is %v: give one from 0 to %.0f", major, dearest)
	}
	return catalog.Price{Minor: int64(math.Round(major * 100)), Currency: currency}, nil
}
