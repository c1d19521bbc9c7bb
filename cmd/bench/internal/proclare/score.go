package proclare

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"shopclerk/search/metric"
)

// Curve is how one list did: one interval for the opening and each turn.
type Curve struct {
	Hit, MRR []metric.Interval
}

// Summary is what the visits of a condition come to. Everything but Times depends
// on the condition and the data directory alone.
type Summary struct {
	Shoppers            int
	Lists               map[string]Curve
	Questions           metric.Interval   // asked over all turns, mean
	SoFar               []metric.Interval // asked before the list of the opening and of each turn, mean
	Asking              []float64         // share of the shoppers who were asked something after the opening and each turn but the last
	Again               []metric.Interval
	Aspects             []Share
	Trivial             []Triviality
	Times               Times
	SQL                 Queries         // that a model wrote
	Found, Read, Looked metric.Interval // of people: who found something before leaving, questions read, products looked at; means
}

// Share is how much of all questions were about one aspect.
type Share struct {
	Key   string
	Share float64
}

// Triviality tells of the attribute queries after one turn.
type Triviality struct {
	Open    int             // conversations still going on
	Demands metric.Interval // tests in the query
	Before  metric.Interval // share of the queries that find nothing
	After   metric.Interval // share that find nothing when relaxed
	Left    metric.Interval // tests left in the relaxed query
}

// Times are quantiles of the time a turn took.
type Times struct{ P50, P99 time.Duration }

// hitAndMRR returns each shopper's HIT@10 and reciprocal rank on a list after a turn.
func hitAndMRR(visits []Visit, list string, turn int) (hit, mrr []float64) {
	hit, mrr = make([]float64, len(visits)), make([]float64, len(visits))
	for i, v := range visits {
		if rank := v.Ranks[list][turn]; rank > 0 {
			hit[i], mrr[i] = 1, 1/float64(rank)
		}
	}
	return hit, mrr
}

// Summarise scores the visits of a condition.
func Summarise(t *Talk, visits []Visit) *Summary {
	s := &Summary{Shoppers: len(visits), Lists: map[string]Curve{}}
	if t.Person != "" {
		s.people(t, visits)
		return s
	}
	for _, list := range append([]string{Own}, t.Lists...) {
		var c Curve
		for turn := 0; turn <= t.Turns; turn++ {
			hit, mrr := hitAndMRR(visits, list, turn)
			c.Hit = append(c.Hit, metric.Mean(hit, t.Seed))
			c.MRR = append(c.MRR, metric.Mean(mrr, t.Seed))
		}
		s.Lists[list] = c
	}
	s.questions(t, visits)
	if t.Probe {
		s.probes(t, visits)
	}
	for _, v := range visits {
		s.SQL.add(v.SQL)
	}
	var times []time.Duration
	for _, v := range visits {
		times = append(times, v.Times...)
	}
	slices.Sort(times)
	s.Times = Times{P50: times[len(times)/2], P99: times[len(times)*99/100]}
	return s
}

func (s *Summary) questions(t *Talk, visits []Visit) {
	number := make([]float64, len(visits))
	byKey := map[string]int{}
	total := 0
	for turn := 0; turn < t.Turns; turn++ {
		s.SoFar = append(s.SoFar, metric.Mean(number, t.Seed))
		var again []float64
		asking := 0
		for i, v := range visits {
			if turn >= len(v.Asked) {
				continue
			}
			asking++
			number[i] += float64(len(v.Asked[turn]))
			for _, a := range v.Asked[turn] {
				byKey[a.Key]++
				total++
				if a.Again >= 0 {
					again = append(again, a.Again)
				}
			}
		}
		s.Asking = append(s.Asking, float64(asking)/float64(len(visits)))
		if turn > 0 {
			s.Again = append(s.Again, metric.Mean(again, t.Seed))
		}
	}
	s.Questions = metric.Mean(number, t.Seed)
	s.SoFar = append(s.SoFar, s.Questions)
	for _, k := range slices.Sorted(maps.Keys(byKey)) {
		s.Aspects = append(s.Aspects, Share{k, float64(byKey[k]) / float64(total)})
	}
	slices.SortStableFunc(s.Aspects, func(a, b Share) int { return cmp.Compare(b.Share, a.Share) })
}

// probes counts over the conversations that were still going on.
func (s *Summary) probes(t *Talk, visits []Visit) {
	for turn := 0; turn <= t.Turns; turn++ {
		var n, before, after, left []float64
		for _, v := range visits {
			if turn < len(v.Probe) {
				p := v.Probe[turn]
				n, left = append(n, float64(p.Demands)), append(left, float64(p.Left))
				before, after = append(before, metric.Indicator(p.Trivial)), append(after, metric.Indicator(p.Still))
			}
		}
		s.Trivial = append(s.Trivial, Triviality{
			Open: len(n), Demands: metric.Mean(n, t.Seed), Left: metric.Mean(left, t.Seed),
			Before: metric.Mean(before, t.Seed), After: metric.Mean(after, t.Seed),
		})
	}
}

// Difference compares two lists of two conditions over the same shoppers: the mean
// of a's HIT@10 less b's after each turn, with paired intervals. The conditions
// must have the same shoppers, turns and seed.
func Difference(t *Talk, a []Visit, listA string, b []Visit, listB string) []metric.Interval {
	var out []metric.Interval
	for turn := 0; turn <= t.Turns; turn++ {
		hitA, _ := hitAndMRR(a, listA, turn)
		hitB, _ := hitAndMRR(b, listB, turn)
		out = append(out, metric.Difference(hitA, hitB, t.Seed))
	}
	return out
}

// people scores conversations with people.
func (s *Summary) people(t *Talk, visits []Visit) {
	found, read, looked := make([]float64, len(visits)), make([]float64, len(visits)), make([]float64, len(visits))
	for i, v := range visits {
		found[i], read[i], looked[i] = metric.Indicator(v.Met.Found), float64(v.Met.Read), float64(v.Met.Looked)
	}
	s.Found, s.Read, s.Looked = metric.Mean(found, t.Seed), metric.Mean(read, t.Seed), metric.Mean(looked, t.Seed)
}
