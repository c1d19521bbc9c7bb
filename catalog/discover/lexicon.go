package discover

import (
	"cmp"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"shopclerk/data"
)

// A wordClass is a set of the lists of data/lexicon that have a word.
type wordClass uint8

const (
	functionWord  wordClass = 1 << iota
	containerWord           // says how many there are
	neverWord               // stands where names of products stand and is none
	partWord                // makes something else of what stands before
	broadWord               // a kind that says too little to be a type
	seriesName              // of a maker, that stands for what it is
	nounHead                // of names of products of several words
	productNoun             // names a product
)

// sections are how a language's file heads its lists. Heads of names are found in the names.
var sections = map[string]wordClass{
	"[functions]": functionWord, "[containers]": containerWord, "[never]": neverWord, "[parts]": partWord,
	"[broad]": broadWord, "[series]": seriesName, "[products]": productNoun,
}

// A glossary is what is known of languages beforehand: evidence beside what the
// catalogue itself shows.
type glossary struct {
	headFirst bool // "huile d'olive", not "olive oil"
	compounds bool // "Olivenöl": compounds are one word
	code      string
	classes   map[string]wordClass // by word and by key
	kinds     map[string][]string  // broader names of products, nearest first
	spelled   map[string]string    // the broader names by their key, as people write them
	endings   map[string]bool      // by which forms of a noun differ
}

// languages are those of data/lexicon, by the names of their files.
var languages = sync.OnceValue(func() []*glossary {
	files, err := fs.Glob(data.Lexicon(), "*.txt")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	var out []*glossary
	for _, name := range files {
		out = append(out, newGlossary(strings.TrimSuffix(name, ".txt")))
	}
	return out
})

// newGlossary reads the files of a language.
func newGlossary(code string) *glossary {
	g := &glossary{code: code, classes: map[string]wordClass{}, kinds: map[string][]string{}, spelled: map[string]string{}, endings: map[string]bool{}}
	section := ""
	text, err := fs.ReadFile(data.Lexicon(), code+".txt")
	if err != nil {
		panic(err) // embedded: every test meets it
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		if strings.HasPrefix(line, "[") {
			section = strings.TrimSpace(line)
			continue
		}
		for _, w := range strings.Fields(line) {
			switch section {
			case "[order]":
				g.headFirst, g.compounds = g.headFirst || w == "head-first", g.compounds || w == "compounds"
			case "[endings]":
				g.endings[w] = true
			case "[products]":
				g.classes[wordKey(w)] |= productNoun
			default:
				g.classes[w] |= sections[section]
				g.classes[wordKey(w)] |= sections[section]
			}
		}
	}
	table, _ := fs.ReadFile(data.Lexicon(), code+".tsv") // of few languages
	for line := range strings.Lines(string(table)) {
		row := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		switch {
		case row[0] == "" || strings.HasPrefix(line, "#"):
		case code == "en" && len(row) > 1:
			g.add(row[0], strings.Split(row[1], ", "))
		case code == "en" || row[1] == "n": // others are dictionaries into English
			g.add(row[0], nil)
		}
	}
	for w, c := range g.classes {
		if c&(neverWord|containerWord|partWord) != 0 {
			c &^= productNoun
		}
		if c&neverWord != 0 {
			c &^= nounHead
		}
		g.classes[w] = c
	}
	return g
}

func (g *glossary) add(name string, kinds []string) {
	words := strings.Fields(phraseKey(name))
	keys := make([]string, len(kinds))
	for i, k := range kinds {
		keys[i] = phraseKey(k)
		g.spelled[keys[i]] = k
	}
	key := strings.Join(words, " ")
	g.kinds[key] = keys
	g.classes[key] |= productNoun
	if head := words[len(words)-1]; len(words) > 1 && g.classes[head]&containerWord == 0 {
		g.classes[head] |= nounHead
	}
}

// Language returns the code of the language that names of products, categories or aspects are
// written in, "" where they show none.
func Language(names []string) string {
	docs := make([]*document, len(names))
	for i, n := range names {
		docs[i] = &document{words: titleWords(n)}
	}
	return spoken(docs).code
}

// spoken returns what is known together of the languages that titles are written in:
// those that have at least a fifth as many words of their own there, shared with no
// other language, as the commonest has, if that has one in every fifth title.
func spoken(docs []*document) *glossary {
	const least = 0.2
	langs := languages()
	own := make([]int, len(langs))
	for _, d := range docs {
		for i := range d.words {
			var hits []int
			for j, l := range langs {
				if l.is(d.words[i].key, productNoun) || l.is(d.words[i].text, functionWord|containerWord|neverWord) {
					hits = append(hits, j)
				}
			}
			if len(hits) == 1 {
				own[hits[0]]++
			}
		}
	}
	order := make([]int, len(langs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(own[b], own[a]) })
	first := order[0]
	g := &glossary{classes: map[string]wordClass{}, kinds: map[string][]string{}, endings: map[string]bool{}}
	if most := float64(own[first]); most == 0 || most < least*float64(len(docs)) {
		return g
	}
	g.headFirst, g.compounds, g.code = langs[first].headFirst, langs[first].compounds, langs[first].code
	g.kinds, g.spelled = langs[first].kinds, langs[first].spelled
	for _, i := range order {
		if float64(own[i]) < least*float64(own[first]) {
			break
		}
		maps.Copy(g.endings, langs[i].endings)
		for w, c := range langs[i].classes {
			if g.classes[w]&productNoun == 0 { // no commoner language says that it names a product
				g.classes[w] |= c
			}
		}
	}
	return g
}

// is reports whether a word is of one of some classes.
func (g *glossary) is(word string, c wordClass) bool { return g.classes[word]&c != 0 }

// nounOf returns the form of a phrase under which it names a product, "" when it does not.
func (g *glossary) nounOf(key string) string {
	rest := key
	for range maxEnding + 1 {
		if g.is(rest, productNoun) && (rest == key || g.endings[key[len(rest):]]) {
			return rest
		}
		_, n := utf8.DecodeLastRuneInString(rest)
		if rest = rest[:len(rest)-n]; utf8.RuneCountInString(rest) < 3 {
			break
		}
	}
	return ""
}

// maxEnding is the longest of the endings by which forms differ, in letters.
const maxEnding = 3

const (
	minCompoundHead = 4 // letters; shorter ends are chance
	minCompoundRest = 3
)

// headOfCompound returns the longest noun that a word ends with, "" for none or in a
// language that writes compounds apart. "Heckwischblatt" is a "Blatt".
func (g *glossary) headOfCompound(key string) string {
	if !g.compounds {
		return ""
	}
	for i := range key {
		if end := key[i:]; i >= minCompoundRest && utf8.RuneCountInString(end) >= minCompoundHead && g.nounOf(end) != "" {
			return end
		}
	}
	return ""
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
