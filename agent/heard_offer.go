package agent

import (
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/agent/understand"
	"shopclerk/catalog"
	"shopclerk/search"
)

// kinds asks which kind of product was meant where several may be and none is looked at. from is
// the index of the reading's first change. Its words told of the need, and go when a kind is chosen;
// what they ask for of that kind comes in their place.
func (h *heard) kinds(said string, r *understand.Reading, from int) {
	i := slices.IndexFunc(h.acts, func(a dialog.Act) bool { return a.Kind == dialog.Need && a.Text == "" || a.Kind == dialog.Unclear })
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
		a.Offers = append(a.Offers, dialog.Offer{Text: m.Text, Changes: changes})
	}
}

// offersKinds reports whether an act asks which kind of product was meant.
func offersKinds(a dialog.Act) bool {
	return slices.ContainsFunc(a.Offers, func(o dialog.Offer) bool { return len(scopeOf(o.Changes)) > 0 })
}

// carry asks whether what was to be spent on the products of before is to be spent on
// those of now too, where nothing else is asked and no price was said anew; it takes that
// where the message says so: "a dog bed, same budget".
func (h *heard) carry(limits []search.Limit) {
	need := h.context().Need
	i := slices.IndexFunc(h.acts, func(a dialog.Act) bool { return a.Kind == dialog.Need || a.Kind == dialog.Revise })
	if i < 0 || h.acts[i].Text != "" || need.Settles(catalog.KeyPrice) {
		return
	}
	for _, l := range limits {
		if l.Condition.Key == catalog.KeyPrice && !l.Not {
			limit := search.Change{Op: search.AddLimit, Text: l.Text, Condition: &l.Condition}
			if h.keeps {
				h.changes = append(h.changes, limit)
				return
			}
			h.acts[i].Text = h.words.T("acts.carry", "Limit", l.Text)
			h.acts[i].Offers = append(h.acts[i].Offers, dialog.Offer{Text: l.Text, Changes: []search.Change{limit}})
			return
		}
	}
}
