package catalog

import "slices"

// Group is several values of an aspect that are shown as one.
type Group struct {
	Label  string
	Values []string // compared with [Same]
}

// Holds reports whether a value is of the group: among its values, or its label.
func (g Group) Holds(value string) bool {
	return Same(g.Label, value) || slices.ContainsFunc(g.Values, func(v string) bool { return Same(v, value) })
}

// Merge returns the column with the values of every group as one, called by the
// group's label; a value of two groups is the first one's. A Numeric column has no
// names to merge, and a group of which it has no value changes nothing: then it is
// the column itself. A row keeps its place, and what it had twice it has once.
func (c *Column) Merge(groups []Group) *Column {
	if c.Aspect.Kind == Numeric {
		return c
	}
	values := make([]Value, 0, len(c.Values))
	stands := make([][]string, 0, len(c.Values)) // by place in values
	becomes := make([]uint32, len(c.Values))     // by code: the place in values
	at := map[int]uint32{}                       // by group, of those that have a value
	for code, v := range c.Values {
		group := slices.IndexFunc(groups, func(g Group) bool { return g.Holds(v.Text) })
		place, ok := at[group]
		if group < 0 || !ok {
			place = uint32(len(values))
			if group >= 0 {
				at[group] = place
				v = Value{Text: groups[group].Label}
			}
			values = append(values, v)
			stands = append(stands, nil)
		}
		if group >= 0 {
			stands[place] = append(stands[place], c.Spellings(code)...)
		}
		becomes[code] = place
	}
	if len(at) == 0 {
		return c
	}
	for group, place := range at { // also what no product has now: it may have been asked for
		for _, v := range groups[group].Values {
			if !slices.ContainsFunc(stands[place], func(s string) bool { return Same(s, v) }) {
				stands[place] = append(stands[place], v)
			}
		}
	}
	out := &Column{Aspect: c.Aspect, Offsets: slices.Clone(c.Offsets), Codes: slices.Clone(c.Codes)}
	for i, code := range out.Codes {
		out.Codes[i] = becomes[code]
	}
	out.encode(values)
	for place, spellings := range stands {
		out.stand(values[place].Text, spellings)
	}
	return out
}

// stand notes what the value of a text stands for.
func (c *Column) stand(text string, spellings []string) {
	for _, code := range c.Find(&Condition{Values: []string{text}}) {
		if c.Values[code].Text != text || len(spellings) == 0 {
			continue
		}
		if c.Stands == nil {
			c.Stands = map[uint32][]string{}
		}
		all := append(slices.Clone(c.Stands[code]), spellings...)
		slices.Sort(all)
		c.Stands[code] = slices.Compact(all)
	}
}

// Spellings returns what the catalogue calls the value of a code: its text, or all
// that was merged into it.
func (c *Column) Spellings(code int) []string {
	if merged := c.Stands[uint32(code)]; merged != nil {
		return merged
	}
	return []string{c.Values[code].Text}
}

// Merge returns the shelf with the values of its columns merged by groups, which
// gives those of an aspect; the shelf itself where there is nothing to merge.
func (s *Shelf) Merge(groups func(aspect string) []Group) *Shelf {
	columns := make([]*Column, len(s.Columns))
	changed := false
	for i, c := range s.Columns {
		columns[i] = c.Merge(groups(c.Aspect.Key))
		changed = changed || columns[i] != c
	}
	if !changed {
		return s
	}
	return &Shelf{Name: s.Name, Refs: s.Refs, Columns: columns}
}
