package understand

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/search"
)

// What the message asks for, where it names no category of the shop: a thing that is
// sold under another name, one that is not sold, or only a use ("for the kitchen").

// productName is the name of a product in a message.
type productName struct {
	from, to int      // tokens
	names    []string // in English, the most usual first
}

// wish finds the thing that a message asks for: the name of a product, of those that the
// language knows, that is not what something else is for ("a bag for my laptop"), the
// shopper's own ("my printer is slow") or ruled out. It is false where there is none.
func (r *reader) wish() (productName, bool) {
	for i := 0; i < len(r.segs); i++ {
		s := &r.segs[i]
		if !s.open() && s.role != language.Measure && s.role != filler && s.role != link || s.negated || s.amount != nil || r.measured(s.from) > 0 || r.comparative(i) {
			continue // "anything lighter?"
		}
		n := r.lang.Product(r.toks, s.from)
		for n > 0 && s.from+n < len(r.toks) { // "laptop sleeve": the last of several nouns
			m := r.lang.Product(r.toks, s.from+n)
			if m == 0 && r.lang.Parts[r.toks[s.from+n].Stem] {
				m = 1
			}
			if m == 0 || r.lang.Knows(r.toks[s.from+n].Form) {
				break
			}
			n += m
		}
		if n > 0 && r.chunks[s.from+n-1].To > s.from+n && !r.lang.Translates() {
			continue // the "cushion" of "cushion-soft"
		}
		if n == 0 || (s.role == filler || s.role == link) && n == s.to-s.from || r.hangs(i) || r.lang.Generic[language.Key(r.toks[s.from:s.from+n])] {
			continue
		}
		t := productName{from: s.from, to: s.from + n}
		t.names = append(t.names, r.englishNames(t.from, t.to)...)
		if r.needScope != nil && r.ofStanding(t) {
			continue
		}
		return t, true
	}
	return productName{}, false
}

// ofStanding reports whether a thing is a part of what is looked for, or a kind of it: the
// battery of headphones, "air cooler" among coolers.
func (r *reader) ofStanding(t productName) bool {
	if r.part(t.from, t.to) {
		return true
	}
	_, next := r.match(t.to-1, func(m ref) bool {
		e := &r.v.entries[m.entry]
		return e.kind == aCategory && some(intersect(r.needScope, r.v.members(e)))
	})
	return next == t.to && t.to > t.from+1
}

// englishNames are the English names of a product, the whole message's word first.
func (r *reader) englishNames(from, to int) []string {
	if !r.lang.Translates() {
		return []string{language.Key(r.toks[from:to])}
	}
	var out []string
	r.lang.Senses(r.toks, from, func(next int, s language.Sense) {
		if next == to && s.Part == 'n' {
			out = append(out, s.English...)
		}
	})
	return out
}

// hangs reports whether segment i only says what something else is for, or whose it is.
func (r *reader) hangs(i int) bool {
	if r.owned(i) {
		return true // "we have a gas hob"
	}
	for k := i - 1; k >= 0 && (r.segs[k].role == filler || r.segs[k].role == link || r.describes(k)); k-- {
		if r.segs[k].role == link && (k == 0 || r.measured(r.segs[k-1].from) != r.segs[i].from) {
			if r.needScope != nil && r.opens(k) {
				return true // "for a small server", after a UPS
			}
			for b := k - 1; b >= 0; b-- {
				if r.segs[b].open() || r.segs[b].role == language.Measure || r.lang.Generic[r.toks[r.segs[b].from].Stem] {
					return true // "a stand for headphones", "something for Robin"
				}
				if r.segs[b].mark {
					break
				}
			}
		}
	}
	return false
}

// opens reports whether nothing but small words stands before segment k.
func (r *reader) opens(k int) bool {
	return !slices.ContainsFunc(r.segs[:k], func(s segment) bool { return s.role != filler && s.role != and && !s.mark })
}

// owned reports whether segment i follows what says that it is the shopper's: "my", "I
// have a", with words of what it is like between.
func (r *reader) owned(i int) bool { return r.owning(i) >= 0 }

// owning is the segment that says so, −1 for none.
func (r *reader) owning(i int) int {
	for k := i - 1; k >= 0; k-- {
		if t := &r.toks[r.segs[k].from]; r.segs[k].mark && t.Form == "-" && t.Glued {
			continue // "my 17-inch laptop"
		}
		if r.describes(k) {
			continue
		}
		if r.segs[k].role != filler {
			return -1
		}
		if r.says(k, language.Possess) {
			return k
		}
	}
	return -1
}

