package views

import (
	"maps"
	"slices"
	"strings"

	"shopclerk/agent/shop"
	"shopclerk/catalog"
	"shopclerk/words"
)

// Basket is the page of what a shopper means to buy.
type Basket struct {
	Page     Page
	Origin   *Origin
	Notice   string // what the last click did; may be empty
	Lines    []shop.Item
	Products map[string]*catalog.Product // those that the shop still has, at today's prices
}

// PutNotice tells what became of putting a product into the basket, which a browser that
// keeps no cookie is not known to have.
func PutNotice(w *words.Language, lines []shop.Item, product string, known bool) string {
	i := slices.IndexFunc(lines, func(l shop.Item) bool { return l.Product == product })
	switch {
	case i >= 0:
		return w.T("basket.now-in", "Title", lines[i].Title)
	case !known:
		return w.T("basket.no-cookies")
	}
	return ""
}

// total spells the sum in each currency, and counts the lines that it leaves out.
func (b *Basket) total(w *words.Language) (sum string, without int) {
	minor := map[string]int64{} // by currency
	for _, l := range b.Lines {
		if now := b.Products[l.Product]; now != nil && now.Price.Known() {
			minor[now.Price.Currency] += now.Price.Minor * int64(l.Quantity)
		} else {
			without++
		}
	}
	var sums []string
	for _, currency := range slices.Sorted(maps.Keys(minor)) {
		sums = append(sums, priceText(w, catalog.Price{Minor: minor[currency], Currency: currency}))
	}
	if sums == nil {
		return w.T("basket.unknown"), without
	}
	return strings.Join(sums, " + "), without
}

// lineTitle is what a line's product is called now, or was when the shop had it.
func lineTitle(l *shop.Item, now *catalog.Product) string {
	if now == nil {
		return l.Title
	}
	return now.Title
}

// lineNotes tell what is to know about a line of the basket; now is nil for a product that the shop
// no longer has.
func lineNotes(w *words.Language, l *shop.Item, now *catalog.Product) []string {
	var out []string
	if now == nil {
		out = append(out, w.T("basket.gone"))
	}
	if l.Price.Known() && (now == nil || now.Price != l.Price) {
		out = append(out, w.T("basket.cost", "Then", priceText(w, l.Price)))
	}
	switch {
	case now == nil:
	case now.Stock == 0:
		out = append(out, w.T("basket.sold-out"))
	case now.Stock > 0 && now.Stock < l.Quantity:
		out = append(out, w.N("basket.few-left", now.Stock))
	}
	return out
}
