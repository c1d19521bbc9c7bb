package agent

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"shopclerk/agent/dialog"
	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/search"
)

// mostMeant is how many products, the first ones, "these" are: what a shopper sees of a page at once.
const mostMeant = 5

// refs are the products that a part points at: by their places, all, by what they have, or the one
// spoken of last.
func (h *heard) refs(c *nlu.Clause) []catalog.Product {
	var out []catalog.Product
	add := func(p catalog.Product) {
		if !slices.ContainsFunc(out, func(o catalog.Product) bool { return o.ID == p.ID }) {
			out = append(out, p)
		}
	}
	placed := len(placesOf(c)) > 0
	for _, s := range c.Of(nlu.Ref, nlu.Qty) {
		if s.Type == nlu.Qty && c.Intent != nlu.Compare {
			continue
		}
		most := s.Measure != nil && s.Measure.Degree == language.Superlative
		for _, place := range s.Places {
			if most { // "the two cheapest"
				break
			}
			if place == -1 {
				place = len(h.shown)
			}
			if place >= 1 && place <= len(h.shown) {
				add(h.shown[place-1])
			}
		}
		if s.All && !placed { // not of "which of these, 1 or 3?"
			for _, p := range h.shown[:min(mostMeant, len(h.shown))] {
				add(p)
			}
		}
		if having := h.having(s); len(having) > 0 { // "the red one"
			add(having[0])
		}
		if s.Measure != nil && (most || len(s.Places) == 0 && s.Measure.Degree != language.Positive) { // "the cheapest one"
			for _, p := range h.extremesShown(s.Measure, max(1, len(s.Places))) {
				add(p)
			}
		}
	}
	for _, s := range c.Of(nlu.Ref, nlu.Is, nlu.Kind) {
		if named := h.titledShown(s.Text); len(s.Places) == 0 && !s.All && 2*len(named) < len(h.shown) {
			for _, p := range named {
				add(p)
			}
		}
	}
	for _, t := range language.Tokenize(c.Text) {
		if place := h.tongue.Ordinal(t.Form); !placed && len(out) == 0 && place >= 1 && place <= len(h.shown) { // in no span
			add(h.shown[place-1])
		}
	}
	if len(out) > 0 || len(h.shown) == 0 {
		return out
	}
	if out = h.spokenOf(); len(out) > 0 {
		return out
	}
	return h.shown[:1]
}

// placesOf are the places on the page that a part names, in counts too where it compares: "1 or 3".
func placesOf(c *nlu.Clause) (out []int) {
	for _, s := range c.Of(nlu.Ref, nlu.Qty) {
		if s.Type == nlu.Ref || c.Intent == nlu.Compare {
			out = append(out, s.Places...)
		}
	}
	return out
}

// having are the products on the page that have the value which a span points by.
func (h *heard) having(s *nlu.Mention) (out []catalog.Product) {
	l := s.Best(nlu.ToValue)
	if l == nil || len(s.Places) > 0 || s.All {
		return nil
	}
	want := catalog.Condition{Key: l.Key, Values: l.Values}
	for _, p := range h.shown {
		if want.Holds(p.Of(l.Key)) || l.Key == catalog.KeyBrand && want.Holds([]catalog.Value{{Text: p.Brand}}) {
			out = append(out, p)
		}
	}
	return out
}

// titledShown are the products on the page whose titles have all words of a text that say something.
func (h *heard) titledShown(text string) []catalog.Product { return h.titled(h.shown, text) }

// titles reports whether some products have all words of a text in their titles.
func (h *heard) titles(named []catalog.Product, text string) bool {
	return len(h.titled(named, text)) > 0
}

// titled are those of some products whose titles have all words of a text that say something.
func (h *heard) titled(of []catalog.Product, text string) []catalog.Product {
	var want []string
	for _, t := range language.Tokenize(text) {
		if t.Kind != language.Mark && !h.tongue.Knows(t.Form) {
			want = append(want, t.Form)
		}
	}
	if len(want) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(of), func(p catalog.Product) bool {
		has := map[string]bool{}
		for _, t := range language.Tokenize(p.Title) {
			has[t.Form] = true
		}
		return slices.ContainsFunc(want, func(w string) bool { return !has[w] })
	})
}

