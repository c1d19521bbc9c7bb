package tools

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// index weighs the tools of a kit by an instruction's words, with BM25 (Robertson &
// Zaragoza 2009, section 3) over one document a tool, whose fields count by how much
// they say about what the tool is for.
type index struct {
	terms  []map[string]float64 // weighted frequency of a root, by tool
	length []float64            // Σ of them
	mean   float64
	in     map[string]int    // tools that have a root
	forms  map[string]string // the roots of the stems that tools have
	deeds  map[string]bool   // roots that names, titles and examples begin with
	asked  [][][]string      // how people ask for a tool, each way as roots, by tool
	exact  map[string][]int  // tools by the whole ways to ask for them
}

// What a word counts in each part of a tool: its name and how people ask for it
// before what it explains. Words of its values tell that a tool can be meant, too.
const (
	nameWeight    = 3.0
	exampleWeight = 2.0
	purposeWeight = 1.0
	aspectWeight  = 0.5
	valueWeight   = 0.25
	exactWeight   = 2.0 // of the best score, for a tool that is asked for in exactly these words
)

// k and b of BM25, at their usual values. Tools are described at different lengths
// for no reason of their own, so that b is on the low side.
const (
	bm25K = 1.2
	bm25B = 0.4
)

func newIndex(tools []Tool) *index {
	x := &index{in: map[string]int{}, forms: map[string]string{}, deeds: map[string]bool{}, exact: map[string][]int{}}
	for i := range tools {
		t := &tools[i]
		terms := map[string]float64{}
		add := func(s string, weight float64) {
			for _, w := range language.NameStems(s) {
				if !lists().Stop[w] {
					x.forms[w] = language.Root(w)
					terms[x.forms[w]] += weight
				}
			}
		}
		add(t.Name, nameWeight)
		add(t.Title, nameWeight)
		add(t.Purpose, purposeWeight)
		if deed := language.NameWords(t.Purpose); len(deed) > 0 { // "Copies a file": what it does is said first
			add(deed[0], nameWeight-purposeWeight)
		}
		for _, e := range t.Examples {
			add(e, exampleWeight)
		}
		for p := range t.Parameters {
			p := &t.Parameters[p]
			add(p.Name, aspectWeight)
			add(p.Label, aspectWeight)
			add(p.Purpose, valueWeight)
			for _, s := range p.Synonyms {
				add(s, aspectWeight)
			}
			if p.Domain.Present == nil && p.Domain.Kind == Finite && len(p.Domain.Values) <= countable {
				for _, v := range p.Domain.Values {
					add(v.Text(), valueWeight)
				}
			}
		}
		length := 0.0 // the weights are quarters: their sum is exact in any order
		for w, f := range terms {
			x.in[w]++
			length += f
		}
		x.terms, x.length = append(x.terms, terms), append(x.length, length)
		x.mean += length / float64(len(tools))
	}
	for i := range tools {
		var asked [][]string
		for _, said := range append([]string{tools[i].Name, tools[i].Title}, tools[i].Examples...) {
			if w := language.NameStems(said); len(w) > 0 && !lists().Stop[w[0]] {
				x.deeds[language.Root(w[0])] = true
			}
			if way := x.way(said); len(way) > 1 {
				asked = append(asked, way)
			}
			whole := strings.Join(language.Forms(said), " ")
			x.exact[whole] = append(x.exact[whole], i)
		}
		x.asked = append(x.asked, asked)
	}
	return x
}

// way is one way to ask for a tool, as texts have it: roots, and where numbers stand.
func (x *index) way(words string) []string {
	var out []string
	for _, w := range x.said(&language.Text{Toks: language.Tokenize(strings.Join(language.NameWords(words), " "))}) {
		out = append(out, w.root)
	}
	return out
}

// idf is how much a root tells tools apart; it is always above 0.
func (x *index) idf(w string) float64 {
	n := float64(x.in[w])
	return math.Log(1 + (float64(len(x.terms))-n+0.5)/(n+0.5))
}

// toolFit is how an instruction fits a tool.
type toolFit struct {
	tool    int
	score   float64 // BM25, and what the wording adds
	covered float64 // see [Fit]; above 0
}

// fits returns the tools that share a word with a text, best first, ties in the kit's
// order. Words that no tool has are corrected to one that some have.
func (x *index) fits(t *language.Text) []toolFit {
	scores := make([]float64, len(x.terms))
	said := x.said(t)
	words := slices.DeleteFunc(slices.Clone(said), func(w saidWord) bool { return w.root == anyNumber })
	seen := map[string]bool{}
	for _, w := range words {
		if seen[w.root] {
			continue
		}
		seen[w.root] = true
		for i := range scores { // of the other words for the same the best: it is said once
			likest := 0.0
			for _, like := range alike().Of[w.root] {
				likest = max(likest, x.gain(i, like))
			}
			scores[i] += matters(t, w.at) * (x.gain(i, w.root) + alikeWeight*likest)
		}
	}
	for i := range scores {
		scores[i] += x.wording(i, said)
	}
	for _, i := range x.exact[strings.Join(language.Forms(t.Raw), " ")] {
		scores[i] = exactWeight * slices.Max(scores)
	}
	var out []toolFit
	for i, s := range scores {
		if s > 0 {
			out = append(out, toolFit{i, s, x.covered(i, words)})
		}
	}
	slices.SortStableFunc(out, func(a, b toolFit) int { return cmp.Compare(b.score, a.score) })
	return out
}

