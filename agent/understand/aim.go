package understand

import (
	"math"
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// What kind of product a clause is about is weighed: every way to take it is an aim, with
// evidence for and against, and the likeliest is chosen. The weights are learned of
// messages whose meaning is known (`bench aims`), see weights.go.

// aimKind is how a clause comes to be about a kind of product.
type aimKind uint8

const (
	aimStays  aimKind = iota // it names none: what stood goes on
	aimNamed                 // it names categories
	aimSold                  // it names a thing that categories hold under other names
	aimUsed                  // it says what something is for
	aimLed                   // its words are found in products of a category
	aimAbsent                // it names a thing that is not sold
)

// aim is one way to take a clause.
type aim struct {
	kind     aimKind
	scope    []bool      // by category: what is looked among then; nil for the whole shop
	mentions []int       // of aimNamed: which
	thing    productName // of aimSold and aimAbsent
	toks     []int       // of aimUsed: that point there
	evidence evidence
	share    float64 // of the belief, 0..1
}

// aims lists the ways to take the clause, likeliest first. rule is what the rules of grammar
// alone make of it.
func (r *reader) aims(ms []mention, rule aim) []aim {
	out := []aim{{kind: aimStays, scope: r.needScope}}
	had := r.needScope != nil && r.onlySaysOf()
	add := func(a aim) {
		if had && !some(intersect(r.needScope, a.scope)) {
			return
		}
		for i := range out {
			if o := &out[i]; o.kind != aimStays && o.kind != aimAbsent && a.kind != aimAbsent && slices.Equal(o.scope, a.scope) {
				if o.kind == aimLed || o.kind == aimUsed { // a name says it better
					*o = a
				}
				return
			}
		}
		out = append(out, a)
	}
	if rule.kind != aimStays {
		out = append(out, rule)
	}
	for k := range ms {
		if !r.refuses(&ms[k]) {
			add(aim{kind: aimNamed, scope: ms[k].in, mentions: []int{k}})
		}
	}
	var asked *productName
	if t, ok := r.wish(); ok {
		asked = &t
		scope, is := r.soldAs(t)
		if is && scope != nil {
			add(aim{kind: aimSold, scope: scope, thing: t})
			// "sofa" in a shop of toy furniture, and no "usb-c cable" in one of cables
			is = !r.broader(t, scope) || t.endsInKind() || slices.ContainsFunc(ms, func(m mention) bool { return m.to == t.to && m.rank < rankTail && slices.Equal(m.in, scope) })
		}
		if !is && rule.kind != aimAbsent && !slices.ContainsFunc(ms, func(m mention) bool { return m.from == t.from && m.to == t.to }) {
			add(aim{kind: aimAbsent, scope: r.needScope, thing: t})
		}
	}
	hints := r.hinted()
	for i, h := range hints[:min(mostPointed, len(hints))] {
		if i == 0 || hints[0].points-h.points < plainHint {
			add(aim{kind: aimUsed, scope: h.scope, toks: h.toks})
		}
	}
	if len(hints) > 1 && hints[0].points-hints[1].points < plainHint {
		add(aim{kind: aimUsed, scope: union(hints[0].scope, hints[1].scope), toks: hints[0].toks})
	}
	allTold := r.allTold(ms, asked)
	belief, first, second := r.belief()
	if first >= 0 && belief[first] >= leastLead {
		one := make([]bool, len(r.v.categories))
		one[first] = true
		switch k, held := r.namedOver(ms, first, belief); {
		case k < 0:
			add(aim{kind: aimLed, scope: one})
		case belief[first] >= narrowing*held: // "drive", where all that it finds are hard drives
			add(aim{kind: aimNamed, scope: one, mentions: []int{k}})
		}
		if second >= 0 && belief[second] >= leastLead {
			two := slices.Clone(one)
			two[second] = true
			add(aim{kind: aimLed, scope: two})
		}
	}
	for i := range out {
		a := &out[i]
		a.evidence = evidence{}
		r.weigh(a, ms, belief, hints, allTold)
		if a.kind == rule.kind && slices.Equal(a.scope, rule.scope) && slices.Equal(a.mentions, rule.mentions) {
			a.evidence["as ruled"] = 1
		}
	}
	learnedWeights().judge(out)
	return r.surely(out)
}

// endsInKind reports whether a thing's name ends with that of what it is a kind of: "laser
// printer".
func (t *productName) endsInKind() bool {
	return slices.ContainsFunc(t.names, func(name string) bool {
		kind, _, _ := strings.Cut(language.English().Products[language.Key(language.Tokenize(name))], ",")
		return kind != "" && strings.HasSuffix(name, " "+kind)
	})
}

// broader reports whether a scope is of a kind that a thing is one of, and no more.
func (r *reader) broader(t productName, scope []bool) bool {
	kind, ok := r.soldAsKind(t)
	return ok && slices.Equal(kind, scope)
}

// leastLead is the share of the belief from which words are thought to lead to a category.
const leastLead = 0.2

// narrowing is the share of what the categories of a name have of the belief from which one
// of them stands for all.
const narrowing = 0.8

// namedOver returns a mention that names a category among others, −1 for none, and what
// they have of the belief together.
func (r *reader) namedOver(ms []mention, category int, belief []float64) (k int, held float64) {
	k = slices.IndexFunc(ms, func(m mention) bool { return m.in[category] && !r.refuses(&m) })
	if k < 0 {
		return k, 0
	}
	for i, in := range ms[k].in {
		if in {
			held += belief[i]
		}
	}
	return k, held
}

// weigh sets the evidence of an aim.
func (r *reader) weigh(a *aim, ms []mention, belief []float64, hints []pointed, allTold float64) {
	held, top := 0.0, 0.0 // of the belief: by the categories of the aim, by any one
	for i, share := range belief {
		top = max(top, share)
		if a.scope != nil && a.scope[i] {
			held += share
		}
	}
	f := a.evidence
	from, to := r.weighKind(a, ms)
	switch a.kind {
	case aimStays:
		f["stays: led elsewhere"], f["stays: believed"] = top, held
	case aimAbsent:
		f["not sold: led elsewhere"], f["not sold: what stood is believed"] = top, held
		if len(hints) > 0 {
			f["not sold: hinted elsewhere"] = allTold * min(mostHinted, hints[0].points)
		}
	default:
		if len(belief) > 0 { // else the words find nothing, which tells nothing
			f["believed"], f["ln believed"] = held, math.Log(held+leastBelief)
		}
		if a.kind == aimLed {
			f["led to: believed"] = held
		}
		a.weighHints(hints, allTold, r.needScope != nil)
		r.weighScope(a)
	}
	r.weighRest(a, from, to)
	if to > from {
		r.weighWords(a, from, to)
	}
	switch {
	case a.kind == aimNamed: // of several names all have to be wanted
		for _, k := range a.mentions {
			r.weighStance(a, ms[k].from, ms[k].to)
		}
	case to > from:
		r.weighStance(a, from, to)
	}
}

// weighKind sets the evidence of what kind an aim is of, and returns the tokens that name
// what it is about; none of a kind that needs no name.
func (r *reader) weighKind(a *aim, ms []mention) (from, to int) {
	f := a.evidence
	standing := r.needScope != nil
	switch a.kind {
	case aimStays:
		f["stays"] = 1
		f["stays: something stood"] = indicator(standing)
		f["stays: revising"] = indicator(standing && r.in.Revising)
	case aimAbsent:
		from, to = a.thing.from, a.thing.to
		f["not sold"] = 1
		f["not sold: something stood"] = indicator(standing)
		f["not sold: nowhere"] = indicator(r.v.having != nil && !slices.ContainsFunc(r.toks[from:to], func(t language.Token) bool { return r.v.having(t.Form)+r.v.having(t.Stem) > 0 }))
		f["not sold: ends in a name"] = indicator(slices.ContainsFunc(ms, func(m mention) bool { return m.to == to }))
	case aimSold:
		from, to = a.thing.from, a.thing.to
		f["sold as"] = 1
		f["sold as a kind of"] = indicator(r.broader(a.thing, a.scope))
	case aimUsed:
		f["used for"] = 1
	case aimLed:
		f["led to"] = 1
	case aimNamed:
		best := rankTailSynonym
		for _, k := range a.mentions {
			best = min(best, ms[k].rank)
			from, to = ms[k].from, ms[k].to
			r.weighName(f, ms, k)
		}
		f[namedBy[best]] = 1
		f["named together"] = indicator(len(a.mentions) > 1)
	}
	return from, to
}

// weighScope sets the evidence of an aim's categories: how many, and whether they stood.
func (r *reader) weighScope(a *aim) {
	f := a.evidence
	if r.needScope != nil {
		within := some(intersect(r.needScope, a.scope))
		f["within"], f["elsewhere"], f["elsewhere: revising"] = indicator(within), indicator(!within), indicator(!within && r.in.Revising)
	}
	n := 0.0
	for _, in := range a.scope {
		n += indicator(in)
	}
	f["ln kinds"] = math.Log(float64(len(r.v.kinds(a.scope))))
	n = math.Log(n)
	if a.kind == aimNamed && f["named by end"] == 0 && f["named by end of synonym"] == 0 {
		f["ln categories named"] = n
	} else {
		f["ln categories"] = n
	}
}

// productKind is a level of the tree with all of its categories, hats with all kinds of hats, by
// the first of them and its entry; or one category, whose level is −1.
type productKind struct{ category, level int32 }

// kinds lists the kinds of product that a scope has: levels as high as all below them is in it, of
// those that have the same categories the lowest.
func (v *Vocabulary) kinds(scope []bool) []productKind {
	var out []productKind
	listed := make([]bool, len(scope))
	for c, in := range scope {
		if !in || listed[c] {
			continue
		}
		k, size := productKind{int32(c), -1}, 1
		for _, level := range v.categories[c].levels {
			below := v.entries[level].in
			if len(below) == 1 || len(below) < size || slices.ContainsFunc(below, func(t tally) bool { return !scope[t.category] }) {
				continue
			}
			for _, t := range below {
				listed[t.category] = true
			}
			k.level, size = level, len(below)
		}
		out = append(out, k)
	}
	return out
}

// weighRest sets the evidence of what the clause says beside the name of what an aim is
// about, and how much of it that is.
func (r *reader) weighRest(a *aim, from, to int) {
	rest, has, all := 0.0, 0.0, 0.0
	for i := range r.segs {
		if !r.telling(i) {
			continue
		}
		s := &r.segs[i]
		all += float64(s.to - s.from)
		if s.from >= from && s.to <= to {
			continue
		}
		rest++
		has += indicator(a.scope != nil && slices.ContainsFunc(s.refs, func(m ref) bool {
			e := &r.v.entries[m.entry]
			return e.kind == aValue && m.rank < rankFragment && e.countIn(a.scope) > 0
		}))
	}
	if rest > 0 {
		a.evidence["fits"] = has / rest
		if a.kind == aimStays {
			a.evidence["stays: fits"] = has / rest
		}
	}
	if to > from && all > 0 {
		a.evidence["covers"] = math.Min(1, float64(to-from)/all)
	}
}

// weighWords sets the evidence of the tokens that name what an aim is about.
func (r *reader) weighWords(a *aim, from, to int) {
	f := a.evidence
	if to == from+1 {
		if said := r.lang.Said(r.toks[from].Form); said > 0 && r.v.having != nil {
			rate := float64(r.v.having(r.toks[from].Form)+1) / float64(r.v.products()+1) / wordsEach
			f["word of talk"] = min(1, max(0, math.Log10(said/rate)/3))
		}
	}
	if k := r.segmentWith(from); a.kind != aimNamed && k > 0 && r.segs[k-1].role == link {
		f["behind a preposition"] = 1
	}
	f["corrected"] = indicator(r.toks[to-1].Corrected)
	f["begins"] = indicator(from == 0)
}

// weighStance sets the evidence of how little the shopper seems to want what tokens [from, to)
// name, where that is less than was found before.
func (r *reader) weighStance(a *aim, from, to int) {
	f := a.evidence
	before := stoodNot
	if r.needScope != nil && a.kind != aimAbsent {
		if before = stoodOther; some(intersect(r.needScope, a.scope)) {
			before = stoodSame
		}
	}
	if shares := r.stands(from, to, false, before); shares != nil {
		f["not wanted"] = max(f["not wanted"], 1-shares[stanceWanted])
	}
	f["told of"] = max(f["told of"], 1-r.wants(from, to))
}

// indicator is 1 of what is so, else 0.
func indicator(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// weighName sets the evidence of a name's place in the clause.
func (r *reader) weighName(f evidence, ms []mention, k int) {
	m := &ms[k]
	before, next := m.seg-1, m.seg+1
	note := func(feature string, is bool) {
		if is {
			f[feature] = 1
		}
	}
	note("owned", r.owned(m.seg)) // "my printer"
	note("word of measure", r.measures(m.seg))
	note("behind a comparative", before >= 0 && r.needScope != nil && r.comparative(before)) // "a larger screen"
	note("linked", r.linked(ms, k))                                                          // "shoes for women"
	note("behind a preposition", before >= 0 && r.segs[before].role == link)
	note("also a value", r.alsoValue(ms, k))
	note("also an aspect", r.alsoLabel(ms, k))
	note("before an unknown noun", next < len(r.segs) && r.foreign(next, m.in) && !r.lang.Translates() && !r.everyday(next))
	if before >= 0 && r.foreign(before, m.in) && !r.everyday(before) {
		f["behind an unknown noun"] = indicator(!r.adjectival(&r.toks[r.segs[before].to-1]))
	}
	f["last name"] = indicator(r.head(ms, k))
	note("before a name", next < len(r.segs) && r.segs[next].open() && r.isCategory(next))
	note("small letters", r.lang.Translates() && !r.toks[m.to-1].Capital && r.capitals()) // a German word among nouns in capitals
}

// head reports whether a name is the last but for those that hang on what is before them:
// the "headphones" of "waterproof headphones for running".
func (r *reader) head(ms []mention, k int) bool {
	for l := k; l < len(ms); l++ {
		if (l > k) != r.linked(ms, l) {
			return false
		}
	}
	return true
}
