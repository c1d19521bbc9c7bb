package language

import (
	"slices"
	"strings"
	"sync"
)

// Calls are the small words by which the values of a call are read out of an
// instruction. They stand in the file calls.txt of each language.
type Calls struct {
	Stop      Words // carry no meaning that tells tools or values apart
	Joints    Words // between two things to do, or between two things
	Courteous Words // stand before a deed and say nothing
	Asking    Words // begin a question about how things are
	AskingHow Words // do so with a measure
	Measures  Words // "many", "far"
	Proposes  Words // behind a word that asks: "what if"
	Beside    Words // may stand between a parameter's name and its value
	On        Words // answer a question about a flag, beside yes
	Off       Words // and beside no
	Particles Words // between a verb and what it acts on: "send back the piano"
	Anything  Words // nouns for whatever is meant
	Dull      Words // in names of parameters, and say nothing about their values
	Pronouns  Words // stand for what was last spoken of
	Alone     Words // those of them that stand before no noun
	Plurals   Words // stand for several things that were last spoken of or shown
	Both      Words // for two
	Wholes    Words // for all that there is
	Counted   Words // nouns that an ordinal counts: "the second page"
	Announces Words // before a passage: "the message is"
	Namely    Words // before a name
	And       Words
	Unknown   Phrasing // what models and people write for a value that they do not know
	Nearest   Words    // before a day of the week: "next Friday"
	Means     Words    // before what something is done by, which is no value
	Asides    Words    // begin what says how things are, beside what is to be done
	Articles  Words
	Carriers  Words    // begin an answer, before its value: "I'd like to go to Boston"
	Thanks    Words    // end one
	Freely    Words    // in the names of parameters whose values are said or written out
	Shapeless Words    // in the names of parameters, and tell a person nothing of what is wanted
	Except    Phrasing // how an answer begins that says what it is not
}

// CallWords are those of every language together.
var CallWords = sync.OnceValue(func() *Calls {
	c := &Calls{}
	collect("calls.txt", c, codes()...)
	return c
})

// A Verb of several words is known by its first: "get" and "rid".
type Verb struct {
	Rest []string // as forms, in their order
	Root string   // what it stands for among likenesses: "get_rid"
}

// Likenesses are words for the same, by their roots.
type Likenesses struct {
	Of    map[string][]string
	Deeds Words             // roots of verbs
	Verbs map[string][]Verb // of several words, by the root of the first
	Light Words             // mean something else where more words follow: who gets rid of something gets nothing
}

// Alike are the words for the same of every language together, from the file alike.tsv.
var Alike = sync.OnceValue(func() *Likenesses {
	a := &Likenesses{map[string][]string{}, Words{}, map[string][]Verb{}, Words{}}
	for _, code := range codes() {
		for _, row := range rows(code+"/alike.tsv", table(code, "alike.tsv"), 2) {
			a.group(row[0], strings.Fields(row[1]))
		}
	}
	return a
})

// group takes in one group of words.
func (a *Likenesses) group(kind string, words []string) {
	var all []string
	for _, w := range words {
		key := Root(w)
		switch first, rest, several := strings.Cut(w, "_"); {
		case kind == "light":
			a.Light[w] = true
			continue
		case several:
			key, first = w, Root(first)
			v := Verb{strings.Split(rest, "_"), key}
			if !slices.ContainsFunc(a.Verbs[first], func(o Verb) bool { return o.Root == key }) {
				a.Verbs[first] = append(a.Verbs[first], v)
			}
		case kind == "verb":
			a.Deeds[key] = true
		}
		all = append(all, key)
	}
	for _, w := range all {
		for _, other := range all {
			if other != w && !slices.Contains(a.Of[w], other) {
				a.Of[w] = append(a.Of[w], other)
			}
		}
	}
}
