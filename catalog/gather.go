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
		shelf int
		row   int32
	}
	var places []place
	for i, rows := range picked {
		for _, r := range rows {
			places = append(places, place{i, r})
		}
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Compare(shelves[a.shelf].Refs[a.row], shelves[b.shelf].Refs[b.row])
	})
	out := &Shelf{Name: name, Refs: make([]Ref, len(places))}
	category := make([][]Value, len(places))
	paths := make([]Value, len(shelves))
	for i, s := range shelves {
		paths[i] = Value{Text: s.Name}
	}
	for i, p := range places {
		out.Refs[i] = shelves[p.shelf].Refs[p.row]
		category[i] = paths[p.shelf : p.shelf+1]
	}
	out.Columns = append(out.Columns, NewColumn(Aspect{Key: KeyCategory, Label: "Category", Kind: Single, Coverage: 1, Askable: true}, category))

	// the aspects, those of most rows first, so that the leading kind and unit win
	type tally struct {
		aspect Aspect
		rows   int
	}
	var aspects []tally
	for i, s := range shelves {
		for _, c := range s.Columns {
			if !keep(c) {
				continue
			}
			at := slices.IndexFunc(aspects, func(t tally) bool {
				return t.aspect.Key == c.Aspect.Key && t.aspect.Kind == c.Aspect.Kind && t.aspect.Unit == c.Aspect.Unit
			})
			if at < 0 {
				aspects = append(aspects, tally{aspect: c.Aspect})
				at = len(aspects) - 1
			}
			aspects[at].rows += len(picked[i])
		}
	}
	slices.SortStableFunc(aspects, func(a, b tally) int {
		return cmp.Or(cmp.Compare(b.rows, a.rows), cmp.Compare(a.aspect.Key, b.aspect.Key))
	})
	taken := map[string]bool{KeyCategory: true} // a feed's attribute of that name gives way
	for _, t := range aspects {
		if taken[t.aspect.Key] {
			continue
		}
		taken[t.aspect.Key] = true
		columns := make([]*Column, len(shelves))
		for i, s := range shelves {
			if c := s.Column(t.aspect.Key); c != nil && c.Aspect.Kind == t.aspect.Kind && c.Aspect.Unit == t.aspect.Unit {
				columns[i] = c
			}
		}
		cells := make([][]Value, len(places))
		for i, p := range places {
			if c := columns[p.shelf]; c != nil {
				cells[i] = c.Cell(int(p.row))
			}
		}
		a := t.aspect
		a.Askable, a.Why = false, ""
		for _, c := range columns {
			a.Askable = a.Askable || c != nil && c.Aspect.Askable
		}
		column := NewColumn(a, cells)
		for _, c := range columns {
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
