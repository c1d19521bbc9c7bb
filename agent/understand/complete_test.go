package understand

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/data"
)

func TestComplete(t *testing.T) {
	c := NewCompleter(readVocabulary(t, "pc"))
	for _, tc := range []struct {
		text string
		want []string // the first of each kind that must be offered, in this order
		read string   // where it differs from the text
	}{
		{text: "key", want: []string{"Keyboard"}},
		{text: "KEYB", want: []string{"Keyboard"}},
		{text: "keyboards ", want: []string{"Keyboard"}},
		{text: "kyeb", want: []string{"Keyboard"}, read: "keyb"},
		{text: "keybaord", want: []string{"Keyboard"}, read: "keyboard"},
		{text: "keybaord ", want: []string{"Keyboard"}, read: "keyboard "},
		{text: "xyzzy"},
		{text: ""},
		{text: " , "},
		{text: "k", want: []string{"Keyboard"}},
		{text: "the keyb", want: []string{"Keyboard"}},
		{text: "no", want: []string{"Noctua"}}, // the last word may go on, whatever it says
		{text: "cosrai", want: []string{"Corsair"}, read: "corsai"},
		{text: "red", want: []string{"Red", "Red", "Red", "Cherry MX Red"}}, // its beginning before more products
		{text: "xyzzy keyb"},
		{text: "xyzzy keyboard keyboards keyboard keyboards keyb", want: []string{"Keyboard"}}, // the last five count
	} {
		t.Run(tc.text, func(t *testing.T) {
			categories, values, read := c.Complete(tc.text, 5)
			if want := cmp.Or(tc.read, tc.text); read != want {
				t.Errorf("read as %q, want %q", read, want)
			}
			var got []string
			for _, x := range slices.Concat(categories, values) {
				got = append(got, x.Text)
			}
			if len(tc.want) == 0 && len(got) > 0 || len(tc.want) > 0 && (len(got) < len(tc.want) || !slices.Equal(got[:len(tc.want)], tc.want)) {
				t.Errorf("offers %q, want first %q", got, tc.want)
			}
		})
	}
}

// What is offered is what looking at every category and every value finds, however
// the text is cut, and in the same order.
func TestCompleteFindsAll(t *testing.T) {
	categories, terms := readTerms(t, "pc")
	syn, err := ParseSynonyms(data.Synonyms)
	if err != nil {
		t.Fatal(err)
	}
	v := FromTerms(categories, terms, syn)
	c := NewCompleter(v)
	rapid.Check(t, func(t *rapid.T) {
		var text []string
		for range rapid.IntRange(1, 2).Draw(t, "words") {
			term := rapid.SampledFrom(terms).Draw(t, "term")
			source := rapid.SampledFrom([]string{term.Value, term.Category}).Draw(t, "source")
			text = append(text, rapid.SampledFrom(strings.Fields(source)).Draw(t, "word"))
		}
		typed := strings.Join(text, " ")
		typed = typed[:rapid.IntRange(1, len(typed)).Draw(t, "cut")]
		const k = 6
		gotCategories, gotValues, read := c.Complete(typed, k)
		words, _ := c.read(read)
		wantCategories, wantValues := all(v, words)
		if len(words) == 1 && len([]rune(words[0].form)) < shortest {
			wantValues = nil
		}
		for _, of := range []struct{ got, want []Completion }{{gotCategories, wantCategories}, {gotValues, wantValues}} {
			if diff := gocmp.Diff(of.want[:min(k, len(of.want))], of.got, cmpopts.EquateEmpty(), cmpopts.IgnoreUnexported(Completion{})); diff != "" {
				t.Fatalf("%q (-looking at all +offered):\n%s", typed, diff)
			}
		}
	})
}

