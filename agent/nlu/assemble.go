package nlu

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/search"
)

// Assembly is what a clause says of the need. Changes have no Text: whoever shows them words them.
type Assembly struct {
	Changes []search.Change
	// Loose are words of what is wanted that were linked to nothing, as they were typed; Barred
	// those of what is not wanted. They are in no change.
	Loose, Barred []string
	// Hints are words that tell of a use, an occasion or a person and were linked to nothing:
	// they rank.
	Hints []string
	// Absent is the kind of product that was named and linked to no category, nil for none.
	Absent *Mention
	// Named says that the clause names its kind of product in the catalogue's words.
	Named bool
	// Kinds are the categories that may be meant where none is plain, likeliest first.
	Kinds []Meant
}

// Meant is a category that may be meant.
type Meant struct {
	Path  string
	Share float64 // of the belief, 0..1
}

const (
	// leading is the weight of what a clause's words find beside what its kind is linked to, in
	// nats per nat.
	leading = 0.5
	// leastLed is the belief that a category has at least in what is weighed.
	leastLed = 0.02
	// plainlyLed is the share of the belief from which a clause that names no kind is about a
	// category, and perhapsLed the share from which that is asked.
	plainlyLed, perhapsLed = 0.93, 0.2
	// leastKind is the probability of a link from which a name is a category's.
	leastKind = 0.3
	// leastTitles is how many titles name a thing that a shop sells, and nounTitles how many have to where its
	// noun alone is looked for.
	leastTitles, nounTitles = 3, 12
	// mostKinds is how many categories are offered.
	mostKinds = 4
)

// Assemble makes changes of what a clause says: kinds become the scope, properties and amounts
// become conditions of that scope's aspects, limits where a line was drawn.
func (r *Reader) Assemble(m *Message, c *Clause, in Context) Assembly {
	a := assembler{Reader: r, m: m, c: c, in: in, scope: in.Need.Scope}
	if c.Intent == Revise && (c.Topic == "forget" || c.Topic == "allow") && !in.Need.Empty() {
		a.forget()
		return a.out
	}
	a.retype()
	a.kinds()
	a.relink()
	a.modifiers()
	for i := range a.c.Mentions {
		switch s := &a.c.Mentions[i]; s.Type {
		case Kind:
			a.kind(s)
		case Is, For, Fits:
			a.value(s)
		case Max, Min, About, Eq, Range:
			a.amount(i)
		case Of:
			a.aspect(s)
		case Qty: // "a tent for four"
			if s.From > 0 && a.m.Tongue.Has(a.m.Tokens, s.From-1, language.For, language.Link) && s.Amount != nil {
				a.persons(s)
			}
		case Ref: // "only the denim ones"
			if l := s.Best(ToValue); l != nil && len(s.Places) == 0 && !s.All && in.Shown > 0 {
				a.condition(s, l)
			}
		}
	}
	return a.out
}

// retype takes what points at nothing shown, and what is asked of the shop's stock, for what it names, and
// goods by measure for a size where something was said of that.
func (a *assembler) retype() {
	c := *a.c
	c.Mentions = slices.Clone(c.Mentions)
	for i := range c.Mentions {
		s := &c.Mentions[i]
		switch {
		case s.Type == Ref && len(s.Places) == 0 && !s.All, s.Type == Ask:
			for _, t := range []Type{Kind, Is} {
				q := s.Span
				q.Type = t
				links, none := a.meanings(a.m, &q, a.in)
				if len(links) > 0 && links[0].Score > max(none, 0.3) && (links[0].Kind == ToCategory) == (t == Kind) {
					s.Type, s.Links, s.None = t, links, none
					break
				}
			}
			if l := a.inside(a.m, s.From, s.To, Is, a.scope); l != nil && (s.Type == Ref || s.Type == Ask) {
				s.Type, s.Links, s.None = Is, []Link{*l}, 0
			}
		case s.Type == Kind && s.From > 0 && a.m.Tongue.Has(a.m.Tokens, s.From-1, language.Possess) && (len(a.in.Need.Scope) > 0 || len(a.c.Of(Kind)) > 1):
			s.Type, s.Polarity = Fits, Want // "my board"
			s.Links, s.None = a.meanings(a.m, &s.Span, a.in)
		case s.Type == Qty && s.Amount != nil && s.Amount.Measured && a.c.Intent != Task && len(a.c.Of(Max, Min, Eq, About, Range)) == 0:
			s.Type = Eq
		}
	}
	a.c = &c
}

