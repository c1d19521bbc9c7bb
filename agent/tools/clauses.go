package tools

import (
	"strings"
)

// Fit is how well an instruction's words fit a tool.
type Fit struct {
	Tool  string
	Score float64 // BM25; 0 is never listed. Comparable within one instruction only
	// Covered is the share of the words that mean something which are also words for
	// what the tool does, in [0,1]. An instruction that no tool covers is about
	// something else: a search, a chat.
	Covered float64
}

// Fits lists the tools that share a word with an instruction, best first.
func (k *Kit) Fits(words string) []Fit {
	t := take(words, "")
	var out []Fit
	for _, f := range k.index.fits(t) {
		out = append(out, Fit{k.tools[f.tool].Name, f.score, f.covered})
	}
	return out
}

// joints are words between two things to do, or between two things.
var joints = set("and then und dann afterwards danach also")

// Clauses cuts an instruction into the things to do: at the ends of sentences, and
// where a joining word or a comma comes before a word for a deed, which is how tools
// are called and what people say first when they ask for them. "Cancel the lamp and
// show me a warmer one" is two, "copy a and b" is one. Together the clauses are all
// that was said but the joints.
func (k *Kit) Clauses(words string) []string {
	t := take(words, "")
	var out []string
	from := 0
	cut := func(to int) {
		for from < to && (t.toks[from].Mark && strings.Contains(",.;!?", t.toks[from].Form) || joints[t.toks[from].Form] || t.toks[from].Form == "please") {
			from++
		}
		if from < to {
			out = append(out, strings.TrimSpace(t.between(from, to)))
		}
	}
	for i := range t.toks {
		tok := &t.toks[i]
		if t.isQuoted(*tok) || i+1 == len(t.toks) {
			continue
		}
		ends := tok.Mark && strings.Contains(".;!?", tok.Form) && !t.toks[i+1].Glued
		next := i + 1
		for next < len(t.toks) && (joints[t.toks[next].Form] || t.toks[next].Form == "please" || t.toks[next].Form == "just") {
			next++
		}
		joins := (joints[tok.Form] || tok.Form == ",") && next < len(t.toks) && k.index.deed(t.toks[next].Stem)
		if (ends || joins) && i > from {
			cut(i)
			from = i + 1
		}
	}
	cut(len(t.toks))
	return out
}

// deed reports whether a stem is a word for something to do.
func (x *index) deed(stem string) bool { return x.deeds[stem] || deeds[stem] }
