// Package merchant holds what the shop has told the clerk about itself in the file
// shop.toml: its own answers by topic and language, how to reach it and where it
// delivers. Which topic a message means is decided elsewhere.
package merchant

import (
	"cmp"
	"context"
	"maps"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"shopclerk/catalog"
	"shopclerk/words"
)

// The topics that have facts beside their texts, or are asked for by the clerk itself.
const (
	Delivery = "delivery"
	Payment  = "payment"
	Returns  = "returns"
	Shipping = "shipping"
	Warranty = "warranty"
	Hours    = "hours"
	Store    = "store"
	Contact  = "contact"
	Order    = "order" // one that was placed: where it is, or what is to become of it
)

// unknown are the ids of what the clerk says about a topic that the shop has not told. Its
// keys are all topics.
var unknown = map[string]string{
	Delivery: "shop.delivery-unknown", Shipping: "shop.shipping-unknown", "pickup": "shop.pickup-unknown",
	Payment: "shop.payment-unknown", Returns: "shop.returns-unknown", Warranty: "shop.warranty-unknown",
	Hours: "shop.hours-unknown", Store: "shop.store-unknown", Contact: "shop.contact-unknown",
	"discount": "shop.discount-unknown", "gift-card": "shop.gift-card-unknown", "stock": "shop.stock-unknown",
	"wrapping": "shop.wrapping-unknown", "service": "shop.service-unknown", "business": "shop.business-unknown",
	Order: "shop.order-unknown", "privacy": "shop.privacy-unknown", "company": "shop.company-unknown", "careers": "shop.careers-unknown",
}

// Topics lists the topics, sorted.
func Topics() []string { return slices.Sorted(maps.Keys(unknown)) }

// Info is what the shop has told about itself. It is not changed once it is in force. A nil
// Info has told nothing.
type Info struct {
	// Texts are the shop's own answers, by topic and by the code of their language: plain
	// text, one paragraph each.
	Texts map[string]map[string]string `toml:"topic"`
	Reach Reach                        `toml:"reach"`
	// Countries are where the shop delivers, ISO 3166-1 alpha-2, in the shop's order.
	Countries []string `toml:"countries"`
	// Checkout is where orders are placed: "here", by each product's own "link", or at an
	// address of a cart with {id} and {quantity}; empty: here.
	Checkout   string   `toml:"checkout"`
	Payments   []string `toml:"payment"` // for orders that are placed here; none: by invoice
	Deliveries []Way    `toml:"delivery"`
	// MostPieces and MostSum are the ceiling of an order that is placed here: see [Info.Ceiling].
	MostPieces int     `toml:"most_pieces"`
	MostSum    float64 `toml:"most_sum"`
}

// Ceiling bounds what one order takes; 0 bounds nothing.
type Ceiling struct {
	Pieces int     // of all its lines together
	Sum    float64 // that these come to, in the currency of the products
}

// usualPieces is the ceiling of a shop that sets none: no household orders as much.
const usualPieces = 200

// Ceiling returns the ceiling of orders, which has pieces in any case.
func (i *Info) Ceiling() Ceiling {
	if i == nil {
		i = &Info{}
	}
	return Ceiling{Pieces: cmp.Or(i.MostPieces, usualPieces), Sum: i.MostSum}
}

// Reach is how to reach the shop. Each may be empty.
type Reach struct {
	Email   string `toml:"email"`
	Phone   string `toml:"phone"`
	Hours   string `toml:"hours"` // when somebody answers: "Mon–Fri 9–17"
	URL     string `toml:"url"`   // of a page or form, http or https
	Address string `toml:"address"`
}

// Answer is what the clerk says about a topic, in whole sentences, and whether the shop has
// told it. The shop's own text comes in the shopper's language where there is one, else
// in another that the shop has it in; its facts (countries, hours, how to reach it) are
// added, or answer alone. Otherwise the clerk says that it was not told, and how to ask the
// shop.
func (i *Info) Answer(w *words.Language, topic string) (text string, known bool) {
	if i == nil {
		i = &Info{}
	}
	text = inLanguage(w, i.Texts[topic])
	if text = strings.TrimSpace(text + " " + i.fact(w, topic, text)); text != "" {
		return text, true
	}
	id := unknown[topic]
	if id == "" {
		id = "shop.unknown"
	}
	out := []string{w.T(id)}
	if topic == Store && i.Reach.Address != "" {
		out = append(out, w.T("shop.address-is", "Address", ending(i.Reach.Address)))
	}
	switch ways := i.ways(w, ""); {
	case len(ways) > 0 && topic != Contact:
		out = append(out, w.T("shop.ask", "Ways", ending(strings.Join(ways, w.T("language.comma")))))
	case len(ways) == 0 && topic != Contact:
		out = append(out, w.T("shop.ask-itself"))
	}
	return strings.Join(out, " "), false
}

// inLanguage is a text in a language, or else in the first that it is in.
func inLanguage(w *words.Language, texts map[string]string) string {
	for _, l := range append([]*words.Language{w}, words.Languages()...) {
		if text := texts[l.Code()]; text != "" {
			return text
		}
	}
	return ""
}

