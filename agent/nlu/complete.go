package nlu

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"shopclerk/agent/language"
	"shopclerk/catalog"
)

// Completion is what a shopper may be about to type: a category, or a value of one
// of its aspects.
type Completion struct {
	Category string // path
	Key      string // of the value's aspect; empty for the category itself
	Label    string // of the aspect
	Text     string // the category's name, or the value as the catalogue spells it
	Count    int    // products
	rank     nearness
}

// nearness is how directly typed words name something; lower is nearer.
type nearness uint8

const (
	begins  nearness = iota // its name begins with them
	hasWord                 // words of its name begin with them
	related                 // a level above it or another name does; of a value: its category helps
)

// The limits of one completion. They bound its work whatever the catalogue's size:
// a walk of maxWalk costs some ten milliseconds.
const (
	// maxTyped is how many words are completed, the last ones.
	maxTyped = 5
	// maxWalk is how many entries are looked at. Only beginnings of two letters in
	// catalogues with hundreds of thousands of values reach it.
	maxWalk = 10_000
	// placesOfValue is in how many categories one value is offered, the fullest
	// first: "black" is in all of them, and six times black is no choice.
	placesOfValue = 2
	// shortest is the least that is completed to a value, in letters: one letter
	// begins too much to be worth a list.
	shortest = 2
)

// Completer completes what is typed from the lexicon of a catalogue. It is read-only and safe for
// concurrent use.
type Completer struct {
	x          *Lexicon
	categories []catalog.Category
	words      []string   // of values, ascending
	entries    [][]int32  // by word: the values that have it, most products first
	names      [][]string // by category: words of its name, then
	others     [][]string // words of the levels above it and of other names, in every language
}

// Completer returns the completer of the reader's catalogue and aliases, made when it is first asked for.
func (r *Reader) Completer() *Completer { return r.completer() }

// complete indexes words, each as it is spelled and, where that differs, without its plural.
func (r *Reader) complete() *Completer {
	x := r.lexicon
	c := &Completer{x: x, categories: r.categories, others: make([][]string, len(r.categories))}
	at := map[string][]int32{}
	for id := range x.entries {
		if e := &x.entries[id]; e.kind == ToValue && !e.flag {
			for _, w := range slices.Compact(slices.Sorted(slices.Values(spellings(cmp.Or(e.called, e.text))))) {
				at[w] = append(at[w], int32(id))
			}
		}
	}
	c.words = slices.Sorted(maps.Keys(at))
	for _, w := range c.words {
		slices.SortFunc(at[w], func(a, b int32) int {
			return cmp.Or(cmp.Compare(x.entries[b].total, x.entries[a].total), cmp.Compare(a, b))
		})
		c.entries = append(c.entries, at[w])
	}
	for i := range r.categories {
		c.names = append(c.names, spellings(nameOf(&r.categories[i])))
		c.others[i] = spellings(r.categories[i].Path)
	}
	for concept, meanings := range x.meant {
		var words []string
		for _, n := range x.know.of(concept) {
			for _, w := range n.words {
				if n.role <= isOther {
					words = append(words, w.text)
				}
			}
		}
		for _, m := range meanings {
			if e := &x.entries[m.entry]; e.kind == ToCategory && m.cover == 1 && m.role <= isOther {
				for _, t := range e.in {
					c.others[t.category] = append(c.others[t.category], words...)
				}
			}
		}
	}
	return c
}

// nameOf is what a category is called.
func nameOf(c *catalog.Category) string { return cmp.Or(c.Name, catalog.LastLevel(c.Path)) }

// spellings lists the words of a text, folded, with and without the plural.
func spellings(text string) []string {
	var out []string
	for _, t := range language.Tokenize(text) {
		if t.Kind == language.Mark {
			continue
		}
		out = append(out, t.Form)
		if t.Stem != t.Form {
			out = append(out, t.Stem)
		}
	}
	return out
}

// typed is a word of what was typed.
type typed struct {
	form, stem string
	open       bool // the last one, nothing typed after it: it may go on
}

// in reports whether some of the words is the typed one, or goes on from it.
func (t *typed) in(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return w == t.form || w == t.stem || t.open && strings.HasPrefix(w, t.form)
	})
}

// near reports whether a category goes by the typed word without having it in its
// name: by a level above it or another name. Two letters begin too many of those.
func (c *Completer) near(category int32, t *typed) bool {
	return (!t.open || len(t.form) > shortest) && t.in(c.others[category])
}

// Complete returns the best completions of a text, most direct first and then those
// of most products: up to k categories and up to k values. Every word of the text
// must be found in what is offered, the last as a beginning; "red back" finds the
// colour in Backpacks. A word that begins nothing is taken for one that does at one
// edit, which is then in the text returned with the completions.
func (c *Completer) Complete(text string, k int) (categories, values []Completion, read string) {
	words, read := c.read(text)
	if len(words) == 0 {
		return nil, nil, read
	}
	categories = c.ofCategories(words, k)
	if last := &words[len(words)-1]; len(words) > 1 || utf8.RuneCountInString(last.form) >= shortest {
		values = c.ofValues(words, k)
	}
	return categories, values, read
}

// read cuts a text into words, correcting those that begin nothing.
func (c *Completer) read(text string) ([]typed, string) {
	toks := language.Tokenize(text)
	var words []typed
	read := text
	for i := len(toks) - 1; i >= 0 && len(words) < maxTyped; i-- {
		t := &toks[i]
		if t.Kind == language.Mark || language.English().Knows(t.Form) && i < len(toks)-1 {
			continue
		}
		w := typed{form: t.Form, stem: t.Stem, open: t.End == len(text)}
		if right, wrong := c.correct(&w); wrong {
			read = read[:t.Start] + right + read[t.End:]
			w.form, w.stem = right, right
		}
		words = append(words, w)
	}
	slices.Reverse(words)
	return words, read
}

