package clarify

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// What every form of options promises, whatever the field and the belief.
func TestOptionsKeepTheirPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "candidates")
		f := aField("a", n).Draw(t, "field")
		weights := someWeights(n).Draw(t, "weights")
		m := rapid.IntRange(2, MaxOptions+2).Draw(t, "m")
		forms := Options(f, weights, m)
		if diff := cmp.Diff(forms, Options(f, weights, m)); diff != "" {
			t.Fatalf("the same belief gives other options:\n%s", diff)
		}
		for _, options := range forms {
			if len(options) == 0 || len(options) > min(m, MaxOptions) {
				t.Fatalf("%d options of at most %d", len(options), m)
			}
			ticked := make([]bool, len(options))
			given := map[Pattern]bool{}
			for i, p := range f.Patterns(options) {
				if weights[i] == 0 || p == 0 {
					continue
				}
				given[p] = true
				for o := range options {
					ticked[o] = ticked[o] || p.Has(o)
				}
			}
			if slices.Contains(ticked, false) {
				t.Fatalf("nobody would tick one of %+v: %v", options, ticked)
			}
			if len(given) < 2 {
				t.Fatalf("everybody gives the same answer to %+v", options)
			}
			if f.ordered() {
				disjointRanges(t, f, options, min(m, MaxOptions))
			} else {
				disjointCodes(t, options)
			}
		}
	})
}

// disjointRanges holds ranges to ascend without overlap and, unless they stand
// for single numbers, to leave no number out but the highest, for something else.
func disjointRanges(t *rapid.T, f *Field, options []Option, most int) {
	t.Helper()
	numbers := true
	for i, o := range options {
		if !(o.Low < o.High) {
			t.Fatalf("range %d of %+v is empty", i, options)
		}
		if i > 0 && options[i-1].High > o.Low {
			t.Fatalf("ranges %d and %d of %+v overlap", i-1, i, options)
		}
		numbers = numbers && slices.Contains(f.Numbers, o.Low) && o.High == math.Nextafter(o.Low, math.Inf(1))
	}
	if numbers {
		return
	}
	if !math.IsInf(options[0].Low, -1) {
		t.Fatalf("%+v leave out the lowest", options)
	}
	if !math.IsInf(options[len(options)-1].High, 1) && len(options) < most {
		t.Fatalf("%+v leave out the highest, although there is room for it", options)
	}
	for i := 1; i < len(options); i++ {
		if options[i-1].High != options[i].Low {
			t.Fatalf("%+v leave a gap", options)
		}
	}
}

// disjointCodes holds value options to share no value.
func disjointCodes(t *rapid.T, options []Option) {
	t.Helper()
	seen := map[uint32]bool{}
	for _, o := range options {
		for _, c := range o.Codes {
			if seen[c] {
				t.Fatalf("%+v offer a value twice", options)
			}
			seen[c] = true
		}
	}
}

func TestOptionsOfValues(t *testing.T) {
	option := func(codes ...uint32) Option { return Option{Codes: codes} }
	for _, tc := range []struct {
		name    string
		field   *Field
		weights []float64
		m       int
		want    []Option
	}{
		{"the heaviest first, ties by code", single("a", 2, 2, 1, 0, 3, 3, 3), flat(7), 5,
			[]Option{option(3), option(2), option(0), option(1)}},
		{"no more than asked for", single("a", 2, 2, 1, 0, 3, 3, 3), flat(7), 2, []Option{option(3), option(2)}},
		{"by weight, not by number", single("a", 0, 0, 1), []float64{0.1, 0.1, 0.8}, 5, []Option{option(1), option(0)}},
		{"what nobody can want any more is not offered", single("a", 0, 1, 2), []float64{0.5, 0.5, 0}, 5, []Option{option(0), option(1)}},
		{"one value, and some have another", single("a", append(slices.Repeat([]int{0}, 3), 1, 2)...), flat(5), 1, []Option{option(0)}},
		{"one value for everybody", single("a", 0, 0, 0), flat(3), 5, nil},
		{"one value, the others do not say", single("a", 0, 0, -1), flat(3), 5, nil},
		{"nobody says", single("a", -1, -1), flat(2), 5, nil},
		{"several values, the same for all", several("a", []uint32{0, 1}, []uint32{0, 1}), flat(2), 5, nil},
		{"several values", several("a", []uint32{0, 1}, []uint32{1}), flat(2), 5, []Option{option(1), option(0)}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			forms := Options(tc.field, tc.weights, tc.m)
			if tc.want == nil {
				if len(forms) > 0 {
					t.Errorf("got %+v, want no question", forms)
				}
				return
			}
			if diff := cmp.Diff([][]Option{tc.want}, forms); diff != "" {
				t.Errorf("options (-want +got):\n%s", diff)
			}
		})
	}
}