// forget takes back what the clause names: its aspects and values, the price where it speaks of money, and
// kinds; what it wants besides is taken in.
func (a *assembler) forget() {
	for i := range a.c.Mentions {
		switch s := &a.c.Mentions[i]; s.Type {
		case Kind, Is, For, Fits, Of, Max, Min, Eq, About, Range:
			a.drop(s)
		}
	}
	if len(a.out.Changes) == 0 {
		a.takeSaid()
	}
	for i := a.c.From; i < a.c.To && len(a.out.Changes) == 0; i++ {
		if a.m.Tongue.Has(a.m.Tokens, i, language.Money, language.Budget) {
			a.take([]string{catalog.KeyPrice}, nil, a.c.Text)
			break
		}
		s := Span{From: i, To: i + 1, Type: Of}
		if links, none := a.lexicon.Link(Query{Tokens: a.m.Tokens, From: s.From, To: s.To, Type: Of, Scope: a.scope, Lang: a.m.Tongue}); len(links) > 0 && links[0].Score > none {
			a.take([]string{links[0].Key}, nil, a.c.Text)
		}
	}
}

// takeSaid takes back what was said in a word that the clause repeats.
func (a *assembler) takeSaid() {
	stems := func(toks []language.Token) map[string]bool {
		out := map[string]bool{}
		for _, t := range toks {
			if t.Kind != language.Mark && !a.m.Tongue.Knows(t.Form) {
				out[a.m.Tongue.Stem(t.Form)] = true
			}
		}
		return out
	}
	now := stems(a.m.Tokens[a.c.From:a.c.To])
	repeats := func(change int, texts ...string) {
		for _, text := range texts {
			for stem := range stems(language.Tokenize(text)) {
				if now[stem] {
					a.out.Changes = append(a.out.Changes, search.Change{Op: search.Drop, Target: change})
					return
				}
			}
		}
	}
	for _, l := range a.in.Need.Limits {
		repeats(l.Change, append(slices.Clone(l.Condition.Values), l.Said)...)
	}
	for _, e := range a.in.Need.Evidence {
		repeats(e.Change, e.Words, e.Text)
	}
	for _, w := range slices.Concat(a.in.Need.Words, a.in.Need.Without) {
		repeats(w.Change, w.Text)
	}
}

// assembler is the state of one assembly.
type assembler struct {
	*Reader
	m     *Message
	c     *Clause
	in    Context
	scope []string // category paths that are looked among from now on; nil: the whole shop
	used  map[*Mention]bool
	out   Assembly

	described []described
}

// described is a mention of a kind of product, and what the catalogue calls that.
type described struct {
	mention *Mention
	name    string
}

// modifiers takes in the words before the noun of a kind that are not in its name: the red of "red dress".
func (a *assembler) modifiers() {
	for _, d := range a.described {
		last := d.mention.To - 1
		for last > d.mention.From && a.m.Tokens[last].Kind != language.Word {
			last--
		}
		own := language.Tokenize(d.name)
		for i := d.mention.From; i < last; i++ {
			t := &a.m.Tokens[i]
			if t.Kind != language.Word || a.m.Tongue.Knows(t.Form) || slices.ContainsFunc(own, func(o language.Token) bool { return o.Stem == t.Stem }) {
				continue
			}
			s := Mention{Span: Span{From: i, To: i + 1, Type: Is, Score: d.mention.Score}, Text: a.m.text(i, i+1)}
			links, none := a.lexicon.Link(Query{Tokens: a.m.Tokens, From: i, To: i + 1, Type: Is, Scope: a.scope, Lang: a.m.Tongue})
			if len(links) > 0 && links[0].Kind == ToValue && links[0].Score > max(none, 0.5) && !a.proper(links[0].Key) {
				a.condition(&s, &links[0])
			}
		}
	}
}

