package agent

import (
	"slices"

	"shopclerk/agent/answer"
	"shopclerk/catalog"
	"shopclerk/catalog/caption"
	"shopclerk/search"
	"shopclerk/words"
)

// concludes says that nothing more is asked, and what to choose among: the best match, and
// of the others that have all of it the cheapest that costs less and the best rated that is
// rated better, each with the difference. It is "" while questions are asked, where none
// was answered, and where there is nothing to choose among.
func concludes(w *words.Language, t *Turn) string {
	answered := slices.ContainsFunc(t.Need.Evidence, func(e search.Evidence) bool { return !e.Said && !e.Answer.Skipped() })
	if len(t.Questions) > 0 || t.Need.Quiet || !answered || t.Fit() == 0 {
		return ""
	}
	var fit []*catalog.Product
	for i := range t.Products {
		if t.Ranking.Items[i].Full {
			fit = append(fit, &t.Products[i])
		}
	}
	if len(fit) < 2 {
		return ""
	}
	best := fit[0]
	said := w.T("reply.yours", "Product", answer.Short(best))
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
		said += " " + w.T("reply.yours-cheaper", "Product", answer.Short(cheaper), "Less", caption.Amount(w, &money, less.Major()))
	}
	if better != nil {
		said += " " + w.T("reply.yours-rated", "Product", answer.Short(better), "Rating", w.Fixed(rating(better), 1), "Than", w.Fixed(rating(best), 1))
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
