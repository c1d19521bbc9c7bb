package tools

import (
	"strings"

	"shopclerk/agent/language"
)

// Fit is how well an instruction's words fit a tool.
type Fit struct {
	Tool string
	// Covered is the share of the words that mean something which are also words for
	// what the tool does, in [0,1]. An instruction that no tool covers is about
	// something else: a search, a chat.
	Covered float64
}

// Fits lists the tools that share a word with an instruction, best first.
func (k *Kit) Fits(words string) []Fit {
	t := language.Take(words, "")
	var out []Fit
	for _, f := range k.index().fits(t) {
		out = append(out, Fit{k.tools[f.tool].Name, f.covered})
	}
	return out
}

// Clauses cuts an instruction into the things to do: at the ends of sentences, and
// where a joining word or a comma comes before a word for a deed, which is how tools
// are called and what people say first when they ask for them. "Cancel the lamp and
// show me a warmer one" is two, "copy a and b" is one. Together the clauses are all
// that was said but the joints.
func (k *Kit) Clauses(words string) []string {
	t := language.Take(words, "")
	var out []string
	from := 0
	cut := func(to int) {
		for from < to && (t.Toks[from].Kind == language.Mark && strings.Contains(",.;!?", t.Toks[from].Form) || lists().Joints[t.Toks[from].Form] || lists().Courteous[t.Toks[from].Form]) {
			from++
		}
		if from < to {
			out = append(out, strings.TrimSpace(t.Between(from, to)))
		}
	}
	for i := range t.Toks {
		tok := &t.Toks[i]
		if t.IsQuoted(*tok) || i+1 == len(t.Toks) {
			continue
		}
		ends := tok.Kind == language.Mark && strings.Contains(".;!?", tok.Form) && !t.Toks[i+1].Glued && !(i > 0 && shortens(&t.Toks[i-1], tok, &t.Toks[i+1]))
		next := i + 1
		for next < len(t.Toks) && (lists().Joints[t.Toks[next].Form] || lists().Courteous[t.Toks[next].Form]) {
			next++
		}
		joins := (lists().Joints[tok.Form] || tok.Form == ",") && next < len(t.Toks) && k.index().deed(language.Root(t.Toks[next].Stem))
		if (ends || joins) && i > from {
			cut(i)
			from = i + 1
		}
	}
	cut(len(t.Toks))
	return out
}

// deed reports whether a root is one of a word for something to do.
func (x *index) deed(root string) bool { return x.deeds[root] || alike().Deeds[root] }

// shortens reports whether a stop before a number shortens the word that it stands behind,
// "Hauptstr. 5", "no. 12", and ends nothing: "perfect. 4 of the first".
func shortens(word, stop, next *language.Token) bool {
	return stop.Form == "." && next.Kind == language.Number && (len(word.Form) < language.ShortWord || !language.Known(word.Form))
}