// kinds decides which categories the clause is about.
func (a *assembler) kinds() {
	a.used = map[*Mention]bool{}
	belief := a.belief()
	led := func(paths []string) float64 {
		sum := 0.0
		for path, share := range belief {
			if within(path, paths) {
				sum += share
			}
		}
		return sum
	}
	var scope []string
	var said []string
	valued := false // the kind is a value of an aspect
	for i := range a.c.Mentions {
		s := &a.c.Mentions[i]
		if s.Polarity == Exclude || s.Polarity == Drop || s.Type != Kind && (s.Type != Is || len(a.c.Of(Kind)) > 0) {
			continue
		}
		var best *Link
		top := math.Log(s.None+1e-6) + leading*math.Log(leastLed+float64(min(1, len(belief)))*0.2)
		if s.Type == Is {
			top = math.Log(0.5) // a property is a kind only where it plainly names one
		}
		for k := range s.Links {
			l := &s.Links[k]
			score := math.Log(l.Score+1e-6) + leading*math.Log(leastLed+led(l.Categories))
			if l.Kind == ToCategory && s.Type == Kind && l.Score < leastKind {
				continue
			}
			if l.Kind != ToCategory {
				score = math.Log(l.Score+1e-6) - 1 // a value's products are found by it
			}
			if score > top {
				best, top = l, score
			}
		}
		if s.Type == Is && (best == nil || best.Kind != ToCategory) {
			continue
		}
		switch {
		case best == nil:
			if found, phrase := a.titled(s); len(found) > 0 {
				a.used[s] = true
				scope, said = append(scope, found...), append(said, s.Text)
				a.described = append(a.described, described{s, ""})
				a.out.Loose = append(a.out.Loose, phrase)
			} else if a.out.Absent == nil && !a.generic(s) {
				a.out.Absent = s
			}
		case best.Kind == ToCategory:
			a.used[s] = true
			scope = append(scope, best.Categories...)
			said = append(said, s.Text)
			a.described = append(a.described, described{s, best.Text})
		default:
			valued = true
			a.described = append(a.described, described{s, best.Text + " " + strings.Join(best.Values, " ")})
		}
	}
	slices.Sort(scope)
	scope = slices.Compact(scope)
	if len(scope) > 0 {
		a.out.Named, a.out.Absent = true, nil
		if !slices.Equal(scope, a.in.Need.Scope) && !(len(a.in.Need.Scope) > 0 && covers(scope, a.in.Need.Scope)) {
			a.out.Changes = append(a.out.Changes, search.Change{Op: search.SetScope, Said: strings.Join(said, " "), Categories: scope})
			a.scope = scope
		}
		return
	}
	if len(a.in.Need.Scope) > 0 || a.out.Absent != nil || valued || a.c.Intent != Need && a.c.Intent != AskStock {
		return
	}
	hinted := a.hinted()
	if len(hinted) > 0 {
		belief = hinted
	}
	var meant []Meant
	for path, share := range belief {
		if share >= perhapsLed/2 {
			meant = append(meant, Meant{path, share})
		}
	}
	slices.SortFunc(meant, func(x, y Meant) int { return cmp.Or(cmp.Compare(y.Share, x.Share), strings.Compare(x.Path, y.Path)) })
	switch {
	case len(meant) > 0 && meant[0].Share >= plainlyLed && len(hinted) > 0:
		a.scope = []string{meant[0].Path}
		a.out.Changes = append(a.out.Changes, search.Change{Op: search.SetScope, Categories: a.scope})
		a.told()
	case len(meant) > 0 && meant[0].Share >= perhapsLed:
		a.out.Kinds = meant[:min(mostKinds, len(meant))]
		a.told()
	}
}

const (
	// leastHinting is how many words speak for a thing before it is thought of, mostHints how many things are,
	// and noHint the points of none of them.
	leastHinting, mostHints, noHint = 2, 12, 2.0
)

