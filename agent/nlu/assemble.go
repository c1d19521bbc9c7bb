package nlu

import (
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
	// Described are the kinds that are wanted, with their words that are linked to nothing.
	Described []Described
	// Kinds are the categories that may be meant where none is plain, likeliest first.
	Kinds []Meant
}

// Described is a kind of product that is linked to a category, or to a value, with those words of it that
// neither is called by.
type Described struct {
	Kind  *Mention
	Words []string
}

// Known reports whether dictionaries have the kind for a kind of product or, where it is linked, one of some of
// its words: chalk bags are no sort of bag, but gaming phones are phones.
func (d *Described) Known(m *Message, words []string) bool {
	if d.Kind.Best() == nil {
		return concepts().calls(m.Tokens[d.Kind.From:d.Kind.To])
	}
	return slices.ContainsFunc(words, func(w string) bool { return concepts().calls(language.Tokenize(w)) })
}

// Meant is a category that may be meant.
type Meant struct {
	Path  string
	Share float64 // of the belief, 0..1
}

const (
	// leastLed is the belief that a category has at least in what is weighed.
	leastLed = 0.02
	// plainlyLed is the share of the belief from which a clause that names no kind is about a
	// category, and perhapsLed the share from which that is asked.
	plainlyLed, perhapsLed = 0.6, 0.08
	// plainlyNone is the probability of none from which no word of what something is for is meant by itself:
	// it is a story.
	plainlyNone = 0.7
	// mostKinds is how many categories are offered.
	mostKinds = 4
)

// Assemble makes changes of what a clause says: kinds become the scope, properties and amounts
// become conditions of that scope's aspects, limits where a line was drawn.
func (r *Reader) Assemble(m *Message, c *Clause, in Context) Assembly {
	a := assembler{Reader: r, m: m, c: c, in: in, scope: in.Need.Scope}
	if c.Intent == Revise && (c.Topic == "forget" || c.Topic == "allow") && !in.Need.Empty() {
		if a.forget(); len(a.out.Changes) > 0 || !slices.ContainsFunc(c.Mentions, func(s Mention) bool { return s.Polarity == Exclude }) {
			return a.out
		}
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
			if s.From == 0 || s.Amount == nil {
				break
			}
			if !a.m.Tongue.Has(a.m.Tokens, s.From-1, language.For, language.Link) || !a.persons(s) {
				a.numbers(s, false)
			}
		}
	}
	a.bare()
	a.agree()
	return a.out
}

// agree takes back the wishes for what is refused beside them, "not black, everybody has black", and what is plainly
// wished for from what is refused with another value.
func (a *assembler) agree() {
	for _, no := range a.out.Changes {
		if !no.Not || no.Condition == nil || no.Condition.Range != nil {
			continue
		}
		refused := no.Condition.Values[0]
		a.out.Changes = slices.DeleteFunc(a.out.Changes, func(ch search.Change) bool {
			if ch.Op != search.AddWish || ch.Condition.Key != no.Condition.Key || ch.Condition.Range != nil {
				return false
			}
			no.Condition.Values = slices.DeleteFunc(no.Condition.Values, func(v string) bool { return v != refused && !ch.Weak && slices.Contains(ch.Condition.Values, v) })
			return slices.Contains(ch.Condition.Values, refused)
		})
	}
}

// bare takes the value that a clause names plainly of which no span tells anything: "women's, actually".
func (a *assembler) bare() {
	if a.in.Need.Empty() || len(a.out.Changes)+len(a.out.Loose)+len(a.out.Hints)+len(a.out.Barred) > 0 || a.out.Absent != nil {
		return
	}
	l := a.inside(a.m, a.c.From, a.c.To, Is, a.scope, plainInside)
	if l == nil || l.Kind != ToValue || l.Key == catalog.KeyStock {
		return
	}
	s := Mention{Span: Span{From: a.c.From, To: a.c.To, Type: Is}, Text: a.c.Text}
	if a.m.Tongue.Anywhere(a.m.Tokens[s.From:s.To], language.Negate, language.Exclude) {
		s.Polarity, l.Polarity = Exclude, Exclude
	}
	a.condition(&s, l)
}

