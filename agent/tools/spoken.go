package tools

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"shopclerk/agent/language"
	"shopclerk/data"
)

// spokenForm is what people say in place of a number (data/calls/spoken.tsv).
type spokenForm struct {
	value string
	words []string
}

// spoken are those by kind: clock, day, time, count.
var spoken = sync.OnceValue(func() map[string][]spokenForm {
	out := map[string][]spokenForm{}
	for line := range strings.Lines(data.CallSpoken) {
		if cells := strings.Split(strings.TrimSpace(line), "\t"); len(cells) == 3 {
			for phrase := range strings.SplitSeq(cells[2], "|") {
				out[cells[0]] = append(out[cells[0]], spokenForm{cells[1], language.Forms(phrase)})
			}
		}
	}
	return out
})

// said are the phrases for usual values of enumerations (data/calls/values.tsv), by the words of the value.
var phrasesFor = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(data.CallValues) {
		value, phrases, _ := strings.Cut(strings.TrimSpace(line), "\t")
		out[value] = strings.Split(phrases, "|")
	}
	return out
})

// amounts adds the numbers that a text states to its places: in each unit of their dimension, as ordinals, added up
// ("two pounds fifty"), and as people say them ("an hour and a half").
func (p *passage) amounts() {
	toks := p.text.Toks
	measured := func(at int, v float64, u language.Unit) {
		p.add(at, numeral(v))
		for _, o := range u.Others(v) {
			p.add(at, numeral(o))
		}
	}
	form := func(i int) string {
		if i < 0 || i >= len(toks) {
			return ""
		}
		return toks[i].Form
	}
	forms := make([]string, len(toks))
	for i := range toks {
		forms[i] = toks[i].Form
	}
	unit := func(q *language.Counted) (language.Unit, int) {
		if u, next := language.UnitAt(toks, q.Span.To); next > q.Span.To {
			return u, next
		}
		u, _ := language.UnitNamed(q.Unit)
		return u, q.Span.To
	}
	for n := range p.text.Quantities {
		q := &p.text.Quantities[n]
		if form(q.Span.From) == "" { // it was taken back
			continue
		}
		if q.Spelled && q.Low == 1 && strings.HasPrefix(form(q.Span.From), "ein") { // an article
			continue
		}
		u, next := unit(q)
		for _, f := range spoken()["scale"] { // "one point two million"
			if form(next) == f.words[0] {
				p.add(q.Span.From, numeral(q.Low*number(f.value)))
			}
		}
		for _, f := range spoken()["rest"] { // "two and a half kilos"
			if n := q.Span.To + len(f.words); n <= len(toks) && slices.Equal(forms[q.Span.To:n], f.words) {
				if more, _ := language.UnitAt(toks, n); more.Factor > 0 {
					u = more
				}
				measured(q.Span.From, q.Low+number(f.value), u)
			}
		}
		measured(q.Span.From, q.Low, u)
		measured(q.Span.From, q.High, u)
		if form(q.Span.From-1) == "minus" {
			p.add(q.Span.From, numeral(-q.Low))
		}
		if n+1 == len(p.text.Quantities) {
			break
		}
		rest := &p.text.Quantities[n+1]
		small, _ := unit(rest)
		if form(q.Span.To) == "point" && rest.Span.From == q.Span.To+1 && rest.Low < 10 {
			decimal := q.Low + rest.Low/10
			p.add(q.Span.From, numeral(decimal))
			for _, f := range spoken()["scale"] {
				if form(rest.Span.To) == f.words[0] {
					p.add(q.Span.From, numeral(decimal*number(f.value)))
				}
			}
		}
		if gap := rest.Span.From - next; gap < 0 || gap > 1 || gap == 1 && form(next) != "and" && form(next) != "und" {
			continue
		}
		if small.Factor > 0 && small.Dimension == u.Dimension && small.Factor < u.Factor {
			measured(q.Span.From, q.Low+rest.Low*small.Factor/u.Factor, u)
		} else if q.Unit+q.Currency != "" && rest.Low < 100 {
			p.add(q.Span.From, numeral(q.Low+rest.Low/100))
		}
	}
	l := language.Detect(toks, language.English())
	seconds, _ := language.UnitNamed("s")
	for i := range toks {
		u, next := language.UnitAt(toks, i+1)
		if next == i+1 { // "a whole year"
			u, next = language.UnitAt(toks, i+2)
		}
		if next > i+1 && u.Dimension == seconds.Dimension && slices.Contains([]string{"a", "an", "ein", "eine", "einen", "einer"}, toks[i].Form) {
			measured(i, 1, u)
		}
		if n := ordinal(l, toks, i); n > 0 {
			if tens := i - 2; tens >= 0 && toks[i-1].Form == "-" {
				if v, next := l.Numeral(toks[:tens+1], tens); next > tens && v >= 20 {
					p.add(tens, numeral(v+n))
				}
			}
			p.add(i, numeral(n))
		}
	}
	for _, f := range spoken()["time"] {
		if at := p.find(f.words); at >= 0 {
			measured(at, number(f.value), seconds)
		}
	}
	for _, f := range spoken()["count"] {
		if at := p.find(f.words); at >= 0 {
			p.add(at, numeral(number(f.value)))
		}
	}
}

