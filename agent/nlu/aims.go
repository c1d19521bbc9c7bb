package nlu

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"

	"shopclerk/agent/language"
	"shopclerk/data"
)

// Aim is one way to take what a clause is about: categories that spans of it name, that its words are found
// in, or that are thought of by who says such things; or none of all these.
type Aim struct {
	Scope    []string // paths of categories, ascending; nil: the clause tells of no kind, or of none that is sold
	Features []float64
	Share    float64 // of the belief; sums to 1

	named  []naming
	absent *Mention // that is not sold
}

// Absent reports whether the aim is a thing that is not sold.
func (a *Aim) Absent() bool { return a.absent != nil }

// Valued reports whether the aim is named by a value of an aspect.
func (a *Aim) Valued() bool { return a.Features[aValue] > 0 }

// naming is a span with the link by which it names a kind.
type naming struct {
	mention *Mention
	link    *Link
}

// The features of an aim.
const (
	aOpen       = iota // none, as the next ones
	aOpenOn            // where categories stand
	aOpenKind          // a kind is named
	aOpenLong          // logarithm of the words of the clause
	aOpenEdit          // what was said is revised
	aOpenLed           // the most that a category has of what the words find
	aNamed             // a span names it
	aLink              // logarithm of the link's probability
	aNone              // … of that the span means nothing
	aKind              // probability that the span is the kind of what is wanted
	aTold              // the span was told for a kind by the message alone
	aIs                // … that it is a property
	aSide              // … that it is a use, what it must fit, or something else
	aOwned             // behind a word for whose it is
	aBehind            // behind a preposition
	aLater             // kinds that are named before it
	aSole              // no other kind is named
	aLong              // logarithm of the words of the clause beside the span's
	aValue             // by a value of an aspect
	aPart              // it is one of several categories that a span names
	aPartLed           // logarithm of what it has of what the words find, beside these
	aLed               // logarithm of what it has of what the words of what is wanted find
	aLedAll            // … of what all words find
	aLedOnly           // nothing names it, and words find it
	aHint              // logarithm of what it has of what the words are said of
	aHintPoints        // how much the words speak for it, in tens of nats
	aHintOnly          // nothing names it, and words are said of it
	aSize              // logarithm of its share of the shop
	aStands            // it stands
	aMoves             // another stands
	aRefused           // it is not wanted
	aAbsent            // what is named is not sold, as the next ones
	aAbsentKind        // probability that it is the kind of what is wanted
	aAbsentTold
	aAbsentNone
	aAbsentLed
	aAbsentLong
	aAbsentOn
	aAbsentOwned
	aAbsentBehind
	aimFeatures
)

var aimNames = strings.Fields(`open open-standing open-kind open-long open-revise open-led named link none kind told is side
	owned behind later sole long value part part-led led led-all led-only hint hint-points hint-only size stands moves refused
	absent absent-kind absent-told absent-none absent-led absent-long absent-standing absent-owned absent-behind`)

// AimFeatures are the names of the features of an aim.
func AimFeatures() []string { return aimNames }

// AimSigns are the signs that the weights of the features can have, 0 for either: what speaks for an aim is
// never learned to speak against it.
func AimSigns() []float64 {
	signs := make([]float64, aimFeatures)
	for _, k := range []int{aLink, aKind, aTold, aPartLed, aLed, aLedAll, aHint, aHintPoints, aStands, aAbsentNone} {
		signs[k] = 1
	}
	for _, k := range []int{aOpenLed, aNone, aOwned, aBehind, aMoves, aRefused, aAbsentLed} {
		signs[k] = -1
	}
	return signs
}

// aimWeights are the weights that programs hold.
var aimWeights = sync.OnceValue(func() []float64 { return readWeights(data.AimWeights, aimNames) })

const (
	// leastAim is the probability of a link, or the share of the belief, from which a category may be meant.
	leastAim = 0.05
	// longAim is how many words a clause has beyond which more tell nothing.
	longAim = 40
)

// Aims returns the ways to take what a clause is about, likeliest first.
func (r *Reader) Aims(m *Message, c *Clause, in Context) []Aim {
	a := assembler{Reader: r, m: m, c: c, in: in, scope: in.Need.Scope}
	a.retype()
	return a.aims()
}

