package tools

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"shopclerk/agent/language"
)

// passage is a text that may state arguments, and the places of what it says. Words that it takes back are blank.
type passage struct {
	from   Source
	raw    string
	text   *language.Text
	places map[string][]int // tokens by form, stem, root and English word, and by [numeral]
}

// longestPassage is how many bytes of a text are read.
const longestPassage = 64 << 10

func newPassage(from Source, raw string) *passage {
	raw = raw[:min(len(raw), longestPassage)]
	p := &passage{from: from, raw: raw, text: &language.Text{}, places: map[string][]int{}}
	l := language.English()
	if from == FromWords || from == FromContext {
		p.text = language.Take(language.Head(raw))
		l = language.Detect(p.text.Toks, l)
		p.strike(l)
	} else {
		p.text.Toks = language.Tokenize(raw)
	}
	for i := range p.text.Toks {
		switch tok := &p.text.Toks[i]; tok.Kind {
		case language.Number:
			p.add(i, tok.Form, numeral(tok.Value), numeral(tok.Value/100))
		case language.Word:
			p.add(i, tok.Form, tok.Stem, language.Root(tok.Stem))
			p.add(i, l.English(tok.Form)...)
		}
	}
	for _, q := range p.text.Quantities {
		p.add(q.Span.From, numeral(q.Low), numeral(q.High))
		if u, known := language.UnitNamed(q.Unit); known {
			p.add(q.Span.From, numeral(q.Low*u.Factor), numeral(q.High*u.Factor))
		}
	}
	return p
}

func (p *passage) add(at int, keys ...string) {
	for _, key := range keys {
		if all := p.places[key]; key != "" && !slices.Contains(all[max(0, len(all)-8):], at) {
			p.places[key] = append(all, at)
		}
	}
}

// numeral is the key of a number among places.
func numeral(f float64) string { return "#" + strconv.FormatFloat(f, 'g', 12, 64) }

// strike blanks what a correction takes back ("to Bob, no wait, to Carol"), and what is said not to be meant
// ("to Carol, not Bob").
func (p *passage) strike(l *language.Language) {
	t := p.text
	toks := t.Toks
	small := func(i int) bool { return lists().Stop[toks[i].Form] || errands().No.Is(toks[i].Form) }
	ends := func(i int) bool {
		return toks[i].Kind == language.Mark && strings.Contains(",;.!?", toks[i].Form) && !t.InName(i)
	}
	alike := func(a, b int) bool { // a number for a number, a name for a name
		return toks[a].Kind == toks[b].Kind && (t.InName(a) == t.InName(b) || toks[a].Kind == language.Number)
	}
	blank := func(from, to int) {
		for i := from; i < to; i++ {
			toks[i] = language.Token{Start: toks[i].Start, End: toks[i].End}
		}
	}
	forms := make([]string, len(toks))
	for i := range toks {
		forms[i] = toks[i].Form
	}
	for i := 1; i < len(toks); i++ {
		if n := errands().RatherThan.Begin(forms[i:]); n > 1 || n == 1 && (ends(i-1) || forms[i-1] == "but") {
			end := i + n
			for end < len(toks) && !ends(end) {
				end++
			}
			blank(i+n, end)
		}
		next, role := l.Longest(toks, i, language.RolesOf(language.Retract))
		for next < len(toks) && (ends(next) || errands().No.Is(forms[next])) {
			next++
		}
		if role == language.None || next == len(toks) {
			continue
		}
		last := i // what was said before the correction ends here
		for last > 0 && (ends(last-1) || errands().No.Is(forms[last-1])) {
			last--
		}
		from := last - 1
		for from >= 0 && !(small(next) && forms[from] == forms[next] || !small(next) && !small(from) && alike(from, next)) {
			from--
		}
		for !small(next) && from > 0 && (t.InName(from) && t.InName(from-1) || alike(from-1, next) && toks[from-1].Capital && toks[from].Capital) {
			from--
		}
		if from >= 0 {
			blank(from, last)
		}
		i = next - 1
	}
}

