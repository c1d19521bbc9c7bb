package nlu

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/search"
)

// forget takes back what the clause names: its kinds, aspects and values, else what was said in its words,
// else the price where it speaks of money.
func (a *assembler) forget() {
	a.retype()
	a.used = map[*Mention]bool{}
	for i := range a.c.Mentions {
		switch s := &a.c.Mentions[i]; s.Type {
		case Kind, Is, For, Fits, Of, Max, Min, Eq, About, Range:
			a.drop(s)
		}
	}
	for i := range a.c.Mentions { // "never mind the colour, under 500"
		if s := &a.c.Mentions[i]; len(a.out.Changes) > 0 && (s.Type == Max || s.Type == Min) && s.Polarity == Want {
			a.amount(i)
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
	}
}

// takeSaid takes back what was said in a word that the clause repeats.
func (a *assembler) takeSaid() {
	now := a.stems(a.m.Tokens[a.c.From:a.c.To])
	repeats := func(change int, texts ...string) {
		for _, text := range texts {
			for stem := range a.stems(language.Tokenize(text)) {
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

// drop takes back what was said of what a span names, or notes that its aspect does not matter.
func (a *assembler) drop(s *Mention) {
	var keys []string
	var values []string
	switch l := s.Best(); {
	case s.Amount != nil && s.Type != Of:
		return
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
