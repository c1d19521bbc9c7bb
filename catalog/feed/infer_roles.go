package feed

import (
	"cmp"
	"fmt"
	"slices"
)

// guess describes how a role is recognised.
type guess struct {
	role  string
	names []string                                 // folded names that mean the role, likeliest first
	words []string                                 // words in a name that hint at it
	fits  func(f *fieldStats, products int) bool   // whether the values can fill it
	bonus func(f *fieldStats) int                  // prefers one field that fits to another; nil for none
	why   func(f *fieldStats, products int) string // what speaks for it; nil for the coverage
}

var titleNames = []string{"title", "product_title", "product_name", "item_name", "name", "item_title", "display_name", "productname", "produktname", "titel", "bezeichnung", "label"}

// guesses lists the roles in the order in which they choose, each a field that
// no earlier one took.
var guesses = []guess{
	{
		role:  "id",
		names: []string{"id", "sku", "product_id", "item_id", "productid", "itemid", "asin", "uuid", "uniq_id", "article_number", "article_id", "artikelnummer", "item_number", "product_code", "code", "handle", "mpn", "gtin", "ean", "upc", "isbn"},
		words: []string{"id", "sku"},
		fits: func(f *fieldStats, products int) bool {
			return f.present >= products*99/100 && f.unique() >= 0.99 && f.lists == 0 && f.bools == 0 && f.fractions == 0 && f.meanChars() <= 64 && f.share(f.urls) < 0.5
		},
		why: func(f *fieldStats, products int) string {
			if f.unique() == 1 {
				return "unique, " + percent(f.present, products)
			}
			return fmt.Sprintf("%s distinct, %s", percent(len(f.distinct), f.present), percent(f.present, products))
		},
	},
	{
		role: "title", names: titleNames, words: []string{"title", "name"},
		fits: func(f *fieldStats, products int) bool {
			return f.present*10 >= products*8 && f.share(f.texts) > 0.95 && f.meanChars() >= 3 && f.share(f.urls) < 0.05 && f.share(f.numbers) < 0.5
		},
		why: textWhy,
	},
	{
		role:  "price",
		names: []string{"sale_price", "price", "price_min", "price_usd", "price_eur", "current_price", "selling_price", "final_price", "unit_price", "amount", "preis", "list_price", "price.value", "price.amount", "cost"},
		words: []string{"price", "preis"},
		fits: func(f *fieldStats, _ int) bool {
			return f.share(f.amounts) >= 0.9 && !f.hasWord("per", "count", "currency", "date", "id")
		},
		bonus: func(f *fieldStats) int {
			if f.hasWord("max", "old", "original", "list", "was", "regular", "msrp", "rrp") {
				return -10
			}
			return 0
		},
		why: func(f *fieldStats, products int) string {
			median, _ := f.median()
			return fmt.Sprintf("%s, median %g", percent(f.present, products), median)
		},
	},
	{
		role:  "currency",
		names: []string{"currency", "price_currency", "currency_code", "price.currency", "pricecurrency"},
		fits: func(f *fieldStats, _ int) bool {
			return f.share(f.texts) > 0.9 && f.meanChars() == 3
		},
	},
	{
		role:  "image",
		names: []string{"image_link", "image_url", "image", "featured_image_url", "main_image", "picture", "img", "img_high", "img_500x500", "image_src", "images", "imgurl", "photo", "thumbnail"},
		words: []string{"image", "img", "picture", "photo", "images"},
		fits: func(f *fieldStats, _ int) bool {
			return f.share(max(f.urls, f.images)) >= 0.8
		},
		bonus: func(f *fieldStats) int {
			if f.hasWord("thumb", "thumbnail", "low", "small", "additional", "icon", "brand", "logo") {
				return -40
			}
			return 0
		},
	},
	{
		role:  "link",
		names: []string{"link", "url", "product_url", "product_link", "permalink", "canonical_url", "canonical_link", "href", "deeplink", "website"},
		words: []string{"url", "link"},
		fits: func(f *fieldStats, _ int) bool {
			return f.share(f.urls) >= 0.9 && f.share(f.images) < 0.1
		},
	},
	{
		role:  "rating",
		names: []string{"rating", "average_rating", "review_rating", "product_review_rating", "star_rating", "avg_rating", "stars", "rating_average", "rating.average", "reviews.rating", "score"},
		words: []string{"rating", "stars"},
		fits: func(f *fieldStats, _ int) bool {
			_, largest := f.median()
			return f.share(f.numbers) >= 0.9 && f.negative == 0 && largest <= 100 && !f.hasWord("count", "number", "num", "energy", "power", "voltage", "rated")
		},
		why: func(f *fieldStats, products int) string {
			_, largest := f.median()
			return fmt.Sprintf("%s, at most %g", percent(f.present, products), largest)
		},
	},
	{
		role:  "ratings",
		names: []string{"ratings_count", "rating_count", "review_count", "reviews_count", "product_review_count", "number_of_reviews", "num_reviews", "num_ratings", "ratings", "reviews", "rating.count"},
		fits: func(f *fieldStats, _ int) bool {
			return f.share(f.numbers) >= 0.9 && f.fractions == 0 && f.negative == 0
		},
	},
	{
		role:  "stock",
		names: []string{"inventory_quantity", "stock", "stock_quantity", "quantity", "qty", "availability", "in_stock", "in_stock_any", "instock", "is_in_stock", "available", "bestand"},
		fits:  func(f *fieldStats, _ int) bool { return f.lists == 0 && f.share(f.urls) < 0.9 },
	},
	{
		role:  "category",
		names: []string{"category", "product_category", "category_path", "category_full_path", "product_type", "google_product_category", "categories", "main_category", "category_name", "category.name", "taxonomy", "department", "kategorie", "breadcrumbs", "breadcrumb", "type"},
		words: []string{"category", "categories", "taxonomy"},
		fits: func(f *fieldStats, products int) bool {
			enough := f.present*10 >= products*5
			if f.folded == "type" { // a word of many meanings
				enough = f.present*10 >= products*9
			}
			return enough && f.texts+f.lists == f.present && f.numbers == 0 && f.pairs == 0 && f.share(f.urls) == 0 &&
				len(f.distinct) <= max(20, f.present/3) && f.meanChars() < 150
		},
		bonus: func(f *fieldStats) int {
			if f.share(f.levels) > 0.5 {
				return 10
			}
			return 0
		},
		why: func(f *fieldStats, products int) string {
			return fmt.Sprintf("%s, %d values", percent(f.present, products), len(f.distinct))
		},
	},
	{
		role:  "brand",
		names: []string{"brand", "brand_name", "brand.name", "manufacturer", "manufacturer.name", "vendor", "supplier", "maker", "marke", "hersteller", "producer", "label"},
		fits: func(f *fieldStats, products int) bool {
			return f.share(f.texts) > 0.95 && f.meanChars() < 60 && (products < 50 || f.unique() < 0.9)
		},
		why: func(f *fieldStats, products int) string {
			return fmt.Sprintf("%s, %d values", percent(f.present, products), len(f.distinct))
		},
	},
	{
		role:  "description",
		names: []string{"description", "long_description", "product_description", "body_html", "short_description", "desc", "summary", "body", "beschreibung", "details", "overview", "text", "about"},
		words: []string{"description"},
		fits: func(f *fieldStats, products int) bool {
			return f.share(f.texts) > 0.9 && f.meanChars() >= 20 && f.present*5 >= products && f.share(f.urls) < 0.1
		},
		why: textWhy,
	},
}

