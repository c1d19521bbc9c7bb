package tools

import (
	"math"
	"slices"

	"shopclerk/agent/understand"
)

// index weighs the tools of a kit by an instruction's words, with BM25 (Robertson &
// Zaragoza 2009, section 3) over one document a tool, whose fields count by how much
// they say about what the tool is for.
type index struct {
	terms  []map[string]float64 // weighted frequency of a stem, by tool
	length []float64            // Σ of them
	mean   float64
	in     map[string]int  // tools that have a stem
	deeds  map[string]bool // stems that names, titles and examples begin with
	asked  [][][]string    // how people ask for a tool, each way as stems, by tool
}

// What a word counts in each part of a tool: its name and how people ask for it
// before what it explains. Words of its values tell that a tool can be meant, too.
const (
	nameWeight    = 3.0
	exampleWeight = 2.0
	purposeWeight = 1.0
	aspectWeight  = 0.5
	valueWeight   = 0.25
)

// k and b of BM25, at their usual values. Tools are described at different lengths
// for no reason of their own, so that b is on the low side.
const (
	bm25K = 1.2
	bm25B = 0.4
)

func newIndex(tools []Tool) *index {
	x := &index{in: map[string]int{}, deeds: map[string]bool{}}
	for i := range tools {
		t := &tools[i]
		terms := map[string]float64{}
		add := func(s string, weight float64) {
			for _, w := range stemsOf(s) {
				if !stopWords[w] {
					terms[w] += weight
				}
			}
		}
		add(t.Name, nameWeight)
		add(t.Title, nameWeight)
		add(t.Purpose, purposeWeight)
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
		var asked [][]string
		for _, said := range append([]string{t.Name, t.Title}, t.Examples...) {
			if w := slices.DeleteFunc(stemsOf(said), func(w string) bool { return stopWords[w] }); len(w) > 1 {
				asked = append(asked, w)
			}
			if w := stemsOf(said); len(w) > 0 && !stopWords[w[0]] {
				x.deeds[w[0]] = true
			}
		}
		x.asked = append(x.asked, asked)
		length := 0.0 // the weights are quarters: their sum is exact in any order
		for w, f := range terms {
			x.in[w]++
			length += f
		}
		x.terms, x.length = append(x.terms, terms), append(x.length, length)
		x.mean += length / float64(len(tools))
	}
	return x
}

// idf is how much a stem tells tools apart; it is always above 0.
func (x *index) idf(stem string) float64 {
	n := float64(x.in[stem])
	return math.Log(1 + (float64(len(x.terms))-n+0.5)/(n+0.5))
}

// fit is how an instruction fits a tool.
type fit struct {
	tool    int
	score   float64 // BM25, and what the wording adds
	covered float64 // see [Fit]; above 0
}

// fits returns the tools that share a word with a text, best first, ties in the
// kit's order. Words that no tool has are corrected to one that some have.
func (x *index) fits(t *text) []fit {
	scores := make([]float64, len(x.terms))
	seen := map[string]bool{}
	add := func(stem string, share float64) {
		if x.in[stem] == 0 || seen[stem] {
			return
		}
		seen[stem] = true
		idf := x.idf(stem)
		for i, terms := range x.terms {
			if f := terms[stem]; f > 0 {
				scores[i] += share * idf * f * (bm25K + 1) / (f + bm25K*(1-bm25B+bm25B*x.length[i]/x.mean))
			}
		}
	}
	var said []string
	for _, tok := range t.toks {
		if tok.Mark || tok.Number || stopWords[tok.Form] || t.isQuoted(tok) {
			continue
		}
		stem := tok.Stem
		if x.in[stem] == 0 && len(likenesses[stem]) == 0 {
			stem = x.correct(stem)
		}
		said = append(said, stem)
		add(stem, 1)
	}
	for _, stem := range said {
		for _, like := range likenesses[stem] {
			add(like, alike)
		}
	}
	for i := range scores {
		scores[i] += x.wording(i, said)
	}
	var out []fit
	for i, s := range scores {
		if s > 0 {
			out = append(out, fit{i, s, x.covered(i, said)})
		}
	}
	slices.SortStableFunc(out, func(a, b fit) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return 0
	})
	return out
}

// covered is the share of what was said that a tool has a word for in what it says of
// itself, beside its parameters: one in a hundred at least, so that it can be a factor.
func (x *index) covered(tool int, said []string) float64 {
	n := 0
	for _, w := range said {
		if x.terms[tool][w] >= purposeWeight || slices.ContainsFunc(likenesses[w], func(like string) bool { return x.terms[tool][like] >= purposeWeight }) {
			n++
		}
	}
	return max(0.01, float64(n)/float64(max(1, len(said))))
}

// wording is what a tool gains when all that is said in one of the ways to ask for it
// is in the text, in its order: the sum of the words' idf, of the longest such way.
// BM25 is blind to order, and "liters into gallons" is not "gallons into liters".
func (x *index) wording(tool int, said []string) float64 {
	best := 0.0
	for _, way := range x.asked[tool] {
		gain, at := 0.0, 0
		for _, w := range said {
			if at < len(way) && w == way[at] {
				gain += x.idf(w)
				at++
			}
		}
		if at == len(way) {
			best = max(best, gain)
		}
	}
	return exampleWeight * best
}

// isQuoted reports whether a token is inside a quotation: what somebody quotes is a
// value, not what they want done.
func (t *text) isQuoted(tok understand.Token) bool {
	return slices.ContainsFunc(t.quoted, func(q span) bool {
		return q.from < q.to && t.toks[q.from].From <= tok.From && tok.To <= t.toks[q.to-1].To
	})
}

// correct returns the stem that an unknown one was meant to be: the commonest, then
// the alphabetically first; empty if there is none. Words of five letters and less
// are too near to too many.
func (x *index) correct(stem string) string {
	if len(stem) < 5 {
		return ""
	}
	best, in := "", 0
	for w, n := range x.in {
		if understand.Misspelt(stem, w) && (n > in || n == in && w < best) {
			best, in = w, n
		}
	}
	return best
}
