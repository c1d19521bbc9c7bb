package tools

import (
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
}

// longestPassage is how many bytes of a text are read.
const longestPassage = 64 << 10

func newPassage(from Source, raw string) *passage {
	raw = raw[:min(len(raw), longestPassage)]
	t, l := &language.Text{}, language.English()
	if from == FromWords || from == FromContext {
		t = language.Take(language.Head(raw))
		l = language.Detect(t.Toks, l)
		strike(t, l)
	} else {
		t.Toks = language.Tokenize(raw)
	}
	return passageOf(from, t, l)
}

func passageOf(from Source, t *language.Text, l *language.Language) *passage {
	p := &passage{from: from, text: t, places: map[string][]int{}}
	add := func(at int, keys ...string) {
		for _, key := range keys {
			if all := p.places[key]; key != "" && (len(all) == 0 || all[len(all)-1] != at) {
				p.places[key] = append(all, at)
			}
		}
	}
	for i := range p.text.Toks {
		switch tok := &p.text.Toks[i]; tok.Kind {
		case language.Number:
			add(i, tok.Form, numeral(tok.Value))
		case language.Word:
			add(i, tok.Form, tok.Stem, language.Root(tok.Stem))
			add(i, l.English(tok.Form)...)
			if from != FromResult && is("day", tok.Form) {
				add(i, relativeDay)
			}
		}
	}
	for _, q := range p.text.Quantities {
		add(q.Span.From, numeral(q.Low), numeral(q.High))
	}
	return p
}

// relativeDay is the key of words such as "tomorrow" among places: which day that is, the proposer knows.
const relativeDay = "#day"

// numeral is the key of a number among places.
func numeral(f float64) string { return "#" + strconv.FormatFloat(f, 'g', 12, 64) }

// strike blanks what a correction takes back ("to Bob, no wait, to Carol"), and what is said not to be meant
// ("to Carol, not Bob").
func strike(t *language.Text, l *language.Language) {
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

// share is the share of words that are said.
func (p *passage) share(words []language.Token) float64 {
	found, of := p.count(words)
	return found / max(1, of)
}

// count counts the words that are said, in any order; small words count where there are no others.
func (p *passage) count(words []language.Token) (found, of float64) {
	telling := slices.DeleteFunc(slices.Clone(words), func(w language.Token) bool { return lists().Stop[w.Form] })
	if len(telling) == 0 {
		telling = words
	}
	for _, w := range telling {
		if p.places[w.Form] != nil || p.places[language.Root(w.Stem)] != nil {
			found++
		}
	}
	return found, float64(len(telling))
}

// states reports whether a value that is no list or object is stated, by its number or date or by its words in a
// row, and which share of its words is said in any order.
func (p *passage) states(d *Domain, of any) (stated bool, share float64) {
	text := spell(of)
	if f, ok := toNumber(of); ok && p.places[numeral(f)] != nil {
		return true, 1
	}
	if day, isDate := dateOf(text); isDate {
		return p.row(wordsOf(text)) || p.dated(day), 0
	}
	if hour, minute, isTime := timeOf(text); isTime {
		return p.row(wordsOf(text)) || p.timed(hour, minute), 0
	}
	v, ok := find(d.Values, of)
	if !ok {
		v.Of = of
	}
	for _, name := range v.called() {
		words := wordsOf(name)
		stated, share = stated || p.row(words), max(share, p.share(words))
	}
	return stated, share
}

// timeOf reads a time of day.
func timeOf(text string) (hour, minute int, ok bool) {
	for _, layout := range []string{"15:04", "15:04:05", "3:04 PM", "3 PM"} {
		if t, err := time.Parse(layout, strings.ToUpper(text)); err == nil {
			return t.Hour(), t.Minute(), true
		}
	}
	return 0, 0, false
}

// timed reports whether a time of day is stated: its hour, of twelve or of twenty-four, beside what says that it is one,
// and its minutes.
func (p *passage) timed(hour, minute int) bool {
	toks := p.text.Toks
	for _, h := range []int{hour, (hour+11)%12 + 1} {
		for _, at := range p.places[numeral(float64(h))] {
			after := toks[at+1 : min(at+3, len(toks))]
			exactly := slices.ContainsFunc(after, func(t language.Token) bool { return t.Kind == language.Number && t.Value == float64(minute) })
			colon := len(after) > 1 && after[0].Form == ":"
			if exactly || minute == 0 && !colon && (at > 0 && is("clock", toks[at-1].Form) || len(after) > 0 && is("clock", after[0].Form)) {
				return true
			}
		}
	}
	return false
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

// german are the days of the week.
var german = []string{"sonntag", "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag"}

// dated reports whether a day is stated: beside its month, and no other year; by its weekday, or from today.
func (p *passage) dated(day time.Time) bool {
	named := strings.ToLower(day.Month().String()[:3])
	return p.places[relativeDay] != nil || p.places[strings.ToLower(day.Weekday().String())] != nil || p.places[german[day.Weekday()]] != nil || slices.ContainsFunc(p.places[numeral(float64(day.Day()))], func(at int) bool {
		month, year := false, true
		for i := max(0, at-4); i < min(at+5, len(p.text.Toks)); i++ {
			t := &p.text.Toks[i]
			number := t.Kind == language.Number
			month = month || i != at && (strings.HasPrefix(t.Form, named) || number && t.Value == float64(day.Month()))
			year = year && !(number && t.Value > 1900 && t.Value != float64(day.Year()))
		}
		return month && year
	})
}
