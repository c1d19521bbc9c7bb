package understand

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/catalog"
)

// Vocabulary is what a catalogue's own words mean: its categories, aspects and
// values. It is read-only once built and safe for concurrent use.
type Vocabulary struct {
	categories []leafCategory
	aspects    []aspect
	entries    []entry
	index      map[string][]ref // by phrase key
	rooted     map[string][]ref // by the roots of two words
	words      language.Speller
	lexicon    *lexicon
	known      func(word string) bool
	having     func(word string) int // products that have it
	spell      func(word string) (string, bool)
	titles     Titles
	leads      func(words string) map[string]float64
	sellsOut   bool // something is sold out
	calls      *calls
	units      map[string]language.Unit // that the language does not know, by stem

	aliases *aliases // words of the shop's own; nil for none
	aliased int      // how many of the entries are theirs, the last ones
}

// leafCategory is one that holds products.
type leafCategory struct {
	path, name string
	size       int     // number of products
	levels     []int32 // entries of the levels of its path, the outermost first
}

// entryKind says what a phrase names.
type entryKind uint8

const (
	aCategory entryKind = iota // a category, or a level above categories
	aValue                     // a value of an aspect
	aLabel                     // an aspect
)

// entry is something that phrases name.
type entry struct {
	kind   entryKind
	text   string   // the level's name, the value as the catalogue spells it, or the aspect's key
	aspect int32    // of a value or label
	in     []tally  // categories ascending: products that have the value; of a flag's label, that have "yes"
	stands []string // of an alias: the catalogue's values it means; text is what they are called
}

// tally counts products of one category.
type tally struct {
	category int32
	count    int
}

// matchRank says how directly a phrase names an entry; lower is more direct, and a
// more direct reading hides the others of its kind.
type matchRank uint8

const (
	rankExact       matchRank = iota // the whole name
	rankPart                         // one side of "Hats & Caps"
	rankSynonym                      // the whole name by a synonym
	rankPartSynonym                  // one side by a synonym
	rankTail                         // the last words: "cooler" for "CPU Cooler"
	rankTailSynonym                  // the last words by a synonym
	rankFragment                     // some words of a value ("leather" of "full-grain leather"), or its family ("blue" of "navy")
)

// ref is one meaning of a phrase.
type ref struct {
	entry int32
	rank  matchRank
	words int8 // number of words in the catalogue's spelling
}

// aspect is what the categories say of one aspect key.
type aspect struct {
	key    string
	in     []aspectIn // categories ascending
	values []int32    // entries
}

// aspectIn is an aspect in one category.
type aspectIn struct {
	category int32
	label    string
	kind     catalog.Kind
	unit     language.Unit
	measured bool      // unit is set
	numbers  []float64 // of a Numeric aspect, ascending, with
	counts   []int     // how many products each stands for
}

// Build learns the words of a catalogue from its shelves. See [Terms] for
// shelves and [FromTerms] for the rest.
func Build(categories []catalog.Category, shelves func(path string) *catalog.Shelf, syn Synonyms) *Vocabulary {
	v := FromTerms(categories, Terms(categories, shelves), syn)
	v.sellsOut = slices.ContainsFunc(categories, func(c catalog.Category) bool {
		stock := shelves(c.Path).Column(catalog.KeyStock)
		return stock != nil && slices.Contains(stock.Values, catalog.Value{Text: "no"})
	})
	return v
}

// FromTerms learns the words of a catalogue from its categories, with their
// aspects, and from its terms. Terms of unknown categories or aspects are left
// out.
func FromTerms(categories []catalog.Category, terms []Term, syn Synonyms) *Vocabulary {
	b := builder{
		Vocabulary: &Vocabulary{index: map[string][]ref{}, rooted: map[string][]ref{}, units: map[string]language.Unit{}, lexicon: newLexicon(syn), calls: &calls{scope: map[string]nameMatch{}}},
		path:       map[string]int32{},
		aspect:     map[string]int32{},
		value:      map[valueID]int32{},
		stems:      map[string]language.Info{},
	}
	for _, c := range categories {
		b.category(c)
	}
	for i := range categories {
		b.levels(categories[i])
	}
	for _, t := range terms {
		b.term(t)
	}
	for _, a := range b.aspects {
		for _, in := range a.in {
			if name, ok := strings.CutPrefix(in.unit.Dimension, "the unit "); ok && in.measured && len(name) > 2 {
				b.units[name] = in.unit
			}
		}
	}
	b.labels()
	b.phrases()
	b.words = language.NewSpeller(b.stems)
	return b.Vocabulary
}

// WithKnown returns the vocabulary with a count of the products that have a word anywhere
// in their texts, such as the lexical index has. A word that is known is never taken for
// a typing error. word is in lower case.
func (v *Vocabulary) WithKnown(having func(word string) int) *Vocabulary {
	w := *v
	w.having = having
	w.known = func(word string) bool { return having(word) > 0 }
	return &w
}

// talkative is how much rarer a word is in products than in talk when it says nothing of
// them: "keeping", which three descriptions have too.
const talkative = 0.1

// wordsEach is how many words of a product's texts are looked at, about, where a word's
// share of them is held against its share of talk.
const wordsEach = 30

// mereTalk reports whether a word is one that people say and products hardly have.
func (v *Vocabulary) mereTalk(l *language.Language, form string) bool {
	said := l.Said(form)
	return said > 0 && v.having != nil && float64(v.having(form)) < talkative*wordsEach*said*float64(v.products())
}

// products is how many products the shop has.
func (v *Vocabulary) products() int {
	n := 0
	for i := range v.categories {
		n += v.categories[i].size
	}
	return n
}

