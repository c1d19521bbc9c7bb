package discover

import (
	"cmp"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"shopclerk/data/lexicon"
)

// A tongue is what is known of a language beforehand: evidence beside what the
// catalogue itself shows.
type tongue struct {
	code       string
	headFirst  bool // "huile d'olive", not "olive oil"
	functions  map[string]bool
	containers map[string]bool
	never      map[string]bool
	// nouns are the names of products by their key: broader ones, nearest first.
	nouns map[string][]string
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
		nouns: map[string][]string{}, heads: map[string]bool{}}
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
		case "head-first":
			t.headFirst = true
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
		keys = append(keys, phraseKey(k))
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

// wordKey folds a word of a title or a list: lower case, singular, without the
// possessive.
func wordKey(w string) string {
	w = strings.ToLower(w)
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
	tongues []*tongue
}

// spoken returns the languages that titles are written in: those whose words, each
// counted by how few languages share it, stand in at least a fourth as many titles as
// those of the commonest.
func spoken(docs []*document) glossary {
	const share = 0.25
	langs := tongues()
	count := make([]float64, len(langs))
	hits := make([]bool, len(langs))
	for _, d := range docs {
		for i := range d.words {
			w := d.words[i].text
			n := 0
			for j, l := range langs {
				hits[j] = l.functions[w]
				if !hits[j] {
					_, hits[j] = l.nouns[d.words[i].key]
				}
				if hits[j] {
					n++
				}
			}
			for j, hit := range hits {
				if hit && n*2 <= len(langs) {
					count[j] += 1 / float64(n)
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
		if count[i] > 0 && count[i] >= share*most && count[i] >= share*0.2*float64(len(docs)) {
			g.tongues = append(g.tongues, langs[i])
		}
	}
	return g
}

func (g glossary) function(w string) bool {
	for _, t := range g.tongues {
		if t.functions[w] {
			return true
		}
	}
	return false
}

func (g glossary) container(key string) bool {
	for _, t := range g.tongues {
		if t.containers[key] {
			return true
		}
	}
	return false
}

// never reports whether a word names no type in one of the languages and no product in
// another.
func (g glossary) never(key string) bool {
	found := false
	for _, t := range g.tongues {
		if _, ok := t.nouns[key]; ok {
			return false
		}
		found = found || t.never[key]
	}
	return found
}

// noun reports whether a phrase names a product, with its broader names.
func (g glossary) noun(key string) (kinds []string, ok bool) {
	for _, t := range g.tongues {
		if k, found := t.nouns[key]; found {
			return k, true
		}
	}
	return nil, false
}

// head reports whether a word is the head of names of products.
func (g glossary) head(key string) bool {
	for _, t := range g.tongues {
		if t.heads[key] {
			return true
		}
	}
	return false
}

// headFirst reports whether the commonest order puts the noun first.
func (g glossary) headFirst() bool {
	return len(g.tongues) > 0 && g.tongues[0].headFirst
}

// english reports whether the commonest language is English, whose plurals are known.
func (g glossary) english() bool { return len(g.tongues) > 0 && g.tongues[0].code == "en" }
