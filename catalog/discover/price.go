package discover

import (
	"maps"
	"slices"

	"shopclerk/catalog"
)

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

// Restate returns an aspect with the statistics of its column, as profiling all records
// that it holds would state them; whether it can be asked about and by how many it can
// be answered stay as they were learned. Profiling counts the first 16,384
// distinct values, this all.
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
	a.Coverage, a.Entropy = share(having, rows), Entropy(slices.Values(counts))
	return a
}
