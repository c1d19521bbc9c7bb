package reading

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/catalog"
)

// market is a catalogue of what lines are about.
type market struct {
	lexicon *nlu.Lexicon
	lines   []int
	holder  map[int]string // the category of each line's value, or that it is
}

// sample makes a catalogue of lines that a test accepts.
func sample(pairs []pair, seed int, know *nlu.Thesaurus, weights []float64, accepts func(line int) bool) *market {
	m := &market{holder: map[int]string{}}
	byKind := map[string][]int{}
	var kinds []string
	for i := range pairs {
		if accepts(i) {
			if byKind[pairs[i].Kind] == nil {
				kinds = append(kinds, pairs[i].Kind)
			}
			byKind[pairs[i].Kind] = append(byKind[pairs[i].Kind], i)
		}
	}
	slices.SortStableFunc(kinds, func(a, b string) int { return draw(1<<30, seed, a) - draw(1<<30, seed, b) })
	shelves := map[string]*catalog.Shelf{}
	var order []string
	german := draw(2, seed, "german") == 1
	called := func(p *pair) string {
		if german {
			return p.KindDE
		}
		return p.Kind
	}
	put := func(s *catalog.Shelf, line int) {
		label, value := pairs[line].Aspect, pairs[line].Value
		if value == "" {
			label, value = "Product type", called(&pairs[line])
		}
		key := strings.ReplaceAll(strings.ToLower(label), " ", "_")
		c := s.Column(key)
		if c == nil {
			c = &catalog.Column{Aspect: catalog.Aspect{Key: key, Label: label, Kind: catalog.Multi, Coverage: 1}}
			s.Columns = append(s.Columns, c)
		}
		if code := len(c.Values); !slices.ContainsFunc(c.Values, func(v catalog.Value) bool { return strings.EqualFold(v.Text, value) }) {
			c.Values = append(c.Values, catalog.Value{Text: value})
			for range 1 + draw(20, seed, s.Name, code) {
				c.Codes = append(c.Codes, uint32(code))
			}
			m.holder[line] = s.Name
			m.lines = append(m.lines, line)
		}
	}
	for _, kind := range kinds[:min(len(kinds), marketKinds)] {
		path := called(&pairs[byKind[kind][0]])
		if shelves[path] == nil {
			shelves[path] = &catalog.Shelf{Name: path}
			order = append(order, path)
		}
		for _, line := range byKind[kind] {
			if pairs[line].Value != "" {
				put(shelves[path], line)
			} else {
				m.holder[line] = path
				m.lines = append(m.lines, line)
			}
		}
		for k := range strangers {
			if line := draw(len(pairs), seed, kind, k); accepts(line) && m.holder[line] == "" {
				put(shelves[path], line)
			}
		}
	}
	var categories []catalog.Category
	for _, path := range order {
		c := catalog.Category{Path: path, Name: path, Size: 20 + draw(200, seed, path)}
		for _, col := range shelves[path].Columns {
			c.Aspects = append(c.Aspects, col.Aspect)
		}
		categories = append(categories, c)
	}
	m.lexicon = nlu.NewLexiconWith(categories, func(path string) *catalog.Shelf { return shelves[path] }, know, weights)
	return m
}

// example is a span with what it means.
type example struct {
	query  nlu.Query
	phrase string
	line   int    // the line that it is said for; −1 for none of the catalogue
	held   bool   // the thesaurus lacks it
	what   string // its sort; a "word" is one of the line's name
}

