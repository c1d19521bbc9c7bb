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

// lessonQuery is a query's candidates with their features and gains.
type lessonQuery struct {
	fold     int
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
		out.queries[i], err = s.lesson(ctx, queries[i], judgments[queries[i]])
		return err
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
		return q, fmt.Errorf("query %q: %w", query, err)
	}
	r, err := s.Rank(ctx, &need, scope, nil, search.Page{Limit: lessonDepth})
	if err != nil {
		return q, fmt.Errorf("query %q: %w", query, err)
	}
	items := slices.Clone(r.Items)
	// the reference for equal scores, whatever the weights were: the lower ref first
	slices.SortFunc(items, func(a, b search.Ranked) int { return cmp.Compare(a.Ref, b.Ref) })
	for _, it := range items {
		p, err := s.products(ctx, []catalog.Ref{it.Ref})
		if err != nil {
			return q, err
		}
		f := scope.Words[it.Row]
		q.features = append(q.features, f.Learned(s.Prose()))
		q.gain = append(q.gain, metric.Gain(grades[p[0].ID]))
	}
	best := slices.Sorted(maps.Values(grades))
	slices.Reverse(best)
	for i := range min(Page, len(best)) {
		q.ideal += metric.Gain(best[i]) / math.Log2(float64(i)+2)
	}
	return q, nil
}

// ndcg scores the candidates in the order of their scores, ties in their own order.
func (q *lessonQuery) ndcg(scores []float64) float64 {
	var top [Page]int
	n := 0
	for i, s := range scores {
		if n == Page && s <= scores[top[n-1]] {
			continue
		}
		at := min(n, Page-1)
		if n < Page {
			n++
		}
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

// Learn finds weights for the lessons' features by coordinate ascent on nDCG@10 (Metzler
// and Croft, Linear feature-based models for information retrieval, 2007), shops
// weighing alike, and tells how they do: learned of all queries; of the other four
// fifths of all shops' queries; and of the other shops' alone. The weight of the words
// stays as it is: it is the unit that the others and the shopper's answers are measured in.
// Every climb begins with the words alone, since the weights in use have seen the queries
// that are kept back.
func Learn(lessons []Lesson, inUse []float64, seed uint64) Taught {
	start := make([]float64, len(inUse))
	start[0] = inUse[0]
	all := learn(lessons, start, func(int, *lessonQuery) bool { return true })
	out := Taught{Weights: all}
	byFold := make([][]float64, folds)
	for f := range folds {
		byFold[f] = learn(lessons, start, func(_ int, q *lessonQuery) bool { return q.fold != f })
	}
	for i := range lessons {
		l := &lessons[i]
		base := l.scores(func(*lessonQuery) []float64 { return inUse })
		add := func(trained string, weights func(*lessonQuery) []float64) {
			scores := l.scores(weights)
			out.Rows = append(out.Rows, TaughtRow{l.Name, trained, metric.Mean(scores, seed), metric.Difference(scores, base, seed)})
		}
		add("in use", func(*lessonQuery) []float64 { return inUse })
		add("all", func(*lessonQuery) []float64 { return all })
		add("other folds", func(q *lessonQuery) []float64 { return byFold[q.fold] })
		if len(lessons) > 1 {
			others := learn(lessons, start, func(shop int, _ *lessonQuery) bool { return shop != i })
			add("other shops", func(*lessonQuery) []float64 { return others })
		}
	}
	return out
}

func (l *Lesson) scores(weights func(*lessonQuery) []float64) []float64 {
	out := make([]float64, len(l.queries))
	for i := range l.queries {
		q := &l.queries[i]
		out[i] = q.ndcg(q.score(weights(q)))
	}
	return out
}

func (q *lessonQuery) score(w []float64) []float64 {
	out := make([]float64, len(q.features))
	for i, f := range q.features {
		for k, x := range f {
			out[i] += w[k] * x
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
func learn(lessons []Lesson, start []float64, of func(shop int, q *lessonQuery) bool) []float64 {
	out := make([]float64, len(start))
	rng := rand.New(rand.NewPCG(1, 1))
	climbs := make([][]float64, bags)
	var wait sync.WaitGroup
	for b := range bags {
		drawn := make([]Lesson, len(lessons))
		for i := range lessons {
			var from []lessonQuery
			for _, q := range lessons[i].queries {
				if of(i, &q) {
					from = append(from, q)
				}
			}
			for range from {
				drawn[i].queries = append(drawn[i].queries, from[rng.IntN(len(from))])
			}
		}
		wait.Go(func() { climbs[b] = climb(drawn, start) })
	}
	wait.Wait()
	for _, w := range climbs {
		for k := range w {
			out[k] += w[k]
		}
	}
	for k := range out {
		out[k] /= bags
	}
	return out
}

// climb ascends from start.
func climb(lessons []Lesson, start []float64) []float64 {
	w := slices.Clone(start)
	var queries []*lessonQuery
	var share []float64
	for i := range lessons {
		n := len(queries)
		for k := range lessons[i].queries {
			queries = append(queries, &lessons[i].queries[k])
		}
		for range len(queries) - n {
			share = append(share, 1/float64(len(queries)-n))
		}
	}
	scores := make([][]float64, len(queries))
	for i, q := range queries {
		scores[i] = q.score(w)
	}
	value := func(k int, step float64) float64 {
		sum := 0.0
		var moved []float64
		for i, q := range queries {
			moved = append(moved[:0], scores[i]...)
			for c, f := range q.features {
				moved[c] += step * f[k]
			}
			sum += share[i] * q.ndcg(moved)
		}
		return sum - pull*math.Abs(w[k]+step)
	}
	signs := slices.Clone(w) // of the weights to begin with
	for range rounds {
		moved := false
		for k := 1; k < len(w); k++ { // the words' weight is the unit
			best, by := value(k, 0)+leastGain, 0.0
			for _, step := range steps {
				if (w[k]+step)*signs[k] < 0 {
					continue
				}
				if v := value(k, step); v > best {
					best, by = v, step
				}
			}
			if by != 0 {
				w[k] += by
				moved = true
				for i, q := range queries {
					for c, f := range q.features {
						scores[i][c] += by * f[k]
					}
				}
			}
		}
		if !moved {
			break
		}
	}
	return w
}
