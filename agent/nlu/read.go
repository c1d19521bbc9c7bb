package nlu

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"shopclerk/agent/language"
	"shopclerk/agent/settings"
	"shopclerk/catalog"
	"shopclerk/data"
	"shopclerk/search"
)

// Reader reads messages against one catalogue. It is read-only once built and safe for concurrent
// use.
type Reader struct {
	lexicon    *Lexicon
	categories []catalog.Category
	scales     []scale
	leads      func(words string) map[string]float64
	sellsOut   bool // the catalogue tells which products are in stock
	aliases    []settings.Alias
	completer  func() *Completer
}

// NewReader returns a reader of a catalogue. shelves returns a category's shelf, nil for one without
// products. leads returns, by category path, the share of the belief over the products that words
// find, sum 1; empty where they find none.
func NewReader(categories []catalog.Category, shelves func(path string) *catalog.Shelf, leads func(words string) map[string]float64) *Reader {
	r := &Reader{lexicon: NewLexicon(categories, shelves), categories: categories, scales: scalesOf(categories, shelves), leads: leads}
	for _, c := range categories {
		shelf := shelves(c.Path)
		r.sellsOut = r.sellsOut || shelf != nil && shelf.Column(catalog.KeyStock) != nil
	}
	r.completer = sync.OnceValue(r.complete)
	return r
}

// Leads returns, by category path, the share of the belief over the products that words find.
func (r *Reader) Leads(words string) map[string]float64 {
	if r.leads == nil {
		return nil
	}
	return r.leads(words)
}

// Context is what a message is read against. The zero value is the start of a conversation.
type Context struct {
	Need     search.Need
	Currency string             // the shop's, ISO 4217
	Shown    int                // products on the shopper's page
	Asked    []string           // keys of the aspects that the clerk asked about last
	After    string             // the clerk's last question, "" for none
	Language *language.Language // of the page: the message's own is read where it shows one; nil: English
}

// Message is a message as it was read.
type Message struct {
	Text    string
	Tongue  *language.Language
	Tokens  []language.Token
	Clauses []Clause
	linked  int // phrases: see [Reader.inside]
}

// Clause is a part of a message with what its spans mean.
type Clause struct {
	Part
	Text     string
	Mentions []Mention
	Apart    bool // one of several parts of a clause: nothing outside of it tells what it is about
}

// Mention is a span with what it means.
type Mention struct {
	Span
	Text    string
	Links   []Link             // best first
	None    float64            // probability that the catalogue has nothing that is meant, 0..1
	Amount  *language.Amount   // of amounts and counts, nil for none
	Measure *language.Measured // of Rel, By, Ask, Ref and Do: the word of measure, nil for none
	Words   string             // of Measure: as it was typed
	Places  []int              // of Ref and Qty: places on the page, from 1, in the order said; −1 is the last
	All     bool               // of Ref: all that is shown
}

// Best returns the likeliest link where it is likelier than none, else nil.
func (m *Mention) Best(kinds ...LinkKind) *Link {
	for i := range m.Links {
		if l := &m.Links[i]; l.Score > m.None && (len(kinds) == 0 || slices.Contains(kinds, l.Kind)) {
			return l
		}
	}
	return nil
}

// Of returns the mentions of some types, in order.
func (c *Clause) Of(types ...Type) []*Mention {
	var out []*Mention
	for i := range c.Mentions {
		if slices.Contains(types, c.Mentions[i].Type) {
			out = append(out, &c.Mentions[i])
		}
	}
	return out
}

// Read reads a message. It is pure and deterministic. What is beyond the head of a text, see
// [language.Head], is not read.
func (r *Reader) Read(message string, in Context) Message {
	head := language.Head(message)
	m := Message{Text: spelledOut(head), Tongue: language.Detect(language.Tokenize(head), cmp.Or(in.Language, language.English()))}
	m.Tokens = language.Tokenize(m.Text)
	m.Tongue.Standard(m.Tokens)
	r.lexicon.spell(m.Tokens, m.Tongue)
	if parts := r.listed(&m, in); parts != nil {
		return r.link(m, parts, in)
	}
	facts := r.lexicon.Facts(m.Tokens, m.Tongue)
	return r.link(m, TaggerFor(m.Tongue).Tag(m.Tokens, facts, in.After, in.Shown > 0), in)
}

// drawn are the words for what emoji draw.
var drawn = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(data.Emoji) {
		emoji, word, _ := strings.Cut(strings.TrimSpace(line), "\t")
		out[emoji] = word
	}
	return out
})

