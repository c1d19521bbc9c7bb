package proclare

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"shopclerk/cmd/bench/internal/reading"
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/cmd/internal/progress"
	"shopclerk/search"
	"shopclerk/search/metric"
)

// Lesson is a judged query of a shop, as its reranker sees it: its candidates, by the order of
// their refs, with their features and gains.
type Lesson struct {
	shop     string
	fold     int
	share    float64     // of all queries' worth; shops weigh alike
	features [][]float64 // by candidate, in the order of search.LearnedNames
	gain     []float64
	ideal    float64 // DCG@10 of the best order of what was judged
}

// folds is how many parts the queries are divided into: each is scored by weights
// that were learned of the others.
const folds = 5

// lessonDepth is how many candidates of a query are taken in: the reranker's window
// and what its other features may lift.
const lessonDepth = 300

// Lessons answers judged queries and notes the features of what was found.
func (s *Shop) Lessons(ctx context.Context, name, file string) ([]Lesson, error) {
	judgments, err := readJudgments(file)
	if err != nil {
		return nil, err
	}
	queries := judgments.Queries()
	out := make([]Lesson, len(queries))
	err = progress.Each(ctx, len(queries), s.Progress, func(i int) (err error) {
		if out[i], err = s.lesson(ctx, name, queries[i], judgments[queries[i]]); err != nil {
			return fmt.Errorf("query %q: %w", queries[i], err)
		}
		return nil
	})
	return out, err
}

func (s *Shop) lesson(ctx context.Context, name, query string, grades metric.Grades) (Lesson, error) {
	h := fnv.New32a()
	h.Write([]byte(query))
	q := Lesson{shop: name, fold: int(h.Sum32() % folds)}
	need := search.Need{Words: []search.Words{{Text: query}}}
	scope, err := s.Scope(ctx, &need)
	if err != nil {
		return q, err
	}
	r, err := s.Rank(ctx, &need, scope, nil, search.Page{Limit: lessonDepth})
	if err != nil {
		return q, err
	}
	// whatever the weights were, the lower of equal ones comes first
	slices.SortFunc(r.Items, func(a, b search.Ranked) int { return cmp.Compare(a.Ref, b.Ref) })
	products, err := s.Catalogue.Products(ctx, listed(r.Items))
	for i := range products {
		f := scope.Words[r.Items[i].Row]
		q.features, q.gain = append(q.features, f.Learned(s.Prose())), append(q.gain, metric.Gain(grades[products[i].ID]))
	}
	best := slices.Sorted(maps.Values(grades))
	slices.Reverse(best)
	for i := range min(Page, len(best)) {
		q.ideal += metric.Gain(best[i]) / math.Log2(float64(i)+2)
	}
	return q, err
}

// ndcg scores the candidates in the order of their scores, ties in their own order.
func (q *Lesson) ndcg(scores []float64) float64 {
	var top [Page]int
	n := 0
	for i, s := range scores {
		if n == Page && s <= scores[top[n-1]] {
			continue
		}
		n = min(n+1, Page)
		at := n - 1
		for ; at > 0 && scores[top[at-1]] < s; at-- {
			top[at] = top[at-1]
		}
		top[at] = i
	}
	sum := 0.0
	for rank, i := range top[:n] {
		sum += q.gain[i] / math.Log2(float64(rank)+2)
	}
	return sum / q.ideal
}

func (q *Lesson) score(w []float64) []float64 {
	out := make([]float64, len(q.features))
	for i, f := range q.features {
		out[i] = floats.Dot(w, f)
	}
	return out
}

// intervalSeed settles the intervals.
const intervalSeed = 1

