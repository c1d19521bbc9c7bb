package vector_test

import (
	"math"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"shopclerk/search/vector"
)

func TestCells(t *testing.T) {
	cells, err := vector.NewCells(t.Context(), map[string][]float32{"a": {3, 0}, "b": {0, 0}, "c": {1, 1}, "d": {0, 9}, "e": {2, 2}, "f": {-1, 0}})
	if err != nil {
		t.Fatal(err)
	}
	none, err := vector.NewCells(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name   string
		cells  *vector.Cells
		vector []float32
		want   []string
	}{
		{"the likest first, equals in order", cells, []float32{1, 0}, []string{"a", "c", "e", "d", "f"}},
		{"whatever the length", cells, []float32{0, .01}, []string{"d", "c", "e", "a", "f"}},
		{"of zeros", cells, []float32{0, 0}, nil},
		{"not a number", cells, []float32{float32(math.NaN()), 0}, nil},
		{"no cells", none, []float32{1}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			for range 20 { // chromem-go orders equals by chance
				got, err := test.cells.Nearest(t.Context(), test.vector)
				if err != nil {
					t.Fatal(err)
				}
				if diff := gocmp.Diff(test.want, got); diff != "" {
					t.Fatal(diff)
				}
			}
		})
	}
}
