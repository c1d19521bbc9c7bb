package nlu

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"shopclerk/agent/language"
	"shopclerk/data"
)

// Thesaurus is what words mean whatever a shop sells: concepts with their names in every language,
// what people say for them, broader concepts, and what those say who need one. It is safe for
// concurrent use.
type Thesaurus struct {
	forms    map[string]*form
	concepts []concept
	names    []conceptName          // those of a concept together
	byKey    map[uint64][]int32     // names by [keysOf]
	byStem   map[string][]int32     // names up to isSaid by the stems of their words
	cues     map[string][]cueWeight // by stem
	phrases  func(l *language.Language) *PhraseFacts
	speller  language.Speller

	dictionary func(l *language.Language) *PhraseFacts // further phrases, see allPhrases
}

// form is a word as it is written.
type form struct {
	text    string
	stems   []string // by language, in the order of [language.Languages]
	telling float64  // how rarely it is said in any language, see telling
	lemma   bool     // dictionaries have it as it is
	denies  bool     // it says that something is not there: "without", "free"
}

// concept is a kind of product, a value of an aspect, or an aspect.
type concept struct {
	class  byte     // 'k' a kind, 'v' a value, 'u' a use or person, 'q' an aspect, 's' of any, 'w' words that are no names
	aspect []uint64 // see aspectKeys; of a value, where it is known
	kinds  []uint64 // keys of the kinds of product that it is a value of
}

// conceptName is a name of a concept.
type conceptName struct {
	concept int32
	words   []*form
	role    nameRole
	wide    float32 // of a broader name: logarithm to base 1,000 of how many concepts have it
}

// nameRole is what a name is to its concept.
type nameRole uint8

// The roles, in the order of the columns of the compiled file.
const (
	isName    nameRole = iota // the usual name in a language
	isOther                   // another name: a further translation, a synonym
	isSaid                    // what people say for it
	isBroader                 // the name of the nearest broader concept
	isFar                     // of another broader one
	isCue                     // what those say who need it: words, in any order
	isNot                     // what looks like a name and means something else
	nameRoles = int(isNot) + 1
)

// relation is how what was said leads to a name of the catalogue.
type relation uint8

const (
	byItself   relation         = iota // the catalogue's own words
	bySame                             // usual names of one concept
	byOther                            // further names of it
	bySaid                             // what people say, and a name
	bySaying                           // both are what people say
	byBroader                          // the catalogue has the broader kind
	byNarrower                         // the catalogue has a narrower one
	byFamily                           // the catalogue has the broader value: blue for navy
	byShade                            // the catalogue has a narrower one
	byFar                              // one of the two is far broader
	byCue                              // what was said tells of it
	relations  = iota                  // of these weights are learned
	byMistake  = relation(iota)        // what was said is known to mean something else
	unrelated  = relation(iota)
)

// relate tells the relation from the role of what was said to that of the catalogue's name, for a
// concept of a class.
func relate(said, named nameRole, class byte) relation {
	down, up := byShade, byFamily
	if class == 'k' {
		down, up = byNarrower, byBroader
	}
	switch {
	case said == isNot && named <= isSaid:
		return byMistake
	case said == isNot || named > isFar || said > isSaid && named > isSaid:
		return unrelated
	case said == isCue:
		return byCue
	case said == isFar || named == isFar:
		return byFar
	case said == isBroader:
		return down
	case named == isBroader:
		return up
	case said == isSaid && named == isSaid:
		return bySaying
	case said == isSaid || named == isSaid:
		return bySaid
	case said == isOther || named == isOther:
		return byOther
	}
	return bySame
}

// cueWeight is the weight of a word among those that tell of a concept; the squares of the weights
// of a concept sum to 1.
type cueWeight struct {
	concept int32
	weight  float64
}

// concepts is the thesaurus that programs hold.
var concepts = sync.OnceValue(func() *Thesaurus {
	r, err := gzip.NewReader(bytes.NewReader(data.Concepts))
	if err != nil {
		panic(err) // embedded: every test meets it
	}
	text, err := io.ReadAll(r)
	if err != nil {
		panic(err)
	}
	return ReadThesaurus(string(text))
})