// extremesShown are the n products on the page that have the most, or the least, of what a word measures.
func (h *heard) extremesShown(m *language.Measured, n int) []catalog.Product {
	for _, key := range h.f.reader.MeasuredBy(m.Dimension, h.standing().Need.Scope) {
		sign := 1.0
		if h.less(m, key) {
			sign = -1
		}
		most := func(p catalog.Product) float64 { // −Inf: it has none
			top := math.Inf(-1)
			for _, x := range numbersOf(&p, key) {
				top = max(top, sign*x)
			}
			return top
		}
		among := h.shown
		if h.fit > 0 {
			among = among[:h.fit]
		}
		with := slices.DeleteFunc(slices.Clone(among), func(p catalog.Product) bool { return math.IsInf(most(p), -1) })
		if len(with) > 0 {
			slices.SortStableFunc(with, func(p, q catalog.Product) int { return cmp.Compare(most(q), most(p)) })
			return with[:min(n, len(with))]
		}
	}
	return nil
}

// answer takes in the answer to what the clerk asked: the place of an option, or that it does not
// matter. It reports whether it was one of these.
func (h *heard) answer(m *nlu.Message, c *nlu.Clause) bool {
	last := h.c.Last()
	if last == nil || len(last.Questions) == 0 {
		return false
	}
	told := len(c.Of(nlu.Kind, nlu.Is, nlu.For, nlu.Fits, nlu.Max, nlu.Min, nlu.Eq, nlu.About, nlu.Range)) > 0
	q := &last.Questions[0]
	for _, s := range c.Of(nlu.Ref) {
		for _, place := range s.Places {
			if place == -1 {
				place = len(q.Options)
			}
			if place >= 1 && place <= len(q.Options) {
				a := q.Answer
				a.Picked = []int{place - 1}
				h.changes = append(h.changes, scoped([]search.Change{{Op: search.Answered, Text: q.Options[place-1].Label, Answer: &a}})...)
				h.act(dialog.Act{Kind: dialog.Need})
				return true
			}
		}
	}
	waives := slices.ContainsFunc(c.Mentions, func(s nlu.Mention) bool { return s.Polarity == nlu.Drop && len(s.Links) == 0 })
	for i := c.From; i < c.To && !told; i++ {
		_, role := m.Tongue.Longest(m.Tokens[:c.To], i, language.RolesOf(language.Whatever, language.Forget))
		waives = waives || role != language.None
	}
	if waives && !told && len(c.Of(nlu.Of)) == 0 {
		for i := range last.Questions[:1] {
			h.changes = append(h.changes, search.Change{Op: search.Answered, Text: c.Text, Answer: &search.Answer{Key: last.Questions[i].Answer.Key, None: true}})
		}
		h.act(dialog.Act{Kind: dialog.Need})
		return true
	}
	return false
}