// alphabet makes a field of one name a candidate, so many of each, in the order of
// the alphabet.
func alphabet(names []string, counts ...int) *Field {
	f := &Field{Key: "name", Size: len(names), Offsets: []uint32{0}}
	f.Letters = func(before, code uint32) int {
		a, b, letters := names[before], names[code], 1
		for letters <= min(len(a), len(b)) && a[:letters] == b[:letters] {
			letters++
		}
		return letters
	}
	for c := range names {
		for range counts[c] {
			f.Codes = append(f.Codes, uint32(c))
			f.Offsets = append(f.Offsets, uint32(len(f.Codes)))
		}
	}
	return f
}

// A list of names that is too long to be found in is not grouped: what is common is
// offered, the rest typed; where nothing is common it is not asked about at all.
func TestOptionsOfVeryManyNames(t *testing.T) {
	names := make([]string, mostGrouped+1)
	counts := slices.Repeat([]int{1}, len(names))
	for i := range names {
		names[i] = fmt.Sprintf("%04d", i)
	}
	if forms := Options(alphabet(names, counts...), flat(len(names)), 5); len(forms) > 0 {
		t.Errorf("%d names that one candidate has each are asked about: %d options", len(names), len(forms[0]))
	}
	for _, common := range []int{7, 70, 300, 500, 900} {
		counts[common] = 100
	}
	f := alphabet(names, counts...)
	forms := Options(f, flat(f.Len()), 5)
	if len(forms) != 1 || len(forms[0]) != 5 {
		t.Fatalf("%v", forms)
	}
	for _, o := range forms[0] {
		if len(o.Codes) != 1 || counts[o.Codes[0]] != 100 {
			t.Errorf("an option of %d names, the first of %d candidates", len(o.Codes), counts[o.Codes[0]])
		}
	}
}

func TestOptionsOfNames(t *testing.T) {
	brands := []string{"Aa", "Ab", "Ba", "Bb", "Ca", "Da", "Db", "Ea", "Fa", "Fb"}
	even := slices.Repeat([]int{3}, len(brands))
	for _, tc := range []struct {
		name   string
		counts []int
		m      int
		want   [][]uint32
	}{
		{"two by name, the rest in groups bounded by first letters, the last is something else",
			[]int{3, 3, 9, 3, 3, 3, 3, 8, 3, 3}, 5, [][]uint32{{2}, {7}, {0, 1}, {3, 4}, {5, 6}}},
		{"names of more weight than a group stand alone",
			[]int{4, 12, 4, 12, 4, 12, 4, 4, 4, 4}, 5, [][]uint32{{1}, {3}, {5}, {0, 2}, {4, 6}}},
		{"few names leave no tail", append([]int{40, 30, 20, 10, 10}, 1, 1, 1, 1, 1), 5, [][]uint32{{0}, {1}, {2}, {3}, {4}}},
		{"all alike", even, 5, [][]uint32{{0}, {1}, {2, 3}, {4, 5}, {6, 7}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := alphabet(brands, tc.counts...)
			forms := Options(f, flat(f.Len()), tc.m)
			if len(forms) != 1 {
				t.Fatalf("%d forms", len(forms))
			}
			var got [][]uint32
			for _, o := range forms[0] {
				got = append(got, o.Codes)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("options (-want +got):\n%s", diff)
			}
		})
	}
}

// ordered makes an ordered field of one number a candidate.
func ordered(key string, numbers ...float64) *Field {
	f := &Field{Key: key, Offsets: []uint32{0}}
	f.Numbers = slices.Compact(slices.Sorted(slices.Values(numbers)))
	f.Size = len(f.Numbers)
	for _, x := range numbers {
		c, _ := slices.BinarySearch(f.Numbers, x)
		f.Codes = append(f.Codes, uint32(c))
		f.Offsets = append(f.Offsets, uint32(len(f.Codes)))
	}
	return f
}

