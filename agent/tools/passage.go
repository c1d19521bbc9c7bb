package tools

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"shopclerk/agent/language"
)

// passage is a text that may state arguments, and the places of what it says. Words that it takes back are blank.
type passage struct {
	from   Source
	text   *language.Text
	places map[string][]int // tokens by form, stem, root and English word, and by [numeral]
	denied *passage         // the words that it takes back, or says not to be meant; nil if there are none
	said   map[*Value]*said // of listed values, by the first of them
	tight  string           // letters and digits alone, and where tokens begin and end in it
	edges  map[int]bool
	spoken *language.Language
	days   map[string]bool // that are written in figures, as [time.DateOnly]
}

// said is which of listed values a text says.
type said struct {
	exact bool    // one is stated
	most  float64 // the largest share of a value's words
	of    any     // the value that has it, nil if several have
}

// longestPassage is how many bytes of a text are read.
const longestPassage = 64 << 10

func newPassage(from Source, raw string) *passage {
	if from == FromContext { // of which the latest counts
		raw = strings.ToValidUTF8(raw[max(0, len(raw)-language.LongestRead):], "")
	}
	raw = raw[:min(len(raw), longestPassage)]
	t, l := &language.Text{Raw: raw}, language.English()
	if from != FromWords && from != FromContext {
		t.Toks = language.Tokenize(raw)
		return passageOf(from, t, l)
	}
	t = language.Take(language.Head(raw))
	l = language.Detect(t.Toks, l)
	denied := *t
	denied.Toks = slices.Clone(t.Toks)
	strike(t, l)
	some := false
	for i := range t.Toks {
		if t.Toks[i] == denied.Toks[i] {
			denied.Toks[i] = blank(denied.Toks[i])
		} else {
			some = true
		}
	}
	p := passageOf(from, t, l)
	if some {
		p.denied = passageOf(from, &denied, l)
	}
	return p
}

// blank is a token that says nothing.
func blank(t language.Token) language.Token { return language.Token{Start: t.Start, End: t.End} }

func passageOf(from Source, t *language.Text, l *language.Language) *passage {
	p := &passage{from: from, text: t, places: map[string][]int{}, said: map[*Value]*said{}, spoken: l}
	for i := range t.Toks {
		switch tok := &t.Toks[i]; tok.Kind {
		case language.Number:
			p.add(i, tok.Form, numeral(tok.Value))
		case language.Word:
			p.add(i, tok.Form, tok.Stem, language.Root(tok.Stem))
			p.add(i, l.English(tok.Form)...)
			tells := i+1 < len(t.Toks) && (t.Toks[i+1].Kind == language.Mark || is("copula", t.Toks[i+1].Form)) // "today is Tuesday"
			if (from == FromWords || from == FromContext && !tells) && is("day", tok.Form) {
				p.add(i, relativeDay)
			}
			if is("month", tok.Form) && from != FromResult {
				p.add(i, relativeMonth)
			}
		}
	}
	if from == FromWords || from == FromContext {
		p.amounts()
		p.days = map[string]bool{}
		for _, m := range written.FindAllStringSubmatch(t.Raw, -1) { // the day or the month first
			for _, order := range []string{"%[3]s-%[2]s-%[1]s", "%[3]s-%[1]s-%[2]s"} {
				if day, err := time.Parse("2006-1-2", fmt.Sprintf(order, m[1], m[2], m[3])); err == nil {
					p.days[day.Format(time.DateOnly)] = true
				}
			}
		}
	}
	return p
}

// add notes that keys stand at a token.
func (p *passage) add(at int, keys ...string) {
	for _, key := range keys {
		if all := p.places[key]; key != "" && !slices.Contains(all, at) {
			p.places[key] = append(all, at)
		}
	}
}

// written finds days that are written in figures.
var written = regexp.MustCompile(`\b(\d{1,2})[./-](\d{1,2})[./-]((?:19|20)\d{2})\b`)