func textWhy(f *fieldStats, products int) string {
	return fmt.Sprintf("text, %s, %.0f characters on average", percent(f.present, products), f.meanChars())
}

func percent(n, of int) string {
	share := 100 * float64(n) / float64(max(1, of))
	if n < of && share > 99.9 {
		share = 99.9
	}
	if share == float64(int(share)) || share > 1 && share < 99 {
		return fmt.Sprintf("%.0f %%", share)
	}
	return fmt.Sprintf("%.1f %%", share)
}

// What a name is worth. The distance exceeds every bonus.
const (
	exactScore = 200
	hintScore  = 100
)

// score says how well a field's name suits the role; 0 means not at all. An
// exact name beats any hint.
func (g guess) score(f *fieldStats) int {
	score := 0
	if i := slices.Index(g.names, f.folded); i >= 0 {
		score = exactScore + len(g.names) - i
	} else if f.hasWord(g.words...) {
		score = hintScore
	}
	if score > 0 && g.bonus != nil {
		score += g.bonus(f)
	}
	return score
}

// choose picks the field for a role among those not taken: the best name, then
// the better coverage, then the earlier field. It returns nil when none fits.
func (g guess) choose(fields []*fieldStats, taken map[*fieldStats]bool, products int) *fieldStats {
	var fit []*fieldStats
	for _, f := range fields {
		score := g.score(f)
		// What only sounds like it must at least be common.
		if taken[f] || score == 0 || score < exactScore && f.present*5 < products || !g.fits(f, products) {
			continue
		}
		fit = append(fit, f)
	}
	if fit == nil {
		return nil
	}
	return slices.MinFunc(fit, func(a, b *fieldStats) int {
		return cmp.Or(cmp.Compare(g.score(b), g.score(a)), cmp.Compare(b.present, a.present), cmp.Compare(a.order, b.order))
	})
}

// unnamedTitle picks a title where no name says it: mostly distinct texts of
// more than one word and of a title's length.
func unnamedTitle(fields []*fieldStats, taken map[*fieldStats]bool, products int) *fieldStats {
	var best *fieldStats
	for _, f := range fields {
		if taken[f] || f.present*10 < products*9 || f.share(f.texts) < 0.95 || f.share(f.spaced) < 0.5 ||
			f.meanChars() < 5 || f.meanChars() > 150 || f.share(f.urls) > 0 || f.share(f.times) > 0.5 {
			continue
		}
		if best == nil || f.unique() > best.unique() {
			best = f
		}
	}
	return best
}

// longText picks a description where no name says it.
func longText(fields []*fieldStats, taken map[*fieldStats]bool) *fieldStats {
	var best *fieldStats
	for _, f := range fields {
		if taken[f] || f.share(f.texts) < 0.9 || f.share(f.spaced) < 0.9 || f.meanChars() < 80 || f.share(f.urls) > 0.1 || f.share(f.piped) > 0.3 {
			continue
		}
		if best == nil || f.meanChars() > best.meanChars() {
			best = f
		}
	}
	return best
}