// describes reports whether segment i says what something is like, and names no category.
func (r *reader) describes(i int) bool {
	s := &r.segs[i]
	_, measure := r.lang.MeasureAt(r.toks, s.from)
	return s.open() && !r.isCategory(i) && (s.amount != nil && s.amount.Measured || s.amount == nil && (len(s.refs) > 0 || measure == s.to || r.adjectival(&r.toks[s.to-1])))
}

// disown leaves out what the shopper has, where something else is looked for, with the words
// that say no more than what it is like: "a motherboard, I have a big case".
func (r *reader) disown(names []mention) {
	if !slices.ContainsFunc(names, func(m mention) bool { return m.accepted }) {
		return
	}
	for k := range names {
		i := r.segmentWith(names[k].from)
		if names[k].accepted || i < 0 || r.owning(i) < 0 || r.owning(i) > 0 && r.segs[r.owning(i)-1].role == link {
			continue // or a fan is "for my case"
		}
		if r.segs[i].open() {
			r.segs[i].as = Moot
		}
		for i--; i >= 0 && len(r.segs[i].refs) == 0 && r.describes(i); i-- {
			r.segs[i].as = Moot
		}
	}
}

// Titles counts, by category, the products whose title ends its name with a phrase:
// "Wide Leg Jeans with Pockets" is a title of jeans. See [Vocabulary.WithTitles].
type Titles func(phrase string) map[string]int

// WithTitles returns the vocabulary with a way to find things by the titles of products.
func (v *Vocabulary) WithTitles(titles Titles) *Vocabulary {
	w := *v
	w.titles = titles
	return &w
}

// The least number of titles by which a thing counts as sold, and the share of them
// from which a category is one that it is sold in.
const (
	leastTitles = 2
	plainTitles = 10 // from so many on, titles say more than what it is a kind of
	titleShare  = 0.25
	heldShare   = 0.8 // of all, that such categories hold together: else it is sold all over the shop
)

// soldAs finds the categories of a thing that no category is called like: those that it
// is a value in, or that titles are in.
func (r *reader) soldAs(t productName) (scope []bool, sold bool) {
	counts := make([]int, len(r.v.categories))
	for _, name := range t.names {
		stems := stemsOf(language.Tokenize(name))
		refs := r.v.find(phraseKey(nil, stems))
		for _, m := range refs {
			e := &r.v.entries[m.entry]
			if e.kind == aCategory && m.rank < rankTail {
				if in := r.v.members(e); !r.scattered(refs, in) {
					return in, true
				}
			}
			if e.kind == aValue && m.rank <= rankSynonym && r.v.kindLike(e) {
				for _, in := range e.in {
					counts[in.category] += in.count
				}
			}
		}
	}
	if r.v.titles != nil {
		for _, name := range t.names {
			for path, n := range r.v.titles(name) {
				for i := range r.v.categories {
					if r.v.categories[i].path == path {
						counts[i] += n
					}
				}
			}
		}
	}
	total := 0
	for _, n := range counts {
		total += n
	}
	if total < plainTitles { // few titles say less than what the thing is a kind of
		if scope, sold := r.soldAsKind(t); sold || total < leastTitles {
			return scope, sold
		}
	}
	scope = make([]bool, len(counts))
	held := 0
	for i, n := range counts {
		if scope[i] = float64(n) >= titleShare*float64(total); scope[i] {
			held += n
		}
	}
	if float64(held) < heldShare*float64(total) || len(t.names) == 0 {
		return nil, true // it is sold here and there: its words find it
	}
	return scope, true
}

// soldAsKind finds the categories that the nearest broader name of a thing names in full:
// sneakers in a shop whose category is shoes.
func (r *reader) soldAsKind(t productName) (scope []bool, sold bool) {
	for _, name := range t.names {
		kinds := strings.Split(language.English().Products[language.Key(language.Tokenize(name))], ",")
		kind := strings.TrimSpace(kinds[0])
		if kind == "" || language.English().Generic[language.Singular(kind)] {
			continue
		}
		for _, m := range r.v.find(phraseKey(nil, stemsOf(language.Tokenize(kind)))) { // "shoe" of sneakers
			e := &r.v.entries[m.entry]
			if e.kind == aCategory && m.rank <= rankSynonym && r.v.kindOfThing(e) {
				scope = union(scope, r.v.members(e))
			}
		}
		if scope != nil {
			return scope, true
		}
	}
	return nil, false
}