// relativeDay is the key of words such as "tomorrow" among places: which day that is, the proposer knows.
const relativeDay = "#day"

// relativeMonth is that of "month", which month is meant likewise.
const relativeMonth = "#month"

// numeral is the key of a number among places.
func numeral(f float64) string { return "#" + strconv.FormatFloat(f, 'g', 12, 64) }

// strike blanks what a correction takes back ("to Bob, no wait, to Carol"), and what is said not to be meant
// ("to Carol, not Bob").
func strike(t *language.Text, l *language.Language) {
	toks := t.Toks
	small := func(i int) bool { return lists().Stop[toks[i].Form] || errands().No.Is(toks[i].Form) }
	ends := func(i int) bool {
		title := toks[i].Form == "." && i > 0 && toks[i-1].Capital && len(toks[i-1].Form) <= 3 // "Mr."
		return toks[i].Kind == language.Mark && strings.Contains(",;.!?", toks[i].Form) && !t.InName(i) && !title
	}
	alike := func(a, b int) bool { // a number for a number, a day for a day, a name for a name
		return toks[a].Kind == toks[b].Kind && is("weekday", toks[a].Form) == is("weekday", toks[b].Form) && (t.InName(a) == t.InName(b) || toks[a].Kind == language.Number)
	}
	strike := func(from, to int) {
		for i := from; i < to; i++ {
			toks[i] = blank(toks[i])
		}
	}
	forms := make([]string, len(toks))
	for i := range toks {
		forms[i] = toks[i].Form
	}
	for i := 1; i < len(toks); i++ {
		n := errands().RatherThan.Begin(forms[i:])
		next, role := l.Longest(toks, i, language.RolesOf(language.Exclude))
		excludes := role != language.None && next < len(toks)
		if excludes {
			_, after := l.Numeral(toks, next)
			excludes = toks[next].Kind != language.Number && after == next // "minus two"
		}
		if excludes {
			n = max(n, next-i)
		}
		if n > 1 || excludes || n == 1 && (ends(i-1) || is("joins", forms[i-1]) || i+1 < len(toks) && errands().The.Is(forms[i+1])) {
			end := i + n
			for end < len(toks) && !ends(end) {
				end++
			}
			strike(i+n, end)
		}
		next, role = l.Longest(toks, i, language.RolesOf(language.Retract))
		for next < len(toks) && (ends(next) || errands().No.Is(forms[next])) {
			next++
		}
		if role == language.None || next == len(toks) {
			continue
		}
		head := next // of what is meant instead, behind the small words that it has in common with what was said before
		for head+1 < len(toks) && small(head) {
			head++
		}
		from := i - 1
		for from >= 0 && !(!small(from) && alike(from, head) && (head == next || from > 0 && forms[from-1] == forms[head-1])) {
			from--
		}
		to := from + 1
		for ; from > 0 && t.InName(from) && t.InName(from-1) || from > 0 && toks[from].Capital && toks[from-1].Capital && alike(from-1, head); from-- {
		}
		for ; to < i && from >= 0 && t.InName(from) && t.InName(to) || to < i && from >= 0 && toks[from].Capital && toks[to].Capital && alike(to, head); to++ {
		}
		strike(max(from, 0), to)
		i = next - 1
	}
}

// wordsOf are the words and numbers of a text.
func wordsOf(text string) []language.Token {
	return slices.DeleteFunc(language.Tokenize(text), func(t language.Token) bool { return t.Kind == language.Mark })
}

// row reports whether words stand in a row, marks left out.
func (p *passage) row(words []language.Token) bool {
	toks := p.text.Toks
	return len(words) > 0 && slices.ContainsFunc(p.places[words[0].Form], func(i int) bool {
		for n, w := range words {
			for n > 0 && i < len(toks) && toks[i].Kind == language.Mark {
				i++
			}
			if i >= len(toks) || toks[i].Form != w.Form && toks[i].Stem != w.Stem {
				return false
			}
			i++
		}
		return true
	})
}

