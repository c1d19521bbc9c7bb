package desk

import (
	"cmp"
	"fmt"
	"math"
	"shopclerk/views"
	"slices"
	"strings"

	"shopclerk/agent/desk/insight"
	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
)

// criteria say which conversations a search finds. The zero criteria find all.
type criteria struct {
	words    []string // in lower case: all of them were said
	product  string   // id: it was on a first page, or something was done with it
	category string   // path: some turn searched it
	aspect   string   // key: some turn asked for it
	option   string   // its label, or a value it stands for: it was ticked, of aspect where one is chosen
	arm      string   // of an experiment, as armOf spells it
	errand   string   // a tool's name, anyErrand or noTool
	ended    string   // how such an errand ended

	finds []func(*criteria, *insight.Facts) bool // what was chosen of choices; nil finds all
}

// The fields of an address that say the criteria.
const (
	fieldSaid    = "q"
	fieldGoods   = "product"
	fieldAsked   = "aspect"
	fieldTicked  = "option"
	fieldTouched = "acts"
	fieldMishap  = "trouble"
	fieldArm     = "arm"
	fieldLength  = "turns"
	fieldErrand  = "errand"
	fieldEnded   = "ended"
)

// criteriaFields are all of them.
var criteriaFields = []string{fieldSaid, fieldGoods, fieldAsked, fieldTicked, fieldTouched, fieldMishap, fieldArm, fieldLength, fieldErrand, fieldEnded}

// The values of fields that are chosen from a few, in the words of an address.
const (
	touchNone     = "none" // nothing at all
	touchOpened   = "opened"
	touchUnopened = "unopened"
	touchBasket   = "basket"
	touchOrdered  = "ordered"

	mishapEmpty   = "nothing"
	mishapSkipped = "skipped"
	mishapLeft    = "left" // with nothing touched; where an aspect is chosen, at a page that asked about it

	endedOpen = "open" // beside the endings of the journal
)

// What errands are called in an address when not by their tool.
const (
	anyErrand = "any"
	noTool    = "none" // no tool does it
)

// toolField names a tool in an address.
func toolField(tool string) string { return cmp.Or(tool, noTool) }

// endedField names an ending in an address.
func endedField(e memory.Ending) string { return cmp.Or(string(e), endedOpen) }

// searchChoice is a value that a field of the search offers, and what it finds.
type searchChoice struct {
	value, name string // name is the id of what it is called
	finds       func(*criteria, *insight.Facts) bool
}

// searchChoices are those of each field, but for the first: any.
var searchChoices = map[string][]searchChoice{
	fieldTouched: {
		{touchOpened, "desk.talks.with-click", touchedFinder(journal.Opened)},
		{touchUnopened, "desk.talks.without-click", func(c *criteria, f *insight.Facts) bool { return !touchedFinder(journal.Opened)(c, f) }},
		{touchBasket, "desk.talks.with-basket", touchedFinder(journal.Basket)},
		{touchOrdered, "desk.talks.with-order", touchedFinder(journal.Ordered)},
		{touchNone, "desk.talks.without-act", func(_ *criteria, f *insight.Facts) bool {
			return !anyTurn(f, func(t *insight.Turn) bool { return len(t.Touches) > 0 })
		}},
	},
	fieldMishap: {
		{mishapEmpty, "desk.talks.nothing-found", func(_ *criteria, f *insight.Facts) bool {
			return anyTurn(f, func(t *insight.Turn) bool { return t.Empty })
		}},
		{mishapSkipped, "desk.talks.skipped", func(_ *criteria, f *insight.Facts) bool {
			return anyTurn(f, func(t *insight.Turn) bool {
				return slices.ContainsFunc(t.Questions, func(q insight.Asked) bool { return q.Outcome == insight.Skipped })
			})
		}},
		{mishapLeft, "desk.talks.left", func(c *criteria, f *insight.Facts) bool {
			last := len(f.Turns) - 1
			return f.Leaves(last) && (c.aspect == "" || asksAbout(&f.Turns[last], c.aspect))
		}},
	},
	fieldLength: {
		{"1", "desk.talks.length-one", lengthFinder(1, 1)},
		{"2-3", "desk.talks.length-few", lengthFinder(2, 3)},
		{"4+", "desk.talks.length-many", lengthFinder(4, math.MaxInt)},
	},
	fieldEnded: {
		{value: string(memory.Done), name: "desk.errands.done"},
		{value: string(memory.Declined), name: "desk.errands.declined"},
		{value: string(memory.Refused), name: "desk.errands.refused"},
		{value: string(memory.Dropped), name: "desk.errands.dropped"},
		{value: endedOpen, name: "desk.errands.open"},
	},
}

// touchedFinder finds conversations in which something was done with a product.
func touchedFinder(act journal.Act) func(*criteria, *insight.Facts) bool {
	return func(_ *criteria, f *insight.Facts) bool {
		return anyTurn(f, func(t *insight.Turn) bool { return touchedAt(t, act) })
	}
}