// hinted returns what categories the clause's words are said of by who needs something of them, by the
// cues and situations of its language; empty where they speak for none.
func (a *assembler) hinted() map[string]float64 {
	hints := slices.DeleteFunc(a.m.Tongue.Hints(a.m.Tokens[a.c.From:a.c.To]), func(h language.Hint) bool { return len(h.Toks) < leastHinting })
	slices.SortStableFunc(hints, func(x, y language.Hint) int { return cmp.Compare(y.Points, x.Points) })
	points := map[string]float64{}
	for _, h := range hints[:min(mostHints, len(hints))] {
		toks := language.Tokenize(h.Thing)
		links, none := a.lexicon.Link(Query{Tokens: toks, To: len(toks), Type: Kind, Lang: language.English()})
		if len(links) == 0 || links[0].Kind != ToCategory || links[0].Score < max(none, 0.5) {
			continue
		}
		for _, path := range links[0].Categories {
			points[path] = max(points[path], h.Points+math.Log(links[0].Score))
		}
	}
	sum := math.Exp(noHint)
	for _, p := range points {
		sum += math.Exp(p)
	}
	for path, p := range points {
		points[path] = math.Exp(p) / sum
	}
	return points
}

// told makes the clause's words rank where it has no span.
func (a *assembler) told() {
	if len(a.c.Mentions) == 0 {
		a.out.Hints = append(a.out.Hints, a.c.Text)
	}
}

// generic reports whether a span is made of words that name no product: "a present", "something".
func (a *assembler) generic(s *Mention) bool {
	return !slices.ContainsFunc(a.m.Tokens[s.From:s.To], func(t language.Token) bool {
		return t.Kind == language.Word && !a.m.Tongue.Generic[t.Form] && !a.m.Tongue.Generic[t.Stem] && !a.m.Tongue.Knows(t.Form)
	})
}

// titled lists the categories in which titles name their product by a span's words, though no category
// is called so: those with a fifth of these titles. phrase is what the titles have.
func (a *assembler) titled(s *Mention) (categories []string, phrase string) {
	if a.titles == nil {
		return nil, ""
	}
	phrases := []string{s.Text}
	for i := s.To - 1; i >= s.From && s.To-s.From <= 2; i-- {
		if t := &a.m.Tokens[i]; t.Kind == language.Word && !a.m.Tongue.Knows(t.Form) {
			phrases = append(phrases, a.m.text(i, i+1))
			phrases = append(phrases, a.m.Tongue.English(t.Form)...)
			break
		}
	}
	for i, phrase := range phrases {
		least := leastTitles
		if i > 0 { // the noun alone
			least = nounTitles
		}
		counts, all := a.titles(phrase), 0
		for _, n := range counts {
			all += n
		}
		var out []string
		for path, n := range counts {
			if all >= least && n*5 >= all {
				out = append(out, path)
			}
		}
		if slices.Sort(out); len(out) > 0 {
			return out, phrase
		}
	}
	return nil, ""
}

// covers reports whether a scope has all categories of another.
func covers(scope, of []string) bool {
	return !slices.ContainsFunc(of, func(path string) bool { return !within(path, scope) })
}

// belief returns where the words of what is wanted are found.
func (a *assembler) belief() map[string]float64 {
	if a.leads == nil {
		return nil
	}
	var words []string
	for i := range a.c.Mentions {
		if s := &a.c.Mentions[i]; (s.Type == Kind || s.Type == Is || s.Type == For || s.Type == Fits) && (s.Polarity == Want || s.Polarity == Prefer) {
			words = append(words, s.Text)
		}
	}
	if len(words) == 0 {
		for _, t := range a.m.Tokens[a.c.From:a.c.To] {
			if t.Kind == language.Word && !a.m.Tongue.Knows(t.Form) {
				words = append(words, t.Form)
			}
		}
	}
	if len(words) == 0 {
		return nil
	}
	return a.leads(strings.Join(words, " "))
}

