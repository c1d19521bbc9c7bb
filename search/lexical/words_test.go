package lexical

import (
	"context"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/catalog"
)

// An index knows its catalogue's words of letters, once a product, and knows them again
// when it is opened.
func TestWords(t *testing.T) {
	products := []catalog.Product{
		{Ref: 1, ID: "1", Category: "Lamps", Title: "Oak lamp, oak", Description: "brightt", Brand: "Björk"},
		{Ref: 2, ID: "2", Category: "Lamps", Title: "Lamp TN-2110 of 東京", Attributes: []catalog.Attribute{{Key: "k", Values: []catalog.Value{{Text: "wi-fi red"}}}}},
	}
	want := []Word{{"bjork", 1}, {"lamp", 2}, {"lamps", 2}, {"oak", 1}, {"red", 1}}
	inMemory := memory(t, products)
	if diff := cmp.Diff(want, inMemory.Words()); diff != "" {
		t.Error(diff)
	}
	dir := filepath.Join(t.TempDir(), "index")
	w, err := Create(context.Background(), dir, "v")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range products {
		if err := w.Add(p); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	x, err := Open(dir, "v")
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if !slices.Equal(want, x.Words()) {
		t.Errorf("opened: %v", x.Words())
	}
	for word, n := range map[string]int{"lamp": 2, "Lamps": 2, "brightt": 1, "unicorn": 0, "oak-unicorn": 0, "the": 2} {
		if got, err := x.Frequency(context.Background(), word); err != nil || got != n {
			t.Errorf("Frequency(%q) = %d, %v; want %d", word, got, err, n)
		}
	}
	if p := x.Prose(); p <= 0.5 || p >= 1 {
		t.Errorf("prose %v", p)
	}
}

// However many words come, the commonest are kept and the number is bounded.
func TestForget(t *testing.T) {
	l := lexis{}
	for i := range 2 * keptWords {
		l[string([]rune{'a' + rune(i%26), rune(0x100 + i/26%5000), rune(0x3b1 + i/130000)})] = 1
	}
	l["common"] = 5
	words := l.sorted()
	if len(words) != keptWords || !slices.Contains(words, Word{"common", 5}) || !slices.IsSortedFunc(words, func(a, b Word) int { return strings.Compare(a.Text, b.Text) }) {
		t.Errorf("%d words are kept, want %d in order with the commonest", len(words), keptWords)
	}
}

// A word is spelt from three letters to twenty-four, and without numbers.
func TestSpelt(t *testing.T) {
	for word, want := range map[string]bool{"tv": false, "pad": true, "étui": true, strings.Repeat("x", 24): true, strings.Repeat("x", 25): false, "mp3": false, "": false} {
		if got := spelt(word); got != want {
			t.Errorf("%q can be checked: %t", word, got)
		}
	}
}

func TestTerms(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"plain words", "Black Laptop bag", "black laptop bag"},
		{"plurals and forms", "batteries battery printers printing", "batteri batteri printer print"},
		{"short words are not stemmed", "gas bus", "gas bus"},
		{"stop words", "a case for the iPhone", "case iphon"},
		{"model with hyphen", "TN-2110", "tn 2110 tn2110"},
		{"model without", "tn2110", "tn2110 tn 2110"},
		{"number and unit", "1TB 16gb", "1tb 1 tb 16gb 16 gb"},
		{"part number stays whole", "FK521AA", "fk521aa"},
		{"three parts", "all-in-one", "all one allinon"},
		{"too many parts to join", "a1-b-c-d-e", "a1 1 b c d e"},
		{"wi-fi", "Wi-Fi wifi", "wi fi wifi wifi"},
		{"usb-c", "USB-C", "usb c usbc"},
		{"size in inches", `15.6" 27”`, "15.6 inch 27 inch"},
		{"a quotation is not an inch", `"best" buy`, "best buy"},
		{"thousands", "10,000 mAh", "10000 mah"},
		{"list of numbers", "1,2,3", "1 2 3"},
		{"standard", "802.11ac", "802.11ac 802.11 ac"},
		{"possessive", "men's Levi’s", "men levi"},
		{"apostrophe inside", "L'Oréal", "l oreal loreal"},
		{"accents", "Café Übergröße", "cafe ubergross"},
		{"slash separates", "CD/DVD black/red", "cd dvd black red"},
		{"ideographs", "東京 tower", "東 京 tower"},
		{"invalid UTF-8", "caf\xff bar", "caf bar"},
		{"nothing", " -- .. ,, ' \" ", ""},
		{"four letters are stemmed", "pens pizzas", "pen pizza"},
		{"a model number is no plural", "A100s", "a100s"},
		{"accents alone", "Éé", "ee"},
		{"four parts are joined", "b-c-d-e", "b c d e bcde"},
		{"points outside numbers", "v.2 5.x 5.", "v 2 v2 5 x 5x 5"},
		{"commas outside numbers", "k,100 9,999", "k 100 9999"},
		{"nines", "19v", "19v 19 v"},
		{"as long as may be", strings.Repeat("x", maxTerm), strings.Repeat("x", maxTerm)},
		{"overlong", strings.Repeat("x", maxTerm+1) + " y", "y"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, strings.Join(Terms(test.in), " ")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func FuzzTerms(f *testing.F) {
	for _, s := range []string{"TN-2110", `15.6" LCD`, "L'Oréal's", "1,000,000.5", "東京-x", "ﬃ ß \u0301", "\xff'\"", "a'-_.b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, term := range Terms(s) {
			if term == "" || len(term) > maxTerm || !utf8.ValidString(term) || strings.ContainsAny(term, " -,\"'") {
				t.Fatalf("Terms(%q) has %q", s, term)
			}
		}
	})
}

func TestFieldsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := map[uint32]float64{}
		var got occurrences
		for range rapid.IntRange(1, 3).Draw(t, "fields") {
			field := rapid.MapOfN(rapid.Uint32Range(0, 20), rapid.Float64Range(0.1, 9), 0, 12).Draw(t, "field")
			var had occurrences
			for _, d := range slices.Sorted(maps.Keys(field)) {
				had.docs, had.freqs = append(had.docs, d), append(had.freqs, field[d])
				want[d] += field[d]
			}
			got = got.plus(had)
		}
		if !slices.Equal(got.docs, slices.Sorted(maps.Keys(want))) {
			t.Fatalf("documents %v, want those of %v", got.docs, want)
		}
		for i, d := range got.docs {
			if got.freqs[i] != want[d] {
				t.Fatalf("document %d has %v, want %v", d, got.freqs[i], want[d])
			}
		}
	})
}

// TestPostings finds a word where Search finds it, whatever the score.
func TestPostings(t *testing.T) {
	ctx := context.Background()
	x := memory(t, shelf)
	for _, text := range []string{"notebook", "corvus", "15", "refillable", "the", "", "nowhere"} {
		for _, categories := range [][]string{nil, {"Computers"}, {"Computers > Notebook cases", "Audio"}, {"Printers"}, {"Garden"}} {
			hits, err := x.Search(ctx, Query{Text: text, Categories: categories, K: 100})
			if err != nil {
				t.Fatal(err)
			}
			want := refs(hits)
			slices.Sort(want)
			got, err := x.Postings(ctx, text, categories, math.MaxInt)
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%q in %v: %v, %v, want %v", text, categories, got, err, want)
			}
			one, err := x.Postings(ctx, text, categories, 1)
			if err != nil || len(one) != min(1, len(want)) || len(one) == 1 && !slices.Contains(want, one[0]) {
				t.Errorf("one of %q in %v: %v, %v, want one of %v", text, categories, one, err, want)
			}
		}
	}
}

// TestPostingsOfParts finds a word of several parts where it is whole, or where all of its parts are.
func TestPostingsOfParts(t *testing.T) {
	x := memory(t, []catalog.Product{{Ref: 1, Title: "board B650 plus"}, {Ref: 2, Title: "board B 650"}, {Ref: 3, Title: "board B 450"}, {Ref: 4, Title: "supply 650 W"}})
	for word, want := range map[string][]catalog.Ref{"B650": {1, 2}, "B-650": {1, 2}, "650": {1, 2, 4}, "B450": {3}, "B750": nil} {
		if got, err := x.Postings(context.Background(), word, nil, math.MaxInt); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v, want %v", word, got, err, want)
		}
	}
}
