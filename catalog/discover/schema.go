package discover

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"shopclerk/catalog"
)

// A Schema is what a Profile concluded: the aspects of one category and the
// rules that convert its records. It can be stored as JSON.
type Schema struct {
	Records  int    `json:"records"`            // profiled
	Currency string `json:"currency,omitempty"` // of KeyPrice: the commonest
	// Brands maps folded brand names to the commonest spelling, for those that
	// have more than one.
	Brands  map[string]string `json:"brands,omitempty"`
	Aspects []catalog.Aspect  `json:"aspects"` // sorted by key
	Rules   []Rule            `json:"rules"`   // sorted by raw key
}

// Schema decides, from all records added so far, on aspects and rules.
func (p *Profile) Schema() *Schema {
	columns := slices.SortedFunc(maps.Values(p.columns), func(a, b *column) int { return strings.Compare(a.raw, b.raw) })
	keyed := make([][]string, len(columns))
	for i, c := range columns {
		keyed[i] = c.keyed
	}
	prefix := prefixLen(keyed)
	found := make([]finding, 0, len(columns)+3)
	for _, c := range columns {
		if len(c.keyed) == 0 {
			continue
		}
		hint := p.hints[c.raw]
		f := finding{column: c, rule: c.decide(hint)}
		f.key = strings.Join(c.keyed[prefix:], "_")
		if f.label = hint.Label; f.label == "" {
			f.label, f.full = labelOf(c.raw, prefix)
			f.label = dropUnit(f.label, f.rule, c.keyed)
		}
		f.spread, f.rest = c.spreads(&f.rule)
		f.records = c.records - f.rest.total()
		f.visibility = c.visibility(prefix, &p.vocab)
		f.answerable = p.answerable(c, prefix, f.rule.Kind, f.spread)
		found = append(found, f)
	}
	disambiguate(found)
	s := &Schema{
		Records: p.records, Currency: p.currency(),
		Brands: commonSpellings(p.brands.counts, nil),
	}
	for _, f := range found {
		s.Rules = append(s.Rules, f.rule)
	}
	s.Aspects = judge(append(found, p.fields()...), p.records)
	return s
}

// A finding is what was found out about one attribute on the way to its aspect.
type finding struct {
	column     *column // nil: it comes from the record's own fields
	rule       Rule
	key, label string
	full       string // the label with all words of the key; empty when it was given
	records    int    // with a value that was read
	spread     spread
	rest       spread // of texts that a Numeric rule could not read
	visibility float64
	answerable float64
}

// fields returns the findings about the record's own fields.
func (p *Profile) fields() []finding {
	var found []finding
	put := func(key, label string, kind catalog.Kind, symbol string, s *sample) {
		if s.total > 0 {
			found = append(found, finding{
				rule: Rule{Key: key, Kind: kind, Unit: symbol}, key: key, label: label,
				visibility: 1, answerable: 1, // what to spend and whose make to trust, all who buy can say
				records: s.total, spread: s.counts,
			})
		}
	}
	brands := sample{total: p.brands.total, counts: make(map[string]int)}
	spell := commonSpellings(p.brands.counts, nil)
	for b, n := range p.brands.counts {
		brands.counts[cmp.Or(spell[fold(b)], b)] += n
	}
	put(catalog.KeyBrand, "Brand", catalog.Single, "", &brands)
	if c := p.currency(); c != "" {
		put(catalog.KeyPrice, "Price", catalog.Numeric, c, p.prices[c])
	}
	put(catalog.KeyRating, "Rating", catalog.Numeric, "", &p.ratings)
	return found
}

// dropUnit takes the unit that the key named off the label's end.
func dropUnit(label string, r Rule, keyed []string) string {
	if r.Kind != catalog.Numeric || r.Unit == "" || trailingUnit(keyed) != r.Unit {
		return label
	}
	if i := strings.LastIndexByte(label, ' '); i > 0 {
		return label[:i]
	}
	return label
}

