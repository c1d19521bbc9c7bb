package tools

import (
	"slices"

	"shopclerk/agent/language"
)

// readStrange claims what looks like the name of a thing and is none of the values: the
// number of an order that there is not.
func (r *valueReader) readStrange(i int, values []Value) {
	if !r.nameable(values) {
		return
	}
	for _, s := range append(slices.Clone(r.Quoted), r.IDs...) {
		if r.tool.Parameters[i].Required || r.cue(i, s.From, s.To) > 0 {
			r.claim(i, s, strengthBare, true, s.Said)
		}
	}
}

// nameable reports whether the domain's values are things that have names of their
// own, such as orders: what looks like such a name is then meant for it.
func (r *valueReader) nameable(values []Value) bool {
	return len(values) == 0 || slices.ContainsFunc(values, func(v Value) bool { return language.NamesOne(spell(v.Of)) })
}
