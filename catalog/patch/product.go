package patch

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
)

// Light are the fields that no index knows: changing them leaves a product its place.
// All others make it another product to whatever looks for words.
var light = map[string]bool{"price": true, "stock": true, "rating": true, "ratings": true, "image": true, "link": true}

// ofVariant are the fields that a variant has.
var ofVariant = map[string]bool{"price": true, "stock": true, "image": true, "link": true, "options": true}

// Of is what the patch says of a variant of a product, where its id is that variant's:
// nothing of fields that only products have.
func (p *Patch) Of(product string) Patch {
	return Patch{ID: product, Variant: p.ID, Version: p.Version, Delete: p.Delete,
		Price: p.Price, Stock: p.Stock, Image: p.Image, Link: p.Link, Options: p.Options}
}

// Light reports whether the patch leaves a product in its place: nothing but what no index knows is changed.
func (p *Patch) Light() bool {
	for name := range p.fields() {
		if !light[name] {
			return false
		}
	}
	return !p.Delete
}

// Product is a product of the catalogue with what patches say of it, converted as the
// import that learned the schemas of its categories would have; base nil is a product
// that the catalogue does not have. false: there is no such product, because of a
// tombstone, because a new one lacks title or category, or because its category is not
// one of the schemas', or because of its variants the last is gone. Attributes that the
// schema does not know wait for the next import, and so do options of new variants that
// no attribute of the category is named like.
//
// In another category a product has what its attributes were converted to, converted
// once more: where the import had unified spellings, or units, the feed's own are lost.
func (i *Item) Product(id string, base *catalog.Product, schemas map[string]*discover.Schema) (catalog.Product, bool) {
	var p catalog.Product
	if base != nil && i.Deleted == 0 {
		p = *base
		p.Attributes = append([]catalog.Attribute(nil), base.Attributes...)
		if c, ok := i.Fields["category"]; ok && c.Value != base.Category && schemas[base.Category] != nil {
			p.Category = c.Value.(string)
			if s := schemas[p.Category]; s != nil {
				s.Adopt(&p, schemas[base.Category])
			}
		}
	} else {
		title, hasTitle := i.Fields["title"]
		category, hasCategory := i.Fields["category"]
		if !hasTitle || !hasCategory {
			return p, false
		}
		p = catalog.Product{ID: id, Title: title.Value.(string), Category: category.Value.(string), Stock: -1}
	}
	s := schemas[p.Category]
	if s == nil {
		return p, false
	}
	for _, name := range slices.Sorted(maps.Keys(i.Fields)) {
		v := i.Fields[name].Value
		switch name {
		case "title":
			s.SetTitle(&p, v.(string))
		case "description":
			p.Description = v.(string)
		case "brand":
			s.SetBrand(&p, v.(string))
		case "price":
			s.SetPrice(&p, v.(catalog.Price))
		case "rating":
			s.SetRating(&p, v.(float64))
		case "ratings":
			p.Ratings = v.(int)
		case "stock":
			p.Stock = v.(int)
		case "image":
			p.Image = v.(string)
		case "link":
			p.Link = v.(string)
		default:
			if key, ok := strings.CutPrefix(name, attribute); ok {
				s.SetAttribute(&p, key, v.(catalog.Raw))
			}
		}
	}
	variants, others := i.variants(&p)
	if len(variants) > 0 || len(p.Variants) > 0 {
		s.SetVariants(&p, variants, others)
	}
	return p, len(variants) > 0 || !others
}

// variants are the forms in which the product is sold: those that p has, in their order,
// then those that patches made, in theirs. others: they are other ones than p's, or told
// apart otherwise.
func (i *Item) variants(p *catalog.Product) (out []catalog.Variant, others bool) {
	take := func(v catalog.Variant) {
		if f, ok := i.of(v.ID, "price"); ok {
			v.Price = f.(catalog.Price)
		}
		if f, ok := i.of(v.ID, "stock"); ok {
			v.Stock = f.(int)
		}
		if said := i.Variants[v.ID]; said != nil {
			if f, ok := said.Fields["image"]; ok {
				v.Image = f.Value.(string)
			}
			if f, ok := said.Fields["link"]; ok {
				v.Link = f.Value.(string)
			}
			if f, ok := said.Fields["options"]; ok {
				v.Options, others = f.Value.([]catalog.Option), true
			}
		}
		if !slices.ContainsFunc(out, func(w catalog.Variant) bool { return slices.Equal(v.Options, w.Options) }) {
			out = append(out, v)
		}
	}
	for _, v := range p.Variants {
		if said := i.Variants[v.ID]; said != nil && said.Deleted > 0 {
			others = true
			continue
		}
		take(v)
	}
	var made []string
	for id, said := range i.Variants {
		options, _ := said.Fields["options"].Value.([]catalog.Option)
		if len(options) > 0 && (said.Deleted > 0 || p.Chosen(id) == nil) {
			made = append(made, id)
		}
	}
	slices.SortFunc(made, func(a, b string) int {
		return cmp.Or(cmp.Compare(i.Variants[a].Fields["options"].Version, i.Variants[b].Fields["options"].Version), cmp.Compare(a, b))
	})
	for _, id := range made {
		take(catalog.Variant{ID: id, Stock: -1})
	}
	return out, others
}

// of returns what is said of a variant's price or stock, by its own patches or by those of
// its product, whichever has the higher version.
func (i *Item) of(id, field string) (any, bool) {
	f, ok := i.Fields[field]
	if n, isStock := f.Value.(int); isStock && n > 0 {
		ok = false // of all variants together
	}
	if said := i.Variants[id]; said != nil {
		if own, has := said.Fields[field]; has && (!ok || own.Version >= f.Version) {
			return own.Value, true
		}
		ok = ok && f.Version > said.Deleted
	}
	return f.Value, ok
}
