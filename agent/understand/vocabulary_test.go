package understand

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/data"
)

// readVocabulary builds the vocabulary of a file in testdata. A line that is not
// indented is a category path and its size; an indented one is an aspect of it:
//
//	Power Supply 400
//	  efficiency "Efficiency" single: gold 120, bronze 80
//	  wattage "Wattage" number W: 500 40, 650 60
//
// Lines of texts tell how many products have words anywhere in their texts, beside those names:
//
//	texts: modular 30, quiet 80
func readVocabulary(t testing.TB, name string) *Vocabulary {
	t.Helper()
	categories, terms := readTerms(t, name)
	syn, err := ParseSynonyms(data.Synonyms)
	if err != nil {
		t.Fatal(err)
	}
	v := FromTerms(categories, terms, syn)
	data, err := os.ReadFile(filepath.Join("testdata", name+".vocab"))
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]language.Info{}
	count := func(text string, n int) {
		for _, tok := range language.Tokenize(text) {
			texts[tok.Stem] = language.Info{Count: texts[tok.Stem].Count + n, Alone: true}
		}
	}
	for line := range strings.Lines(string(data)) {
		if list, ok := strings.CutPrefix(line, "texts: "); ok {
			for _, w := range strings.Split(list, ", ") {
				count(lastField(t, w))
			}
		}
	}
	if len(texts) == 0 {
		return v
	}
	for _, c := range categories {
		count(c.Path, c.Size)
	}
	for _, term := range terms {
		count(term.Value, term.Count)
	}
	speller := language.NewSpeller(texts)
	return v.WithKnown(func(word string) int { return texts[language.Singular(word)].Count }).WithSpelling(speller.Correct)
}

func readTerms(t testing.TB, name string) (categories []catalog.Category, terms []Term) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name+".vocab"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	kinds := map[string]catalog.Kind{"single": catalog.Single, "multi": catalog.Multi, "number": catalog.Numeric, "flag": catalog.Flag}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		line := lines.Text()
		if strings.TrimSpace(line) == "" || line[0] == '#' || strings.HasPrefix(line, "texts: ") {
			continue
		}
		if line[0] != ' ' {
			path, size := lastField(t, line)
			categories = append(categories, catalog.Category{Path: path, Name: catalog.LastLevel(path), Size: size})
			continue
		}
		c := &categories[len(categories)-1]
		head, values, _ := strings.Cut(line, ": ")
		key, rest, _ := strings.Cut(strings.TrimSpace(head), " ")
		label, rest, ok := strings.Cut(strings.TrimPrefix(rest, `"`), `" `)
		if !ok {
			t.Fatalf("%s: no label in %q", name, line)
		}
		kind, unit, _ := strings.Cut(rest, " ")
		a := catalog.Aspect{Key: key, Label: label, Kind: kinds[kind], Unit: unit, Askable: true}
		if a.Kind == 0 {
			t.Fatalf("%s: no kind %q in %q", name, kind, line)
		}
		c.Aspects = append(c.Aspects, a)
		for _, v := range strings.Split(values, ", ") {
			text, count := lastField(t, v)
			terms = append(terms, Term{Category: c.Path, Key: key, Value: text, Count: count})
		}
	}
	return categories, terms
}

func lastField(t testing.TB, s string) (head string, n int) {
	t.Helper()
	s = strings.TrimSpace(s)
	i := strings.LastIndexByte(s, ' ')
	n, err := strconv.Atoi(s[i+1:])
	if err != nil {
		t.Fatalf("reading %q: %v", s, err)
	}
	return strings.TrimSpace(s[:max(i, 0)]), n
}