// question reads a question about products. It reports whether it is one: where none are shown or named, or
// it names other products than those, it is a need.
func (h *heard) question(m *nlu.Message, c *nlu.Clause) bool {
	in := h.standing()
	compares, points := c.Intent == nlu.Compare, len(c.Of(nlu.Ref)) > 0
	products := h.refs(c)
	var named []catalog.Product
	if compares || len(h.shown) == 0 {
		named = h.named(m, c)
	}
	bare := slices.ContainsFunc(c.Of(nlu.Ref), func(s *nlu.Mention) bool { // it points, and names nothing
		return s.All || len(s.Places) > 0 || !slices.ContainsFunc(language.Tokenize(s.Text), func(t language.Token) bool { return t.Kind != language.Mark && !h.tongue.Knows(t.Form) })
	})
	switch {
	case len(named) == 1 && compares && bare && len(products) > 0: // "how is it against the 20 lite?"
		products = append(products[:1:1], named...)
	case len(named) > 0:
		products = named
	}
	var apart *catalog.Condition // "steel or glass?"
	asks, measure := h.asking(m, c, products, named)
	if compares && len(named) < 2 && (!bare && (!points || len(nlu.Sides(m, c)) > 1) || len(h.shown) == 0) {
		apart = h.f.reader.Beside(m, c, in.Need.Scope)
		if said := asks[0].Condition; apart == nil && said != nil && len(said.Values) > 1 && len(said.Values) <= mostCalled && m.Tongue.Anywhere(m.Tokens[c.From:c.To], language.Or) {
			apart = said
		}
		if apart != nil {
			named = nil
		}
		if apart != nil && apart.Key == catalog.KeyCategory && !h.asksNothing() { // kinds beside those shown
			return false
		}
	}
	if compares && apart == nil && !bare && len(named) == 1 { // the other is not sold
		return false
	}
	compares = compares || measure != nil && measure.Degree == language.Comparative && len(h.shown) > 1 && len(placesOf(c)) == 0
	prefers := compares && m.Tongue.Anywhere(m.Tokens[c.From:c.To], language.Prefer)
	q := &asks[0]
	kinds := c.Of(nlu.Kind)
	elsewhere := slices.ContainsFunc(kinds, func(s *nlu.Mention) bool {
		l := s.Best(nlu.ToCategory)
		return l != nil && len(in.Need.Scope) > 0 && !overlap(l.Categories, in.Need.Scope)
	})
	explains := c.Topic == "explain" && (q.Condition != nil || len(q.Aspects) > 0 || q.Words != "")
	asked := slices.ContainsFunc(c.Of(nlu.Ask), func(s *nlu.Mention) bool { return s.Best() != nil || s.Measure != nil })
	limits := len(c.Of(nlu.Max, nlu.Min, nlu.Range)) > 0 && !asked && len(placesOf(c)) == 0 // "and under 50?"
	if !explains && apart == nil && len(named) == 0 && (len(h.shown) == 0 || elsewhere || limits) {
		return false
	}
	for i := range asks {
		q := &asks[i]
		q.Products = products
		switch {
		case apart != nil:
			q.Kind, q.Condition, q.Products = reply.Differ, apart, nil
		case compares && (q.Condition == nil || !points || prefers || measure != nil):
			better := measure != nil && measure.Degree != language.Positive || prefers
			switch q.Kind = reply.Differ; {
			case better && measure != nil && measure.Name != "rating" && !prefers:
				q.Kind, q.Among = reply.Extreme, true
			case better:
				q.Kind = reply.Better
			}
			if len(named) == 0 && (!points || len(q.Products) < 2) {
				n := 2
				if better {
					n = mostMeant
				}
				if q.Products = h.spokenOf(); len(q.Products) < 2 {
					q.Products = h.shown[:min(n, len(h.shown))]
				}
			}
		case explains:
			q.Kind = reply.Explain
		case q.Condition != nil, len(q.Aspects) > 0 && h.aspect(q.Aspects[0]).Kind == catalog.Flag:
			q.Kind = reply.Has
		case measure != nil && measure.Degree == language.Superlative:
			q.Kind, q.Among = reply.Extreme, points && len(q.Products) > 1
			switch {
			case q.Among:
			case len(q.Aspects) > 0:
				q.Products = h.shown
			default: // nobody measured it
				q.Products = nil
			}
		case len(q.Aspects) > 0 || q.Words != "":
			q.Kind = reply.Tell
		default:
			q.Kind = reply.Introduce
		}
		h.asked = append(h.asked, inquiry{len(h.acts), *q})
		kind := dialog.AskProduct
		if compares {
			kind = dialog.Compare
		}
		h.acts = append(h.acts, dialog.Act{Kind: kind})
		if compares {
			break
		}
	}
	h.present(named, apart)
	return true
}

// present shows the products that a question names, or those that have what it sets beside each other, where
// nothing is asked for yet.
func (h *heard) present(named []catalog.Product, apart *catalog.Condition) {
	switch {
	case !h.asksNothing():
	case len(named) > 0:
		var titles []string
		for i := range named {
			titles = append(titles, named[i].Title)
		}
		h.changes = append(h.changes, search.Change{Op: search.AddWords, Exact: true, Text: strings.Join(titles, h.words.T("language.comma")), Words: titles, Refs: productIDs(named)})
	case apart != nil:
		ch := search.Change{Op: search.AddWish, Condition: apart}
		if apart.Key == catalog.KeyCategory {
			ch = search.Change{Op: search.SetScope, Categories: apart.Values}
		}
		h.word(&ch, nil)
		h.changes = append(h.changes, ch)
	}
}

