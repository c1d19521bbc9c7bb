package nlu

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/catalog"
)

// draw is a number that a text determines, [0, n).
func draw(n int, text ...any) int {
	h := fnv.New64a()
	fmt.Fprint(h, text...)
	x := h.Sum64()
	x ^= x >> 31
	x *= 0x9e3779b97f4a7c15
	x ^= x >> 29
	return int(x % uint64(n))
}

// folds is into how many parts lines and phrases are divided to hold one of them out.
const folds = 5

// heldLine and heldPhrase report whether a line, or a phrase of a line, is held out in a fold.
func heldLine(line, fold int) bool { return draw(folds, "line", line) == fold }

func heldPhrase(line int, phrase string, fold int) bool {
	return draw(folds, "phrase", line, phrase) == fold
}

// without leaves out of pairs what is held out in a fold: lines among those of lines, phrases
// everywhere.
func without(pairs []Pair, fold int, lines func(line int) bool) []Pair {
	var out []Pair
	for i := range pairs {
		if lines(i) {
			continue
		}
		p := pairs[i]
		keep := func(phrases []string) (kept []string) {
			for _, s := range phrases {
				if !heldPhrase(i, s, fold) {
					kept = append(kept, s)
				}
			}
			return kept
		}
		p.EN, p.DE, p.Not = keep(p.EN), keep(p.DE), keep(p.Not)
		out = append(out, p)
	}
	return out
}

// market is a catalogue of what lines are about.
type market struct {
	lexicon *Lexicon
	lines   []int
	holder  map[int]string // the category of each line's value, or that it is
}

const (
	// marketKinds is how many categories a sampled catalogue has, and strangers how many values of
	// other kinds each of them has.
	marketKinds, strangers = 24, 10
)

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

// choice is a span as the learner sees it: its candidates, of which the last is none.
type choice struct {
	candidates []features
	gold       []bool
	weight     float64
}

// LearnLinks learns the weights of links from pairs, as data.LinkWeights has them: a conditional
// logit (McFadden, 1974) among the candidates of a span and none, in rounds, because the weights
// choose what speaks for a candidate. It is deterministic.
func LearnLinks(repository fs.FS, pairs []Pair) (string, error) {
	w, err := learnLinks(repository, pairs, func(int) bool { return true })
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for i, v := range w {
		fmt.Fprintf(&out, "%s\t%.3f\n", featureNames[i], v)
	}
	return out.String(), nil
}

// absent reports whether the thesaurus is without a line where it is learned or measured how much
// it helps.
func absent(line int) bool { return draw(6, "absent", line) == 0 }

// learnLinks learns from the lines that a test accepts.
func learnLinks(repository fs.FS, pairs []Pair, accepts func(line int) bool) (*features, error) {
	const rounds, markets, fold = 3, 24, 1
	text, err := conceptLines(repository, without(pairs, fold, func(line int) bool { return absent(line) || !accepts(line) }))
	if err != nil {
		return nil, err
	}
	talk, err := distractors(repository)
	if err != nil {
		return nil, err
	}
	w, know := firstWeights(), readThesaurus(text)
	for range rounds {
		var choices []choice
		for seed := range markets {
			m := sample(pairs, seed, know, w, func(line int) bool { return accepts(line) && !absent(line) })
			for _, e := range m.asked(pairs, seed, fold, accepts, talk) {
				if c, ok := m.choice(pairs, &e); ok {
					choices = append(choices, c)
				}
			}
		}
		w.learn(choices)
	}
	return w, nil
}

// MeasureLinks learns from four fifths of the lines and tells, for each sort of span that the
// others make, how many there were and the shares that were linked rightly, wrongly and not, and
// that were among the first three or rightly or wrongly not linked. The thesaurus lacks the lines
// that [absent] tells and what is "held" of the phrases; "scoped" spans are looked up in the
// category of the product.
func MeasureLinks(repository fs.FS, pairs []Pair) (string, error) {
	const held, fold, first, markets = 0, 2, 1000, 30
	w, err := learnLinks(repository, pairs, func(line int) bool { return !heldLine(line, held) })
	if err != nil {
		return "", err
	}
	text, err := conceptLines(repository, without(pairs, fold, absent))
	if err != nil {
		return "", err
	}
	talk, err := distractors(repository)
	if err != nil {
		return "", err
	}
	type count struct{ all, right, wrong, none, near int }
	know, counts := readThesaurus(text), map[string]*count{}
	for seed := first; seed < first+markets; seed++ {
		m := sample(pairs, seed, know, w, func(line int) bool { return !absent(line) })
		for _, e := range m.asked(pairs, seed, fold, func(line int) bool { return heldLine(line, held) }, talk) {
			if _, ok := m.choice(pairs, &e); !ok {
				continue
			}
			name := e.what
			if e.held {
				name += " held"
			}
			if e.what == "direct" && e.query.Scope != nil {
				name += " scoped"
			}
			c := counts[name]
			if c == nil {
				c = &count{}
				counts[name] = c
			}
			links, none := m.lexicon.Link(e.query)
			at := slices.IndexFunc(links, func(l Link) bool { return m.leads(pairs, &e, &l) })
			c.all++
			switch {
			case len(links) == 0 || links[0].Score <= none:
				c.none++
				c.near++
				continue
			case at == 0:
				c.right++
			default:
				c.wrong++
			}
			if at >= 0 && at < 3 {
				c.near++
			}
		}
	}
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		c := counts[name]
		share := func(n int) float64 { return float64(n) / float64(c.all) }
		fmt.Fprintf(&out, "%-20s %5d right %.3f wrong %.3f none %.3f near %.3f\n", name, c.all, share(c.right), share(c.wrong), share(c.none), share(c.near))
	}
	return out.String(), nil
}

