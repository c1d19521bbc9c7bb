package tools

import (
	"math"
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// What is known of words, whatever the tools. Read at their first use.
var (
	lists   = language.CallWords
	errands = language.ErrandWords
)

// index weighs the tools of a kit by an instruction's words: the saturated frequency of
// BM25 over one document a tool, whose parts count by how much they say about what the
// tool is for.
type index struct {
	terms []map[string]float64 // weighted frequency of a root, by tool
	in    map[string]int       // tools that have a root
	ways  [][][]string         // how people ask for a tool, each way as roots, by tool
	exact map[string][]int     // tools by the whole ways to ask for them
}

// What a word counts in each part of a tool: its name and how people ask for it before what
// it explains.
const (
	nameWeight    = 3.0
	exampleWeight = 2.0
	purposeWeight = 1.0
	saturation    = 1.2 // k of BM25
)

func newIndex(tools []Tool) *index {
	x := &index{in: map[string]int{}, exact: map[string][]int{}}
	for i := range tools {
		t := &tools[i]
		terms := map[string]float64{}
		add := func(s string, weight float64) []string {
			words := roots(&language.Text{Toks: language.Tokenize(strings.Join(language.NameWords(s), " "))})
			for _, w := range words {
				if w != anyNumber {
					terms[w] += weight
				}
			}
			return words
		}
		if purpose := add(t.Purpose, purposeWeight); len(purpose) > 0 { // "Copies a file": what it does is said first
			terms[purpose[0]] += nameWeight - purposeWeight
		}
		var ways [][]string
		for n, said := range append([]string{t.Name, t.Title}, t.Examples...) {
			way := add(said, map[bool]float64{true: nameWeight, false: exampleWeight}[n < 2])
			if len(way) > 1 {
				ways = append(ways, way)
			}
			forms := language.Forms(said)
			whole := strings.Join(forms, " ")
			x.exact[whole] = append(x.exact[whole], i)
		}
		for w := range terms {
			x.in[w]++
		}
		x.terms, x.ways = append(x.terms, terms), append(x.ways, ways)
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
	x, t := k.index(), language.Take(text)
	said, whole := x.said(t), x.exact[strings.Join(language.Forms(text), " ")]
	name, most := "", 0.0
	for i, terms := range x.terms {
		score := x.wording(i, said)
		for n, w := range said {
			if w != anyNumber && !slices.Contains(said[:n], w) {
				score += x.idf(w) * terms[w] * (saturation + 1) / (terms[w] + saturation)
			}
		}
		if slices.Contains(whole, i) {
			score += math.MaxFloat32 // it is asked for in exactly these words
		}
		if score > most && among(&k.tools[i]) {
			name, most = k.tools[i].Name, score
		}
	}
	return name
}

// wording is what a tool gains when all that is said in one of the ways to ask for it
// is in the text, in its order: the sum of the words' idf, of the longest such way.
func (x *index) wording(tool int, said []string) float64 {
	best := 0.0
	for _, way := range x.ways[tool] {
		gain, at := 0.0, 0
		for _, w := range said {
			if at < len(way) && w == way[at] {
				if w != anyNumber {
					gain += x.idf(w)
				}
				at++
			}
		}
		if at == len(way) {
			best = max(best, gain)
		}
	}
	return exampleWeight * best
}

// anyNumber stands for numbers in what is said: that one is said tells tools apart, which
// one does not. It is no word, and counts only where the order of words does.
const anyNumber = "#"

// roots are those of the words of a text that say something, in their order.
func roots(t *language.Text) []string {
	var out []string
	for k := range t.Toks {
		if w := root(t, k); w != "" {
			out = append(out, w)
		}
	}
	return out
}

// root is that of a word that says something, "" for any other.
func root(t *language.Text, k int) string {
	switch tok := t.Toks[k]; {
	case tok.Kind == language.Mark || lists().Stop[tok.Form] || t.IsQuoted(tok):
		return ""
	case tok.Kind == language.Number || language.Several(tok.Form):
		return anyNumber
	default:
		return language.Root(tok.Stem)
	}
}

// said are the roots of a text, those that no tool has corrected.
func (x *index) said(t *language.Text) []string {
	out := roots(t)
	for i := range out {
		out[i] = x.correct(out[i])
	}
	return out
}

// correct returns a root, or that which an unknown one was meant to be: the one that most
// tools have, then the alphabetically first. Short words are too near to too many.
func (x *index) correct(w string) string {
	of := w
	if len(w) < 5 || x.in[w] > 0 {
		return w
	}
	for known, n := range x.in {
		if (n > x.in[of] || n == x.in[of] && known < of) && language.Misspelt(w, known) {
			of = known
		}
	}
	return of
}

// Best is the name of the tool that an instruction fits best, "" where none has a word of
// it: then it is about something else, a search or a chat.
func (k *Kit) Best(words string) string { return k.best(words, func(*Tool) bool { return true }) }
