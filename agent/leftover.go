package agent

import (
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/catalog"
	"shopclerk/search"
)

// unsold returns the kind that is wanted and not sold: one that is no category, or one that dictionaries have and
// that no product of its category is said to be. Other words that none is said to be are left.
func (h *heard) unsold(m *nlu.Message, out *nlu.Assembly, scope []string) (*nlu.Mention, error) {
	stands := h.standing().Need
	engine := h.agent.config.Engine
	if out.Absent != nil {
		missing, err := engine.Unsaid(h.ctx, strings.Fields(out.Absent.Text), stands.Scope)
		var titled map[catalog.Ref]bool
		if l := out.Absent.Best(nlu.ToValue); err == nil && l != nil { // moka pots are a style of coffee makers
			titled, err = engine.Titled(h.ctx, l.Values[0], func(_ string, t *search.Title) bool { return t[search.Main] == 1 })
		}
		switch {
		case err != nil:
			return nil, err
		case len(titled) == 0 && (len(stands.Scope) == 0 || len(missing) > 0):
			return out.Absent, nil
		case len(titled) == 0:
			out.Loose = append(out.Loose, out.Absent.Text)
		}
	}
	for i := range out.Described {
		d, within := &out.Described[i], scope
		switch {
		case d.Kind.Best() == nil:
			within = nil
		case scope == nil:
			within = stands.Scope
		}
		missing, err := engine.Unsaid(h.ctx, d.Words, within)
		if err != nil {
			return d.Kind, err
		}
		missing = slices.DeleteFunc(missing, func(w string) bool {
			_, spelt := engine.Spell(w)
			return spelt || h.everyday(w)
		})
		switch {
		case len(missing) > 0 && (d.Known(m, missing) || d.Kind.Best() == nil && len(out.Changes) == 0):
			return d.Kind, nil
		case len(missing) > 0 && d.Kind.Best() != nil:
			h.left = append(h.left, strings.Join(missing, " "))
		}
	}
	return nil, nil
}

// loose takes in the words that were linked to nothing: those that products have are searched for,
// the others are told.
func (h *heard) loose(c *nlu.Clause, out *nlu.Assembly) error {
	if len(out.Barred) > 0 {
		text := h.words.T("talk.not-values", "Values", strings.Join(out.Barred, h.words.T("language.or")))
		h.changes = append(h.changes, search.Change{Op: search.Without, Text: text, Words: out.Barred})
	}
	scope := search.Fold(append(h.c.Changes(), h.c.Number(h.changes)...)).Scope
	var kept []string
	for _, text := range out.Loose {
		fields := strings.Fields(text)
		for i, w := range fields {
			fields[i] = strings.Trim(w, ".,;:!?")
		}
		missing, err := h.agent.config.Engine.Unsaid(h.ctx, fields, scope)
		if err != nil {
			return err
		}
		for i, w := range fields { // "cosair"
			if right, ok := h.agent.config.Engine.Spell(w); ok && slices.Contains(missing, w) && !h.everyday(w) {
				fields[i], missing = right, slices.DeleteFunc(missing, func(o string) bool { return o == w })
			}
		}
		rest := slices.DeleteFunc(fields, func(w string) bool { return slices.Contains(missing, w) || h.tongue.Knows(language.Fold(w)) })
		if number := slices.IndexFunc(fields, isNumber); number >= 0 && len(missing) > 0 && !slices.ContainsFunc(rest, func(w string) bool { return !isNumber(w) }) {
			h.left = append(h.left, text) // "95 degrees", of which nothing is said
			continue
		}
		if missing = slices.DeleteFunc(missing, h.everyday); len(missing) > 0 {
			h.left = append(h.left, strings.Join(missing, " "))
		}
		if len(rest) > 0 {
			kept = append(kept, strings.Join(rest, " "))
		}
	}
	if len(kept) > 0 && c.Intent == nlu.Revise { // "sorry, the 5x": in place of what was typed before
		var gone drops
		for _, w := range h.c.Need().Words {
			gone.add(w.Change)
		}
		h.changes = append(h.changes, gone...)
	}
	if len(kept) > 0 {
		h.changes = append(h.changes, search.Change{Op: search.AddWords, Text: strings.Join(kept, " "), Words: kept})
	}
	if len(out.Hints) > 0 {
		h.changes = append(h.changes, search.Change{Op: search.AddWords, Weak: true, Text: strings.Join(out.Hints, " "), Words: out.Hints})
	}
	return nil
}

func isNumber(word string) bool { return word != "" && strings.Trim(word, "0123456789.,") == "" }

// everyday reports whether a word is one of talk, or a number, that tells nothing of products.
func (h *heard) everyday(word string) bool {
	form := language.Fold(strings.Trim(word, ".,;:!?"))
	return len(form) < 3 || h.tongue.Knows(form) || h.tongue.Common[form] || h.tongue.Said(form) > 0 || isNumber(form)
}

// absent says that a kind of product is not sold here, and what its words are nearest to.
func (h *heard) absent(s *nlu.Mention) {
	var nearest []string
	text, need := h.words.T("acts.not-sold", "Words", s.Text), h.standing().Need
	if i := slices.IndexFunc(s.Links, func(l nlu.Link) bool { return l.Kind == nlu.ToCategory && l.Score >= nearLink }); i >= 0 && need.Empty() {
		nearest = s.Links[i].Categories
		text = h.words.T("acts.not-sold-nearest", "Words", s.Text)
		scope := search.Change{Op: search.SetScope, Categories: nearest}
		h.word(&scope, nearest)
		h.changes = append(h.changes, scope, search.Change{Op: search.AddWords, Weak: true, Text: s.Text, Words: []string{s.Text}})
	}
	h.act(dialog.Act{Kind: dialog.NotSold, Words: s.Text, Nearest: nearest, Text: text})
}

// nearLink is the probability of a link from which a category is near to what is not sold.
const nearLink = 0.3
