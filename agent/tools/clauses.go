package tools

import (
	"strings"

	"shopclerk/agent/language"
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
	for _, f := range k.index().fits(t, false) {
		out = append(out, Fit{k.tools[f.tool].Name, f.score, f.covered})
	}
	return out
}

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
		for from < to && (t.toks[from].Kind == language.Mark && strings.Contains(",.;!?", t.toks[from].Form) || lists.Joints[t.toks[from].Form] || lists.Courteous[t.toks[from].Form]) {
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
		// a stop before a number shortens a word: "Hauptstr. 5", "no. 12"
		ends := tok.Kind == language.Mark && strings.Contains(".;!?", tok.Form) && !t.toks[i+1].Glued && !(tok.Form == "." && t.toks[i+1].Kind == language.Number)
		next := i + 1
		for next < len(t.toks) && (lists.Joints[t.toks[next].Form] || lists.Courteous[t.toks[next].Form]) {
			next++
		}
		joins := (lists.Joints[tok.Form] || tok.Form == ",") && next < len(t.toks) && k.index().deed(language.Root(t.toks[next].Stem))
		if (ends || joins) && i > from {
			cut(i)
			from = i + 1
		}
	}
	cut(len(t.toks))
	return out
}

// deed reports whether a root is one of a word for something to do.
func (x *index) deed(root string) bool { return x.deeds[root] || alike.Deeds[root] }

// asks reports whether a text asks how things are, rather than for something to be
// done. "What about" and "how do I" propose something.
func (t *text) asks() bool {
	k := 0
	for k < len(t.toks) && (t.toks[k].Kind == language.Mark || lists.Joints[t.toks[k].Form]) {
		k++
	}
	if k+1 >= len(t.toks) {
		return false
	}
	first, next := t.toks[k].Form, t.toks[k+1].Form
	if lists.AskingHow[first] {
		return lists.Measures[next]
	}
	return lists.Asking[first] && !lists.Proposes[next]
}