// saidOf counts the words that are said at places, in any order, and those that tell something; small words count where
// there are no others.
func saidOf(words []language.Token, places map[string][]int) (found, of float64) {
	telling := 0
	for _, w := range words {
		if !lists().Stop[w.Form] {
			telling++
		}
	}
	for _, w := range words {
		if telling > 0 && lists().Stop[w.Form] {
			continue
		}
		if of++; places[w.Form] != nil || places[language.Root(w.Stem)] != nil {
			found++
		}
	}
	return found, of
}

// mostPhrased is how many values are listed at most of which each is looked for as people say it: no more can be told apart.
const mostPhrased = 200

// spelling is how a value that is no list or object can be stated.
type spelling struct {
	text    string
	listed  bool               // among other values
	names   [][]language.Token // the first is the text's
	number  string             // its numeral, "" if it is none
	day     *time.Time
	minutes int // since midnight, −1 if it is no time of day
	month   *time.Time
}

func newSpelling(d *Domain, v Value) *spelling {
	s := &spelling{text: spell(v.Of), listed: len(d.Values) > 0, minutes: -1}
	if f, ok := toNumber(v.Of); ok {
		s.number = numeral(f)
	}
	if day, ok := dateOf(s.text); ok {
		s.day = &day
	} else if month, err := time.Parse("2006-01", s.text); err == nil {
		s.month = &month
	}
	if minutes, ok := clockOf(s.text); ok && (s.day == nil || minutes > 0) {
		s.minutes = minutes
	}
	if s.day != nil || s.month != nil || s.minutes >= 0 {
		s.names = [][]language.Token{wordsOf(s.text)}
		return s
	}
	for i, name := range append([]string{s.text}, v.called()...) {
		if i > 0 && name == s.text {
			continue
		}
		s.names = append(s.names, wordsOf(name))
	}
	if len(d.Values) > mostPhrased {
		return s
	}
	for _, said := range phrasesFor()[strings.Join(language.NameWords(s.text), " ")] {
		if !slices.ContainsFunc(d.Values, func(o Value) bool { return o.Of != v.Of && slices.Contains(o.called(), said.text) }) {
			s.names = append(s.names, wordsOf(said.text))
		}
	}
	return s
}

// states reports whether a value is stated, by its number or date or by its words in a row, which share of its words is
// said in any order, and how many words of the text it explains: half of those that are said where it is not stated.
func (p *passage) states(s *spelling) (stated bool, share, explains float64) {
	if s.number != "" && p.places[s.number] != nil {
		return true, 1, 1
	}
	if s.month != nil {
		stated := p.row(s.names[0]) || p.places[relativeMonth] != nil || slices.ContainsFunc(p.text.Toks, func(t language.Token) bool { return isMonth(t.Form, s.month.Month()) })
		return stated, 0, 1
	}
	if s.day != nil || s.minutes >= 0 {
		if p.row(s.names[0]) || s.day != nil && p.days[s.day.Format(time.DateOnly)] || (s.day == nil || p.dated(*s.day)) && (s.minutes < 0 || p.timed(s.minutes)) {
			return true, 0, 1
		}
		return false, 0, 0
	}
	for i, words := range s.names {
		stated = stated || p.row(words)
		found, of := saidOf(words, p.places)
		if share = max(share, found/max(1, of)); i == 0 {
			explains = found
		}
	}
	if stated || share == 1 && s.listed || p.measured(s.text) || p.squeezed(s.text) {
		return true, share, max(1, explains)
	}
	return false, share, explains / 2
}

// shortest is how many letters an abbreviation of a listed value has at least: "prod", "temp".
const shortest = 4

