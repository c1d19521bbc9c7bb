package language

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
)

// Language is what the reader knows of one language: tables in the folder of its code,
// and how its words are stemmed.
type Language struct {
	Code string
	*Phrases
	Pointers Pointers
	Capitals bool // every noun begins with one, so that capitals tell nothing of names

	comma      bool               // the decimal sign is a comma
	numerals   map[string]float64 // number words, folded
	scales     map[string]float64 // "hundred"
	largest    []string           // their words, the largest, which stand last in the file, first
	ordinals   map[string]int     // "second", −1 for "last"
	joint      string             // number words are written together with it: "fünfundzwanzig"; empty where they are not
	linking    []string           // what may stand between the parts of compounds
	counted    []string           // what stands before the name of things that are counted: "number of"
	glue       map[string]bool    // small words that may stand between the words of an amount
	Generic    map[string]bool    // nouns that name no product: "something", "present"
	Common     map[string]bool    // everyday words that are neither products nor typing errors
	variants   map[string]string  // words as they are spoken, and as they are written
	talk       map[string]int     // words as they are said, by rank: 1 is the commonest
	Parts      map[string]bool    // nouns that make a part or accessory of what stands before
	Products   map[string]string  // names of product types by key, with their broader kinds
	senses     map[string][]Sense // of another language than the catalogues': by stems
	longest    int                // tokens of the longest of senses
	names      map[string]string  // of kinds of product, by their English ones
	stem       func(form string) string
	functions  map[string]float64 // words that give the language away, with their weight
	measures   map[string]Measured
	dimensions []*Dimension        // of the words of measure, in the order of the file
	asks       *Phrases            // what questions ask about
	asked      map[string][]asked  // names of the aspect, by phrase
	families   map[string][]string // broader values by key: "blue" of "navy"
	traitNames map[string]bool     // by key
	traits     map[string]string   // what values are of, by key, under its first name, and its names themselves
	speller    func() Speller      // of the language's own words
	hints      func() *hints       // how much each word points to things that are not named
}

// Sense is what a word means in the language of catalogues, English.
type Sense struct {
	Part    byte     // of speech: n a product, a a property, u a use, p a person, q an aspect, v a verb, t a term
	English []string // the most usual first
}

// Languages lists the languages that messages are read in, English first.
var Languages = sync.OnceValue(func() []*Language {
	var out []*Language
	for _, code := range codes() {
		l := load(code)
		out = append(out, l)
		l.hints = sync.OnceValue(func() *hints { return l.readHints(out[0]) })
	}
	out[0].Common["ok"] = true
	return out
})

// English is the language of catalogues where nothing else is known.
func English() *Language { return Languages()[0] }

// Of returns the language of a code ("de", "de-AT"), English for one without a folder.
func Of(code string) *Language {
	code, _, _ = strings.Cut(code, "-")
	for _, l := range Languages() {
		if l.Code == code {
			return l
		}
	}
	return English()
}

func load(code string) *Language {
	l := &Language{Code: code, Phrases: newPhrases(code), stem: Singular, Common: stemSet(table(code, "common.txt")),
		numerals: map[string]float64{}, scales: map[string]float64{}, ordinals: map[string]int{},
		Products: map[string]string{}, senses: map[string][]Sense{}, names: map[string]string{}, functions: map[string]float64{}}
	l.readWriting()
	l.readNumbers()
	l.readDimensions()
	collect("pointers.txt", &l.Pointers, code)
	l.readAsks()
	l.Generic = stemSet(table(code, "generic.txt"))
	l.variants = map[string]string{}
	for _, row := range rows(code+"/variants.tsv", table(code, "variants.tsv"), 2) {
		spoken := Fold(row[0])
		if l.variants[spoken] = Fold(row[1]); len(spoken) > 1 {
			l.functions[spoken] = 1
		}
	}
	l.talk = map[string]int{}
	for i, row := range rows(code+"/talk.txt", table(code, "talk.txt"), 1) {
		l.talk[row[0]] = i + 1
	}
	l.Parts = stemSet(table(code, "parts.txt"))
	for _, row := range rows(code+"/products.tsv", table(code, "products.tsv"), 2) {
		key := Key(Tokenize(row[0]))
		l.Products[key] = row[1]
		if joint := strings.ReplaceAll(key, " ", ""); joint != key && l.Products[joint] == "" {
			l.Products[joint] = row[1] // "lawnmower"
		}
	}
	for _, row := range rows(code+"/words.tsv", table(code, "words.tsv"), 3) {
		key, n := l.senseKey(Tokenize(row[0]))
		s := Sense{Part: row[1][0]}
		for _, e := range strings.Split(row[2], ",") {
			s.English = append(s.English, strings.TrimSpace(e))
		}
		l.senses[key] = append(l.senses[key], s)
		l.longest = max(l.longest, n)
		if e := s.English[0]; s.Part == 'n' && l.names[e] == "" {
			l.names[e] = row[0]
		}
	}
	l.families = map[string][]string{}
	for _, row := range rows(code+"/kinds.tsv", table(code, "kinds.tsv"), 2) {
		key := Key(Tokenize(row[0]))
		for _, family := range strings.Split(row[1], ",") {
			l.families[key] = append(l.families[key], strings.TrimSpace(family))
		}
	}
	l.traits, l.traitNames = map[string]string{}, map[string]bool{}
	for _, row := range rows(code+"/traits.tsv", table(code, "traits.tsv"), 2) {
		names := strings.Split(row[0], ",")
		for _, name := range names {
			l.traitNames[Key(Tokenize(name))] = true
		}
		for _, of := range append(names, strings.Split(row[1], ",")...) {
			l.traits[Key(Tokenize(of))] = names[0]
		}
	}
	l.speller = sync.OnceValue(l.ownWords)
	for _, row := range rows(code+"/functions.txt", table(code, "functions.txt"), 1) {
		for _, w := range strings.Fields(row[0]) {
			l.functions[w] = 1
		}
	}
	l.learn(l.thing)
	return l
}

