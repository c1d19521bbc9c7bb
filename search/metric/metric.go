package metric

import (
	"maps"
	"math"
	"slices"
)

// Gain is what a product of a grade is worth at the head of a ranking: 2^grade − 1, of
// Burges et al. ("Learning to rank using gradient descent", 2005). An exact match is
// worth seven times a poor one.
func Gain(grade int) float64 { return math.Exp2(float64(grade)) - 1 }

// NDCG returns the discounted cumulative gain of the first k products, each
// [Gain] divided by log2(rank+1), as a share of what the best possible ranking
// of the judged products would have (Järvelin and Kekäläinen, "Cumulated
// gain-based evaluation of IR techniques", 2002). It is between 0 and 1, and 0
// where nothing is relevant. A product that is ranked twice gains once.
func NDCG(ranking []string, grades Grades, k int) float64 {
	ideal := slices.Sorted(maps.Values(grades))
	slices.Reverse(ideal)
	best := 0.0
	for i := range min(k, len(ideal)) {
		best += Gain(ideal[i]) / math.Log2(float64(i)+2)
	}
	if best == 0 {
		return 0
	}
	sum := 0.0
	for i, id := range head(ranking, k) {
		if repeated(ranking, i) {
			continue
		}
		sum += Gain(grades[id]) / math.Log2(float64(i)+2)
	}
	return sum / best
}

// MRR returns the reciprocal rank of the first relevant product among the
// first k, or 0.
func MRR(ranking []string, grades Grades, k int) float64 {
	for i, id := range head(ranking, k) {
		if grades[id] >= Relevant {
			return 1 / float64(i+1)
		}
	}
	return 0
}

// Hit returns 1 when a relevant product is among the first k, else 0.
func Hit(ranking []string, grades Grades, k int) float64 {
	return Indicator(MRR(ranking, grades, k) > 0)
}

// Indicator is 1 for what is so, else 0.
func Indicator(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// Recall returns the share of the relevant products that are among the first
// k, or 0 where none is relevant.
func Recall(ranking []string, grades Grades, k int) float64 {
	relevant := 0
	for _, g := range grades {
		if g >= Relevant {
			relevant++
		}
	}
	if relevant == 0 {
		return 0
	}
	found := 0
	for i, id := range head(ranking, k) {
		if grades[id] >= Relevant && !repeated(ranking, i) {
			found++
		}
	}
	return float64(found) / float64(relevant)
}

// Judged returns the share of the first k products that somebody judged. An
// empty ranking has none to judge, and counts as 1.
func Judged(ranking []string, grades Grades, k int) float64 {
	top := head(ranking, k)
	if len(top) == 0 {
		return 1
	}
	n := 0
	for _, id := range top {
		if _, ok := grades[id]; ok {
			n++
		}
	}
	return float64(n) / float64(len(top))
}

func head(ranking []string, k int) []string {
	return ranking[:max(0, min(k, len(ranking)))]
}

// repeated reports whether the product at rank i is also ranked before it.
func repeated(ranking []string, i int) bool {
	return slices.Contains(ranking[:i], ranking[i])
}
