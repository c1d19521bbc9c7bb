package tools

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"shopclerk/agent/language"
)

// text is an instruction taken apart.
type text struct {
	raw        string
	toks       []language.Token
	quoted     []span // what stands between quotation marks, without them
	ids        []span // what looks like the name of one thing: file names, numbers of orders, addresses
	dates      []dated
	quantities []measured
	stems      map[string]bool
	names      []span // proper nouns
	asides     []span // what says how things are, beside what is to be done
}

// span is tokens [from, to) of a text and what is written there.
type span struct {
	from, to int
	value    string
}

type dated struct {
	span
	days []string // several when day and month can be told both ways
}

type measured struct {
	span
	language.Quantity
}

var (
	// quotation finds quoted passages. A single quotation mark between letters is
	// an apostrophe.
	quotation = regexp.MustCompile("\"([^\"]+)\"|“([^”]+)”|„([^“”]+)[“”]|`([^`]+)`|(?:^|[\\s(,:=])['‘]([^'’]+(?:['’]\\p{L}[^'’]*)*)['’]")
	// naming finds what names one thing by its form.
	naming = regexp.MustCompile(`[\w.+-]+@[\w-]+(?:\.[\w-]+)+` + // mail address
		`|https?://\S+` +
		`|\b\d{1,2}:\d{2}(?::\d{2})?(?:\s?[aApP][mM])?\b` + // time of day
		`|\B\.{0,2}/[\w./-]*\w` + // path
		`|[\w-]+(?:\.[\w-]+)*\.[A-Za-z][A-Za-z0-9]{1,4}\b` + // file name
		`|#?\b[A-Za-z]{1,5}[-_]?\d[\w-]*\b|#\d+\b|\b\d{4,}\b` + // number of an order, article, card
		`|\b[A-Za-z]+_\w+\b`)
)

// take takes a text apart. today is the day relative dates count from, or empty.
func take(raw, today string) *text {
	t := &text{raw: raw, toks: language.Tokenize(raw), stems: map[string]bool{}}
	for _, m := range quotation.FindAllStringSubmatchIndex(raw, -1) {
		for g := 2; g < len(m); g += 2 {
			if m[g] >= 0 {
				t.quoted = append(t.quoted, t.span(m[g], m[g+1]))
			}
		}
	}
	for _, m := range naming.FindAllStringIndex(raw, -1) {
		s := t.span(m[0], m[1])
		if !slices.ContainsFunc(t.quoted, func(q span) bool { return q.from <= s.from && s.to <= q.to }) {
			t.ids = append(t.ids, s)
		}
	}
	t.dates = readDates(t, today)
	inside := func(from, to int) bool {
		in := func(s span) bool { return from < s.to && s.from < to }
		return slices.ContainsFunc(t.quoted, in) || slices.ContainsFunc(t.dates, func(d dated) bool { return in(d.span) })
	}
	spoken := language.Detect(t.toks, language.English())
	for _, q := range spoken.Quantities(raw) {
		s := t.span(q.From, q.To)
		for s.from+1 < s.to && !q.Spelled && t.toks[s.from].Kind != language.Number && !(t.toks[s.from].Kind == language.Mark && t.toks[s.from+1].Kind == language.Number) {
			s.from++ // "a price of $5" is the number, and what it is called
		}
		if q.Spelled && s.from > 0 && t.toks[s.from-1].Kind != language.Mark && unicode.IsUpper([]rune(s.value)[0]) {
			continue // "the Grand Canyon" is no thousand
		}
		if q.Low == q.High && t.minus(s.from-1) {
			q.Low, q.High, s = -q.Low, -q.High, span{s.from - 1, s.to, t.between(s.from-1, s.to)}
		}
		if s.from < s.to && !inside(s.from, s.to) {
			t.quantities = append(t.quantities, measured{s, q})
		}
	}
	for _, tok := range t.toks {
		if tok.Kind != language.Mark {
			t.stems[tok.Stem] = true
		}
	}
	t.setAside()
	if !spoken.Capitals {
		t.readNames()
	}
	return t
}

