package nlu

import (
	"cmp"
	"math"
	"slices"

	"shopclerk/agent/language"
)

// LinkKind is what a link leads to.
type LinkKind uint8

// The kinds of links.
const (
	ToCategory LinkKind = iota // categories
	ToValue                    // values of an aspect
	ToAspect                   // an aspect
)

// Link is one meaning of a span.
type Link struct {
	Kind       LinkKind
	Categories []string // of ToCategory: paths; a level of the tree stands for all below it
	Key        string   // of ToValue and ToAspect: the aspect's key
	Values     []string // of ToValue: the catalogue's spellings, the commonest first
	Text       string   // as the catalogue calls it
	Polarity   Polarity // how the shopper stands to it: Want for "wireless" of "without cables"
	Count      int      // products in the scope that have it
	Score      float64  // probability that the span means it, 0..1; of all links and none at most 1 together
}

// Query is a span of a message, and where it stands.
type Query struct {
	Tokens   []language.Token
	From, To int
	Type     Type
	Polarity Polarity
	Scope    []string // paths of categories; nil for the whole shop
	Of       string   // key of the aspect that is named beside it; "" for none
	Lang     *language.Language
}

// maxLinks is how many meanings of a span are told.
const maxLinks = 5

// Link returns the meanings of a span, likeliest first, and the probability that it has none.
func (x *Lexicon) Link(q Query) (links []Link, none float64) {
	scope := x.scope(q.Scope)
	toks := q.Tokens[q.From:q.To]
	all := Stems(language.English(), toks)
	texts := [][]string{all}
	if q.Lang != nil && q.Lang != language.English() {
		texts = append(texts, Stems(q.Lang, toks))
	}
	seen := map[int32]bool{}
	for _, stems := range texts {
		stems = slices.DeleteFunc(stems, func(s string) bool { return s == "" })
		for from := range stems {
			key := phraseKey(stems[from:])
			for _, id := range x.byKey[key] {
				n := &x.names[id]
				if e := &x.entries[n.entry]; !seen[n.entry] && x.fits(e, q.Type) {
					seen[n.entry] = true
					if l := x.link(e, q.Polarity, scope); l.Count > 0 {
						l.Score = math.Exp(-float64(from)) * float64(l.Count)
						links = append(links, l)
					}
				}
			}
		}
	}
	slices.SortStableFunc(links, func(a, b Link) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Text, b.Text)) })
	links = links[:min(len(links), maxLinks)]
	sum := 0.0
	for i := range links {
		sum += links[i].Score
	}
	for i := range links {
		links[i].Score *= 0.9 / sum
	}
	if len(links) == 0 {
		return nil, 1
	}
	return links, 0.1
}

func (x *Lexicon) fits(e *entry, t Type) bool {
	switch t {
	case Kind:
		return e.kind != ToAspect
	case Of, Rel, By, Ask:
		return e.kind == ToAspect
	}
	return e.kind == ToValue
}

// scope numbers categories; nil for all.
func (x *Lexicon) scope(paths []string) map[int32]bool {
	if paths == nil {
		return nil
	}
	out := map[int32]bool{}
	for _, p := range paths {
		if id, ok := x.index[p]; ok {
			out[id] = true
		}
	}
	return out
}

// link makes the link of an entry.
func (x *Lexicon) link(e *entry, p Polarity, scope map[int32]bool) Link {
	l := Link{Kind: e.kind, Text: e.text, Polarity: p}
	for _, t := range e.in {
		if scope == nil || scope[t.category] {
			l.Count += t.count
		}
		if e.kind == ToCategory {
			l.Categories = append(l.Categories, x.categories[t.category].path)
		}
	}
	if e.kind != ToCategory {
		l.Key = x.aspects[e.aspect].key
	}
	if e.kind == ToValue {
		l.Values = []string{e.text}
		if e.flag {
			l.Values = []string{"yes"}
		}
	}
	return l
}
