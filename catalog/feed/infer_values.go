package feed

import (
	"fmt"
	"slices"
	"strings"
)

// price decides the unit and the currency of a price field.
func (g *gathered) price(f, currency *fieldStats, inf *Inference) *PriceRule {
	rule := &PriceRule{Field: Fields{f.name}, Unit: "major"}
	// Whole numbers are either whole euros or cents. Shops price in cents that
	// end in 95 or 99, and their median article costs less than a thousand.
	const implausible = 2000
	median, _ := f.median()
	whole := f.fractions == 0 && f.mainCurrency() == ""
	switch {
	case f.hasWord("cent", "cents", "minor"):
		rule.Unit = "minor"
		inf.Notes = append(inf.Notes, fmt.Sprintf("price: %s is read as cents, for its name says so", f.name))
	case whole && median >= implausible:
		rule.Unit = "minor"
		inf.Notes = append(inf.Notes, fmt.Sprintf("price: all values are whole numbers with a median of %.0f, so they are read as cents (%.2f). If they are not, set \"price.unit\": \"major\" in a mapping", median, median/100))
	case whole && len(f.values) > 0:
		inf.Notes = append(inf.Notes, fmt.Sprintf("price: all values are whole numbers with a median of %.0f, read as whole units. If they are cents, set \"price.unit\": \"minor\" in a mapping", median))
	}
	if currency != nil {
		rule.CurrencyField = Fields{currency.name}
	}
	if rule.Currency = f.mainCurrency(); rule.Currency != "" {
		return rule
	}
	for _, w := range words(f.folded) {
		if code := strings.ToUpper(w); slices.Contains([]string{"USD", "EUR", "GBP", "CHF", "JPY", "CAD", "AUD", "SEK", "PLN", "INR"}, code) {
			rule.Currency = code
			return rule
		}
	}
	rule.Currency = "USD"
	if currency == nil {
		inf.Notes = append(inf.Notes, "price: nothing names a currency, USD is assumed; set \"price.currency\" in a mapping")
	}
	return rule
}

// attributes decides which of the remaining fields are attributes, and how their
// lists are to be read.
func (g *gathered) attributes(taken map[*fieldStats]bool, inf *Inference) Attributes {
	a := Attributes{Fields: map[string]Rule{}}
	for _, f := range g.fields {
		if taken[f] {
			continue
		}
		if why := f.useless(); why != "" {
			a.Exclude = append(a.Exclude, f.name)
			inf.Dropped = append(inf.Dropped, Guess{Field: f.name, Why: why})
			continue
		}
		inf.Fields++
		switch {
		case f.share(f.piped) >= 0.3:
			a.Fields[f.name] = Rule{Separator: "|"}
		case f.pairs == 0 || f.pairs < f.lists:
		// A field that has single numbers too means a range by its pairs. One
		// that has pairs only names two things at once, as a resolution does.
		case f.share(f.numbers) >= 0.02 && f.share(f.pairs+f.numbers) > 0.95:
			a.Fields[f.name] = Rule{Pairs: PairRange}
		default:
			a.Fields[f.name] = Rule{Pairs: PairProduct}
		}
	}
	return a
}

// codeWords are words of names of codes that mean nothing to a shopper.
var codeWords = []string{"id", "sku", "ean", "gtin", "upc", "mpn", "isbn", "asin", "barcode", "handle", "slug", "uuid", "guid", "hash"}

// useless says why a field cannot be an attribute, "" when it can.
func (f *fieldStats) useless() string {
	const enough = 50 // products, before distinctness means anything
	switch {
	case f.hasWord("price", "preis", "msrp", "rrp", "currency"):
		return "another price"
	case f.share(max(f.urls, f.images)) >= 0.9:
		return "addresses"
	case f.share(f.times) >= 0.9:
		return "dates"
	case f.hasWord(codeWords...):
		return "codes"
	case slices.Contains(titleNames, f.folded) && f.unique() > 0.5:
		return "another title"
	case f.texts == f.present && f.meanChars() > 200:
		return "long text"
	case strings.HasSuffix(f.folded, "_count") && f.hasWord("image", "variant", "review", "photo", "media", "option"):
		return "a count of records"
	case f.present >= enough && f.texts == f.present && f.numbers == 0 && f.unique() > 0.98 && f.share(f.spaced) < 0.1:
		return "codes"
	}
	return ""
}

// knownFormat recognises a feed format by its field names, "" when it is none.
func (g *gathered) knownFormat() string {
	has := func(names ...string) int {
		n := 0
		for _, name := range names {
			if g.byName[name] != nil {
				n++
			}
		}
		return n
	}
	switch {
	case has("title") == 1 && has("enable_search", "enable_checkout", "is_eligible_search", "is_eligible_checkout") > 0,
		has("title", "seller_name", "product_category") == 3:
		return "acp"
	case has("id", "title", "image_link") == 3 && has("link", "availability", "google_product_category", "gtin", "mpn", "condition", "item_group_id") >= 2:
		return "google-merchant"
	}
	return ""
}

// shipped takes the mapping of a known format and tells the inference which of
// its fields the feed has.
func (g *gathered) shipped(name string, inf *Inference) (Mapping, error) {
	m, err := Shipped(name)
	if err != nil {
		return m, err
	}
	inf.Format = m.Name
	names := [roles]string{"id", "title", "description", "category", "brand", "price", "currency", "image", "link", "rating", "ratings", "stock"}
	used := map[string]bool{}
	for r, fields := range m.fields() {
		for _, field := range fields {
			if f := g.byName[fold(field)]; f != nil {
				used[f.folded] = true
				inf.Guesses = append(inf.Guesses, Guess{names[r], f.name, percent(f.present, g.products)})
			}
		}
	}
	include := foldAll(m.Attributes.Include)
	for _, f := range g.fields {
		switch {
		case likeAny(include, f.folded):
			inf.Fields++
		case !used[f.folded]:
			inf.Dropped = append(inf.Dropped, Guess{Field: f.name, Why: "not about the product"})
		}
	}
	for _, field := range m.Price.Field {
		if f := g.byName[fold(field)]; f != nil && m.Price.Currency == "" {
			m.Price.Currency = g.price(f, nil, inf).Currency
		}
	}
	return m, nil
}