// relink links the properties anew in the scope that the clause sets.
func (a *assembler) relink() {
	if slices.Equal(a.scope, a.in.Need.Scope) {
		return
	}
	for i := range a.c.Mentions {
		switch s := &a.c.Mentions[i]; s.Type {
		case Is, For, Fits, Of, Ask, Eq:
			s.Links, s.None = a.lexicon.Link(Query{Tokens: a.m.Tokens, From: s.From, To: s.To, Type: s.Type, Polarity: s.Polarity, Scope: a.scope, Lang: a.m.Tongue})
		}
	}
}

// kind takes in a kind of product that is not wanted, or that is a value of an aspect.
func (a *assembler) kind(s *Mention) {
	l := s.Best()
	switch {
	case a.used[s]:
	case s.Polarity == Exclude && l != nil && l.Kind == ToCategory:
		if !slices.ContainsFunc(l.Categories, func(path string) bool { return len(a.scope) > 0 && within(path, a.scope) }) {
			a.out.Changes = append(a.out.Changes, search.Change{Op: search.AddLimit, Not: true, Said: s.Text, Condition: &catalog.Condition{Key: catalog.KeyCategory, Values: l.Categories}})
		}
	case s.Polarity == Drop:
		a.drop(s)
	default:
		a.value(s)
	}
}

// value takes in a property, a use, or what a product must fit.
func (a *assembler) value(s *Mention) {
	if a.used[s] {
		return
	}
	if of := a.before(s); of != "" {
		s.Links, s.None = a.lexicon.Link(Query{Tokens: a.m.Tokens, From: s.From, To: s.To, Type: s.Type, Polarity: s.Polarity, Scope: a.scope, Of: of, Lang: a.m.Tongue})
	}
	l := s.Best(ToValue, ToAspect)
	if l == nil && s.To-s.From > 1 {
		if l = a.inside(a.m, s.From, s.To, s.Type, a.scope); l != nil && l.Kind == ToCategory {
			l = nil
		}
	}
	switch {
	case s.Polarity == Drop:
		a.drop(s)
	case l == nil && s.Type == For && a.persons(s):
	case l == nil || l.Kind == ToAspect && !a.flag(l.Key):
		a.unlinked(s)
	default:
		if l.Kind == ToAspect {
			l.Values = []string{"yes"}
		}
		a.condition(s, l)
	}
}

// persons takes a number in what something is for, "for four", for how many it holds.
func (a *assembler) persons(s *Mention) bool {
	eq := s.Span
	eq.Type = Eq
	n := amountOf(a.m, &eq, a.in.Currency)
	if n == nil || !counts(n) || len(a.scope) == 0 {
		return false
	}
	for _, key := range a.MeasuredBy(&language.Dimension{Name: "persons"}, a.scope) {
		if p, ok := a.place(n, []string{key}, a.scope, &a.in); ok && p.around > 0 {
			rng, _ := p.interval(n)
			a.out.Changes = append(a.out.Changes, search.Change{Op: search.AddWish, Condition: &catalog.Condition{Key: key, Range: rng}, Figure: &search.Figure{Number: n.Low}})
			return true
		}
	}
	return false
}

// before returns the aspect that is named right before a span: the colour of "colour: blue".
func (a *assembler) before(s *Mention) string {
	for i := range a.c.Mentions {
		if o := &a.c.Mentions[i]; o.Type == Of && o.To <= s.From && s.From-o.To <= 1 && o.Best(ToAspect) != nil {
			return o.Best(ToAspect).Key
		}
	}
	return ""
}

// unlinked takes in words that were linked to nothing.
func (a *assembler) unlinked(s *Mention) {
	switch {
	case s.Polarity == Exclude:
		a.out.Barred = append(a.out.Barred, a.content(s))
	case s.Type == For || s.Type == Fits || s.Polarity == Prefer:
		a.out.Hints = append(a.out.Hints, s.Text)
	default:
		a.out.Loose = append(a.out.Loose, s.Text)
	}
}

