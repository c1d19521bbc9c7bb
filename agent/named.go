package agent

import (
	"math"
	"slices"

	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/agent/reply"
	"shopclerk/catalog"
)

// mostCalled is how many products are compared by their names, mostSides how many sides of a message are
// looked up for them, and mostAlike how many titles have the words that name one of them.
const mostCalled, mostSides, mostAlike = 4, 12, 12

// named are the products that a part calls by their names, or by what tells these from others: one of each of
// the sides that it sets beside each other.
func (h *heard) named(m *nlu.Message, c *nlu.Clause) (out []catalog.Product) {
	sides := nlu.Sides(m, c)
	sides = sides[:min(len(sides), mostSides-h.sides)]
	h.sides += len(sides)
	for _, side := range sides {
		var best catalog.Product
		toks := m.Tokens[side[0]:side[1]]
		text := m.Text[toks[0].Start:toks[len(toks)-1].End]
		most, plain, alike := 0, false, 0
		_, err := h.agent.config.Engine.Named(h.ctx, text, titlesRead, func(p *catalog.Product) bool {
			n, named := reply.Called(toks, p)
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
		if err == nil && len(out) < mostCalled {
			out = union(out, best)
		}
	}
	return out
}

// rare reports whether a text has a word that nobody says of other things: "xcover".
func (h *heard) rare(toks []language.Token) bool {
	return slices.ContainsFunc(toks, func(t language.Token) bool { return t.Kind == language.Word && len(t.Form) > 3 && !h.everyday(t.Form) })
}

// refs are the products that a part points at, else those asked about before it, or spoken of last, else the first.
func (h *heard) refs(c *nlu.Clause) []catalog.Product {
	out := h.pointed(c)
	if len(out) == 0 && len(h.asked) > 0 {
		out = h.asked[len(h.asked)-1].question.Products
	}
	if len(out) == 0 {
		out = h.spokenOf()
	}
	if len(out) == 0 {
		return h.shown[:min(1, len(h.shown))]
	}
	return out
}

// pointed are the products that a part points at: by their places, all, by what they have, or by their titles.
func (h *heard) pointed(c *nlu.Clause) (out []catalog.Product) {
	add := func(products ...catalog.Product) { out = union(out, products...) }
	refs, places := c.Of(nlu.Ref), h.places(c)
	most := func(s *nlu.Mention) bool { return s.Measure != nil && s.Measure.Degree == language.Superlative }
	if !slices.ContainsFunc(refs, func(s *nlu.Mention) bool { return most(s) && len(s.Places) > 0 }) { // "the two cheapest"
		for _, place := range places {
			add(h.shown[place-1])
		}
	}
	for _, s := range refs {
		if s.All && len(places) == 0 { // not of "which of these, 1 or 3?"
			add(h.shown[:min(mostMeant, len(h.shown))]...)
		}
		if having := h.having(s); len(having) > 0 {
			add(having[0])
		}
		if most(s) || s.Measure != nil && len(s.Places) == 0 && s.Measure.Degree != language.Positive { // "the cheapest one"
			add(h.extremesShown(s.Measure, max(1, len(s.Places)))...)
		}
	}
	for _, s := range c.Of(nlu.Ref, nlu.Is, nlu.Kind) {
		if named := h.titled(h.shown, s.Text); len(s.Places) == 0 && !s.All && 2*len(named) < len(h.shown) {
			add(named...)
		}
	}
	return out
}

// union adds to products those that are not among them.
func union(out []catalog.Product, more ...catalog.Product) []catalog.Product {
	for _, p := range more {
		if !slices.ContainsFunc(out, func(o catalog.Product) bool { return o.ID == p.ID }) {
			out = append(out, p)
		}
	}
	return out
}

// places are the places on the page that a part names, in the order said: "the first", "number 2", the 1 of "does 1
// have", and counts where it compares, "1 or 3", but not "2 carat".
func (h *heard) places(c *nlu.Clause) (out []int) {
	toks, point := language.Tokenize(c.Text), &h.tongue.Pointers
	add := func(place int) {
		if place == -1 {
			place = len(h.shown)
		}
		if place >= 1 && place <= len(h.shown) && !slices.Contains(out, place) {
			out = append(out, place)
		}
	}
	for i, t := range toks {
		refs := slices.DeleteFunc(c.Of(nlu.Ref, nlu.Qty), func(s *nlu.Mention) bool {
			return len(s.Places) == 0 || c.From+i < s.From || c.From+i >= s.To || s.Type == nlu.Qty && c.Intent != nlu.Compare
		})
		counts := i > 0 && (point.Counted[toks[i-1].Form] || toks[i-1].Form == "." && i > 1 && point.Counted[toks[i-2].Form])
		ends := i+1 == len(toks) || h.tongue.Knows(toks[i+1].Form) || toks[i+1].Kind == language.Mark
		opens := i == 1 && ends && h.tongue.Has(toks, 0, language.Ask) || i > 0 && len(out) > 0 && point.Beside[toks[i-1].Form]
		switch last := i+1 == len(toks) && len(out) > 0; { // "how long does the first last"
		case len(refs) > 0:
			for _, place := range refs[0].Places {
				if place > 0 || len(refs[0].Places) == 1 {
					add(place)
				}
			}
		case t.Kind == language.Number && t.Value == math.Trunc(t.Value) && (counts || opens):
			add(int(t.Value))
		case !last:
			add(h.tongue.Ordinal(t.Form))
		}
	}
	return out
}

// having are the products on the page that have the value which a span points by: "the red one".
func (h *heard) having(s *nlu.Mention) []catalog.Product {
	l := s.Best(nlu.ToValue)
	if l == nil || len(s.Places) > 0 || s.All {
		return nil
	}
	want := catalog.Condition{Key: l.Key, Values: l.Values}
	return slices.DeleteFunc(slices.Clone(h.shown), func(p catalog.Product) bool {
		return !want.Holds(p.Of(l.Key)) && (l.Key != catalog.KeyBrand || !want.Holds([]catalog.Value{{Text: p.Brand}}))
	})
}

// titled are those of some products whose titles have all words of a text that say something.
func (h *heard) titled(of []catalog.Product, text string) []catalog.Product {
	want := slices.DeleteFunc(language.Forms(text), func(w string) bool { return h.tongue.Knows(w) })
	if len(want) == 0 || len(want) == 1 && len(want[0]) == 1 { // a place
		return nil
	}
	return reply.Titled(of, want)
}

// extremesShown are the n products on the page that have the most, or the least, of what a word measures.
func (h *heard) extremesShown(m *language.Measured, n int) []catalog.Product {
	among := h.shown
	if h.fit > 0 {
		among = among[:h.fit]
	}
	for _, key := range h.f.reader.MeasuredBy(m.Dimension, h.standing().Need.Scope) {
		if with := reply.Extremes(among, key, h.less(m, key)); len(with) > 0 {
			return with[:min(n, len(with))]
		}
	}
	return nil
}
