package nlu

import (
	"cmp"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"shopclerk/agent/language"
	"shopclerk/catalog"
)

// Lexicon is what a catalogue's own words mean: its categories, aspects and values. It is read-only
// once built and safe for concurrent use.
type Lexicon struct {
	words      wordTable
	categories []lexCategory
	index      map[string]int32 // categories by path
	products   int
	aspects    []lexAspect
	entries    []entry
	names      []name
	byKey      map[uint64][]int32 // names by [wordTable.key]
	byNorm     map[int32][]int32  // names by the norms of their words
	phrases    PhraseFacts
	speller    language.Speller
}

type lexCategory struct {
	path string
	size int // products
}

// lexAspect is an aspect of a key, in whichever categories have it.
type lexAspect struct {
	key    string
	labels []string
	topic  string // see [language.Topic]
	named  bool   // its values are names: a brand, series or model
	in     []tally
}

// entry is what a name means: a level of the category tree, a value or an aspect.
type entry struct {
	kind   LinkKind
	text   string  // as the catalogue spells it
	aspect int32   // of a value or an aspect; −1
	flag   bool    // a value of yes, named by its aspect
	in     []tally // categories ascending, with the products that have it
	total  int     // products of them all
}

// tally counts products of a category.
type tally struct {
	category int32
	count    int
}

// name is a way in which the catalogue spells an entry.
type name struct {
	entry int32
	words []int32 // forms
	part  bool    // one side of "Hats & Caps"
}

const (
	// maxNameWords is how many words a value has at most that a shopper names, and maxNameBytes
	// how long its text is: longer ones are titles and sentences.
	maxNameWords, maxNameBytes = 8, 60
	// maxColumnValues bounds the values that are taken of one aspect of one category, the
	// commonest first.
	maxColumnValues = 1000
	// titleShare is the share of distinct values from which an aspect of at least titleSize
	// values numbers or names products.
	titleShare, titleSize = 0.9, 50
)

// NewLexicon learns the words of a catalogue. shelves returns the products of a category, nil for
// none; it is called once a category, in order, and what it returns is not kept.
func NewLexicon(categories []catalog.Category, shelves func(path string) *catalog.Shelf) *Lexicon {
	b := &lexiconBuilder{
		Lexicon: &Lexicon{words: newWordTable(), index: map[string]int32{}, byKey: map[uint64][]int32{}, byNorm: map[int32][]int32{}},
		aspect:  map[string]int32{}, entry: map[entryID]int32{},
	}
	for i := range categories {
		b.category(&categories[i])
	}
	for i := range categories {
		if shelf := shelves(categories[i].Path); shelf != nil {
			for _, c := range shelf.Columns {
				b.column(int32(i), c)
			}
		}
	}
	b.finish()
	return b.Lexicon
}

type entryID struct {
	kind   LinkKind
	aspect int32
	text   string
}

type lexiconBuilder struct {
	*Lexicon
	aspect map[string]int32
	entry  map[entryID]int32
}

// add counts products of a category that have what a text names.
func (b *lexiconBuilder) add(id entryID, text string, category int32, count int) *entry {
	k, ok := b.entry[id]
	if !ok {
		k = int32(len(b.entries))
		b.entry[id] = k
		b.entries = append(b.entries, entry{kind: id.kind, text: text, aspect: id.aspect})
	}
	e := &b.entries[k]
	if n := len(e.in); n > 0 && e.in[n-1].category == category {
		e.in[n-1].count += count
	} else {
		e.in = append(e.in, tally{category, count})
	}
	e.total += count
	return e
}