// disambiguate makes keys and labels unique in the category. The attribute with
// most products keeps the plain form; others say what tells them apart: the
// unit, else the whole key, else the kind, else a number.
func disambiguate(found []finding) {
	order := make([]int, len(found))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(found[b].column.records, found[a].column.records), cmp.Compare(found[a].rule.Raw, found[b].rule.Raw))
	})
	keys := map[string]bool{catalog.KeyBrand: true, catalog.KeyPrice: true, catalog.KeyRating: true, catalog.KeyCategory: true}
	labels := map[string]bool{"brand": true, "price": true, "rating": true}
	unitful := make(map[string]int)
	for i := range found {
		unitful[strings.ToLower(found[i].label)]++
	}
	for _, i := range order {
		f := &found[i]
		kind := f.rule.Kind.String()
		f.key = firstFree(keys, f.key, f.key+"_"+kind, f.key+"_")
		base, second := f.label, f.label+" ("+kind+")"
		switch {
		case f.rule.Kind == catalog.Flag:
			second = f.label + " (yes or no)"
		case f.rule.Unit != "" && unitful[strings.ToLower(base)] > 1:
			base = f.label + " (" + f.rule.Unit + ")"
		}
		if f.full != "" && labels[strings.ToLower(base)] && !labels[strings.ToLower(f.full)] {
			base = f.full
		}
		f.label = firstFree(labels, base, second, f.label+" ")
		f.rule.Key = f.key
		if len(f.rest) > 0 || f.rule.Kind == catalog.Numeric && f.column.values.full {
			note := f.key + "_note"
			f.rule.Rest = firstFree(keys, note, note+"_"+kind, note+"_")
		}
	}
}

// firstFree returns, and takes, the first name not taken without regard to
// case: first, second, or one with a number at its end.
func firstFree(taken map[string]bool, first, second, numbered string) string {
	name := first
	for n := 1; taken[strings.ToLower(name)]; n++ {
		if name = second; n > 1 {
			name = numbered + strconv.Itoa(n)
		}
	}
	taken[strings.ToLower(name)] = true
	return name
}

// Product converts a record. It keeps every plausible value of the attributes
// that were profiled; attributes the profile has not seen, or that a hint told
// it to ignore, are left out. The record is not changed or referred to.
func (s *Schema) Product(r *catalog.Record) catalog.Product {
	p := catalog.Product{
		ID: r.ID, Category: r.Category, Title: Tidy(r.Title), Description: r.Description, Brand: Tidy(r.Brand), Price: r.Price,
		Rating: r.Rating, Ratings: r.Ratings, Stock: r.Stock, Image: r.Image, Link: r.Link, Variants: r.Variants,
	}
	put := func(key string, values []catalog.Value) {
		if key != "" && len(values) > 0 {
			p.Attributes = append(p.Attributes, catalog.Attribute{Key: key, Values: values})
		}
	}
	if p.Brand != "" {
		p.Brand = cmp.Or(s.Brands[fold(p.Brand)], p.Brand)
		put(catalog.KeyBrand, textValues([]string{p.Brand}))
	}
	put(catalog.KeyPrice, PriceValues(&p, s.Currency))
	if r.Rating > 0 {
		put(catalog.KeyRating, []catalog.Value{numberValue(r.Rating)})
	}
	for _, a := range r.Attributes {
		i, ok := slices.BinarySearchFunc(s.Rules, a.Key, func(r Rule, raw string) int { return strings.Compare(r.Raw, raw) })
		if ok && plausible(a.Value) {
			values, rest := s.Rules[i].values(a.Value)
			put(s.Rules[i].Key, values)
			put(s.Rules[i].Rest, rest)
		}
	}
	slices.SortFunc(p.Attributes, func(a, b catalog.Attribute) int { return strings.Compare(a.Key, b.Key) })
	return p
}
