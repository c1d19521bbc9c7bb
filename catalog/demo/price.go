package demo

import (
	"math"

	"shopclerk/catalog"
)

// price multiplies the category's typical price by the factors of all values
// drawn and by log-normal noise, keeps it within the category's bounds and
// rounds it to an amount that a shop would print, which may lie a few percent
// beyond a bound.
func (g *generator) price() catalog.Price {
	p := g.category.price
	amount := p.Typical * math.Exp(p.Spread*g.rand.NormFloat64())
	for a := range g.drawn {
		v := &g.drawn[a]
		for _, k := range v.at[:v.n] {
			amount *= v.table.prices[k]
		}
	}
	amount = min(max(amount, p.Lowest), p.Highest)
	return catalog.Price{Minor: printable(amount, g.rand.IntN(4)), Currency: p.Currency}
}

// printable rounds an amount to one of four endings customary at its size, and
// returns it in minor units: 4.49, 24.95, 189.00, 1249.00.
func printable(amount float64, ending int) int64 {
	switch {
	case amount < 10:
		return int64(amount)*100 + [...]int64{49, 90, 95, 99}[ending]
	case amount < 100:
		return int64(amount)*100 + [...]int64{0, 90, 95, 99}[ending]
	case amount < 300:
		return int64(amount/5)*500 + [...]int64{0, 400, 495, 499}[ending]
	case amount < 1000:
		return int64(amount/10)*1000 + [...]int64{0, 500, 900, 999}[ending]
	}
	return int64(amount/50)*5000 + [...]int64{0, 2900, 4900, 4999}[ending]
}