// background is what a word counts that says how things are rather than what is to be
// done: "now that the tank is full, start the engine".
const background = 0.3

// matters is what the word at token k of a text counts, in (0,1].
func matters(t *language.Text, k int) float64 {
	if language.Inside(t.Asides, k) {
		return background
	}
	return 1
}

// saidWord is a word of a text that says something.
type saidWord struct {
	at   int // token
	root string
}

// said are the roots of the words that say something, in their order; verbs of several
// words as likenesses have them. A word that no tool has, nor any likeness, is corrected
// to one that some have.
func (x *index) said(t *language.Text) []saidWord {
	var out []saidWord
	skip := map[int]bool{}
	for k, tok := range t.Toks {
		if tok.Kind == language.Mark || skip[k] || t.IsQuoted(tok) {
			continue
		}
		if tok.Kind == language.Number || language.Several(tok.Form) {
			out = append(out, saidWord{k, anyNumber})
			continue
		}
		w := language.Root(tok.Stem)
		if p, rest := t.VerbAt(k, w); p != "" {
			if !alike().Light[tok.Stem] && x.in[w] > 0 {
				out = append(out, saidWord{k, w})
			}
			w = p
			for _, at := range rest {
				skip[at] = true
			}
		} else if lists().Stop[tok.Form] {
			continue
		} else if x.in[w] == 0 && len(alike().Of[w]) == 0 {
			w = x.correct(tok.Stem)
		}
		out = append(out, saidWord{k, w})
	}
	return out
}

// gain is the BM25 score of a root for a tool.
func (x *index) gain(tool int, w string) float64 {
	f := x.terms[tool][w]
	if f == 0 {
		return 0
	}
	return x.idf(w) * f * (bm25K + 1) / (f + bm25K*(1-bm25B+bm25B*x.length[tool]/x.mean))
}

// anyNumber stands for numbers in what is said: that one is said tells tools apart, which
// one does not. It is no word, and counts only where the order of words does.
const anyNumber = "#"

// covered is the share of what was said that a tool has a word for in what it says of
// itself, beside its parameters: one in a hundred at least, so that it can be a factor.
func (x *index) covered(tool int, all []saidWord) float64 {
	n := 0
	for _, w := range all {
		if x.means(tool, w.root, purposeWeight) {
			n++
		}
	}
	return max(0.01, float64(n)/float64(max(1, len(all))))
}

// means reports whether a tool has a word, or another for the same, in a part of its
// declaration that counts that much.
func (x *index) means(tool int, w string, least float64) bool {
	return x.terms[tool][w] >= least || slices.ContainsFunc(alike().Of[w], func(like string) bool { return x.terms[tool][like] >= least })
}

// explained is the share of what was said that a reading of the tool accounts for: by
// a word that the tool has anywhere in its declaration, or as a part of what was taken
// for a value. What it leaves over was said for another tool.
func (x *index) explained(tool int, all []saidWord, claims []claim) float64 {
	n := 0
	for _, w := range all {
		if w.root == anyNumber || x.means(tool, w.root, valueWeight) || slices.ContainsFunc(claims, func(c claim) bool { return c.Has(w.at) }) {
			n++
		}
	}
	return float64(1+n) / float64(1+len(all))
}

// wording is what a tool gains when all that is said in one of the ways to ask for it
// is in the text, in its order: the sum of the words' idf, of the longest such way.
// BM25 is blind to order, and "liters into gallons" is not "gallons into liters".
func (x *index) wording(tool int, all []saidWord) float64 {
	best := 0.0
	for _, way := range x.asked[tool] {
		gain, at := 0.0, 0
		for _, w := range all {
			if at < len(way) && w.root == way[at] {
				if w.root != anyNumber {
					gain += x.idf(w.root)
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

// correct returns the root of the stem that an unknown one was meant to be: the one
// that most tools have, then the alphabetically first; its own root if there is none.
// Words of five letters and less are too near to too many.
func (x *index) correct(stem string) string {
	if len(stem) < 5 {
		return language.Root(stem)
	}
	best, of := "", language.Root(stem)
	for w, r := range x.forms {
		if language.Misspelt(stem, w) && (best == "" || x.in[r] > x.in[of] || x.in[r] == x.in[of] && w < best) {
			best, of = w, r
		}
	}
	return of
}
