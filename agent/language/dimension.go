package language

import (
	"fmt"
	"slices"
	"strings"
)

// Degree is the form of a word of measure.
type Degree uint8

// The degrees.
const (
	Positive    Degree = iota // "heavy"
	Comparative               // "heavier"
	Superlative               // "the heaviest"
)

// Dimension is what a word of measure speaks of.
type Dimension struct {
	Name    string   // of the quantity, as units have it ("mass"), or "price", "rating", "size", "speed", "time", "count"
	Down    bool     // less of it is meant: "lighter"
	Aspects []string // what catalogues call it, the most usual first
}

// Measured is a word of measure as it stands in a message.
type Measured struct {
	*Dimension
	Degree Degree
}

// readDimensions reads the words of measure of a language, by their forms joined by spaces.
func (l *Language) readDimensions() {
	l.measures = map[string]Measured{}
	name := l.Code + "/dimensions.tsv"
	for _, row := range rows(name, table(l.Code, "dimensions.tsv"), 6) {
		if row[4] != "+" && row[4] != "-" {
			panic(fmt.Sprintf("%s: direction %q", name, row[4]))
		}
		d := &Dimension{Name: row[3], Down: row[4] == "-"}
		for _, a := range strings.Split(row[5], ",") {
			d.Aspects = append(d.Aspects, strings.TrimSpace(a))
		}
		l.dimensions = append(l.dimensions, d)
		for degree := Positive; degree <= Superlative; degree++ {
			for _, form := range strings.Split(row[degree], "/") {
				key := formKey(Tokenize(form))
				if _, known := l.measures[key]; !known {
					l.measures[key] = Measured{d, degree}
				}
			}
		}
	}
}

// Quantity returns what words of measure speak of where it is a quantity, by its name.
func (l *Language) Quantity(name string) []*Dimension {
	return slices.DeleteFunc(slices.Clone(l.dimensions), func(d *Dimension) bool { return d.Name != name })
}

// maxMeasure is the number of words of the longest word of measure.
const maxMeasure = 4

// MeasureAt returns the longest word of measure at token i; next is i when there is
// none.
func (l *Language) MeasureAt(toks []Token, i int) (m Measured, next int) {
	for next = min(len(toks), i+maxMeasure); next > i; next-- {
		if m, ok := l.measures[formKey(toks[i:next])]; ok {
			return m, next
		}
	}
	return m, i
}

// asked is what catalogues call what a phrase asks about, where a word comes behind it; "":
// any.
type asked struct{ name, until string }

// readAsks reads what questions ask about in words that no aspect is called by.
func (l *Language) readAsks() {
	l.asks, l.asked = &Phrases{roles: map[string][]Role{}, words: map[string]bool{}}, map[string][]asked{}
	for _, row := range rows(l.Code+"/asks.tsv", table(l.Code, "asks.tsv"), 2) {
		for _, phrase := range strings.Split(row[0], ",") {
			phrase, until, _ := strings.Cut(phrase, "…")
			key := l.asks.add(phrase, Ask)
			for _, name := range strings.Split(row[1], ",") {
				l.asked[key] = append(l.asked[key], asked{strings.TrimSpace(name), Fold(strings.TrimSpace(until))})
			}
		}
	}
}

// AsksAbout lists the names by which catalogues call what a question asks about, the
// material of "what is it made of?", and tells which tokens ask it.
func (l *Language) AsksAbout(toks []Token) (names []string, asking []bool) {
	asking = make([]bool, len(toks))
	for i := range toks {
		next, role := l.asks.Longest(toks, i, RolesOf(Ask))
		if role == None {
			continue
		}
		for _, a := range l.asked[formKey(toks[i:next])] {
			to := next
			if a.until != "" {
				at := slices.IndexFunc(toks[next:], func(t Token) bool { return t.Form == a.until })
				if at < 0 {
					continue
				}
				to += at + 1
			}
			names = append(names, a.name)
			for k := i; k < to; k++ {
				asking[k] = true
			}
		}
	}
	return names, asking
}
