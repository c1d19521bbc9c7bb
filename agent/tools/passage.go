package tools

import (
	"math"
	"slices"
	"strings"
	"time"

	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
)

// passage is a text that may state arguments.
type passage struct {
	from    Source
	raw     string
	toks    []language.Token
	places  map[string][]int // of tokens, by form, stem and root
	numbers []numbered
	parts   []nlu.Part
	values  map[*Parameter][]any // of parameters' lists that stand in it
	struck  []bool               // by token: taken back, or said not to be meant
}

type numbered struct {
	value float64
	at    int
}

// longestPassage is how many bytes of a text are read.
const longestPassage = 64 << 10

func newPassage(from Source, raw string) *passage {
	raw = raw[:min(len(raw), longestPassage)]
	p := &passage{from: from, raw: raw, places: map[string][]int{}, values: map[*Parameter][]any{}}
	if from == FromWords || from == FromContext {
		t := language.Take(language.Head(raw))
		p.toks = t.Toks
		for _, q := range t.Quantities {
			p.number(q.Span.From, q.Low, q.High)
			if u, known := language.UnitNamed(q.Unit); known && q.Unit != "" {
				p.number(q.Span.From, q.Low*u.Factor, q.High*u.Factor)
			}
		}
		p.strike(t)
	} else {
		p.toks = language.Tokenize(raw)
	}
	l := language.English()
	if p.struck != nil {
		l = language.Detect(p.toks, l)
	}
	for i := range p.toks {
		tok := &p.toks[i]
		if tok.Kind == language.Mark {
			continue
		}
		for _, w := range l.English(tok.Form) {
			p.places[w] = append(p.places[w], i)
		}
		if tok.Kind == language.Number {
			p.number(i, tok.Value, tok.Value/100)
		}
		for k, w := range []string{tok.Form, tok.Stem, language.Root(tok.Stem)} {
			if at := p.places[w]; k == 0 || len(at) == 0 || at[len(at)-1] != i {
				p.places[w] = append(at, i)
			}
		}
	}
	return p
}

func (p *passage) number(at int, values ...float64) {
	for _, v := range values {
		p.numbers = append(p.numbers, numbered{v, at})
	}
}

// strike finds what a correction takes back ("to Bob, no wait, to Carol"), and what is said not to be
// meant ("to Carol, not Bob").
func (p *passage) strike(t *language.Text) {
	p.struck = make([]bool, len(t.Toks))
	l := language.Detect(t.Toks, language.English())
	stop := func(i int) bool { return lists().Stop[t.Toks[i].Form] }
	ends := func(i int) bool {
		return t.Toks[i].Kind == language.Mark && strings.Contains(",;.!?", t.Toks[i].Form) && !t.InName(i)
	}
	forms := make([]string, len(t.Toks))
	for i := range t.Toks {
		forms[i] = t.Toks[i].Form
	}
	for i := 1; i < len(t.Toks); i++ {
		if n := errands().RatherThan.Begin(forms[i:]); n > 1 || n == 1 && (ends(i-1) || forms[i-1] == "but") {
			for j := i + n; j < len(t.Toks) && !ends(j); j++ {
				p.struck[j] = true
			}
		}
		next, role := l.Longest(t.Toks, i, language.RolesOf(language.Retract))
		if role == language.None {
			continue
		}
		for next < len(t.Toks) && (ends(next) || errands().No.Is(forms[next])) {
			next++
		}
		if next >= len(t.Toks) {
			break
		}
		from, last := -1, i
		for last > 0 && (ends(last-1) || errands().No.Is(forms[last-1])) {
			last--
		}
		for j := last - 1; j >= 0 && from < 0; j-- {
			switch a, b := &t.Toks[j], &t.Toks[next]; {
			case stop(next) && a.Form == b.Form, !stop(next) && a.Kind == b.Kind && !stop(j) && (t.InName(j) == t.InName(next) || a.Kind == language.Number):
				from = j
			}
		}
		for from > 0 && !stop(next) && from < last && (t.InName(from) && t.InName(from-1) || t.Toks[from-1].Kind == t.Toks[next].Kind && t.Toks[from-1].Capital && t.Toks[from].Capital) {
			from--
		}
		for j := max(from, 0); from >= 0 && j < last; j++ {
			p.struck[j] = true
		}
		i = next - 1
	}
}

