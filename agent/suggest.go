package agent

import (
	"context"
	"slices"

	"shopclerk/agent/nlu"
	"shopclerk/catalog"
)

// Suggestions are what a shopper may be about to type. Each list is best first.
type Suggestions struct {
	Categories []nlu.Completion
	Values     []nlu.Completion
	Products   []catalog.Product
}

// Suggest completes what is being typed: up to k categories, values and products
// each. What begins nothing is read at one edit, for products too. The work is
// bounded, however large the catalogue; see [nlu.Completer] and
// [search.Engine.Complete].
func (a *Agent) Suggest(ctx context.Context, text string, k int) (Suggestions, error) {
	var s Suggestions
	var read string
	s.Categories, s.Values, read = a.active().reader.Completer().Complete(text, k)
	hidden := a.Hidden()
	refs, err := a.config.Engine.Complete(ctx, text, k+len(hidden))
	if err == nil && len(refs) == 0 && read != text {
		refs, err = a.config.Engine.Complete(ctx, read, k+len(hidden))
	}
	if err != nil {
		return Suggestions{}, err
	}
	s.Products, err = a.config.Engine.Store().Products(ctx, refs)
	s.Products = slices.DeleteFunc(s.Products, func(p catalog.Product) bool { return slices.Contains(hidden, p.ID) })
	s.Products = s.Products[:min(k, len(s.Products))]
	return s, err
}
