package views

import (
	"net/url"
	"slices"

	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/words"
)

// Compare is the page that shows products side by side.
type Compare struct {
	Page    Page
	Origin  *Origin
	Columns []*Described // in the order chosen; at most [MostCompared]
	Gone    int          // products that were asked for and that the shop does not have
	More    bool         // products were asked for beyond the columns
}

// MostCompared is how many products stand side by side: on a laptop they fit the
// page, and more are a list.
const MostCompared = 4

// FieldPick is the field that names a product to compare, once for each.
const FieldPick = "p"

// mostPicked is how many ids of an address are looked up: more than are shown, which it says.
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
	var fields []Field
	for _, id := range ids {
		fields = append(fields, Field{FieldPick, id})
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

// CompareRow is one attribute of the compared products.
type CompareRow struct {
	Label   string
	Differs bool // the products differ in it
	Asked   bool // something was asked for of it
	Cells   []CompareCell
}

// CompareCell is what one product is.
type CompareCell struct {
	Value string // empty: the catalogue does not say
	Meets bool   // the product meets all that was asked for
}

// rows lists what the products are, as far as it is known of one: the fields that all have, then the
// aspects of their categories, each once; first in what they differ, what was asked for before the
// rest.
func (c *Compare) rows(w *words.Language) []CompareRow {
	keys, labels := []string{catalog.KeyPrice, catalog.KeyRating, catalog.KeyBrand, catalog.KeyStock, catalog.KeyCategory}, fieldLabels(w)
	judged := make([]map[string]bool, len(c.Columns))
	for i, d := range c.Columns {
		_, lacks := d.verdicts(w, &c.Origin.Need)
		judged[i] = met(&c.Origin.Need, lacks)
		for _, a := range d.Category.Aspects {
			if labels[a.Key] == "" {
				keys, labels[a.Key] = append(keys, a.Key), reply.Label(w, &a)
			}
		}
	}
	var ranked [4][]CompareRow
	for _, key := range keys {
		row, known, rank := CompareRow{Label: labels[key]}, false, 0
		for i, d := range c.Columns {
			cell := CompareCell{Value: d.compared(w, key)}
			meets, asked := judged[i][key]
			cell.Meets, row.Asked = meets, row.Asked || asked
			known = known || cell.Value != ""
			row.Cells = append(row.Cells, cell)
			row.Differs = row.Differs || cell.Value != row.Cells[0].Value
		}
		if !row.Differs {
			rank += 2
		}
		if !row.Asked {
			rank++
		}
		if known {
			ranked[rank] = append(ranked[rank], row)
		}
	}
	return slices.Concat(ranked[:]...)
}

// fieldLabels names the fields that all products have, by their keys, in the page's language.
func fieldLabels(w *words.Language) map[string]string {
	out := map[string]string{
		catalog.KeyPrice: w.T("compare.price"), catalog.KeyRating: w.T("compare.rating"), catalog.KeyBrand: w.T("compare.brand"),
		catalog.KeyStock: w.T("compare.stock"), catalog.KeyCategory: w.T("compare.category"),
	}
	for key, label := range out {
		out[key] = w.Called(nil, key, "", label)
	}
	return out
}

// compared spells what a product is, "" where that is not known.
func (d *Described) compared(w *words.Language, key string) string {
	switch {
	case key == catalog.KeyPrice:
		return productPriceText(w, d.Product)
	case key == catalog.KeyRating && d.Rating > 0:
		return w.T("product.rating-of", "Rating", w.Fixed(d.Rating, 1))
	case key == catalog.KeyBrand:
		return brandOf(w, d.Product)
	case key == catalog.KeyStock:
		return stockText(w, d.Stock)
	case key == catalog.KeyCategory:
		return catalog.LastLevel(d.Category.Path)
	}
	return d.values(w, key, d.Of(key))
}
