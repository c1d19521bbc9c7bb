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
