package tools

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"shopclerk/agent/language"
	"shopclerk/data"
)

// spokenForm is what people say in place of a number, or beside one.
type spokenForm struct {
	value string
	words []string
}

// spoken are those of data/calls/spoken.tsv by kind.
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

// phrase is what people say when they mean a usual value of an enumeration.
type phrase struct {
	text  string
	words []string // folded
}

// phrasesFor are those of data/calls/values.tsv by the words of the value.
var phrasesFor = sync.OnceValue(func() map[string][]phrase {
	out := map[string][]phrase{}
	for line := range strings.Lines(data.CallValues) {
		value, phrases, _ := strings.Cut(strings.TrimSpace(line), "\t")
		for text := range strings.SplitSeq(phrases, "|") {
			out[value] = append(out[value], phrase{text, language.Forms(text)})
		}
	}
	return out
})

// amount is a number that a text states at tokens [at, next), and its unit.
type amount struct {
	at, next int
	value    float64
	unit     language.Unit
}

// after matches the longest form of a kind at a token, and returns its value and the token behind it; next is at if none
// matches.
func (p *passage) after(kind string, at int) (value float64, next int) {
	for _, f := range spoken()[kind] {
		if n := at + len(f.words); at >= 0 && n <= len(p.text.Toks) && n > next && slices.EqualFunc(p.text.Toks[at:n], f.words, func(t language.Token, w string) bool { return t.Form == w }) {
			value, next = number(f.value), n
		}
	}
	return value, max(next, at)
}

// measure reads the unit behind an amount.
func (p *passage) measure(a *amount) {
	if u, next := language.UnitAt(p.text.Toks, a.next); next > a.next {
		a.unit, a.next = u, next
	}
}

// amount reads a quantity with what people say behind it: "two and a half kilos", "one point two million".
func (p *passage) amount(q *language.Counted) amount {
	a := amount{at: q.Span.From, next: q.Span.To, value: q.Low}
	a.unit, _ = language.UnitNamed(q.Unit)
	if _, next := p.after("point", a.next); next > a.next {
		for i := range p.text.Quantities {
			if tenths := &p.text.Quantities[i]; tenths.Span.From == next && tenths.Low < 10 {
				a.value, a.next = a.value+tenths.Low/10, tenths.Span.To
			}
		}
	}
	rest, next := p.after("rest", a.next)
	a.value, a.next = a.value+rest, next
	if scale, next := p.after("scale", a.next); next > a.next {
		a.value, a.next = a.value*scale, next
	}
	p.measure(&a)
	return a
}