// all looks at every category, and at every value in every category.
func all(v *Vocabulary, words []typed) (categories, values []Completion) {
	has := func(text string, w typed) bool {
		for _, t := range language.Tokenize(text) {
			if t.Kind != language.Mark && (t.Form == w.form || t.Stem == w.stem || t.Form == w.stem || t.Stem == w.form || w.open && strings.HasPrefix(t.Form, w.form)) {
				return true
			}
		}
		return false
	}
	called := func(of leafCategory, w typed) bool {
		if has(of.name, w) {
			return true
		}
		if w.open && len(w.form) <= shortest {
			return false
		}
		if has(of.path, w) {
			return true
		}
		for _, variant := range v.lexicon.variants(stemsOf(language.Tokenize(of.name))) {
			if w.in(variant) {
				return true
			}
		}
		return false
	}
	first := func(text string) bool {
		toks := slices.DeleteFunc(language.Tokenize(text), func(t language.Token) bool { return t.Kind == language.Mark })
		return len(toks) > 0 && strings.HasPrefix(toks[0].Form, words[0].form)
	}
	rank := func(c *Completion) {
		c.rank = contains
		if first(c.Text) {
			c.rank = begins
		}
		if slices.ContainsFunc(words, func(w typed) bool { return !has(c.Text, w) }) {
			c.rank = related
		}
	}
	for _, of := range v.categories {
		if !slices.ContainsFunc(words, func(w typed) bool { return !called(of, w) }) && len(words) > 0 {
			c := Completion{Category: of.path, Text: of.name, Count: of.size}
			rank(&c)
			categories = append(categories, c)
		}
	}
	for i := range v.entries {
		e := &v.entries[i]
		if e.kind != aValue || v.aspects[e.aspect].flag() || v.aspects[e.aspect].key == catalog.KeyCategory {
			continue
		}
		var places []Completion
		for _, in := range e.in {
			of := v.categories[in.category]
			own := false
			for _, w := range words {
				own = own || has(e.text, w)
			}
			if own && !slices.ContainsFunc(words, func(w typed) bool { return !has(e.text, w) && !called(of, w) }) {
				a := &v.aspects[e.aspect]
				c := Completion{Category: of.path, Key: a.key, Label: a.of(in.category).label, Text: e.text, Count: in.count}
				rank(&c)
				places = append(places, c)
			}
		}
		slices.SortFunc(places, compareCompletions)
		values = append(values, places[:min(len(places), placesOfValue)]...)
	}
	slices.SortFunc(categories, compareCompletions)
	slices.SortFunc(values, compareCompletions)
	return categories, values
}

func TestNearBeginning(t *testing.T) {
	for _, tc := range []struct {
		text, word string
		end        int
	}{
		{"kyeb", "keyboard", 4},  // neighbours exchanged
		{"keyv", "keyboard", 4},  // another letter
		{"kyb", "keyboard", 4},   // one left out
		{"keeyb", "keyboard", 4}, // one too many
		{"keyboarrd", "keyboard", 8},
		{"keyboarf", "keyboard", 8},
		{"eyb", "keyboard", 0},  // the first letter
		{"kxxb", "keyboard", 0}, // two edits
		{"keyb", "", 0},
	} {
		if end := nearBeginning(tc.text, tc.word); end != tc.end {
			t.Errorf("%q of %q: %d, want %d", tc.text, tc.word, end, tc.end)
		}
	}
}

func FuzzComplete(f *testing.F) {
	c := NewCompleter(readVocabulary(f, "pc"))
	for _, m := range messages {
		f.Add(m)
	}
	f.Add("ké\xffb")
	f.Fuzz(func(t *testing.T, text string) {
		categories, values, _ := c.Complete(text, 4)
		if len(categories) > 4 || len(values) > 4 {
			t.Errorf("%d categories and %d values", len(categories), len(values))
		}
	})
}

func BenchmarkComplete(b *testing.B) {
	categories, shelves := pcParts(b)
	syn, err := ParseSynonyms(data.Synonyms)
	if err != nil {
		b.Fatal(err)
	}
	cats, terms := generated(1000, 40, 10)
	for _, of := range []struct {
		name  string
		v     *Vocabulary
		typed []string
	}{
		{"pc-parts", Build(categories, func(path string) *catalog.Shelf { return shelves[path] }, syn), []string{"co", "corsair", "blakc", "corsair white ca"}},
		{"400000 values", FromTerms(cats, terms, syn), []string{"ba", "aba", "bxba", "baba ki"}},
	} {
		c := NewCompleter(of.v)
		for _, text := range of.typed {
			b.Run(fmt.Sprintf("%s/%s", of.name, text), func(b *testing.B) {
				for b.Loop() {
					c.Complete(text, 5)
				}
			})
		}
	}
}