// content is a span's text without the words that exclude it.
func (a *assembler) content(s *Mention) string {
	from := s.From
	for from < s.To-1 {
		next, role := a.m.Tongue.Longest(a.m.Tokens[:s.To], from, language.RolesOf(language.Negate, language.Exclude, language.Filler, language.Link))
		if role == language.None {
			break
		}
		from = min(next, s.To-1)
	}
	return a.m.text(from, s.To)
}

// flag reports whether an aspect says yes or no.
func (a *assembler) flag(key string) bool { return a.kindOf(key) == catalog.Flag }

// kindOf returns the kind of an aspect in scope: one of which a product has several values somewhere is
// such a one.
func (a *assembler) kindOf(key string) catalog.Kind {
	kind := catalog.Single
	for i := range a.categories {
		if c := &a.categories[i]; within(c.Path, a.scope) {
			if x, ok := c.Aspect(key); ok && x.Kind != catalog.Single {
				kind = x.Kind
			}
		}
	}
	return kind
}

// condition adds what a span is linked to. Values of an aspect of which a product has one are
// alternatives where they are said together.
func (a *assembler) condition(s *Mention, l *Link) {
	if s.Type == Kind && s.Polarity == Want && a.kindOfValue(s, l) {
		return
	}
	ch := search.Change{Op: search.AddWish, Said: s.Text, Condition: &catalog.Condition{Key: l.Key, Values: slices.Clone(l.Values)}}
	if s.Polarity == Exclude && l.Polarity != Want { // "without cables" may be the name of what is wanted
		ch.Op, ch.Not = search.AddLimit, true
	}
	several := a.kindOf(l.Key) == catalog.Multi
	for i := range a.out.Changes {
		o := &a.out.Changes[i]
		if o.Op != ch.Op || o.Not != ch.Not || o.Condition == nil || o.Condition.Key != l.Key || o.Condition.Range != nil || several && !ch.Not && !a.either(s) {
			continue
		}
		for _, v := range l.Values {
			if !slices.Contains(o.Condition.Values, v) {
				o.Condition.Values = append(o.Condition.Values, v)
			}
		}
		o.Said += " " + s.Text
		return
	}
	ch.Also = several && !ch.Not && a.c.Intent != Revise
	a.out.Changes = append(a.out.Changes, ch)
}

// leastOfKind is how many products a kind that is a value has before nothing else is shown.
const leastOfKind = 20

// kindOfValue limits what is shown to values that end with the noun of one that names the kind of product:
// of "Knit Sweater" to sweaters. It reports whether these are all that is meant.
func (a *assembler) kindOfValue(s *Mention, l *Link) bool {
	values, products := a.lexicon.withHead(l.Key, l.Values[0], a.scope)
	if products < leastOfKind || slices.ContainsFunc(a.out.Changes, func(c search.Change) bool { return c.Op == search.AddLimit && c.Condition.Key == l.Key }) {
		return false
	}
	a.out.Named = true
	a.out.Changes = append(a.out.Changes, search.Change{Op: search.AddLimit, Said: s.Text, Condition: &catalog.Condition{Key: l.Key, Values: values}})
	return len(values) <= len(l.Values)
}

// either reports whether "or" stands right before a span.
func (a *assembler) either(s *Mention) bool {
	return s.From > 0 && a.m.Tongue.Has(a.m.Tokens, s.From-1, language.Or)
}

