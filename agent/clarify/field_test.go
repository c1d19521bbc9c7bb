package clarify

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A candidate ticks an option when it has one of its values, or its range shares
// a number with the option's; the Other bit when it has values and ticks none.
func TestPatternsEqualBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "candidates")
		f := aField("a", n).Draw(t, "field")
		options := someOptions(f, flat(n)).Draw(t, "options")
		for i, got := range f.Patterns(options) {
			row := f.row(i)
			var want Pattern
			for o, opt := range options {
				ticks := false
				for _, c := range row {
					ticks = ticks || slices.Contains(opt.Codes, c)
				}
				if f.ordered() && len(row) > 0 {
					low, high := f.Numbers[row[0]], f.Numbers[row[len(row)-1]]
					ticks = high >= opt.Low && low < opt.High
				}
				if ticks {
					want |= 1 << o
				}
			}
			if want == 0 && len(row) > 0 {
				want = OtherBit
			}
			if got != want {
				t.Fatalf("candidate %d with codes %v: pattern %08b, want %08b", i, row, got, want)
			}
			if got.Has(MaxOptions) && got.Count() != 1 {
				t.Fatalf("candidate %d ticks an option and something else: %08b", i, got)
			}
		}
	})
}

func TestPatterns(t *testing.T) {
	inf := math.Inf(1)
	size := &Field{Key: "size", Size: 4, Numbers: []float64{10, 20, 30, 40},
		Offsets: []uint32{0, 1, 2, 4, 4, 6}, Codes: []uint32{0, 1, 0, 3, 2, 3}} // 10; 20; 10 to 40; none; 30 to 40
	for _, tc := range []struct {
		name    string
		options []Option
		want    []Pattern
	}{
		{"two halves", []Option{{Low: -inf, High: 20}, {Low: 20, High: inf}}, []Pattern{1, 2, 3, 0, 2}},
		{"a range between the ends of a range", []Option{{Low: 20, High: 25}}, []Pattern{OtherBit, 1, 1, 0, OtherBit}},
		{"above all and below all", []Option{{Low: 50, High: inf}, {Low: -inf, High: 5}}, []Pattern{OtherBit, OtherBit, OtherBit, 0, OtherBit}},
		{"a single number", []Option{{Low: 40, High: math.Nextafter(40, inf)}}, []Pattern{OtherBit, OtherBit, 1, 0, 1}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := size.Patterns(tc.options); !slices.Equal(got, tc.want) {
				t.Errorf("got %v, want %v", got, tc.want)
			}
		})
	}
}