// spelledOut returns a text with words in place of the emoji that draw things, each once in a row.
func spelledOut(text string) string {
	var b strings.Builder
	last := ""
	for _, r := range text {
		word, ok := drawn()[string(r)]
		switch {
		case ok && word != last:
			b.WriteString(" " + word + " ")
		case !ok && r != '\ufe0f': // how it is drawn
			b.WriteRune(r)
		}
		if ok || r != '\ufe0f' && r != ' ' {
			last = word
		}
	}
	return b.String()
}

// leastListed is how many lines of a message name an aspect and a value before it is a list of them.
const leastListed = 2

// listed reads a copied list of specifications, "Material: oak" on each line, where a message has one:
// what stands before the colon is the aspect, what stands behind it what is wanted.
func (r *Reader) listed(m *Message, in Context) []Part {
	p := Part{To: len(m.Tokens), Intent: Need}
	p.Shares[Need] = 1
	lines := 0
	begin := 0
	for i := 0; i <= len(m.Tokens); i++ {
		ends := i == len(m.Tokens) || m.Tokens[i].Form == ";"
		if !ends && i > 0 {
			ends = strings.Contains(m.Text[m.Tokens[i-1].End:m.Tokens[i].Start], "\n")
		}
		if !ends {
			continue
		}
		colon := slices.IndexFunc(m.Tokens[begin:i], func(t language.Token) bool { return t.Form == ":" || t.Form == "=" })
		from := begin
		for from < i && m.Tokens[from].Kind == language.Mark { // "- Band: steel"
			from++
		}
		switch {
		case colon > 0 && begin+colon > from && begin+colon+1 < i:
			lines++
			p.Spans = append(p.Spans, Span{From: from, To: begin + colon, Type: Of, Score: 1})
			for k := begin + colon + 1; k < i; k++ { // "steel, matt"
				next := k
				for next < i && m.Tokens[next].Form != "," {
					next++
				}
				s := Span{From: k, To: next, Type: Is, Score: 1}
				if n := m.Tokens[next-1]; next > k && n.Kind == language.Number && next-k <= 2 { // "slots: 4", "price: < 80"
					if t, ok := map[string]Type{"<": Max, "≤": Max, ">": Min, "≥": Min, n.Form: Eq}[m.Tokens[k].Form]; ok {
						s.Type = t
					}
				}
				if next > k {
					p.Spans = append(p.Spans, s)
				}
				k = next
			}
		case from < i && lines == 0 && len(p.Spans) == 0:
			p.Spans = append(p.Spans, Span{From: from, To: i, Type: Kind, Score: 0.5})
		}
		if begin = i; i < len(m.Tokens) && m.Tokens[i].Form == ";" {
			begin++
		}
	}
	if lines < leastListed {
		return nil
	}
	return []Part{p}
}

// link gives the parts of a message their meaning.
func (r *Reader) link(m Message, parts []Part, in Context) Message {
	for _, p := range parts {
		c := Clause{Text: m.text(p.From, p.To)}
		spans := r.phrases(&m, &p, corrected(&m, r.amounts(&m, &p, in)), in)
		slices.SortStableFunc(spans, func(x, y Span) int { return x.From - y.From })
		for _, s := range spans {
			c.Mentions = append(c.Mentions, r.mention(&m, s, in))
		}
		c.Part = p
		r.stocked(&m, &c, in)
		m.Clauses = append(m.Clauses, c)
	}
	return m
}

// corrected parts the spans that name what is wanted and then what is not: "VGA not DVI".
func corrected(m *Message, spans []Span) (out []Span) {
	for _, s := range spans {
		for i := s.From + 1; (s.Type == Is || s.Type == Fits) && i+1 < s.To; i++ {
			if m.Tongue.Has(m.Tokens, i, language.Negate) && !m.Tongue.Knows(m.Tokens[i-1].Form) {
				said := s
				said.To, said.Polarity = i, Want
				out, s.From, s.Polarity = append(out, said), i, Exclude
				break
			}
		}
		out = append(out, s)
	}
	return out
}