func (a *assembler) aims() []Aim {
	out := []Aim{{Features: make([]float64, aimFeatures)}}
	at := map[string]int{"": 0}
	aim := func(scope []string) *Aim {
		scope = slices.Compact(slices.Sorted(slices.Values(scope)))
		key := strings.Join(scope, "\x00")
		if _, ok := at[key]; !ok {
			at[key] = len(out)
			out = append(out, Aim{Scope: scope, Features: make([]float64, aimFeatures)})
		}
		return &out[at[key]]
	}
	words := 0
	for _, t := range a.m.Tokens[a.c.From:a.c.To] {
		if t.Kind == language.Word {
			words++
		}
	}
	words = min(words, longAim)
	kinds := a.wanted(Kind)
	var absent *Mention
	for i := range a.c.Mentions {
		s := &a.c.Mentions[i]
		if s.Polarity == Exclude || s.Polarity == Drop || s.Type != Kind && s.Type != Is && s.Type != For && s.Type != Fits {
			continue
		}
		if s.Type != Kind && (a.governed(s) || s.Type != Is && len(a.in.Need.Scope) > 0) { // "with cable", of headphones
			continue
		}
		for k := range s.Links {
			l := &s.Links[k]
			scope := l.Categories
			switch {
			case l.Score < leastAim || l.Kind == ToAspect || l.Kind == ToValue && s.Type != Kind:
				continue
			case l.Kind == ToValue:
				scope = a.lexicon.holders(l.Key, l.Values)
			}
			x := aim(scope)
			if x.Features[aNamed] > 0 && x.Features[aLink] >= math.Log(l.Score) && (x.named[0].mention.Type == Kind || s.Type != Kind) {
				continue
			}
			x.named = []naming{{s, l}}
			a.weighName(x.Features, s, l, kinds, words)
		}
		if s.Type == Kind && !a.generic(s) && (absent == nil || s.Score*s.None > absent.Score*absent.None) {
			absent = s
		}
	}
	led, told := a.belief(), a.Leads(strings.Join(a.content(a.around()), " "))
	hinted, points := a.hinted()
	for _, belief := range []map[string]float64{led, told, hinted} {
		for _, p := range likeliest(belief, leastAim) {
			aim([]string{p.Path})
		}
	}
	held := func(belief map[string]float64, scope []string) float64 {
		sum := 0.0
		for path, share := range belief {
			if within(path, scope) {
				sum += share
			}
		}
		return sum
	}
	for i := range out[1:] { // "desk chair" where a shop has several of chairs
		x := &out[1+i]
		if x.named != nil || len(x.Scope) != 1 {
			continue
		}
		var of *Aim
		for k := range out {
			if o := &out[k]; len(o.named) == 1 && o.Features[aPart] == 0 && len(o.Scope) > 1 && within(x.Scope[0], o.Scope) && (of == nil || o.Features[aLink] > of.Features[aLink]) {
				of = o
			}
		}
		if of != nil {
			x.named = of.named
			copy(x.Features, of.Features)
			x.Features[aPart] = 1
			x.Features[aPartLed] = math.Log((held(told, x.Scope) + leastLed) / (held(told, of.Scope) + leastLed))
		}
	}
	f := out[0].Features
	f[aOpen], f[aOpenLong] = 1, math.Log(float64(max(1, words)))
	if len(kinds) > 0 {
		f[aOpenKind] = 1
	}
	if len(a.in.Need.Scope) > 0 {
		f[aOpenOn] = 1
	}
	if a.c.Intent == Revise {
		f[aOpenEdit] = 1
	}
	for _, share := range led {
		f[aOpenLed] = max(f[aOpenLed], share)
	}
	for i := range out[1:] {
		x := &out[1+i]
		f := x.Features
		if len(led) > 0 {
			f[aLed] = math.Log(held(led, x.Scope) + leastLed)
		}
		if len(told) > 0 {
			f[aLedAll] = math.Log(held(told, x.Scope) + leastLed)
		}
		if h := held(hinted, x.Scope); len(hinted) > 0 {
			f[aHint] = math.Log(h + leastLed)
			if x.named == nil && h > 0 {
				f[aHintOnly] = 1
			}
		}
		for path, p := range points {
			if within(path, x.Scope) {
				f[aHintPoints] = max(f[aHintPoints], p/10)
			}
		}
		if x.named == nil && f[aHintOnly] == 0 {
			f[aLedOnly] = 1
		}
		f[aSize] = math.Log(float64(a.size(x.Scope)+1) / float64(a.lexicon.products+1))
		if stands := a.in.Need.Scope; len(stands) > 0 {
			f[aMoves] = 1
			if covers(stands, x.Scope) || covers(x.Scope, stands) {
				f[aStands], f[aMoves] = 1, 0
			}
		}
		for k := range a.c.Mentions {
			s := &a.c.Mentions[k]
			if l := s.Best(ToCategory); s.Polarity == Exclude && l != nil && covers(l.Categories, x.Scope) {
				f[aRefused] = 1
			}
		}
	}
	if absent != nil {
		x := Aim{Features: make([]float64, aimFeatures), absent: absent}
		f := make([]float64, aimFeatures)
		a.weighName(f, absent, &Link{Score: 1}, kinds, words)
		for k, v := range map[int]float64{aAbsent: 1, aAbsentKind: f[aKind], aAbsentTold: f[aTold], aAbsentNone: f[aNone],
			aAbsentLed: out[0].Features[aOpenLed], aAbsentLong: f[aLong], aAbsentOn: out[0].Features[aOpenOn], aAbsentOwned: f[aOwned], aAbsentBehind: f[aBehind]} {
			x.Features[k] = v
		}
		out = append(out, x)
	}
	w := aimWeights()
	top, sum := math.Inf(-1), 0.0
	for i := range out {
		for k, f := range out[i].Features {
			out[i].Share += f * w[k]
		}
		top = max(top, out[i].Share)
	}
	for i := range out {
		out[i].Share = math.Exp(out[i].Share - top)
		sum += out[i].Share
	}
	for i := range out {
		out[i].Share /= sum
	}
	slices.SortStableFunc(out, func(x, y Aim) int { return cmp.Compare(y.Share, x.Share) })
	return out
}