// amount takes in mention i, an amount.
func (a *assembler) amount(i int) {
	s := &a.c.Mentions[i]
	if s.Polarity == Drop || s.Polarity == Exclude && a.c.Intent == Revise {
		a.drop(s)
		return
	}
	n := s.Amount
	valued := func(least float64) bool { // "16 GB" and "size 42", where these are texts
		l := s.Best(ToValue)
		if s.Type != Eq || l == nil || l.Score < least || !spells(l.Values[0], a.m.Tokens[s.From:s.To]) {
			return false
		}
		a.condition(s, l)
		return true
	}
	if n == nil {
		if !valued(0) {
			a.unlinked(s)
		}
		return
	}
	bare := !n.Measured && n.Currency == "" && !n.Money
	if bare && valued(plainLink) {
		return
	}
	var of []string
	if bare && a.c.Intent == Revise && len(a.c.Of(Of)) == 0 {
		of = a.standing(n)
	}
	if len(of) == 0 {
		of = a.named(i)
	}
	p, ok := a.place(n, of, a.scope, &a.in)
	if (!ok || p.fit == 0) && valued(0.5) {
		return
	}
	if !ok && (bare || s.Type == Eq && len(of) == 0) {
		return // an age, a year, how long it took
	}
	if ok && len(a.scope) == 0 && n.Measured && p.key != catalog.KeyPrice { // only some of the shop is measured so
		if len(p.paths) > mostKinds {
			ok = false
		} else {
			a.scope = p.paths
			a.out.Changes = append(a.out.Changes, search.Change{Op: search.SetScope, Said: s.Text, Categories: p.paths})
		}
	}
	if !ok {
		a.out.Loose = append(a.out.Loose, s.Text)
		return
	}
	rng, hard := p.interval(n)
	ch := search.Change{Op: search.AddLimit, Condition: &catalog.Condition{Key: p.key, Range: rng}}
	if !hard || s.Polarity == Prefer {
		ch.Op = search.AddWish
	}
	if s.Polarity == Exclude {
		ch.Op, ch.Not = search.AddLimit, true
	}
	if !hard {
		ch.Figure = &search.Figure{Number: n.Low * p.factor}
	}
	for k := range a.out.Changes { // "at least 20 and at most 50"
		o := &a.out.Changes[k]
		if o.Condition == nil || o.Condition.Key != p.key || o.Condition.Range == nil || o.Op != ch.Op || o.Not != ch.Not {
			continue
		}
		low, high := o.Condition.Range.Bounds()
		l, h := rng.Bounds()
		if both := catalog.Between(math.Max(low, l), math.Min(high, h)); math.Max(low, l) <= math.Min(high, h) && hard {
			both.Closed = both.High != nil
			o.Condition.Range = both
			return
		}
		if !hard { // "16 GB or 32 GB"
			o.Condition.Range = catalog.Between(math.Min(low, l), math.Max(high, h))
			o.Condition.Range.Closed, o.Figure = true, nil
			return
		}
	}
	a.out.Changes = append(a.out.Changes, ch)
}

// named lists the aspects that mention i, an amount, is said to be about: those of an Of beside it,
// or of a word of measure in it.
func (a *assembler) named(i int) []string {
	var out []string
	for _, k := range []int{i + 1, i - 1} {
		if k < 0 || k >= len(a.c.Mentions) || a.c.Mentions[k].Type != Of || a.c.Mentions[k].Polarity == Drop {
			continue
		}
		if of := &a.c.Mentions[k]; of.Best(ToAspect) != nil && !a.used[of] {
			a.used[of] = true
			out = append(out, of.Best(ToAspect).Key)
			break
		}
	}
	s := &a.c.Mentions[i]
	if l := a.inside(a.m, s.From, s.To, Of, a.scope); l != nil && len(out) == 0 { // "16 gb ram"
		out = append(out, l.Key)
	}
	for k := s.From; k < s.To; k++ {
		if m, next := a.m.Tongue.MeasureAt(a.m.Tokens, k); next > k {
			out = append(out, a.MeasuredBy(m.Dimension, a.scope)...)
		}
	}
	if n := s.Amount; len(out) == 0 && n != nil && !n.Measured && n.Currency == "" && !n.Money { // "4 seats", "for four people"
		links, none := a.lexicon.Link(Query{Tokens: a.m.Tokens, From: s.From, To: s.To, Type: Of, Scope: a.scope, Lang: a.m.Tongue})
		for _, l := range links {
			if l.Kind == ToAspect && l.Score > none && l.Score >= 0.5 {
				out = append(out, l.Key)
			}
		}
	}
	return out
}