// thing reports whether a folded word names a product, a part or a property, as its tables have it.
func (l *Language) thing(form string) bool {
	toks := Tokenize(form)
	if len(toks) != 1 || l.Common[form] || l.functions[form] > 0 {
		return false
	}
	return l.Parts[form] || l.Parts[toks[0].Stem] || l.Names(form) || slices.ContainsFunc(l.senses[l.stem(form)], func(s Sense) bool { return s.Part == 'a' })
}

// Names reports whether a word names a product type.
func (l *Language) Names(word string) bool {
	toks := Tokenize(word)
	if len(toks) != 1 {
		return false
	}
	_, product := l.Products[toks[0].Stem]
	return product || slices.ContainsFunc(l.senses[l.stem(toks[0].Form)], func(s Sense) bool { return s.Part == 'n' })
}

// senseKey joins the language's stems of tokens.
func (l *Language) senseKey(toks []Token) (key string, words int) {
	var b strings.Builder
	for i := range toks {
		if toks[i].Kind == Mark {
			continue
		}
		if words > 0 {
			b.WriteByte(' ')
		}
		words++
		b.WriteString(l.stem(toks[i].Form))
	}
	return b.String(), words
}

// zipf is the share of all that is said that the commonest word is; that of rank r has
// zipf/r (Zipf, 1935).
const zipf = 0.1

// Said is the share of a folded word in what people say, 0 for one that is not said often.
func (l *Language) Said(form string) float64 {
	if r := l.talk[form]; r > 0 {
		return zipf / float64(r)
	}
	return 0
}

// Stem is a folded word without its ending in this language.
func (l *Language) Stem(form string) string { return l.stem(form) }

// germanStem takes the n of the plurals in -eln too, which Snowball's stemmer leaves: "mit langen
// Ärmeln".
func germanStem(env *snowballstem.Env) bool {
	if w := env.Current(); strings.HasSuffix(w, "eln") {
		env.SetCurrent(strings.TrimSuffix(w, "n"))
	}
	return german.Stem(env)
}

// stemmers are those of Snowball that a language can name; see http://snowballstem.org.
var stemmers = map[string]func(*snowballstem.Env) bool{
	"danish": danish.Stem, "dutch": dutch.Stem, "finnish": finnish.Stem, "french": french.Stem, "german": germanStem, "italian": italian.Stem,
	"norwegian": norwegian.Stem, "portuguese": portuguese.Stem, "spanish": spanish.Stem, "swedish": swedish.Stem,
}

// readWriting reads how the language writes, from the file language.txt.
func (l *Language) readWriting() {
	name := l.Code + "/language.txt"
	l.linking, l.glue = []string{""}, map[string]bool{}
	for _, s := range sections(name, table(l.Code, "language.txt")) {
		switch s.name {
		case "nouns":
			l.Capitals = s.items[0] == "capital"
		case "decimal":
			l.comma = s.items[0] == "comma"
		case "together":
			l.joint = s.items[0]
		case "stemmer":
			stem := stemmers[s.items[0]]
			if stem == nil {
				panic(fmt.Sprintf("%s: no stemmer %q", name, s.items[0]))
			}
			l.stem = func(form string) string {
				if len(form) <= 3 { // short words are their own stem
					return form
				}
				env := snowballstem.NewEnv(form)
				stem(env)
				return env.Current()
			}
		case "linking":
			l.linking = append(l.linking, s.items...)
		case "counted":
			l.counted = s.items
		case "glue":
			for _, w := range s.items {
				l.glue[Fold(w)] = true
			}
		default:
			panic(fmt.Sprintf("%s: unknown section %q", name, s.name))
		}
	}
}