func TestOptionsOfNumbers(t *testing.T) {
	inf := math.Inf(1)
	var prices []float64
	for i := range 100 {
		prices = append(prices, 7.99+float64(i)) // 7.99 to 106.99
	}
	for _, tc := range []struct {
		name    string
		numbers []float64
		m       int
		want    []Option // the form of ranges
	}{
		{"even shares between round bounds, 90 and more is something else", prices, 5, []Option{{Low: -inf, High: 20}, {Low: 20, High: 30}, {Low: 30, High: 50}, {Low: 50, High: 70}, {Low: 70, High: 90}}},
		{"three parts of two options", prices, 2, []Option{{Low: -inf, High: 40}, {Low: 40, High: 70}}},
		{"two numbers", []float64{16, 32}, 5, []Option{{Low: -inf, High: 20}, {Low: 20, High: inf}}},
		{"around nought", []float64{-40, -10, 10, 40}, 2, []Option{{Low: -inf, High: -20}, {Low: -20, High: 0}}},
		{"one number", []float64{16, 16}, 5, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			forms := Options(ordered("a", tc.numbers...), flat(len(tc.numbers)), tc.m)
			if tc.want == nil {
				if len(forms) > 0 {
					t.Errorf("got %+v, want no question", forms)
				}
				return
			}
			if diff := cmp.Diff(tc.want, forms[0]); diff != "" {
				t.Errorf("ranges (-want +got):\n%s", diff)
			}
		})
	}
	t.Run("few round numbers are also offered one by one", func(t *testing.T) {
		forms := Options(ordered("ram", 8, 16, 16, 32), flat(4), 5)
		if len(forms) != 2 || len(forms[1]) != 3 || forms[1][1].Low != 16 || forms[1][1].High != math.Nextafter(16, inf) {
			t.Errorf("got %+v", forms)
		}
	})
	t.Run("numbers that do not read well are not", func(t *testing.T) {
		if forms := Options(ordered("noise", 36.451, 38.227, 40.118), flat(3), 5); len(forms) != 1 {
			t.Errorf("got %+v", forms)
		}
	})
	t.Run("ranges that everybody spans tell nothing", func(t *testing.T) {
		f := several("dimmer", []uint32{0, 1}, []uint32{0, 1})
		f.Numbers = []float64{5, 60}
		if forms := Options(f, flat(2), 5); len(forms) > 0 {
			t.Errorf("got %+v", forms)
		}
	})
}

func TestRound(t *testing.T) {
	for _, tc := range []struct{ low, high, want float64 }{
		{97.3, 104, 100},
		{31, 48, 40},
		{19.99, 24.99, 20},
		{12.1, 12.4, 12.4},
		{0.11, 0.19, 0.15},
		{999, 1001, 1000},
		{16, 32, 20},
		{-5, 5, 0},
		{-5, 0, 0},
		{0, 3, 2},
		{-48, -31, -40},
		{-104, -97.3, -100},
		{-40, -30, -30},
		{1199, 1249, 1200},
		{0.7, 0.8 - 1e-16, 0.75},
	} {
		if got := Round(tc.low, tc.high); got != tc.want {
			t.Errorf("the roundest in (%v, %v] is %v, want %v", tc.low, tc.high, got, tc.want)
		}
	}
}

// significant counts the significant digits of a whole number.
func significant(n int) int {
	for n != 0 && n%10 == 0 {
		n /= 10
	}
	d := 1
	for n = max(n, -n); n >= 10; n /= 10 {
		d++
	}
	return d
}

// Over hundredths, as prices are: no number between the bounds has fewer digits.
func TestRoundIsRoundest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.IntRange(-3000, 3000).Draw(t, "low")
		high := low + rapid.IntRange(1, 500).Draw(t, "width")
		x := Round(float64(low)/100, float64(high)/100)
		got := int(math.Round(x * 100))
		if got <= low || got > high || math.Abs(x*100-float64(got)) > 1e-9 {
			t.Fatalf("the roundest in (%d, %d] hundredths is %v", low, high, x)
		}
		for n := low + 1; n <= high; n++ {
			if significant(n) < significant(got) {
				t.Fatalf("the roundest in (%d, %d] hundredths is %d, but %d is rounder", low, high, got, n)
			}
		}
		if digits(x) != significant(got) {
			t.Fatalf("%v has %d digits, counted %d", x, significant(got), digits(x))
		}
	})
}

// Whatever the numbers, a bound keeps its two neighbours apart.
func TestRoundStaysBetween(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.OneOf(rapid.Float64Range(-1e12, 1e12), rapid.Float64Range(-1, 1), rapid.SampledFrom(steps)).Draw(t, "low")
		width := rapid.OneOf(rapid.Float64Range(0, 1e6), rapid.SampledFrom(steps)).Draw(t, "width")
		high := max(low+width, math.Nextafter(low, math.Inf(1)))
		if x := Round(low, high); !(low < x && x <= high) {
			t.Fatalf("the roundest in (%v, %v] is %v", low, high, x)
		}
	})
}