// stocked adds what a part says of stock, where the shop tells what is sold out. It is then about
// products, whatever else it may be.
func (r *Reader) stocked(m *Message, c *Clause, in Context) {
	for i := c.From; i < c.To && r.sellsOut; i++ {
		next, role := m.Tongue.Longest(m.Tokens[:c.To], i, language.RolesOf(language.Stocked))
		s := Span{From: i, To: next, Type: Is, Score: 1}
		if role == language.None || negated(m, &s) {
			continue
		}
		c.Mentions = slices.DeleteFunc(c.Mentions, func(o Mention) bool { return o.From < next && i < o.To })
		c.Mentions = append(c.Mentions, r.mention(m, s, in))
		switch asks := in.Shown > 0 && (len(c.Of(Ref)) > 0 || strings.HasSuffix(m.Text, "?") && len(c.Of(Kind)) == 0); {
		case asks && c.Intent != Compare:
			c.Intent = AskProduct
		case c.Intent != Revise && c.Intent != Sort && c.Intent != Task:
			c.Intent = Need
		}
		return
	}
}

// text returns the shopper's own words of tokens [from, to).
func (m *Message) text(from, to int) string {
	if from >= to {
		return ""
	}
	return m.Text[m.Tokens[from].Start:m.Tokens[to-1].End]
}

// mention links a span.
func (r *Reader) mention(m *Message, s Span, in Context) Mention {
	if s.Type == Is && s.Polarity == Exclude && s.From+1 < s.To && m.Tokens[s.From+1].Form == "-" && m.Tokens[s.From+1].Glued { // "non-slip"
		s.Polarity = Want
	} else if s.Polarity == Want && (s.Type == Is || s.Type == Kind || s.Type == Fits) && negated(m, &s) {
		s.Polarity = Exclude
	}
	out := Mention{Span: s, Text: m.text(s.From, s.To), None: 1}
	switch s.Type {
	case Max, Min, About, Eq, Range, Qty:
		if s.Type == Qty { // "which is bigger, 1 or 3?"
			out.Places, _ = places(m, &s, in.Shown)
		}
		out.Amount = amountOf(m, &s, in.Currency)
	case Ref:
		out.Places, out.All = places(m, &s, in.Shown)
	}
	switch s.Type {
	case Kind, Is, For, Fits, Of, Ask, Ref, Rel, By, Eq:
		out.Links, out.None = r.meanings(m, &out.Span, in)
	}
	switch s.Type {
	case Rel, By, Ask, Ref, Is, Do:
		for i := s.From; i < s.To; i++ {
			if found, next := m.Tongue.MeasureAt(m.Tokens, i); next > i && next <= s.To && (out.Measure == nil || found.Degree > out.Measure.Degree) {
				out.Measure, out.Words = &found, m.text(i, next)
			}
		}
	}
	return out
}

// plainInside is the probability from which a phrase in a longer span is meant by itself, plainSide that of one of what
// stands beside each other, mostLinked how many are linked.
const plainInside, plainSide, mostLinked = 0.58, 0.5, 250

// inside finds the best link of a phrase in tokens [from, to), as a span of a type, of which the
// probability is least at least; nil where none is plain.
func (r *Reader) inside(m *Message, from, to int, t Type, scope []string, least float64) (best *Link) {
	for i := from; i < to; i++ {
		for n := min(longestPhrase, to-i); n > 0 && m.linked < mostLinked; n-- {
			if m.linked++; m.Tongue.Knows(m.Tokens[i].Form) || m.Tongue.Knows(m.Tokens[i+n-1].Form) || !slices.ContainsFunc(m.Tokens[i:i+n], func(t language.Token) bool { return t.Kind == language.Word && len(t.Form) > 2 }) {
				continue
			}
			links, none := r.lexicon.Link(Query{Tokens: m.Tokens, From: i, To: i + n, Type: t, Scope: scope, Lang: m.Tongue})
			links = slices.DeleteFunc(links, func(l Link) bool { return l.Key != catalog.KeyBrand && r.unspelled(m, &Span{From: i, To: i + n}, &l) })
			if len(links) > 0 && links[0].Score > max(none, least) && (best == nil || links[0].Score > best.Score) {
				best = &links[0]
			}
		}
	}
	return best
}

// Asked finds what a clause asks about that no span of it is linked to: an aspect or a value, or the aspects
// that are measured in a unit it names.
func (r *Reader) Asked(m *Message, c *Clause, scope []string) (link *Link, keys []string) {
	if link = r.inside(m, c.From, c.To, Ask, scope, plainInside); link != nil && link.Kind != ToCategory {
		return link, nil
	}
	for i := c.From; i < c.To; i++ {
		ref := slices.ContainsFunc(c.Mentions, func(s Mention) bool { return s.Type == Ref && s.From <= i && i < s.To })
		if u, next := language.UnitAt(m.Tokens, i); next > i && !m.Tongue.Knows(m.Tokens[i].Form) && len(m.Tokens[i].Form) > 1 && !ref {
			keys = append(keys, r.MeasuredBy(&language.Dimension{Name: u.Dimension}, scope)...)
		}
	}
	return nil, keys
}

