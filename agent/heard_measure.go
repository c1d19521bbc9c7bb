package agent

import (
	"math"
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/agent/language"
	"shopclerk/agent/understand"
	"shopclerk/catalog"
	"shopclerk/search"
)

// Measuring: what is wanted is held against what is shown.

// beyond is a limit beyond the middle of what is shown: "bigger" than that.
func (h *heard) beyond(key string, down bool) ([]search.Change, bool) {
	var numbers []float64
	need := h.context().Need
	for _, e := range need.Evidence { // "1 TB", then "bigger": than that
		if e.Answer.Key == key && e.Figure != nil && len(e.Answer.Options) == 1 && e.Answer.Options[0].Range != nil {
			low, high := e.Answer.Options[0].Range.Bounds()
			numbers = append(numbers, (low+high)/2)
		}
	}
	if len(numbers) == 0 {
		for i := range h.shown {
			numbers = append(numbers, numbersOf(&h.shown[i], key)...)
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

// against reads a wish that is held against products which are shown: "lighter than the
// second one", "nothing that costs more than this". It reports whether the clause is one.
func (h *heard) against(c *understand.Clause) (bool, error) {
	held, ok := understand.ReadAgainst(c.Text, h.tongue)
	if !ok || len(h.shown) == 0 {
		return false, nil
	}
	in := h.context()
	from, to := h.f.reader.Asked(held.Head, in), h.f.reader.Asked(held.To, in)
	asks := understand.Asks(c.Text, h.tongue) && language.ErrandWords().Seeks.Begin(language.Forms(c.Text)) == 0 // and not "gibt es etwas …"
	if len(from.Places) > 0 || asks && !held.Denied && (from.That || from.Those) || len(to.Places) == 0 && (!to.That || len(h.spokenOf()) == 0) {
		return false, nil
	}
	key, down := "", held.Less
	switch m := from.Measure; {
	case held.More || held.Less: // "costs more than", "more than the second one costs"
		key = catalog.KeyPrice
		if named := h.f.reader.Asked(held.Near, in).Aspects; len(named) > 0 {
			key = named[0]
		}
	case m == nil || m.Degree != held.Degree || m.Degree == language.Positive && !held.Denied:
		return false, nil
	case len(from.Aspects) > 0:
		key = from.Aspects[0]
		down = h.less(m, key) != (m.Degree == language.Positive)
	}
	var numbers []float64
	for _, p := range h.pointed(&to) {
		numbers = append(numbers, numbersOf(&p, key)...)
	}
	if len(numbers) == 0 { // it is told that the catalogue does not say
		return true, h.product(&understand.Clause{Text: c.Text, Act: "ask_product", Topic: "tell"})
	}
	even := held.Denied && (held.More || held.Less || held.Degree != language.Positive)
	down = down != even
	number := slices.Min(numbers)
	if !down {
		number = slices.Max(numbers)
	}
	for _, x := range h.f.reader.Understand(c.Text, in).Changes {
		if x.Op != search.AddWords && x.Op != search.Without && (x.Condition == nil || x.Condition.Key != key) {
			h.changes = append(h.changes, x) // "a red one that is lighter than the first"
		}
	}
	limit := h.past(key, number, down)
	if even {
		limit = h.bound(key, number, down)
	}
	h.changes = append(h.changes, h.instead(limit)...)
	h.act(dialog.Act{Kind: dialog.Need})
	return true, nil
}

// numbersOf are what a product has of a numeric aspect.
func numbersOf(p *catalog.Product, key string) []float64 {
	if key == catalog.KeyPrice && p.Price.Known() {
		return []float64{p.Price.Major()}
	}
	if values := p.Of(key); len(values) > 0 {
		return []float64{values[0].Number}
	}
	return nil
}

// more reads a relative wish: "bigger", "lighter ones please". The middle of what is
// shown is what it is held against.
func (h *heard) more(c *understand.Clause) bool {
	asked := h.f.reader.Asked(c.Text, h.context())
	m := asked.Measure
	if m == nil || m.Dimension.Name == "price" || len(asked.Aspects) == 0 || len(h.shown) == 0 || h.aspect(asked.Aspects[0]).Kind != catalog.Numeric {
		return false
	}
	r := h.f.reader.Understand(c.Text, h.context())
	said := func(ch search.Change) bool { // "a thick one, 10 mm or more"
		return ch.Condition != nil && ch.Condition.Range != nil && ch.Condition.Key == asked.Aspects[0]
	}
	if len(scopeOf(r.Changes)) > 0 || slices.ContainsFunc(r.Changes, said) {
		return false
	}
	down := m.Dimension.Down != understand.Lessens(c.Text, h.tongue) // "not that tall"
	ch, ok := h.beyond(asked.Aspects[0], down)
	if !ok {
		return false
	}
	for _, x := range r.Changes {
		if x.Op != search.AddWords && (x.Said == "" || !strings.Contains(asked.Measures, x.Said)) { // "more cores" asks for none of the name Core
			h.changes = append(h.changes, x)
		}
	}
	h.changes = append(h.changes, ch...)
	h.act(dialog.Act{Kind: dialog.Need})
	return true
}
