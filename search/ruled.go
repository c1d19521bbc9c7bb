package search

import (
	"context"
	"fmt"

	"shopclerk/catalog"
)

// ruledOut finds the rows whose own text has what is not wanted: words that are no value,
// as the hood of "no hood", and values of an aspect of which the catalogue says nothing
// for the row. A chair of no stated material whose title says leather is no answer to "no
// leather". nil where nothing of the kind was said.
func (e *Engine) ruledOut(ctx context.Context, n *Need, shelf *catalog.Shelf, scope []string) ([]bool, error) {
	if e.lexical == nil {
		return nil, nil
	}
	var out []bool
	rule := func(said string, over func(row int) bool) error {
		has, err := e.said(ctx, &Need{Words: []Words{{Text: said}}}, shelf, scope)
		if err != nil {
			return fmt.Errorf("looking for %q, which is not wanted: %w", said, err)
		}
		for row, says := range has {
			if says && over(row) {
				if out == nil {
					out = make([]bool, shelf.Rows())
				}
				out[row] = true
			}
		}
		return nil
	}
	for _, w := range n.Without {
		if err := rule(w.Text, func(int) bool { return true }); err != nil {
			return nil, err
		}
	}
	for _, l := range n.Limits {
		if !l.Not || len(l.Condition.Values) == 0 || len(l.Condition.Values) > saidWords {
			continue
		}
		c := shelf.Column(l.Condition.Key)
		if c == nil {
			continue
		}
		for _, v := range l.Condition.Values {
			if err := rule(v, func(row int) bool { return len(c.Row(row)) == 0 }); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}
