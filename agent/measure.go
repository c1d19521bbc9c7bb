package agent

import (
	"math"
	"slices"

	"shopclerk/agent/language"
	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/search"
)

// Numbers of the page and limits that are held against them.

// beyond is a limit beyond the middle of what is shown: "bigger" than that.
func (h *heard) beyond(key string, down bool) ([]search.Change, bool) {
	var numbers []float64
	need := h.standing().Need
	for _, e := range need.Evidence { // "1 TB", then "bigger": than that
		if e.Answer.Key == key && e.Figure != nil && len(e.Answer.Options) == 1 && e.Answer.Options[0].Range != nil {
			low, high := e.Answer.Options[0].Range.Bounds()
			numbers = append(numbers, (low+high)/2)
		}
	}
	if len(numbers) == 0 {
		for i := range h.shown {
			numbers = append(numbers, reply.Numbers(&h.shown[i], key)...)
		}
	}
	if len(numbers) == 0 {
		return nil, false
	}
	slices.Sort(numbers)
	middle := numbers[(len(numbers)-1)/2]
	if down {
		middle = numbers[len(numbers)/2]
	}
	return h.instead(h.past(key, middle, down)), true
}

// past is a limit below or above a number, which is itself left out.
func (h *heard) past(key string, number float64, down bool) search.Change {
	if down {
		return h.limit(key, catalog.Between(math.Inf(-1), number), number, "amount.under", "High")
	}
	return h.limit(key, catalog.Between(math.Nextafter(number, math.Inf(1)), math.Inf(1)), number, "amount.over", "Low")
}

// instead puts a limit in the place of a limit or wish that stands about its aspect.
func (h *heard) instead(limit search.Change) []search.Change {
	return search.Restate(append(h.c.Changes(), h.c.Number(h.changes)...), limit.Condition.Key, limit.Condition, limit.Text)
}

// limit is a limit on an aspect, whose bound is said in the sentence id, where it is called so.
func (h *heard) limit(key string, r *catalog.Range, bound float64, id, called string) search.Change {
	a := h.aspect(key)
	text := h.words.T(id, called, reply.Amount(h.words, &a, bound))
	if key != catalog.KeyPrice {
		text = a.Label + ": " + text
	}
	return search.Change{Op: search.AddLimit, Text: text, Condition: &catalog.Condition{Key: key, Range: r}}
}

// aspect is what the first category in scope says of an aspect.
func (h *heard) aspect(key string) catalog.Aspect {
	scope := h.standing().Need.Scope
	for _, c := range h.agent.config.Engine.Store().Categories() {
		if len(scope) > 0 && !slices.Contains(scope, c.Path) {
			continue
		}
		if a, ok := c.Aspect(key); ok {
			return a
		}
	}
	return catalog.Aspect{Key: key, Label: key, Kind: catalog.Numeric, Unit: map[bool]string{true: h.agent.config.Currency}[key == catalog.KeyPrice]}
}

// annoying are units of what people want less of: waiting and noise.
var annoying = []string{"ms", "ns", "dB", "dB(A)"}

// less reports whether a word of measure means the lower numbers of an aspect: those of "light", and of the best or
// fastest response time.
func (h *heard) less(m *language.Measured, key string) bool {
	praise := m.Dimension.Name == "rating" && key != catalog.KeyRating || m.Dimension.Name == "speed"
	return m.Dimension.Down != (praise && slices.Contains(annoying, h.aspect(key).Unit))
}
