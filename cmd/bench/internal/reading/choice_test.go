package reading

import (
	"math"
	"math/rand/v2"
	"testing"
)

// drawn are examples of two ways whose right one is told by weights, with some noise.
func drawn(n int, weights []float64) []Choice {
	rng := rand.New(rand.NewPCG(7, 7))
	out := make([]Choice, n)
	for i := range out {
		x := &out[i]
		x.Family, x.Weight = string(rune('a'+i%20)), 1
		for range 3 {
			f := make([]float64, len(weights))
			for k := range f {
				f[k] = rng.NormFloat64()
			}
			x.Features = append(x.Features, f)
			x.Right = append(x.Right, false)
		}
		best, at := math.Inf(-1), 0
		for k, f := range x.Features {
			score := 0.0
			for j := range f {
				score += weights[j] * f[j]
			}
			if score > best {
				best, at = score, k
			}
		}
		x.Right[at] = true
	}
	return out
}

// TestLearnChoices learns the direction of the weights that examples were drawn by, and chooses
// rightly where it did not learn.
func TestLearnChoices(t *testing.T) {
	truth := []float64{2, -1, 0}
	examples := drawn(400, truth)
	w := LearnChoices(examples, make([]float64, 3))
	if w[0] <= 0 || w[1] >= 0 || math.Abs(w[2]) > math.Abs(w[1])/2 {
		t.Errorf("learned %.2f of examples drawn by %v", w, truth)
	}
	if held := Validated(examples, make([]float64, 3), func(x *Choice) int { return int(x.Family[0]) % 5 }); held < 0.9 {
		t.Errorf("right in %.2f of what was held out", held)
	}
}

// TestWeight tells that an example counts as much as its weight.
func TestWeight(t *testing.T) {
	contrary := []Choice{
		{Features: [][]float64{{1}, {0}}, Right: []bool{true, false}, Weight: 1},
		{Features: [][]float64{{1}, {0}}, Right: []bool{false, true}, Weight: 10},
	}
	if w := LearnChoices(contrary, make([]float64, 1)); w[0] >= 0 {
		t.Errorf("the weight is %.2f, though what speaks against it counts ten times", w[0])
	}
}

// TestSeveralRight tells that an example with several right ways leaves open which.
func TestSeveralRight(t *testing.T) {
	open := []Choice{{Features: [][]float64{{1, 0}, {0, 1}, {0, 0}}, Right: []bool{true, true, false}, Weight: 1}}
	w := LearnChoices(open, make([]float64, 2))
	if math.Abs(w[0]-w[1]) > 1e-3 || w[0] <= 0 {
		t.Errorf("learned %.3f where both are as right", w)
	}
	if got := Accuracy(open, func(*Choice) []float64 { return w }); got != 1 {
		t.Errorf("accuracy %.2f", got)
	}
}
