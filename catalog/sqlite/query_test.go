package sqlite

import (
	"strconv"
	"strings"

	"shopclerk/catalog"
)

// query asks for the products of some categories that meet every demand.
type query struct {
	Categories []string // paths; none: the whole shop
	Demands    []catalog.Demand
}

// compiled writes the query in SQL, which finds the products ascending, with its parameters: an
// oracle beside the columns, which find the same and are quicker at every size and rarity that
// was measured (docs/decisions.md).
func compiled(q query) (text string, args []any) {
	var b strings.Builder
	b.WriteString("SELECT p.ref FROM product p WHERE 1")
	if len(q.Categories) > 0 {
		b.WriteString("\nAND p.category IN (SELECT id FROM category WHERE path IN (" + marks(len(q.Categories)) + "))")
		for _, c := range q.Categories {
			args = append(args, c)
		}
	}
	for _, d := range q.Demands {
		b.WriteString("\nAND ")
		if d.Not {
			b.WriteString("NOT ")
		}
		clause, more := compile(&d.Condition)
		b.WriteString(clause)
		args = append(args, more...)
	}
	return b.String() + "\nORDER BY p.ref", args
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
