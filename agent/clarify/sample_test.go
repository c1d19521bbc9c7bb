package clarify

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A sample keeps what is likely, is a part of what it is of, and no smaller a choice is
// touched.
func TestSample(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := aSituation(t)()
		n := rapid.IntRange(1, 40).Draw(t, "sample")
		part := *whole
		part.Fields = nil
		for _, f := range whole.Fields {
			own := *f
			part.Fields = append(part.Fields, &own)
		}
		rows := part.Sample(n)
		if len(whole.Weights) <= n {
			if rows != nil || len(part.Weights) != len(whole.Weights) {
				t.Fatalf("of %d candidates %d are left", len(whole.Weights), len(part.Weights))
			}
			return
		}
		if !slices.IsSorted(rows) || len(rows) != len(part.Weights) || whole.Left != nil && len(part.Left) != len(rows) {
			t.Fatalf("rows %v, %d weights, %d left", rows, len(part.Weights), len(part.Left))
		}
		for i, w := range whole.Weights {
			if _, kept := slices.BinarySearch(rows, int32(i)); !kept && w*float64(n) >= 1 {
				t.Errorf("candidate %d of weight %v is not among %v", i, w, rows)
			}
		}
		for i, row := range rows {
			if whole.Left != nil && part.Left[i] != whole.Left[row] {
				t.Errorf("candidate %d is left: %v", row, part.Left[i])
			}
			for f := range whole.Fields {
				if got, want := part.Fields[f].row(i), whole.Fields[f].row(int(row)); !slices.Equal(got, want) {
					t.Errorf("candidate %d has %v, want %v", row, got, want)
				}
			}
		}
	})
}

// Shares of answers are on average what they are of all candidates, as near as the
// comment says.
func TestSampleIsUnbiased(t *testing.T) {
	const size, n, times = 5000, 400, 200
	all, rng := Situation{Weights: make([]float64, size)}, rand.New(rand.NewPCG(1, 2))
	sum := 0.0
	for i := range all.Weights {
		all.Weights[i] = math.Exp(2 * rng.NormFloat64()) // few are likely
		sum += all.Weights[i]
	}
	share := 0.0 // of the candidates that are multiples of three
	for i := range all.Weights {
		if all.Weights[i] /= sum; i%3 == 0 {
			share += all.Weights[i]
		}
	}
	mean, square := 0.0, 0.0
	for range times {
		s := all
		s.Rand = rng
		got, rows := 0.0, s.Sample(n)
		if most := n + 5*math.Sqrt(n); float64(len(rows)) > most {
			t.Errorf("%d candidates are left, want about %d at most", len(rows), n)
		}
		for i, row := range rows {
			if row%3 == 0 {
				got += s.Weights[i]
			}
		}
		mean += got / times
		square += (got - share) * (got - share) / times
	}
	if bound := 1 / (2 * math.Sqrt(n)); math.Sqrt(square) > bound || math.Abs(mean-share) > 4*bound/math.Sqrt(times) {
		t.Errorf("a share of %.4f is %.4f on average, off by %.4f, want at most %.4f", share, mean, math.Sqrt(square), bound)
	}
}

// steps are the distances between neighbouring numbers of random ordered fields,
// with the dust that converting units leaves.
var steps = []float64{0.001, 0.1, 0.3, 1, 2.54, 10, 25.4, 1000, 0.1 * 3}

// aField draws what n candidates say of an aspect: single or several values,
// numbers or ranges of numbers, none for some.
func aField(key string, n int) *rapid.Generator[*Field] {
	return rapid.Custom(func(t *rapid.T) *Field {
		f := &Field{Key: key, Size: rapid.IntRange(1, 12).Draw(t, "codes"), Offsets: []uint32{0}}
		most := 1
		if rapid.Bool().Draw(t, "several values") {
			most = 4
		}
		if rapid.Bool().Draw(t, "ordered") {
			x := rapid.SampledFrom([]float64{-100, -0.7, 0, 1, 99.5}).Draw(t, "first number")
			for range f.Size {
				f.Numbers = append(f.Numbers, x)
				x += rapid.SampledFrom(steps).Draw(t, "step")
			}
			most = min(most, 2)
		}
		if f.Numbers == nil && rapid.Bool().Draw(t, "names") {
			names := someNames(f.Size).Draw(t, "names")
			f.Names = func() []Name { return names }
		}
		for range n {
			var row []uint32
			for range rapid.IntRange(0, most).Draw(t, "values") {
				row = append(row, uint32(rapid.IntRange(0, f.Size-1).Draw(t, "code")))
			}
			slices.Sort(row)
			f.Codes = append(f.Codes, slices.Compact(row)...)
			f.Offsets = append(f.Offsets, uint32(len(f.Codes)))
		}
		return f
	})
}

