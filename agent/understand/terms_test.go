package understand

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/agent/language"
	"shopclerk/catalog"
)

func shelfOf(columns ...*catalog.Column) func(string) *catalog.Shelf {
	return func(path string) *catalog.Shelf {
		if path == "Empty" {
			return nil
		}
		return &catalog.Shelf{Name: path, Columns: columns}
	}
}

func TestTerms(t *testing.T) {
	color := catalog.NewColumn(catalog.Aspect{Key: "color", Kind: catalog.Multi}, [][]catalog.Value{
		{{Text: "Black"}, {Text: "Red"}}, {{Text: "Black"}}, nil, {{Text: "Blue"}},
	})
	size := catalog.NewColumn(catalog.Aspect{Key: "size", Kind: catalog.Numeric}, [][]catalog.Value{
		{{Text: "27", Number: 27}}, {{Text: "24.5", Number: 24.5}}, {{Text: "27", Number: 27}}, nil,
	})
	long := catalog.NewColumn(catalog.Aspect{Key: "note", Kind: catalog.Single}, [][]catalog.Value{
		{{Text: fmt.Sprintf("%080d", 1)}}, {{Text: " "}}, {{Text: "short"}}, nil,
	})
	got := Terms([]catalog.Category{{Path: "Things"}, {Path: "Empty"}}, shelfOf(color, size, long))
	want := []Term{
		{"Things", "color", "Black", 2}, {"Things", "color", "Blue", 1}, {"Things", "color", "Red", 1},
		{"Things", "size", "24.5", 1}, {"Things", "size", "27", 2},
		{"Things", "note", "short", 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("terms (-want +got):\n%s", diff)
	}
}

func TestTermsLeaveOutNames(t *testing.T) {
	cells := make([][]catalog.Value, 2*nameLikeSize)
	for i := range cells {
		cells[i] = []catalog.Value{{Text: "Model " + strconv.Itoa(i)}}
	}
	for key, want := range map[string]int{"model": 0, catalog.KeyBrand: len(cells)} {
		column := catalog.NewColumn(catalog.Aspect{Key: key, Kind: catalog.Single}, cells)
		if got := len(Terms([]catalog.Category{{Path: "Things"}}, shelfOf(column))); got != want {
			t.Errorf("%s: %d terms, want %d", key, got, want)
		}
	}
}

// TestTermsOfTexts learns values of up to maxBytes, and none of an aspect that nearly tells
// products apart, where there are enough to say so.
func TestTermsOfTexts(t *testing.T) {
	for _, tc := range []struct{ products, distinct, want int }{
		{nameLikeSize, 46, 0}, {nameLikeSize, 45, 45}, {nameLikeSize - 1, nameLikeSize - 1, nameLikeSize - 1},
	} {
		cells := make([][]catalog.Value, tc.products)
		for i := range cells {
			cells[i] = []catalog.Value{{Text: "Model " + strconv.Itoa(i%tc.distinct)}}
		}
		column := catalog.NewColumn(catalog.Aspect{Key: "model", Kind: catalog.Single}, cells)
		if got := len(Terms([]catalog.Category{{Path: "Things"}}, shelfOf(column))); got != tc.want {
			t.Errorf("%d values of %d products are %d terms, want %d", tc.distinct, tc.products, got, tc.want)
		}
	}
	column := catalog.NewColumn(catalog.Aspect{Key: "note", Kind: catalog.Single}, [][]catalog.Value{
		{{Text: strings.Repeat("x", maxBytes)}}, {{Text: strings.Repeat("y", maxBytes+1)}}, {{Text: "\xff"}},
	})
	if got := Terms([]catalog.Category{{Path: "Things"}}, shelfOf(column)); len(got) != 1 || got[0].Value[0] != 'x' {
		t.Errorf("learned %v of long and broken values", got)
	}
}

// TestTermsOfNumbers keeps each of up to maxNumbers numbers, and then groups of one size.
func TestTermsOfNumbers(t *testing.T) {
	for _, tc := range []struct {
		distinct, zeros, want int
		first                 Term
	}{
		{maxNumbers, 10, maxNumbers, Term{"Things", "size", "0", 11}},
		{maxNumbers + 1, 0, 101, Term{"Things", "size", "1", 2}},
		{2 * maxNumbers, 0, maxNumbers, Term{"Things", "size", "1", 2}},
	} {
		cells := make([][]catalog.Value, tc.distinct+tc.zeros)
		for i := range cells {
			cells[i] = []catalog.Value{{Number: float64(max(0, i-tc.zeros))}}
		}
		column := catalog.NewColumn(catalog.Aspect{Key: "size", Kind: catalog.Numeric}, cells)
		if got := Terms([]catalog.Category{{Path: "Things"}}, shelfOf(column)); len(got) != tc.want || got[0] != tc.first {
			t.Errorf("%d numbers are %d terms, the first %v; want %d and %v", tc.distinct, len(got), got[0], tc.want, tc.first)
		}
	}
}

// TestVariants puts synonyms in the place of a part of a phrase.
func TestVariants(t *testing.T) {
	l := newLexicon(Synonyms{Groups: [][]string{{"tv", "television sets", "telly"}, {"-", "wall"}}})
	for phrase, want := range map[string][]string{
		"tv stand":          {"television set stand", "telly stand"},
		"my television set": {"my tv", "my telly"},
		"television":        nil,
		"television stand":  nil,
		"wall":              nil,
		"stand":             nil,
	} {
		var got []string
		for _, v := range l.variants(strings.Fields(phrase)) {
			got = append(got, strings.Join(v, " "))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", phrase, diff)
		}
	}
	if !l.common["television"] || l.common["stand"] {
		t.Error("a word with a synonym is a word")
	}
	for name, want := range map[string]string{"Hats & Caps": "hat cap", "hats and caps": "hat cap", "2560 × 1440": "2560 1440", "x 2": "x 2", "&": ""} {
		if got := strings.Join(stemsOf(language.Tokenize(name)), " "); got != want {
			t.Errorf("%q has the stems %q, want %q", name, got, want)
		}
	}
}

func TestTermsCap(t *testing.T) {
	var cells [][]catalog.Value
	for i := range maxValues + 500 {
		for range 1 + i%3 {
			cells = append(cells, []catalog.Value{{Text: "Value " + strconv.Itoa(i)}})
		}
	}
	column := catalog.NewColumn(catalog.Aspect{Key: "series", Kind: catalog.Single}, cells)
	for aspects, want := range map[int]int{0: maxValues, 799: maxTerms / 800, 20_000: minValues} { // of the whole shop
		if got := len(Terms([]catalog.Category{{Path: "Things"}, {Path: "Empty", Aspects: make([]catalog.Aspect, aspects)}}, shelfOf(column))); got != want {
			t.Errorf("%d terms where there are %d aspects, want %d", got, aspects, want)
		}
	}
	terms := Terms([]catalog.Category{{Path: "Things"}}, shelfOf(column))
	if len(terms) != maxValues {
		t.Fatalf("%d terms, want %d", len(terms), maxValues)
	}
	if first, last := terms[0].Count, terms[maxValues-1].Count; first != 3 || last != 2 {
		t.Errorf("counts run from %d to %d, want the commonest: 3 to 2", first, last)
	}
}

// TestQuantiles checks that the numbers of a term list stand for all products
// and that there are not many more than maxNumbers of them.
func TestQuantiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfN(rapid.IntRange(0, 3000), 1, 2000).Draw(t, "numbers")
		cells := make([][]catalog.Value, len(numbers))
		for i, n := range numbers {
			cells[i] = []catalog.Value{{Number: float64(n)}}
		}
		column := catalog.NewColumn(catalog.Aspect{Key: "size", Kind: catalog.Numeric}, cells)
		total, last := 0, -1.0
		terms := Terms([]catalog.Category{{Path: "Things"}}, shelfOf(column))
		for _, term := range terms {
			f, err := strconv.ParseFloat(term.Value, 64)
			if err != nil || f <= last {
				t.Fatalf("%q after %v: %v", term.Value, last, err)
			}
			last = f
			total += term.Count
		}
		if total != len(numbers) || len(terms) > maxNumbers+1 {
			t.Fatalf("%d terms stand for %d of %d products", len(terms), total, len(numbers))
		}
	})
}
