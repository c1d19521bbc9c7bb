package catalog

import (
	"cmp"
	"maps"
	"slices"
)

// KeyCategory is the key of the column that [Gather] adds: which category each
// row comes from.
const KeyCategory = "category"

// Gather makes one shelf of rows picked from several: the rows of picked[i] from
// shelves[i]. Columns of the same key become one, unless their kind or unit
// differ: then the column of the larger share of rows stays and the others' rows
// count as unspecified. The first column tells the category, by its path. Only
// columns that keep accepts are gathered: a feed of many categories has thousands,
// and few are asked about.
func Gather(name string, shelves []*Shelf, picked [][]int32, keep func(*Column) bool) *Shelf {
	var places []gathered
	for i, rows := range picked {
		for _, r := range rows {
			places = append(places, gathered{shelves[i].Refs[r], i, r})
		}
	}
	slices.SortFunc(places, func(a, b gathered) int { return cmp.Compare(a.ref, b.ref) })
	out := &Shelf{Name: name, Refs: make([]Ref, len(places))}
	for i, p := range places {
		out.Refs[i] = p.ref
	}
	out.Columns = append(out.Columns, categoryColumn(shelves, places))
	for _, m := range mergeAspects(shelves, picked, keep) {
		out.Columns = append(out.Columns, m.gather(places))
	}
	return out
}

// gathered is where a row of a gathered shelf comes from.
type gathered struct {
	ref   Ref
	shelf int
	row   int32
}

// categoryColumn tells which category each row comes from.
func categoryColumn(shelves []*Shelf, places []gathered) *Column {
	paths := make([]Value, len(shelves))
	named := make([]int, len(shelves)) // the first shelf of the same category
	for i, s := range shelves {
		paths[i] = Value{Text: s.Name}
		named[i] = slices.IndexFunc(shelves, func(o *Shelf) bool { return o.Name == s.Name })
	}
	cells := make([]Entry, len(places))
	for i, p := range places {
		cells[i] = Entry{uint32(i), uint32(named[p.shelf])}
	}
	return PackColumn(Aspect{Key: KeyCategory, Label: "Category", Kind: Single, Coverage: 1, Askable: true}, len(places), paths, cells)
}

// mergedAspect is an aspect that several shelves have in one kind and unit.
type mergedAspect struct {
	aspect  Aspect
	rows    int       // of the shelves that have it
	columns []*Column // by shelf; nil where it has none
	in      map[string]bool
}

// mergeAspects returns one aspect of each key that a kept column has, those of most rows
// first, so that the leading kind and unit win.
func mergeAspects(shelves []*Shelf, picked [][]int32, keep func(*Column) bool) []*mergedAspect {
	type form struct {
		key  string
		kind Kind
		unit string
	}
	formOf := func(c *Column) form { return form{c.Aspect.Key, c.Aspect.Kind, c.Aspect.Unit} }
	var out []*mergedAspect
	known := map[form]*mergedAspect{}
	for i, s := range shelves {
		for _, c := range s.Columns {
			if !keep(c) {
				continue
			}
			m := known[formOf(c)]
			if m == nil {
				m = &mergedAspect{aspect: c.Aspect, columns: make([]*Column, len(shelves)), in: map[string]bool{}}
				known[formOf(c)] = m
				out = append(out, m)
			}
			m.rows += len(picked[i])
		}
	}
	slices.SortStableFunc(out, func(a, b *mergedAspect) int {
		return cmp.Or(cmp.Compare(b.rows, a.rows), cmp.Compare(a.aspect.Key, b.aspect.Key))
	})
	taken := map[string]bool{KeyCategory: true} // a feed's attribute of that name gives way
	out = slices.DeleteFunc(out, func(m *mergedAspect) bool {
		gone := taken[m.aspect.Key]
		taken[m.aspect.Key] = true
		return gone
	})
	// columns of an aspect that one shelf keeps come along from all
	for i, s := range shelves {
		for _, c := range s.Columns {
			if m := known[formOf(c)]; m != nil {
				m.columns[i], m.in[s.Name] = c, true
			}
		}
	}
	return out
}

// gather makes the aspect's column of the rows in their places. Values of its shelves that
// say the same become one.
func (m *mergedAspect) gather(places []gathered) *Column {
	of := dictionary{kind: m.aspect.Kind}
	entries := make([]Entry, 0, len(places))
	codes := make([][]uint32, len(m.columns)) // by shelf and code: the value's place and one
	m.aspect.Askable, m.aspect.Why, m.aspect.In = false, "", slices.Sorted(maps.Keys(m.in))
	for i, c := range m.columns {
		if c != nil {
			codes[i] = make([]uint32, len(c.Values))
			m.aspect.Askable = m.aspect.Askable || c.Aspect.Askable
		}
	}
	for i, p := range places {
		c := m.columns[p.shelf]
		if c == nil {
			continue
		}
		for _, code := range c.Row(int(p.row)) {
			n := &codes[p.shelf][code]
			if *n == 0 {
				*n = 1 + of.place(c.Values[code])
			}
			entries = append(entries, Entry{uint32(i), *n - 1})
		}
	}
	return PackColumn(m.aspect, len(places), of.values, entries)
}