// Things is what a label says is counted: "keys" of "Keyboard number of keys"; the whole
// label where nothing in it says that something is.
func Things(label string) string {
	folded := Fold(label)
	for _, l := range Languages() {
		for _, number := range l.counted {
			if i := strings.LastIndex(folded, number+" "); i >= 0 && len(folded) == len(label) {
				return label[i+len(number)+1:]
			}
		}
	}
	return label
}

// Called returns what a kind of product that has a name in another language, English unless l
// is, is called in l; "" where one of the two does not know it.
func (l *Language) Called(name string, in *Language) string {
	key, _ := in.senseKey(Tokenize(name))
	if _, known := in.Products[key]; known && l == in {
		return name
	}
	for _, s := range in.senses[key] {
		if s.Part == 'n' && l == in {
			return name
		} else if s.Part == 'n' {
			return s.English[0]
		}
	}
	return l.names[key]
}

// Translates reports whether the language's words have to be looked up in English.
func (l *Language) Translates() bool { return len(l.senses) > 0 }

// Senses calls visit for what the tokens from i on can mean in English, for each number
// of tokens; a compound that is in no table is taken apart.
func (l *Language) Senses(toks []Token, i int, visit func(next int, s Sense)) {
	var buffer [96]byte
	key := buffer[:0]
	words := 0
	for j := i; j < len(toks) && words < l.longest; j++ {
		t := &toks[j]
		if t.Kind == Mark {
			if !t.Glued || !Joins(t) || words == 0 {
				break
			}
			continue
		}
		if words > 0 {
			key = append(key, ' ')
		}
		key = append(key, l.stem(t.Form)...)
		words++
		for _, s := range l.senses[string(key)] {
			visit(j+1, s)
		}
	}
	if t := &toks[i]; t.Kind == Word && !l.has(t.Form) {
		for _, s := range l.compound(t.Form) {
			visit(i+1, s)
		}
	}
}

// Standard reads a message again as the language writes it: words that dialects speak
// otherwise, and numbers.
func (l *Language) Standard(toks []Token) {
	for i := range toks {
		if form, ok := l.variants[toks[i].Form]; ok {
			toks[i].Form, toks[i].Stem = form, Singular(form)
		}
	}
	if !l.comma {
		return
	}
	for i := range toks {
		if t := &toks[i]; t.Kind != Mark && Digit(rune(t.Form[0])) && !strings.Contains(t.Form, "/") {
			v, ok := parseNumber(t.Form, true)
			t.Value, t.Kind = v, Word
			if ok {
				t.Kind = Number
			}
		}
	}
}

// Familiar reports whether a word is the language's own: in one of its phrases, a
// number, a unit, a currency, an everyday word or in its dictionary.
func (l *Language) Familiar(t *Token) bool {
	if l.Knows(t.Form) || l.Common[t.Form] || l.Common[t.Stem] || l.Generic[t.Stem] || l.Parts[t.Stem] {
		return true
	}
	if _, ok := l.Products[t.Stem]; ok {
		return true
	}
	if _, ok := unitSpellings[t.Stem]; ok || currencyWords[t.Form] != "" || l.ordinals[t.Form] != 0 {
		return true
	}
	if _, ok := l.numerals[t.Form]; ok || l.scales[t.Form] > 0 {
		return true
	}
	return l.Means(t.Form)
}

// ownWords are the words that a misspelt one may have been meant to be: those of the
// dictionary or of product names, and those of phrases.
func (l *Language) ownWords() Speller {
	words := map[string]Info{}
	add := func(form string, count int) {
		if len(form) >= ShortWord {
			i := words[form]
			words[form] = Info{Count: max(i.Count, count), Alone: true}
		}
	}
	for form := range l.words {
		add(form, 2)
	}
	for form := range l.numerals {
		add(form, 2)
	}
	for key := range l.Products {
		if !strings.Contains(key, " ") {
			add(key, 3)
		}
	}
	for _, row := range rows(l.Code+"/words.tsv", table(l.Code, "words.tsv"), 3) {
		if toks := Tokenize(row[0]); len(toks) == 1 {
			add(toks[0].Form, 3)
		}
	}
	for _, row := range rows("currencies.tsv", currenciesTable, 2) {
		for _, w := range strings.Fields(row[1]) {
			add(w, 3)
		}
	}
	for w := range unitSpellings {
		add(w, 1)
	}
	s := NewSpeller(words)
	s.inflects = l.Translates()
	return s
}

// Correct returns the word of the language that an unknown folded word was meant to be.
func (l *Language) Correct(form string) (string, bool) {
	s := l.speller()
	return s.Correct(form)
}

// English lists what a folded word means in English, in one word each.
func (l *Language) English(form string) []string {
	var out []string
	for _, s := range l.senses[l.stem(form)] {
		for _, e := range s.English {
			if !strings.Contains(e, " ") {
				out = append(out, e)
			}
		}
	}
	return out
}

// IsProduct reports whether a folded word names a type of product in English.
func IsProduct(form string) bool {
	_, ok := English().Products[Singular(form)]
	return ok
}