// lengthFinder finds conversations of so many turns.
func lengthFinder(fewest, most int) func(*criteria, *insight.Facts) bool {
	return func(_ *criteria, f *insight.Facts) bool { return len(f.Turns) >= fewest && len(f.Turns) <= most }
}

// readCriteria reads the criteria from an address.
func readCriteria(r *Request) (criteria, error) {
	q := r.query
	c := criteria{
		words: strings.Fields(strings.ToLower(q.Get(fieldSaid))), product: strings.TrimSpace(q.Get(fieldGoods)), category: r.Category,
		aspect: q.Get(fieldAsked), option: strings.TrimSpace(q.Get(fieldTicked)), arm: q.Get(fieldArm), errand: q.Get(fieldErrand), ended: q.Get(fieldEnded),
	}
	for field, list := range searchChoices {
		value := q.Get(field)
		i := slices.IndexFunc(list, func(x searchChoice) bool { return x.value == value })
		switch {
		case value == "":
		case i < 0:
			return c, fmt.Errorf("%w: the search has an answer that it does not offer", views.ErrBad)
		case list[i].finds != nil:
			c.finds = append(c.finds, list[i].finds)
		}
	}
	return c, nil
}

// find reports whether a conversation meets all criteria.
func (c *criteria) find(f *insight.Facts) bool {
	return len(f.Turns) > 0 &&
		(c.category == "" || anyTurn(f, func(t *insight.Turn) bool { return slices.Contains(t.Scope, c.category) })) &&
		(c.aspect == "" || anyTurn(f, func(t *insight.Turn) bool { return asksAbout(t, c.aspect) })) &&
		(c.option == "" || anyTurn(f, func(t *insight.Turn) bool { return tickedOption(t, c.aspect, c.option) })) &&
		(c.arm == "" || anyTurn(f, func(t *insight.Turn) bool { return armOf(t) == c.arm })) &&
		(c.product == "" || anyTurn(f, func(t *insight.Turn) bool { return showsProduct(t, c.product) })) &&
		!slices.ContainsFunc(c.finds, func(finds func(*criteria, *insight.Facts) bool) bool { return !finds(c, f) }) &&
		c.wanted(f) && c.said(f)
}

// anyTurn reports whether a turn of a conversation is so.
func anyTurn(f *insight.Facts, is func(*insight.Turn) bool) bool {
	for i := range f.Turns {
		if is(&f.Turns[i]) {
			return true
		}
	}
	return false
}

func asksAbout(t *insight.Turn, aspect string) bool {
	return slices.ContainsFunc(t.Questions, func(q insight.Asked) bool { return q.Aspect == aspect })
}

// tickedOption reports whether an option was ticked, of an aspect or, for "", of any.
func tickedOption(t *insight.Turn, aspect, option string) bool {
	return slices.ContainsFunc(t.Questions, func(q insight.Asked) bool {
		return (aspect == "" || q.Aspect == aspect) && slices.ContainsFunc(q.Picked, func(p int) bool {
			return q.Offers[p].Label == option || slices.Contains(q.Offers[p].Values, option)
		})
	})
}

func showsProduct(t *insight.Turn, product string) bool {
	return slices.Contains(t.Shown, product) || slices.ContainsFunc(t.Touches, func(x insight.Touch) bool { return x.Product == product })
}

// touchedAt reports whether something was done with a product of a turn.
func touchedAt(t *insight.Turn, act journal.Act) bool {
	return slices.ContainsFunc(t.Touches, func(x insight.Touch) bool { return x.Act == act })
}

// armOf spells the arm of an experiment that a turn was in, "" for none.
func armOf(t *insight.Turn) string {
	if t.Arm.Experiment == "" {
		return ""
	}
	return t.Arm.Experiment + "/" + t.Arm.Arm
}

// wanted reports whether the shopper wanted such a thing done, and it ended so.
func (c *criteria) wanted(f *insight.Facts) bool {
	if c.errand == "" && c.ended == "" {
		return true
	}
	return slices.ContainsFunc(f.Errands, func(e insight.Errand) bool {
		named := c.errand == "" || c.errand == anyErrand || c.errand == toolField(e.Does())
		return named && (c.ended == "" || c.ended == endedField(e.Ending))
	})
}

// said reports whether all words were said somewhere in the conversation. What is
// no longer kept is not found.
func (c *criteria) said(f *insight.Facts) bool {
	for _, word := range c.words {
		if !anyTurn(f, func(t *insight.Turn) bool {
			return containsWord(t.Said, word) || slices.ContainsFunc(t.Questions, func(q insight.Asked) bool { return containsWord(q.Text, word) })
		}) {
			return false
		}
	}
	return true
}

// containsWord reports whether a text that is still kept has a word.
func containsWord(text, word string) bool {
	return text != journal.Redacted && strings.Contains(strings.ToLower(text), word)
}