// wordsOf are the words and numbers of a text.
func wordsOf(text string) []language.Token {
	return slices.DeleteFunc(language.Tokenize(text), func(t language.Token) bool { return t.Kind == language.Mark })
}

// row returns where words stand in a row, marks left out.
func (p *passage) row(words []language.Token) (at []int) {
	if len(words) == 0 {
		return nil
	}
	toks := p.text.Toks
next:
	for _, i := range p.places[words[0].Form] {
		j := i
		for _, w := range words {
			for j > i && j < len(toks) && toks[j].Kind == language.Mark {
				j++
			}
			if j >= len(toks) || toks[j].Form != w.Form && toks[j].Stem != w.Stem {
				continue next
			}
			j++
		}
		at = append(at, i)
	}
	return at
}

// share is the share of words that are said, in any order; small words count where there are no others.
func (p *passage) share(words []language.Token) float64 {
	telling := slices.DeleteFunc(slices.Clone(words), func(w language.Token) bool { return lists().Stop[w.Form] })
	if len(telling) == 0 {
		telling = words
	}
	found := 0
	for _, w := range telling {
		if p.places[w.Form] != nil || p.places[language.Root(w.Stem)] != nil {
			found++
		}
	}
	return float64(found) / max(1, float64(len(telling)))
}

// states returns where a value that is no list or object is stated, by its number or date or in words; not nil
// where it is. Otherwise it returns the share of its words that are said.
func (p *passage) states(d *Domain, of any) (at []int, share float64) {
	text := spell(of)
	if f, ok := toNumber(of); ok && p.places[numeral(f)] != nil {
		return p.places[numeral(f)], 1
	}
	if day, isDate := dateOf(text); isDate {
		if at = p.dated(day); at != nil || d.Kind == Date {
			return at, 0
		}
	}
	names := []string{text}
	if v, ok := find(d.Values, of); ok {
		names = append(append(names, v.Text()), v.Names...)
	}
	for _, name := range names {
		words := wordsOf(name)
		if at = p.row(words); at == nil {
			if apart := strings.Join(language.NameWords(name), " "); !strings.EqualFold(apart, name) {
				words = wordsOf(apart)
				at = p.row(words)
			}
		}
		if at != nil {
			return at, 1
		}
		share = max(share, p.share(words))
	}
	if len(text) > 0 && !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) && strings.Contains(" "+p.raw, " "+text) { // "/", ".."
		at = []int{}
	}
	return at, share
}

// layouts are how dates are written.
var layouts = []string{time.DateOnly, "2006/01/02", "01/02/2006", "02.01.2006", "01-02-2006", time.RFC3339, "2006-01-02T15:04", "2006-01-02 15:04", time.DateTime, "January 2, 2006", "2 January 2006"}

// dateOf reads a date.
func dateOf(text string) (day time.Time, ok bool) {
	for i := 0; !ok && i < len(layouts) && len(text) >= 8 && len(text) <= 25 && strings.ContainsAny(text, "0123456789"); i++ {
		var err error
		day, err = time.Parse(layouts[i], text)
		ok = err == nil
	}
	return day, ok
}

// dated returns where a day is stated: beside its month, and no other year.
func (p *passage) dated(day time.Time) (at []int) {
	toks, named := p.text.Toks, strings.ToLower(day.Month().String()[:3])
	for _, i := range p.places[numeral(float64(day.Day()))] {
		month, year := false, true
		for j := max(0, i-4); j < min(i+5, len(toks)); j++ {
			t := &toks[j]
			month = month || j != i && (t.Kind == language.Word && strings.HasPrefix(t.Form, named) || t.Kind == language.Number && t.Value == float64(day.Month()))
			year = year && !(t.Kind == language.Number && t.Value > 1900 && t.Value != float64(day.Year()))
		}
		if month && year {
			at = append(at, i)
		}
	}
	return at
}