// readNames finds the proper nouns: words with capitals, but for the first of a sentence
// and what says by what means something is done ("using Spotify").
func (t *text) readNames() {
	for k := 1; k < len(t.toks); k++ {
		before := &t.toks[k-1]
		begins := before.Kind == language.Mark && strings.Contains(".!?:", before.Form)
		if t.toks[k].Kind != language.Word || begins || !t.proper(k) || lists.Stop[t.toks[k].Form] || lists.Means[before.Form] || t.inDate(k) || t.isQuoted(t.toks[k]) || t.inName(k) {
			continue
		}
		end := k + 1
		for end < len(t.toks) && t.toks[end].Kind == language.Word && t.proper(end) && !t.inDate(end) {
			end++
		}
		t.names = append(t.names, span{k, end, t.between(k, end)})
		k = end
	}
}

// setAside finds the parts that say how things are: from a word that begins such a part,
// at the beginning of a sentence or behind a comma, up to the next comma or the end.
func (t *text) setAside() {
	for k := 0; k < len(t.toks); k++ {
		begins := k == 0 || t.toks[k-1].Kind == language.Mark && strings.Contains(".,;!?", t.toks[k-1].Form)
		if !begins || !lists.Asides[t.toks[k].Form] {
			continue
		}
		end := k + 1
		for end < len(t.toks) && !(t.toks[end].Kind == language.Mark && strings.Contains(".,;!?", t.toks[end].Form) && !t.isQuoted(t.toks[end])) {
			end++
		}
		if k > 0 || end < len(t.toks) && t.toks[end].Form == "," { // or it is all that is said
			t.asides = append(t.asides, span{from: k, to: end})
		}
		k = end
	}
}

// span finds the tokens of bytes [from, to).
func (t *text) span(from, to int) span {
	first, _ := slices.BinarySearchFunc(t.toks, from, func(tok language.Token, at int) int { return tok.Start - at })
	last := first
	for last < len(t.toks) && t.toks[last].End <= to {
		last++
	}
	return span{first, last, t.raw[from:to]}
}

// minus reports whether token k is the sign of the number behind it, and no dash
// between words.
func (t *text) minus(k int) bool {
	return k >= 0 && k+1 < len(t.toks) && (t.toks[k].Form == "-" || t.toks[k].Form == "−") &&
		t.toks[k+1].Kind == language.Number && t.toks[k+1].Glued && (k == 0 || !t.toks[k].Glued)
}

// between is what is written at tokens [from, to).
func (t *text) between(from, to int) string { return t.raw[t.toks[from].Start:t.toks[to-1].End] }

// stemsOf returns the words of a name or label as texts have them, marks left out.
func stemsOf(s string) []string {
	var out []string
	for _, w := range nameWords(s) {
		for _, tok := range language.Tokenize(w) {
			if tok.Kind != language.Mark {
				out = append(out, tok.Stem)
			}
		}
	}
	return out
}

// at returns the end of the words of a phrase at token i, marks between them
// skipped; i when they do not stand there. The last word may be misspelt.
func (t *text) at(i int, phrase []string) (next int, typos int) {
	j := i
	for k, w := range phrase {
		for k > 0 && j < len(t.toks) && t.toks[j].Kind == language.Mark && joined(t.toks[j].Form) {
			j++
		}
		switch {
		case j >= len(t.toks) || t.toks[j].Kind == language.Mark:
			return i, 0
		case t.toks[j].Stem == w || t.toks[j].Form == w:
		case t.likes(j, w):
			typos++
		default:
			return i, 0
		}
		j++
	}
	return j, typos
}

// joined reports whether a mark may stand inside a name.
func joined(mark string) bool { return strings.Contains("-_./#", mark) }

// likes reports whether token j is a misspelling of a word: people rarely miss the
// first letter, and numbers not at all.
func (t *text) likes(j int, w string) bool {
	tok := &t.toks[j]
	return tok.Kind != language.Number && tok.Stem[0] == w[0] && len(tok.Stem) >= len(w)-2 && len(tok.Stem) <= len(w)+2 &&
		!lists.Stop[tok.Form] && language.Misspelt(tok.Stem, w)
}

// splitsName reports whether tokens [from, to) are a part of what names one thing by
// its form, and not all of it: the "data" of "data_x.csv".
func (t *text) splitsName(from, to int) bool {
	return slices.ContainsFunc(t.ids, func(s span) bool {
		first, last := s.from, s.to
		for first < last && t.toks[first].Kind == language.Mark {
			first++
		}
		for last > first && t.toks[last-1].Kind == language.Mark {
			last--
		}
		return from < last && first < to && (from > first || to < last)
	})
}
