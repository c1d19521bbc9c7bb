package catalog

import "slices"

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

// Row returns the row of a product. The refs of most shelves follow each other without a
// gap.
func (s *Shelf) Row(ref Ref) (int, bool) {
	if len(s.Refs) > 0 && ref >= s.Refs[0] {
		if i := int(ref - s.Refs[0]); i < len(s.Refs) && s.Refs[i] == ref {
			return i, true
		}
	}
	return slices.BinarySearch(s.Refs, ref)
}

// NewShelf makes a shelf of products of one category, whose refs ascend.
func NewShelf(c *Category, products []Product) *Shelf {
	s := &Shelf{Name: c.Path, Refs: make([]Ref, len(products))}
	cells := make(map[string][][]Value, len(c.Aspects))
	for _, a := range c.Aspects {
		cells[a.Key] = make([][]Value, len(products))
	}
	for i := range products {
		s.Refs[i] = products[i].Ref
		for _, a := range products[i].Attributes {
			if of, ok := cells[a.Key]; ok {
				of[i] = a.Values
			}
		}
	}
	for _, a := range c.Aspects {
		s.Columns = append(s.Columns, NewColumn(a, cells[a.Key]))
	}
	return s
}

// Test is a demand prepared for the rows of one shelf.
type Test struct {
	column   *Column // nil: no row has a value that the condition could speak of
	ranged   bool    // of a range, which holds the codes from from up to to
	from, to uint32
	codes    []uint32 // that the condition names, ascending
	not      bool
}

// Test prepares a demand: a name that it holds costs a look into the column's
// dictionary.
func (s *Shelf) Test(d *Demand) Test {
	c := s.Column(d.Condition.Key)
	if c == nil || d.Condition.Range != nil && c.Aspect.Kind != Numeric {
		return Test{not: d.Not}
	}
	t := Test{column: c, not: d.Not}
	if r := d.Condition.Range; r != nil {
		t.ranged = true
		t.from, t.to = c.Span(r)
		return t
	}
	t.codes = c.Find(&d.Condition)
	return t
}

// Tests prepares demands, in their order.
func (s *Shelf) Tests(demands []Demand) []Test {
	out := make([]Test, len(demands))
	for i := range demands {
		out[i] = s.Test(&demands[i])
	}
	return out
}

// Row tells whether a row meets the demand, and whether the catalogue knows: a row
// without a value meets no condition, but may for all we know. A shelf without the
// column knows nothing, nor does one whose column is not Numeric of a range:
// "weight: light" neither meets nor fails "under 5 kg". Of what must not be,
// nothing known is enough: the demand is met.
func (t *Test) Row(i int) (met, known bool) {
	if t.column != nil {
		met, known = t.condition(t.column.Row(i))
	}
	if t.not {
		return !met, true
	}
	return met, known
}

func (t *Test) condition(codes []uint32) (met, known bool) {
	if len(codes) == 0 {
		return false, false
	}
	if t.ranged {
		return codes[len(codes)-1] >= t.from && codes[0] < t.to, true
	}
	for _, code := range codes {
		if _, named := slices.BinarySearch(t.codes, code); named {
			return true, true
		}
	}
	return false, true
}

// Find returns the first rows that meet every test, at most limit of them. It stops as
// soon as it has them, and looks at none where the dictionary lacks what is named: a row
// costs some nanoseconds a test.
func (s *Shelf) Find(tests []Test, limit int) []int32 {
	if slices.ContainsFunc(tests, Test.impossible) {
		return nil
	}
	var rows []int32
	for i := 0; i < s.Rows() && len(rows) < limit; i++ {
		if s.Meets(tests, i) {
			rows = append(rows, int32(i))
		}
	}
	return rows
}

// impossible reports that no row meets the test, by the dictionary alone.
func (t Test) impossible() bool {
	return !t.not && (t.column == nil || !t.ranged && len(t.codes) == 0)
}

// Meets reports whether a row meets every test.
func (s *Shelf) Meets(tests []Test, row int) bool {
	for k := range tests {
		if met, _ := tests[k].Row(row); !met {
			return false
		}
	}
	return true
}
