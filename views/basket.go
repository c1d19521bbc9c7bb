package views

import (
	"maps"
	"slices"

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

// total spells the sum in each currency, and what the sum leaves out.
func (b *Basket) total(w *words.Language) (sums []string, short string) {
	minor := map[string]int64{} // by currency
	unknown, gone := 0, 0
	for _, l := range b.Lines {
		switch now := b.Products[l.Product]; {
		case now == nil:
			gone++
		case now.Price.Known():
			minor[now.Price.Currency] += now.Price.Minor * int64(l.Quantity)
		default:
			unknown++
		}
	}
	for _, currency := range slices.Sorted(maps.Keys(minor)) {
		sums = append(sums, priceText(w, catalog.Price{Minor: minor[currency], Currency: currency}))
	}
	if len(sums) == 0 {
		sums = []string{w.T("basket.unknown")}
	}
	switch {
	case unknown > 0 && gone > 0:
		short = w.N("basket.without-both", unknown, "Gone", gone)
	case unknown > 0:
		short = w.N("basket.without-priceless", unknown)
	case gone > 0:
		short = w.N("basket.without-gone", gone)
	}
	return sums, short
}

// changesSince tells what has changed about a product since it was put in; now is nil for one that
// the shop no longer has.
func changesSince(w *words.Language, l *shop.Item, now *catalog.Product) []string {
	if now == nil {
		if l.Price.Known() {
			return []string{w.T("basket.cost", "Then", priceText(w, l.Price))}
		}
		return nil
	}
	var out []string
	if now.Title != l.Title {
		out = append(out, w.T("basket.called", "Title", l.Title))
	}
	if note := priceNote(w, l.Price, now.Price); note != "" {
		out = append(out, note)
	}
	switch {
	case now.Stock == 0:
		out = append(out, w.T("basket.sold-out"))
	case now.Stock > 0 && now.Stock < l.Quantity:
		out = append(out, w.N("basket.few-left", now.Stock))
	}
	return out
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
