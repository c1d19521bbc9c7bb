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

// A wordList is one of the lists of words that a language has.
type wordList uint8

const (
	functionWords wordList = iota
	containerWords
	neverWords
	partWords   // nouns that make something else of what stands before
	broadWords  // kinds that say too little to be a type
	seriesNames // of makers, that stand for what they are
	endings     // by which forms of a noun differ
	headWords   // that names of products of several words have as head
	wordLists
)

// sections are how a language's file heads its lists. The heads are found in the names.
var sections = [headWords]string{"[functions]", "[containers]", "[never]", "[parts]", "[broad]", "[series]", "[endings]"}

// A tongue is what is known of a language beforehand: evidence beside what the
// catalogue itself shows.
type tongue struct {
	code      string
	headFirst bool // "huile d'olive", not "olive oil"
	compounds bool // "Olivenöl": compounds are one word
	lists     [wordLists]map[string]bool
	// nouns are the names of products by their key: broader ones, nearest first.
	nouns   map[string][]string
	spelled map[string]string // the broader names by their key, as people write them
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
	t := &tongue{code: code, spelled: map[string]string{}, nouns: map[string][]string{}}
	for l := range t.lists {
		t.lists[l] = map[string]bool{}
	}
	var section map[string]bool
	for line := range strings.Lines(lexiconFile(code + ".txt")) {
		line = strings.TrimSpace(line)
		if l := slices.Index(sections[:], line); l >= 0 {
			section = t.lists[l]
			continue
		}
		switch line {
		case "[order]", "[products]":
			section = nil
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
	for _, l := range []wordList{neverWords, containerWords, partWords} {
		for w := range t.lists[l] {
			delete(t.nouns, w)
		}
	}
	for w := range t.lists[neverWords] {
		delete(t.lists[headWords], w)
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
	words := strings.Fields(phraseKey(name))
	keys := make([]string, 0, len(kinds))
	for _, k := range kinds {
		key := phraseKey(k)
		keys = append(keys, key)
		t.spelled[key] = k
	}
	t.nouns[strings.Join(words, " ")] = keys
	if head := words[len(words)-1]; len(words) > 1 && !t.lists[containerWords][head] {
		t.lists[headWords][head] = true
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
				if hits[j] = noun || l.lists[functionWords][w] || l.lists[containerWords][w] || l.lists[neverWords][w]; hits[j] {
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
func (g glossary) has(list wordList, w string) bool {
	for _, t := range g.tongues {
		if t.lists[list][w] {
			return true
		}
		if _, ok := t.nouns[w]; ok {
			return false
		}
	}
	return false
}

// ordinary reports whether a word of the commonest language is none that names a thing.
func (g glossary) ordinary(w string) bool {
	if len(g.tongues) == 0 {
		return false
	}
	lists := g.tongues[0].lists
	return lists[functionWords][w] || lists[neverWords][w] || lists[neverWords][wordKey(w)]
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
			if t.lists[endings][key[len(rest):]] && !yield(rest) {
				return
			}
		}
	}
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
		if noun(end) && !g.has(containerWords, end) && !g.has(partWords, end) && !g.has(neverWords, end) {
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