// said returns the first place of a word that counts, −1 for none.
func (p *passage) said(w string) int {
	for _, i := range p.places[w] {
		if p.struck == nil || !p.struck[i] {
			return i
		}
	}
	return -1
}

// words are those of a value, folded, without marks.
func wordsOf(text string) []language.Token {
	return slices.DeleteFunc(language.Tokenize(text), func(t language.Token) bool { return t.Kind == language.Mark })
}

// row returns where words stand in a row, marks left out, and how often; −1 for nowhere.
func (p *passage) row(words []language.Token) (place, times int) {
	place = -1
	if len(words) == 0 {
		return place, 0
	}
	for _, i := range p.places[words[0].Form] {
		j := i
		for _, w := range words {
			for j > i && j < len(p.toks) && p.toks[j].Kind == language.Mark {
				j++
			}
			if j >= len(p.toks) || p.struck != nil && p.struck[j] || p.toks[j].Form != w.Form && p.toks[j].Stem != w.Stem {
				j = -1
				break
			}
			j++
		}
		if j > 0 {
			if times++; place < 0 {
				place = i
			}
		}
	}
	return place, times
}

// share is the share of words that are said, in any order; small words count where there are no others.
func (p *passage) share(words []language.Token) (share float64, place int) {
	place = -1
	n, found := 0, 0
	for pass := 0; pass < 2 && n == 0; pass++ {
		for i := range words {
			w := &words[i]
			if pass == 0 && lists().Stop[w.Form] {
				continue
			}
			n++
			at := p.said(w.Form)
			if at < 0 {
				at = p.said(language.Root(w.Stem))
			}
			if at >= 0 {
				found++
				place = at
			}
		}
	}
	if n == 0 {
		return 0, place
	}
	return float64(found) / float64(n), place
}

// evidence are the features of a value beside the passage, the token it is stated at and how often.
func (p *passage) evidence(t *Tool, q *Parameter, d *Domain, of any) (e evidence, place, times int) {
	place = -1
	e[bias] = 1
	set := func(f int, is bool) {
		if is {
			e[f] = 1
		}
	}
	set(optional, !q.Required)
	set(inContext, p.from == FromContext)
	set(inResult, p.from == FromResult)
	set(preset, q.Default != nil && same(q.Default, of))
	set(listed, d.Kind == Finite)
	switch of := of.(type) {
	case bool:
		e[flag] = 1
		said := 0.0
		words := nameStems(q)
		for _, w := range words {
			if p.said(w) >= 0 || p.said(language.Root(w)) >= 0 {
				said++
			}
		}
		if p.from != FromDefault && len(words) > 0 {
			e[flagged] = said / float64(len(words))
		}
		if e[preset] > 0 {
			e = evidence{bias: 1, preset: 1}
		}
		return e, place, 0
	case float64:
		place, times = p.numeral(of)
		set(exact, place >= 0)
		set(missing, place < 0)
	case string:
		place, times = p.text(&e, d, q, of)
	}
	set(announced, p.from == FromDefault && place >= 0 && (p.defaults(place) || place < slices.IndexFunc(p.toks, func(t language.Token) bool { return t.Form == ";" })))
	if p.from == FromDefault && e[announced] == 0 {
		e[exact], e[cover], e[named], place = 0, 0, 0, -1
		e[missing] = 1
	}
	if place >= 0 && p.from != FromDefault {
		for _, w := range append(language.NameWords(q.Name), nameStems(q)...) {
			before, behind := 6, 8
			if lists().Stop[w] { // the "from" of "travel_from"
				before, behind = 3, 0
			}
			if !lists().Dull[w] && slices.ContainsFunc(p.places[w], func(i int) bool { return i-place < behind && place-i < before }) {
				e[named] = 1
			}
		}
	}
	if e[preset] > 0 && e[exact] == 0 {
		e = evidence{bias: 1, preset: 1}
	}
	return e, place, times
}

// nameStems are the words of a parameter's name that say something.
func nameStems(q *Parameter) []string {
	var out []string
	for _, name := range []string{q.Name, q.Label} {
		for _, w := range language.NameStems(name) {
			if !lists().Dull[w] && !lists().Stop[w] && !slices.Contains(out, w) && len(w) > 1 {
				out = append(out, w)
			}
		}
	}
	if len(out) == 0 { // "a": what it is for tells more
		for i, w := range wordsOf(q.Purpose) {
			if !lists().Stop[w.Form] && len(out) < 3 && i < 8 {
				out = append(out, w.Stem)
			}
		}
	}
	return out
}

