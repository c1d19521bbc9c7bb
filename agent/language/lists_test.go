package language

import (
	"slices"
	"testing"
)

// Every language has lists of its own where shoppers are heard, and ways to ask for
// everything that can be asked for in English.
func TestLists(t *testing.T) {
	for _, code := range codes() {
		for _, file := range []string{"errands.txt", "calls.txt", "numbers.tsv", "phrases.txt", "requests.txt"} {
			if table(code, file) == "" {
				t.Errorf("%s has no %s", code, file)
			}
		}
		for _, s := range requests()["en"] {
			if !slices.ContainsFunc(requests()[code], func(o section) bool { return o.name == s.name && len(o.items) > 0 }) {
				t.Errorf("%s/requests.txt: nothing under %q", code, s.name)
			}
		}
	}
}

func TestWays(t *testing.T) {
	for item, want := range map[string][]string{
		"at most":                  {"at most"},
		"(stay|keep (it|)) under":  {"stay under", "keep it under", "keep under"},
		"not (a|one) (cent|penny)": {"not a cent", "not a penny", "not one cent", "not one penny"},
	} {
		got := ways(item)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q stands for %q, want %q", item, got, want)
		}
	}
	for _, item := range []string{"a (b", "a) b", "a|b"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q is an item", item)
				}
			}()
			ways(item)
		}()
	}
}

// What is wrong in a table is told by its line, and words of several tokens are known by
// their key.
func TestTables(t *testing.T) {
	for want, read := range map[string]func(){
		"a.tsv:3: 1 columns, want 2":                func() { rows("a.tsv", "# words\none\ttwo\nthree", 2) },
		"a.txt:2: an item before the first section": func() { sections("a.txt", "# phrases\nat most") },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("panics with %v, want %s", got, want)
				}
			}()
			read()
		}()
	}
	if got := Key(Tokenize("- Product lines!")); got != "product line" {
		t.Errorf("the key is %q", got)
	}
	if got := sectionOf("OneAtZoo"); got != "one-at-zoo" {
		t.Errorf("the section is %q", got)
	}
	set := stemSet("lamps\nproduct lines\n-\n")
	for word, want := range map[string]bool{"lamp": true, "lamps": true, "product line": true, "line": false, "": false} {
		if set[word] != want {
			t.Errorf("%q is in the set: %t", word, set[word])
		}
	}
}

func TestPhrasing(t *testing.T) {
	p := Phrasing{}
	for _, s := range []string{"no", "no thanks", "do not"} {
		p.Add(Forms(s))
	}
	for text, want := range map[string]int{"no": 1, "No, thanks!": 2, "do it": 0, "don't": 0, "do not": 2, "": 0} {
		if got := p.Begin(Forms(text)); got != want {
			t.Errorf("%q begins with a phrase of %d words, want %d", text, got, want)
		}
	}
	if !p.Are(Forms("no thanks")) || p.Are(Forms("no thanks no")) || p.Are(nil) || !p.Is("no") || p.Is("do") || p.Is("thanks") {
		t.Error("what is a phrase")
	}
	if got := Clausal("No, thanks! 5"); !slices.Equal(got, []string{"no", ",", "thanks", "5"}) {
		t.Errorf("the words and commas are %q", got)
	}
	if !p.All(Forms("no, do not, no thanks")) || p.All(Forms("no thing")) || p.All(nil) {
		t.Error("what is made of phrases")
	}
}

// A word of any language is told by what it is, whichever language it is said in.
func TestOfAnyLanguage(t *testing.T) {
	if Ordinal("third") != 3 || Ordinal("dritten") != 3 || Ordinal("letzte") != -1 || Ordinal("three") != 0 {
		t.Error("ordinals")
	}
}

// TestRequestsOfALanguage lists the ways of a language first, and then the others'.
func TestRequestsOfALanguage(t *testing.T) {
	of := func(code string) []string {
		for _, s := range requests()[code] {
			if s.name == requests()["en"][0].name {
				return s.items
			}
		}
		return nil
	}
	if got := Requests(requests()["en"][0].name, "de"); !slices.Equal(got, slices.Concat(of("de"), of("en"))) {
		t.Errorf("the ways to ask for it in German are %q", got)
	}
	if got := Requests("unheard", "de"); got != nil {
		t.Errorf("the ways to ask for nothing are %q", got)
	}
}