// kindOfThing reports whether a level of categories names a kind of thing, and no department:
// it is one category, or one and what is below it.
func (v *Vocabulary) kindOfThing(e *entry) bool {
	if len(e.in) == 1 {
		return v.below(e.in[0].category, e.text)
	}
	own := slices.IndexFunc(e.in, func(t tally) bool { return v.categories[t.category].name == e.text })
	return own >= 0 && !slices.ContainsFunc(e.in, func(t tally) bool {
		path, top := v.categories[t.category].path, v.categories[e.in[own].category].path
		return path != top && !strings.HasPrefix(path, top+" > ")
	})
}

// below reports whether a name is a category's own, or that of a level above it which is
// not the topmost: outerwear is a kind of thing, electronics is a department.
func (v *Vocabulary) below(category int32, name string) bool {
	levels := strings.Split(v.categories[category].path, " > ")
	return slices.Contains(levels[min(1, len(levels)-1):], name)
}

// kindLike reports whether an entry is a value that says what a product is ("SSD" of the
// aspect type), and not what it is for or has; tags may say that too.
func (v *Vocabulary) kindLike(e *entry) bool {
	switch v.keyEnd(e) {
	case "features", "tags":
		return true
	}
	return v.typed(e)
}

// typed reports whether an entry is a value of an aspect that says nothing but what a product is.
func (v *Vocabulary) typed(e *entry) bool {
	switch v.keyEnd(e) {
	case "type", "kind", "category", "subcategory", "form", "class":
		return true
	}
	return false
}

// keyEnd is the last word of the key of an entry's aspect, "" of keys that say more: "clothes
// type included".
func (v *Vocabulary) keyEnd(e *entry) string {
	words := strings.FieldsFunc(v.aspects[e.aspect].key, func(r rune) bool { return r == '_' || r == ' ' })
	if len(words) > 2 {
		return ""
	}
	return words[len(words)-1]
}

// nearest lists the categories nearest to a thing: those that one of its broader names
// names, in whole or at the end.
func (r *reader) nearest(t productName) []string {
	var out []string
	add := func(name string) {
		for _, m := range r.v.find(phraseKey(nil, stemsOf(language.Tokenize(name)))) {
			if e := &r.v.entries[m.entry]; e.kind == aCategory {
				for i, in := range r.v.members(e) {
					if path := r.v.categories[i].path; in && !slices.Contains(out, path) {
						out = append(out, path)
					}
				}
			}
		}
	}
	for _, name := range t.names {
		for _, kind := range strings.Split(language.English().Products[language.Key(language.Tokenize(name))], ",") {
			if add(strings.TrimSpace(kind)); len(out) > 0 {
				return out[:min(mostNearest, len(out))]
			}
		}
	}
	for i := t.from; i < t.to && len(out) == 0; i++ { // "bicycle": what is made for it
		for k := range r.v.categories {
			if hasWords(strings.ToLower(r.v.categories[k].name), r.toks[i].Stem) {
				out = append(out, r.v.categories[k].path)
			}
		}
	}
	return out[:min(mostNearest, len(out))]
}

// mostNearest is how many categories are offered in place of what is not sold.
const mostNearest = 4

// ruled is what the rules of grammar make of a clause whose categories were named: see
// [reader.wanted]. Where it names no category of the shop, a thing that is sold under
// another name sets the scope, and one that is not sold is said.
func (r *reader) ruled(names []mention) aim {
	a := aim{kind: aimNamed, scope: r.scope}
	for k := range names {
		if names[k].accepted {
			a.mentions = append(a.mentions, k)
		}
	}
	stay := aim{kind: aimStays, scope: r.needScope}
	if r.in.Wide || r.in.Query {
		if len(a.mentions) == 0 {
			return stay
		}
		return a
	}
	t, ok := r.wish()
	if len(a.mentions) > 0 {
		m := &names[a.mentions[0]]
		if ok && m.rank >= rankTail && r.needScope == nil && t.from < m.from && t.to >= m.to && len(t.names) > 0 { // "game controller" is no fan controller
			if _, is := r.soldAs(t); !is {
				narrowed := r.inPart(t, m)
				if narrowed == nil {
					return aim{kind: aimAbsent, scope: r.needScope, thing: t}
				}
				a.scope = narrowed
			}
		}
		return a
	}
	if !ok {
		return stay
	}
	if slices.ContainsFunc(names, func(m mention) bool {
		return m.rank < rankTail && m.from <= t.to && t.from <= m.to || m.rank == rankTail && m.from == t.from && m.to == t.to
	}) {
		return stay // a category's name that is better read otherwise
	}
	scope, is := r.soldAs(t)
	switch {
	case r.needScope != nil && slices.ContainsFunc(r.segs[r.segmentWith(t.from)].refs, func(m ref) bool {
		e := &r.v.entries[m.entry]
		return e.kind != aCategory && e.countIn(r.needScope) > 0
	}):
		return stay // a value of what is looked for: "with laptop compartment", "rather in wood"
	case is && (scope == nil || r.needScope != nil && some(intersect(r.needScope, scope))):
		return stay
	case is:
		return aim{kind: aimSold, scope: scope, thing: t}
	}
	return aim{kind: aimAbsent, scope: r.needScope, thing: t}
}

