package understand

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

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

func TestTermsCap(t *testing.T) {
	var cells [][]catalog.Value
	for i := range maxValues + 500 {
		for range 1 + i%3 {
			cells = append(cells, []catalog.Value{{Text: "Value " + strconv.Itoa(i)}})
		}
	}
	column := catalog.NewColumn(catalog.Aspect{Key: "series", Kind: catalog.Single}, cells)
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
