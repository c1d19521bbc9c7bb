package nlu

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"shopclerk/agent/language"
	"shopclerk/catalog"
)

// Lexicon is what a catalogue's own words mean: its categories, aspects and values. It is read-only
// once built and safe for concurrent use.
type Lexicon struct {
	know       *Thesaurus
	weights    *features
	langs      []int            // languages of the catalogue, by their places among all
	forms      map[string]*form // that the thesaurus lacks
	categories []lexCategory
	index      map[string]int32 // categories by path
	products   int
	aspects    []lexAspect
	entries    []entry
	names      []name
	byKey      map[uint64][]int32  // names by [keysOf]
	byStem     map[string][]int32  // names by the stems of their words
	meant      map[int32][]meaning // what of the catalogue has a name of a concept
	kinds      map[uint64][]int32  // categories by the keys of kinds that concepts belong to
	phrases    func(l *language.Language) *PhraseFacts
	speller    language.Speller
}

// meaning is an entry that has a name of a concept, or ends in one.
type meaning struct {
	entry int32
	role  nameRole
	cover float32 // share of the entry's name that the concept's is, (0, 1]
	wide  float32 // of a broader name: see conceptName
}

type lexCategory struct {
	path string
	size int // products
}

// lexAspect is an aspect of a key, in whichever categories have it.
type lexAspect struct {
	key    string
	labels []string
	topic  string   // see [language.Topic]
	keys   []uint64 // see [Thesaurus.aspectKeys]
	named  bool     // its values are names: a brand, series or model
}

// entry is what a name means: a level of the category tree, a value or an aspect.
type entry struct {
	kind   LinkKind
	text   string  // as the catalogue spells it
	called string  // by the shop, "" where text is all
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
	words []*form
	part  bool // one side of "Hats & Caps"
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
	return NewLexiconWith(categories, shelves, concepts(), learnedLinks()[:])
}

// NewLexiconWith is [NewLexicon] with a thesaurus, and with weights of links in the order of
// [LinkFeatures]; changes of the weights change what is linked.
func NewLexiconWith(categories []catalog.Category, shelves func(path string) *catalog.Shelf, know *Thesaurus, weights []float64) *Lexicon {
	b := &lexiconBuilder{
		Lexicon: &Lexicon{know: know, weights: (*features)(weights), forms: map[string]*form{}, index: map[string]int32{},
			byKey: map[uint64][]int32{}, byStem: map[string][]int32{}, meant: map[int32][]meaning{}, kinds: map[uint64][]int32{}},
		aspect: map[string]int32{}, entry: map[entryID]int32{},
	}
	b.langs = languagesOf(categories)
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

// languagesOf are the languages of a catalogue's names: English, and that which most of them are in.
func languagesOf(categories []catalog.Category) []int {
	var text strings.Builder
	for _, c := range categories {
		text.WriteString(c.Name + "\n")
		for _, a := range c.Aspects {
			text.WriteString(a.Label + "\n")
		}
	}
	toks := language.Tokenize(text.String())
	best, most := 0, 0
	for l, tongue := range language.Languages() {
		known := 0
		for i := range toks {
			if toks[i].Kind == language.Word && tongue.Familiar(&toks[i]) {
				known++
			}
		}
		if known > most {
			best, most = l, known
		}
	}
	return slices.Compact([]int{0, best})
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
			label, plain := cmp.Or(a.Label, a.Key), strings.ReplaceAll(a.Key, "_", " ")
			topic := cmp.Or(language.Topic(label, a.Unit), language.Topic(plain, a.Unit))
			b.aspects = append(b.aspects, lexAspect{key: a.Key, topic: topic, named: a.Key == catalog.KeyBrand || topic == "series",
				keys: append(b.know.aspectKeys(label), b.know.aspectKeys(plain)...)})
		}
		x := &b.aspects[k]
		if label := cmp.Or(a.Label, a.Key); !slices.Contains(x.labels, label) {
			x.labels = append(x.labels, label)
		}
		b.add(entryID{ToAspect, k, ""}, x.labels[0], id, int(math.Round(a.Coverage*float64(c.Size))))
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
		for _, f := range n.words {
			info := spelt[f.text]
			spelt[f.text] = language.Info{Count: info.Count + b.entries[n.entry].total, Alone: info.Alone || len(n.words) == 1}
		}
		b.means(n, &b.entries[n.entry])
	}
	b.phrases = perLanguage(b.namePhrases)
	b.speller = language.NewSpeller(spelt)
	for c := range b.meant {
		slices.SortStableFunc(b.meant[c], func(x, y meaning) int {
			return cmp.Or(cmp.Compare(y.cover, x.cover), cmp.Compare(b.entries[y.entry].total, b.entries[x.entry].total), cmp.Compare(x.entry, y.entry))
		})
		if len(b.meant[c]) > maxMeant {
			b.meant[c] = b.meant[c][:maxMeant]
		}
	}
	for c := range b.meant {
		for _, key := range b.know.concepts[c].kinds {
			if _, ok := b.kinds[key]; !ok {
				b.kinds[key] = b.categoriesOf(key)
			}
		}
	}
}

// maxMeant is how many entries with a name of one concept are kept, and how many names with one
// word are looked at.
const maxMeant = 512

