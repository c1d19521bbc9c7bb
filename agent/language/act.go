package language

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// What a clause does is told by a [Model] over its words, of which those that differ
// from shop to shop are replaced by what they are: a product by "<t>", any other word
// that carries something by "<w>", numbers by "<n>". So what was learned from examples
// about tents holds for a shop of spare parts.

// Setting is what stands open when something is said.
type Setting string

// The settings.
const (
	AtStart   Setting = "start"   // nothing was said before
	AtList    Setting = "list"    // products are on screen
	AtAsk     Setting = "ask"     // an errand waits for an answer
	AtConfirm Setting = "confirm" // an errand waits for yes or no
)

// models reads the model in a file of each language's folder, nil where it has none.
func models(file string) func() map[string]*Model {
	return sync.OnceValue(func() map[string]*Model {
		out := map[string]*Model{}
		for _, code := range codes() {
			packed, err := tables.ReadFile(code + "/" + file)
			if err != nil {
				continue // the language has no such model
			}
			m, err := unpackModel(packed)
			if err != nil {
				panic(fmt.Sprintf("%s/%s: %v", code, file, err)) // embedded: every test meets it
			}
			out[code] = m
		}
		return out
	})
}

var actModels = models("acts.tsv.gz")

// Acts is the language's model of acts.
func (l *Language) Acts() *Model { return actModels()[l.Code] }

// Symbols replaces the tokens of a clause as the model of acts sees them. thing reports
// how many tokens from i on name a product of the shop, beside the names that the
// language knows; it can be nil.
func (l *Language) Symbols(toks []Token, thing func(i int) int) []string {
	var out []string
	add := func(s string) {
		last := len(out) - 1
		switch {
		case last >= 0 && (s == "<w>" || s == "<n>") && out[last] == s:
		case last >= 0 && s == "<t>" && (out[last] == "<w>" || out[last] == "<t>"):
			out[last] = "<t>" // "red leather chair"
		default:
			out = append(out, s)
		}
	}
	for i := 0; i < len(toks); i++ {
		t := &toks[i]
		n := l.Product(toks, i)
		if thing != nil {
			n = max(n, thing(i))
		}
		_, numeral := l.numerals[t.Form]
		_, unit := unitSpellings[t.Stem]
		switch {
		case t.Kind == Mark && currencyWords[t.Form] == "":
			if t.Form == "?" || t.Form == "!" {
				add(t.Form)
			}
		case n > 1 || n == 1 && !l.Knows(t.Form):
			add("<t>")
			i += n - 1
		case t.Kind == Number, currencyWords[t.Form] != "":
			add("<n>")
		case l.ordinals[t.Form] != 0:
			add("<o>")
		case l.Knows(t.Form), l.Common[t.Form]:
			add(t.Form)
		case numeral, unit && i > 0 && toks[i-1].Kind == Number:
			add("<n>")
		default:
			add("<w>")
		}
	}
	return out
}

// told are the roles whose phrases are features, whatever their words.
var told = RolesOf(Forget, Allow, Correct, Money, Budget, Cheaper, Dearer, Others, Reset, Hush, Prefer, Ascending, Descending, Measure, Negate, Exclude)

// longGram is the length of the runs of letters that are features of a word.
const longGram = 4

// maxName is the number of words of the longest product name that is looked for.
const maxName = 3

// Product returns how many tokens from i on name a product type that the language
// knows, 0 for none.
func (l *Language) Product(toks []Token, i int) int {
	if i >= len(toks) || toks[i].Kind != Word {
		return 0
	}
	best := 0
	if l.Translates() {
		l.Senses(toks, i, func(next int, s Sense) {
			if s.Part == 'n' {
				best = max(best, next-i)
			}
		})
		return best
	}
	key := ""
	for j := i; j < len(toks) && j < i+maxName && toks[j].Kind == Word; j++ {
		if key != "" {
			key += " "
		}
		key += toks[j].Stem
		if _, ok := l.Products[key]; ok {
			best = j + 1 - i
		}
	}
	return best
}

// ActFeatures are the features of a clause: its symbols alone, in twos and threes, how
// it begins and ends, its words' stems, how long it is and what stands open.
func (l *Language) ActFeatures(toks []Token, symbols []string, at Setting) []string {
	out := make([]string, 0, 5*len(symbols)+16)
	out = append(out, "at "+string(at))
	padded := append(append([]string{"^"}, symbols...), "$")
	for i := range padded {
		if i > 0 && i < len(padded)-1 {
			out = append(out, padded[i], "@"+string(at)+" "+padded[i])
		}
		if i+1 < len(padded) {
			out = append(out, padded[i]+" "+padded[i+1])
		}
		if i+2 < len(padded) {
			out = append(out, padded[i]+" "+padded[i+1]+" "+padded[i+2], padded[i]+" * "+padded[i+2])
		}
	}
	for i := range toks {
		if _, r := l.Longest(toks, i, told); r != None {
			out = append(out, "r:"+roleNames[r])
			if i == 0 {
				out = append(out, "^r:"+roleNames[r])
			}
		}
	}
	if len(symbols) > 0 {
		out = append(out, "^"+symbols[0]+"|"+strconv.Itoa(min(len(symbols), 4)))
	}
	out = append(out, "length "+strconv.Itoa(min(len(symbols), 8)))
	words := make([]string, 0, len(toks))
	for i := range toks {
		if toks[i].Kind == Word {
			words = append(words, l.stem(toks[i].Form))
		}
	}
	for i, w := range words {
		for k := 0; len(w) > longGram && k+longGram <= len(w); k++ {
			out = append(out, "c:"+w[k:k+longGram]) // "deliver" is seen in "delivery", and in typing errors
		}
		out = append(out, "w:"+w)
		if i > 0 {
			out = append(out, "w:"+words[i-1]+" "+w)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// ReadExamples reads examples of acts: a line each, label, setting, message and perhaps a
// family of messages alike, divided by tabs, where a message of several acts has " | " between its clauses and "+"
// between their labels. An error tells the line.
func (l *Language) ReadExamples(text string) ([]Example, error) {
	var out []Example
	for n, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 3 && len(fields) != 4 {
			return nil, fmt.Errorf("line %d: %d columns, want act, setting, message and perhaps a family", n+1, len(fields))
		}
		family := "line " + strconv.Itoa(n)
		if len(fields) == 4 {
			family = fields[3]
		}
		labels, clauses := strings.Split(fields[0], "+"), strings.Split(fields[2], " | ")
		if len(labels) != len(clauses) {
			if len(clauses) != 1 {
				return nil, fmt.Errorf("line %d: %d acts for %d clauses", n+1, len(labels), len(clauses))
			}
			labels = labels[len(labels)-1:] // one clause of two acts: the last says what becomes of it
		}
		for i, clause := range clauses {
			toks := Tokenize(clause)
			out = append(out, Example{Features: l.ActFeatures(toks, l.Symbols(toks, nil), Setting(fields[1])), Label: labels[i], Family: family})
		}
	}
	return out, nil
}
