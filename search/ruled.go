package search

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"shopclerk/catalog"
)

// ruledOut finds the rows whose own text has what is not wanted although no value says so:
//
//   - words that are no value, as the hood of "no hood";
//   - values of an aspect of which the catalogue says nothing for the row: a chair of no
//     stated material whose title says leather is no answer to "no leather";
//   - in a title, values of an aspect of which a product has several, where one that is
//     not stated is not denied, and words that are a part of the values ruled out: to
//     "not mini" a "mini skort" is no answer, whatever other kind it is filed under.
//
// nil where nothing of the kind was said.
func (e *Engine) ruledOut(ctx context.Context, n *Need, shelf *catalog.Shelf, scope []string) ([]bool, error) {
	if e.lexical == nil {
		return nil, nil
	}
	var out []bool
	rule := func(said string, over func(row int) (text, title bool)) error {
		has, err := e.said(ctx, &Need{Words: []Words{{Text: said}}}, shelf, scope)
		if err != nil {
			return fmt.Errorf("looking for %q, which is not wanted: %w", said, err)
		}
		var doubtful []int // their titles tell
		for row, says := range has {
			if !says {
				continue
			}
			if out == nil {
				out = make([]bool, shelf.Rows())
			}
			text, title := over(row)
			if out[row] = out[row] || text; title && !out[row] && len(doubtful) < mostDoubtful {
				doubtful = append(doubtful, row)
			}
		}
		return e.entitled(ctx, said, shelf, doubtful, out)
	}
	for _, w := range n.Without {
		if err := rule(w.Text, func(int) (bool, bool) { return true, false }); err != nil {
			return nil, err
		}
	}
	for _, l := range n.Limits {
		c := shelf.Column(l.Condition.Key)
		if !l.Not || len(l.Condition.Values) == 0 || len(l.Condition.Values) > saidWords || c == nil {
			continue
		}
		several := c.Aspect.Kind == catalog.Multi
		for _, v := range l.Condition.Values {
			if err := rule(v, func(row int) (bool, bool) { return len(c.Row(row)) == 0, several }); err != nil {
				return nil, err
			}
		}
		whole := slices.ContainsFunc(l.Condition.Values, func(v string) bool { return strings.EqualFold(v, l.Said) })
		if l.Said == "" || whole || c.Aspect.Kind == catalog.Flag {
			continue
		}
		if err := rule(l.Said, func(int) (bool, bool) { return false, true }); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// mostDoubtful bounds the titles that are read for what is not wanted.
const mostDoubtful = 2000

// entitled rules out those of some rows whose titles say of the thing itself what is not
// wanted.
func (e *Engine) entitled(ctx context.Context, said string, shelf *catalog.Shelf, rows []int, out []bool) error {
	if len(rows) == 0 {
		return nil
	}
	refs := make([]catalog.Ref, len(rows))
	for i, row := range rows {
		refs[i] = shelf.Refs[row]
	}
	titles, err := e.lexical.Titles(ctx, said, refs)
	if err != nil {
		return fmt.Errorf("reading titles for %q, which is not wanted: %w", said, err)
	}
	for i := range titles {
		out[rows[i]] = out[rows[i]] || titles[i][Main] == 1
	}
	return nil
}