// negated reports whether a span begins with a negation, or stands behind one with no more than an article
// between.
func negated(m *Message, s *Span) bool {
	for i := s.From; i >= max(0, s.From-2) && i < s.To; i-- {
		if m.Tokens[i].Kind == language.Mark {
			return false
		}
		if i+1 < len(m.Tokens) && m.Tokens[i+1].Form == "-" && m.Tokens[i+1].Glued { // "non-slip"
			continue
		}
		next, role := m.Tongue.Longest(m.Tokens[:s.To], i, language.RolesOf(language.Negate, language.Exclude))
		if role != language.None && (next >= s.From || next == s.From-1 && m.Tongue.Has(m.Tokens, next, language.Filler)) {
			return true
		}
	}
	return false
}

// behindDenial returns the token of a span behind the words that exclude it, the "white" of "not in white".
func (m *Message) behindDenial(s *Span) int {
	from := s.From
	for from < s.To {
		next, role := m.Tongue.Longest(m.Tokens[:s.To], from, language.RolesOf(language.Negate, language.Exclude, language.Filler, language.Link))
		if role == language.None {
			break
		}
		from = next
	}
	return from
}

// meanings links a span in the scope that stands; the name of a kind in the whole shop.
func (r *Reader) meanings(m *Message, s *Span, in Context) ([]Link, float64) {
	if next, role := m.Tongue.Longest(m.Tokens[:s.To], s.From, language.RolesOf(language.Stocked)); r.sellsOut && role != language.None && next == s.To {
		return []Link{{Kind: ToValue, Key: catalog.KeyStock, Text: "yes", Values: []string{"yes"}, Score: 1}}, 0
	}
	q := Query{Tokens: m.Tokens, From: s.From, To: s.To, Type: s.Type, Polarity: s.Polarity, Scope: in.Need.Scope, Lang: m.Tongue}
	if s.Type == Kind {
		q.Scope = nil
	}
	links, none := r.lexicon.Link(q)
	if from := m.behindDenial(s); s.Polarity == Exclude && from > s.From && from < s.To && (len(links) == 0 || links[0].Score < none) {
		for q.From = from; q.To > from+1 && m.Tongue.Knows(m.Tokens[q.To-1].Form); { // "the rechargeable ones"
			q.To--
		}
		links, none = r.lexicon.Link(q)
	}
	return slices.DeleteFunc(links, func(l Link) bool { return r.unspelled(m, s, &l) }), none
}

// unspelled reports whether a link leads to a brand or a series that a span does not spell.
func (r *Reader) unspelled(m *Message, s *Span, l *Link) bool {
	return l.Kind == ToValue && r.proper(l.Key) && !r.spelled(m, s, l)
}

// ofKinds reports whether a link tells the kind of a product.
func (r *Reader) ofKinds(l *Link) bool {
	return l.Kind == ToCategory || l.Kind == ToValue && language.Topic(strings.ReplaceAll(l.Key, "_", " "), "") == "kind"
}

// proper reports whether the values of an aspect are names that somebody has given: brands and series.
func (r *Reader) proper(key string) bool {
	return key == catalog.KeyBrand || key != "" && language.Topic(strings.ReplaceAll(key, "_", " "), "") == "series"
}

// spelled reports whether a span has a name of a link as it is spelled, and not of everyday words alone.
func (r *Reader) spelled(m *Message, s *Span, l *Link) bool {
	names := slices.Clone(l.Values)
	for i := range r.aliases {
		if a := &r.aliases[i]; slices.Contains(l.Values, a.Value) {
			names = append(names, a.Words...)
		}
	}
	for _, name := range names {
		own := language.Tokenize(name)
		for i := s.From; i+len(own) <= s.To; i++ {
			same, plain := true, true
			for k := range own {
				t := &m.Tokens[i+k]
				same = same && own[k].Form == t.Form
				plain = plain && !t.Capital && (m.Tongue.Knows(t.Form) || m.Tongue.Common[t.Form] || m.Tongue.Said(t.Form) > 0 || len(t.Form) < 3)
			}
			if same && !plain {
				return true
			}
		}
	}
	return false
}
