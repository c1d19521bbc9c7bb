package insight

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Estimate is a number found in a sample, with the interval that holds the true one
// in 95 of 100 such samples. Without observations (N is 0) nothing is known and the
// rest is 0.
type Estimate struct {
	Value, Low, High float64
	N                int // observations
}

// Known reports that there were observations.
func (e Estimate) Known() bool { return e.N > 0 }

// fewCases is the number of cases below which an estimate is marked as resting on few:
// the usual bound from which on means are taken for normal.
const fewCases = 30

// Few reports that there were observations, and few.
func (e Estimate) Few() bool { return e.N > 0 && e.N < fewCases }

// normalQuantile is the 97.5 % point of the standard normal distribution.
var normalQuantile = distuv.UnitNormal.Quantile(0.975)

// Share estimates a probability from k of n, 0 ≤ k ≤ n, with the score interval
// (Wilson, "Probable inference, the law of succession, and statistical inference",
// JASA 22, 1927), which stays within [0, 1] and holds for small n and for shares
// near the ends. It takes the n for independent of each other; several questions of
// one shopper are not quite, so that intervals over questions are a little too
// narrow, and those over conversations and sessions are not.
func Share(k, n int) Estimate { return fractionalShare(float64(k), n) }

// fractionalShare is [Share] of a count that need not be whole.
func fractionalShare(k float64, n int) Estimate {
	if n == 0 {
		return Estimate{}
	}
	total, p := float64(n), k/float64(n)
	centre := (p + normalQuantile*normalQuantile/(2*total)) / (1 + normalQuantile*normalQuantile/total)
	half := normalQuantile / (1 + normalQuantile*normalQuantile/total) * math.Sqrt(p*(1-p)/total+normalQuantile*normalQuantile/(4*total*total))
	e := Estimate{Value: p, Low: max(0, centre-half), High: min(1, centre+half), N: n}
	// exact in theory, and a rounding error away from it in floating point
	if k == 0 {
		e.Low = 0
	}
	if k == total {
		e.High = 1
	}
	return e
}

// sample gathers the moments of observations: what a mean needs.
type sample struct {
	n            int
	sum, squares float64
}

func (s *sample) add(x float64) {
	s.n++
	s.sum += x
	s.squares += x * x
}

// mean estimates the mean with Student's interval. Of one observation the interval
// is that observation: it tells nothing of the spread.
func (s *sample) mean() Estimate {
	if s.n == 0 {
		return Estimate{}
	}
	n := float64(s.n)
	m := s.sum / n
	if s.n == 1 {
		return Estimate{Value: m, Low: m, High: m, N: 1}
	}
	variance := max(0, s.squares-n*m*m) / (n - 1)
	half := distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(0.975) * math.Sqrt(variance/n)
	return Estimate{Value: m, Low: m - half, High: m + half, N: s.n}
}

// Difference estimates a − b of independent samples from their own intervals: the
// method of variance estimates recovery (Zou and Donner, "Construction of confidence
// limits about effect measures", Statistics in Medicine 27, 2008). Of two shares
// with Wilson intervals it is Newcombe's hybrid score interval ("Interval estimation
// for the difference between independent proportions", Statistics in Medicine 17,
// 1998, method 10). Where either is unknown so is the difference.
func Difference(a, b Estimate) Estimate {
	if !a.Known() || !b.Known() {
		return Estimate{}
	}
	d := a.Value - b.Value
	return Estimate{
		Value: d,
		Low:   d - math.Hypot(a.Value-a.Low, b.High-b.Value),
		High:  d + math.Hypot(a.High-a.Value, b.Value-b.Low),
		N:     min(a.N, b.N),
	}
}

// falseDiscoveryRate is the share of those that [Above] names which chance alone put there, at most
// and on average.
const falseDiscoveryRate = 0.05

// Above tells which of many ratios are above 1 by more than chance, where the largest of
// hundreds is that by chance alone: by the procedure of Benjamini and Hochberg
// ("Controlling the false discovery rate", Journal of the Royal Statistical Society B 57,
// 1995), with each ratio's logarithm normal as its interval takes it. What is not known or
// rests on few cases is not above.
func Above(ratios []Estimate) []bool {
	type test struct {
		index int
		p     float64
	}
	var tests []test
	for i, e := range ratios {
		switch {
		case !e.Known() || e.Few():
		case e.Value > 1: // without a spread it is sure: a logarithm of 1 divides
			tests = append(tests, test{i, distuv.UnitNormal.Survival(normalQuantile * math.Log(e.Value) / math.Log(e.Value/e.Low))})
		default:
			tests = append(tests, test{i, 1})
		}
	}
	slices.SortFunc(tests, func(a, b test) int { return cmp.Or(cmp.Compare(a.p, b.p), cmp.Compare(a.index, b.index)) })
	out := make([]bool, len(ratios))
	for n, t := range slices.Backward(tests) {
		if t.p <= falseDiscoveryRate*float64(n+1)/float64(len(tests)) {
			for _, below := range tests[:n+1] {
				out[below.index] = true
			}
			break
		}
	}
	return out
}

// Quartiles of a sample: a quarter of it lies below Low, half below Median, a quarter
// above High.
type Quartiles struct {
	Low, Median, High float64
	N                 int
}

// quartiles sorts the observations and interpolates between neighbours (type 7 of
// Hyndman and Fan, "Sample quantiles in statistical packages", 1996; gonum's are of types 1
// and 4, which lie lower).
func quartiles(xs []float64) Quartiles {
	if len(xs) == 0 {
		return Quartiles{}
	}
	slices.Sort(xs)
	at := func(q float64) float64 {
		whole, part := math.Modf(q * float64(len(xs)-1))
		i := int(whole)
		if i+1 == len(xs) {
			return xs[i]
		}
		return xs[i] + part*(xs[i+1]-xs[i])
	}
	return Quartiles{Low: at(0.25), Median: at(0.5), High: at(0.75), N: len(xs)}
}

// goodnessOfFit is Pearson's chi-squared test of counts against the shares they should
// have (positive, sum 1): the probability that chance alone puts them as far from
// these, 1 of no counts and of fewer than two shares.
func goodnessOfFit(counts []int, shares []float64) float64 {
	total := 0
	for _, n := range counts {
		total += n
	}
	if total == 0 || len(counts) < 2 {
		return 1
	}
	observed, expected := make([]float64, len(counts)), make([]float64, len(counts))
	for i, n := range counts {
		observed[i], expected[i] = float64(n), shares[i]*float64(total)
	}
	return distuv.ChiSquared{K: float64(len(counts) - 1)}.Survival(stat.ChiSquare(observed, expected))
}
