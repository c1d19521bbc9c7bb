package metric

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Run is the answer of a search engine to a set of queries: each query's
// ranking, the best product first.
type Run map[string][]string

// Measure scores one ranking.
type Measure func(ranking []string, grades Grades) float64

// Scores applies the measure to every query of [Judgments.Queries], in that
// order, so that scores of several runs can be compared in pairs. A query that
// the run does not answer is measured with an empty ranking.
func (r Run) Scores(j Judgments, m Measure) []float64 {
	queries := j.Queries()
	scores := make([]float64, len(queries))
	for i, q := range queries {
		scores[i] = m(r[q], j[q])
	}
	return scores
}

// Condense returns the ranking without the products that nobody judged.
// Measuring it tells how well a ranking orders what was judged, and is fairer
// to a ranking that did not take part in choosing what to judge (Sakai,
// "Alternatives to bpref", 2007); it says nothing of the products left out.
func Condense(ranking []string, grades Grades) []string {
	var judged []string
	for _, id := range ranking {
		if _, ok := grades[id]; ok {
			judged = append(judged, id)
		}
	}
	return judged
}

// Interval is a mean with its 95 % confidence interval.
type Interval struct {
	Mean, Low, High float64
}

// resamples is how often the bootstrap draws. The ends of a 95 % interval rest
// on 50 of 2,000 draws at each side, which settles their second decimal.
const (
	resamples = 2000
	outside   = resamples / 40
)

// Mean returns the mean of the scores with its percentile bootstrap interval
// (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993): the range
// of 95 % of the means of scores drawn with replacement. The same seed gives
// the same interval. No scores give zeros.
func Mean(scores []float64, seed uint64) Interval {
	if len(scores) == 0 {
		return Interval{}
	}
	random := rand.New(rand.NewPCG(seed, seed))
	mean := func(draw func(int) int) float64 {
		sum := 0.0
		for i := range scores {
			sum += scores[draw(i)]
		}
		return sum / float64(len(scores))
	}
	drawn := make([]float64, resamples)
	for i := range drawn {
		drawn[i] = mean(func(int) int { return random.IntN(len(scores)) })
	}
	slices.Sort(drawn)
	return Interval{mean(func(i int) int { return i }), drawn[outside], drawn[resamples-1-outside]}
}

// Difference returns the mean of a−b over the same queries with its 95 %
// interval (paired bootstrap). The runs differ when the interval leaves out
// zero.
func Difference(a, b []float64, seed uint64) Interval {
	if len(a) != len(b) { // of two runs that were mixed up
		panic(fmt.Sprintf("metric: %d scores are no pairs of %d", len(b), len(a)))
	}
	d := make([]float64, len(a))
	for i := range a {
		d[i] = a[i] - b[i]
	}
	return Mean(d, seed)
}