// category adds the levels of a category's path, of which each stands for all below it, and its
// aspects.
func (b *lexiconBuilder) category(c *catalog.Category) {
	id := int32(len(b.categories))
	b.index[c.Path] = id
	b.categories = append(b.categories, lexCategory{c.Path, c.Size})
	b.products += c.Size
	levels := strings.Split(c.Path, " > ")
	for i, level := range levels {
		b.add(entryID{ToCategory, -1, strings.Join(levels[:i+1], " > ")}, level, id, c.Size)
	}
	if c.Name != "" && c.Name != levels[len(levels)-1] {
		b.add(entryID{ToCategory, -1, c.Path + " > "}, c.Name, id, c.Size)
	}
	for _, a := range c.Aspects {
		k, ok := b.aspect[a.Key]
		if !ok {
			k = int32(len(b.aspects))
			b.aspect[a.Key] = k
			label := cmp.Or(a.Label, a.Key)
			topic := cmp.Or(language.Topic(label, a.Unit), language.Topic(strings.ReplaceAll(a.Key, "_", " "), a.Unit))
			b.aspects = append(b.aspects, lexAspect{key: a.Key, topic: topic, named: a.Key == catalog.KeyBrand || topic == "series"})
		}
		x := &b.aspects[k]
		if label := cmp.Or(a.Label, a.Key); !slices.Contains(x.labels, label) {
			x.labels = append(x.labels, label)
		}
		n := int(math.Round(a.Coverage * float64(c.Size)))
		x.in = append(x.in, tally{id, n})
		b.add(entryID{ToAspect, k, ""}, x.labels[0], id, n)
	}
}

// column adds the values of an aspect in a category.
func (b *lexiconBuilder) column(category int32, c *catalog.Column) {
	k, ok := b.aspect[c.Aspect.Key]
	if !ok || c.Aspect.Kind == catalog.Numeric {
		return
	}
	counts := c.Counts()
	total := 0
	for _, n := range counts {
		total += n
	}
	if !b.aspects[k].named && total >= titleSize && float64(len(c.Values)) > titleShare*float64(total) {
		return
	}
	for i, code := range catalog.Commonest(counts) {
		text := strings.TrimSpace(c.Values[code].Text)
		switch {
		case i >= maxColumnValues:
			return
		case c.Aspect.Kind == catalog.Flag && text == "yes":
			b.add(entryID{ToValue, k, text}, b.aspects[k].labels[0], category, counts[code]).flag = true
		case c.Aspect.Kind == catalog.Flag || text == "" || len(text) > maxNameBytes || !utf8.ValidString(text):
		default:
			b.add(entryID{ToValue, k, c.Values[code].Text}, c.Values[code].Text, category, counts[code])
		}
	}
}

// finish indexes the names of all entries.
func (b *lexiconBuilder) finish() {
	spelt := map[string]language.Info{}
	for id := range b.entries {
		e := &b.entries[id]
		texts := []string{e.text}
		if e.kind == ToAspect || e.flag {
			texts = b.aspects[e.aspect].labels
		}
		for _, text := range texts {
			for i, words := range b.sides(text) {
				b.name(name{entry: int32(id), words: words, part: i > 0})
			}
		}
	}
	for id := range b.names {
		n := &b.names[id]
		e := &b.entries[n.entry]
		for _, w := range n.words {
			f := b.words.forms[w]
			info := spelt[f.form]
			info.Count += e.total
			info.Alone = info.Alone || len(n.words) == 1
			spelt[f.form] = info
		}
		if stems := stringsOf(&b.words, n.words); e.kind == ToCategory {
			b.phrases.AddCategory(stems)
		} else if e.kind == ToAspect {
			b.phrases.Add(stems, NamesAspect)
		} else if b.aspects[e.aspect].named {
			b.phrases.Add(stems, NamesBrand)
		} else {
			b.phrases.AddValue(stems)
		}
	}
	b.speller = language.NewSpeller(spelt)
}

// name adds a name under its keys and its words.
func (b *lexiconBuilder) name(n name) {
	if len(n.words) == 0 || len(n.words) > maxNameWords {
		return
	}
	id := int32(len(b.names))
	b.names = append(b.names, n)
	for _, key := range b.words.keys(n.words) {
		b.byKey[key] = append(b.byKey[key], id)
	}
	for _, w := range n.words {
		for _, norm := range b.words.forms[w].norms {
			if l := b.byNorm[norm]; len(l) == 0 || l[len(l)-1] != id {
				b.byNorm[norm] = append(l, id)
			}
		}
	}
}

