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
	points float64 // in nats, see [language.Hint]
	toks   []int   // that point there, ascending
}

const (
	// mostPointed is how many sets of categories are weighed.
	mostPointed = 3
	// leastHinting is how many words are a hint: one alone says many things.
	leastHinting = 2
	// mostHinted is the most that a hint counts, in nats: what a long story says more of is more
	// of the same.
	mostHinted = 9
	// plainHint is by how many nats a hint is plainer than another that is no more thought of.
	plainHint = 1.5
	// broader is what points are worth where the shop has only a broader kind of the thing.
	broader = 0.6
)

// hinted lists the categories that the clause's words together speak for, as
// [language.Language.Hints] has it, plainest first.
func (r *reader) hinted() []pointed {
	var out pointings
	for _, h := range r.lang.Hints(r.toks) {
		if len(h.Toks) < leastHinting {
			continue
		}
		if scope, worth := r.v.calledLike(h.Thing); scope != nil {
			out.add(pointed{scope: scope, points: worth*h.Points + r.v.prior(scope), toks: h.Toks})
		}
	}
	return out.sorted()
}

// pointings are sets of categories, each with the points of the thing that says most for it.
type pointings []pointed

func (l *pointings) add(p pointed) {
	if k := slices.IndexFunc(*l, func(o pointed) bool { return slices.Equal(o.scope, p.scope) }); k < 0 {
		*l = append(*l, p)
	} else if p.points > (*l)[k].points {
		(*l)[k] = p
	}
}

// sorted puts the plainest first, of equals that which was added first.
func (l pointings) sorted() []pointed {
	slices.SortStableFunc(l, func(a, b pointed) int { return cmp.Compare(b.points, a.points) })
	return l
}

// prior is what is known of a need before anything is said, in nats, −1..1: half the
// logarithm of how many times as many products some categories have as any.
func (v *Vocabulary) prior(scope []bool) float64 {
	return min(1, max(-1, math.Log(float64(v.size(scope)*len(v.categories)+1)/float64(v.products()+1))/2))
}

// weighHints sets the evidence of the plainest hint for an aim's categories, or of several that
// together are meant of that which says least; allTold is the share of the belief that nothing
// is wanted that is named.
func (a *aim) weighHints(hints []pointed, allTold float64, standing bool) {
	points, any := 0.0, false
	for c, in := range a.scope {
		if !in {
			continue
		}
		k := slices.IndexFunc(hints, func(h pointed) bool { return h.scope[c] })
		switch {
		case k < 0 && a.kind == aimUsed:
			return
		case k < 0:
		case !any, a.kind == aimUsed && hints[k].points < points, a.kind != aimUsed && hints[k].points > points:
			points, any = hints[k].points, true
		}
	}
	f := a.evidence
	points = min(mostHinted, points)
	f["hinted"], f["hinted: nothing wanted"] = points, allTold*points
	if standing {
		f["hinted: something stood"] = points
	}
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
