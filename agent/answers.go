package agent

import (
	"slices"

	"shopclerk/agent/dialog"
	"shopclerk/agent/reply"
	"shopclerk/catalog"
)

// spokenOf are the products on the page that the last exchange was about.
func (h *heard) spokenOf() []catalog.Product {
	var out []catalog.Product
	if last := h.c.Last(); last != nil {
		for _, a := range last.Acts {
			for _, id := range a.Products {
				if i := slices.IndexFunc(h.shown, func(p catalog.Product) bool { return p.ID == id }); i >= 0 {
					out = union(out, h.shown[i])
				}
			}
		}
	}
	return out
}

// answers answers the questions about products from the turn's list, and leaves out what need not be said beside.
func (h *heard) answers(t *Turn) {
	store := h.agent.config.Engine.Store()
	list := reply.List{
		Shelf: t.Scope.Shelf, Fits: t.Ranking.Fits,
		Category: func(path string) *catalog.Category {
			categories := store.Categories()
			if i := slices.IndexFunc(categories, func(c catalog.Category) bool { return c.Path == path }); i >= 0 {
				return &categories[i]
			}
			return nil
		},
		Products: func(refs []catalog.Ref) []catalog.Product {
			products, err := store.Products(h.ctx, refs)
			if err != nil {
				return nil // the answer does without their names
			}
			return products
		},
	}
	for _, q := range h.asked {
		kind := h.acts[q.act].Kind
		h.acts[q.act] = reply.Answer(h.words, q.question, list)
		h.acts[q.act].Kind = kind
	}
	h.tidy()
}

// offersKinds reports whether an act asks which kind of product was meant.
func offersKinds(a dialog.Act) bool {
	return slices.ContainsFunc(a.Offers, func(o dialog.Offer) bool { return len(scopeOf(o.Changes)) > 0 })
}
