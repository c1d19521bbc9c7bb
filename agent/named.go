package agent

import (
	"slices"

	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/catalog"
)

// mostCalled is how many products are compared by their names, and mostAlike how many titles have the words
// that name one of them.
const mostCalled, mostAlike = 4, 12

// named are the products that a part calls by their names, or by what tells these from others: one of each of
// the sides that it sets beside each other.
func (h *heard) named(m *nlu.Message, c *nlu.Clause) []catalog.Product {
	var out []catalog.Product
	for _, side := range nlu.Sides(m, c) {
		var best catalog.Product
		most := 0
		toks := m.Tokens[side[0]:side[1]]
		text := m.Text[toks[0].Start:toks[len(toks)-1].End]
		plain, alike := false, 0
		_, err := h.agent.config.Engine.Named(h.ctx, text, titlesRead, func(p *catalog.Product) bool {
			n, named := called(toks, p)
			if n == most {
				alike++
			}
			if n > most || n == most && (named && !plain || named == plain && n > 0 && len(p.Title) < len(best.Title)) {
				if n > most {
					alike = 1
				}
				best, most, plain = *p, n, named
			}
			return false
		})
		number := slices.ContainsFunc(toks, func(t language.Token) bool { return t.Kind == language.Number }) // of another model
		if most < 2 || !plain && (alike > mostAlike || number || !h.rare(toks)) {
			continue
		}
		if err == nil && len(out) < mostCalled && !slices.ContainsFunc(out, func(p catalog.Product) bool { return p.ID == best.ID }) {
			out = append(out, best)
		}
	}
	return out
}

// rare reports whether a text has a word that nobody says of other things: "xcover".
func (h *heard) rare(toks []language.Token) bool {
	return slices.ContainsFunc(toks, func(t language.Token) bool { return t.Kind == language.Word && len(t.Form) > 3 && !h.everyday(t.Form) })
}

// called returns how many tokens of a text stand in a product's title one behind the other, and whether they
// name it by themselves: they are the whole title, or all of it but the brand, or have a number of a model.
func called(toks []language.Token, p *catalog.Product) (most int, plain bool) {
	title, brand := names(language.Tokenize(p.Title)), language.Forms(p.Brand)
	said := names(toks)
	own := len(title)
	for _, t := range title {
		if slices.Contains(brand, t.Form) {
			own--
		}
	}
	for i := range said {
		for k := range title {
			n, model, rest := 0, false, own
			for i+n < len(said) && k+n < len(title) && said[i+n].Form == title[k+n].Form {
				model = model || n > 0 && said[i+n].Kind == language.Number && said[i+n-1].Kind == language.Word
				if !slices.Contains(brand, said[i+n].Form) {
					rest--
				}
				n++
			}
			measure := i+n < len(said) && n > 0 && said[i+n-1].Kind == language.Number && isUnit(said, i+n) // "27 inch"
			if n > most && rest < own && !measure {
				most, plain = n, model || rest == 0
			}
		}
	}
	return most, plain
}

// names are the tokens of a text without its marks.
func names(toks []language.Token) []language.Token {
	return slices.DeleteFunc(slices.Clone(toks), func(t language.Token) bool { return t.Kind == language.Mark })
}

// isUnit reports whether a unit stands at token i.
func isUnit(toks []language.Token, i int) bool {
	_, next := language.UnitAt(toks, i)
	return next > i
}
