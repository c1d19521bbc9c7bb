package catalog

import (
	"cmp"
	"maps"
	"slices"
)

// Edit says how the products of a shelf differ from those that it has.
type Edit struct {
	Gone    map[Ref]bool     // rows that are no more
	Changed map[Ref]*Product // rows whose price and rating are these now
	Added   []Product        // further rows: their refs ascend and are above all others
}

// Edit returns the shelf with an edit: one column for each of the aspects that a row
// has a value of, with the aspect's statistics as restate states them. Columns in which
// nothing differs are shared. It takes time proportional to the rows of columns that
// differ: a changed price one column, a row more or less all of them.
func (s *Shelf) Edit(e *Edit, aspects []Aspect, restate func(Aspect, *Column) Aspect) *Shelf {
	if len(e.Gone)+len(e.Added) == 0 {
		if out, ok := s.recelled(e.Changed, aspects, restate); ok {
			return out
		}
	}
	rows := make([]int, 0, len(s.Refs)+len(e.Added)) // of the shelf as it was; −1−i: Added[i]
	out := &Shelf{Name: s.Name, Refs: make([]Ref, 0, cap(rows))}
	var changed []int // rows of the new shelf, with the product
	var products []*Product
	for i, ref := range s.Refs {
		if e.Gone[ref] {
			continue
		}
		if p := e.Changed[ref]; p != nil {
			changed, products = append(changed, len(rows)), append(products, p)
		}
		rows, out.Refs = append(rows, i), append(out.Refs, ref)
	}
	for i := range e.Added {
		rows, out.Refs = append(rows, -1-i), append(out.Refs, e.Added[i].Ref)
	}
	moved := len(e.Added) > 0 || len(rows) < len(s.Refs)
	for _, a := range aspects {
		was := s.Column(a.Key)
		touched := moved || len(changed) > 0 && (a.Key == KeyPrice || a.Key == KeyRating)
		if !touched {
			if was != nil {
				out.Columns = append(out.Columns, was)
			}
			continue
		}
		c := was.edited(a, rows, e.Added, changed, products)
		if len(c.Values) == 0 {
			continue
		}
		c.Aspect = restate(a, c)
		out.Columns = append(out.Columns, c)
	}
	return out
}

// edited is a column with other rows: rows of what it was, nil for nothing, or of added,
// but for those changed.
func (c *Column) edited(a Aspect, rows []int, added []Product, changed []int, products []*Product) *Column {
	of := dictionary{kind: a.Kind}
	var entries []Entry
	if c != nil {
		of.values = slices.Clone(c.Values)
		entries = make([]Entry, 0, len(c.Codes)+len(added))
	}
	add := func(row int, p *Product) {
		for _, v := range p.Of(a.Key) {
			entries = append(entries, Entry{uint32(row), of.place(v)})
		}
	}
	fromProduct := a.Key == KeyPrice || a.Key == KeyRating
	next := 0
	for row, old := range rows {
		switch {
		case fromProduct && next < len(changed) && changed[next] == row:
			add(row, products[next])
			next++
		case old < 0:
			add(row, &added[-1-old])
		case c != nil:
			for _, code := range c.Row(old) {
				entries = append(entries, Entry{uint32(row), code})
			}
		}
	}
	return PackColumn(a, len(rows), of.values, entries)
}

// recelled is the shelf with the same rows, of which some have other prices and ratings.
// It fails where a column of these is not of numbers, or begins or ends with the edit.
// Warehouses tell prices all day, of products all over the catalogue, so this copies
// columns and sorts nothing: a tenth of the time that packing them anew takes.
func (s *Shelf) recelled(products map[Ref]*Product, aspects []Aspect, restate func(Aspect, *Column) Aspect) (*Shelf, bool) {
	changed := make(map[int]*Product, len(products))
	for ref, p := range products {
		if row, ok := s.Row(ref); ok {
			changed[row] = p
		}
	}
	rows := slices.Sorted(maps.Keys(changed))
	out := &Shelf{Name: s.Name, Refs: s.Refs}
	for _, a := range aspects {
		c := s.Column(a.Key)
		if a.Key == KeyPrice || a.Key == KeyRating {
			switch {
			case c == nil && slices.ContainsFunc(rows, func(row int) bool { return len(changed[row].Of(a.Key)) > 0 }):
				return nil, false
			case c != nil && a.Kind != Numeric:
				return nil, false
			case c != nil:
				if c = c.recelled(a, rows, changed); len(c.Values) == 0 {
					return nil, false
				}
				if c != s.Column(a.Key) {
					c.Aspect = restate(a, c)
				}
			}
		}
		if c != nil {
			out.Columns = append(out.Columns, c)
		}
	}
	return out, true
}

// recelled is a column of numbers with other values in some rows, which ascend; the
// column itself where they are what they were.
func (c *Column) recelled(a Aspect, rows []int, changed map[int]*Product) *Column {
	byNumber := func(x, y Value) int { return cmp.Compare(x.Number, y.Number) }
	var further []Value // that the dictionary lacks
	uses := c.Counts()
	differs := false
	for _, row := range rows {
		was := c.Row(row)
		is := changed[row].Of(a.Key)
		same := len(was) == len(is)
		for i, v := range is {
			code, known := slices.BinarySearchFunc(c.Values, v, byNumber)
			if !known {
				further = append(further, v)
			} else {
				uses[code]++
			}
			same = same && known && was[i] == uint32(code)
		}
		differs = differs || !same
		for _, code := range was {
			uses[code]--
		}
	}
	if !differs {
		return c
	}
	slices.SortStableFunc(further, byNumber)
	further = slices.CompactFunc(further, func(x, y Value) bool { return x.Number == y.Number })
	out := &Column{Offsets: make([]uint32, 1, len(c.Offsets)), Codes: make([]uint32, 0, len(c.Codes)+len(rows))}
	codes := make([]uint32, len(c.Values)) // of the values that stay
	for code, v := range c.Values {
		for len(further) > 0 && further[0].Number < v.Number {
			out.Values, further = append(out.Values, further[0]), further[1:]
		}
		if uses[code] > 0 {
			codes[code] = uint32(len(out.Values))
			out.Values = append(out.Values, v)
		}
	}
	out.Values = append(out.Values, further...)
	for row := range len(c.Offsets) - 1 {
		if len(rows) > 0 && rows[0] == row {
			from := len(out.Codes)
			for _, v := range changed[row].Of(a.Key) {
				code, _ := slices.BinarySearchFunc(out.Values, v, byNumber)
				out.Codes = append(out.Codes, uint32(code))
			}
			slices.Sort(out.Codes[from:])
			out.Codes = out.Codes[:from+len(slices.Compact(out.Codes[from:]))]
			rows = rows[1:]
		} else {
			for _, code := range c.Row(row) {
				out.Codes = append(out.Codes, codes[code])
			}
		}
		out.Offsets = append(out.Offsets, uint32(len(out.Codes)))
	}
	return out
}
