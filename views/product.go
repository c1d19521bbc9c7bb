package views

import (
	"net/url"
	"strconv"
	"strings"

	"shopclerk/agent/shop/orders"
	"shopclerk/catalog"
	"shopclerk/catalog/caption"
	"shopclerk/search"
	"shopclerk/words"
)

// Described is a product with what is known of its category.
type Described struct {
	*catalog.Product
	Category *catalog.Category
	Shelf    *catalog.Shelf
	Row      int // of the shelf
}

// Product presents one product, of which so many are in the basket, with what there is to
// choose about the whole that it is a variant of. One of which nothing is chosen yet can
// not be put into the basket. The query is that of the page's address.
func (p *Presenter) Product(d *Described, whole *catalog.Product, similar []catalog.Product, held int, query url.Values, o *Origin) Product {
	v := Product{
		Page: p.Page(d.Title), Back: o.Back, Title: d.Title, Category: d.Category.Name, Brand: d.Brand,
		Price: productPriceText(p.Language, d.Product), Picture: Picture{URL: pictureURL(d.Product)}, Stock: stockText(p.Language, d.Stock),
		Rating: ratingText(p.Language, d.Rating), Ratings: d.Ratings,
		Put:     putForm(d.ID, "put", d.Title, max(1, held), held > 0, o),
		Compare: Link{Text: p.T("compare.compare"), URL: o.Address("/compare", FieldPick, d.ID)},
		Fit:     fitVerdicts(p.Language, d, &o.Need),
		Details: detailsOf(p.Language, d, &o.Need),
	}
	for i := range similar {
		v.Similar = append(v.Similar, productTile(p.Language, &similar[i], p.T("compare.compare"), o, d.ID, similar[i].ID))
	}
	for _, line := range strings.Split(d.Description, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			v.Description = append(v.Description, line)
		}
	}
	if d.Link != "" {
		v.Shop = Link{Text: p.T("product.in-shop"), URL: d.Link}
	}
	if len(whole.Variants) > 0 {
		options := chosenOptions(whole, d.ID, query)
		v.Title, v.Choices = whole.Title, choicesOf(whole, options, o)
		if chosen := whole.Chosen(d.ID); chosen == nil {
			v.Put, v.Stock, v.Choose = Put{}, "", toChoose(p.Language, whole, options)
		} else if chosen.Stock == 0 && !v.Put.In {
			v.Put = Put{}
		}
	}
	if at := Position(query.Get); at > 0 && v.Put.Form.Action != "" {
		v.Put.Form.Hidden = append(v.Put.Form.Hidden, Field{Name: QueryPosition, Value: strconv.Itoa(at)})
	}
	return v
}

// ratingText spells a rating; an unrated product has none.
func ratingText(w *words.Language, r float64) string {
	if r <= 0 {
		return ""
	}
	return w.Fixed(r, 1)
}

// stockText spells how many pieces there are; −1 stands for nobody knows.
func stockText(w *words.Language, n int) string {
	switch {
	case n == 0:
		return w.T("product.sold-out")
	case n > 0:
		return w.N("product.in-stock", n)
	}
	return ""
}

// productTile presents a product in short, with the way to comparing the given ones.
func productTile(w *words.Language, p *catalog.Product, text string, o *Origin, compared ...string) Tile {
	return Tile{
		URL: o.Address("/p/" + url.PathEscape(p.ID)), Title: p.Title, Price: productPriceText(w, p),
		Picture: Picture{URL: pictureURL(p)},
		Compare: Link{Text: text, URL: compareURL(o, compared)},
	}
}

// compareURL is the address of a comparison.
func compareURL(o *Origin, ids []string) string {
	var fields []string
	for _, id := range ids {
		fields = append(fields, FieldPick, id)
	}
	return o.Address("/compare", fields...)
}

// putForm is the form for how many of a product shall be in the basket; in says that
// some are.
func putForm(product, id, title string, quantity int, in bool, o *Origin) Put {
	action := "/basket"
	if in {
		action = "/basket/change"
	}
	return Put{
		Form: Form{Action: action, Hidden: o.hidden(Field{Name: FieldProduct, Value: product})},
		ID:   id, Product: title, In: in, Quantity: quantity, Most: orders.MostPieces,
	}
}