// ReadThesaurus reads lines of class, aspect, kinds and then the names of each role, divided by
// tabs; what a column lists is divided by "|".
func ReadThesaurus(text string) *Thesaurus {
	t := &Thesaurus{forms: map[string]*form{}, byKey: map[uint64][]int32{}, byStem: map[string][]int32{}, cues: map[string][]cueWeight{}}
	var counts []map[string]int // of the words of cues, by concept
	var aspects []string
	for line := range strings.Lines(text) {
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		id, c, said := int32(len(t.concepts)), concept{class: columns[0][0]}, map[string]int{}
		for _, kind := range list(columns[2]) {
			c.kinds = append(c.kinds, keysOf(wordsOf(language.Tokenize(kind), t.word), nil)...)
		}
		for role := range nameRoles {
			for _, name := range list(columns[3+role]) {
				words := wordsOf(language.Tokenize(name), t.word)
				switch {
				case c.class == 'w' || len(words) == 0:
				case nameRole(role) == isCue:
					for _, f := range words {
						for _, stem := range f.distinct() {
							said[stem]++
						}
					}
				default:
					t.add(conceptName{concept: id, words: words, role: nameRole(role)})
				}
			}
		}
		t.concepts, aspects, counts = append(t.concepts, c), append(aspects, columns[1]), append(counts, said)
	}
	for id, aspect := range aspects {
		t.concepts[id].aspect = t.aspectKeys(aspect)
	}
	for _, ids := range t.byKey {
		broad := 0
		for _, id := range ids {
			if role := t.names[id].role; role == isBroader || role == isFar {
				broad++
			}
		}
		for _, id := range ids {
			t.names[id].wide = max(t.names[id].wide, float32(math.Log(float64(broad+1))/math.Log(1000)))
		}
	}
	t.weighCues(counts)
	spelt := map[string]language.Info{}
	for text, f := range t.forms {
		if f.lemma {
			spelt[text] = language.Info{Count: 1, Alone: true}
		}
	}
	t.speller = language.NewSpeller(spelt)
	t.phrases, t.dictionary = perLanguage(t.knownPhrases), perLanguage(t.allPhrases)
	return t
}

// list divides a column.
func list(column string) []string {
	if column == "" {
		return nil
	}
	return strings.Split(column, "|")
}

// words are the forms of tokens, without marks and the "x" between numbers.
func (t *Thesaurus) words(toks []language.Token) []*form {
	return wordsOf(toks, func(text string) *form { return cmp.Or(t.forms[text], newForm(text)) })
}

func (t *Thesaurus) word(text string) *form {
	f := t.forms[text]
	if f == nil {
		f = newForm(text)
		t.forms[text] = f
	}
	return f
}

func newForm(text string) *form {
	f := &form{text: text, telling: 1}
	for _, l := range language.Languages() {
		f.stems = append(f.stems, l.Stem(text))
		f.telling = min(f.telling, telling(l, text))
		f.denies = f.denies || text == "free" || text == "frei" || l.Has([]language.Token{{Form: text}}, 0, language.Negate, language.Exclude)
	}
	return f
}

func wordsOf(toks []language.Token, word func(text string) *form) []*form {
	var out []*form
	for i := range toks {
		if toks[i].Kind != language.Mark && !language.Times(toks, i) {
			out = append(out, word(toks[i].Form))
		}
	}
	return out
}

