package understand

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/catalog"
)

// What the words of a clause find in the whole shop, by category.

// belief is the share of each category in what the clause's words find, nil where they
// find nothing, with the two that have most, −1 for none.
func (r *reader) belief() (shares []float64, first, second int) {
	first, second = -1, -1
	if r.ofBrand() < narrowing {
		return nil, first, second
	}
	found := r.v.leads(r.content())
	if len(found) == 0 {
		return nil, first, second
	}
	shares = make([]float64, len(r.v.categories))
	for i := range r.v.categories {
		switch shares[i] = found[r.v.categories[i].path]; {
		case first < 0 || shares[i] > shares[first]:
			first, second = i, first
		case second < 0 || shares[i] > shares[second]:
			second = i
		}
	}
	return shares, first, second
}

// ofBrand is the largest share, 0..1, that a category has of what the makers make whom a clause
// names, where it says nothing else, and 1 where it does: "samsung" leads to no kind of product
// where Samsung makes several.
func (r *reader) ofBrand() float64 {
	counts, total := make([]int, len(r.v.categories)), 0
	for i := range r.segs {
		if !r.telling(i) {
			continue
		}
		k := slices.IndexFunc(r.segs[i].refs, func(m ref) bool {
			e := &r.v.entries[m.entry]
			return e.kind == aValue && r.v.aspects[e.aspect].key == catalog.KeyBrand
		})
		if k < 0 {
			return 1
		}
		for _, in := range r.v.entries[r.segs[i].refs[k].entry].in {
			counts[in.category] += in.count
			total += in.count
		}
	}
	if total == 0 {
		return 1
	}
	return float64(slices.Max(counts)) / float64(total)
}

// content is what of the clause is looked for, in words of the catalogue's language: no
// glue, no money and nothing that is not wanted.
func (r *reader) content() string {
	var out []byte
	for i := range r.segs {
		s := &r.segs[i]
		if !r.telling(i) {
			continue
		}
		if name := r.calledBy(i); name != "" {
			out = append(append(out, ' '), name...)
			continue
		}
		for k := s.from; k < s.to; k++ {
			t := &r.toks[k]
			text := r.message[t.Start:t.End]
			if t.Corrected {
				text = t.Stem
			}
			if r.lang.Translates() && r.v.known != nil && t.Kind == language.Word && !r.v.known(t.Form) {
				if english, ok := r.searchable(k); ok {
					text = english
				}
			}
			if len(out) > 0 && !t.Glued {
				out = append(out, ' ')
			}
			out = append(out, text...)
		}
	}
	return strings.TrimSpace(string(out))
}

// calledBy is the name of the category that a segment names by a synonym, which the
// products may not have: "notebooks" for laptop. It is empty for none.
func (r *reader) calledBy(i int) string {
	for _, m := range r.segs[i].refs {
		if e := &r.v.entries[m.entry]; e.kind == aCategory && m.rank == rankSynonym {
			return e.text
		}
	}
	return ""
}

// telling reports whether a segment says something of what is looked for.
func (r *reader) telling(i int) bool {
	s := &r.segs[i]
	if s.mark || s.negated || s.role != none || r.everyday(i) {
		return false
	}
	return s.amount == nil || s.amount.Measured && !s.amount.Money && s.amount.Currency == "" || s.amount.Bare() && r.v.known != nil && r.model(i)
}
