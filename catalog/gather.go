package catalog

import (
	"cmp"
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
	type place struct {
		ref   Ref
		shelf int
		row   int32
	}
	var places []place
	for i, rows := range picked {
		for _, r := range rows {
			places = append(places, place{shelves[i].Refs[r], i, r})
		}
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Compare(a.ref, b.ref) })
	out := &Shelf{Name: name, Refs: make([]Ref, len(places))}
	category := make([]Entry, len(places))
	paths := make([]Value, len(shelves))
	named := make([]int, len(shelves)) // the first shelf of the same category
	for i, s := range shelves {
		paths[i] = Value{Text: s.Name}
		named[i] = slices.IndexFunc(shelves, func(o *Shelf) bool { return o.Name == s.Name })
	}
	for i, p := range places {
		out.Refs[i] = p.ref
		category[i] = Entry{uint32(i), uint32(named[p.shelf])}
	}
	out.Columns = append(out.Columns, PackColumn(Aspect{Key: KeyCategory, Label: "Category", Kind: Single, Coverage: 1, Askable: true}, len(places), paths, category))

	// the aspects, those of most rows first, so that the leading kind and unit win
	type form struct {
		key  string
		kind Kind
		unit string
	}
	formOf := func(c *Column) form { return form{c.Aspect.Key, c.Aspect.Kind, c.Aspect.Unit} }
	type tally struct {
		aspect  Aspect
		rows    int
		columns []*Column // by shelf; nil where it has none
	}
	var aspects []*tally
	known := map[form]*tally{}
	for i, s := range shelves {
		for _, c := range s.Columns {
			if !keep(c) {
				continue
			}
			t := known[formOf(c)]
			if t == nil {
				t = &tally{aspect: c.Aspect}
				known[formOf(c)] = t
				aspects = append(aspects, t)
			}
			t.rows += len(picked[i])
		}
	}
	slices.SortStableFunc(aspects, func(a, b *tally) int {
		return cmp.Or(cmp.Compare(b.rows, a.rows), cmp.Compare(a.aspect.Key, b.aspect.Key))
	})
	taken := map[string]bool{KeyCategory: true} // a feed's attribute of that name gives way
	aspects = slices.DeleteFunc(aspects, func(t *tally) bool {
		gone := taken[t.aspect.Key]
		taken[t.aspect.Key] = true
		t.columns = make([]*Column, len(shelves))
		return gone
	})
	// columns of an aspect that one shelf keeps come along from all
	for i, s := range shelves {
		for _, c := range s.Columns {
			if t := known[formOf(c)]; t != nil {
				t.columns[i] = c
			}
		}
	}
	type run struct{ from, to int } // places of one shelf that follow each other
	var runs []run
	for i, p := range places {
		if i == 0 || p.shelf != places[i-1].shelf {
			runs = append(runs, run{from: i})
		}
		runs[len(runs)-1].to = i + 1
	}
	for _, t := range aspects {
		var values []Value
		column := &Column{Offsets: make([]uint32, len(places)+1), Codes: make([]uint32, 0, t.rows)}
		number := map[Value]uint32{}            // of the values, by what tells them apart
		codes := make([][]uint32, len(shelves)) // by shelf and code: the value's number and one
		for _, r := range runs {
			shelf := places[r.from].shelf
			c := t.columns[shelf]
			if c != nil && codes[shelf] == nil {
				codes[shelf] = make([]uint32, len(c.Values))
			}
			for i := r.from; i < r.to; i++ {
				if c != nil {
					for _, code := range c.Row(int(places[i].row)) {
						n := &codes[shelf][code]
						if *n == 0 {
							v := c.Values[code]
							k := truth(t.aspect.Kind, v)
							if *n = number[k]; *n == 0 {
								values = append(values, v)
								*n = uint32(len(values))
								number[k] = *n
							}
						}
						column.Codes = append(column.Codes, *n-1)
					}
				}
				column.Offsets[i+1] = uint32(len(column.Codes))
			}
		}
		a := t.aspect
		a.Askable, a.Why = false, ""
		for _, c := range t.columns {
			a.Askable = a.Askable || c != nil && c.Aspect.Askable
		}
		column.Aspect = a
		column.encode(values)
		for _, c := range t.columns {
			if c == nil {
				continue
			}
			for code, spellings := range c.Stands {
				column.stand(c.Values[code].Text, spellings)
			}
		}
		out.Columns = append(out.Columns, column)
	}
	return out
}
