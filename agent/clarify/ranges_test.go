package clarify

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

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
		{"a range that hardly anybody is in", slices.Concat(slices.Repeat([]float64{10}, 160), []float64{20}, slices.Repeat([]float64{30}, 140)), 3, []Option{{Low: -inf, High: 20}, {Low: 20, High: inf}}},
		{"a bound that costs more than it tells", append(slices.Repeat([]float64{2.501}, 99), 2.599), 5, nil},
		{"three digits divide nothing", []float64{2000, 2000, 2500, 2500, 2500, 2500, 2599, 2599, 2599, 2599, 3000, 3000}, 5, []Option{{Low: -inf, High: 2500}, {Low: 2500, High: 3000}, {Low: 3000, High: inf}}},
		{"three digits do not divide a few metres", []float64{3, 3, 3, 3, 3.05, 3.05, 3.05, 4, 4, 4.57}, 5, []Option{{Low: -inf, High: 4}, {Low: 4, High: 4.5}, {Low: 4.5, High: inf}}},
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
	t.Run("a number that nobody can be after any more is no bound", func(t *testing.T) {
		forms := Options(ordered("a", 10, 20, 40), []float64{0.5, 0, 0.5}, 5)
		if want := []Option{{Low: -inf, High: 40}, {Low: 40, High: inf}}; !cmp.Equal(forms[0], want) {
			t.Errorf("got %+v, want %+v", forms[0], want)
		}
	})
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

// Money is divided where people divide it, and not where no such bound lies between.
func TestAmount(t *testing.T) {
	for _, tc := range []struct {
		low, high, want float64
		none            bool
	}{
		{low: 18.99, high: 19.99, none: true},
		{low: 18.99, high: 27, want: 20},
		{low: 19.99, high: 31, want: 30},
		{low: 0, high: 4, want: 4},
		{low: 131.99, high: 134, none: true},
		{low: 90, high: 450, want: 400},
		{low: 11.5, high: 12.5, want: 12},
		{low: 1190, high: 1250, want: 1200},
		{low: 20, high: 22, none: true}, // the 20 is the lower one's
		{low: 1.1, high: 1.3, want: 1.2},
		{low: 0.2, high: 0.28, want: 0.25},
	} {
		if got, ok := Amount(tc.low, tc.high); ok == tc.none || ok && got != tc.want {
			t.Errorf("between %v and %v: %v, %v", tc.low, tc.high, got, ok)
		}
	}
	f := ordered("price", 18.99, 18.99, 18.99, 18.99, 19.49)
	f.Continuous = true
	if forms := Options(f, flat(5), 5); len(forms) > 0 {
		t.Errorf("prices that are as good as one are divided: %+v", forms)
	}
}

// Neighbours that are alike are one run, which weighs what they do and is compared as one.
func TestJoin(t *testing.T) {
	runs := []run{{0, 0, 0.5, 0}, {1, 1, 0.5, 0}, {2, 2, 0.5, 0}, {3, 3, 62.5, 0}}
	got := join(runs, func(r, next run) bool { return r.mass+next.mass <= 1 })
	if want := []run{{0, 1, 1, 0}, {2, 2, 0.5, 0}, {3, 3, 62.5, 0}}; !slices.Equal(got, want) {
		t.Errorf("joined %v, want %v", got, want)
	}
}

func TestFives(t *testing.T) {
	for bound, want := range map[float64]bool{40: false, 44: false, 45: true, 280: false, 3.05: true, 3.04: false, 2550: true, -2550: true, 0.15: true} {
		if got := fives(bound); got != want {
			t.Errorf("%v ends in five: %t", bound, got)
		}
	}
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