// Learn finds weights for the lessons' features by coordinate ascent on nDCG@10 (Metzler
// and Croft, Linear feature-based models for information retrieval, 2007), shops
// weighing alike, and shows how they do: learned of all queries; of the other four
// fifths of all shops' queries; and of the other shops' alone. The weight of the words
// stays as it is: it is the unit that the others and the shopper's answers are measured in.
// Every climb begins with the words alone, since the weights in use have seen the queries
// that are kept back. Lessons of a shop stand together.
func Learn(lessons []Lesson, inUse []float64) ([]float64, report.Table) {
	learn := func(of []Lesson) []float64 { return learn(of, inUse[0]) }
	all, shops := learn(lessons), byShop(lessons)
	ways := []struct {
		trained string
		weights func(*Lesson) []float64
	}{
		{"in use", func(*Lesson) []float64 { return inUse }},
		{"all", func(*Lesson) []float64 { return all }},
		{"other folds", reading.Held(lessons, learn, func(q *Lesson) int { return q.fold })},
		{"other shops", reading.Held(lessons, learn, func(q *Lesson) string { return q.shop })},
	}
	if len(shops) == 1 {
		ways = ways[:3]
	}
	table := report.Table{Columns: []string{"shop, learned of", "nDCG@10", "less that of the weights in use"}}
	for _, shop := range shops {
		var base []float64
		for _, way := range ways {
			var got []float64
			for i := range shop {
				got = append(got, shop[i].ndcg(shop[i].score(way.weights(&shop[i]))))
			}
			if base == nil {
				base = got
			}
			table.Add(shop[0].shop+", "+way.trained, report.Scored(metric.Mean(got, intervalSeed)), report.Signed(metric.Difference(got, base, intervalSeed)))
		}
	}
	return all, table
}

// byShop divides lessons into those of each shop.
func byShop(lessons []Lesson) (out [][]Lesson) {
	from := 0
	for i := range lessons {
		if i+1 == len(lessons) || lessons[i+1].shop != lessons[i].shop {
			out, from = append(out, lessons[from:i+1]), i+1
		}
	}
	return out
}

// The steps of a coordinate, and how much a step must gain to be taken: less is noise
// of single queries. A pull towards zero takes weights back that do not earn it.
var steps = []float64{-1, -0.5, -0.25, -0.1, 0.1, 0.25, 0.5, 1}

const (
	rounds    = 12
	leastGain = 0.0002
	pull      = 0.0005 // of nDCG@10, for each unit of weight
)

// bags is how many samples of the queries weights are learned of; their mean is taken.
// One climb ends on some queries' accident; the mean of many does not (Breiman, Bagging
// predictors, 1996).
const bags = 10

// learn returns the mean of the weights learned of samples, with replacement, of the lessons.
func learn(lessons []Lesson, words float64) []float64 {
	rng := rand.New(rand.NewPCG(1, 1))
	climbs := make([][]float64, bags)
	var wait sync.WaitGroup
	for b := range bags {
		var drawn []Lesson
		for _, from := range byShop(lessons) {
			for range from {
				q := from[rng.IntN(len(from))]
				q.share = 1 / float64(len(from))
				drawn = append(drawn, q)
			}
		}
		wait.Go(func() { climbs[b] = climb(drawn, words) })
	}
	wait.Wait()
	out := make([]float64, len(climbs[0]))
	for _, w := range climbs {
		floats.AddScaled(out, 1.0/bags, w)
	}
	return out
}

// climb ascends from the weight of the words alone.
func climb(queries []Lesson, words float64) []float64 {
	w := make([]float64, len(queries[0].features[0]))
	w[0] = words
	scores := make([][]float64, len(queries))
	for i := range queries {
		scores[i] = queries[i].score(w)
	}
	var moved []float64
	value := func(k int, step float64) float64 {
		sum := -pull * math.Abs(w[k]+step)
		for i := range queries {
			moved = append(moved[:0], scores[i]...)
			sum += queries[i].share * queries[i].ndcg(queries[i].move(moved, k, step))
		}
		return sum
	}
	for climbed, round := true, 0; climbed && round < rounds; round++ {
		climbed = false
		for k := 1; k < len(w); k++ { // the words' weight is the unit
			best, by := value(k, 0)+leastGain, 0.0
			for _, step := range steps {
				if v := value(k, step); v > best {
					best, by = v, step
				}
			}
			if by != 0 {
				w[k], climbed = w[k]+by, true
				for i := range queries {
					queries[i].move(scores[i], k, by)
				}
			}
		}
	}
	return w
}

// move changes the candidates' scores by a step of a feature's weight.
func (q *Lesson) move(scores []float64, k int, step float64) []float64 {
	for c, f := range q.features {
		scores[c] += step * f[k]
	}
	return scores
}
