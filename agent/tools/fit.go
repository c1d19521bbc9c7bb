package tools

import (
	"math"
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// index weighs the tools of a kit by an instruction's words: by how rare among the tools they
// are, and where they stand in what is declared.
type index struct {
	terms []map[string]float64 // weight of a root, by tool
	in    map[string]int       // tools that have a root
}

// What a word counts by where it stands: in a tool's name and in how people ask for it before
// what it explains.
const (
	nameWeight    = 3.0
	exampleWeight = 2.0
	purposeWeight = 1.0
)

func newIndex(tools []Tool) *index {
	x := &index{in: map[string]int{}}
	for i := range tools {
		t := &tools[i]
		terms := map[string]float64{}
		add := func(weight float64, said ...string) {
			for _, s := range said {
				for _, w := range roots(strings.Join(language.NameWords(s), " ")) {
					terms[w] = max(terms[w], weight)
				}
			}
		}
		add(nameWeight, t.Name, t.Title)
		add(exampleWeight, t.Examples...)
		add(purposeWeight, t.Purpose)
		for w := range terms {
			x.in[w]++
		}
		x.terms = append(x.terms, terms)
	}
	return x
}

// idf is how much a root tells tools apart; it is always above 0.
func (x *index) idf(w string) float64 {
	n := float64(x.in[w])
	return math.Log(1 + (float64(len(x.terms))-n+0.5)/(n+0.5))
}

// best is the name of that of some tools that shares most words with a text, of equal ones the
// first; "" where none does.
func (k *Kit) best(text string, among func(*Tool) bool) string {
	x, said := k.index(), roots(text)
	name, most := "", 0.0
	for i, terms := range x.terms {
		score := 0.0
		for n, w := range said {
			if !slices.Contains(said[:n], w) {
				score += x.idf(w) * terms[w]
			}
		}
		if score > most && among(&k.tools[i]) {
			name, most = k.tools[i].Name, score
		}
	}
	return name
}

// roots are those of the words of a text that say something, in their order.
func roots(text string) []string {
	var out []string
	for _, tok := range language.Tokenize(text) {
		if tok.Kind == language.Word && !lists().Stop[tok.Form] {
			out = append(out, language.Root(tok.Stem))
		}
	}
	return out
}

// Best is the name of the tool that an instruction fits best, "" where none has a word of
// it: then it is about something else, a search or a chat.
func (k *Kit) Best(words string) string { return k.best(words, func(*Tool) bool { return true }) }
