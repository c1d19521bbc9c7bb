package patch

import (
	"strings"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
)

// Light are the fields that no index knows: changing them leaves a product its place.
// All others make it another product to whatever looks for words.
var light = map[string]bool{"price": true, "stock": true, "rating": true, "ratings": true, "image": true, "link": true}

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
// one of the schemas'. Of a product that is in the catalogue the category stays.
// Attributes that the schema does not know wait for the next import.
func (i *Item) Product(id string, base *catalog.Product, schemas map[string]*discover.Schema) (catalog.Product, bool) {
	var p catalog.Product
	if base != nil && i.Deleted == 0 {
		p = *base
		p.Attributes = append([]catalog.Attribute(nil), base.Attributes...)
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
	for _, name := range i.names() {
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
	return p, true
}