// weighName sets the features of an aim that a span names.
func (a *assembler) weighName(f []float64, s *Mention, l *Link, kinds []*Mention, words int) {
	clear(f)
	f[aNamed], f[aLink], f[aNone] = 1, math.Log(l.Score), math.Log(s.None+leastLed)
	switch s.Type {
	case Kind:
		f[aKind] = s.Score
		if slices.ContainsFunc(a.c.Spans, func(o Span) bool { return o.Type == Kind && o.From < s.To && s.From < o.To }) {
			f[aTold] = 1
		}
	case Is:
		f[aIs] = 1
	default:
		f[aSide] = 1
	}
	if l.Kind == ToValue {
		f[aValue] = 1
	}
	for i := s.From - 1; i >= max(a.c.From, s.From-2); i-- {
		if a.m.Tongue.Has(a.m.Tokens, i, language.Possess) {
			f[aOwned] = 1
		}
		if a.m.Tongue.Has(a.m.Tokens, i, language.For, language.Link) {
			f[aBehind] = 1
		}
	}
	f[aSole] = 1
	for _, o := range kinds {
		if o.From < s.From {
			f[aLater] = 1
		}
		if o != s {
			f[aSole] = 0
		}
	}
	f[aLong] = math.Log(float64(max(1, words-(s.To-s.From)+1)))
}

// wanted lists the mentions of a type that are wanted.
func (a *assembler) wanted(t Type) []*Mention {
	return slices.DeleteFunc(a.c.Of(t), func(s *Mention) bool { return s.Polarity == Exclude || s.Polarity == Drop })
}

// around are the tokens that tell what the clause is about.
func (a *assembler) around() []language.Token {
	if a.c.Apart {
		return a.m.Tokens[a.c.From:a.c.To]
	}
	return a.m.Tokens
}

// content are those of some words that say something, with what they mean in English.
func (a *assembler) content(toks []language.Token) []string {
	var out []string
	for _, t := range toks {
		if t.Kind == language.Word && !a.m.Tongue.Knows(t.Form) {
			out = append(out, t.Form)
			if english := a.m.Tongue.English(t.Form); len(english) > 0 {
				out = append(out, english[0])
			}
		}
	}
	return out
}

// likeliest are the categories that have most of a belief.
func likeliest(belief map[string]float64, least float64) []Meant {
	var out []Meant
	for path, share := range belief {
		if share >= least {
			out = append(out, Meant{path, share})
		}
	}
	slices.SortFunc(out, func(x, y Meant) int { return cmp.Or(cmp.Compare(y.Share, x.Share), strings.Compare(x.Path, y.Path)) })
	return out[:min(mostKinds, len(out))]
}