// standing is the aspect of the latest amount that stands and may be what a bare one replaces.
func (a *assembler) standing(n *language.Amount) []string {
	for _, l := range slices.Backward(a.in.Need.Limits) {
		if l.Condition.Range == nil {
			continue
		}
		low, high := l.Condition.Range.Bounds()
		switch {
		case n.Bound != language.Exactly || n.Ranged:
		case math.IsInf(low, -1): // "make it 120" after "under 80"
			n.Bound = language.Most
		case math.IsInf(high, 1):
			n.Bound = language.Fewest
		}
		return []string{l.Condition.Key}
	}
	for _, e := range slices.Backward(a.in.Need.Evidence) {
		if e.Figure != nil {
			return []string{e.Answer.Key}
		}
	}
	return nil
}

// aspect takes in an aspect that does not matter, or one that is a yes.
func (a *assembler) aspect(s *Mention) {
	l := s.Best(ToAspect, ToValue)
	switch {
	case a.used[s]:
	case s.Polarity == Drop:
		a.drop(s)
	case l != nil && (l.Kind == ToValue || a.flag(l.Key)):
		a.value(s)
	}
}

// drop takes back what was said of what a span names, or notes that its aspect does not matter.
func (a *assembler) drop(s *Mention) {
	var keys []string
	var values []string
	switch l := s.Best(); {
	case s.Amount != nil && s.Type != Of:
		keys = a.stating(s.Amount.High, s.Polarity == Exclude)
	case l == nil && s.Measure != nil:
		keys = a.MeasuredBy(s.Measure.Dimension, a.scope)
	case l == nil:
		for _, w := range a.in.Need.Words {
			if strings.Contains(strings.ToLower(s.Text), strings.ToLower(w.Text)) {
				a.out.Changes = append(a.out.Changes, search.Change{Op: search.Drop, Target: w.Change})
			}
		}
		return
	case l.Kind == ToCategory:
		if a.in.Need.ScopeChange > 0 && covers(l.Categories, a.in.Need.Scope) {
			a.out.Changes = append(a.out.Changes, search.Change{Op: search.Reset})
		}
		return
	case l.Kind == ToValue:
		keys, values = []string{l.Key}, l.Values
	default:
		keys = []string{l.Key}
	}
	a.take(keys, values, s.Text)
}

// stating lists the aspects of which a number was said, or, where it need not be the one, the last amount.
func (a *assembler) stating(number float64, exactly bool) []string {
	near := func(r *catalog.Range) bool {
		low, high := r.Bounds()
		return math.Abs(low-number) <= number/100 || math.Abs(high-number) <= number/100 || number > low && number < high && high-low < number/5
	}
	last := ""
	for _, l := range a.in.Need.Limits {
		if l.Condition.Range != nil && (!exactly || near(l.Condition.Range)) {
			last = l.Condition.Key
		}
	}
	for _, e := range a.in.Need.Evidence {
		if e.Figure != nil && len(e.Answer.Options) > 0 && e.Answer.Options[0].Range != nil && near(e.Answer.Options[0].Range) {
			last = e.Answer.Key
		}
	}
	if last == "" {
		return nil
	}
	return []string{last}
}

// take takes back what was said of aspects: of some values, or of all where none are named, which then do
// not matter.
func (a *assembler) take(keys, values []string, said string) {
	touches := func(c *catalog.Condition) bool {
		return slices.Contains(keys, c.Key) && (values == nil || slices.ContainsFunc(c.Values, func(v string) bool { return slices.Contains(values, v) }))
	}
	for _, l := range a.in.Need.Limits {
		if touches(&l.Condition) {
			a.out.Changes = append(a.out.Changes, search.Change{Op: search.Drop, Target: l.Change})
		}
	}
	for _, e := range a.in.Need.Evidence {
		for _, o := range e.Answer.Options {
			if slices.Contains(keys, e.Answer.Key) && touches(&catalog.Condition{Key: e.Answer.Key, Values: o.Values}) && !e.Answer.None {
				a.out.Changes = append(a.out.Changes, search.Change{Op: search.Drop, Target: e.Change})
				break
			}
		}
	}
	if values == nil {
		for _, key := range keys[:min(1, len(keys))] {
			a.out.Changes = append(a.out.Changes, search.Change{Op: search.Answered, Text: said, Answer: &search.Answer{Key: key, None: true}})
		}
	}
}
