package agent

import (
	"math"
	"slices"

	"shopclerk/agent/dialog"
	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/search"
)

// Numbers of the page and limits that are held against them.

// beyond is a limit beyond what products have of an aspect; of none, beyond the middle of what is wished for, or is
// shown: "bigger" than that. nil: they have nothing of it.
func (h *heard) beyond(key string, than []catalog.Product, down bool) []search.Change {
	var numbers []float64
	of, need := than, h.standing().Need
	for _, e := range need.Evidence { // "1 TB", then "bigger": than that
		if len(than) == 0 && e.Answer.Key == key && e.Figure != nil && len(e.Answer.Options) == 1 && e.Answer.Options[0].Range != nil {
			low, high := e.Answer.Options[0].Range.Bounds()
			numbers = append(numbers, (low+high)/2)
		}
	}
	if len(than)+len(numbers) == 0 {
		of = h.shown
	}
	for i := range of {
		numbers = append(numbers, reply.Numbers(&of[i], key)...)
	}
	if len(numbers) == 0 {
		return nil
	}
	slices.Sort(numbers)
	low, high := numbers[len(numbers)/2], numbers[(len(numbers)-1)/2]
	if len(than) > 0 {
		low, high = numbers[0], numbers[len(numbers)-1]
	}
	if down {
		return h.instead(h.past(key, low, down))
	}
	return h.instead(h.past(key, high, down))
}

// past is a limit below or above a number, which is itself left out.
func (h *heard) past(key string, number float64, down bool) search.Change {
	a, r := h.aspect(key), catalog.Between(math.Nextafter(number, math.Inf(1)), math.Inf(1))
	text := h.words.T("amount.over", "Low", reply.Amount(h.words, &a, number))
	if down {
		r, text = catalog.Between(math.Inf(-1), number), h.words.T("amount.under", "High", reply.Amount(h.words, &a, number))
	}
	if key != catalog.KeyPrice {
		text = reply.Label(h.words, &a) + ": " + text
	}
	return search.Change{Op: search.AddLimit, Text: text, Condition: &catalog.Condition{Key: key, Range: r}}
}

// instead puts a limit in the place of a limit or wish that stands about its aspect.
func (h *heard) instead(limit search.Change) []search.Change {
	return search.Restate(append(h.c.Changes(), h.c.Number(h.changes)...), limit.Condition.Key, limit.Condition, limit.Text)
}

// annoying are units of what people want less of: waiting and noise.
var annoying = []string{"ms", "ns", "dB", "dB(A)"}

// less reports whether a word of measure means the lower numbers of an aspect: those of "light", and of the best or
// fastest response time.
func (h *heard) less(m *language.Measured, key string) bool {
	praise := m.Dimension.Name == "rating" && key != catalog.KeyRating || m.Dimension.Name == "speed"
	return m.Dimension.Down != (praise && slices.Contains(annoying, h.aspect(key).Unit))
}

// order reads a wish for an order of the list, with what else the part says. Without an aspect it is the price's.
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
	said, names := c.Text, false // whether it is the aspect's name
	var named []string
	for _, s := range c.Of(nlu.By, nlu.Rel, nlu.Of, nlu.Ref) {
		l := s.Best(nlu.ToAspect)
		if s.Measure != nil && (measure == nil || l == nil && len(named) > 0) { // "by price, the expensive ones first"
			measure, said, names = s.Measure, s.Words, l != nil
		}
		if l != nil && h.aspect(l.Key).Kind == catalog.Numeric {
			named = append(named, l.Key)
		}
	}
	toks := m.Tokens[c.From:c.To]
	up, falls := m.Tongue.Anywhere(toks, language.Ascending), m.Tongue.Anywhere(toks, language.Descending)
	if measure != nil && measure.Degree == language.Positive && (up || falls || measure.Name == "price" && !measure.Down && names) { // "low to high", "by price"
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
	if up != falls {
		down = falls
	}
	if len(h.changes) > before {
		h.act(dialog.Act{Kind: dialog.Need})
	}
	h.changes = append(h.changes, h.sorted(key, down))
	h.act(dialog.Act{Kind: dialog.Sort, By: map[bool]string{true: "-"}[down] + key})
	return nil
}

// sorted is the change that orders the list by an aspect.
func (h *heard) sorted(key string, down bool) search.Change {
	a, id := h.aspect(key), "acts.sorted-up"
	if down {
		id = "acts.sorted-down"
	}
	return search.Change{Op: search.SortBy, Key: key, Down: down, Text: h.words.T(id, "Aspect", reply.Label(h.words, &a))}
}
