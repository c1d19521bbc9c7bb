package insight

import (
	"slices"

	"shopclerk/agent/memory"
	"shopclerk/search"
)

// hear digests what a message asked for: whether it was a search, what it demanded, and
// what of it the shop had nothing for. Exchanges from before the journal recorded which
// words nothing was made of tell it only where that was all of a clause.
func (s *interner) hear(t *Turn, x *memory.Exchange) {
	if x.Said == "" || len(x.Typed) > 0 {
		return
	}
	for i := range x.Changes {
		ch := &x.Changes[i]
		t.Searched = t.Searched || ch.Op != search.Answered && ch.Op != search.Drop && ch.Op != search.Reset && ch.Op != search.Hush
		if ch.Condition != nil && len(ch.Condition.Values) > 0 && !ch.Not {
			t.Named = append(t.Named, s.offer(ch.Condition.Values[0], ch.Condition))
		}
	}
	for _, w := range x.Unplaced {
		t.Unmet = append(t.Unmet, Want{Kind: memory.Unclear, Words: s.text(w)})
	}
	for _, a := range x.Acts {
		w := Want{Kind: a.Kind}
		switch {
		case a.Kind == memory.Unclear && a.Words != "" && len(x.Unplaced) == 0:
			w.Words = s.text(a.Words)
		case a.Kind == memory.NotSold:
			w.Words = s.text(a.Words)
			if len(a.Nearest) > 0 {
				w.About = s.text(a.Nearest[0])
			}
			t.Searched = true
		case a.Kind == memory.AskProduct && !a.Known:
			w.About = s.text(a.Aspect)
		case a.Kind == memory.AskShop && !a.Known:
			w.About = s.text(a.Topic)
		default:
			continue
		}
		if !slices.Contains(t.Unmet, w) {
			t.Unmet = append(t.Unmet, w)
		}
	}
}
