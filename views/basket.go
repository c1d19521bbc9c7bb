package views

import (
	"maps"
	"net/url"
	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/catalog"
	"shopclerk/words"
	"slices"
	"strconv"
)

// BasketLink leads to the basket and says how much is in it. The zero BasketLink is
// not shown.
type BasketLink struct {
	URL    string
	Pieces int
}

// Basket is the page of what a shopper means to buy.
type Basket struct {
	Page   Page
	Back   Link
	Notice string // what the last click did; may be empty
	Items  []Item
	Total  []string // the sum in each currency
	Short  string   // what the sum leaves out; may be empty
	Order  Offer    // begins an order of what is in it
}

// Item is one product in the basket.
type Item struct {
	URL     string // of its page; empty when the shop no longer has it
	Title   string
	Picture string
	Price   string   // of one piece now; empty when unknown
	Sum     string   // of all pieces; empty when unknown
	Notes   []string // what has changed since it was put in
	Gone    bool     // the shop no longer has it
	Put     Put      // changes the quantity; the zero Put is not shown
	Remove  Form
}

// Put is a form that puts a product into the basket, or changes how many are in
// it. The zero Put is not shown. It sends [FieldQuantity] beside its hidden fields.
type Put struct {
	Form     Form
	ID       string // begins the ids of its elements: unique on the page, no spaces
	Product  string // whose form it is, for who does not see beside what it stands
	In       bool   // the product is in the basket
	Quantity int    // in the field; 0 shows no field, and the form's hidden fields say how many
	Most     int    // the largest quantity
}

// FieldQuantity names the field that carries how many pieces shall be in the basket.
const FieldQuantity = "quantity"

// putForm is the form for how many of a product shall be in the basket; in says that
// some are.
func putForm(product, id, title string, quantity int, in bool, o *Origin) Put {
	action := "/basket"
	if in {
		action = "/basket/change"
	}
	return Put{
		Form: Form{Action: action, Hidden: o.hidden(Field{Name: FieldProduct, Value: product})},
		ID:   id, Product: title, In: in, Quantity: quantity, Most: orders.MostPieces,
	}
}

// putOneForm is the form that puts one piece into the basket without asking how many.
func putOneForm(product, id, title string, o *Origin) Put {
	p := putForm(product, id, title, 0, false, o)
	p.Form.Hidden = append(p.Form.Hidden, Field{Name: FieldQuantity, Value: "1"})
	return p
}

// BasketLine is one product in a basket, as it was when it was put in.
type BasketLine struct {
	Product, Title string
	Quantity       int
	Price          catalog.Price // of one piece
}

// Basket presents the basket at today's prices. What has changed since a product
// was put in is told, and a product that the shop no longer has keeps its line.
func (p *Presenter) Basket(lines []BasketLine, products map[string]*catalog.Product, o *Origin) Basket {
	v := Basket{Page: p.Page(p.T("basket.title")), Back: o.Back}
	sums := map[string]int64{} // by currency
	unknown, gone := 0, 0
	for i := range lines {
		l := &lines[i]
		now := products[l.Product]
		it := basketItem(p.Language, l, now, "item"+strconv.Itoa(i+1), o)
		switch {
		case now == nil:
			gone++
		case now.Price.Known():
			sums[now.Price.Currency] += now.Price.Minor * int64(l.Quantity)
		default:
			unknown++
		}
		v.Items = append(v.Items, it)
	}
	if gone < len(lines) {
		v.Order = Offer{Text: p.T("purchase.order-these"), Form: Form{
			Action: "/errand", Hidden: o.hidden(Field{Name: FieldTool, Value: counter.PlaceOrder}),
		}}
	}
	for _, currency := range slices.Sorted(maps.Keys(sums)) {
		v.Total = append(v.Total, priceText(p.Language, catalog.Price{Minor: sums[currency], Currency: currency}))
	}
	if len(v.Total) == 0 {
		v.Total = []string{p.T("basket.unknown")}
	}
	switch {
	case unknown > 0 && gone > 0:
		v.Short = p.N("basket.without-both", unknown, "Gone", gone)
	case unknown > 0:
		v.Short = p.N("basket.without-priceless", unknown)
	case gone > 0:
		v.Short = p.N("basket.without-gone", gone)
	}
	return v
}

// PutNotice tells what became of putting a product into the basket, which a browser that
// keeps no cookie is not known to have.
func (p *Presenter) PutNotice(lines []BasketLine, product string, known bool) string {
	i := slices.IndexFunc(lines, func(l BasketLine) bool { return l.Product == product })
	switch {
	case i >= 0:
		return p.T("basket.now-in", "Title", lines[i].Title)
	case !known:
		return p.T("basket.no-cookies")
	}
	return ""
}

// basketItem presents a line of the basket; now is the product as the shop has it, nil
// when it does not.
func basketItem(w *words.Language, l *BasketLine, now *catalog.Product, id string, o *Origin) Item {
	it := Item{Title: l.Title, Gone: now == nil, Remove: Form{Action: "/basket/change", Hidden: o.hidden(
		Field{Name: FieldProduct, Value: l.Product}, Field{Name: FieldQuantity, Value: "0"})}}
	if now == nil {
		if l.Price.Known() {
			it.Notes = []string{w.T("basket.cost", "Then", priceText(w, l.Price))}
		}
		return it
	}
	it.URL = o.Address("/p/" + url.PathEscape(now.ID))
	it.Title, it.Picture = now.Title, pictureURL(now)
	it.Price = priceText(w, now.Price)
	it.Sum = priceText(w, catalog.Price{Minor: now.Price.Minor * int64(l.Quantity), Currency: now.Price.Currency})
	it.Put = putForm(l.Product, id, now.Title, l.Quantity, true, o)
	if now.Title != l.Title {
		it.Notes = append(it.Notes, w.T("basket.called", "Title", l.Title))
	}
	if note := priceNote(w, l.Price, now.Price); note != "" {
		it.Notes = append(it.Notes, note)
	}
	switch {
	case now.Stock == 0:
		it.Notes = append(it.Notes, w.T("basket.sold-out"))
	case now.Stock > 0 && now.Stock < l.Quantity:
		it.Notes = append(it.Notes, w.N("basket.few-left", now.Stock))
	}
	return it
}

// priceNote tells how a price has changed; nothing when it has not.
func priceNote(w *words.Language, then, now catalog.Price) string {
	switch {
	case then == now:
		return ""
	case !then.Known():
		return w.T("basket.cost-unknown-then")
	case !now.Known():
		return w.T("basket.cost-unknown-now", "Then", priceText(w, then))
	case then.Currency != now.Currency:
		return w.T("basket.cost", "Then", priceText(w, then))
	}
	change, id := now.Minor-then.Minor, "basket.cost-more"
	if change < 0 {
		change, id = -change, "basket.cost-less"
	}
	return w.T(id, "Then", priceText(w, then), "Change", priceText(w, catalog.Price{Minor: change, Currency: now.Currency}))
}
