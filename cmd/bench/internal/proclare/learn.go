package proclare

import (
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"shopclerk/catalog"
	"shopclerk/cmd/internal/progress"
	"shopclerk/search"
	"shopclerk/search/metric"
)

// Lesson is the judged queries of one shop, as its reranker sees them.
type Lesson struct {
	Name    string
	queries []lessonQuery
}

// lessonQuery is a query's candidates, by the order of their refs, with their features and gains.
type lessonQuery struct {
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

// Lesson answers judged queries and notes the features of what was found.
func (s *Shop) Lesson(ctx context.Context, name, file string) (Lesson, error) {
	judgments, err := readJudgments(file)
	if err != nil {
		return Lesson{}, err
	}
	queries := judgments.Queries()
	out := Lesson{Name: name, queries: make([]lessonQuery, len(queries))}
	err = progress.Each(ctx, len(queries), s.Progress, func(i int) (err error) {
		if out.queries[i], err = s.lesson(ctx, queries[i], judgments[queries[i]]); err != nil {
			return fmt.Errorf("query %q: %w", queries[i], err)
		}
		return nil
	})
	return out, err
}

func (s *Shop) lesson(ctx context.Context, query string, grades metric.Grades) (lessonQuery, error) {
	h := fnv.New32a()
	h.Write([]byte(query))
	q := lessonQuery{fold: int(h.Sum32() % folds)}
	need := search.Need{Words: []search.Words{{Text: query}}}
	scope, err := s.Scope(ctx, &need)
	if err != nil {
		return q, err
	}
	r, err := s.Rank(ctx, &need, scope, nil, search.Page{Limit: lessonDepth})
	if err != nil {
		return q, err
	}
	rows := map[catalog.Ref]int{}
	var refs []catalog.Ref
	for _, it := range r.Items {
		rows[it.Ref], refs = it.Row, append(refs, it.Ref)
	}
	slices.Sort(refs) // whatever the weights were, the lower of equal ones comes first
	products, err := s.Catalogue.Products(ctx, refs)
	for i := range products {
		f := scope.Words[rows[refs[i]]]
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
func (q *lessonQuery) ndcg(scores []float64) float64 {
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

func (q *lessonQuery) score(w []float64) []float64 {
	out := make([]float64, len(q.features))
	for i, f := range q.features {
		out[i] = floats.Dot(w, f)
	}
	return out
}

// Taught is what learning came to.
type Taught struct {
	Weights []float64 // of search.LearnedNames, learned of all lessons
	Rows    []TaughtRow
}

// TaughtRow tells how weights do on one shop's queries.
type TaughtRow struct {
	Shop    string
	Trained string          // on what
	NDCG    metric.Interval // of queries that it was not learned of, but for "all"
	Gain    metric.Interval // less that of the weights in use
}

// intervalSeed settles the intervals.
const intervalSeed = 1

// Learn finds weights for the lessons' features by coordinate ascent on nDCG@10 (Metzler
// and Croft, Linear feature-based models for information retrieval, 2007), shops
// weighing alike, and tells how they do: learned of all queries; of the other four
// fifths of all shops' queries; and of the other shops' alone. The weight of the words
// stays as it is: it is the unit that the others and the shopper's answers are measured in.
// Every climb begins with the words alone, since the weights in use have seen the queries
// that are kept back.
func Learn(lessons []Lesson, inUse []float64) Taught {
	learn := func(of func(shop int, q *lessonQuery) bool) []float64 { return learn(lessons, inUse[0], of) }
	all := learn(func(int, *lessonQuery) bool { return true })
	out := Taught{Weights: all}
	byFold := make([][]float64, folds)
	for f := range folds {
		byFold[f] = learn(func(_ int, q *lessonQuery) bool { return q.fold != f })
	}
	for i, l := range lessons {
		var base []float64
		add := func(trained string, weights func(*lessonQuery) []float64) {
			var got []float64
			for k := range l.queries {
				q := &l.queries[k]
				got = append(got, q.ndcg(q.score(weights(q))))
			}
			if base == nil {
				base = got
			}
			out.Rows = append(out.Rows, TaughtRow{l.Name, trained, metric.Mean(got, intervalSeed), metric.Difference(got, base, intervalSeed)})
		}
		add("in use", func(*lessonQuery) []float64 { return inUse })
		add("all", func(*lessonQuery) []float64 { return all })
		add("other folds", func(q *lessonQuery) []float64 { return byFold[q.fold] })
		if len(lessons) > 1 {
			others := learn(func(shop int, _ *lessonQuery) bool { return shop != i })
			add("other shops", func(*lessonQuery) []float64 { return others })
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

// learn returns the mean of the weights learned of samples, with replacement, of the
// queries that of accepts.
func learn(lessons []Lesson, words float64, of func(shop int, q *lessonQuery) bool) []float64 {
	rng := rand.New(rand.NewPCG(1, 1))
	climbs := make([][]float64, bags)
	var wait sync.WaitGroup
	for b := range bags {
		var drawn []lessonQuery
		for i := range lessons {
			from := slices.DeleteFunc(slices.Clone(lessons[i].queries), func(q lessonQuery) bool { return !of(i, &q) })
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
func climb(queries []lessonQuery, words float64) []float64 {
	w := make([]float64, len(queries[0].features[0]))
	w[0] = words
	scores := make([][]float64, len(queries))
	for i := range queries {
		scores[i] = queries[i].score(w)
	}
	move := func(to, from []float64, q *lessonQuery, k int, step float64) []float64 {
		to = append(to[:0], from...)
		for c, f := range q.features {
			to[c] += step * f[k]
		}
		return to
	}
	var moved []float64
	value := func(k int, step float64) float64 {
		sum := -pull * math.Abs(w[k]+step)
		for i := range queries {
			q := &queries[i]
			moved = move(moved, scores[i], q, k, step)
			sum += q.share * q.ndcg(moved)
		}
		return sum
	}
	for range rounds {
		climbed := false
		for k := 1; k < len(w); k++ { // the words' weight is the unit
			best, by := value(k, 0)+leastGain, 0.0
			for _, step := range steps {
				if v := value(k, step); v > best {
					best, by = v, step
				}
			}
			if by == 0 {
				continue
			}
			w[k], climbed = w[k]+by, true
			for i := range queries {
				scores[i] = move(scores[i], scores[i], &queries[i], k, by)
			}
		}
		if !climbed {
			break
		}
	}
	return w
}