// putOneForm is the form that puts one piece into the basket without asking how many.
func putOneForm(product, id, title string, o *Origin) Put {
	p := putForm(product, id, title, 0, false, o)
	p.Form.Hidden = append(p.Form.Hidden, Field{Name: FieldQuantity, Value: "1"})
	return p
}

// fitVerdicts tells how a product stands to all that was asked for, most important first:
// by the judgement that tells full from near matches in the list.
func fitVerdicts(w *words.Language, d *Described, n *search.Need) []Verdict {
	wanted := n.Wanted()
	out := make([]Verdict, len(wanted))
	for i := range wanted {
		v := Verdict{Kind: Met, Asked: demandText(d, &wanted[i])}
		if l, met := wanted[i].Lack(d.Shelf, d.Row); !met {
			v.Kind = Missed
			if l.Unknown {
				v.Kind = Unknown
			} else if a, ok := d.Category.Aspect(wanted[i].Demand.Condition.Key); ok {
				v.Has = caption.Values(w, &a, l.Has)
			}
		}
		out[i] = v
	}
	return out
}

// demandText words a demand, with its aspect where its chip does not name it.
func demandText(d *Described, w *search.Wanted) string {
	a, ok := d.Category.Aspect(w.Demand.Condition.Key)
	if !ok || a.Key == catalog.KeyPrice || strings.Contains(strings.ToLower(w.Text), strings.ToLower(a.Label)) {
		return w.Text
	}
	return a.Label + ": " + w.Text
}

// detailsOf presents all attributes of a product in the category's order, by how much they tell:
// what was asked for comes first.
func detailsOf(w *words.Language, d *Described, n *search.Need) []Attribute {
	verdicts := aspectVerdicts(d, n)
	var asked, rest []Attribute
	for _, a := range d.Category.Aspects {
		values := d.Of(a.Key)
		if len(values) == 0 || a.Key == catalog.KeyPrice || a.Key == catalog.KeyBrand || a.Key == catalog.KeyRating {
			continue
		}
		verdict, wanted := verdicts[a.Key]
		attribute := Attribute{Label: a.Label, Value: caption.Values(w, &a, values), Matched: verdict == Met}
		if wanted {
			asked = append(asked, attribute)
		} else {
			rest = append(rest, attribute)
		}
	}
	return append(asked, rest...)
}

// aspectVerdicts judges a product by aspect: it meets what is wanted of an aspect when it
// meets all of it.
func aspectVerdicts(d *Described, n *search.Need) map[string]VerdictKind {
	out := map[string]VerdictKind{}
	wanted := n.Wanted()
	for i := range wanted {
		key := wanted[i].Demand.Condition.Key
		l, met := wanted[i].Lack(d.Shelf, d.Row)
		switch {
		case !met && l.Unknown:
			out[key] = Unknown
		case !met:
			out[key] = Missed
		case out[key] == "":
			out[key] = Met
		}
	}
	return out
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
func compareRows(w *words.Language, columns []*Described, n *search.Need) []CompareGroup {
	judged := make([]map[string]VerdictKind, len(columns))
	for i, d := range columns {
		judged[i] = aspectVerdicts(d, n)
	}
	var asked, differ, askedSame, same []CompareRow
	for _, a := range comparedFeatures(w, columns) {
		row := CompareRow{Label: a.label}
		differs, wanted, told := false, false, false
		for i, d := range columns {
			cell := CompareCell{Value: a.value(d), Fit: judged[i][a.key]}
			wanted = wanted || cell.Fit != ""
			told = told || cell.Value != ""
			differs = differs || cell.Value != a.value(columns[0])
			row.Cells = append(row.Cells, cell)
		}
		switch {
		case !told:
		case differs && wanted:
			asked = append(asked, row)
		case differs:
			differ = append(differ, row)
		case wanted:
			askedSame = append(askedSame, row)
		default:
			same = append(same, row)
		}
	}
	title := w.T("compare.same")
	if len(columns) == 1 {
		title = w.T("compare.details")
	}
	var out []CompareGroup
	if rows := append(asked, differ...); len(rows) > 0 {
		out = append(out, CompareGroup{Title: w.T("compare.differ"), Differs: true, Rows: rows})
	}
	if rows := append(askedSame, same...); len(rows) > 0 {
		out = append(out, CompareGroup{Title: title, Rows: rows})
	}
	return out
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
				return caption.Values(w, &own, d.Of(a.Key))
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