func number(text string) float64 { f, _ := strconv.ParseFloat(text, 64); return f }

// ordinalEndings are those of ordinals, and what the number has in their place.
var ordinalEndings = [][2]string{{"ieth", "y"}, {"fth", "ve"}, {"th", ""}, {"sten", ""}, {"ste", ""}, {"ten", ""}, {"te", ""}, {"ter", ""}}

// ordinal is the number of an ordinal, 0 for none.
func ordinal(l *language.Language, toks []language.Token, i int) float64 {
	if n := language.Ordinal(toks[i].Form); n > 0 {
		return float64(n)
	}
	for _, e := range ordinalEndings {
		if stem, ok := strings.CutSuffix(toks[i].Form, e[0]); ok && len(stem) > 2 {
			if v, next := l.Numeral([]language.Token{{Form: stem + e[1]}}, 0); next > 0 && v >= 1 {
				return v
			}
		}
	}
	return 0
}

// find returns the token at which keys of places stand in a row, marks left out; −1 if they do not.
func (p *passage) find(keys []string) int {
	toks := p.text.Toks
	for _, at := range p.places[keys[0]] {
		i, found := at+1, true
		for _, key := range keys[1:] {
			for i < len(toks) && toks[i].Kind == language.Mark {
				i++
			}
			if found = slices.Contains(p.places[key], i); !found {
				break
			}
			i++
		}
		if found {
			return at
		}
	}
	return -1
}

var clockForm = regexp.MustCompile(`(?i)(?:^|[T ])(\d{1,2})[:.](\d{2})(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?(?: ?([ap])\.?m\.?)?$`)

// clockOf reads a time of day, in minutes since midnight.
func clockOf(text string) (minutes int, ok bool) {
	if !strings.ContainsAny(text, ":.") || len(text) > 40 {
		return 0, false
	}
	m := clockForm.FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	h, minute := int(number(m[1])), int(number(m[2]))
	if half := strings.ToLower(m[3]); half != "" {
		if h %= 12; half == "p" {
			h += 12
		}
	}
	return h*60 + minute, h < 24 && minute < 60
}

// timed reports whether a time of day is stated, in minutes since midnight.
func (p *passage) timed(minutes int) bool {
	for _, f := range spoken()["day"] {
		if number(f.value) == float64(minutes) && p.find(f.words) >= 0 {
			return true
		}
	}
	m := minutes % 60
	for _, h := range []int{minutes / 60, (minutes/60+11)%12 + 1} {
		if p.places[numeral(float64(h)+float64(m)/100)] != nil && m > 0 { // "8.30"
			return true
		}
		for _, f := range spoken()["clock"] {
			late := slices.Contains(f.words, "pm") || slices.Contains(f.words, "p")
			if f.value != "any" && int(number(f.value)) != m || late && minutes < 720 || !late && minutes >= 720 && (slices.Contains(f.words, "am")) {
				continue
			}
			keys := slices.Clone(f.words)
			for i, w := range keys {
				switch w {
				case "h":
					keys[i] = numeral(float64(h))
				case "n":
					keys[i] = numeral(float64(h%12 + 1))
				case "m":
					if f.value == "any" && slices.Contains(f.words, "n") {
						keys[i] = numeral(float64(60 - m))
					} else if f.value == "any" {
						keys[i] = numeral(float64(m))
					}
				}
			}
			if p.find(keys) >= 0 {
				return true
			}
		}
	}
	return false
}

// squeezed reports whether a value of letters and digits is written with other spaces and marks: "12 34 56 C".
func (p *passage) squeezed(text string) bool {
	tight := func(s string) string {
		return strings.Map(func(r rune) rune {
			if language.Digit(r) || 'a' <= r && r <= 'z' {
				return r
			}
			return -1
		}, strings.ToLower(s))
	}
	text = tight(text)
	if len(text) < 5 || !strings.ContainsAny(text, "0123456789") {
		return false
	}
	for i := range p.text.Toks {
		all := ""
		for k := i; k < len(p.text.Toks) && len(all) < len(text); k++ {
			all += tight(p.text.Toks[k].Form)
		}
		if all == text && p.text.Toks[i].Kind != language.Mark {
			return true
		}
	}
	return false
}
