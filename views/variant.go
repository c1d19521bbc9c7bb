package views

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// productPriceText spells a product's price; of one whose variants differ in it, the lowest.
func productPriceText(w *words.Language, p *catalog.Product) string {
	if p.From() {
		return w.T("product.from", "Price", priceText(w, p.Price))
	}
	return priceText(w, p.Price)
}

// queryChosen names, in a product's address, an option that is chosen while others are
// not: its name, "=" and its value.
const queryChosen = "with"

// chosenOptions reads what is chosen of a product: by the id of a variant, else by the
// address.
func chosenOptions(p *catalog.Product, id string, query url.Values) []catalog.Option {
	if v := p.Chosen(id); v != nil {
		return v.Options
	}
	var out []catalog.Option
	for _, c := range p.Choices() {
		for _, value := range c.Values {
			if slices.Contains(query[queryChosen], c.Name+"="+value) {
				out = append(out, catalog.Option{Name: c.Name, Value: value})
				break
			}
		}
	}
	return out
}

// choicesOf presents what there is to choose about a product. Each value is a way to the
// variant that has it and what is chosen already, or to the product with so much
// chosen, where that is not one variant.
func choicesOf(p *catalog.Product, chosen []catalog.Option, o *Origin) []FormChoice {
	var out []FormChoice
	for i, c := range p.Choices() {
		choice := FormChoice{ID: "choice-" + strconv.Itoa(i+1), Name: c.Name}
		var others []catalog.Option
		for _, x := range chosen {
			if x.Name == c.Name {
				choice.Chosen = x.Value
			} else {
				others = append(others, x)
			}
		}
		for _, value := range c.Values {
			address, left := chosenAddress(p, append(slices.Clip(others), catalog.Option{Name: c.Name, Value: value}), o)
			choice.Values = append(choice.Values, FormValue{Text: value, URL: address, Chosen: value == choice.Chosen, SoldOut: !left})
		}
		out = append(out, choice)
	}
	return out
}

// chosenAddress is the address of a product of which so much is chosen, the last of it just now,
// and whether any of that is left. What does not go together with the last is given up.
func chosenAddress(p *catalog.Product, chosen []catalog.Option, o *Origin) (address string, left bool) {
	have := p.Having(chosen)
	if len(have) == 0 {
		last := chosen[len(chosen)-1]
		have = []*catalog.Variant{p.With(chosen, last.Name, last.Value)}
	}
	left = slices.ContainsFunc(have, func(v *catalog.Variant) bool { return v.Stock != 0 })
	if len(have) == 1 {
		return o.Address("/p/" + url.PathEscape(have[0].ID)), left
	}
	var fields []string
	for _, x := range chosen {
		fields = append(fields, queryChosen, x.Name+"="+x.Value)
	}
	return o.Address("/p/"+url.PathEscape(p.ID), fields...), left
}

// colourNames are what feeds call colours, in the languages of shops.
var colourNames = []string{"colour", "color", "farbe", "couleur", "kleur", "colore", "cor", "färg", "väri", "kolor", "renk"}

func isColour(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(colourNames, func(c string) bool { return strings.Contains(name, c) })
}

// toChoose names what is still to be chosen about a product: "Colour, Size".
func toChoose(w *words.Language, p *catalog.Product, chosen []catalog.Option) string {
	var names []string
	for _, c := range p.Choices() {
		if !slices.ContainsFunc(chosen, func(o catalog.Option) bool { return o.Name == c.Name }) {
			names = append(names, c.Name)
		}
	}
	return strings.Join(names, w.T("language.comma"))
}

// fittingVariant returns the variant that has every value that was asked for of what there is
// to choose, nil where nothing was, or none has them all.
func fittingVariant(p *catalog.Product, n *search.Need) *catalog.Variant {
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
