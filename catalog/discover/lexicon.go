package discover

import (
	"cmp"
	"io/fs"
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"shopclerk/data/lexicon"
)

// A tongue is what is known of a language beforehand: evidence beside what the
// catalogue itself shows.
type tongue struct {
	code       string
	headFirst  bool // "huile d'olive", not "olive oil"
	compounds  bool // "Olivenöl": compounds are one word
	functions  map[string]bool
	containers map[string]bool
	never      map[string]bool
	parts      map[string]bool // nouns that make something else of what stands before
	broad      map[string]bool // kinds that say too little to be a type
	series     map[string]bool // names of makers' series that stand for what they are
	endings    map[string]bool // by which forms of a noun differ
	// nouns are the names of products by their key: broader ones, nearest first.
	nouns   map[string][]string
	spelled map[string]string // the broader names by their key, as people write them
	// heads are the words that such names of several words have as head.
	heads map[string]bool
}

// tongues are the languages of data/lexicon, by code.
var tongues = sync.OnceValue(func() []*tongue {
	var out []*tongue
	files, err := fs.Glob(lexicon.FS, "*.txt")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	for _, name := range files {
		out = append(out, newTongue(strings.TrimSuffix(name, ".txt")))
	}
	return out
})

func newTongue(code string) *tongue {
	t := &tongue{code: code, functions: map[string]bool{}, containers: map[string]bool{}, never: map[string]bool{},
		parts: map[string]bool{}, broad: map[string]bool{}, series: map[string]bool{}, endings: map[string]bool{},
		spelled: map[string]string{}, nouns: map[string][]string{}, heads: map[string]bool{}}
	var section map[string]bool
	for line := range strings.Lines(lexiconFile(code + ".txt")) {
		line = strings.TrimSpace(line)
		switch line {
		case "[order]", "[products]":
			section = nil
		case "[functions]":
			section = t.functions
		case "[containers]":
			section = t.containers
		case "[never]":
			section = t.never
		case "[parts]":
			section = t.parts
		case "[broad]":
			section = t.broad
		case "[series]":
			section = t.series
		case "[endings]":
			section = t.endings
		case "head-first":
			t.headFirst = true
		case "compounds":
			t.compounds = true
		default:
			if strings.HasPrefix(line, "#") {
				continue
			}
			for _, w := range strings.Fields(line) {
				if section == nil {
					t.nouns[wordKey(w)] = nil
				} else {
					section[w], section[wordKey(w)] = true, true
				}
			}
		}
	}
	switch code {
	case "en":
		for row := range lexiconRows("en.tsv") {
			var kinds []string
			if len(row) > 1 {
				kinds = strings.Split(row[1], ", ")
			}
			t.add(row[0], kinds)
		}
	case "de":
		t.translate()
	}
	for w := range t.never {
		delete(t.nouns, w)
		delete(t.heads, w)
	}
	for w := range t.containers {
		delete(t.nouns, w)
	}
	for w := range t.parts {
		delete(t.nouns, w)
	}
	return t
}

// translate adds the nouns of a dictionary into English, with the broader names of
// what they mean, where the language has a word for them.
func (t *tongue) translate() {
	english := map[string][]string{} // name → kinds
	for row := range lexiconRows("en.tsv") {
		if len(row) > 1 {
			english[row[0]] = strings.Split(row[1], ", ")
		}
	}
	own := map[string]string{} // English → the first word that means it
	for row := range lexiconRows(t.code + ".tsv") {
		first, _, _ := strings.Cut(row[2], ",")
		if _, ok := own[first]; !ok && row[1] == "n" {
			own[first] = row[0]
		}
	}
	for row := range lexiconRows(t.code + ".tsv") {
		if row[1] != "n" {
			continue
		}
		first, _, _ := strings.Cut(row[2], ",")
		var kinds []string
		for _, k := range english[first] {
			if w := own[k]; w != "" {
				kinds = append(kinds, w)
			}
		}
		t.add(row[0], kinds)
	}
}

