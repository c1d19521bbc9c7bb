package views

import (
	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
	"slices"
	"strconv"
	"strings"
)

// Compare is the page that shows products side by side.
type Compare struct {
	Page    Page
	Back    Link
	Notes   []string     // what was asked for and is not shown, and why
	Columns []Column     // the products, in the order chosen; at most [MostCompared]
	Rows    []CompareRow // first those in which the products differ, of those what was asked for
}

// MostCompared is how many products stand side by side: on a laptop they fit the
// page, and more are a list.
const MostCompared = 4

// FieldPick is the field that names a product to compare, once for each.
const FieldPick = "p"

// Column is one product of a comparison.
type Column struct {
	Tile
	Without Link // the comparison without it
	Put     Put
}

// CompareRow is one attribute of the compared products.
type CompareRow struct {
	Label   string
	Differs bool          // the products differ in it
	Cells   []CompareCell // one a column
}

// CompareCell is what one product is.
type CompareCell struct {
	Value string      // empty: the catalogue does not say
	Fit   VerdictKind // to what was asked for; empty where nothing was
}

// compareURL is the address of a comparison.
func compareURL(o *Origin, ids []string) string {
	var fields []string
	for _, id := range ids {
		fields = append(fields, FieldPick, id)
	}
	return o.Address("/compare", fields...)
}

// Compare presents products side by side.
func (p *Presenter) Compare(columns []*Described, o *Origin) Compare {
	v := Compare{Page: p.Page(p.T("compare.title")), Back: o.Back}
	ids := make([]string, len(columns))
	for i, d := range columns {
		ids[i] = d.ID
	}
	for i, d := range columns {
		without := append(append([]string{}, ids[:i]...), ids[i+1:]...)
		column := Column{
			Tile:    productTile(p.Language, d.Product, "", o, d.ID),
			Without: Link{Text: p.T("compare.take-away"), URL: compareURL(o, without)},
		}
		if len(d.Variants) == 0 { // else one is chosen on its page
			column.Put = putOneForm(d.ID, "put"+strconv.Itoa(i+1), d.Title, o)
		}
		v.Columns = append(v.Columns, column)
	}
	v.Rows = compareRows(p.Language, columns, &o.Need)
	return v
}

// compareRows lists what the products are: first in what they differ, what was
// asked for before the rest.
func compareRows(w *words.Language, columns []*Described, n *search.Need) []CompareRow {
	judged := make([]map[string]VerdictKind, len(columns))
	for i, d := range columns {
		judged[i] = aspectVerdicts(d, n)
	}
	var ranked [4][]CompareRow
	for _, a := range comparedFeatures(w, columns) {
		row := CompareRow{Label: a.label}
		rank, known := 3, false
		for i, d := range columns {
			cell := CompareCell{Value: a.value(d), Fit: judged[i][a.key]}
			known = known || cell.Value != ""
			row.Differs = row.Differs || cell.Value != a.value(columns[0])
			if cell.Fit != "" {
				rank = 2
			}
			row.Cells = append(row.Cells, cell)
		}
		if row.Differs {
			rank -= 2
		}
		if known {
			ranked[rank] = append(ranked[rank], row)
		}
	}
	return slices.Concat(ranked[:]...)
}

// feature is something to compare products by.
type feature struct {
	key, label string
	value      func(*Described) string
}

// comparedFeatures lists what products are compared by: the fields that all have, then the
// aspects of their categories, each once, in the order of the first that has it.
func comparedFeatures(w *words.Language, columns []*Described) []feature {
	out := []feature{
		{catalog.KeyPrice, w.T("compare.price"), func(d *Described) string { return productPriceText(w, d.Product) }},
		{catalog.KeyRating, w.T("compare.rating"), func(d *Described) string {
			if d.Rating <= 0 {
				return ""
			}
			return w.T("product.rating-of", "Rating", ratingText(w, d.Rating))
		}},
		{catalog.KeyBrand, w.T("compare.brand"), func(d *Described) string { return d.Brand }},
		{"", w.T("compare.stock"), func(d *Described) string { return stockText(w, d.Stock) }},
		{"", w.T("compare.category"), func(d *Described) string { return catalog.LastLevel(d.Category.Path) }},
	}
	seen := map[string]bool{catalog.KeyPrice: true, catalog.KeyRating: true, catalog.KeyBrand: true}
	for _, column := range columns {
		for _, a := range column.Category.Aspects {
			if seen[a.Key] {
				continue
			}
			seen[a.Key] = true
			out = append(out, feature{a.Key, a.Label, func(d *Described) string {
				own, ok := d.Category.Aspect(a.Key) // units differ between categories
				if !ok {
					return ""
				}
				return reply.Values(w, &own, d.Of(a.Key))
			}})
		}
	}
	return out
}

// CompareNotes tells what was asked for and is not shown.
func CompareNotes(w *words.Language, gone int, left []catalog.Product) []string {
	var out []string
	if gone > 0 {
		out = append(out, w.N("compare.gone", gone))
	}
	if len(left) > 0 {
		titles := make([]string, len(left))
		for i, p := range left {
			titles[i] = p.Title
		}
		out = append(out, w.T("compare.left-out", "Most", MostCompared, "Titles", strings.Join(titles, w.T("language.comma"))))
	}
	return out
}
