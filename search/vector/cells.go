package vector

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/philippgille/chromem-go"
)

// Cells tell which groups' products are like a query: a collection of one vector for each
// group, of what its products have in common. They are safe for concurrent use.
type Cells struct {
	collection *chromem.Collection
	size       int
}

var errNoText = errors.New("cells were asked to embed a text; they take vectors only")

// noText stands where chromem-go would otherwise call a server on the network.
func noText(context.Context, string) ([]float32, error) { return nil, errNoText }

// NewCells returns the cells of groups by their typical vectors, of any length. A group
// whose vector is of zeros is like nothing.
func NewCells(ctx context.Context, typical [][]float32) (*Cells, error) {
	c, err := chromem.NewDB().CreateCollection("cells", nil, noText)
	if err != nil {
		return nil, fmt.Errorf("creating cells: %w", err)
	}
	for i, v := range typical {
		if rounded[int8](v, mostCode) == nil {
			continue
		}
		if err := c.AddDocument(ctx, chromem.Document{ID: strconv.Itoa(i), Embedding: v}); err != nil {
			return nil, fmt.Errorf("adding cell %d: %w", i, err)
		}
	}
	return &Cells{c, len(typical)}, ctx.Err()
}

// Nearest returns the places of all groups, the likest first; of equals the first one.
func (c *Cells) Nearest(ctx context.Context, v []float32) ([]int, error) {
	likeness := make([]float32, c.size)
	if n := c.collection.Count(); n > 0 && rounded[int8](v, mostCode) != nil {
		// all are asked for, since chromem-go cuts between equals by chance
		cells, err := c.collection.QueryEmbedding(ctx, v, n, nil, nil)
		if err != nil {
			return nil, fmt.Errorf("looking for the nearest cells: %w", err)
		}
		for _, cell := range cells {
			i, err := strconv.Atoi(cell.ID)
			if err != nil {
				return nil, fmt.Errorf("looking for the nearest cells: %w", err)
			}
			likeness[i] = cell.Similarity
		}
	}
	order := make([]int, c.size)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(likeness[b], likeness[a]), cmp.Compare(a, b)) })
	return order, nil
}
