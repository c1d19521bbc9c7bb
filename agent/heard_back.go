package agent

import (
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/agent/reply"
	"shopclerk/agent/understand"
	"shopclerk/search"
)

// Going back: what was looked for before something else is taken up again, as it stood; a step is
// undone, or all of it.

// back reads a clause that goes back to products which were looked for before others: "back to
// the headphones, in white". It reports whether the clause does.
func (h *heard) back(c *understand.Clause) (bool, error) {
	to := understand.GoesBack(c.Text, h.tongue)
	if to == "" || h.c.Last() == nil {
		return false, nil
	}
	in := h.context()
	now := in.Need.Scope
	in.Need = search.Need{}
	scope := scopeOf(h.f.reader.Understand(to, in).Changes)
	if len(scope) == 0 { // the rest may tell: "back to the glasses, the tortoiseshell ones"
		scope = scopeOf(h.f.reader.Understand(c.Text, in).Changes)
	}
	if len(scope) == 0 || overlap(scope, now) {
		return false, nil
	}
	for i := len(h.c.Exchanges); i > 0; i-- {
		before := dialog.Conversation{Exchanges: h.c.Exchanges[:i]}
		if !overlap(scope, before.Need().Scope) {
			continue
		}
		h.changes = append(h.changes, search.Change{Op: search.Reset})
		for _, x := range search.InForce(before.Changes()) {
			if x.Op != search.Reset && x.Op != search.Drop {
				x.ID = 0
				h.changes = append(h.changes, x)
			}
		}
		h.shown = nil // none of these is on the page
		h.act(dialog.Act{Kind: dialog.Need})
		rest := strings.Trim(strings.Replace(c.Text, to, "", 1), " ,.;:")
		if r := h.f.reader.Understand(rest, h.context()); !telling(r.Changes) || h.elsewhere(r.Changes) {
			h.notes = append(h.notes, reply.Unplaced(h.words, r.Unplaced, r.Barred)...)
			return true, nil
		}
		return true, h.restated(&understand.Clause{Text: rest, Act: "need"}, dialog.Need)
	}
	return false, nil
}

// overlap reports whether two scopes have a category in common.
func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(path string) bool { return slices.Contains(b, path) })
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

func (h *heard) restart() {
	h.changes = append(h.changes, search.Change{Op: search.Reset})
	h.act(dialog.Act{Kind: dialog.Restart, Text: h.words.T("acts.restarted")})
}