// asking reads what a part asks of products, some of which it names: a question for each condition, or one for
// the aspects; measure is the word of measure in it, nil for none.
func (h *heard) asking(m *nlu.Message, c *nlu.Clause, products, named []catalog.Product) (asks []reply.Question, measure *language.Measured) {
	scope := h.standing().Need.Scope
	q := reply.Question{}
	measured := ""
	for _, s := range c.Of(nlu.Ask, nlu.Rel, nlu.By, nlu.Of, nlu.Is, nlu.For, nlu.Fits, nlu.Ref) {
		if s.Measure != nil && (measure == nil || s.Measure.Degree > measure.Degree) {
			measure, measured = s.Measure, s.Words
		}
		if s.Type == nlu.Ref || h.titles(named, s.Text) { // by what it has
			continue
		}
		l := likeliest(s, products)
		switch either := s.From > 0 && m.Tongue.Has(m.Tokens, s.From-1, language.Or); {
		case l != nil && l.Kind == nlu.ToAspect:
			q.Aspects = append(q.Aspects, l.Key)
		case l != nil && either && len(asks) > 0 && asks[len(asks)-1].Condition.Key == l.Key:
			last := asks[len(asks)-1].Condition
			last.Values = append(last.Values, l.Values...)
		case l != nil:
			asks = append(asks, reply.Question{Condition: &catalog.Condition{Key: l.Key, Values: slices.Clone(l.Values)}, Words: s.Text})
		case s.Type == nlu.Ask && s.Measure == nil:
			q.Words = strings.TrimSpace(q.Words + " " + s.Text)
		}
	}
	ranks := measure != nil && measure.Degree != language.Positive
	if len(asks) > 0 && (!ranks || measure.Name == "rating") {
		if measure != nil && measure.Degree == language.Positive { // "is it waterproof, and how heavy?"
			q.Aspects = append(q.Aspects, h.f.reader.MeasuredBy(measure.Dimension, scope)...)
		}
		if len(q.Aspects) > 0 && c.Intent == nlu.AskProduct {
			asks = append(asks, reply.Question{Aspects: q.Aspects})
		}
		return asks, measure
	}
	if len(q.Aspects) == 0 && (measure == nil || measure.Degree != language.Positive || measure.Name == "price") {
		names, _ := m.Tongue.AsksAbout(m.Tokens[c.From:c.To])
		for _, name := range names {
			if key := h.f.reader.AspectCalled(name, scope); key != "" && !slices.Contains(q.Aspects, key) {
				q.Aspects = append(q.Aspects, key)
			}
		}
	}
	if len(q.Aspects) == 0 && measure == nil {
		var paths []string
		for i := range products {
			paths = append(paths, products[i].Category)
		}
		q.Aspects = h.f.reader.Labelled(m, c, paths, func(key string, partly bool) bool {
			return slices.ContainsFunc(products, func(p catalog.Product) bool {
				values := p.Of(key)
				return len(values) > 0 && (!partly || strings.ContainsFunc(values[0].Text, unicode.IsDigit)) // "black page yield" counts pages
			})
		})
		if len(q.Aspects) > mostLabelled {
			q.Aspects = q.Aspects[:mostLabelled]
		}
	}
	differs := c.Intent == nlu.Compare && measure == nil && q.Words == "" && !m.Tongue.Anywhere(m.Tokens[c.From:c.To], language.Prefer)
	if len(q.Aspects) == 0 && !differs {
		link, keys, said := h.f.reader.Asked(m, c, scope)
		switch {
		case link != nil && ranks && h.aspect(link.Key).Kind != catalog.Numeric:
		case link != nil && link.Kind == nlu.ToAspect:
			q.Aspects = []string{link.Key}
		case link != nil:
			q.Condition = &catalog.Condition{Key: link.Key, Values: link.Values}
		case len(keys) > 0:
			q.Aspects = keys
		case said != "" && (measure == nil || measure.Degree == language.Positive):
			q.Words = said
		}
	}
	if measure != nil && q.Condition == nil && len(q.Aspects) > 0 { // "the fastest response time"
		q.Down = h.less(measure, q.Aspects[0])
	} else if measure != nil && q.Condition == nil {
		q.Aspects = append(q.Aspects, h.f.reader.MeasuredBy(measure.Dimension, scope)...)
		for _, name := range measure.Aspects { // in words, with a number among them
			if key := h.f.reader.AspectCalled(name, scope); key != "" && !slices.Contains(q.Aspects, key) {
				q.Aspects = append(q.Aspects, key)
			}
		}
		if len(q.Aspects) > 0 {
			q.Down = h.less(measure, q.Aspects[0])
		} else if q.Words == "" {
			q.Words = measured
		}
	}
	return []reply.Question{q}, measure
}