func (t *tongue) add(name string, kinds []string) {
	words := strings.Fields(strings.ToLower(name))
	for i, w := range words {
		words[i] = wordKey(w)
	}
	keys := make([]string, 0, len(kinds))
	for _, k := range kinds {
		key := phraseKey(k)
		keys = append(keys, key)
		t.spelled[key] = k
	}
	t.nouns[strings.Join(words, " ")] = keys
	if head := words[len(words)-1]; len(words) > 1 && !t.containers[head] {
		t.heads[head] = true
	}
}

func lexiconFile(name string) string {
	text, err := fs.ReadFile(lexicon.FS, name)
	if err != nil {
		panic(err) // embedded: every test meets it
	}
	return string(text)
}

// lexiconRows yields the columns of a table's lines.
func lexiconRows(name string) func(yield func([]string) bool) {
	return func(yield func([]string) bool) {
		for line := range strings.Lines(lexiconFile(name)) {
			if line = strings.TrimRight(line, "\r\n"); line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			if !yield(strings.Split(line, "\t")) {
				return
			}
		}
	}
}

// unaccented replaces the letters that some write without their accents.
var unaccented = strings.NewReplacer("á", "a", "à", "a", "â", "a", "ã", "a", "ä", "a", "å", "a", "ç", "c", "é", "e", "è", "e", "ê", "e", "ë", "e",
	"í", "i", "ì", "i", "î", "i", "ï", "i", "ñ", "n", "ó", "o", "ò", "o", "ô", "o", "õ", "o", "ö", "o", "ú", "u", "ù", "u", "û", "u", "ü", "u",
	"ą", "a", "ć", "c", "ę", "e", "ł", "l", "ń", "n", "ś", "s", "ź", "z", "ż", "z", "ş", "s", "ğ", "g", "ı", "i", "ё", "е", "ß", "ss", "œ", "oe", "æ", "ae")

// wordKey folds a word of a title or a list: lower case, singular, without the
// possessive and accents.
func wordKey(w string) string {
	w = unaccented.Replace(strings.ToLower(w))
	w = strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")
	return singular(w)
}

// phraseKey folds the words of a phrase.
func phraseKey(s string) string {
	words := strings.Fields(s)
	for i, w := range words {
		words[i] = wordKey(w)
	}
	return strings.Join(words, " ")
}

// A glossary is what the languages of a catalogue know together.
type glossary struct {
	tongues []*tongue // the commonest first
	covers  float64   // share of the titles that have a noun of the commonest
}

// spoken returns the languages that titles are written in: those that have at least a
// fifth as many words of their own there, shared with no other language, as the
// commonest has, if that has one in every fifth title.
func spoken(docs []*document) glossary {
	const least = 0.2
	langs := tongues()
	count, covers := make([]float64, len(langs)), make([]int, len(langs))
	hits := make([]bool, len(langs))
	covered := make([]bool, len(langs))
	for _, d := range docs {
		clear(covered)
		for i := range d.words {
			w := d.words[i].text
			n := 0
			for j, l := range langs {
				_, noun := l.nouns[d.words[i].key]
				if noun && !covered[j] {
					covered[j] = true
					covers[j]++
				}
				if hits[j] = noun || l.functions[w] || l.containers[w] || l.never[w]; hits[j] {
					n++
				}
			}
			for j, hit := range hits {
				if hit && n == 1 {
					count[j]++
				}
			}
		}
	}
	most := 0.0
	for _, n := range count {
		most = max(most, n)
	}
	order := make([]int, len(langs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(count[b], count[a]) })
	g := glossary{}
	for _, i := range order {
		if count[i] > 0 && count[i] >= least*most && most >= least*float64(len(docs)) {
			if len(g.tongues) == 0 {
				g.covers = share(covers[i], len(docs))
			}
			g.tongues = append(g.tongues, langs[i])
		}
	}
	return g
}

// has reports whether one of the languages has a word in a list, and none that is
// commoner says that the word names a product.
func (g glossary) has(list func(*tongue) map[string]bool, w string) bool {
	for _, t := range g.tongues {
		if list(t)[w] {
			return true
		}
		if _, ok := t.nouns[w]; ok {
			return false
		}
	}
	return false
}

