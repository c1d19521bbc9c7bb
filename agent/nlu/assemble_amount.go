package nlu

import (
	"math"
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/search"
)

// amount takes in mention i, an amount.
func (a *assembler) amount(i int) {
	s := &a.c.Mentions[i]
	if s.Polarity == Drop || s.Polarity == Exclude && a.c.Intent == Revise {
		a.drop(s)
		return
	}
	if a.sized(s) {
		return
	}
	n := s.Amount
	valued := func(least float64) bool { // "16 GB" and "size 42", where these are texts
		l := s.Best(ToValue)
		plain := l != nil && !l.lacks && l.Score >= plainlyMeant // "1440p"
		if s.Type != Eq || l == nil || l.Score < least || !plain && !spells(l.Values[0], a.m.Tokens[s.From:s.To]) {
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
	if bound := n.Bound == language.Most || n.Bound == language.Fewest; bare && (a.c.Intent == Revise || bound && a.c.Intent != Answer) && len(a.c.Of(Of)) == 0 {
		said := *n
		of = a.standing(n)
		if _, ok := a.place(n, of, a.scope, &Context{}); !ok { // "under 100" after "for two people"
			of, *n = nil, said
		}
	}
	if len(of) == 0 {
		of = a.named(i)
	}
	in := a.in
	if a.c.Intent != Answer && n.Bound != language.Exactly {
		in.Asked = nil
	}
	p, ok := a.place(n, of, a.scope, &in)
	if keys := a.counted(s); len(of) == 0 && n.Currency == "" && len(keys) > 0 {
		if named, found := a.place(n, keys, a.scope, &Context{}); found && slices.Contains(keys, named.key) {
			p, ok, of = named, true, keys
		}
	}
	if ok && bare && len(of) == 0 && n.Bound == language.Exactly && !n.Ranged && !slices.Contains(in.Asked, p.key) && !a.plain(s.From) {
		ok = false
	}
	if (!ok || p.fit == 0) && valued(0.5) {
		return
	}
	if !ok && bare && s.From > 0 && a.m.Tongue.Has(a.m.Tokens, s.From-1, language.For, language.Link) && a.persons(s) { // "for 4"
		return
	}
	if !ok && bare && s.Type == Eq {
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
	if !ok && n.Unit.Dimension == "time" && len(of) == 0 {
		return // a story: how long it took, when it is needed
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
		if ch.Figure = (&search.Figure{Number: n.Low * p.factor}); n.Measured {
			ch.Figure = &search.Figure{Number: n.Low, Unit: n.Unit.Name}
		}
	}
	for k := range a.out.Changes { // "at least 20 and at most 50"
		o := &a.out.Changes[k]
		if !hard || o.Condition == nil || o.Condition.Key != p.key || o.Condition.Range == nil || o.Op != ch.Op || o.Not != ch.Not {
			continue
		}
		low, high := o.Condition.Range.Bounds()
		l, h := rng.Bounds()
		if both := catalog.Between(math.Max(low, l), math.Min(high, h)); math.Max(low, l) <= math.Min(high, h) {
			both.Closed = both.High != nil
			o.Condition.Range = both
			return
		}
	}
	a.out.Changes = append(a.out.Changes, ch)
}

// sized takes in a size of several numbers, "155 x 220".
func (a *assembler) sized(s *Mention) bool {
	toks := a.m.Tokens
	var numbers []float64
	for i := s.From; i < s.To; i++ {
		if language.Times(toks, i) {
			if len(numbers) == 0 {
				numbers = append(numbers, toks[i-1].Value)
			}
			numbers = append(numbers, toks[i+1].Value)
		}
	}
	if len(numbers) == 0 {
		return false
	}
	key, values := a.lexicon.ofNumbers(numbers, a.scope)
	if len(values) == 0 && s.Amount != nil && s.Amount.Measured { // "2 x 32 GB" are 64
		return false
	}
	if len(values) == 0 {
		a.unlinked(s)
		return true
	}
	ch := search.Change{Op: search.AddWish, Said: s.Text, Condition: &catalog.Condition{Key: key, Values: values}}
	if s.Polarity == Exclude {
		ch.Op, ch.Not = search.AddLimit, true
	}
	a.out.Changes = append(a.out.Changes, ch)
	return true
}

// named lists the aspects that mention i, an amount, is said to be about: that of an Of beside it.
func (a *assembler) named(i int) []string {
	var out []string
	beside := []int{i + 1, i - 1}
	if s := &a.c.Mentions[i]; s.From > 0 && strings.Contains(":=", a.m.Tokens[s.From-1].Form) { // "RAM: 16 GB"
		beside = beside[1:]
	}
	for _, k := range beside {
		if k < 0 || k >= len(a.c.Mentions) || a.c.Mentions[k].Type != Of || a.c.Mentions[k].Polarity == Drop {
			continue
		}
		if of := &a.c.Mentions[k]; of.None < 0.5 && !a.used[of] {
			a.used[of] = true
			for _, l := range of.Links {
				out = append(out, l.Key)
			}
			break
		}
	}
	return out
}

// mostBehind is how many words behind a number are read for what it counts.
const mostBehind = 3

// counted lists the aspects in scope that the words behind the last number of a span call, else those before the
// first: the cores of "8 cores", the memory of "8 GB of memory", the screen of "screen 14 inch".
func (a *assembler) counted(s *Mention) []string {
	toks := a.m.Tokens
	number := func(t language.Token) bool { return t.Kind == language.Number }
	from := s.To
	for from > s.From && !number(toks[from-1]) {
		from--
	}
	if _, next := language.UnitAt(toks[:a.c.To], from); next > from {
		from = next
	}
	to := from
	for to < a.c.To && to < from+mostBehind && toks[to].Kind != language.Mark && !slices.ContainsFunc(a.c.Mentions, func(o Mention) bool { return o.From == to && o.From >= s.To }) {
		to++
	}
	if keys := a.calling(from, to); len(keys) > 0 {
		return keys
	}
	return a.calling(s.From, s.From+max(0, slices.IndexFunc(toks[s.From:s.To], number)))
}

// calling lists the aspects in scope that what tokens [from, to) say of things calls.
func (a *assembler) calling(from, to int) (keys []string) {
	for from < to && a.m.Tongue.Knows(a.m.Tokens[from].Form) {
		from++
	}
	for to > from && a.m.Tongue.Knows(a.m.Tokens[to-1].Form) {
		to--
	}
	if from >= to || len(a.scope) == 0 {
		return nil
	}
	links, none := a.lexicon.Link(Query{Tokens: a.m.Tokens, From: from, To: to, Type: Of, Scope: a.scope, Lang: a.m.Tongue})
	for _, l := range links {
		if none < 0.5 {
			keys = append(keys, l.Key)
		}
	}
	return keys
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

// numbers takes the bare numbers in a span for the aspects that words behind them call, "8 cores", and in what is
// linked to nothing, "140er fans", for those that have just these numbers, unless the name of a kind stands behind
// a count.
func (a *assembler) numbers(s *Mention, linked bool) (found bool) {
	for i := s.From; i < s.To; i++ {
		t := &a.m.Tokens[i]
		if t.Kind != language.Number || !a.plain(i) || slices.ContainsFunc(a.c.Of(Kind), func(k *Mention) bool {
			l := k.Best(ToCategory)
			return k.From == i+1 && s.Type == Qty && (l == nil || slices.ContainsFunc(l.Categories, func(path string) bool { return within(path, a.scope) }))
		}) {
			continue
		}
		n := language.Amount{Low: t.Value, High: t.Value}
		p, ok := placed{}, false
		if keys := a.counted(&Mention{Span: Span{From: i, To: i + 1}}); len(keys) > 0 {
			p, ok = a.place(&n, keys, a.scope, &Context{})
			ok = ok && slices.Contains(keys, p.key)
		}
		if !ok && !linked {
			p, ok = a.exactly(&n, a.scope)
		}
		if ok {
			a.out.Changes = append(a.out.Changes, search.Change{Op: search.AddWish, Condition: &catalog.Condition{Key: p.key, Range: p.snap(&n, t.Value)}, Figure: &search.Figure{Number: t.Value}})
			a.out.Changes[len(a.out.Changes)-1].Condition.Range.Closed = true
			found = true
		}
	}
	return found
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
