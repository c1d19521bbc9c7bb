package search

import (
	"context"
	"fmt"

	"shopclerk/catalog"
)

// ruledOut finds the rows whose own text has what is not wanted where the catalogue gives
// them no value of the aspect: a chair of no stated material whose title says leather is
// no answer to "no leather". nil where nothing of the kind was said.
func (e *Engine) ruledOut(ctx context.Context, n *Need, shelf *catalog.Shelf, scope []string) ([]bool, error) {
	if e.lexical == nil {
		return nil, nil
	}
	var out []bool
	for _, l := range n.Limits {
		if !l.Not || len(l.Condition.Values) == 0 || len(l.Condition.Values) > saidWords {
			continue
		}
		c := shelf.Column(l.Condition.Key)
		if c == nil {
			continue
		}
		for _, v := range l.Condition.Values {
			has, err := e.said(ctx, &Need{Words: []Words{{Text: v}}}, shelf, scope)
			if err != nil {
				return nil, fmt.Errorf("looking for %q, which is not wanted: %w", v, err)
			}
			for row, says := range has {
				if says && len(c.Row(row)) == 0 {
					if out == nil {
						out = make([]bool, shelf.Rows())
					}
					out[row] = true
				}
			}
		}
	}
	return out, nil
}
