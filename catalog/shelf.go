package catalog

import (
	"cmp"
	"slices"
	"strings"
)

// Shelf is a set of products, usually one category's, as dictionary-encoded
// columns: row i of every column belongs to Refs[i]. It is read-only once built
// and safe for concurrent use.
//
// Statistics and conditions are computed here rather than by GROUP BY or search
// facets because counting codes over a candidate set takes about a nanosecond a
// value; a property test holds them equal to brute force over the products.
type Shelf struct {
	Name    string // the category's path, or what the rows were gathered for
	Refs    []Ref  // ascending
	Columns []*Column
}

// Column is one aspect's values of a shelf's rows, in compressed sparse row
// form: row i has the codes Codes[Offsets[i]:Offsets[i+1]], ascending, each an
// index into Values. A Numeric column's Values ascend by Number, others by Text,
// so a numeric range is an interval of codes.
type Column struct {
	Aspect  Aspect
	Values  []Value
	Offsets []uint32 // len(rows)+1
	Codes   []uint32
}

// Rows returns the number of rows.
func (s *Shelf) Rows() int { return len(s.Refs) }

// Column returns the column of an aspect, nil when the shelf has none.
func (s *Shelf) Column(key string) *Column {
	for _, c := range s.Columns {
		if c.Aspect.Key == key {
			return c
		}
	}
	return nil
}

// Row returns the row of a product.
func (s *Shelf) Row(ref Ref) (int, bool) { return slices.BinarySearch(s.Refs, ref) }

// Row returns the codes of a row, ascending; empty when the product has no value.
func (c *Column) Row(i int) []uint32 { return c.Codes[c.Offsets[i]:c.Offsets[i+1]] }

// Cell returns the values of a row.
func (c *Column) Cell(i int) []Value {
	codes := c.Row(i)
	if len(codes) == 0 {
		return nil
	}
	out := make([]Value, len(codes))
	for j, code := range codes {
		out[j] = c.Values[code]
	}
	return out
}

// Accepts returns which of the column's codes a condition names: want[code]. For
// a range over a Numeric column these are the numbers within it; use [Column.Holds]
// for rows, which may span a range that holds none of their two end points.
func (c *Column) Accepts(cond *Condition) []bool {
	want := make([]bool, len(c.Values))
	for code, v := range c.Values {
		if cond.Range != nil {
			want[code] = cond.Range.Overlaps(v.Number, v.Number)
		} else {
			want[code] = slices.ContainsFunc(cond.Values, func(w string) bool { return Same(v.Text, w) })
		}
	}
	return want
}

// Match tests every row: met[i] tells whether row i meets the condition and
// has[i] whether it has a value at all. A shelf without the column meets nothing,
// and so does a range where the column is not Numeric: "weight: light" neither
// meets nor fails "under 5 kg".
func (s *Shelf) Match(cond *Condition) (met, has []bool) {
	met, has = make([]bool, s.Rows()), make([]bool, s.Rows())
	c := s.Column(cond.Key)
	if c == nil || cond.Range != nil && c.Aspect.Kind != Numeric {
		return met, has
	}
	want := c.Accepts(cond)
	for i := range met {
		codes := c.Row(i)
		has[i] = len(codes) > 0
		if cond.Range != nil && len(codes) > 1 {
			met[i] = cond.Range.Overlaps(c.Values[codes[0]].Number, c.Values[codes[len(codes)-1]].Number)
			continue
		}
		for _, code := range codes {
			if want[code] {
				met[i] = true
				break
			}
		}
	}
	return met, has
}

// Facet is how many products of a set have a value.
type Facet struct {
	Value Value
	Count int
}

// Facets counts the values of an aspect over the given rows, commonest first,
// ties by text; values that no row has are left out.
func (s *Shelf) Facets(key string, rows []int32) []Facet {
	c := s.Column(key)
	if c == nil {
		return nil
	}
	counts := make([]int, len(c.Values))
	for _, r := range rows {
		for _, code := range c.Row(int(r)) {
			counts[code]++
		}
	}
	var out []Facet
	for code, n := range counts {
		if n > 0 {
			out = append(out, Facet{Value: c.Values[code], Count: n})
		}
	}
	slices.SortFunc(out, func(a, b Facet) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value.Text, b.Value.Text), cmp.Compare(a.Value.Number, b.Value.Number))
	})
	return out
}

// compareValues orders a column's dictionary.
func compareValues(kind Kind) func(a, b Value) int {
	if kind == Numeric {
		return func(a, b Value) int {
			return cmp.Or(cmp.Compare(a.Number, b.Number), strings.Compare(a.Text, b.Text))
		}
	}
	return func(a, b Value) int { return strings.Compare(a.Text, b.Text) }
}

// NewColumn encodes one aspect of the products; products[i] becomes row i.
func NewColumn(a Aspect, cells [][]Value) *Column {
	c := &Column{Aspect: a, Offsets: make([]uint32, 1, len(cells)+1)}
	same := func(v Value) Value {
		if a.Kind != Numeric {
			v.Number = 0
		} else {
			v.Text = ""
		}
		return v
	}
	seen := map[Value]uint32{}
	for _, values := range cells {
		for _, v := range values {
			k := same(v)
			if _, ok := seen[k]; !ok {
				seen[k] = 0
				c.Values = append(c.Values, v)
			}
		}
	}
	slices.SortFunc(c.Values, compareValues(a.Kind))
	for code, v := range c.Values {
		seen[same(v)] = uint32(code)
	}
	for _, values := range cells {
		from := len(c.Codes)
		for _, v := range values {
			c.Codes = append(c.Codes, seen[same(v)])
		}
		row := c.Codes[from:]
		slices.Sort(row)
		c.Codes = c.Codes[:from+len(slices.Compact(row))]
		c.Offsets = append(c.Offsets, uint32(len(c.Codes)))
	}
	return c
}
