package nlu

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/catalog"
)

// market is a catalogue of what lines are about.
type market struct {
	lexicon *Lexicon
	lines   []int
	holder  map[int]string // the category of each line's value, or that it is
}

// sample makes a catalogue of lines that a test accepts.
func sample(pairs []Pair, seed int, know *thesaurus, weights *features, accepts func(line int) bool) *market {
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
	put := func(s *catalog.Shelf, line int, label, value string) {
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
	german := draw(2, seed, "german") == 1
	for _, kind := range kinds[:min(len(kinds), marketKinds)] {
		lines := byKind[kind]
		path := pairs[lines[0]].Kind
		if german {
			path = pairs[lines[0]].KindDE
		}
		if shelves[path] == nil {
			shelves[path] = &catalog.Shelf{Name: path}
			order = append(order, path)
		}
		for _, line := range lines {
			if pairs[line].Value != "" {
				put(shelves[path], line, pairs[line].Aspect, pairs[line].Value)
			} else {
				m.holder[line] = path
				m.lines = append(m.lines, line)
			}
		}
		for k := range strangers {
			if line := draw(len(pairs), seed, kind, k); accepts(line) && m.holder[line] == "" {
				switch p := &pairs[line]; {
				case p.Value != "":
					put(shelves[path], line, p.Aspect, p.Value)
				case german:
					put(shelves[path], line, "Product type", p.KindDE)
				default:
					put(shelves[path], line, "Product type", p.Kind)
				}
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
	m.lexicon = newLexicon(categories, func(path string) *catalog.Shelf { return shelves[path] }, know, weights)
	return m
}

// example is a span with what it means.
type example struct {
	query  Query
	phrase string
	line   int  // the line that it is said for; −1 for none of the catalogue
	word   bool // it is a word of the line's name
	held   bool // the thesaurus lacks it
	what   string
}

// phrases are what people say for a line, by language.
func phrases(p *Pair) map[string][]string { return map[string][]string{"en": p.EN, "de": p.DE} }

// asked are the spans that the lines of a market, and others, make: phrases of lines that a test
// accepts, phrases that mean something else, and phrases of lines that the market lacks.
func (m *market) asked(pairs []Pair, seed, fold int, accepts func(line int) bool, talk map[string][]distractor) []example {
	var out []example
	known := map[string]bool{}
	for _, line := range m.lines {
		p := &pairs[line]
		for _, s := range slices.Concat(p.EN, p.DE, p.Names()) {
			known[strings.ToLower(s)] = true
		}
	}
	add := func(code, phrase string, line int, what string, scope []string, t Type) {
		if line < 0 && known[strings.ToLower(phrase)] {
			return
		}
		toks := language.Tokenize(phrase)
		if len(toks) == 0 {
			return
		}
		e := example{Query{Tokens: toks, To: len(toks), Type: t, Scope: scope, Lang: language.Of(code)}, phrase, line, what == "word", line >= 0 && heldPhrase(line, phrase, fold), what}
		out = append(out, e)
	}
	typeOf := func(line int, phrase string) Type {
		if pairs[line].Value == "" {
			return Kind
		}
		if uses := uses[language.Topic(pairs[line].Aspect, "")]; uses && draw(3, phrase) > 0 || draw(12, phrase) == 0 {
			return For
		}
		return Is
	}
	scopeOf := func(line int, phrase string) []string {
		if pairs[line].Value == "" || draw(3, seed, phrase) == 0 {
			return nil
		}
		return []string{m.holder[line]}
	}
	for _, line := range m.lines {
		p := &pairs[line]
		stranger := p.Value != "" && m.holder[line] != p.Kind && m.holder[line] != p.KindDE
		if !accepts(line) || stranger && draw(3, seed, line) > 0 {
			continue
		}
		what := "direct"
		if pairs[line].Told != "" {
			what = "indirect"
		}
		for _, code := range []string{"en", "de"} {
			for _, s := range phrases(&pairs[line])[code] {
				add(code, s, line, what, scopeOf(line, s), typeOf(line, s))
			}
		}
		for _, s := range p.Names() {
			if p.Value != "" || s == m.holder[line] || draw(3, seed, s) == 0 {
				code := language.Detect(language.Tokenize(s), language.English()).Code
				add(code, s, line, "name", scopeOf(line, s), typeOf(line, s))
				if typo := misspell(s); typo != s {
					add(code, typo, line, "typo", scopeOf(line, s), typeOf(line, s))
				}
				if words := strings.Fields(s); p.Value == "" && len(words) > 1 { // "rain" is no kind of product
					add(code, strings.Join(words[:len(words)-1], " "), -1, "modifier", nil, Kind)
				}
				if word := wordOf(s, p.Value == ""); word != "" {
					add(code, word, line, "word", scopeOf(line, s), typeOf(line, s))
				}
			}
		}
		for _, s := range p.Not {
			what := "not"
			if heldPhrase(line, s, fold) {
				what = "not held"
			}
			add(language.Detect(language.Tokenize(s), language.English()).Code, s, -1, what, scopeOf(line, s), typeOf(line, s))
		}
		// of a line that the market lacks
		for k := range 3 {
			other := draw(len(pairs), seed, "absent", line, k)
			if k > 0 && pairs[other].Value != "" || !accepts(other) || m.holder[other] != "" {
				continue // kinds, which most shops lack most of
			}
			what := "absent"
			if pairs[other].Told != "" {
				what = "absent indirect"
			}
			for _, code := range []string{"en", "de"} {
				for _, s := range phrases(&pairs[other])[code] {
					add(code, s, -1, what, scopeOf(line, s), typeOf(other, s))
				}
			}
			for _, s := range pairs[other].Names() {
				add(language.Detect(language.Tokenize(s), language.English()).Code, s, -1, what, scopeOf(line, s), typeOf(other, s))
			}
		}
		for _, code := range []string{"en", "de"} {
			if list := talk[code]; len(list) > 0 {
				for k := range 3 {
					d := list[draw(len(list), seed, "talk", line, code, k)]
					add(code, d.phrase, -1, "talk", scopeOf(line, d.phrase), d.as)
				}
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

// gold tells which entries a span means.
func (m *market) gold(pairs []Pair, e *example, id int32) bool {
	if e.line < 0 {
		return false
	}
	x := &m.lexicon.entries[id]
	p := &pairs[e.line]
	if e.word {
		words := strings.Fields(strings.ToLower(x.text))
		if p.Value == "" {
			words = words[max(0, len(words)-1):]
		}
		return x.kind != ToAspect && slices.Contains(words, e.phrase)
	}
	if p.Value == "" {
		return x.kind != ToAspect && (x.text == p.Kind || x.text == p.KindDE)
	}
	if x.kind != ToValue {
		return false
	}
	if strings.EqualFold(x.text, p.Value) {
		return true
	}
	for _, line := range m.lines {
		o := &pairs[line]
		if strings.EqualFold(o.Value, x.text) && (contains(o.EN, e.phrase) || contains(o.DE, e.phrase)) {
			return true
		}
	}
	return false
}

func contains(list []string, s string) bool {
	return slices.ContainsFunc(list, func(o string) bool { return strings.EqualFold(o, s) })
}