func (g glossary) function(w string) bool {
	return g.has(func(t *tongue) map[string]bool { return t.functions }, w)
}

func (g glossary) container(key string) bool {
	return g.has(func(t *tongue) map[string]bool { return t.containers }, key)
}

func (g glossary) part(key string) bool {
	return g.has(func(t *tongue) map[string]bool { return t.parts }, key)
}

func (g glossary) never(key string) bool {
	return g.has(func(t *tongue) map[string]bool { return t.never }, key)
}

func (g glossary) broad(key string) bool {
	return g.has(func(t *tongue) map[string]bool { return t.broad }, key)
}

func (g glossary) series(key string) bool {
	return g.has(func(t *tongue) map[string]bool { return t.series }, key)
}

func (g glossary) ending(s string) bool {
	return g.has(func(t *tongue) map[string]bool { return t.endings }, s)
}

// ordinary reports whether a word of the commonest language is none that names a thing.
func (g glossary) ordinary(w string) bool {
	return len(g.tongues) > 0 && (g.tongues[0].functions[w] || g.tongues[0].never[w] || g.tongues[0].never[wordKey(w)])
}

// compounds reports whether the commonest language writes compounds in one word.
func (g glossary) compounds() bool { return len(g.tongues) > 0 && g.tongues[0].compounds }

// rich reports whether most titles have a noun that the commonest language knows, so
// that words compete with it for being the head.
func (g glossary) rich() bool {
	const most = 0.5
	return g.covers >= most
}

// noun reports whether a phrase names a product, in some form, with its broader names
// if it does so in the commonest language.
func (g glossary) noun(key string) (kinds []string, ok bool) {
	for i, t := range g.tongues {
		k, found := t.nouns[key]
		for stem := range t.stems(key) {
			if !found {
				k, found = t.nouns[stem]
			}
		}
		if found && i == 0 {
			return k, true
		}
		if found {
			return nil, true
		}
	}
	return nil, false
}

// maxEnding is the longest of the endings by which forms differ, in letters.
const maxEnding = 3

// stems yields what is left of a word without the endings of the language's forms.
func (t *tongue) stems(key string) iter.Seq[string] {
	return func(yield func(string) bool) {
		rest := key
		for range maxEnding {
			_, n := utf8.DecodeLastRuneInString(rest)
			if rest = rest[:len(rest)-n]; utf8.RuneCountInString(rest) < 3 {
				return
			}
			if t.endings[key[len(rest):]] && !yield(rest) {
				return
			}
		}
	}
}

// head reports whether a word is the head of names of products.
func (g glossary) head(key string) bool {
	return g.has(func(t *tongue) map[string]bool { return t.heads }, key)
}

// headFirst reports whether the commonest order puts the noun first.
func (g glossary) headFirst() bool {
	return len(g.tongues) > 0 && g.tongues[0].headFirst
}

// english reports whether the commonest language is English, whose plurals are known.
func (g glossary) english() bool { return len(g.tongues) > 0 && g.tongues[0].code == "en" }

const (
	minCompoundHead = 4 // letters; shorter ends are chance
	minCompoundRest = 3
)

// endOf returns the longest end of a word that is a noun, "" for none or in a language
// that writes compounds apart: where it does not, their last part says what a thing is.
func (g glossary) endOf(key string, noun func(end string) bool) string {
	if !g.compounds() {
		return ""
	}
	for i := range key {
		if i < minCompoundRest {
			continue
		}
		end := key[i:]
		if utf8.RuneCountInString(end) < minCompoundHead {
			return ""
		}
		if noun(end) && !g.container(end) && !g.part(end) && !g.never(end) {
			return end
		}
	}
	return ""
}

// headOfCompound returns the longest noun of the glossary that a word is or ends with.
func (g glossary) headOfCompound(key string) string {
	if _, ok := g.noun(key); ok {
		return key
	}
	return g.endOf(key, func(end string) bool { _, ok := g.noun(end); return ok })
}

// spelling returns a broader name as people write it.
func (g glossary) spelling(key string) (string, bool) {
	if len(g.tongues) == 0 {
		return "", false
	}
	s, ok := g.tongues[0].spelled[key]
	return s, ok
}
