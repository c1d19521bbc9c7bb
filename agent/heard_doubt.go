package agent

import (
	"slices"
	"strings"

	"shopclerk/agent/memory"
	"shopclerk/agent/understand"
	"shopclerk/search"
)

// kinds asks which kind of product was meant where several may be and none is looked at. from is
// the index of the reading's first change. Its words told of the need, and go when a kind is chosen;
// what they ask for of that kind comes in their place.
func (h *heard) kinds(said string, r *understand.Reading, from int) {
	i := slices.IndexFunc(h.acts, func(a memory.Act) bool { return a.Kind == memory.Need && a.Text == "" || a.Kind == memory.Unclear })
	if i < 0 || len(r.Kinds) < 2 || len(scopeOf(h.changes)) > 0 {
		return
	}
	var gone []search.Change
	for _, ch := range h.c.Number(h.changes)[from:] {
		if ch.Op == search.AddWords {
			gone = append(gone, search.Change{Op: search.Drop, Target: ch.ID})
		}
	}
	a := &h.acts[i]
	a.Text = strings.TrimSpace(a.Text + " " + h.words.T("acts.kinds"))
	for _, m := range r.Kinds {
		changes := append(slices.Clone(gone), m.Change)
		in := h.context()
		in.Need.Scope, in.Wide = m.Change.Categories, true
		for _, ch := range h.f.reader.Understand(said, in).Changes {
			if ch.Op == search.AddWish {
				changes = append(changes, ch)
			}
		}
		a.Offers = append(a.Offers, memory.Offer{Text: m.Text, Changes: changes})
	}
}

// offersKinds reports whether an act asks which kind of product was meant.
func offersKinds(a memory.Act) bool {
	return slices.ContainsFunc(a.Offers, func(o memory.Offer) bool { return len(scopeOf(o.Changes)) > 0 })
}