// correct returns the word that one was meant to be which begins none of the
// catalogue's: one edit away, the commonest of those, ties as in the alphabet.
func (c *Completer) correct(w *typed) (string, bool) {
	if utf8.RuneCountInString(w.form) < language.ShortWord || language.Digit(rune(w.form[0])) || c.begins(w) {
		return "", false
	}
	if !w.open {
		return c.x.speller.Correct(w.form)
	}
	best, most := "", -1
	consider := func(word string, products int) {
		if end := nearBeginning(w.form, word); end > 0 && products > most {
			best, most = word[:end], products
		}
	}
	for _, word := range slices.Concat(c.names...) {
		consider(word, 1<<30) // a category wins over any value, as in reading
	}
	first := w.form[:1]
	from, _ := slices.BinarySearch(c.words, first)
	for i := from; i < len(c.words) && strings.HasPrefix(c.words[i], first) && i-from < maxWalk; i++ {
		consider(c.words[i], len(c.entries[i]))
	}
	return best, best != ""
}

// begins reports whether some word of the catalogue is, or goes on from, the typed one.
func (c *Completer) begins(w *typed) bool {
	if from, to := c.span(w); from < to {
		return true
	}
	for i := range c.names {
		if w.in(c.names[i]) || w.in(c.others[i]) {
			return true
		}
	}
	return false
}

// span returns which of the words are, or go on from, a typed one. A finished word
// is looked up as it is spelled, else without its plural.
func (c *Completer) span(w *typed) (from, to int) {
	from, found := slices.BinarySearch(c.words, w.form)
	if !w.open {
		if !found {
			from, found = slices.BinarySearch(c.words, w.stem)
		}
		if !found {
			return from, from
		}
		return from, from + 1
	}
	to = from
	for to < len(c.words) && strings.HasPrefix(c.words[to], w.form) && to-from < maxWalk {
		to++
	}
	return from, to
}

// nearBeginning returns the end of the beginning of a word that is one edit from a text which the
// word does not begin with, or 0. The first letter has to be right. Letters are counted in bytes, so
// that it serves scripts of one byte a letter best.
func nearBeginning(text, word string) int {
	for _, end := range []int{len(text), len(text) + 1, len(text) - 1} {
		if end <= len(word) && word[0] == text[0] && language.OneOff(text, word[:end]) {
			return end
		}
	}
	return 0
}

func (c *Completer) ofCategories(words []typed, k int) []Completion {
	best := shortlist{most: k}
	for i := range c.categories {
		category := &c.categories[i]
		rank := begins
		for w := range words {
			switch t := &words[w]; {
			case !t.in(c.names[i]) && !c.near(int32(i), t):
				rank = related + 1
			case !t.in(c.names[i]):
				rank = max(rank, related)
			case len(c.names[i]) > 0 && !strings.HasPrefix(c.names[i][0], words[0].form):
				rank = max(rank, hasWord)
			}
		}
		if rank <= related {
			best.add(Completion{Category: category.Path, Text: nameOf(category), Count: category.Size, rank: rank})
		}
	}
	return best.list
}

func (c *Completer) ofValues(words []typed, k int) []Completion {
	best := shortlist{most: k}
	seen := map[int32]bool{}
	for d := range words {
		from, to := c.span(&words[d])
		for i := from; i < to; i++ {
			for _, id := range c.entries[i] {
				if seen[id] {
					continue
				}
				if len(seen) == maxWalk {
					return best.list
				}
				seen[id] = true
				c.offer(&best, id, words)
			}
		}
	}
	return best.list
}

// offer adds a value in the categories where it has most products, if every typed
// word is in the value or in what its category is called.
func (c *Completer) offer(best *shortlist, id int32, words []typed) {
	e := &c.x.entries[id]
	own := spellings(cmp.Or(e.called, e.text))
	var rest []*typed
	for w := range words {
		if !words[w].in(own) {
			rest = append(rest, &words[w])
		}
	}
	rank := hasWord
	switch {
	case len(rest) > 0:
		rank = related
	case strings.HasPrefix(own[0], words[0].form):
		rank = begins
	}
	places := shortlist{most: placesOfValue}
	for _, t := range e.in {
		if t.count == 0 || slices.ContainsFunc(rest, func(w *typed) bool { return !w.in(c.names[t.category]) && !c.near(t.category, w) }) {
			continue
		}
		category, key := &c.categories[t.category], c.x.aspects[e.aspect].key
		a, _ := category.Aspect(key)
		places.add(Completion{Category: category.Path, Key: key, Label: cmp.Or(a.Label, key), Text: e.text, Count: t.count, rank: rank})
	}
	for _, p := range places.list {
		best.add(p)
	}
}

// shortlist keeps the best completions, in order, each once.
type shortlist struct {
	most int
	list []Completion
}

func (s *shortlist) add(c Completion) {
	same := func(o Completion) bool { return o.Category == c.Category && o.Key == c.Key && o.Text == c.Text }
	i, _ := slices.BinarySearchFunc(s.list, c, compareCompletions)
	if i < s.most && !slices.ContainsFunc(s.list[:i], same) {
		s.list = slices.Insert(slices.DeleteFunc(s.list, same), i, c)
		s.list = s.list[:min(len(s.list), s.most)]
	}
}

// compareCompletions is a total order: nearness, products, then what they are.
func compareCompletions(a, b Completion) int {
	return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(b.Count, a.Count),
		strings.Compare(a.Text, b.Text), strings.Compare(a.Category, b.Category), strings.Compare(a.Key, b.Key))
}