// retype takes what "or" joins to what is not wanted for that too, and goods by measure for a size where
// nothing else was said of that.
func (a *assembler) retype() {
	c := *a.c
	c.Mentions = slices.Clone(a.c.Mentions)
	for i := range c.Mentions {
		s := &c.Mentions[i]
		if i > 0 && c.Mentions[i-1].Polarity == Exclude && s.Polarity == Want && s.Type == c.Mentions[i-1].Type && s.From-c.Mentions[i-1].To == 1 && a.either(s) {
			s.Polarity = Exclude // "not red or blue"
		}
		if s.Type == Is && s.Polarity == Want && a.denied(&c, i) {
			s.Polarity = Exclude
		}
		if s.Type == Min && s.Polarity == Want && a.denied(&c, i) {
			s.Type = Max
			if s.Amount != nil {
				n := *s.Amount
				n.Bound, n.Low = language.Most, n.High
				s.Amount = &n
			}
		}
		switch {
		case s.Type == Shop, s.Type == Do && a.c.Intent == AskStock: // "show me lamps"
			a.asked(s)
		case s.Type == Qty && s.Amount != nil && s.Amount.Measured && a.c.Intent != Task && len(a.c.Of(Max, Min, Eq, About, Range)) == 0:
			s.Type = Eq
		}
	}
	a.c = &c
}

// denied reports whether words behind mention i, of which no other mention stands behind, deny it: "more than
// 90 is not possible", "white is out".
func (a *assembler) denied(c *Clause, i int) bool {
	to := c.To
	if i+1 < len(c.Mentions) {
		to = c.Mentions[i+1].From
	}
	found := false
	for k := c.Mentions[i].To; k < to && a.m.Tokens[k].Kind != language.Mark; {
		next, role := a.m.Tongue.Longest(a.m.Tokens[:c.To], k, language.RolesOf(language.Negate, language.Exclude, language.And))
		switch {
		case role == language.And || next > to || next == to && to < c.To:
			return false
		case role != language.None:
			found, k = true, next
		case !a.m.Tongue.Knows(a.m.Tokens[k].Form):
			return false
		default:
			k++
		}
	}
	return found
}

// governed reports whether a span stands behind a preposition where categories stand: it is then what they
// have, or what they are for.
func (a *assembler) governed(s *Mention) bool {
	if len(a.in.Need.Scope) == 0 {
		return false
	}
	i := s.From - 1
	if s.To-s.From > 1 && a.m.Tongue.Has(a.m.Tokens, s.From, language.Link, language.For) {
		return true
	}
	if i > a.c.From && a.m.Tongue.Has(a.m.Tokens, i, language.Filler) {
		i--
	}
	return i >= a.c.From && a.m.Tongue.Has(a.m.Tokens, i, language.Link, language.For)
}

