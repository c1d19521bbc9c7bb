package discover

import (
	"maps"
	"slices"
	"strings"

	"shopclerk/catalog"
)

// What follows changes a converted product as if its record had said otherwise:
// [Schema.Product] of the changed record gives the same.

// SetBrand gives a product another brand, "" for none.
func (s *Schema) SetBrand(p *catalog.Product, brand string) {
	p.Brand = tidy(brand)
	if b, ok := s.Brands[fold(p.Brand)]; ok {
		p.Brand = b
	}
	var values []catalog.Value
	if p.Brand != "" {
		values = textValues([]string{p.Brand})
	}
	setAttribute(p, catalog.KeyBrand, values)
}

// SetPrice gives a product another price. One in a currency that is not the category's
// is shown and not compared.
func (s *Schema) SetPrice(p *catalog.Product, price catalog.Price) {
	p.Price = price
	setAttribute(p, catalog.KeyPrice, PriceValues(p, s.Currency))
}

// PriceValues returns what a product's price is compared by in a category of a currency: the
// lowest and the highest, where its variants differ. A price in another currency is shown
// and not compared.
func PriceValues(p *catalog.Product, currency string) []catalog.Value {
	if !p.Price.Known() || p.Price.Currency != currency {
		return nil
	}
	if low, high := catalog.PriceSpan(p.Variants); low.Minor < high.Minor && low.Currency == currency {
		return span(low.Major(), high.Major())
	}
	return []catalog.Value{numberValue(p.Price.Major())}
}

// SetRating gives a product another rating, 0 for none.
func (s *Schema) SetRating(p *catalog.Product, rating float64) {
	p.Rating = rating
	var values []catalog.Value
	if rating > 0 {
		values = []catalog.Value{numberValue(rating)}
	}
	setAttribute(p, catalog.KeyRating, values)
}

// SetAttribute gives a product another value of a feed's attribute; the zero Raw takes
// it away. Attributes that the profile has not seen are left out.
func (s *Schema) SetAttribute(p *catalog.Product, key string, v catalog.Raw) {
	rule, ok := s.rule(key)
	if !ok {
		return
	}
	var values, rest []catalog.Value
	if plausible(v) {
		values, rest = rule.values(v)
	}
	setAttribute(p, rule.Key, values)
	if rule.Rest != "" {
		setAttribute(p, rule.Rest, rest)
	}
}

// setAttribute puts values in their place among a product's attributes; none take it away.
func setAttribute(p *catalog.Product, key string, values []catalog.Value) {
	i, found := slices.BinarySearchFunc(p.Attributes, key, func(a catalog.Attribute, k string) int { return strings.Compare(a.Key, k) })
	switch {
	case len(values) == 0 && found:
		p.Attributes = slices.Delete(p.Attributes, i, i+1)
	case len(values) > 0 && found:
		p.Attributes[i] = catalog.Attribute{Key: key, Values: values}
	case len(values) > 0:
		p.Attributes = slices.Insert(p.Attributes, i, catalog.Attribute{Key: key, Values: values})
	}
}

// Restate returns an aspect with the statistics of its column, as profiling all records
// that it holds would state them; whether it can be asked about and by how many it can
// be answered stay as they were learned. Beyond 16,384 distinct values profiling
// estimates, and this counts.
func Restate(a catalog.Aspect, c *catalog.Column) catalog.Aspect {
	rows := len(c.Offsets) - 1
	having := 0
	counts := make([]int, len(c.Values))
	spans := map[[2]uint32]int{} // ranges, from the least number to the greatest
	for i := range rows {
		codes := c.Row(i)
		if len(codes) > 0 {
			having++
		}
		if len(codes) > 1 && a.Kind == catalog.Numeric {
			spans[[2]uint32{codes[0], codes[len(codes)-1]}]++
			continue
		}
		for _, code := range codes {
			counts[code]++
		}
	}
	counts = slices.AppendSeq(counts, maps.Values(spans))
	a.Distinct = 0
	for _, n := range counts {
		a.Distinct += Indicator(n > 0)
	}
	a.Coverage, a.Entropy = share(having, rows), entropyOf(slices.Values(counts), 1)
	return a
}
