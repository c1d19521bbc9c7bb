package understand

import (
	"slices"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/search"
)

// waived returns the keys of the aspects that a clause says do not matter, where it says
// nothing else: "any colour is fine", "brand doesn't matter", "egal welche Größe".
func (r *reader) waived() []string {
	if r.in.Query || r.in.Sorting {
		return nil
	}
	scope := r.scope
	r.scope = r.needScope
	defer func() { r.scope = scope }()
	said := false
	var keys []string
	for i := 0; i < len(r.toks); {
		if r.toks[i].Kind == language.Mark {
			i++
			continue
		}
		next, as := r.lang.Longest(r.toks, i, language.RolesOf(whatever, language.Forget, money, budget, filler, link, language.Allow, language.Correct))
		refs, end := r.match(i, func(m ref) bool { return r.v.entries[m.entry].kind == aLabel && m.rank < rankTail && r.live(m) })
		switch {
		case len(refs) > 0 && end >= next:
			for _, m := range refs {
				if k := r.v.aspects[r.v.entries[m.entry].aspect].key; !slices.Contains(keys, k) {
					keys = append(keys, k)
				}
			}
			next = end
		case as == money || as == budget:
			keys = append(keys, catalog.KeyPrice)
		case as == whatever || as == language.Forget:
			said = true
		case as == none:
			return nil
		}
		i = next
	}
	if !said {
		return nil
	}
	return keys
}

// unimportant reads "the price doesn't matter" where a message says more: "but black".
func (r *reader) unimportant() {
	for i := range r.segs {
		var keys []string
		if s := &r.segs[i]; s.role == money || s.role == budget {
			keys = []string{catalog.KeyPrice}
		} else if s.open() && !r.isCategory(i) {
			for _, a := range r.labelAspects(i) {
				keys = append(keys, r.v.aspects[a].key)
			}
		}
		if end := r.closes(i+1, whatever, language.Forget); len(keys) > 0 && end > 0 {
			r.waive(i, end, keys)
			for k := i; k < end; k++ {
				r.segs[k].role = filler
			}
		}
	}
}

// closes returns the end of the segments from i that are a phrase of one of the roles before a
// mark or the end, or one of some words before a "but": it is said of what stands before. Else 0.
func (r *reader) closes(i int, roles ...language.Role) int {
	if i >= len(r.segs) || r.segs[i].mark {
		return 0
	}
	to, role := r.lang.Longest(r.toks, r.segs[i].from, language.RolesOf(roles...))
	if role == none {
		return 0
	}
	alone := to == r.segs[i].from+1
	for r.segs[i].to < to {
		i++
	}
	if r.segs[i].to != to {
		return 0
	}
	i++
	if i < len(r.segs) && !r.segs[i].mark && (alone || !r.lang.Is(r.toks[r.segs[i].from].Form, language.Except)) {
		return 0 // it may be said of what comes next: "colour any but black"
	}
	return i
}

// waive makes segments of a clause take back what was said of aspects, which are not asked
// about either: no preference is an answer.
func (r *reader) waive(from, to int, keys []string) {
	said := r.text(from, to)
	d := -1
	add := func(c search.Change) {
		c.Text = said
		d = r.add(from, c, orderRest+r.segs[from].from)
	}
	for _, e := range r.in.Need.Evidence {
		if slices.Contains(keys, e.Answer.Key) && !e.Answer.None {
			add(search.Change{Op: search.Drop, Target: e.Change})
		}
	}
	for _, l := range r.in.Need.Limits {
		if slices.Contains(keys, l.Condition.Key) {
			add(search.Change{Op: search.Drop, Target: l.Change})
		}
	}
	for _, key := range keys {
		add(search.Change{Op: search.Answered, Answer: &search.Answer{Key: key, None: true}})
	}
	for i := from; i < to; i++ {
		if !r.segs[i].mark {
			r.place(i, d)
		}
	}
	for i := to; i < len(r.segs) && !r.segs[i].mark; i++ {
		if end := r.closes(i, language.Allow); end > 0 { // "any brand of headphones is fine"
			for k := i; k < end; k++ {
				r.segs[k].as = Moot
			}
			return
		}
	}
}
