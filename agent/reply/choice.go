package reply

import (
	"shopclerk/catalog"
	"shopclerk/words"
)

// Choice says what to choose among, of products that have all that was asked for: the first
// of them, which matches best, and of the others the cheapest that costs less and the best
// rated that is rated better, each with the difference. It is "" where there is nothing to
// choose among.
func Choice(w *words.Language, fit []*catalog.Product) string {
	if len(fit) < 2 {
		return ""
	}
	best := fit[0]
	said := w.T("reply.yours", "Product", Short(best))
	var cheaper, better *catalog.Product
	for _, p := range fit[1:] {
		if p.Price.Currency == best.Price.Currency && p.Price.Minor < best.Price.Minor && (cheaper == nil || p.Price.Minor < cheaper.Price.Minor) {
			cheaper = p
		}
		if rating(p) > rating(best) && rating(best) > 0 && (better == nil || rating(p) > rating(better)) {
			better = p
		}
	}
	if cheaper != nil {
		less := catalog.Price{Minor: best.Price.Minor - cheaper.Price.Minor, Currency: best.Price.Currency}
		money := catalog.Aspect{Key: catalog.KeyPrice, Kind: catalog.Numeric, Unit: less.Currency}
		said += " " + w.T("reply.yours-cheaper", "Product", Short(cheaper), "Less", Amount(w, &money, less.Major()))
	}
	if better != nil {
		said += " " + w.T("reply.yours-rated", "Product", Short(better), "Rating", w.Fixed(rating(better), 1), "Than", w.Fixed(rating(best), 1))
	}
	return said
}

// rating is what customers gave a product, 0 for nothing.
func rating(p *catalog.Product) float64 {
	if v := p.Of(catalog.KeyRating); len(v) > 0 {
		return v[0].Number
	}
	return 0
}