// asked are the spans that the lines of a market, and others, make: phrases of lines that a test
// accepts, phrases that mean something else, and phrases of lines that the market lacks.
func (m *market) asked(pairs []pair, seed, fold int, accepts func(line int) bool, talk map[string][]distractor) []example {
	var out []example
	known := map[string]bool{}
	for _, line := range m.lines {
		p := &pairs[line]
		for _, s := range slices.Concat(p.EN, p.DE, p.names()) {
			known[strings.ToLower(s)] = true
		}
	}
	add := func(l *language.Language, phrase string, line int, what string, scope []string, t nlu.Type) {
		toks := language.Tokenize(phrase)
		if len(toks) > 0 && (line >= 0 || !known[strings.ToLower(phrase)]) {
			q := nlu.Query{Tokens: toks, To: len(toks), Type: t, Scope: scope, Lang: l}
			out = append(out, example{q, phrase, line, line >= 0 && heldPhrase(line, phrase, fold), what})
		}
	}
	typeOf := func(p *pair, phrase string) nlu.Type {
		switch {
		case p.Value == "":
			return nlu.Kind
		case nlu.OfUse(language.Topic(p.Aspect, "")) && draw(3, phrase) > 0 || draw(12, phrase) == 0:
			return nlu.For
		}
		return nlu.Is
	}
	spoken := func(s string) *language.Language { return language.Detect(language.Tokenize(s), language.English()) }
	for _, line := range m.lines {
		p := &pairs[line]
		stranger := p.Value != "" && m.holder[line] != p.Kind && m.holder[line] != p.KindDE
		if !accepts(line) || stranger && draw(3, seed, line) > 0 {
			continue
		}
		scopeOf := func(phrase string) []string {
			if p.Value == "" || draw(3, seed, phrase) == 0 {
				return nil
			}
			return []string{m.holder[line]}
		}
		said := func(of *pair, line int, what, indirect string) {
			if of.Told != "" {
				what = indirect
			}
			for _, s := range of.EN {
				add(language.English(), s, line, what, scopeOf(s), typeOf(of, s))
			}
			for _, s := range of.DE {
				add(language.Of("de"), s, line, what, scopeOf(s), typeOf(of, s))
			}
		}
		said(p, line, "direct", "indirect")
		for _, s := range p.names() {
			if p.Value == "" && s != m.holder[line] && draw(3, seed, s) > 0 {
				continue
			}
			l, scope, t := spoken(s), scopeOf(s), typeOf(p, s)
			add(l, s, line, "name", scope, t)
			if typo := misspell(s); typo != s {
				add(l, typo, line, "typo", scope, t)
			}
			if words := strings.Fields(s); p.Value == "" && len(words) > 1 { // "rain" is no kind of product
				add(l, strings.Join(words[:len(words)-1], " "), -1, "modifier", nil, nlu.Kind)
			}
			if word := wordOf(s, p.Value == ""); word != "" {
				add(l, word, line, "word", scope, t)
			}
		}
		for _, s := range p.Not {
			what := "not"
			if heldPhrase(line, s, fold) {
				what = "not held"
			}
			add(spoken(s), s, -1, what, scopeOf(s), typeOf(p, s))
		}
		// of a line that the market lacks
		for k := range 3 {
			at := draw(len(pairs), seed, "absent", line, k)
			other := &pairs[at]
			if k > 0 && other.Value != "" || !accepts(at) || m.holder[at] != "" {
				continue // kinds, which most shops lack most of
			}
			said(other, -1, "absent", "absent indirect")
			for _, s := range other.names() {
				what := "absent"
				if other.Told != "" {
					what = "absent indirect"
				}
				add(spoken(s), s, -1, what, scopeOf(s), typeOf(other, s))
			}
		}
		for _, code := range []string{"en", "de"} {
			for k := range min(3, len(talk[code])) {
				d := talk[code][draw(len(talk[code]), seed, "talk", line, code, k)]
				add(language.Of(code), d.phrase, -1, "talk", scopeOf(d.phrase), d.as)
			}
		}
	}
	return out
}

// misspell exchanges two letters of a text, or leaves one out.
func misspell(s string) string {
	at := 1 + draw(max(1, len(s)-3), "typo", s)
	for i := at; i+1 < len(s); i++ {
		if a, b := s[i], s[i+1]; len(s) > 5 && a != b && a >= 'a' && a <= 'z' && b >= 'a' && b <= 'z' {
			if draw(2, s) == 0 {
				return s[:i] + s[i+1:]
			}
			return s[:i] + string([]byte{b, a}) + s[i+2:]
		}
	}
	return s
}

// wordOf is the last word of a name of several, or any of them; "" where it tells little.
func wordOf(s string, last bool) string {
	words := strings.Fields(strings.ToLower(s))
	i := len(words) - 1
	if !last {
		i = draw(len(words), "word", s)
	}
	if w := words[i]; len(words) > 1 && len(w) > 3 && language.English().Said(w) < 0.0002 && language.Fold(w) == w {
		return w
	}
	return ""
}

// gold reports whether a span means what the catalogue calls by a text.
func (m *market) gold(pairs []pair, e *example, kind nlu.LinkKind, text string) bool {
	if e.line < 0 {
		return false
	}
	p := &pairs[e.line]
	switch {
	case e.what == "word":
		words := strings.Fields(strings.ToLower(text))
		if p.Value == "" {
			words = words[max(0, len(words)-1):]
		}
		return kind != nlu.ToAspect && slices.Contains(words, e.phrase)
	case p.Value == "":
		return kind != nlu.ToAspect && (text == p.Kind || text == p.KindDE)
	case kind != nlu.ToValue:
		return false
	}
	return strings.EqualFold(text, p.Value) || slices.ContainsFunc(m.lines, func(line int) bool {
		o := &pairs[line]
		return strings.EqualFold(o.Value, text) && (contains(o.EN, e.phrase) || contains(o.DE, e.phrase))
	})
}

func contains(list []string, s string) bool {
	return slices.ContainsFunc(list, func(o string) bool { return strings.EqualFold(o, s) })
}