// asked takes what is asked of the shop's stock for a property, or else for a kind, in the words that say
// something.
func (a *assembler) asked(s *Mention) {
	says := func(i int) bool { return a.m.Tokens[i].Kind == language.Word && !a.m.Tongue.Knows(a.m.Tokens[i].Form) }
	span := s.Span
	for span.From < span.To && !says(span.From) {
		span.From++
	}
	for span.To > span.From && !says(span.To-1) {
		span.To--
	}
	if span.From == span.To {
		return
	}
	*s = Mention{Span: span, Text: a.m.text(span.From, span.To)}
	for _, t := range []Type{Is, Kind} {
		s.Type = t
		if s.Links, s.None = a.meanings(a.m, &s.Span, a.in); s.Best() != nil && (s.Best().Kind == ToCategory) == (t == Kind) {
			return
		}
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

// relink links the properties anew in the scope that the clause sets.
func (a *assembler) relink() {
	if slices.Equal(a.scope, a.in.Need.Scope) {
		return
	}
	in := a.in
	in.Need.Scope = a.scope
	for i := range a.c.Mentions {
		switch s := &a.c.Mentions[i]; s.Type {
		case Is, For, Fits, Of, Ask, Eq:
			s.Links, s.None = a.meanings(a.m, &s.Span, in)
		}
	}
}

// kind takes in a kind of product that is not wanted, or that is a value of an aspect.
func (a *assembler) kind(s *Mention) {
	l := s.Best()
	switch {
	case a.used[s]:
	case s.Polarity == Exclude && l != nil && l.Kind == ToCategory && len(a.scope) > 0 && covers(l.Categories, a.scope): // "chairs, except gaming chairs"
		if v := a.inside(a.m, s.From, s.To, Is, a.scope, plainInside); v != nil && v.Kind == ToValue {
			v.Polarity = Exclude
			a.condition(s, v)
		}
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
	if l == nil && s.To-s.From > 1 && (s.Type != For || s.None < plainlyNone) {
		l = a.inside(a.m, s.From, s.To, s.Type, a.scope, plainInside)
		if l != nil && (l.Kind == ToCategory || (s.Type == For || s.Type == Fits) && (l.Guess || a.proper(l.Key)) && !tellsUse(l.Key)) { // "alcove" is no series here
			l = nil
		}
		if l != nil {
			l.Polarity, l.lacks = s.Polarity, true
		}
	}
	switch {
	case s.Polarity == Drop:
		a.drop(s)
	case l == nil && s.Type == For && a.persons(s), l == nil && a.sized(s):
	case (l == nil || l.lacks) && s.Type != For && a.numbers(s, l != nil) && (l != nil || !slices.ContainsFunc(a.m.Tokens[s.From+1:s.To], func(t language.Token) bool { return !t.Glued })): // "CL30" is one word
	case l == nil || l.Kind == ToAspect && !a.flag(l.Key):
		a.unlinked(s)
	default:
		if l.Kind == ToAspect {
			l.Values = []string{"yes"}
		}
		a.condition(s, l)
		if l.lacks && s.Polarity == Want { // "pink stone" of a list of tags
			a.others(s, s.To, l.Text+" "+strings.Join(l.Values, " "))
		}
	}
}

// tellsUse reports whether an aspect says what something is for, or what it goes with.
func tellsUse(key string) bool {
	topic := language.Topic(strings.ReplaceAll(key, "_", " "), "")
	return uses[topic] || fitting[topic] || key == catalog.KeyBrand
}

// plain reports whether no word that says nothing of goods, as in "I am 61", stands right before token i.
func (a *assembler) plain(i int) bool {
	return i == 0 || !a.m.Tongue.Knows(a.m.Tokens[i-1].Form) || a.m.Tongue.Has(a.m.Tokens, i-1, language.Link) && !a.m.Tongue.Has(a.m.Tokens, i-1, language.For)
}

// before returns the aspect that is named right before a span: the colour of "colour: blue".
func (a *assembler) before(s *Mention) string {
	for i := range a.c.Mentions {
		if o := &a.c.Mentions[i]; o.Type == Of && (o.To == s.From || o.To == s.From-1 && strings.Contains(":=", a.m.Tokens[o.To].Form)) && o.Best(ToAspect) != nil {
			return o.Best(ToAspect).Key
		}
	}
	return ""
}

// unlinked takes in words that were linked to nothing.
func (a *assembler) unlinked(s *Mention) {
	switch {
	case s.Polarity == Exclude:
		if words := a.m.text(a.m.behindDenial(&s.Span), s.To); words != "" {
			a.out.Barred = append(a.out.Barred, words)
		}
	case s.Type == Kind:
		a.out.Described = append(a.out.Described, Described{s, a.others(s, s.To, "")})
		a.out.Loose = append(a.out.Loose, s.Text)
	case s.Type == For || s.Type == Fits || s.Polarity == Prefer:
		a.out.Hints = append(a.out.Hints, s.Text)
	default:
		a.out.Loose = append(a.out.Loose, s.Text)
	}
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
	if s.Polarity == Want {
		a.out.Loose = append(a.out.Loose, models(s.Text, l.Values)...)
	}
	limited := func(c search.Change) bool { return c.Op == search.AddLimit && c.Condition.Key == l.Key }
	if s.Type == Kind && s.Polarity == Want && l.Count >= leastOfKind && !slices.ContainsFunc(a.out.Changes, limited) {
		a.out.Changes = append(a.out.Changes, search.Change{Op: search.AddLimit, Said: s.Text, Condition: &catalog.Condition{Key: l.Key, Values: slices.Clone(l.Values)}})
		return
	}
	ch := search.Change{Op: search.AddWish, Said: s.Text, Weak: l.Guess && s.Type != Kind, Condition: &catalog.Condition{Key: l.Key, Values: slices.Clone(l.Values)}}
	if l.Key == catalog.KeyStock {
		ch.Op = search.AddLimit
	}
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

// models are the model numbers of a text that are in none of some values: the 3510i of "nokia 3510i".
func models(text string, values []string) (out []string) {
	for field := range strings.FieldsSeq(text) {
		toks := language.Tokenize(field)
		word := slices.ContainsFunc(toks, func(t language.Token) bool { return t.Kind == language.Word })
		i := slices.IndexFunc(toks, func(t language.Token) bool { return t.Kind == language.Number })
		if i < 0 || !word {
			continue
		}
		if _, next := language.UnitAt(toks, i+1); next > i+1 {
			continue
		}
		if !slices.ContainsFunc(values, func(v string) bool { return strings.Contains(catalog.FoldCase(v), catalog.FoldCase(field)) }) {
			out = append(out, field)
		}
	}
	return out
}

// stems are those of the words of tokens that say something.
func (a *assembler) stems(toks []language.Token) map[string]bool {
	out := map[string]bool{}
	for _, t := range toks {
		if t.Kind != language.Mark && !a.m.Tongue.Knows(t.Form) {
			out[a.m.Tongue.Stem(t.Form)] = true
		}
	}
	return out
}

// either reports whether "or" stands right before a span.
func (a *assembler) either(s *Mention) bool {
	return s.From > 0 && a.m.Tongue.Has(a.m.Tokens, s.From-1, language.Or)
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
