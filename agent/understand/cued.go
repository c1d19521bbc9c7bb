package understand

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"

	"shopclerk/agent/language"
)

// pointed is a set of categories that what was said points to without naming it.
type pointed struct {
	scope  []bool  // by category
	points float64 // in nats, see [language.Cued]
	toks   []int   // that point there, ascending
	phrase bool    // several words together do
}

const (
	// mostCued is how many things that were pointed to are looked for among the
	// categories: the next have little to say.
	mostCued = 24
	// mostPointed is how many sets of categories are weighed.
	mostPointed = 3
	// leastHinting is how many words are a hint: one alone says many things.
	leastHinting = 2
	// plainHint is by how many nats a hint is plainer than another that is no more thought of.
	plainHint = 1.5
	// broader is what points are worth where the shop has only a broader kind of the thing.
	broader = 0.6
)

// pointedTo lists the categories that the clause points to, plainest first: each has the
// points of the thing that says most for it.
func (r *reader) pointedTo() []pointed {
	var out []pointed
	for i, c := range r.lang.Cued(r.toks) {
		if i == mostCued {
			break
		}
		scope, worth := r.v.calledLike(c.Thing)
		if scope == nil {
			continue
		}
		p := pointed{scope, worth * c.Points, c.Toks, c.Phrase}
		if k := slices.IndexFunc(out, func(o pointed) bool { return slices.Equal(o.scope, scope) }); k < 0 {
			out = append(out, p)
		} else if p.points > out[k].points {
			out[k] = p
		}
	}
	slices.SortStableFunc(out, func(a, b pointed) int { return cmp.Compare(b.points, a.points) })
	return out
}

// hinted lists the categories that the clause's words together speak for, as
// [language.Language.Hints] has it, plainest first: those of no name of a thing, which
// says more, and otherwise.
func (r *reader) hinted(named []mention, wish *productName) []pointed {
	var out []pointed
	name := make([]bool, len(r.toks))
	for i := range named {
		for k := named[i].from; k < named[i].to; k++ {
			name[k] = true
		}
	}
	if wish != nil {
		for k := wish.from; k < wish.to; k++ {
			name[k] = true
		}
	}
	for _, h := range r.lang.Hints(r.toks, func(i int) bool { return name[i] }) {
		if len(h.Toks) < leastHinting {
			continue
		}
		scope, worth := r.v.calledLike(h.Thing)
		if scope == nil {
			continue
		}
		p := pointed{scope: scope, points: worth*h.Points + r.v.prior(scope), toks: h.Toks}
		if k := slices.IndexFunc(out, func(o pointed) bool { return slices.Equal(o.scope, scope) }); k < 0 {
			out = append(out, p)
		} else if p.points > out[k].points {
			out[k] = p
		}
	}
	slices.SortFunc(out, func(a, b pointed) int {
		return cmp.Or(cmp.Compare(b.points, a.points), slices.CompareFunc(a.scope, b.scope, func(a, b bool) int { return int(indicator(b) - indicator(a)) }))
	})
	return out
}

// prior is what is known of a need before anything is said, in nats, −1..1: half the
// logarithm of how many times as many products some categories have as any.
func (v *Vocabulary) prior(scope []bool) float64 {
	n := 0
	for i, in := range scope {
		if in {
			n += v.categories[i].size
		}
	}
	return min(1, max(-1, math.Log(float64(n*len(v.categories))/float64(v.products()))/2))
}

// calls remembers the categories that things are sold in. It is shared by the copies of a
// vocabulary, which have the same categories.
type calls struct {
	mu    sync.Mutex
	scope map[string]nameMatch
}

type nameMatch struct {
	scope []bool
	worth float64
}

// calledLike returns the categories whose name is that of a thing, or of its nearest
// broader kind, and what that is worth, 0..1; nil for none. A name that most of the shop
// goes by tells nothing.
func (v *Vocabulary) calledLike(thing string) ([]bool, float64) {
	v.calls.mu.Lock()
	defer v.calls.mu.Unlock()
	c, ok := v.calls.scope[thing]
	if !ok {
		key := language.Key(language.Tokenize(thing))
		if c = (nameMatch{v.named(key), 1}); c.scope == nil {
			kind, _, _ := strings.Cut(language.English().Products[key], ",")
			if kind = strings.TrimSpace(kind); kind != "" && !language.English().Generic[kind] {
				c = nameMatch{v.named(language.Key(language.Tokenize(kind))), broader}
			}
		}
		v.calls.scope[thing] = c
	}
	return c.scope, c.worth
}

// named returns the categories that a name of stems names most directly, nil for none.
func (v *Vocabulary) named(stems string) []bool {
	best, out := rankTailSynonym+1, []bool(nil)
	for _, m := range v.find(phraseKey(nil, strings.Split(stems, " "))) {
		e := &v.entries[m.entry]
		if e.kind != aCategory || m.rank > best || 2*len(e.in) > len(v.categories)+1 {
			continue
		}
		if m.rank < best {
			best, out = m.rank, nil
		}
		out = union(out, v.members(e))
	}
	return out
}
