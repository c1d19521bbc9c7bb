package vector

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/philippgille/chromem-go"
)

// Cells tell which categories' products are like a query, as the cells of an inverted file do
// (Jégou, Douze and Schmid, 2011): a chromem-go collection in memory with one vector for each
// category, of what its products have in common. They are safe for concurrent use.
type Cells struct{ collection *chromem.Collection }

// noText stands where chromem-go would otherwise call a server on the network.
func noText(context.Context, string) ([]float32, error) {
	return nil, errors.New("cells were asked to embed a text; they take vectors only")
}

// NewCells returns the cells of categories by their typical vectors, of any length above 0.
func NewCells(ctx context.Context, typical map[string][]float32) (*Cells, error) {
	c, err := chromem.NewDB().CreateCollection("cells", nil, noText)
	if err != nil {
		return nil, fmt.Errorf("creating cells: %w", err)
	}
	for category, v := range typical {
		if rounded[int8](v, mostCode) == nil {
			continue // of zeros: like nothing
		}
		if err := c.AddDocument(ctx, chromem.Document{ID: category, Embedding: v}); err != nil {
			return nil, fmt.Errorf("adding the cell of %q: %w", category, err)
		}
	}
	return &Cells{c}, ctx.Err()
}

// Nearest returns the categories, the likest first; of equals the first by name.
func (c *Cells) Nearest(ctx context.Context, v []float32) ([]string, error) {
	n := c.collection.Count()
	if n == 0 || rounded[int8](v, mostCode) == nil {
		return nil, nil
	}
	found, err := c.collection.QueryEmbedding(ctx, v, n, nil, nil) // all, since chromem-go cuts between equals by chance
	if err != nil {
		return nil, fmt.Errorf("looking for the nearest cells: %w", err)
	}
	slices.SortFunc(found, func(a, b chromem.Result) int {
		return cmp.Or(cmp.Compare(b.Similarity, a.Similarity), cmp.Compare(a.ID, b.ID))
	})
	out := make([]string, len(found))
	for i, f := range found {
		out[i] = f.ID
	}
	return out, nil
}