// chooses reports whether more of a value's words are said than of any other that is listed, or it alone begins with a word.
func (p *passage) chooses(d *Domain, of any, share float64) bool {
	begins := func(of any) bool {
		w := strings.Join(language.NameWords(spell(of)), "")
		for n := shortest; n < len(w); n++ {
			if p.places[w[:n]] != nil {
				return true
			}
		}
		return false
	}
	if len(d.Values) < 2 || share > 0 && !slices.ContainsFunc(wordsOf(spell(of)), func(t language.Token) bool {
		return t.Kind == language.Word && (p.places[t.Form] != nil || p.places[language.Root(t.Stem)] != nil)
	}) { // a number alone tells nothing: "line 3" is not P3
		return false
	}
	if share == 0 {
		return begins(of) && !slices.ContainsFunc(d.Values, func(v Value) bool { return !same(v.Of, of) && begins(v.Of) })
	}
	all := p.said[&d.Values[0]]
	if all == nil {
		all = &said{}
		for _, v := range d.Values {
			stated, share, _ := p.states(newSpelling(d, v))
			if all.exact = all.exact || stated; share > all.most {
				all.most, all.of = share, v.Of
			} else if share == all.most {
				all.of = nil
			}
		}
		p.said[&d.Values[0]] = all
	}
	return !all.exact && all.of != nil && same(all.of, of)
}

// flags reports whether a flag's words are said, and negated if the flag is false. The first of them, named of them, are
// those of its name. Without such a flag is said by the words for yes and no.
func (p *passage) flags(words []string, named int, value bool) bool {
	for n, w := range words {
		for _, at := range append(slices.Clip(p.places[w]), p.places[language.Root(w)]...) {
			not := false
			for i := max(0, at-3); i < at; i++ {
				not = not || p.spoken.Has(p.text.Toks, i, language.Negate, language.Exclude) || errands().No.Is(p.text.Toks[i].Form)
			}
			after := p.text.Toks[min(at+1, len(p.text.Toks)-1)].Form
			not = not || is("off", after) || errands().No.Is(after)
			if not != value || n < named && !value { // "lock" may say that it is not to be unlocked
				return true
			}
		}
		if p.denied != nil && p.denied.places[w] != nil && !value {
			return true
		}
	}
	return named == 0 && slices.ContainsFunc(phrasesFor()[strconv.FormatBool(value)], func(said phrase) bool { return p.find(said.words) >= 0 })
}

// layouts are how dates are written.
var layouts = []string{time.DateOnly, "2006/01/02", "01/02/2006", "02.01.2006", "01-02-2006", time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04", time.DateTime, "January 2, 2006", "2 January 2006"}

// dateOf reads a date.
func dateOf(text string) (day time.Time, ok bool) {
	for i := 0; !ok && i < len(layouts) && len(text) >= 8 && len(text) <= 25 && (strings.Contains(text, "20") || strings.Contains(text, "19")); i++ {
		var err error
		day, err = time.Parse(layouts[i], text)
		ok = err == nil
	}
	return day, ok
}

// isMonth reports whether a word is the name of a month, or begins it.
func isMonth(form string, m time.Month) bool {
	name := strings.ToLower(m.String())
	return len(form) >= 3 && strings.HasPrefix(name, form) || slices.ContainsFunc(phrasesFor()[name], func(said phrase) bool { return said.words[0] == form })
}

// dated reports whether a day is stated: beside its month, and no other year; by its weekday, or from today.
func (p *passage) dated(day time.Time) bool {
	weekday := strings.ToLower(day.Weekday().String())
	called := func(said phrase) bool { return p.find(said.words) >= 0 }
	return p.places[relativeDay] != nil || p.places[weekday] != nil || slices.ContainsFunc(phrasesFor()[weekday], called) || slices.ContainsFunc(p.places[numeral(float64(day.Day()))], func(at int) bool {
		stated, year := false, true
		for i := max(0, at-8); i < min(at+9, len(p.text.Toks)); i++ {
			t := &p.text.Toks[i]
			number := t.Kind == language.Number
			stated = stated || i != at && (isMonth(t.Form, day.Month()) || number && t.Value == float64(day.Month()))
			year = year && !(number && t.Value > 1900 && t.Value < 2100 && t.Value != float64(day.Year()))
		}
		return stated && year
	})
}
