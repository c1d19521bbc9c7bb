package agent

import (
	"math"
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/agent/language"
	"shopclerk/agent/reply"
	"shopclerk/agent/understand"
	"shopclerk/catalog"
	"shopclerk/search"
)

// Revising: what was said is changed, taken back, or no longer ruled out.

// revise reads a clause that changes what was said before.
func (h *heard) revise(c *understand.Clause) error {
	if in := h.context(); in.Need.Empty() || understand.KeepsBudget(c.Text, h.tongue) {
		return h.need(c)
	}
	switch c.Topic {
	case "forget", "set":
		head, tail, more := strings.Cut(c.Text, ",")
		first, last := understand.Waives(head, h.tongue), understand.Waives(tail, h.tongue)
		if more && first && !last && h.forget(head) {
			return h.need(&understand.Clause{Text: strings.TrimSpace(tail), Act: "need"}) // "never mind the hat, get me a scarf"
		}
		if more && last && !first && h.forget(tail) {
			err := h.need(&understand.Clause{Text: head, Act: "need"})       // "up to 50, and the colour doesn't matter"
			h.changes = slices.DeleteFunc(slices.Clone(h.changes), h.waived) // "black was a bad idea, colour doesn't matter"
			return err
		}
		if (c.Topic == "forget" || understand.Forgets(c.Text, h.tongue)) && h.forget(c.Text) {
			return nil
		}
	case "allow":
		if h.allow(c) {
			return nil
		}
		if r, ok := h.widened(c); ok {
			return h.take(c, r, dialog.Revise)
		}
	}
	return h.restate(c)
}

// waived reports whether a change wants something of an aspect that the message says not to
// matter.
func (h *heard) waived(c search.Change) bool {
	return c.Condition != nil && slices.ContainsFunc(h.changes, func(w search.Change) bool {
		return w.Op == search.Answered && w.Answer.None && w.Answer.Key == c.Condition.Key
	})
}

// restate reads new values in place of old ones. A bare number is a new bound where one
// stands; what is ruled out and stood as a wish is dropped; a name of other products
// keeps what they can have too.
func (h *heard) restate(c *understand.Clause) error { return h.restated(c, dialog.Revise) }

// restated is restate for an act of either kind: "like the second but in blue" says anew
// what is named, and keeps the rest.
func (h *heard) restated(c *understand.Clause, kind dialog.Kind) error {
	in := h.context()
	in.Revising = true
	r := h.f.reader.Understand(c.Text, in)
	if len(r.Unsold) > 0 {
		return h.take(c, r, kind)
	}
	changes := r.Changes
	if len(scopeOf(changes)) > 0 && h.elsewhere(changes) {
		h.changes = append(h.changes, h.unfit(scopeOf(changes))...)
	}
	changes = h.rebound(changes)
	h.changes = append(h.changes, h.replaced(changes)...)
	r.Changes = changes
	if len(changes) == 0 {
		if slices.ContainsFunc(h.changes, func(ch search.Change) bool { return ch.Op == search.Like }) {
			h.act(dialog.Act{Kind: kind})
			return nil
		}
		kind = dialog.Unclear
	}
	return h.take(c, r, kind)
}

// like takes the product that a clause points at for what others shall be like.
func (h *heard) like(c *understand.Clause) {
	asked := h.f.reader.Asked(c.Text, h.context())
	if len(asked.Places) == 0 && !asked.That && !asked.Those {
		return
	}
	if to := h.pointed(&asked); len(to) > 0 {
		h.changes = append(h.changes, search.Change{Op: search.Like, Refs: []string{to[0].ID}, Text: h.words.T("talk.like", "Title", reply.Short(&to[0]))})
	}
}

// unfit drops what was said that products of other categories can not have, and the
// words, which named the old ones.
func (h *heard) unfit(scope []string) []search.Change {
	var out drops
	need := h.context().Need
	has := func(key string) bool {
		if key == catalog.KeyPrice {
			return true
		}
		for _, c := range h.agent.config.Engine.Store().Categories() {
			if _, ok := c.Aspect(key); ok && slices.Contains(scope, c.Path) {
				return true
			}
		}
		return false
	}
	for _, l := range need.Limits {
		if !has(l.Condition.Key) {
			out.add(l.Change)
		}
	}
	for _, e := range need.Evidence {
		kept := has(e.Answer.Key) && e.Answer.Key != catalog.KeyCategory
		for _, p := range e.Answer.Picked {
			kept = kept && h.met(scope, &e.Answer.Options[p])
		}
		if !kept {
			out.add(e.Change)
		}
	}
	for _, w := range need.Words {
		out.add(w.Change)
	}
	return out
}