// distinct are the stems of a form, each once.
func (f *form) distinct() []string {
	out := f.stems[:1:1]
	for _, s := range f.stems[1:] {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// same reports whether two forms are those of one word, in English or one of some languages; nil
// for all. Of a word that dictionaries have as it is the forms begin alike, and where they have both
// the stem tells little: "LEDs" are no "Leder", "wandern" is nothing with a "Wand".
func same(a, b *form, langs []int) bool {
	if a.text == b.text || a.stems[0] == b.stems[0] {
		return true
	}
	for l := range a.stems {
		if (langs == nil || slices.Contains(langs, l)) && a.stems[l] == b.stems[l] {
			if !a.lemma && !b.lemma {
				return true
			}
			short, long := a.text, b.text
			if len(short) > len(long) {
				short, long = long, short
			}
			return strings.HasPrefix(long, short) && (!a.lemma || !b.lemma || len(long) < len(short)+2)
		}
	}
	return false
}

// shortestJoint is the shortest word, in bytes, that is also written as several, of which one at
// least tells something: "head phones" are headphones, but "every day" is nothing everyday.
const shortestJoint = 5

// sameWords is same for each of the words of two phrases with one key.
func sameWords(a, b []*form, langs []int) bool {
	if len(a) != len(b) {
		letters, tells := 0, 0.0
		for _, f := range a {
			letters += len(f.text)
			tells = max(tells, f.telling)
		}
		return letters >= shortestJoint && tells > 0.4
	}
	for i := range a {
		if !same(a[i], b[i], langs) {
			return false
		}
	}
	return true
}

// keysOf are the keys of a phrase, one for each of some languages; nil for all.
func keysOf(words []*form, langs []int) []uint64 {
	var out []uint64
	for l := range language.Languages() {
		if langs != nil && !slices.Contains(langs, l) {
			continue
		}
		if key := phraseKey(words, l); !slices.Contains(out, key) {
			out = append(out, key)
		}
	}
	return out
}

// phraseKey is what phrases are compared by: a hash (FNV-1a) of their stems without gaps, so that
// "head phones" and "wi-fi" are "headphones" and "wifi". Numbers keep apart.
func phraseKey(words []*form, lang int) uint64 {
	h, digit := uint64(14695981039346656037), false
	add := func(c byte) { h = (h ^ uint64(c)) * 1099511628211 }
	for _, f := range words {
		s := f.stems[lang]
		if digit && language.Digit(rune(s[0])) {
			add('|')
		}
		for i := range len(s) {
			add(s[i])
		}
		digit = language.Digit(rune(s[len(s)-1]))
	}
	return h
}

func (t *Thesaurus) add(n conceptName) {
	id := int32(len(t.names))
	t.names = append(t.names, n)
	for _, key := range keysOf(n.words, nil) {
		t.byKey[key] = append(t.byKey[key], id)
	}
	if n.role <= isSaid && len(n.words) <= maxNameWords {
		addStems(t.byStem, n.words, id)
	}
	if len(n.words) == 1 && n.role < isSaid {
		n.words[0].lemma = true
	}
}

// addStems notes a name under the stems of its words.
func addStems(index map[string][]int32, words []*form, id int32) {
	for _, f := range words {
		for _, stem := range f.distinct() {
			if l := index[stem]; len(l) == 0 || l[len(l)-1] != id {
				index[stem] = append(l, id)
			}
		}
	}
}

// of are the names of a concept of which one has a number.
func (t *Thesaurus) of(id int32) []conceptName {
	from, to := id, id+1
	for from > 0 && t.names[from-1].concept == t.names[id].concept {
		from--
	}
	for int(to) < len(t.names) && t.names[to].concept == t.names[id].concept {
		to++
	}
	return t.names[from:to]
}

// weighCues makes vectors of tf·idf of the words of each concept's cues, of length 1.
func (t *Thesaurus) weighCues(counts []map[string]int) {
	df := map[string]int{}
	for _, words := range counts {
		for w := range words {
			df[w]++
		}
	}
	for id, words := range counts {
		var list []cueWeight
		order, sum := slices.Sorted(maps.Keys(words)), 0.0
		for _, w := range order {
			weight := (1 + math.Log(float64(words[w]))) * math.Log(1+float64(len(counts))/float64(df[w]))
			list = append(list, cueWeight{int32(id), weight})
			sum += weight * weight
		}
		for k, w := range order {
			list[k].weight /= math.Sqrt(sum)
			t.cues[w] = append(t.cues[w], list[k])
		}
	}
}

// aspectKeys are what an aspect's label is compared by: its topic, where tables know one, else its
// name and the concepts that have it.
func (t *Thesaurus) aspectKeys(label string) []uint64 {
	if label == "" {
		return nil
	}
	if topic := language.Topic(label, ""); topic != "" {
		return []uint64{phraseKey([]*form{{stems: []string{"topic " + topic}}}, 0)}
	}
	words := t.words(language.Tokenize(label))
	out := keysOf(words, nil)
	for _, key := range out[:len(out):len(out)] {
		for _, id := range t.byKey[key] {
			if n := &t.names[id]; n.role <= isOther {
				out = append(out, uint64(n.concept))
			}
		}
	}
	return out
}

func meet(a, b []uint64) bool {
	return slices.ContainsFunc(a, func(x uint64) bool { return slices.Contains(b, x) })
}

// knownPhrases are the phrases that dictionaries know for kinds and values, as a language stems them.
func (t *Thesaurus) knownPhrases(lang int) *PhraseFacts {
	var out PhraseFacts
	for i := range t.names {
		n := &t.names[i]
		c := &t.concepts[n.concept]
		switch {
		case n.role > isSaid || len(n.words) == 1 && len(n.words[0].text) < 3:
		case c.class == 'k':
			out.Add(stemsOf(n.words, lang), KnownKind)
		case c.aspect != nil:
			out.Add(stemsOf(n.words, lang), KnownValue)
		}
	}
	return &out
}

func stemsOf(words []*form, lang int) []string {
	out := make([]string, len(words))
	for i, f := range words {
		out[i] = f.stems[lang]
	}
	return out
}

// perLanguage makes what a language needs when it is first asked for.
func perLanguage(make func(lang int) *PhraseFacts) func(l *language.Language) *PhraseFacts {
	var once []func() *PhraseFacts
	for lang := range language.Languages() {
		once = append(once, sync.OnceValue(func() *PhraseFacts { return make(lang) }))
	}
	return func(l *language.Language) *PhraseFacts { return once[max(0, slices.Index(language.Languages(), l))]() }
}

// telling is how much a word tells by how rarely it is said: 0 for the commonest words of talk, 1
// for those that are hardly said.
func telling(l *language.Language, form string) float64 {
	const commonest, rare = 0.1 / 100, 0.1 / 4000 // shares of the words of ranks 100 and 4,000
	said := l.Said(form)
	if said <= rare {
		if len(form) == 1 && l.Knows(form) {
			return 0
		}
		return 1
	}
	return max(0, math.Log(commonest/said)/math.Log(commonest/rare))
}

// calls reports whether a phrase is a name of a kind of product.
func (t *Thesaurus) calls(toks []language.Token) bool {
	said := t.words(toks)
	return len(said) > 0 && slices.ContainsFunc(keysOf(said, nil), func(key uint64) bool {
		return slices.ContainsFunc(t.byKey[key], func(id int32) bool {
			n := &t.names[id]
			return n.role <= isSaid && t.concepts[n.concept].class == 'k' && sameWords(said, n.words, nil)
		})
	})
}