// mostLabelled is how many aspects whose names have a word of the question are looked at.
const mostLabelled = 3

// leastLikely is the part of the likeliest link's probability from which another is thought of.
const leastLikely = 0.2

// likeliest returns the likeliest of a mention's links to aspects and values that products have a value of; the
// likeliest of all where they have none.
func likeliest(s *nlu.Mention, products []catalog.Product) *nlu.Link {
	best := s.Best(nlu.ToAspect, nlu.ToValue)
	for i := range s.Links {
		l := &s.Links[i]
		if best == nil || l.Kind == nlu.ToCategory || l.Score < max(s.None, leastLikely*best.Score) {
			continue
		}
		for k := range products {
			if slices.Contains([]string{catalog.KeyPrice, catalog.KeyRating, catalog.KeyBrand}, l.Key) || len(products[k].Of(l.Key)) > 0 {
				return l
			}
		}
	}
	return best
}

// order reads a wish for an order of the list, with what else the part says. Without an aspect it is
// the price's.
func (h *heard) order(m *nlu.Message, c *nlu.Clause) error {
	before := len(h.changes)
	wanted := *c
	wanted.Mentions = slices.DeleteFunc(slices.Clone(c.Mentions), func(s nlu.Mention) bool {
		return s.Type == nlu.By || s.Type == nlu.Rel || s.Type == nlu.Ref || s.Type == nlu.Of
	})
	if len(wanted.Mentions) > 0 {
		if err := h.want(m, &wanted); err != nil {
			return err
		}
	}
	scope := h.standing().Need.Scope
	key, down := catalog.KeyPrice, false
	var measure *language.Measured
	said := c.Text
	var named []string
	for _, s := range c.Of(nlu.By, nlu.Rel, nlu.Of, nlu.Ref) {
		if s.Measure != nil && measure == nil {
			measure, said = s.Measure, s.Words
		}
		if l := s.Best(nlu.ToAspect); l != nil && h.aspect(l.Key).Kind == catalog.Numeric {
			named = append(named, l.Key)
		}
	}
	toks := m.Tokens[c.From:c.To]
	up, falls := m.Tongue.Anywhere(toks, language.Ascending), m.Tongue.Anywhere(toks, language.Descending)
	if measure != nil && measure.Degree == language.Positive && (up || falls || measure.Name == "price" && !measure.Down) { // "low to high", "by price"
		measure = nil
	}
	if measure != nil {
		keys := h.f.reader.MeasuredBy(measure.Dimension, scope)
		if len(named) > 0 && measure.Name != "price" {
			keys = append(slices.Clone(named), keys...)
		}
		if len(keys) == 0 {
			h.act(dialog.Act{Kind: dialog.Sort, Text: h.words.T("answer.no-measure", "Words", h.words.T("language.quoted", "Text", said))})
			return nil
		}
		key = keys[0]
		down = !h.less(measure, key)
	} else if len(named) > 0 {
		key, down = named[0], named[0] != catalog.KeyPrice
	}
	switch {
	case up && !falls:
		down = false
	case falls && !up:
		down = true
	}
	a := h.aspect(key)
	id, by := "acts.sorted-up", key
	if down {
		id, by = "acts.sorted-down", "-"+key
	}
	h.changes = append(h.changes, search.Change{Op: search.SortBy, Key: key, Down: down, Text: h.words.T(id, "Aspect", a.Label)})
	if len(h.changes)-1 > before {
		h.act(dialog.Act{Kind: dialog.Need})
	}
	h.act(dialog.Act{Kind: dialog.Sort, By: by})
	return nil
}
