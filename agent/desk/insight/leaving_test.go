package insight

import (
	"math"
	"slices"
)

// The brute force of leaving, for the numbers of questions and of options.

func left(t turnOf) bool { return t.n == len(t.of.Turns)-1 && len(t.Touches) == 0 }

// usual is the share of conversations that are left at pages of a turn's number.
func usual(facts []*Facts, t turnOf) float64 {
	same := where(allTurns(facts), func(u turnOf) bool { return u.n == t.n || u.n >= 9 && t.n >= 9 })
	return float64(countWhere(same, left)) / float64(len(same))
}

// overUsual is Σ left·weight / Σ usual·weight of some pages.
func overUsual(facts []*Facts, pages []turnOf, weight []float64, n int) Estimate {
	var sums [2]float64
	of := map[*Facts][2]float64{}
	for i, t := range pages {
		x := of[t.of]
		x[0] += weight[i] * float64(Indicator(left(t)))
		x[1] += weight[i] * usual(facts, t)
		of[t.of] = x
	}
	for _, f := range facts {
		sums[0], sums[1] = sums[0]+of[f][0], sums[1]+of[f][1]
	}
	if sums[0] < leastActs {
		return Estimate{}
	}
	return logNormal(facts, math.Log(sums[0]/sums[1]), n, func(f *Facts) float64 { return of[f][0]/sums[0] - of[f][1]/sums[1] })
}

func bruteLeaving(facts []*Facts, all, qs []questionOf) Estimate {
	place := func(q questionOf) int {
		return slices.IndexFunc(q.turn.Questions, func(a Asked) bool { return a.Aspect == q.Aspect })
	}
	replied := func(at int) float64 {
		there := where(all, func(q questionOf) bool { return place(q) == at })
		return float64(countWhere(there, func(q questionOf) bool { return q.Outcome != Open && q.Outcome != Skipped })) / float64(len(there))
	}
	var pages []turnOf
	var weights []float64
	for _, q := range qs {
		pages = append(pages, q.turn)
		w := 1.0
		if replied(0) > 0 {
			w = min(1, replied(place(q))/replied(0))
		}
		weights = append(weights, w)
	}
	return overUsual(facts, pages, weights, len(qs))
}
