package catalog

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
	var values []Value
	var entries []Entry
	if c != nil {
		values = append(values, c.Values...)
		entries = make([]Entry, 0, len(c.Codes)+len(added))
	}
	var place map[Value]uint32
	add := func(row int, p *Product) {
		for _, v := range p.Of(a.Key) {
			if place == nil {
				place = make(map[Value]uint32, len(values))
				for code, v := range values {
					place[truth(a.Kind, v)] = uint32(code)
				}
			}
			k := truth(a.Kind, v)
			n, ok := place[k]
			if !ok {
				n = uint32(len(values))
				place[k] = n
				values = append(values, v)
			}
			entries = append(entries, Entry{uint32(row), n})
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
	return PackColumn(a, len(rows), values, entries)
}
