package desk

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"shopclerk/agent/insight"
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
	touched  touch
	mishap   mishap
	arm      string // of an experiment, as armOf spells it
	length   length
	errand   string // a tool's name, anyErrand or noTool
	ended    ending // of such an errand
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

// touch says what shoppers did with products, in the words of an address.
type touch string

const (
	anyTouch  touch = ""
	noTouch   touch = "none"   // nothing at all
	opened    touch = "opened" // opened a product's page
	notOpened touch = "unopened"
	basketed  touch = "basket"
	bought    touch = "ordered"
)

// mishap says what went wrong.
type mishap string

const (
	anyMishap    mishap = ""
	nothingFound mishap = "nothing"
	skippedSome  mishap = "skipped"
	leftThere    mishap = "left" // with nothing touched; where an aspect is chosen, at a page that asked about it
)

// length says how many turns there were.
type length string

const (
	anyLength length = ""
	oneTurn   length = "1"
	fewTurns  length = "2-3"
	manyTurns length = "4+"
)

// span returns the fewest and the most turns of a length; 0: no bound.
func (l length) span() (fewest, most int) {
	switch l {
	case oneTurn:
		return 1, 1
	case fewTurns:
		return 2, 3
	case manyTurns:
		return 4, 0
	}
	return 0, 0
}

// What errands are called in an address when not by their tool.
const (
	anyErrand = "any"
	noTool    = "none" // no tool does it
)

// toolField names a tool in an address.
func toolField(tool string) string { return cmp.Or(tool, noTool) }

// ending says how an errand ended, in the words of an address: those of the journal.
type ending string

const (
	anyEnding ending = ""
	leftOpen  ending = "open"
)

// The choices of each.
var (
	endings = []ending{anyEnding, ending(memory.Done), ending(memory.Declined), ending(memory.Refused), ending(memory.Dropped), leftOpen}
	touches = []touch{anyTouch, opened, notOpened, basketed, bought, noTouch}
	mishaps = []mishap{anyMishap, nothingFound, skippedSome, leftThere}
	lengths = []length{anyLength, oneTurn, fewTurns, manyTurns}
)

// readCriteria reads the criteria from an address.
func readCriteria(r *Request) (criteria, error) {
	q := r.query
	c := criteria{
		words: strings.Fields(strings.ToLower(q.Get(fieldSaid))), product: strings.TrimSpace(q.Get(fieldGoods)), category: r.Category,
		aspect: q.Get(fieldAsked), option: strings.TrimSpace(q.Get(fieldTicked)), touched: touch(q.Get(fieldTouched)), mishap: mishap(q.Get(fieldMishap)),
		arm: q.Get(fieldArm), length: length(q.Get(fieldLength)), errand: q.Get(fieldErrand), ended: ending(q.Get(fieldEnded)),
	}
	if !slices.Contains(touches, c.touched) || !slices.Contains(endings, c.ended) || !slices.Contains(mishaps, c.mishap) || !slices.Contains(lengths, c.length) {
		return c, fmt.Errorf("%w: the search has an answer that it does not offer", ErrBad)
	}
	return c, nil
}

// find reports whether a conversation meets all criteria.
func (c *criteria) find(f *insight.Facts) bool {
	fewest, most := c.length.span()
	return len(f.Turns) >= max(fewest, 1) && (most == 0 || len(f.Turns) <= most) &&
		(c.category == "" || some(f, func(t *insight.Turn) bool { return slices.Contains(t.Scope, c.category) })) &&
		(c.aspect == "" || some(f, func(t *insight.Turn) bool { return asks(t, c.aspect) })) &&
		(c.option == "" || some(f, func(t *insight.Turn) bool { return ticks(t, c.aspect, c.option) })) &&
		(c.arm == "" || some(f, func(t *insight.Turn) bool { return armOf(t) == c.arm })) &&
		(c.product == "" || some(f, func(t *insight.Turn) bool { return shows(t, c.product) })) &&
		c.touch(f) && c.troubled(f) && c.wanted(f) && c.said(f)
}