// defaults reports whether the words before a place call what stands there the default.
func (p *passage) defaults(place int) bool {
	for i := max(0, place-4); i < place; i++ {
		if strings.HasPrefix(p.toks[i].Form, "default") {
			return true
		}
	}
	return false
}

func (p *passage) numeral(f float64) (place, times int) {
	place = -1
	seen := -1
	for _, n := range p.numbers {
		if math.Abs(n.value-f) <= 1e-9*max(1, math.Abs(f)) && (p.struck == nil || !p.struck[n.at]) {
			if place < 0 {
				place = n.at
			}
			if n.at != seen {
				times++
			}
			seen = n.at
		}
	}
	return place, times
}

// text notes what a text, or a listed value, has in the passage.
func (p *passage) text(e *evidence, d *Domain, q *Parameter, of string) (place, times int) {
	place = -1
	names := []string{of}
	if v, ok := find(d.Values, of); ok {
		names = append(append(names, v.Label), v.Names...)
	}
	most := 0.0
	for _, name := range names {
		words := wordsOf(strings.Join(language.NameWords(name), " "))
		if at, n := p.row(wordsOf(name)); at >= 0 {
			e[exact], place, times = 1, at, n
			break
		} else if at, n = p.row(words); at >= 0 && len(words) > 0 {
			e[exact], place, times = 1, at, n
			break
		}
		if share, at := p.share(words); share > most {
			most, place, times = share, at, 1
		}
	}
	if f, ok := toNumber(of); ok && e[exact] == 0 {
		if at, n := p.numeral(f); at >= 0 {
			e[exact], place, times = 1, at, n
		}
	}
	if e[exact] == 0 && p.dated(of) {
		e[exact], place = 1, -1
	}
	if len(wordsOf(of)) == 0 && strings.Contains(" "+p.raw+" ", " "+of) { // "/", ".."
		e[exact], place = 1, -1
	}
	if e[exact] == 1 {
		return place, times
	}
	if e[cover] = most; most == 1 {
		e[cover], e[covered] = 0, 1
	}
	if most == 0 {
		e[missing] = 1
	}
	if slices.ContainsFunc(p.listed(q, d), func(v any) bool { return !same(v, of) }) {
		e[rival] = 1
	}
	return place, times
}

// listed are the values of a parameter's list that stand in the passage.
func (p *passage) listed(q *Parameter, d *Domain) []any {
	found, known := p.values[q]
	if !known {
		for _, v := range d.Values {
			if at, _ := p.row(wordsOf(v.Text())); at >= 0 {
				found = append(found, v.Of)
			}
		}
		p.values[q] = found
	}
	return found
}

// layouts are how dates are written.
var layouts = []string{time.DateOnly, "2006/01/02", "01/02/2006", "02.01.2006", "01-02-2006", time.RFC3339, "2006-01-02T15:04", "2006-01-02 15:04", time.DateTime, "January 2, 2006", "2 January 2006"}

// dated reports whether a text is a date whose day, month and perhaps year the passage states near each
// other, in any way to write them.
func (p *passage) dated(of string) bool {
	for _, layout := range layouts {
		if len(of) < 8 || len(of) > 25 || !strings.ContainsAny(of, "0123456789") {
			return false
		}
		day, err := time.Parse(layout, of)
		if err != nil {
			continue
		}
		month := strings.ToLower(day.Month().String()[:3])
		for i := range p.toks {
			d, m, y, other := false, false, false, false
			for j := i; j < min(i+6, len(p.toks)); j++ {
				switch t := &p.toks[j]; {
				case p.struck != nil && p.struck[j]:
				case t.Kind == language.Word && strings.HasPrefix(t.Form, month):
					m = true
				case t.Kind != language.Number:
				case t.Value == float64(day.Year()), t.Value == float64(day.Year()%100) && len(t.Form) == 2 && d && m:
					y = true
				case t.Value > 1900:
					other = true
				case t.Value == float64(day.Day()) && !d:
					d = true
				case t.Value == float64(day.Month()) && !m:
					m = true
				}
			}
			if d && m && (y || !other) {
				return true
			}
		}
		return false
	}
	return false
}