// means notes the concepts of which a name, or its end, is a name.
func (b *lexiconBuilder) means(n *name, e *entry) {
	if e.kind == ToValue && b.aspects[e.aspect].named {
		return
	}
	total, rest := 0.0, 0.0
	for _, w := range n.words {
		total += b.rarity(w)
	}
	for from := len(n.words) - 1; from >= 0; from-- {
		rest += b.rarity(n.words[from])
		for _, key := range keysOf(n.words[from:], b.langs) {
			for _, id := range b.know.byKey[key] {
				c := &b.know.names[id]
				if !sameWords(n.words[from:], c.words, b.langs) {
					continue
				}
				m := meaning{n.entry, c.role, float32(rest / total), c.wide}
				b.meant[c.concept] = addMeaning(b.meant[c.concept], m)
			}
		}
	}
}

// addMeaning adds a meaning to those of a concept, of which those of one entry stand together.
func addMeaning(list []meaning, m meaning) []meaning {
	for k := len(list) - 1; k >= 0 && list[k].entry == m.entry; k-- {
		if list[k].role == m.role {
			list[k].cover = max(list[k].cover, m.cover)
			return list
		}
	}
	return append(list, m)
}

// categoriesOf lists the categories that a name of a kind names, in any language.
func (b *lexiconBuilder) categoriesOf(key uint64) []int32 {
	var out []int32
	add := func(entry int32) {
		if e := &b.entries[entry]; e.kind == ToCategory {
			for _, t := range e.in {
				out = append(out, t.category)
			}
		}
	}
	for _, id := range b.byKey[key] {
		add(b.names[id].entry)
	}
	for _, id := range b.know.byKey[key] {
		if n := &b.know.names[id]; n.role <= isSaid {
			for _, m := range b.meant[n.concept] {
				if m.role <= isSaid {
					add(m.entry)
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// word is the form of a text.
func (x *Lexicon) word(text string) *form {
	if f := x.know.forms[text]; f != nil {
		return f
	}
	return x.forms[text]
}

// rarity is how much a word tells among the catalogue's names and in talk, (0, 1].
func (x *Lexicon) rarity(f *form) float64 { return x.tells(f) * max(0.15, f.telling) }

// tells is how rare a word is among the names of the catalogue, (0, 1].
func (x *Lexicon) tells(f *form) float64 {
	df := 0
	for _, l := range x.langs {
		df = max(df, len(x.byStem[f.stems[l]]))
	}
	all := float64(len(x.names) + 1)
	return max(0.05, min(1, math.Log(all/(float64(df)+0.5))/math.Log(all)))
}

// name adds a name under its keys and its words.
func (b *lexiconBuilder) name(n name) {
	if len(n.words) == 0 || len(n.words) > maxNameWords {
		return
	}
	id := int32(len(b.names))
	b.names = append(b.names, n)
	for _, key := range keysOf(n.words, b.langs) {
		b.byKey[key] = append(b.byKey[key], id)
	}
	addStems(b.byStem, n.words, id)
}

func (b *lexiconBuilder) words(toks []language.Token) []*form {
	return wordsOf(toks, func(text string) *form {
		f := b.word(text)
		if f == nil {
			f = newForm(text)
			b.forms[text] = f
		}
		return f
	})
}

// sides are the words of a text, then those of each of its parts where marks divide it:
// "Hats & Caps".
func (b *lexiconBuilder) sides(text string) [][]*form {
	toks := language.Tokenize(text)
	out := [][]*form{b.words(toks)}
	for from := 0; from < len(toks); {
		to := from
		for to < len(toks) && (toks[to].Kind != language.Mark || toks[to].Glued && language.Joins(&toks[to])) {
			to++
		}
		if words := b.words(toks[from:to]); len(words) > 0 && len(words) < len(out[0]) && (len(words) > 1 || len(words[0].text) > 1 && words[0].telling > 0) { // no "Yes" of "Yes, AAA"
			out = append(out, words)
		}
		from = to + 1
	}
	return out
}

// ofNumbers lists the values of the aspect in scope that have these numbers, in their order, and no others:
// of the aspect that most products have them of.
func (x *Lexicon) ofNumbers(numbers []float64, scope []string) (key string, values []string) {
	counts, texts := map[string]int{}, map[string][]string{}
	for i := range x.entries {
		e := &x.entries[i]
		if e.kind != ToValue {
			continue
		}
		var own []float64
		for _, t := range language.Tokenize(e.text) {
			if t.Kind == language.Number {
				own = append(own, t.Value)
			}
		}
		if !slices.Equal(own, numbers) {
			continue
		}
		n, k := 0, x.aspects[e.aspect].key
		for _, t := range e.in {
			if within(x.categories[t.category].path, scope) {
				n += t.count
			}
		}
		if n > 0 {
			counts[k] += n
			texts[k] = append(texts[k], e.text)
		}
	}
	for k, n := range counts {
		if key == "" || n > counts[key] || n == counts[key] && k < key {
			key = k
		}
	}
	return key, texts[key]
}

// holders lists the categories that hold most of the products of values.
func (x *Lexicon) holders(key string, values []string) (paths []string) {
	counts, all := map[int32]int{}, 0
	for i := range x.entries {
		e := &x.entries[i]
		if e.kind != ToValue || x.aspects[e.aspect].key != key || !slices.Contains(values, e.text) {
			continue
		}
		for _, t := range e.in {
			counts[t.category] += t.count
			all += t.count
		}
	}
	for id, n := range counts {
		if n*5 >= all {
			paths = append(paths, x.categories[id].path)
		}
	}
	return paths
}