// aimAt makes the changes of what the clause was taken to be about.
func (r *reader) aimAt(a *aim, names []mention) {
	for k := range names {
		names[k].accepted = slices.Contains(a.mentions, k)
	}
	r.placeScope(names)
	r.disown(names)
	switch a.kind {
	case aimStays: // "brass lamps" among lamps
		for k := range names {
			m := &names[k]
			if i := r.segmentWith(m.from); some(intersect(r.needScope, m.in)) && r.segs[i].open() && r.segs[i].to == m.to && !r.segs[i].negated &&
				(i+1 == len(r.segs) || !r.foreign(i+1, m.in)) { // and no "mouse pad"
				r.segs[i].as = Moot
			}
		}
	case aimSold:
		r.scopeTo(a.scope, a.thing.from, a.thing.to)
	case aimAbsent:
		r.unsold, r.notSold = a.thing, true
	case aimLed:
		if !slices.Equal(a.scope, r.needScope) {
			r.scopeTo(a.scope, 0, 0)
		}
	case aimUsed:
		r.scopeTo(a.scope, a.toks[0], a.toks[len(a.toks)-1]+1)
		for i := range r.segs { // what was told of the need says nothing of the product: but "with a shade"
			if s := &r.segs[i]; s.open() && len(s.refs) == 0 && (s.amount == nil || s.amount.Bare()) && !s.negated && (i == 0 || r.segs[i-1].role != link) {
				s.as = Moot
			}
		}
	}
}

// inPart returns the categories of a name's tail whose products have the words of a
// thing before it: "gaming chair" is an office chair of the style gaming, and "external
// drive" is an external hard drive. It is nil for none.
func (r *reader) inPart(t productName, m *mention) []bool {
	_, next := r.match(t.from, func(x ref) bool { return r.v.entries[x.entry].countIn(m.in) > 0 })
	if next > t.from && next <= m.from {
		return m.in
	}
	narrowed := make([]bool, len(m.in))
	for k, in := range m.in {
		name := " " + language.Key(language.Tokenize(r.v.categories[k].name)) + " "
		narrowed[k] = in
		for i := t.from; i < t.to; i++ {
			narrowed[k] = narrowed[k] && strings.Contains(name, " "+r.toks[i].Stem+" ")
		}
	}
	if !some(narrowed) {
		return nil
	}
	return narrowed
}

// segmentWith returns the segment that a token is in.
func (r *reader) segmentWith(tok int) int {
	return slices.IndexFunc(r.segs, func(s segment) bool { return s.from <= tok && tok < s.to })
}

// scopeTo looks among categories that words name otherwise than the shop does, or, from
// no token to none, that they lead to.
func (r *reader) scopeTo(scope []bool, from, to int) {
	c := r.scopeChange(scope)
	if to > from {
		c.Said = strings.Join(strings.Fields(r.message[r.toks[from].Start:r.toks[to-1].End]), " ")
	}
	if len(c.Categories) > maxNames && c.Said != "" {
		c.Text = c.Said
	}
	r.drafts = append(r.drafts, draft{change: c, order: orderScope, said: c.Said})
}

// scopeChange looks among categories, by their names.
func (r *reader) scopeChange(scope []bool) search.Change {
	c := search.Change{Op: search.SetScope}
	var names []string
	for i, in := range scope {
		if in {
			c.Categories = append(c.Categories, r.v.categories[i].path)
			names = append(names, r.v.categories[i].name)
		}
	}
	slices.Sort(c.Categories)
	c.Text = strings.Join(names, r.in.Language.T("language.or"))
	return c
}