// WithSpelling returns the vocabulary with what corrects the words that are searched for:
// a word that it can mend is kept for the search.
func (v *Vocabulary) WithSpelling(spell func(word string) (string, bool)) *Vocabulary {
	w := *v
	w.spell = spell
	return &w
}

// WithLeads returns the vocabulary with what tells the kinds of things that words are
// about: by category path, its share of the belief, 0..1.
func (v *Vocabulary) WithLeads(leads func(words string) map[string]float64) *Vocabulary {
	w := *v
	w.leads = leads
	return &w
}

type valueID struct {
	aspect int32
	text   string
}

type builder struct {
	*Vocabulary
	path   map[string]int32
	aspect map[string]int32
	value  map[valueID]int32
	stems  map[string]language.Info
	taken  int // fragments
	// holding is how many products have a value, by its phrase key.
	holding map[string]int
}

// category adds a category and its aspects.
func (b *builder) category(c catalog.Category) {
	id := int32(len(b.categories))
	if _, ok := b.path[c.Path]; ok {
		return
	}
	b.path[c.Path] = id
	b.categories = append(b.categories, leafCategory{path: c.Path, name: cmp.Or(c.Name, catalog.LastLevel(c.Path)), size: c.Size})
	for _, a := range c.Aspects {
		k, ok := b.aspect[a.Key]
		if !ok {
			k = int32(len(b.aspects))
			b.aspect[a.Key] = k
			b.aspects = append(b.aspects, aspect{key: a.Key})
		}
		in := aspectIn{category: id, label: cmp.Or(a.Label, a.Key), kind: a.Kind}
		if a.Kind == catalog.Numeric && a.Key != catalog.KeyPrice {
			in.unit, in.measured = unitOf(a)
		}
		b.aspects[k].in = append(b.aspects[k].in, in)
	}
}

// usualUnits are the units of aspects that are measured in one unit wherever they are
// sold, for catalogues that leave the unit out. Sizes, lengths and capacities are
// missing on purpose.
var usualUnits = map[string]string{
	"wattage": "w", "tdp": "w", "voltage": "v", "refresh_rate": "hz", "screen_size": "inch", "display_size": "inch",
	"noise_level": "db", "airflow": "cfm", "rpm": "rpm", "dpi": "dpi", "max_dpi": "dpi", "response_time": "ms",
}

// unitOf returns an aspect's unit: the one it has, the last word of its key, as
// in "capacity_w" but not in "price_per_gb", or the one that aspects of its name
// usually have.
func unitOf(a catalog.Aspect) (language.Unit, bool) {
	if a.Unit != "" {
		return language.UnitNamed(a.Unit)
	}
	if u, ok := usualUnits[a.Key]; ok {
		return language.UnitNamed(u)
	}
	i := strings.LastIndexByte(a.Key, '_')
	u, ok := language.KnownUnit(a.Key[i+1:])
	return u, ok && i > 0 && !strings.HasSuffix(a.Key[:i], "_per")
}

// levels adds the names by which a category can be asked for: each level of its
// path stands for all categories below it.
func (b *builder) levels(c catalog.Category) {
	id := b.path[c.Path]
	levels := strings.Split(c.Path, " > ")
	for i := range levels {
		e := b.levelEntry(strings.Join(levels[:i+1], " > "), levels[i], id)
		b.categories[id].levels = append(b.categories[id].levels, e)
	}
	if c.Name != "" && c.Name != levels[len(levels)-1] {
		b.levelEntry(c.Path, c.Name, id)
	}
}

// levelEntry adds a category to the entry of one level. The value table is
// borrowed for it: aspect -1 belongs to no value.
func (b *builder) levelEntry(prefix, name string, id int32) int32 {
	key := valueID{aspect: -1, text: prefix + "\x00" + name}
	e, ok := b.value[key]
	if !ok {
		e = b.entry(entry{kind: aCategory, text: name, aspect: -1})
		b.value[key] = e
	}
	b.count(e, id, 1)
	return e
}

func (b *builder) entry(e entry) int32 {
	b.entries = append(b.entries, e)
	return int32(len(b.entries) - 1)
}

// count adds to an entry's tally of a category. Categories come in order, so the
// last tally is the only one that can be the category's.
func (b *builder) count(e, id int32, n int) {
	in := &b.entries[e].in
	i, ok := slices.BinarySearchFunc(*in, id, func(t tally, id int32) int { return cmp.Compare(t.category, id) })
	if ok {
		(*in)[i].count += n
		return
	}
	*in = slices.Insert(*in, i, tally{category: id, count: n})
}

// term adds one value.
func (b *builder) term(t Term) {
	c, ok := b.path[t.Category]
	if !ok {
		return
	}
	k, ok := b.aspect[t.Key]
	if !ok {
		return
	}
	in := b.aspects[k].of(c)
	if in == nil {
		return
	}
	if in.kind == catalog.Numeric {
		if f, err := strconv.ParseFloat(t.Value, 64); err == nil {
			i, _ := slices.BinarySearch(in.numbers, f)
			in.numbers = slices.Insert(in.numbers, i, f)
			in.counts = slices.Insert(in.counts, i, t.Count)
		}
		return
	}
	key := valueID{aspect: k, text: t.Value}
	e, ok := b.value[key]
	if !ok {
		e = b.entry(entry{kind: aValue, text: t.Value, aspect: k})
		b.aspects[k].values = append(b.aspects[k].values, e)
		b.value[key] = e
	}
	b.count(e, c, t.Count)
}

// of returns the aspect in a category, nil when the category lacks it.
func (a *aspect) of(c int32) *aspectIn {
	i, ok := slices.BinarySearchFunc(a.in, c, func(in aspectIn, c int32) int { return cmp.Compare(in.category, c) })
	if !ok {
		return nil
	}
	return &a.in[i]
}
