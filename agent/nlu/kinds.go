package nlu

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/search"
)

// described is a mention of a kind of product, and what the catalogue calls that.
type described struct {
	mention *Mention
	name    string
}

// modifiers takes in the words before the noun of a kind that are not in its name: the red of "red dress". Those
// that are linked to nothing are told, for texts may say them.
func (a *assembler) modifiers() {
	for _, d := range a.described {
		last := d.mention.To - 1
		for last > d.mention.From && a.m.Tokens[last].Kind != language.Word {
			last--
		}
		a.out.Described = append(a.out.Described, Described{d.mention, a.others(d.mention, last, d.name)})
	}
}

// others takes in the values that single words of a mention, up to a token, name beside what it is called by. It
// returns the words that nothing is called by.
func (a *assembler) others(of *Mention, to int, name string) (rest []string) {
	own, least := language.Tokenize(name), 0.0
	if of.Type == Kind {
		least = 0.5
	}
	for i := of.From; i < to; i++ {
		t := &a.m.Tokens[i]
		if t.Kind != language.Word || a.m.Tongue.Knows(t.Form) || slices.ContainsFunc(own, func(o language.Token) bool { return o.Stem == t.Stem }) {
			continue
		}
		s := Mention{Span: Span{From: i, To: i + 1, Type: Is, Score: of.Score}, Text: a.m.text(i, i+1)}
		links, none := a.lexicon.Link(Query{Tokens: a.m.Tokens, From: i, To: i + 1, Type: Is, Scope: a.scope, Lang: a.m.Tongue})
		if len(links) > 0 && links[0].Kind == ToValue && links[0].Score > max(none, least) && !a.proper(links[0].Key) {
			a.condition(&s, &links[0])
		} else if (len(links) == 0 || none >= 0.5) && len(a.calling(i, i+1)) == 0 {
			rest = append(rest, s.Text)
		}
	}
	return rest
}

// kinds decides which categories the clause is about: those of the likeliest aim where that is sure. Else
// the kinds that may be meant are told.
func (a *assembler) kinds() {
	a.used = map[*Mention]bool{}
	if n := len(a.c.Mentions); n > 0 && !slices.ContainsFunc(a.c.Mentions, func(s Mention) bool { return !a.governed(&s) }) {
		return
	}
	aims := a.aims()
	best := &aims[0]
	if i := slices.IndexFunc(aims, func(o Aim) bool { return len(o.named) > 0 }); a.c.Apart && i > 0 {
		best = &aims[i]
	}
	if best.Features[aPart] == 1 {
		for i := range aims { // "printers", where the shop has five sorts
			if o := &aims[i]; len(o.Scope) > len(best.Scope) && o.Share > wider*best.Share && covers(o.Scope, best.Scope) {
				best = o
				break
			}
		}
	}
	sum, open := 0.0, 0.0
	for i := range aims {
		switch o := &aims[i]; {
		case o.Scope == nil:
			open += o.Share
		case best.Scope != nil && (covers(best.Scope, o.Scope) || covers(o.Scope, best.Scope)):
			sum += o.Share
		}
	}
	if best.absent != nil {
		a.out.Absent = best.absent
		return
	}
	named := len(best.named) > 0
	sure := leastSure - toldSure*best.Features[aTold]
	if best.Scope == nil || sum < sure && !(named && a.c.Apart) || !named && sum < plainlyLed {
		a.unsure(aims, open)
		return
	}
	var said []string
	valued := false // the kind is a value of an aspect
	for _, n := range best.named {
		said = append(said, n.mention.Text)
		switch {
		case n.link.Kind == ToValue:
			valued = true
			a.described = append(a.described, described{n.mention, n.link.Text + " " + strings.Join(n.link.Values, " ")})
		default:
			a.used[n.mention] = true
			a.described = append(a.described, described{n.mention, n.link.Text})
			closer := func(l Link) bool { return l.Kind == ToValue && l.Score >= leastAim && a.ofKinds(&l) }
			if i := slices.IndexFunc(n.mention.Links, closer); i >= 0 { // the sun hats of hats rank
				a.out.Hints = append(a.out.Hints, n.mention.Links[i].Values[0])
			}
		}
	}
	best.Scope = a.widened(best)
	for _, s := range a.wanted(Kind) { // what names the scope is no word to look for beside it
		l := s.Best(ToCategory)
		byValue := slices.ContainsFunc(best.named, func(n naming) bool { return n.mention == s && n.link != nil && n.link.Kind == ToValue })
		a.used[s] = a.used[s] || l != nil && !byValue && covers(l.Categories, best.Scope)
	}
	if stands := a.in.Need.Scope; !valued && !slices.Equal(best.Scope, stands) && !(len(stands) > 0 && covers(best.Scope, stands)) {
		a.out.Changes = append(a.out.Changes, search.Change{Op: search.SetScope, Said: strings.Join(said, " "), Categories: best.Scope})
		a.scope = best.Scope
	}
}

