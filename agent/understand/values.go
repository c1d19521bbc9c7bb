package understand

import (
	"cmp"
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// candidateValue is what a segment means if it speaks of one aspect.
type candidateValue struct {
	aspect int32
	values []string // commonest first; "yes" for a flag
	names  []string // what each is called, "" for one that goes by the name before it
	count  int      // products in scope that have one of them
	flag   bool
	any    bool // the aspect itself was named: any of its values will do
}

// closeShare is the share of the likeliest aspect's count from which a second
// aspect makes a word ambiguous. An ambiguous word becomes a wish about the
// likelier aspect and stays a word for retrieval too.
const closeShare = 0.5

// partShare is what a product counts that has a word as a part of its value, beside one
// whose value is just the word: gold is likelier 80 PLUS Gold than a colour where twenty
// times as many power supplies have that.
const partShare = 0.25

// maxSharing is the largest number of values that a word they share can stand for.
const maxSharing = 8

// maxAny is the largest number of values for which an aspect's own name can
// stand ("backlit" for every kind of backlight). Above it the name says nothing.
const maxAny = 15

// placeValues turns the open segments that name values or flags into wishes
// and, where negated, limits.
func (r *reader) placeValues() {
	for i := range r.segs {
		if r.segs[i].role == whatever {
			r.indifferent(i)
		}
	}
	candidates := make([][]candidateValue, len(r.segs))
	for i := range r.segs {
		if r.segs[i].open() && len(r.segs[i].refs) > 0 {
			candidates[i] = r.candidates(i)
			if len(candidates[i]) == 0 && r.restates(i) {
				r.segs[i].as = Moot
			}
		}
	}
	r.retract(candidates)
	if r.in.Revising {
		r.outdate(candidates)
	}
	for i := range r.segs {
		if len(candidates[i]) > 0 && r.segs[i].open() {
			if r.in.Sorting && r.withinMeasure(i) {
				r.segs[i].as = Moot // "best rated first" asks for no star
				continue
			}
			r.placeValue(i, candidates)
		}
	}
}

// indifferent reads "any colour" at segment i.
func (r *reader) indifferent(i int) {
	label := i + 1
	for label < len(r.segs) && r.segs[label].role == filler {
		label++
	}
	if label >= len(r.segs) {
		return
	}
	if s := &r.segs[label]; s.role == money || s.role == budget {
		r.waive(i, label+1, []string{catalog.KeyPrice})
		return
	}
	var keys []string
	for _, a := range r.labelAspects(label) {
		keys = append(keys, r.v.aspects[a].key)
	}
	if len(keys) > 0 && r.segs[label].open() && !r.isFlag(label) { // "any wireless ones" are wireless
		r.waive(i, label+1, keys)
	}
}

// labelAspects returns the aspects that a segment names, most direct meanings
// only.
func (r *reader) labelAspects(i int) []int32 {
	return r.labelAspectsOf(i, func(int32) bool { return true })
}

// labelAspectsOf is labelAspects among the aspects that a test accepts: "16 GB of RAM" is
// about no "minimum RAM" that is counted in no bytes.
func (r *reader) labelAspectsOf(i int, accepts func(k int32) bool) []int32 {
	best := rankTailSynonym + 1
	var out []int32
	for _, m := range r.segs[i].refs {
		e := &r.v.entries[m.entry]
		if e.kind != aLabel || m.rank > best || !r.v.aspects[e.aspect].within(r.scope) || !accepts(e.aspect) {
			continue
		}
		if m.rank < best {
			best, out = m.rank, nil
		}
		out = append(out, e.aspect)
	}
	return out
}

// within reports whether a category of the scope has the aspect.
func (a *aspect) within(scope []bool) bool {
	return slices.ContainsFunc(a.in, func(in aspectIn) bool { return scope == nil || scope[in.category] })
}

// first returns the aspect in the first category of the scope that has it.
func (a *aspect) first(scope []bool) *aspectIn {
	for i := range a.in {
		if scope == nil || scope[a.in[i].category] {
			return &a.in[i]
		}
	}
	return &a.in[0]
}

// isFlag reports whether a segment can name a flag of the scope.
func (r *reader) isFlag(i int) bool {
	return slices.ContainsFunc(r.labelAspects(i), func(a int32) bool {
		return r.v.aspects[a].first(r.scope).kind == catalog.Flag
	})
}

// candidates lists what a segment may mean, likeliest first.
func (r *reader) candidates(i int) []candidateValue {
	var out []candidateValue
	at := func(a int32) *candidateValue {
		k := slices.IndexFunc(out, func(c candidateValue) bool { return c.aspect == a })
		if k < 0 {
			out = append(out, candidateValue{aspect: a})
			k = len(out) - 1
		}
		return &out[k]
	}
	refs := slices.Clone(r.segs[i].refs)
	slices.SortStableFunc(refs, func(a, b ref) int {
		return cmp.Or(
			cmp.Compare(r.v.entries[b.entry].countIn(r.scope), r.v.entries[a.entry].countIn(r.scope)),
			cmp.Compare(r.v.entries[a.entry].text, r.v.entries[b.entry].text))
	})
	best := map[int32]matchRank{} // by aspect: the most direct meaning hides the others
	for _, m := range refs {
		if e := &r.v.entries[m.entry]; e.kind == aValue && e.countIn(r.scope) > 0 {
			if b, ok := best[e.aspect]; !ok || m.rank < b {
				best[e.aspect] = m.rank
			}
		}
	}
	for _, m := range refs {
		e := &r.v.entries[m.entry]
		n := e.countIn(r.scope)
		a := int32(0)
		if e.kind != aCategory {
			a = e.aspect
		}
		switch {
		case n == 0 || e.kind == aCategory:
		case e.kind == aLabel && m.rank < rankTail && r.v.aspects[a].first(r.scope).kind == catalog.Flag:
			c := at(a)
			c.flag, c.values, c.names, c.count = true, []string{"yes"}, []string{"yes"}, n
		case e.kind == aLabel && m.rank < rankTail && r.claims(i):
			if values, count := r.v.valuesOf(a, r.scope); len(values) > 0 && len(values) <= maxAny {
				c := at(a)
				c.any, c.values, c.names, c.count = true, values, slices.Clone(values), count
			}
		case e.kind == aValue && (m.rank == best[a] || r.segs[i].negated):
			at(a).add(e, n)
		}
	}
	if !r.segs[i].negated {
		if r.restates(i) { // the bike of "a helmet for my bike" asks for no mountain bike helmet
			out = slices.DeleteFunc(out, func(c candidateValue) bool { return c.any || best[c.aspect] == rankFragment && !c.flag })
		}
		inPart := func(c candidateValue) bool { return !c.flag && !c.any && best[c.aspect] == rankFragment }
		out = slices.DeleteFunc(out, func(c candidateValue) bool {
			// a word of many values says little, and the words of a query find as much
			return inPart(c) && (len(c.values) > maxSharing || r.in.Query)
		})
		for k := range out {
			if inPart(out[k]) {
				out[k].count = max(1, int(partShare*float64(out[k].count)))
			}
		}
	}
	slices.SortFunc(out, func(a, b candidateValue) int {
		return cmp.Or(cmp.Compare(b.count, a.count), strings.Compare(r.v.aspects[a.aspect].key, r.v.aspects[b.aspect].key))
	})
	return out
}

// add adds the values of an entry that n products have.
func (c *candidateValue) add(e *entry, n int) {
	name := e.text
	for _, v := range e.values() {
		if slices.Contains(c.values, v) {
			continue
		}
		c.values, c.names = append(c.values, v), append(c.names, name)
		if name == e.text {
			c.count += n
		}
		name = ""
	}
}

// called joins the names of the values.
func (c *candidateValue) called(w *words.Language) string {
	names := slices.DeleteFunc(slices.Clone(c.names), func(n string) bool { return n == "" })
	return strings.Join(names, w.T("language.or"))
}

// claims reports whether the name of an aspect at segment i says that a product
// shall have it: "with switches", "backlit".
func (r *reader) claims(i int) bool {
	if r.segs[i].negated {
		return true
	}
	return describes(r.toks[r.segs[i].to-1].Form) || i > 0 && r.segs[i-1].role == link && r.has(i-1)
}

// describes reports whether an aspect's name is said of the product itself
// ("backlit", "wireless") rather than of a part it has ("microphone").
func describes(name string) bool {
	for _, ending := range []string{"lit", "able", "less", "ed", "proof"} {
		if strings.HasSuffix(name, ending) {
			return true
		}
	}
	return false
}

// valuesOf returns the values in a scope that say that something is there, commonest first.
func (v *Vocabulary) valuesOf(a int32, scope []bool) (values []string, count int) {
	type valueCount struct {
		text  string
		count int
	}
	var all []valueCount
	for _, id := range v.aspects[a].values {
		e := &v.entries[id]
		if n := e.countIn(scope); n > 0 && !strings.EqualFold(e.text, "no") {
			all = append(all, valueCount{e.text, n})
			count += n
		}
	}
	slices.SortFunc(all, func(a, b valueCount) int {
		return cmp.Or(cmp.Compare(b.count, a.count), strings.Compare(a.text, b.text))
	})
	for _, x := range all {
		values = append(values, x.text)
	}
	return values, count
}

// placeValue chooses among a segment's candidates and makes the change.
func (r *reader) placeValue(i int, candidates [][]candidateValue) {
	cands := candidates[i]
	label, named := r.labelBeside(i, cands)
	chosen, ambiguous := r.choose(i, named, candidates)
	if named < 0 && !r.speaks(i) {
		return
	}
	s := &r.segs[i]
	s.keep = !s.negated && (ambiguous || r.scope == nil)
	key := r.v.aspects[chosen.aspect].key
	d := r.condition(i, key, chosen)
	if label >= 0 {
		r.place(label, d)
	}
}

// labelBeside finds the aspect's name beside its value ("colour: black", "black
// colour"): the segment, and the index of the candidate it decides for, or -1.
func (r *reader) labelBeside(i int, cands []candidateValue) (label, candidate int) {
	before := i - 1
	for before >= 0 && (r.segs[before].role == filler || r.segs[before].mark && strings.ContainsAny(r.toks[r.segs[before].from].Form, ":=") ||
		r.segs[before].role == link) {
		before--
	}
	for _, l := range []int{before, i + 1} {
		if l < 0 || l >= len(r.segs) || !r.segs[l].open() || r.segs[l].amount != nil {
			continue
		}
		for _, a := range r.labelAspects(l) {
			for c := range cands {
				if cands[c].aspect == a && !cands[c].flag && !cands[c].any {
					return l, c
				}
			}
		}
	}
	return -1, -1
}

// labelled reports whether the name of a value's aspect stands beside segment i.
func (r *reader) labelled(i int) bool {
	label, _ := r.labelBeside(i, r.candidates(i))
	return label >= 0
}

// choose picks the likeliest candidate. Values joined by "or", "and" or a comma
// are taken to be of the same aspect where one has them all.
func (r *reader) choose(i, named int, candidates [][]candidateValue) (chosen candidateValue, ambiguous bool) {
	cands := candidates[i]
	if named >= 0 {
		return cands[named], false
	}
	mates := r.mates(i, candidates)
	best, second := -1, 0
	for c := range cands {
		shared, total := true, cands[c].count
		for _, m := range mates {
			k := slices.IndexFunc(candidates[m], func(o candidateValue) bool { return o.aspect == cands[c].aspect })
			if k < 0 {
				shared = false
				break
			}
			total += candidates[m][k].count
		}
		if !shared {
			continue
		}
		if best < 0 || total > second {
			best, second = c, total
		}
	}
	if best >= 0 && len(mates) > 0 {
		return cands[best], false
	}
	ambiguous = len(cands) > 1 && float64(cands[1].count) >= closeShare*float64(cands[0].count)
	return cands[0], ambiguous
}

// maxMates bounds the list that is looked at on either side of a value.
const maxMates = 8

// mates returns the segments that a list joins to segment i.
func (r *reader) mates(i int, candidates [][]candidateValue) []int {
	var out []int
	for _, step := range []int{-1, 1} {
		for k := i + step; k >= 0 && k < len(r.segs) && (k-i)*step <= 2*maxMates; k += step {
			s := &r.segs[k]
			joint := s.role == or || s.role == and || s.mark && strings.ContainsAny(r.toks[s.from].Form, ",/&")
			if joint {
				continue
			}
			previous := &r.segs[k-step]
			if len(candidates[k]) == 0 || previous.role != or && previous.role != and && !previous.mark {
				break
			}
			out = append(out, k)
		}
	}
	return out
}

// speaks reports whether a segment is enough by itself to mean a value. Digits
// and single letters need the aspect's name beside them, but "16:9". In the whole shop a word
// may mean anything (Apple makes things, and others fit what Apple makes), so
// there it only says what is not wanted; retrieval finds the rest by its words.
func (r *reader) speaks(i int) bool {
	s := &r.segs[i]
	letters := 0
	for k := s.from; k < s.to; k++ {
		if r.toks[k].Form == ":" {
			return r.scope != nil || s.negated
		}
		if r.toks[k].Kind == language.Word && !language.Digit(rune(r.toks[k].Form[0])) {
			letters += len(r.toks[k].Form)
		}
	}
	if letters < 2 && s.to-s.from == 1 || letters == 0 {
		return false
	}
	return r.scope != nil || s.negated
}

// condition adds the chosen values to the wish, or limit, about their aspect.
func (r *reader) condition(i int, key string, c candidateValue) int {
	s := &r.segs[i]
	op, not, values := search.AddWish, false, c.values
	if s.negated {
		op, not = search.AddLimit, true
		if c.flag {
			not, values = false, []string{"no"}
		}
	}
	several := r.several(c.aspect)
	for d := range r.drafts {
		o := &r.drafts[d].change
		if o.Op != op || o.Not != not || o.Condition == nil || o.Condition.Key != key || o.Condition.Range != nil ||
			!s.negated && (several && !r.listed(i, d) || r.kindBeside(i, d, c)) {
			continue
		}
		for k, v := range values {
			if !slices.Contains(o.Condition.Values, v) {
				o.Condition.Values = append(o.Condition.Values, v)
				if name := c.names[k]; name != "" {
					o.Text += r.in.Language.T("language.or") + name
				}
			}
		}
		r.place(i, d)
		return d
	}
	if several && !s.negated {
		r.supersede(i, key, values)
	}
	return r.add(i, search.Change{
		Op: op, Not: not, Also: several, Text: r.valueText(c, s.negated),
		Condition: &catalog.Condition{Key: key, Values: slices.Clone(values)},
	}, orderRest+s.from)
}

// valueText is what the chip of a value says.
func (r *reader) valueText(c candidateValue, negated bool) string {
	w, label := r.in.Language, r.v.aspects[c.aspect].first(r.scope).label
	switch {
	case negated && (c.flag || c.any) && describes(label):
		return w.T("talk.not-so", "Aspect", label)
	case negated && (c.flag || c.any):
		return w.T("talk.not-any", "Aspect", label)
	case negated:
		return w.T("talk.not-values", "Values", c.called(w))
	case c.flag || c.any:
		return label
	}
	return label + ": " + c.called(w)
}
