package reading

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"
)

// Choice is something that can be taken in several ways, of which at least one is right.
type Choice struct {
	Family   string      // examples alike, which cross-validation keeps together
	Group    string      // of the source
	Features [][]float64 // by way
	Right    []bool      // by way
	Weight   float64     // how much it counts in learning
}

// decay is the weight of the penalty, half the sum of the squares of the weights, against
// the log-loss of all examples.
const decay = 1.0

// LearnChoices returns the weights of the features that make the right ways likeliest, by a
// conditional logit (McFadden, Conditional logit analysis of qualitative choice behavior, 1974),
// where the share of a way is the softmax of the sum of weight times feature: those of the least
// loss −Σ ln(share of what is right), with an L2 penalty. Weights whose sign contradicts signs, 0 for
// either, are left at 0.
func LearnChoices(examples []Choice, signs []float64) []float64 {
	free := make([]float64, len(signs))
	for i := range free {
		free[i] = 1
	}
	for {
		w, again := leastLoss(examples, free), false
		for i := range w {
			if w[i]*signs[i] < 0 {
				free[i], again = 0, true
			}
		}
		if !again {
			return w
		}
	}
}

// leastLoss returns the weights of the least loss, 0 where they are not free.
func leastLoss(examples []Choice, free []float64) []float64 {
	problem := optimize.Problem{
		Func: func(w []float64) float64 {
			sum := decay / 2 * floats.Dot(w, w)
			for i := range examples {
				right, _ := examples[i].Shares(w)
				sum -= examples[i].Weight * math.Log(right)
			}
			return sum
		},
		Grad: func(grad, w []float64) {
			copy(grad, w)
			floats.Scale(decay, grad)
			for i := range examples {
				examples[i].slope(grad, w)
			}
			floats.Mul(grad, free)
		},
	}
	result, err := optimize.Minimize(problem, make([]float64, len(free)), nil, &optimize.LBFGS{})
	if result == nil {
		panic("learning choices: " + err.Error()) // a loss that is finite everywhere has a minimum
	}
	return result.X
}

// slope adds the derivatives of the loss of x.
func (x *Choice) slope(grad, w []float64) {
	right, shares := x.Shares(w)
	for k, f := range x.Features {
		step := shares[k]
		if x.Right[k] {
			step -= shares[k] / right
		}
		floats.AddScaled(grad, x.Weight*step, f)
	}
}

// Shares returns the share of every way, and of all that are right together.
func (x *Choice) Shares(w []float64) (right float64, shares []float64) {
	for _, f := range x.Features {
		shares = append(shares, floats.Dot(w, f))
	}
	top := floats.LogSumExp(shares)
	for k := range shares {
		shares[k] = math.Exp(shares[k] - top)
		if x.Right[k] {
			right += shares[k]
		}
	}
	return max(right, 1e-12), shares
}

// Accuracy is the share of examples whose likeliest way is right, 0..1.
func Accuracy(examples []Choice, weights func(x *Choice) []float64) float64 {
	n := 0
	for i := range examples {
		x := &examples[i]
		if _, shares := x.Shares(weights(x)); x.Right[floats.MaxIdx(shares)] {
			n++
		}
	}
	return float64(n) / float64(max(1, len(examples)))
}

// HeldOut returns the weights, for each example, that were learned from the examples of all other folds.
func HeldOut[F comparable](examples []Choice, signs []float64, fold func(x *Choice) F) func(x *Choice) []float64 {
	return Held(examples, func(seen []Choice) []float64 { return LearnChoices(seen, signs) }, fold)
}

// Held returns, for each example, what learn learned from the examples of all other folds.
func Held[E any, F comparable](examples []E, learn func([]E) []float64, fold func(*E) F) func(*E) []float64 {
	learned := map[F][]float64{}
	return func(x *E) []float64 {
		held := fold(x)
		if learned[held] == nil {
			learned[held] = learn(slices.DeleteFunc(slices.Clone(examples), func(x E) bool { return fold(&x) == held }))
		}
		return learned[held]
	}
}

// WeightLines is the text of a file of weights: a line each, a name and a weight divided by a tab.
func WeightLines(names []string, weights []float64) string {
	var out strings.Builder
	for i, name := range names {
		fmt.Fprintf(&out, "%s\t%.3f\n", name, weights[i])
	}
	return out.String()
}