// widened are the categories of an aim with those beside it that its name may mean too and that hold many times what
// they do: a few watches stand in "Smartwatch", most in "Watch".
func (a *assembler) widened(x *Aim) []string {
	scope := x.Scope
	for _, n := range x.named {
		for _, l := range n.mention.Links {
			if n.link.Kind == ToCategory && l.Kind == ToCategory && l.Score >= wideShare && !covers(scope, l.Categories) && a.size(l.Categories) >= wideTimes*a.size(x.Scope) {
				scope = slices.Compact(slices.Sorted(slices.Values(slices.Concat(scope, l.Categories))))
			}
		}
	}
	return scope
}

// size is how many products a scope holds.
func (r *Reader) size(scope []string) (n int) {
	for i := range r.categories {
		if c := &r.categories[i]; within(c.Path, scope) {
			n += c.Size
		}
	}
	return n
}

// unsure tells the kinds that may be meant where none is plain, or that what is named is not sold.
func (a *assembler) unsure(aims []Aim, open float64) {
	if len(a.in.Need.Scope) > 0 || a.c.Intent != Need && a.c.Intent != AskStock {
		return
	}
	shares := map[string]float64{}
	for i := range aims {
		for _, path := range aims[i].Scope {
			shares[path] += aims[i].Share / (1 - open + leastLed) / float64(len(aims[i].Scope))
		}
	}
	if a.out.Kinds = likeliest(shares, perhapsLed); len(a.out.Kinds) == 0 {
		return
	}
	a.scope = nil
	for _, k := range a.out.Kinds {
		a.scope = append(a.scope, k.Path)
	}
	if open <= vague && a.out.Kinds[0].Share >= leastSure {
		a.scope = a.scope[:1]
		a.out.Changes = append(a.out.Changes, search.Change{Op: search.SetScope, Categories: a.scope})
	}
}

const (
	// leastSure is the share of the belief from which a clause is about categories that it names.
	leastSure = 0.5
	// toldSure is how much less it is where the message alone tells that it names the kind.
	toldSure = 0.15
	// wider is how likely, beside one of several categories of a name, all of them are before they are taken.
	wider = 0.75
	// wideShare is the probability of another link of a name from which its categories are meant too where they hold
	// wideTimes the products.
	wideShare, wideTimes = 0.25, 5
	// vague is the share of that it is about none up to which products of the likeliest are shown, though it is
	// asked which are meant.
	vague = 0.6
)

const (
	// leastHinting is how many words speak for a thing before it is thought of, mostHints how many things are,
	// and noHint the points of none of them.
	leastHinting, mostHints, noHint = 2, 12, 2.0
)

// hinted returns what categories the clause's words are said of by who needs something of them, by the
// cues and situations of its language; empty where they speak for none.
func (a *assembler) hinted() (shares, points map[string]float64) {
	hints := slices.DeleteFunc(a.m.Tongue.Hints(a.around()), func(h language.Hint) bool { return h.Words < leastHinting })
	slices.SortStableFunc(hints, func(x, y language.Hint) int { return cmp.Compare(y.Points, x.Points) })
	points, shares = map[string]float64{}, map[string]float64{}
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
		shares[path] = math.Exp(p) / sum
	}
	return shares, points
}

// generic reports whether a span is made of words that name no product: "a present", "something".
func (a *assembler) generic(s *Mention) bool {
	return !slices.ContainsFunc(a.m.Tokens[s.From:s.To], func(t language.Token) bool {
		return t.Kind == language.Word && !a.m.Tongue.Generic[t.Form] && !a.m.Tongue.Generic[t.Stem] && !a.m.Tongue.Knows(t.Form)
	})
}

// covers reports whether a scope has all categories of another.
func covers(scope, of []string) bool {
	return !slices.ContainsFunc(of, func(path string) bool { return !within(path, scope) })
}

// belief returns where the words of what is wanted are found.
func (a *assembler) belief() map[string]float64 {
	var words []string
	for i := range a.c.Mentions {
		if s := &a.c.Mentions[i]; (s.Type == Kind || s.Type == Is || s.Type == For || s.Type == Fits) && (s.Polarity == Want || s.Polarity == Prefer) {
			words = append(words, s.Text)
		}
	}
	if len(words) == 0 {
		words = a.content(a.m.Tokens[a.c.From:a.c.To])
	}
	if len(words) == 0 {
		return nil
	}
	return a.Leads(strings.Join(words, " "))
}

// leastOfKind is how many products a kind that is a value has before nothing else is shown.
const leastOfKind = 5
