package agent

import (
	"math"
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/search"
)

// refs are the products that a part points at: by their places, all, by what they have, or the one
// spoken of last.
func (h *heard) refs(c *nlu.Clause) []catalog.Product {
	var out []catalog.Product
	add := func(p catalog.Product) {
		if !slices.ContainsFunc(out, func(o catalog.Product) bool { return o.ID == p.ID }) {
			out = append(out, p)
		}
	}
	for _, s := range c.Of(nlu.Ref) {
		for _, place := range s.Places {
			if place == -1 {
				place = len(h.shown)
			}
			if place >= 1 && place <= len(h.shown) {
				add(h.shown[place-1])
			}
		}
		if s.All {
			for _, p := range h.shown[:min(mostPointed, len(h.shown))] {
				add(p)
			}
		}
		if l := s.Best(nlu.ToValue); l != nil && len(s.Places) == 0 && !s.All { // "the red one"
			want := catalog.Condition{Key: l.Key, Values: l.Values}
			for _, p := range h.shown {
				if values := p.Of(l.Key); want.Holds(values) || l.Key == catalog.KeyBrand && want.Holds([]catalog.Value{{Text: p.Brand}}) {
					add(p)
					break
				}
			}
		}
		if s.Measure != nil && len(s.Places) == 0 && s.Measure.Degree != language.Positive { // "the cheapest one"
			if p, ok := h.extremeShown(s.Measure); ok {
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
	if len(out) > 0 || len(h.shown) == 0 {
		return out
	}
	if out = h.spokenOf(); len(out) > 0 {
		return out
	}
	return h.shown[:1]
}

// titledShown are the products on the page whose titles have all words of a text that say something.
func (h *heard) titledShown(text string) []catalog.Product {
	var want []string
	for _, t := range language.Tokenize(text) {
		if t.Kind != language.Mark && !h.tongue.Knows(t.Form) {
			want = append(want, t.Form)
		}
	}
	if len(want) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(h.shown), func(p catalog.Product) bool {
		has := map[string]bool{}
		for _, t := range language.Tokenize(p.Title) {
			has[t.Form] = true
		}
		return slices.ContainsFunc(want, func(w string) bool { return !has[w] })
	})
}

// extremeShown is the product on the page that has the most, or the least, of what a word measures.
func (h *heard) extremeShown(m *language.Measured) (best catalog.Product, ok bool) {
	for _, key := range h.agent.config.Learned.MeasuredBy(m.Dimension, h.standing().Need.Scope) {
		down, top := h.less(m, key), math.Inf(-1)
		for _, p := range h.shown {
			for _, n := range numbersOf(&p, key) {
				if down {
					n = -n
				}
				if n > top {
					best, top, ok = p, n, true
				}
			}
		}
		if ok {
			return best, ok
		}
	}
	return best, false
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

// question reads a question about products. It reports whether it is one: where none are shown, or it
// names other products than those, it is a need.
func (h *heard) question(m *nlu.Message, c *nlu.Clause) bool {
	in := h.standing()
	q := reply.Question{}
	var measure *language.Measured
	measured := ""
	for _, s := range c.Of(nlu.Ask, nlu.Rel, nlu.By, nlu.Of, nlu.Is, nlu.For, nlu.Fits, nlu.Ref) {
		if s.Measure != nil && (measure == nil || s.Measure.Degree > measure.Degree) {
			measure, measured = s.Measure, s.Words
		}
		l := s.Best(nlu.ToAspect, nlu.ToValue)
		if s.Type == nlu.Ref && len(s.Places) == 0 { // by what it has
			continue
		}
		switch {
		case l != nil && l.Kind == nlu.ToAspect:
			q.Aspects = append(q.Aspects, l.Key)
		case l != nil && q.Condition == nil:
			q.Condition = &catalog.Condition{Key: l.Key, Values: l.Values}
		case l != nil && q.Condition.Key == l.Key:
			q.Condition.Values = append(q.Condition.Values, l.Values...)
		case s.Type == nlu.Ask && s.Measure == nil:
			q.Words = strings.TrimSpace(q.Words + " " + s.Text)
		}
	}
	if len(q.Aspects) == 0 {
		names, _ := m.Tongue.AsksAbout(m.Tokens[c.From:c.To])
		for _, name := range names {
			if key := h.agent.config.Learned.AspectCalled(name, in.Need.Scope); key != "" && !slices.Contains(q.Aspects, key) {
				q.Aspects = append(q.Aspects, key)
			}
		}
	}
	if q.Condition == nil && len(q.Aspects) == 0 {
		link, keys, said := h.agent.config.Learned.Asked(m, c, in.Need.Scope)
		switch {
		case link != nil && link.Kind == nlu.ToAspect:
			q.Aspects = []string{link.Key}
		case link != nil:
			q.Condition = &catalog.Condition{Key: link.Key, Values: link.Values}
		case len(keys) > 0:
			q.Aspects = keys
		case measure == nil && said != "":
			q.Words = said
		}
	}
	if measure != nil && q.Condition == nil {
		q.Aspects = append(q.Aspects, h.agent.config.Learned.MeasuredBy(measure.Dimension, in.Need.Scope)...)
		if len(q.Aspects) > 0 {
			q.Down = h.less(measure, q.Aspects[0])
		}
		if len(q.Aspects) == 0 {
			q.Words = strings.TrimSpace(q.Words + " " + measured)
		}
	}
	kinds := c.Of(nlu.Kind)
	elsewhere := slices.ContainsFunc(kinds, func(s *nlu.Mention) bool {
		l := s.Best(nlu.ToCategory)
		return l != nil && len(in.Need.Scope) > 0 && !overlap(l.Categories, in.Need.Scope)
	})
	explains := c.Topic == "explain" && (q.Condition != nil || len(q.Aspects) > 0 || q.Words != "")
	limits := len(c.Of(nlu.Max, nlu.Min, nlu.Range, nlu.Ask, nlu.Ref)) > 0 && len(c.Of(nlu.Ask, nlu.Ref)) == 0 // "and under 50?"
	choice := c.Intent == nlu.Compare && q.Condition != nil && len(q.Condition.Values) > 1 && len(kinds) == 0  // "steel or glass?"
	if !explains && !choice && (len(h.shown) == 0 || elsewhere || limits) {
		return false
	}
	points := len(c.Of(nlu.Ref)) > 0
	q.Products = h.refs(c)
	switch {
	case c.Intent == nlu.Compare:
		q.Kind = reply.Differ
		apart := q.Condition != nil && len(q.Condition.Values) > 1 && !points // "steel or glass?"
		better := !apart && (measure != nil && measure.Degree != language.Positive || m.Tongue.Anywhere(m.Tokens[c.From:c.To], language.Prefer) || q.Condition != nil && points)
		if better {
			q.Kind = reply.Better
		}
		if !points || len(q.Products) < 2 {
			n := 2
			if better {
				n = mostPointed
			}
			q.Products = h.shown[:min(n, len(h.shown))]
		}
		if apart {
			q.Products = nil
		}
	case explains:
		q.Kind = reply.Explain
	case q.Condition != nil, len(q.Aspects) > 0 && h.aspect(q.Aspects[0]).Kind == catalog.Flag:
		q.Kind = reply.Has
	case measure != nil && measure.Degree == language.Superlative:
		q.Kind, q.Among = reply.Extreme, points && len(q.Products) > 1
		if !q.Among {
			q.Products = h.shown
		}
	case len(q.Aspects) > 0 || q.Words != "":
		q.Kind = reply.Tell
	default:
		q.Kind = reply.Introduce
	}
	h.asked = append(h.asked, inquiry{len(h.acts), q})
	kind := dialog.AskProduct
	if c.Intent == nlu.Compare {
		kind = dialog.Compare
	}
	h.acts = append(h.acts, dialog.Act{Kind: kind})
	return true
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
	var named []string
	for _, s := range c.Of(nlu.By, nlu.Rel, nlu.Of, nlu.Ref) {
		if s.Measure != nil && measure == nil {
			measure = s.Measure
		}
		if l := s.Best(nlu.ToAspect); l != nil && h.aspect(l.Key).Kind == catalog.Numeric {
			named = append(named, l.Key)
		}
	}
	toks := m.Tokens[c.From:c.To]
	up, falls := m.Tongue.Anywhere(toks, language.Ascending), m.Tongue.Anywhere(toks, language.Descending)
	if measure != nil && measure.Degree == language.Positive && (up || falls) { // "low to high"
		measure = nil
	}
	if measure != nil {
		keys := h.agent.config.Learned.MeasuredBy(measure.Dimension, scope)
		if len(named) > 0 && measure.Name != "price" {
			keys = append(slices.Clone(named), keys...)
		}
		if len(keys) == 0 {
			h.act(dialog.Act{Kind: dialog.Sort, Text: h.words.T("answer.no-measure", "Words", h.words.T("language.quoted", "Text", c.Text))})
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