// amounts adds the numbers that a text states to its places: in each unit of their dimension, as ordinals, added up
// ("two pounds fifty"), and as people say them ("an hour and a half").
func (p *passage) amounts() {
	toks := p.text.Toks
	put := func(at int, value float64, u language.Unit) {
		p.add(at, numeral(value))
		for _, o := range u.Others(value) {
			p.add(at, numeral(o))
		}
	}
	var before amount
	for n := range p.text.Quantities {
		q := &p.text.Quantities[n]
		_, article := p.after("article", q.Span.From)
		if toks[q.Span.From].Form == "" || q.Spelled && q.Low == 1 && article > q.Span.From { // it was taken back, or is none
			continue
		}
		a := p.amount(q)
		if put(a.at, a.value, a.unit); q.High != q.Low {
			put(a.at, q.High, a.unit)
		}
		if _, minus := p.after("minus", a.at-1); minus == a.at {
			put(a.at, -a.value, a.unit)
		}
		if _, and := p.after("and", before.next); before.next > 0 && a.at == and {
			if same := a.unit.Dimension == before.unit.Dimension; a.unit.Dimension != "" && same && a.unit.Factor < before.unit.Factor {
				put(before.at, before.value+a.value*a.unit.Factor/before.unit.Factor, before.unit)
			} else if before.unit.Dimension != "" && a.value < 100 {
				put(before.at, before.value+a.value/100, language.Unit{})
			}
		}
		if before = a; q.Currency != "" {
			before.unit = language.Unit{Dimension: q.Currency}
		}
	}
	l := language.Detect(toks, language.English())
	seconds, _ := language.UnitNamed("s")
	for i := range toks {
		if _, next := p.after("article", i); next > i {
			a := amount{at: i, next: next, value: 1}
			if p.measure(&a); a.next == next { // "a whole year"
				a.next++
				p.measure(&a)
			}
			if a.unit.Dimension == seconds.Dimension {
				rest, _ := p.after("rest", a.next) // "a minute and a half"
				put(i, 1+rest, a.unit)
			}
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
	for kind, u := range map[string]language.Unit{"time": seconds, "count": {}} {
		for _, f := range spoken()[kind] {
			if at := p.find(f.words); at >= 0 {
				put(at, number(f.value), u)
			}
		}
	}
}

func number(text string) float64 { f, _ := strconv.ParseFloat(text, 64); return f }

// ordinal is the number of an ordinal, 0 for none.
func ordinal(l *language.Language, toks []language.Token, i int) float64 {
	if n := language.Ordinal(toks[i].Form); n > 0 {
		return float64(n)
	}
	for _, ending := range spoken()["ordinal"] {
		if stem, ok := strings.CutSuffix(toks[i].Form, ending.words[0]); ok && len(stem) > 2 {
			if v, next := l.Numeral([]language.Token{{Form: stem + ending.value}}, 0); next > 0 && v >= 1 {
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

// timed reports whether the passage states a time of day, given in minutes since midnight.
func (p *passage) timed(minutes int) bool {
	for _, f := range spoken()["day"] {
		if number(f.value) == float64(minutes) && p.find(f.words) >= 0 {
			return true
		}
	}
	m := minutes % 60
	for _, h := range []int{minutes / 60, (minutes/60+11)%12 + 1} {
		if m > 0 && p.places[numeral(float64(h)+float64(m)/100)] != nil { // "8.30"
			return true
		}
		hour, next := numeral(float64(h)), numeral(float64(h%12+1))
		for kind, fits := range map[string]bool{"clock": true, "early": minutes < 720, "late": minutes >= 720} {
			for _, f := range spoken()[kind] {
				past := map[string]string{"h": hour, "n": next, "m": numeral(float64(m)), "l": numeral(float64(60 - m))}
				keys := make([]string, len(f.words))
				for i, w := range f.words {
					keys[i] = cmp.Or(past[w], w)
				}
				if fits && (f.value == "any" || number(f.value) == float64(m)) && p.find(keys) >= 0 {
					return true
				}
			}
		}
	}
	return false
}

// measured reports whether an amount that is written with its unit is stated: "6h".
func (p *passage) measured(text string) bool {
	toks := language.Tokenize(text)
	if len(toks) != 2 || toks[0].Kind != language.Number {
		return false
	}
	for _, f := range spoken()["scale"] { // "5k"
		if f.words[0] == toks[1].Form && p.places[numeral(toks[0].Value*number(f.value))] != nil {
			return true
		}
	}
	u, next := language.UnitAt(toks, 1)
	return next == 2 && p.places[numeral(toks[0].Value*u.Factor)] != nil || toks[1].Form == "m" && p.places[numeral(toks[0].Value*60)] != nil // minutes
}

// shortestSqueezed and longestSqueezed bound the letters and digits of what is looked for without spaces and marks.
const (
	shortestSqueezed = 5
	longestSqueezed  = 64
)

// squeeze leaves the letters and digits of a text, in lower case.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if language.Digit(r) || 'a' <= r && r <= 'z' {
			return r
		}
		return -1
	}, strings.ToLower(s))
}

// squeezed reports whether a value of letters and digits is written with other spaces and marks: "12 34 56 C".
func (p *passage) squeezed(text string) bool {
	if text = squeeze(text); len(text) < shortestSqueezed || len(text) > longestSqueezed || !strings.ContainsAny(text, "0123456789") {
		return false
	}
	if p.tight == "" {
		var tight strings.Builder
		p.edges = map[int]bool{}
		for _, t := range p.text.Toks {
			p.edges[tight.Len()] = true
			tight.WriteString(squeeze(t.Form))
		}
		p.edges[tight.Len()] = true
		p.tight = tight.String()
	}
	for from := 0; ; {
		at := strings.Index(p.tight[from:], text)
		if at < 0 {
			return false
		}
		if p.edges[from+at] && p.edges[from+at+len(text)] {
			return true
		}
		from += at + 1
	}
}