// sides are the words of a text, then those of each of its parts where marks divide it:
// "Hats & Caps".
func (b *lexiconBuilder) sides(text string) [][]int32 {
	toks := language.Tokenize(text)
	out := [][]int32{b.words.of(toks)}
	for from := 0; from < len(toks); {
		to := from
		for to < len(toks) && (toks[to].Kind != language.Mark || toks[to].Glued && language.Joins(&toks[to])) {
			to++
		}
		if words := b.words.of(toks[from:to]); len(words) > 0 && len(words) < len(out[0]) {
			out = append(out, words)
		}
		from = to + 1
	}
	return out
}

func stringsOf(t *wordTable, words []int32) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = t.forms[w].form
	}
	return out
}

// wordTable numbers the forms of words, and their norms: the stems by which forms are compared.
type wordTable struct {
	forms []form
	form  map[string]int32
	norm  map[string]int32
}

// form is a word as it is written.
type form struct {
	form  string
	norms []int32 // by language, in the order of [language.Languages]
	short bool    // an abbreviation, which is not inflected: LED
}

func newWordTable() wordTable { return wordTable{form: map[string]int32{}, norm: map[string]int32{}} }

// of numbers the words of tokens.
func (t *wordTable) of(toks []language.Token) []int32 {
	var out []int32
	for i := range toks {
		if toks[i].Kind != language.Mark && !language.Times(toks, i) {
			out = append(out, t.add(toks[i].Form))
		}
	}
	return out
}

func (t *wordTable) add(text string) int32 {
	id, ok := t.form[text]
	if !ok {
		id = int32(len(t.forms))
		t.form[text] = id
		f := form{form: text}
		for _, s := range normsOf(text) {
			n, ok := t.norm[s]
			if !ok {
				n = int32(len(t.norm))
				t.norm[s] = n
			}
			f.norms = append(f.norms, n)
		}
		t.forms = append(t.forms, f)
	}
	return id
}

// normsOf are the stems of a form in each language.
func normsOf(form string) []string {
	var out []string
	for _, l := range language.Languages() {
		out = append(out, l.Stem(form))
	}
	return out
}

// keys are the keys of a phrase, one a language.
func (t *wordTable) keys(words []int32) []uint64 {
	var out []uint64
	for l := range language.Languages() {
		stems := make([]string, len(words))
		for i, w := range words {
			stems[i] = t.stem(w, l)
		}
		if key := phraseKey(stems); !slices.Contains(out, key) {
			out = append(out, key)
		}
	}
	return out
}

func (t *wordTable) stem(w int32, l int) string { return normsOf(t.forms[w].form)[l] }

// phraseKey is what phrases are compared by: their stems without gaps, so that "head phones" and
// "wi-fi" are "headphones" and "wifi". Numbers keep apart.
func phraseKey(stems []string) uint64 {
	h := fnv.New64a()
	digit := false
	for _, s := range stems {
		if first, _ := utf8.DecodeRuneInString(s); digit && unicode.IsDigit(first) {
			h.Write([]byte{'|'})
		}
		h.Write([]byte(s))
		last, _ := utf8.DecodeLastRuneInString(s)
		digit = unicode.IsDigit(last)
	}
	return h.Sum64()
}

// Facts are what the catalogue and the dictionaries know of each token of a message.
func (x *Lexicon) Facts(toks []language.Token, l *language.Language) []Fact {
	facts := make([]Fact, len(toks))
	x.phrases.Find(Stems(language.English(), toks), facts)
	if l != language.English() {
		other := make([]Fact, len(toks))
		x.phrases.Find(Stems(l, toks), other)
		for i := range facts {
			facts[i] |= other[i]
		}
	}
	for i := range toks {
		if facts[i] == 0 && toks[i].Kind == language.Word {
			facts[i] = Unknown
		}
	}
	return facts
}
