package counter

import (
	"slices"
	"strings"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
)

// Scene is what words can point at: the products that are shown, in their order, and
// "it" when just one is. "tomorrow" follows the shopper's day.
func (c *Counter) Scene(shown []catalog.Product) tools.Scene {
	scene := tools.Scene{Today: c.now.Shopper.Today, Language: c.words, Shown: c.productValues(shown)}
	if len(shown) == 1 {
		scene.Recent = scene.Shown
	}
	return scene
}

// held are the products in the basket.
func (c *Counter) held() []tools.Value {
	var out []tools.Value
	for _, it := range c.now.Basket {
		v := tools.Value{Of: it.Article.ID, Label: c.say().line(it.Line), Names: []string{it.Title}, Traits: map[string]float64{}}
		if it.Product != nil {
			of := c.productValue(it.Product)
			v.Names, v.Traits = append(of.Names, it.Title), of.Traits
		}
		tracePrice(v, it.Price)
		out = append(out, v)
	}
	return out
}

// productValues are products as people point at them. Those of one title and price are
// told apart by what they differ in, so that a question between them can be answered.
func (c *Counter) productValues(of []catalog.Product) []tools.Value {
	out := make([]tools.Value, len(of))
	alike := map[string][]int{}
	for i := range of {
		out[i] = c.productValue(&of[i])
		alike[out[i].Label] = append(alike[out[i].Label], i)
	}
	for _, group := range alike {
		for _, i := range group {
			if len(group) > 1 {
				out[i].Label = c.words.T("orders.variant", "Title", out[i].Label, "Options", difference(of, group, i))
			}
		}
	}
	return out
}

// difference is what tells one of a group of products from the others, as far as its
// attributes do: in words before numbers, which say little without their names. If
// another says all the same, the id is.
func difference(of []catalog.Product, group []int, i int) string {
	rivals := slices.DeleteFunc(slices.Clone(group), func(j int) bool { return j == i })
	var out []string
	for _, numbers := range []bool{false, true} {
		for _, a := range of[i].Attributes {
			differs := func(j int) bool { return spelled(&of[j], a.Key) != spelled(&of[i], a.Key) }
			if (a.Values[0].Number != 0) == numbers && slices.ContainsFunc(rivals, differs) {
				out = append(out, spelled(&of[i], a.Key))
				rivals = slices.DeleteFunc(rivals, differs)
			}
		}
	}
	if len(rivals) > 0 {
		out = append(out, of[i].ID)
	}
	return strings.Join(out, ", ")
}

// spelled is what a product says of an attribute.
func spelled(p *catalog.Product, key string) string {
	var out []orders.Option
	for _, a := range p.Attributes {
		if a.Key == key {
			for _, v := range a.Values {
				out = append(out, orders.Option{Name: strings.ReplaceAll(key, "_", " "), Value: v.Text})
			}
		}
	}
	return options(out)
}

// productValue is a product as people point at it: by its title, its brand and what
// its attributes say ("the black one"), and by comparing its price, its rating and its
// measures. A flag that is set goes by its key ("the wireless one"); numbers are no
// names, as they count other things too.
func (c *Counter) productValue(p *catalog.Product) tools.Value {
	v := tools.Value{Of: p.ID, Label: p.Title, Names: []string{p.Title}, Traits: map[string]float64{}}
	if p.Brand != "" {
		v.Names = append(v.Names, p.Brand)
	}
	for _, a := range p.Attributes {
		for _, of := range a.Values {
			switch text := strings.ToLower(of.Text); {
			case of.Number != 0 || text == "" || text == "no":
				continue
			case text == "yes":
				v.Names = append(v.Names, strings.ReplaceAll(a.Key, "_", " "))
			default:
				v.Names = append(v.Names, of.Text)
			}
		}
		if len(a.Values) == 1 && a.Values[0].Number != 0 {
			v.Traits[a.Key] = a.Values[0].Number
		}
	}
	if p.Rating > 0 {
		v.Traits["rating"] = p.Rating
	}
	if p.Price.Known() {
		price := c.say().money(p.Price)
		if p.From() {
			price = c.words.T("product.from", "Price", price)
		}
		v.Label = c.words.T("orders.priced", "What", p.Title, "Price", price)
	}
	tracePrice(v, p.Price)
	return v
}