// some reports whether a turn of a conversation is so.
func some(f *insight.Facts, is func(*insight.Turn) bool) bool {
	for i := range f.Turns {
		if is(&f.Turns[i]) {
			return true
		}
	}
	return false
}

func asks(t *insight.Turn, aspect string) bool {
	return slices.ContainsFunc(t.Questions, func(q insight.Asked) bool { return q.Aspect == aspect })
}

// ticks reports whether an option was ticked, of an aspect or, for "", of any.
func ticks(t *insight.Turn, aspect, option string) bool {
	return slices.ContainsFunc(t.Questions, func(q insight.Asked) bool {
		return (aspect == "" || q.Aspect == aspect) && slices.ContainsFunc(q.Picked, func(p int) bool {
			return q.Offers[p].Label == option || slices.Contains(q.Offers[p].Values, option)
		})
	})
}

func shows(t *insight.Turn, product string) bool {
	return slices.Contains(t.Shown, product) || slices.ContainsFunc(t.Touches, func(x insight.Touch) bool { return x.Product == product })
}

// acted reports whether something was done with a product of a turn.
func acted(t *insight.Turn, act journal.Act) bool {
	return slices.ContainsFunc(t.Touches, func(x insight.Touch) bool { return x.Act == act })
}

// armOf spells the arm of an experiment that a turn was in, "" for none.
func armOf(t *insight.Turn) string {
	if t.Arm.Experiment == "" {
		return ""
	}
	return t.Arm.Experiment + "/" + t.Arm.Arm
}

func (c *criteria) touch(f *insight.Facts) bool {
	did := func(act journal.Act) bool { return some(f, func(t *insight.Turn) bool { return acted(t, act) }) }
	switch c.touched {
	case opened:
		return did(journal.Opened)
	case notOpened:
		return !did(journal.Opened)
	case basketed:
		return did(journal.Basket)
	case bought:
		return did(journal.Ordered)
	case noTouch:
		return !some(f, func(t *insight.Turn) bool { return len(t.Touches) > 0 })
	}
	return true
}

// wanted reports whether the shopper wanted such a thing done, and it ended so.
func (c *criteria) wanted(f *insight.Facts) bool {
	if c.errand == "" && c.ended == anyEnding {
		return true
	}
	return slices.ContainsFunc(f.Errands, func(e insight.Errand) bool {
		named := c.errand == "" || c.errand == anyErrand || c.errand == toolField(e.Does())
		return named && (c.ended == anyEnding || c.ended == ending(e.Ending) || c.ended == leftOpen && e.Ending == "")
	})
}

func (c *criteria) troubled(f *insight.Facts) bool {
	switch c.mishap {
	case nothingFound:
		return some(f, func(t *insight.Turn) bool { return t.Empty })
	case leftThere:
		last := len(f.Turns) - 1
		return f.Leaves(last) && (c.aspect == "" || asks(&f.Turns[last], c.aspect))
	case skippedSome:
		return some(f, func(t *insight.Turn) bool {
			return slices.ContainsFunc(t.Questions, func(q insight.Asked) bool { return q.Outcome == insight.Skipped })
		})
	}
	return true
}

// said reports whether all words were said somewhere in the conversation. What is
// no longer kept is not found.
func (c *criteria) said(f *insight.Facts) bool {
	for _, word := range c.words {
		if !some(f, func(t *insight.Turn) bool {
			return has(t.Said, word) || slices.ContainsFunc(t.Questions, func(q insight.Asked) bool { return has(q.Text, word) })
		}) {
			return false
		}
	}
	return true
}

// has reports whether a text that is still kept has a word.
func has(text, word string) bool {
	return text != journal.Redacted && strings.Contains(strings.ToLower(text), word)
}
