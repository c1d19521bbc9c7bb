package proclare

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"shopclerk/agent"
	"shopclerk/agent/shopper"
	"shopclerk/catalog"
	"shopclerk/cmd/internal/progress"
	"shopclerk/search"
	"shopclerk/search/metric"
)

// The clerk's own ways to answer a query, beside [Lists].
const (
	byEngine = "reranked" // the engine: all its candidates, by the linear reranker
	byClerk  = "clerk"    // the message read first: limits, wishes and category
)

// OwnWays names the clerk's own ways to answer a query.
func OwnWays() []string { return []string{byEngine, byClerk} }

// Retrievers names who answers queries, in the order of tables.
func Retrievers() []string { return append(Lists(), OwnWays()...) }

// Score is what one retriever found, with 95 % intervals.
type Score struct {
	NDCG, Hit, MRR, Recall metric.Interval
	Judged                 float64 // share of the first ten that somebody judged
	// Condensed is nDCG@10 of the ranking without the products that nobody judged.
	Condensed metric.Interval
	// Gain is the mean difference of nDCG@10 to the first retriever over the same
	// queries.
	Gain metric.Interval
}

// Answers is what all retrievers made of one set of queries.
type Answers struct {
	Title   string // what the queries are: a degree of paraphrase, or a file's name
	Queries int
	Void    int // queries left out because nothing is relevant to them
	Scores  map[string]Score
}

// Search answers the queries of a condition by every retriever: one result for
// judged queries, otherwise one for each degree of paraphrase.
func (s *Shop) Search(ctx context.Context, c *Search) ([]Answers, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if c.Queries != "" {
		judgments, err := readJudgments(c.Queries)
		if err != nil {
			return nil, err
		}
		a, err := s.answers(ctx, filepath.Base(c.Queries), judgments, c)
		return []Answers{a}, err
	}
	var out []Answers
	for _, d := range c.degrees() {
		judgments, err := s.synthesise(ctx, c, d)
		if err != nil {
			return nil, err
		}
		a, err := s.answers(ctx, string(d), judgments, c)
		if err != nil {
			return nil, fmt.Errorf("degree %q: %w", d, err)
		}
		out = append(out, a)
	}
	return out, nil
}

func readJudgments(file string) (metric.Judgments, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return metric.ReadJudgments(f, filepath.Base(file))
}

// synthesise makes queries of sampled products, the same for every degree; the
// product asked for is the one relevant answer. Queries that several products gave
// have several.
func (s *Shop) synthesise(ctx context.Context, c *Search, d shopper.Degree) (metric.Judgments, error) {
	products, err := s.stratified(ctx, c.Sample, c.Seed)
	if err != nil {
		return nil, err
	}
	out := metric.Judgments{}
	for i := range products {
		p := &products[i]
		q := shopper.Query(p, d, rand.New(rand.NewPCG(c.Seed, uint64(p.Ref))))
		if out[q] == nil {
			out[q] = metric.Grades{}
		}
		out[q][p.ID] = metric.MaxGrade
	}
	return out, nil
}

// answers lets every retriever answer every query.
func (s *Shop) answers(ctx context.Context, title string, judgments metric.Judgments, c *Search) (Answers, error) {
	if c.Joined {
		judgments = maps.Clone(judgments)
		maps.DeleteFunc(judgments, func(q string, _ metric.Grades) bool { return join(q, c.Seed) == q })
	}
	queries, seed := judgments.Queries(), c.Seed
	found := make([]map[string][]string, len(queries)) // ids by retriever
	err := progress.Each(ctx, len(queries), s.Progress, func(i int) (err error) {
		if found[i], err = s.answer(ctx, c.typed(queries[i])); err != nil {
			return fmt.Errorf("query %q: %w", queries[i], err)
		}
		return nil
	})
	if err != nil {
		return Answers{}, err
	}
	out := Answers{Title: title, Queries: len(queries), Void: len(judgments.Void()), Scores: map[string]Score{}}
	var reference []float64
	for _, r := range Retrievers() {
		run := metric.Run{}
		for i, q := range queries {
			run[q] = found[i][r]
		}
		mean := func(m metric.Measure) metric.Interval { return metric.Mean(run.Scores(judgments, m), seed) }
		at := func(m func([]string, metric.Grades, int) float64, k int) metric.Interval {
			return mean(func(r []string, g metric.Grades) float64 { return m(r, g, k) })
		}
		ndcg := run.Scores(judgments, func(r []string, g metric.Grades) float64 { return metric.NDCG(r, g, Page) })
		if reference == nil {
			reference = ndcg
		}
		out.Scores[r] = Score{
			NDCG: metric.Mean(ndcg, seed), Hit: at(metric.Hit, Page), MRR: at(metric.MRR, Page), Recall: at(metric.Recall, Depth),
			Judged: at(metric.Judged, Page).Mean, Gain: metric.Difference(ndcg, reference, seed),
			Condensed: mean(func(r []string, g metric.Grades) float64 {
				return metric.NDCG(metric.Condense(r, g), g, Page)
			}),
		}
	}
	return out, nil
}

// answer gives every retriever's ids for one query, best first.
func (s *Shop) answer(ctx context.Context, query string) (map[string][]string, error) {
	found := map[string][]catalog.Ref{}
	id := map[catalog.Ref]string{}
	l := lister{shop: s, query: query}
	for _, name := range Retrievers() {
		refs, err := s.by(ctx, &l, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		found[name] = refs
		for _, r := range refs {
			id[r] = ""
		}
	}
	products, err := s.Catalogue.Products(ctx, slices.Sorted(maps.Keys(id)))
	if err != nil {
		return nil, err
	}
	for _, p := range products {
		id[p.Ref] = p.ID
	}
	out := map[string][]string{}
	for name, refs := range found {
		for _, r := range refs {
			out[name] = append(out[name], id[r])
		}
	}
	return out, nil
}

// by lets one retriever answer.
func (s *Shop) by(ctx context.Context, l *lister, name string) ([]catalog.Ref, error) {
	switch name {
	case byEngine:
		turn, err := s.clerk.Look(ctx, search.Need{Words: []search.Words{{Text: l.query}}}, search.Page{Limit: Depth})
		return listed(turn), err
	case byClerk:
		turn, err := s.clerk.Search(ctx, agent.Input{Message: l.query}, search.Page{Limit: Depth})
		return listed(turn), err
	}
	return l.list(ctx, name)
}

func listed(turn *agent.Turn) []catalog.Ref {
	if turn == nil {
		return nil
	}
	out := make([]catalog.Ref, len(turn.Ranking.Items))
	for i, it := range turn.Ranking.Items {
		out[i] = it.Ref
	}
	return out
}
