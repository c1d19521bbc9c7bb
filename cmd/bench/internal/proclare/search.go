package proclare

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"

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

// Retrievers names who answers queries, in the order of tables.
func Retrievers() []string { return append(Lists(), byEngine, byClerk) }

// The measures of a retriever.
const (
	NDCG      = "ndcg@10"
	Hit       = "hit@10"
	MRR       = "mrr@10"
	Recall    = "recall@100"
	Judged    = "judged@10"         // share of the first ten that somebody judged
	Condensed = "ndcg@10_condensed" // of the ranking without the products that nobody judged
	Gain      = "ndcg@10_gain"      // mean difference to the first retriever over the same queries
)

var measures = map[string]metric.Measure{
	NDCG:   func(r []string, g metric.Grades) float64 { return metric.NDCG(r, g, Page) },
	Hit:    func(r []string, g metric.Grades) float64 { return metric.Hit(r, g, Page) },
	MRR:    func(r []string, g metric.Grades) float64 { return metric.MRR(r, g, Page) },
	Recall: func(r []string, g metric.Grades) float64 { return metric.Recall(r, g, Depth) },
	Judged: func(r []string, g metric.Grades) float64 { return metric.Judged(r, g, Page) },
	Condensed: func(r []string, g metric.Grades) float64 {
		return metric.NDCG(metric.Condense(r, g), g, Page)
	},
}

// Score is what one retriever found, by measure.
type Score map[string]metric.Interval

// MarshalJSON writes the mean of each measure under its name, and the ends of its 95 %
// interval under the name with _ci95.
func (s Score) MarshalJSON() ([]byte, error) {
	out := map[string]any{}
	for name, i := range s {
		out[name], out[name+"_ci95"] = i.Mean, [2]float64{i.Low, i.High}
	}
	return json.Marshal(out)
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
func (s *Shop) Search(ctx context.Context, c *Search) (out []Answers, err error) {
	titles := c.Degrees
	if c.Queries != "" {
		titles = []string{filepath.Base(c.Queries)}
	}
	for _, title := range titles {
		var judgments metric.Judgments
		if c.Queries != "" {
			judgments, err = readJudgments(c.Queries)
		} else {
			judgments, err = s.synthesise(ctx, c, shopper.Degree(title))
		}
		if err != nil {
			return nil, err
		}
		a, err := s.answers(ctx, title, judgments, c)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", title, err)
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
	queries := judgments.Queries()
	found := make([]map[string][]string, len(queries)) // ids by retriever
	err := progress.Each(ctx, len(queries), s.Progress, func(i int) (err error) {
		found[i], err = s.answer(ctx, c.typed(queries[i]))
		return err
	})
	if err != nil {
		return Answers{}, err
	}
	out := Answers{Title: title, Queries: len(queries), Void: len(judgments) - len(queries), Scores: map[string]Score{}}
	var reference []float64
	for _, r := range Retrievers() {
		run := metric.Run{}
		for i, q := range queries {
			run[q] = found[i][r]
		}
		score := Score{}
		for name, of := range measures {
			score[name] = metric.Mean(run.Scores(judgments, of), c.Seed)
		}
		ndcg := run.Scores(judgments, measures[NDCG])
		if reference == nil {
			reference = ndcg
		}
		score[Gain] = metric.Difference(ndcg, reference, c.Seed)
		out.Scores[r] = score
	}
	return out, nil
}

// answer gives every retriever's ids for one query, best first.
func (s *Shop) answer(ctx context.Context, query string) (map[string][]string, error) {
	out := map[string][]string{}
	for _, name := range Retrievers() {
		refs, err := s.by(ctx, name, query)
		if err != nil {
			return nil, fmt.Errorf("query %q: %s: %w", query, name, err)
		}
		products, err := s.Catalogue.Products(ctx, refs)
		if err != nil {
			return nil, err
		}
		for i := range products {
			out[name] = append(out[name], products[i].ID)
		}
	}
	return out, nil
}

// by lets one retriever answer.
func (s *Shop) by(ctx context.Context, name, query string) ([]catalog.Ref, error) {
	switch name {
	case byEngine:
		turn, err := s.clerk.Look(ctx, search.Need{Words: []search.Words{{Text: query}}}, search.Page{Limit: Depth})
		return listed(turn), err
	case byClerk:
		turn, err := s.clerk.Search(ctx, agent.Input{Message: query}, search.Page{Limit: Depth})
		return listed(turn), err
	}
	return s.retrieve(ctx, name, query, nil, Depth)
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