// leads reports whether a link leads to what an example means.
func (m *market) leads(pairs []Pair, e *example, l *Link) bool {
	for id := range m.lexicon.entries {
		x := &m.lexicon.entries[id]
		switch {
		case x.kind != l.Kind || !m.gold(pairs, e, int32(id)):
		case x.kind == ToCategory && slices.Contains(l.Categories, x.text):
			return true
		case x.kind == ToValue && l.Key == m.lexicon.aspects[x.aspect].key && l.Values[0] == x.text:
			return true
		}
	}
	return false
}

// elsewhere is the weight of a span that means nothing: samples have more of them than messages,
// most of which are said to the shop that they are about.
const elsewhere = 0.8

// choice is what an example teaches; nothing where what stands in the talk of other shops is a
// name here.
func (m *market) choice(pairs []Pair, e *example) (c choice, ok bool) {
	l := m.lexicon.linker(e.query)
	l.find()
	c = choice{weight: 1}
	known := false
	if e.line < 0 {
		c.weight = elsewhere
	}
	for i := range l.candidates {
		if k := l.candidates[i]; !math.IsInf(k.score, -1) {
			if (e.what == "talk" || e.what == "modifier") && k.features[fWhole] > 0 {
				return c, false
			}
			gold := m.gold(pairs, e, k.entry)
			if !gold && (e.word && k.nameCover > 0.99 && k.spanCover > 0.99 || slices.Contains(settled, feature(k.relation))) {
				continue // right too, or not told by pairs
			}
			c.candidates, c.gold = append(c.candidates, k.features), append(c.gold, gold)
			known = known || gold
		}
	}
	c.candidates, c.gold = append(c.candidates, l.nothing()), append(c.gold, !known)
	return c, true
}

// distractor is a piece of a message to another shop.
type distractor struct {
	phrase string
	as     Type
}

// distractors are spans of the marked messages of a repository, and pieces of what stands between
// them, by language.
func distractors(repository fs.FS) (map[string][]distractor, error) {
	out := map[string][]distractor{}
	for _, l := range language.Languages() {
		text, err := fs.ReadFile(repository, "data/reading/"+l.Code+"/marked.jsonl")
		if err != nil {
			return nil, err
		}
		for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
			var row struct{ M string }
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				return nil, err
			}
			m := Unmark(row.M)
			between := 0
			for _, p := range m.Parts {
				for _, s := range p.Spans {
					if s.Type == Kind || s.Type == Is || s.Type == For || s.Type == Fits {
						out[l.Code] = append(out[l.Code], distractor{m.piece(s.From, s.To), s.Type})
					}
					if to := min(s.From, between+1+draw(3, row.M, between)); between < to {
						out[l.Code] = append(out[l.Code], distractor{m.piece(between, to), []Type{Is, For, Is, Kind}[draw(4, row.M)]})
					}
					between = s.To
				}
			}
		}
	}
	return out, nil
}

func (m *Marked) piece(from, to int) string { return m.Text[m.Tokens[from].Start:m.Tokens[to-1].End] }

// learn fits the weights by gradient ascent with momentum on the likelihood, with a ridge towards
// where it began.
func (w *features) learn(choices []choice) {
	const steps, ridge, momentum = 250, 0.0002, 0.9
	begin := *firstWeights()
	var velocity features
	for step := range steps {
		var g features
		for i := range choices {
			w.gradient(&choices[i], &g)
		}
		rate := 1.5 / (1 + float64(step)/100)
		for i := range w {
			if slices.Contains(settled, feature(i)) {
				continue
			}
			velocity[i] = momentum*velocity[i] + rate*(g[i]/float64(len(choices))-ridge*(w[i]-begin[i]))
			w[i] += velocity[i]
		}
	}
}

// gradient adds that of the logarithm of the probability of what is right.
func (w *features) gradient(c *choice, g *features) {
	p, goal := make([]float64, len(c.candidates)), 0.0
	for i := range c.candidates {
		p[i] = c.candidates[i].dot(w)
	}
	language.Softmax(p)
	for i, right := range c.gold {
		if right {
			goal += p[i]
		}
	}
	for i := range p {
		d := -p[i]
		if c.gold[i] {
			d += p[i] / max(goal, 1e-12)
		}
		for k, v := range c.candidates[i] {
			g[k] += c.weight * d * v
		}
	}
}