// met reports whether a product of categories meets all of some conditions.
func (h *heard) met(scope []string, all ...*catalog.Condition) bool {
	for _, path := range scope {
		shelf, err := h.agent.config.Engine.Shelf(h.ctx, path)
		if err != nil {
			return true // the list tells what it lacks
		}
		var tests []catalog.Test
		for _, c := range all {
			tests = append(tests, shelf.Test(&catalog.Demand{Condition: *c}))
		}
		if len(shelf.Find(tests, 1)) > 0 {
			return true
		}
	}
	return false
}

// drops are changes that take others back, each once.
type drops []search.Change

func (d *drops) add(target int) {
	if !slices.ContainsFunc(*d, func(o search.Change) bool { return o.Target == target }) {
		*d = append(*d, search.Change{Op: search.Drop, Target: target})
	}
}

// rebound gives a number that was said without a bound the bound that stands about the
// same aspect: after "under 80", "make it 120" is under 120.
func (h *heard) rebound(changes []search.Change) []search.Change {
	need := h.context().Need
	for i := range changes {
		ch := &changes[i]
		if ch.Op != search.AddWish || ch.Condition == nil || ch.Condition.Range == nil || ch.Figure == nil {
			continue
		}
		for _, l := range slices.Backward(need.Limits) {
			if l.Condition.Key != ch.Condition.Key || l.Condition.Range == nil || l.Not {
				continue
			}
			low, high := ch.Condition.Range.Bounds()
			middle := (low + high) / 2
			if r := l.Condition.Range; r.Low != nil && r.High == nil {
				*ch = h.bound(ch.Condition.Key, math.Round(middle*1000)/1000, false)
			} else if r.High != nil && r.Low == nil {
				*ch = h.bound(ch.Condition.Key, math.Round(middle*1000)/1000, true)
			}
			break
		}
	}
	return changes
}

// bound is a limit on an aspect, at most or at least a number in the aspect's unit.
func (h *heard) bound(key string, number float64, most bool) search.Change {
	switch price := key == catalog.KeyPrice; {
	case most && price:
		return h.limit(key, catalog.AtMost(number), number, "amount.up-to", "High")
	case most:
		return h.limit(key, catalog.AtMost(number), number, "amount.at-most", "High")
	case price:
		return h.limit(key, catalog.AtLeast(number), number, "amount.from", "Low")
	}
	return h.limit(key, catalog.AtLeast(number), number, "amount.at-least", "Low")
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
	scope := h.context().Need.Scope
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

// replaced drops what new changes take the place of: wishes where a limit about the same
// aspect comes, limits where a wish does, and what stood as a wish and is ruled out now.
func (h *heard) replaced(changes []search.Change) []search.Change {
	need := h.context().Need
	var out drops
	for _, ch := range changes {
		if ch.Condition == nil || ch.Op != search.AddWish && ch.Op != search.AddLimit {
			continue
		}
		key, not := ch.Condition.Key, ch.Op == search.AddLimit && ch.Not
		for _, e := range need.Evidence {
			if e.Answer.Key == key && !not && !ch.Also && (e.Said || ch.Op == search.AddLimit) {
				out.add(e.Change)
			}
			if e.Answer.Key == key && not && covers(ch.Condition.Values, &e.Answer) {
				out.add(e.Change)
			}
		}
		for _, l := range need.Limits {
			if l.Condition.Key != key {
				continue
			}
			if !not && (!l.Not || slices.ContainsFunc(l.Condition.Values, func(v string) bool { return slices.Contains(ch.Condition.Values, v) })) {
				out.add(l.Change)
			}
		}
	}
	thing := len(scopeOf(changes)) > 0 && len(need.Scope) == 0 // "jeans", then "a blazer"
	for _, w := range need.Words {
		if thing && language.IsProduct(language.Fold(w.Text)) {
			out.add(w.Change)
		}
	}
	for _, d := range out { // words that were kept beside a wish go with it
		for _, e := range need.Evidence {
			for _, w := range need.Words {
				if e.Change == d.Target && e.Words != "" && strings.EqualFold(w.Text, e.Words) {
					out.add(w.Change)
				}
			}
		}
	}
	return out
}

// covers reports whether all that was picked is among values, or of a kind that is: of "black or
// silver", not silver leaves black; "boots" are ankle boots too.
func covers(values []string, a *search.Answer) bool {
	stems := func(text string) string { return language.Key(language.Tokenize(text)) }
	for _, p := range a.Picked {
		for _, v := range a.Options[p].Values {
			kind := func(of string) bool { return v == of || strings.HasSuffix(stems(v), " "+stems(of)) }
			if !slices.ContainsFunc(values, kind) {
				return false
			}
		}
	}
	return len(a.Picked) > 0
}