// someNames draws a forest over codes: broader names of neighbours, and codes that have
// none.
func someNames(size int) *rapid.Generator[[]Name] {
	return rapid.Custom(func(t *rapid.T) []Name {
		var out []Name
		for from := 0; from < size; {
			to := min(size, from+rapid.IntRange(1, 4).Draw(t, "of one family"))
			parent := -1
			if to-from > 1 {
				parent = len(out)
				out = append(out, Name{Parent: -1})
			}
			for c := from; c < to; c++ {
				if parent >= 0 {
					out[parent].Codes = append(out[parent].Codes, uint32(c))
				}
				if rapid.IntRange(0, 5).Draw(t, "unnamed") > 0 {
					out = append(out, Name{Codes: []uint32{uint32(c)}, Parent: parent})
				}
			}
			from = to
		}
		return out
	})
}

// someWeights draws a belief over n candidates: from flat to all but decided,
// some ruled out, one at least not.
func someWeights(n int) *rapid.Generator[[]float64] {
	return rapid.Custom(func(t *rapid.T) []float64 {
		logs := make([]float64, n)
		for i := range logs {
			logs[i] = rapid.SampledFrom([]float64{0, 0, 0, -0.5, -3, -20, -700, math.Inf(-1)}).Draw(t, "log weight")
		}
		logs[rapid.IntRange(0, n-1).Draw(t, "possible")] = 0
		return Softmax(logs)
	})
}

// someOptions draws options of a field: those the belief suggests, or any.
func someOptions(f *Field, weights []float64) *rapid.Generator[[]Option] {
	return rapid.Custom(func(t *rapid.T) []Option {
		if forms := Options(f, weights, rapid.IntRange(2, MaxOptions).Draw(t, "m")); len(forms) > 0 && rapid.Bool().Draw(t, "suggested") {
			return rapid.SampledFrom(forms).Draw(t, "form")
		}
		var out []Option
		for range rapid.IntRange(1, MaxOptions).Draw(t, "options") {
			if f.ordered() {
				low := rapid.SampledFrom(f.Numbers).Draw(t, "low")
				out = append(out, Option{Low: low, High: low + rapid.SampledFrom(steps).Draw(t, "width")})
				continue
			}
			codes := rapid.SliceOfNDistinct(rapid.Uint32Range(0, uint32(f.Size-1)), 1, -1, rapid.ID[uint32]).Draw(t, "codes")
			slices.Sort(codes)
			out = append(out, Option{Codes: codes})
		}
		return out
	})
}

// single makes a field of one code a candidate.
func single(key string, codes ...int) *Field {
	f := &Field{Key: key, Offsets: []uint32{0}}
	for _, c := range codes {
		if c >= 0 { // below: no value
			f.Codes = append(f.Codes, uint32(c))
			f.Size = max(f.Size, c+1)
		}
		f.Offsets = append(f.Offsets, uint32(len(f.Codes)))
	}
	return f
}

// several makes a field of any number of codes a candidate.
func several(key string, rows ...[]uint32) *Field {
	f := &Field{Key: key, Offsets: []uint32{0}}
	for _, row := range rows {
		f.Codes = append(f.Codes, row...)
		for _, c := range row {
			f.Size = max(f.Size, int(c)+1)
		}
		f.Offsets = append(f.Offsets, uint32(len(f.Codes)))
	}
	return f
}

// flat is the belief that knows nothing of n candidates.
func flat(n int) []float64 { return Softmax(make([]float64, n)) }

// near compares what two orders of summation give.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9 }
