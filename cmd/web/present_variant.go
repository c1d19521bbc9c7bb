package main

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"shopclerk/catalog"
	"shopclerk/catalog/picture"
	"shopclerk/search"
	"shopclerk/views"
	"shopclerk/words"
)

// priceOf spells a product's price; of one whose variants differ in it, the lowest.
func priceOf(w *words.Language, p *catalog.Product) string {
	if low, high := catalog.PriceSpan(p.Variants); low.Minor < high.Minor {
		return w.T("product.from", "Price", price(w, low))
	}
	return price(w, p.Price)
}

// choices presents what there is to choose about a product, each value as the way to
// the variant that has it and is else most like the chosen one; nil is none yet.
func choices(w *words.Language, p *catalog.Product, chosen *catalog.Variant, o *origin) []views.FormChoice {
	var out []views.FormChoice
	for i, c := range p.Choices() {
		choice := views.FormChoice{ID: "choice-" + strconv.Itoa(i+1), Name: c.Name}
		if chosen != nil {
			choice.Chosen = chosen.Of(c.Name)
		}
		for _, value := range c.Values {
			v := p.With(chosen, c.Name, value)
			it := views.FormValue{
				Text: value, URL: o.address("/p/" + url.PathEscape(v.ID)), Chosen: value == choice.Chosen, SoldOut: v.Stock == 0,
			}
			it.Swatch, _ = picture.Named(value)
			choice.Values = append(choice.Values, it)
		}
		if !slices.ContainsFunc(choice.Values, func(v views.FormValue) bool { return v.Swatch != "" && isColour(c.Name) }) {
			for k := range choice.Values {
				choice.Values[k].Swatch = "" // "rose" may be a scent
			}
		}
		out = append(out, choice)
	}
	return out
}

// colourNames are what feeds call colours, in the languages of shops.
var colourNames = []string{"colour", "color", "farbe", "couleur", "kleur", "colore", "cor", "färg", "väri", "kolor", "renk"}

func isColour(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(colourNames, func(c string) bool { return strings.Contains(name, c) })
}

// toChoose names what is to be chosen about a product: "colour and size".
func toChoose(w *words.Language, p *catalog.Product) string {
	var names []string
	for _, c := range p.Choices() {
		names = append(names, c.Name)
	}
	return strings.Join(names, w.T("language.comma"))
}

// fitting returns the variant that has every value that was asked for of what there is
// to choose, nil where nothing was, or none has them all.
func fitting(p *catalog.Product, n *search.Need) *catalog.Variant {
	asked := map[string][]string{} // by option
	wanted := n.Wanted()
	for i := range wanted {
		d := &wanted[i].Demand
		for _, c := range p.Choices() {
			for _, value := range c.Values {
				if !d.Not && slices.ContainsFunc(d.Condition.Values, func(x string) bool { return catalog.Same(x, value) }) {
					asked[c.Name] = append(asked[c.Name], value)
				}
			}
		}
	}
	if len(asked) == 0 {
		return nil
	}
	for i := range p.Variants {
		v := &p.Variants[i]
		fits := v.Stock != 0
		for name, values := range asked {
			fits = fits && slices.Contains(values, v.Of(name))
		}
		if fits {
			return v
		}
	}
	return nil
}
