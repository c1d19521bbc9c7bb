package language

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Text is an instruction taken apart.
type Text struct {
	Raw        string
	Toks       []Token
	Quoted     []Span // what stands between quotation marks, without them
	IDs        []Span // what looks like the name of one thing: file names, numbers of orders, addresses
	Quantities []Counted
}

// Span is tokens [From, To) of a text and what is written there.
type Span struct {
	From, To int
	Said     string
}

// Counted is a quantity and the passage that it is read from; From and To are tokens.
type Counted struct {
	Span
	Quantity
}

// Overlaps reports whether two passages share a token.
func (s Span) Overlaps(o Span) bool { return s.From < o.To && o.From < s.To }

// Has reports whether token k belongs to the passage.
func (s Span) Has(k int) bool { return s.From <= k && k < s.To }

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

// Take takes a text apart.
func Take(raw string) *Text {
	t := &Text{Raw: raw, Toks: Tokenize(raw)}
	for _, m := range quotation.FindAllStringSubmatchIndex(raw, -1) {
		for g := 2; g < len(m); g += 2 {
			if m[g] >= 0 {
				t.Quoted = append(t.Quoted, t.SpanOf(m[g], m[g+1]))
			}
		}
	}
	for _, m := range naming.FindAllStringIndex(raw, -1) {
		s := t.SpanOf(m[0], m[1])
		if !slices.ContainsFunc(t.Quoted, func(q Span) bool { return q.From <= s.From && s.To <= q.To }) {
			t.IDs = append(t.IDs, s)
		}
	}
	spoken := Detect(t.Toks, English())
	for _, q := range spoken.Quantities(raw) {
		s := t.SpanOf(q.From, q.To)
		for s.From+1 < s.To && !q.Spelled && t.Toks[s.From].Kind != Number && currencyWords[t.Toks[s.From].Form] == "" {
			s.From++ // "a price of $5" is the number, and what it is called
		}
		if s.From > 0 && t.Toks[s.From].Kind == Word && t.Toks[s.From-1].Kind != Mark && unicode.IsUpper([]rune(s.Said)[0]) {
			continue // "the Grand Canyon" is no thousand
		}
		if q.Low == q.High && t.minus(s.From-1) {
			q.Low, q.High, s = -q.Low, -q.High, t.Passage(s.From-1, s.To)
		}
		if !slices.ContainsFunc(t.Quoted, s.Overlaps) {
			t.Quantities = append(t.Quantities, Counted{s, q})
		}
	}
	return t
}

// SpanOf finds the tokens of bytes [from, to).
func (t *Text) SpanOf(from, to int) Span {
	first, _ := slices.BinarySearchFunc(t.Toks, from, func(tok Token, at int) int { return tok.Start - at })
	last := first
	for last < len(t.Toks) && t.Toks[last].End <= to {
		last++
	}
	return Span{first, last, t.Raw[from:to]}
}

// minus reports whether token k is the sign of the number behind it, and no dash
// between words.
func (t *Text) minus(k int) bool {
	return k >= 0 && (t.Toks[k].Form == "-" || t.Toks[k].Form == "−") &&
		t.Toks[k+1].Kind == Number && t.Toks[k+1].Glued && (!t.Toks[k].Glued || t.Toks[k-1].Kind == Mark)
}

// Between is what is written at tokens [from, to).
func (t *Text) Between(from, to int) string { return t.Raw[t.Toks[from].Start:t.Toks[to-1].End] }

// Passage is tokens [from, to), at least one.
func (t *Text) Passage(from, to int) Span { return Span{from, to, t.Between(from, to)} }

// NamesOne reports whether a text holds what names one thing by its form.
func NamesOne(text string) bool { return naming.MatchString(text) }

// InName reports whether a token is inside what names one thing by its form.
func (t *Text) InName(k int) bool {
	return slices.ContainsFunc(t.IDs, func(s Span) bool { return s.Has(k) }) || slices.ContainsFunc(t.Quoted, func(s Span) bool { return s.Has(k) && naming.FindString(s.Said) == s.Said })
}

// NameWords splits an identifier at its marks and capitals, in lower case:
// "rear_left", "rearLeft" and "rear-left" are two words each.
func NameWords(name string) []string {
	var out []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			out = append(out, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case unicode.IsUpper(r) && i > 0 && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			flush()
		}
		word = append(word, r)
	}
	flush()
	return out
}

// NameStems are the words of a name or label as texts have them, marks left out.
func NameStems(s string) []string {
	var out []string
	for _, w := range NameWords(s) {
		for _, tok := range Tokenize(w) {
			if tok.Kind != Mark {
				out = append(out, tok.Stem)
			}
		}
	}
	return out
}
