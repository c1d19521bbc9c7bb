package sqlite

import (
	"strconv"
	"strings"

	"shopclerk/catalog"
)

// Compile writes the query that finds the products meeting every demand, with its
// parameters: how the list was made, in words that others can run. The engine
// counts on columns instead, which find the same (a property test runs both) and
// take milliseconds where a rare conjunction over a million products takes SQL
// seconds.
func (s *Store) Compile(q catalog.Query) (text string, args []any) {
	var b strings.Builder
	b.WriteString("SELECT p.ref FROM product p WHERE 1")
	if len(q.Categories) > 0 {
		b.WriteString(" AND p.category IN (SELECT id FROM category WHERE path IN (" + marks(len(q.Categories)) + "))")
		for _, c := range q.Categories {
			args = append(args, c)
		}
	}
	for _, d := range q.Demands {
		b.WriteString(" AND ")
		if d.Not {
			b.WriteString("NOT ")
		}
		clause, more := compile(&d.Condition)
		b.WriteString(clause)
		args = append(args, more...)
	}
	b.WriteString(" ORDER BY p.ref LIMIT ?")
	return b.String(), append(args, q.Limit)
}

// compile writes one condition. A range is two tests, because a product that
// spans from a to b overlaps [low, high) when some value is ≥ low and some < high.
func compile(c *catalog.Condition) (string, []any) {
	const having = "EXISTS (SELECT 1 FROM attribute t WHERE t.product = p.ref AND t.value IN " +
		"(SELECT v.id FROM value v JOIN aspect a ON a.id = v.aspect WHERE a.key = ?"
	if c.Range == nil {
		if len(c.Values) == 0 {
			return "0", nil // any of nothing
		}
		args := []any{c.Key}
		for _, v := range c.Values {
			args = append(args, catalog.FoldCase(v))
		}
		return having + " AND v.folded IN (" + marks(len(c.Values)) + ")))", args
	}
	// another category may have the aspect as text, whose number says nothing
	numeric := having + " AND a.kind = " + strconv.Itoa(int(catalog.Numeric))
	below := "<"
	if c.Range.Closed {
		below = "<="
	}
	var parts []string
	var args []any
	if c.Range.Low != nil {
		parts = append(parts, numeric+" AND v.number >= ?))")
		args = append(args, c.Key, *c.Range.Low)
	}
	if c.Range.High != nil {
		parts = append(parts, numeric+" AND v.number "+below+" ?))")
		args = append(args, c.Key, *c.Range.High)
	}
	if parts == nil {
		return numeric + "))", []any{c.Key}
	}
	return "(" + strings.Join(parts, " AND ") + ")", args
}

func marks(n int) string { return strings.Repeat(",?", n)[1:] }
