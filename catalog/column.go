package catalog

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

// Column is one aspect's values of a shelf's rows, in compressed sparse row
// form: row i has the codes Codes[Offsets[i]:Offsets[i+1]], ascending, each an
// index into Values. A Numeric column's Values ascend by Number, so that a range is
// an interval of codes; others by Text as a person looks a name up, case aside.
type Column struct {
	Aspect  Aspect
	Values  []Value
	Offsets []uint32 // len(rows)+1
	Codes   []uint32
}

// Row returns the codes of a row, ascending; empty when the product has no value.
func (c *Column) Row(i int) []uint32 { return c.Codes[c.Offsets[i]:c.Offsets[i+1]] }

// Counts returns how many rows have each value, by code.
func (c *Column) Counts() []int {
	counts := make([]int, len(c.Values))
	for _, code := range c.Codes {
		counts[code]++
	}
	return counts
}

// Commonest returns the codes that are counted at all, the commonest first, ties by code.
func Commonest(counts []int) []int {
	var out []int
	for code, n := range counts {
		if n > 0 {
			out = append(out, code)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int { return counts[b] - counts[a] })
	return out
}

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

// Find returns the codes that a condition names, ascending. For a range over a Numeric column these are
// the numbers within it; use [Test.Row] for rows, which may span a range that holds none
// of their two end points.
//
// A name is looked up in the dictionary, whose order is that of folded texts: sixteen
// steps for 50,000 values, a microsecond or two.
func (c *Column) Find(cond *Condition) []uint32 {
	if cond.Range != nil {
		from, to := c.Span(cond.Range)
		out := make([]uint32, 0, max(from, to)-from)
		for code := from; code < to; code++ {
			out = append(out, code)
		}
		return out
	}
	var out []uint32
	named := make(map[string]bool, len(cond.Values))
	for _, v := range cond.Values {
		named[FoldCase(v)] = true
	}
	if c.Aspect.Kind == Numeric { // ordered by number, and hardly ever asked for by name
		for code, v := range c.Values {
			if named[FoldCase(v.Text)] {
				out = append(out, uint32(code))
			}
		}
	} else {
		for name := range named {
			at := sort.Search(len(c.Values), func(i int) bool { return FoldCase(c.Values[i].Text) >= name })
			for ; at < len(c.Values) && FoldCase(c.Values[at].Text) == name; at++ {
				out = append(out, uint32(at))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Span returns which codes of a Numeric column a range holds: those from, up to but not
// including, to, which is below from where the range's bounds are the wrong way round. A
// row whose codes reach from first to last overlaps the range when last is not below
// from and first is below to.
func (c *Column) Span(r *Range) (from, to uint32) {
	low, high := r.Bounds()
	begin := sort.Search(len(c.Values), func(i int) bool { return c.Values[i].Number >= low })
	end := sort.Search(len(c.Values), func(i int) bool {
		n := c.Values[i].Number
		return n > high || n == high && !r.Closed
	})
	return uint32(begin), uint32(end)
}

// ordered returns the places of those values that are used in the order of a column's
// dictionary: numbers by size, texts without regard to case.
func ordered(kind Kind, values []Value, used []uint32) []uint32 {
	var order []uint32
	folded := make([]string, len(values)) // once, not in every comparison
	for v := range values {
		if used[v] == 1 {
			order = append(order, uint32(v))
			if kind != Numeric {
				folded[v] = FoldCase(values[v].Text)
			}
		}
	}
	slices.SortFunc(order, func(a, b uint32) int {
		c := 0
		if kind == Numeric {
			c = cmp.Compare(values[a].Number, values[b].Number)
		} else {
			c = strings.Compare(folded[a], folded[b])
		}
		if c != 0 {
			return c
		}
		return strings.Compare(values[a].Text, values[b].Text)
	})
	return order
}

// NewColumn encodes one aspect of the products; cells[i] becomes row i.
func NewColumn(a Aspect, cells [][]Value) *Column {
	of := dictionary{kind: a.Kind}
	var entries []Entry
	for i, cell := range cells {
		for _, v := range cell {
			entries = append(entries, Entry{uint32(i), of.place(v)})
		}
	}
	return PackColumn(a, len(cells), of.values, entries)
}

// dictionary lists the values of an aspect, each once.
type dictionary struct {
	kind   Kind
	values []Value
	places map[Value]uint32 // by the truth of a value; made when it is asked for
}

// place returns where a value stands, which is taken in where it does not yet.
func (d *dictionary) place(v Value) uint32 {
	if d.places == nil {
		d.places = make(map[Value]uint32, len(d.values))
		for i, v := range d.values {
			d.places[d.truth(v)] = uint32(i)
		}
	}
	k := d.truth(v)
	n, ok := d.places[k]
	if !ok {
		n = uint32(len(d.values))
		d.places[k] = n
		d.values = append(d.values, v)
	}
	return n
}

// truth is the part of a value that tells it from others: the number of a
// Numeric aspect, else the text.
func (d *dictionary) truth(v Value) Value {
	if d.kind == Numeric {
		return Value{Number: v.Number}
	}
	return Value{Text: v.Text}
}

// Entry says that a row has a value, by its place in a list of values.
type Entry struct{ Row, Value uint32 }

// PackColumn encodes one aspect of as many rows, whose entries name their values by
// number. The entries may come in any order and more than once; the values must
// differ from each other, and those that no row has are left out.
func PackColumn(a Aspect, rows int, values []Value, entries []Entry) *Column {
	c := &Column{Aspect: a, Offsets: make([]uint32, rows+1), Codes: make([]uint32, len(entries))}
	for _, e := range entries {
		c.Offsets[e.Row+1]++
	}
	for i := range rows {
		c.Offsets[i+1] += c.Offsets[i]
	}
	next := slices.Clone(c.Offsets[:rows])
	for _, e := range entries {
		c.Codes[next[e.Row]] = e.Value
		next[e.Row]++
	}
	codes := make([]uint32, len(values)) // 1 for a value that is used, then its code
	for _, v := range c.Codes {
		codes[v] = 1
	}
	order := ordered(a.Kind, values, codes)
	if len(order) > 0 {
		c.Values = make([]Value, len(order))
	}
	for code, v := range order {
		c.Values[code], codes[v] = values[v], uint32(code)
	}
	for i, v := range c.Codes {
		c.Codes[i] = codes[v]
	}
	c.compact()
	return c
}

// compact sorts the codes of every row and drops those it has twice.
func (c *Column) compact() {
	kept, from := uint32(0), uint32(0)
	for i, to := range c.Offsets[1:] {
		if kept == from && to-from <= 1 { // as it was
			kept, from = to, to
			continue
		}
		row := c.Codes[from:to]
		if len(row) > 1 {
			slices.Sort(row)
			row = slices.Compact(row)
		}
		from = to
		kept += uint32(copy(c.Codes[kept:], row))
		c.Offsets[i+1] = kept
	}
	c.Codes = c.Codes[:kept]
}
