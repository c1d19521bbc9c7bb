package agent

import (
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/search"
)

// Changes of what stands: a step is undone, limits are replaced, and what does not fit other
// products is dropped.

// overlap reports whether two scopes have a category in common.
func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(path string) bool { return slices.Contains(b, path) })
}

// scopeOf is the scope that changes set, nil for none.
func scopeOf(changes []search.Change) []string {
	for _, ch := range changes {
		if ch.Op == search.SetScope {
			return ch.Categories
		}
	}
	return nil
}

// undo takes back what the latest exchange changed that was not taken back yet.
func (h *heard) undo() {
	if slices.ContainsFunc(h.acts, func(a dialog.Act) bool { return a.Kind == dialog.Undo }) {
		return // said twice
	}
	var stack [][]search.Change
	for i := range h.c.Exchanges {
		e := &h.c.Exchanges[i]
		undone := slices.ContainsFunc(e.Acts, func(a dialog.Act) bool { return a.Kind == dialog.Undo })
		switch {
		case undone && len(stack) > 0:
			stack = stack[:len(stack)-1]
		case !undone && len(e.Changes) > 0:
			stack = append(stack, e.Changes)
		}
	}
	text := h.words.T("acts.nothing-to-undo")
	if len(stack) > 0 {
		text = ""
		for _, ch := range slices.Backward(stack[len(stack)-1]) {
			h.changes = append(h.changes, search.Change{Op: search.Drop, Target: ch.ID})
		}
	}
	h.act(dialog.Act{Kind: dialog.Undo, Text: text})
}

// unfit drops what was said that products of other categories can not have, and the
// words, which named the old ones.
func (h *heard) unfit(scope []string) []search.Change {
	var out drops
	need := h.standing().Need
	has := func(key string) bool { return key == catalog.KeyPrice || h.aspect(key, scope...).In != nil }
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

// met reports whether a product of categories meets a condition.
func (h *heard) met(scope []string, cond *catalog.Condition) bool {
	for _, path := range scope {
		shelf, err := h.agent.config.Engine.Shelf(h.ctx, path)
		if err != nil {
			return true // the list tells what it lacks
		}
		if len(shelf.Find([]catalog.Test{shelf.Test(&catalog.Demand{Condition: *cond})}, 1)) > 0 {
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

// replaced drops what new changes take the place of: wishes where a limit about the same
// aspect comes, limits where a wish does, and what stood as a wish and is ruled out now.
func (h *heard) replaced(changes []search.Change) []search.Change {
	need := h.standing().Need
	var out drops
	for _, ch := range changes {
		if ch.Condition == nil || ch.Op != search.AddWish && ch.Op != search.AddLimit {
			continue
		}
		key, not := ch.Condition.Key, ch.Op == search.AddLimit && ch.Not
		for _, e := range need.Evidence {
			refuses := not && covers(ch.Condition.Values, &e.Answer)
			if e.Answer.Key == key && (refuses || !not && !ch.Also && (e.Said || ch.Op == search.AddLimit)) {
				out.add(e.Change)
			}
		}
		for _, l := range need.Limits {
			named := func(v string) bool { return slices.Contains(ch.Condition.Values, v) }
			if l.Condition.Key == key && !not && (!l.Not || slices.ContainsFunc(l.Condition.Values, named)) {
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

// carry asks whether what was to be spent on the products of before is to be spent on
// those of now too, where nothing else is asked and no price was said anew.
func (h *heard) carry(limits []search.Limit) {
	need := h.standing().Need
	i := slices.IndexFunc(h.acts, func(a dialog.Act) bool { return a.Kind == dialog.Need || a.Kind == dialog.Revise })
	if i < 0 || h.acts[i].Text != "" || need.Settles(catalog.KeyPrice) {
		return
	}
	for _, l := range limits {
		if l.Condition.Key == catalog.KeyPrice && !l.Not {
			limit := search.Change{Op: search.AddLimit, Text: l.Text, Condition: &l.Condition}
			h.acts[i].Text = h.words.T("acts.carry", "Limit", l.Text)
			h.acts[i].Offers = append(h.acts[i].Offers, dialog.Offer{Text: l.Text, Changes: []search.Change{limit}})
			return
		}
	}
}
