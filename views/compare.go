package views

import (
	"net/url"
	"slices"
	"strings"

	"shopclerk/catalog"
	"shopclerk/words"
)

// Compare is the page that shows products side by side.
type Compare struct {
	Page    Page
	Origin  *Origin
	Columns []*Described      // in the order chosen; at most [MostCompared]
	Gone    int               // products that were asked for and that the shop does not have
	Left    []catalog.Product // those beyond the columns
}

// MostCompared is how many products stand side by side: on a laptop they fit the
// page, and more are a list.
const MostCompared = 4

// FieldPick is the field that names a product to compare, once for each.
const FieldPick = "p"

// mostPicked is how many ids of an address are looked up: some more than a comparison
// shows, so that those left out can be named, and no more than a list's page.
const mostPicked = 20

// Picked are the products that an address names to be compared, each once.
func Picked(query url.Values) []string {
	var ids []string
	for _, id := range query[FieldPick] {
		if !slices.Contains(ids, id) && len(ids) < mostPicked {
			ids = append(ids, id)
		}
	}
	return ids
}

// compareURL is the address of a comparison.
func compareURL(o *Origin, ids ...string) string {
	var fields []string
	for _, id := range ids {
		fields = append(fields, FieldPick, id)
	}
	return o.Address("/compare", fields...)
}

// without lists the ids of all columns but one.
func (c *Compare) without(column int) []string {
	var ids []string
	for i, d := range c.Columns {
		if i != column {
			ids = append(ids, d.ID)
		}
	}
	return ids
}

// leftTitles names the products that are left out.
func (c *Compare) leftTitles(w *words.Language) string {
	var titles []string
	for _, p := range c.Left {
		titles = append(titles, p.Title)
	}
	return strings.Join(titles, w.T("language.comma"))
}

// CompareRow is one attribute of the compared products.
type CompareRow struct {
	Label   string
	Differs bool // the products differ in it
	Cells   []CompareCell
}

// CompareCell is what one product is.
type CompareCell struct {
	Value        string // empty: the catalogue does not say
	Asked, Meets bool   // something was asked for of it, and the product meets all of that
}

// rows lists what the products are: first in what they differ, what was asked for before the rest.
func (c *Compare) rows(w *words.Language) []CompareRow {
	met := make([]map[string]bool, len(c.Columns))
	for i, d := range c.Columns {
		met[i] = d.met(&c.Origin.Need)
	}
	var ranked [4][]CompareRow
	for _, f := range c.features(w) {
		row := CompareRow{Label: f.label}
		rank, known := 3, false
		for i, d := range c.Columns {
			cell := CompareCell{Value: f.value(d)}
			cell.Meets, cell.Asked = met[i][f.key]
			known = known || cell.Value != ""
			row.Differs = row.Differs || cell.Value != f.value(c.Columns[0])
			if cell.Asked {
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

// features lists what the products are compared by: the fields that all have, then the aspects of
// their categories, each once, in the order of the first that has it.
func (c *Compare) features(w *words.Language) []feature {
	out := []feature{
		{catalog.KeyPrice, w.T("compare.price"), func(d *Described) string { return productPriceText(w, d.Product) }},
		{catalog.KeyRating, w.T("compare.rating"), func(d *Described) string {
			if d.Rating <= 0 {
				return ""
			}
			return w.T("product.rating-of", "Rating", w.Fixed(d.Rating, 1))
		}},
		{catalog.KeyBrand, w.T("compare.brand"), func(d *Described) string { return d.Brand }},
		{"stock", w.T("compare.stock"), func(d *Described) string { return stockText(w, d.Stock) }},
		{catalog.KeyCategory, w.T("compare.category"), func(d *Described) string { return catalog.LastLevel(d.Category.Path) }},
	}
	for _, column := range c.Columns {
		for _, a := range column.Category.Aspects {
			if !slices.ContainsFunc(out, func(f feature) bool { return f.key == a.Key }) {
				out = append(out, feature{a.Key, a.Label, func(d *Described) string { return d.values(w, a.Key, d.Of(a.Key)) }})
			}
		}
	}
	return out
}
