package main

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"

	"shopclerk/agent/basket"
	"shopclerk/catalog"
	"shopclerk/views"
)

// basket presents the basket at today's prices. What has changed since a product
// was put in is told, and a product that the shop no longer has keeps its line.
func (p *presenter) basket(lines []basket.Line, products map[string]*catalog.Product, o *origin) views.Basket {
	v := views.Basket{Page: p.page("Basket"), Back: o.back}
	sums := map[string]int64{} // by currency
	unknown, gone := 0, 0
	for i := range lines {
		l := &lines[i]
		now := products[l.Product]
		it := item(l, now, "item"+strconv.Itoa(i+1), o)
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
	for _, currency := range slices.Sorted(maps.Keys(sums)) {
		v.Total = append(v.Total, price(catalog.Price{Minor: sums[currency], Currency: currency}))
	}
	if len(v.Total) == 0 {
		v.Total = []string{"unknown"}
	}
	switch {
	case unknown > 0 && gone > 0:
		v.Short = fmt.Sprintf("Without %s whose price is unknown, and %d that the shop no longer has.", views.Products(unknown), gone)
	case unknown > 0:
		v.Short = "Without " + views.Products(unknown) + " whose price is unknown."
	case gone > 0:
		v.Short = "Without " + views.Products(gone) + " that the shop no longer has."
	}
	return v
}

// item presents a line of the basket; now is the product as the shop has it, nil
// when it does not.
func item(l *basket.Line, now *catalog.Product, id string, o *origin) views.Item {
	it := views.Item{Title: l.Title, Gone: now == nil, Remove: views.Form{Action: "/basket/change", Hidden: o.hidden(
		views.Field{Name: fieldProduct, Value: l.Product}, views.Field{Name: views.FieldQuantity, Value: "0"})}}
	if now == nil {
		if l.Price.Known() {
			it.Notes = []string{"It cost " + price(l.Price) + " when you put it in."}
		}
		return it
	}
	it.URL = o.address("/p/" + url.PathEscape(now.ID))
	it.Title, it.Picture = now.Title, views.Picture{URL: pictureURL(now)}
	it.Price = price(now.Price)
	it.Sum = price(catalog.Price{Minor: now.Price.Minor * int64(l.Quantity), Currency: now.Price.Currency})
	it.Put = put(l.Product, id, now.Title, l.Quantity, true, o)
	if now.Title != l.Title {
		it.Notes = append(it.Notes, "It was called “"+l.Title+"” when you put it in.")
	}
	if note := priceNote(l.Price, now.Price); note != "" {
		it.Notes = append(it.Notes, note)
	}
	switch {
	case now.Stock == 0:
		it.Notes = append(it.Notes, "It is out of stock.")
	case now.Stock > 0 && now.Stock < l.Quantity:
		it.Notes = append(it.Notes, fmt.Sprintf("Only %d in stock.", now.Stock))
	}
	return it
}

// priceNote tells how a price has changed; nothing when it has not.
func priceNote(then, now catalog.Price) string {
	switch {
	case then == now:
		return ""
	case !then.Known():
		return "Its price was not known when you put it in."
	case !now.Known():
		return "It cost " + price(then) + " when you put it in; its price is not known now."
	case then.Currency != now.Currency:
		return "It cost " + price(then) + " when you put it in."
	}
	change, direction := now.Minor-then.Minor, "more"
	if change < 0 {
		change, direction = -change, "less"
	}
	return fmt.Sprintf("It cost %s when you put it in: now %s %s.", price(then), price(catalog.Price{Minor: change, Currency: now.Currency}), direction)
}
