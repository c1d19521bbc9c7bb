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
	know       *thesaurus
	weights    *linkWeights
	langs      []int // languages of the catalogue, by their places among all
	words      wordTable
	categories []lexCategory
	index      map[string]int32 // categories by path
	products   int
	aspects    []lexAspect
	entries    []entry
	names      []name
	byKey      map[uint64][]int32  // names by [wordTable.keys]
	byNorm     map[int32][]int32   // names by the norms of their words
	meant      map[int32][]meaning // what of the catalogue has a name of a concept
	kinds      map[uint64][]int32  // categories by the keys of kinds that concepts belong to
	rare       []float32           // how much each form tells, (0, 1]
	phrases    PhraseFacts
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
	keys   []uint64 // see [thesaurus.aspectKeys]
	named  bool     // its values are names: a brand, series or model
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
	return newLexicon(categories, shelves, concepts(), learnedLinks())
}

func newLexicon(categories []catalog.Category, shelves func(path string) *catalog.Shelf, know *thesaurus, weights *linkWeights) *Lexicon {
	b := &lexiconBuilder{
		Lexicon: &Lexicon{know: know, weights: weights, words: newWordTable(&know.words), index: map[string]int32{},
			byKey: map[uint64][]int32{}, byNorm: map[int32][]int32{}, meant: map[int32][]meaning{}, kinds: map[uint64][]int32{}},
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
	b.weighWords()
	for id := range b.names {
		n := &b.names[id]
		e := &b.entries[n.entry]
		stems := make([]string, len(n.words))
		for i, w := range n.words {
			f := b.words.at(w)
			info := spelt[f.text]
			spelt[f.text] = language.Info{Count: info.Count + e.total, Alone: info.Alone || len(n.words) == 1}
			stems[i] = b.words.stem(f.norms[0])
		}
		switch {
		case e.kind == ToCategory:
			b.phrases.AddCategory(stems)
		case e.kind == ToAspect:
			b.phrases.Add(stems, NamesAspect)
		case b.aspects[e.aspect].named:
			b.phrases.Add(stems, NamesBrand)
		default:
			b.phrases.AddValue(stems)
		}
		b.means(n, e)
	}
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
		for _, key := range b.words.keys(n.words[from:], b.langs) {
			for _, id := range b.know.byKey[key] {
				c := &b.know.names[id]
				if !b.words.sameWords(n.words[from:], c.words, b.langs) {
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

// rarity is how much a word tells among the catalogue's names and in talk, (0, 1].
func (x *Lexicon) rarity(w int32) float64 { return float64(x.rare[w]) }

// weighWords sets how much each form tells.
func (x *Lexicon) weighWords() {
	x.rare = make([]float32, len(x.know.words.forms)+len(x.words.forms))
	for w := range x.rare {
		f := x.words.at(int32(w))
		talk := 1.0
		for _, l := range language.Languages() {
			talk = min(talk, telling(l, f.text))
		}
		x.rare[w] = float32(x.tells(f.norms) * max(0.15, talk))
	}
}

// tells is how rare a word is among the names of the catalogue, (0, 1].
func (x *Lexicon) tells(norms []int32) float64 {
	df := 0
	for _, n := range norms {
		df = max(df, len(x.byNorm[n]))
	}
	all := float64(len(x.names) + 1)
	return max(0.05, min(1, math.Log(all/(float64(df)+0.5))/math.Log(all)))
}

// telling is how much a word tells by how rarely it is said: 0 for the commonest words of talk, 1
// for those that are hardly said.
func telling(l *language.Language, form string) float64 {
	const commonest, rare = 0.1 / 30, 0.1 / 4000 // shares of the words of ranks 30 and 4,000
	said := l.Said(form)
	if said <= rare {
		return 1
	}
	return max(0, math.Log(commonest/said)/math.Log(commonest/rare))
}

// name adds a name under its keys and its words.
func (b *lexiconBuilder) name(n name) {
	if len(n.words) == 0 || len(n.words) > maxNameWords {
		return
	}
	id := int32(len(b.names))
	b.names = append(b.names, n)
	for _, key := range b.words.keys(n.words, b.langs) {
		b.byKey[key] = append(b.byKey[key], id)
	}
	for _, w := range n.words {
		for _, norm := range distinct(b.words.at(w).norms) {
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

// wordTable numbers the forms of words, and their norms: the stems by which forms are compared.
type wordTable struct {
	base  *wordTable // of which this is an extension; nil for none
	forms []form
	norms []string
	form  map[string]int32
	norm  map[string]int32
}

// form is a word as it is written.
type form struct {
	text  string
	norms []int32 // by language, in the order of [language.Languages]
	lemma bool    // dictionaries have it as it is
}

func newWordTable(base *wordTable) wordTable {
	return wordTable{base: base, form: map[string]int32{}, norm: map[string]int32{}}
}

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

// find returns the number of a form, −1 for one that the table lacks.
func (t *wordTable) find(text string) int32 {
	if t.base != nil {
		if id := t.base.find(text); id >= 0 {
			return id
		}
	}
	if id, ok := t.form[text]; ok {
		return id
	}
	return -1
}

// findNorm is find for a norm.
func (t *wordTable) findNorm(text string) int32 {
	if t.base != nil {
		if id := t.base.findNorm(text); id >= 0 {
			return id
		}
	}
	if id, ok := t.norm[text]; ok {
		return id
	}
	return -1
}

func (t *wordTable) add(text string) int32 {
	id := t.find(text)
	if id >= 0 {
		return id
	}
	f := form{text: text}
	for _, s := range normsOf(text) {
		n := t.findNorm(s)
		if n < 0 {
			n = int32(len(t.norms))
			if t.base != nil {
				n += int32(len(t.base.norms))
			}
			t.norm[s] = n
			t.norms = append(t.norms, s)
		}
		f.norms = append(f.norms, n)
	}
	id = int32(len(t.forms))
	if t.base != nil {
		id += int32(len(t.base.forms))
	}
	t.form[text] = id
	t.forms = append(t.forms, f)
	return id
}

func (t *wordTable) at(id int32) *form {
	if t.base != nil {
		if n := int32(len(t.base.forms)); id >= n {
			return &t.forms[id-n]
		}
		return t.base.at(id)
	}
	return &t.forms[id]
}

func (t *wordTable) stem(norm int32) string {
	if t.base != nil {
		if n := int32(len(t.base.norms)); norm >= n {
			return t.norms[norm-n]
		}
		return t.base.stem(norm)
	}
	return t.norms[norm]
}

// normsOf are the stems of a form in each language.
func normsOf(text string) []string {
	var out []string
	for _, l := range language.Languages() {
		out = append(out, l.Stem(text))
	}
	return out
}

// keys are the keys of a phrase, one for each of some languages; nil for all.
func (t *wordTable) keys(words []int32, langs []int) []uint64 {
	var out []uint64
	stems := make([]string, len(words))
	for l := range language.Languages() {
		if langs != nil && !slices.Contains(langs, l) {
			continue
		}
		for i, w := range words {
			stems[i] = t.stem(t.at(w).norms[l])
		}
		if key := phraseKey(stems); !slices.Contains(out, key) {
			out = append(out, key)
		}
	}
	return out
}

// same reports whether two forms are those of one word in one of some languages. Stems of words that
// dictionaries both have tell apart more than one letter: "Wand" is not "wandern".
func same(a, b *form, langs []int) bool {
	if a.text == b.text || a.norms[0] == b.norms[0] {
		return true
	}
	for _, l := range langs {
		if a.norms[l] == b.norms[l] {
			return !a.lemma || !b.lemma || max(len(a.text)-len(b.text), len(b.text)-len(a.text)) < 2
		}
	}
	return false
}

// shortestJoint is the shortest word, in bytes, that is also written as several.
const shortestJoint = 5

// sameWords is same for each of the words of two phrases; long ones of other numbers of words, whose
// keys are alike, are taken for the same.
func (t *wordTable) sameWords(a, b []int32, langs []int) bool {
	if len(a) != len(b) {
		letters := 0
		for _, w := range a {
			letters += len(t.at(w).text)
		}
		return letters >= shortestJoint
	}
	for i := range a {
		if !same(t.at(a[i]), t.at(b[i]), langs) {
			return false
		}
	}
	return true
}

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