// fact says what the shop has told about a topic otherwise than by a text, "" for nothing.
// It repeats nothing that the text says.
func (i *Info) fact(w *words.Language, topic, said string) string {
	switch {
	case topic == Delivery && len(i.Countries) > 0:
		names := make([]string, len(i.Countries))
		for n, code := range i.Countries {
			names[n] = CountryName(w, code)
		}
		return w.T("shop.delivers-to", "Countries", strings.Join(names, w.T("language.comma")))
	case topic == Hours && said == "" && i.Reach.Hours != "":
		return w.T("shop.answers-at", "Hours", ending(i.Reach.Hours))
	case topic == Contact:
		ways := i.ways(w, said)
		if a := i.Reach.Address; a != "" && !slices.Contains(ways, a) && !strings.Contains(said, a) {
			ways = append(ways, a)
		}
		if len(ways) > 0 {
			return w.T("shop.reach", "Ways", ending(strings.Join(ways, w.T("language.comma"))))
		}
	}
	return ""
}

// ways lists how to reach the shop, without what a text says already. The address is among
// them only where the shop has told nothing quicker.
func (i *Info) ways(w *words.Language, said string) []string {
	r := i.Reach
	var out []string
	add := func(way, text string) {
		if way != "" && !strings.Contains(said, way) {
			out = append(out, text)
		}
	}
	phone := r.Phone
	if r.Hours != "" {
		phone = w.T("shop.phone-at", "Phone", r.Phone, "Hours", r.Hours)
	}
	add(r.URL, r.URL)
	add(r.Email, r.Email)
	add(r.Phone, phone)
	if r.URL == "" && r.Email == "" && r.Phone == "" {
		add(r.Address, r.Address)
	}
	return out
}

// Where orders are placed, beside the template of an address of a cart elsewhere.
const (
	here = "here"
	link = "link"
)

// The ways to pay for an order that is placed here; OnCollection goes with a delivery that is
// collected.
const (
	Invoice      = "invoice"
	OnCollection = "collection"
)

// Way is a way in which an order reaches the shopper.
type Way struct {
	ID       string            `toml:"id"`
	Name     map[string]string `toml:"name"`      // by the code of its language
	Cost     *float64          `toml:"cost"`      // in major units of what is ordered; nil: the shop has not told it
	FreeFrom float64           `toml:"free_from"` // the sum of an order from which it is free; 0: it is not
	Collect  bool              `toml:"collect"`   // the shopper collects the order
}

// key is the context key of a shop's [Info].
type key struct{}

// With returns a context in which a shop has told something of itself.
func With(ctx context.Context, i *Info) context.Context { return context.WithValue(ctx, key{}, i) }

// From returns what the shop of a context has told; nil is nothing.
func From(ctx context.Context) *Info {
	i, _ := ctx.Value(key{}).(*Info)
	return i
}

// OrdersHere reports whether orders are placed in a basket of ours.
func (i *Info) OrdersHere() bool { return i == nil || i.Checkout == "" || i.Checkout == here }

// BuyURL is where a product, or a variant, is bought of a shop that sells elsewhere; "" where it
// cannot be.
func (i *Info) BuyURL(p *catalog.Product) string {
	switch {
	case i.OrdersHere() || p.Stock == 0:
		return ""
	case i.Checkout == link:
		return p.Link
	}
	path, query, asks := strings.Cut(i.Checkout, "?")
	path = strings.NewReplacer("{id}", url.PathEscape(p.ID), "{quantity}", "1").Replace(path)
	if asks {
		path += "?" + strings.NewReplacer("{id}", url.QueryEscape(p.ID), "{quantity}", "1").Replace(query)
	}
	return path
}

// Ways are the ways of delivery; one whose cost is not told where the shop has told none.
func (i *Info) Ways() []Way {
	if i == nil || len(i.Deliveries) == 0 {
		return []Way{{ID: "standard"}}
	}
	return i.Deliveries
}

// PaidBy are the ways to pay, by invoice where the shop has told none.
func (i *Info) PaidBy() []string {
	if i == nil || len(i.Payments) == 0 {
		return []string{Invoice}
	}
	return i.Payments
}

// Title is what a way of delivery is called.
func (d *Way) Title(w *words.Language) string {
	if name := inLanguage(w, d.Name); name != "" {
		return name
	}
	return catalog.Capital(w.T("orders.delivery"))
}

// CostOf is what the delivery of an order that comes to a sum costs, the zero price where the
// shop has not told it.
func (d *Way) CostOf(sum catalog.Price) catalog.Price {
	if d.Cost == nil || sum.Currency == "" {
		return catalog.Price{}
	}
	if d.FreeFrom > 0 && sum.Minor >= catalog.MinorUnits(d.FreeFrom) {
		return catalog.Price{Currency: sum.Currency}
	}
	return catalog.Price{Minor: catalog.MinorUnits(*d.Cost), Currency: sum.Currency}
}

// CountryName is what a language calls a country, the code itself where it has no name.
func CountryName(w *words.Language, code string) string {
	if region, err := language.ParseRegion(code); err == nil {
		if name := display.Regions(language.Make(w.Code())).Name(region); name != "" {
			return name
		}
	}
	return code
}

// ending takes the full stop from what will stand at the end of a sentence.
func ending(text string) string { return strings.TrimRight(text, ".") }
