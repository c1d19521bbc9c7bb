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
		a.out.Absent = nil
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
	return a.Leads(strings.Join(words, " "))
}

// leastOfKind is how many products a kind that is a value has before nothing else is shown.
const leastOfKind = 5

// kindOfValue limits what is shown to values that end with the noun of one that names the kind of product:
// of "Knit Sweater" to sweaters. It reports whether these are all that is meant.
func (a *assembler) kindOfValue(s *Mention, l *Link) bool {
	values, products := a.lexicon.withHead(l.Key, l.Values[0], a.scope)
	if products < leastOfKind || slices.ContainsFunc(a.out.Changes, func(c search.Change) bool { return c.Op == search.AddLimit && c.Condition.Key == l.Key }) {
		return false
	}
	a.out.Changes = append(a.out.Changes, search.Change{Op: search.AddLimit, Said: s.Text, Condition: &catalog.Condition{Key: l.Key, Values: values}})
	return len(values) <= len(l.Values)
}
