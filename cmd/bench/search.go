package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"shopclerk/agent"
	"shopclerk/agent/memory"
	"shopclerk/agent/shopper"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/search/index"
	"shopclerk/search/metric"
)

// judged is the traditional setting: queries whose relevant products are known,
// each answered by every retriever.
type judged struct {
	Data    string `required:"" type:"existingdir" help:"Data directory."`
	Queries string `type:"existingfile" help:"Judgments: CSV of query,product_id,grade. Without it queries are synthesised from sampled products."`
	Sample  int    `default:"400" help:"Products to synthesise queries from, for each degree of paraphrase."`
	Seed    uint64 `default:"1" help:"Seed of the sample and of the intervals."`
	JSON    bool   `name:"json" help:"Print one JSON object instead of a table."`
}

// depth is how long the rankings are: recall is measured at it.
const depth = 100

// scores are one retriever's, with 95 % intervals of the first.
type scores struct {
	NDCG   float64    `json:"ndcg@10"`
	CI95   [2]float64 `json:"ndcg@10_ci95"`
	Hit    float64    `json:"hit@10"`
	MRR    float64    `json:"mrr@10"`
	Recall float64    `json:"recall@100"`
	Judged float64    `json:"judged@10"` // share of the first ten that somebody judged
	// Condensed is nDCG@10 of the ranking without the products that nobody judged.
	Condensed float64 `json:"ndcg@10_condensed"`
	// Gain is the mean difference of nDCG@10 to the first retriever over the same
	// queries, with its 95 % interval.
	Gain [3]float64 `json:"ndcg@10_gain"`
}

// Run implements the command.
func (j *judged) Run(ctx context.Context) error {
	shop, clerk, err := open(ctx, j.Data)
	if err != nil {
		return err
	}
	defer shop.Close()
	if j.Queries != "" {
		f, err := os.Open(j.Queries)
		if err != nil {
			return err
		}
		defer f.Close()
		judgments, err := metric.ReadJudgments(f, filepath.Base(j.Queries))
		if err != nil {
			return err
		}
		table, err := j.table(ctx, shop, clerk, judgments)
		if err != nil {
			return err
		}
		if j.JSON {
			return json.NewEncoder(os.Stdout).Encode(table)
		}
		if void := judgments.Void(); len(void) > 0 {
			fmt.Printf("%d queries without a relevant product are left out.\n", len(void))
		}
		return printScores(fmt.Sprintf("%d judged queries", len(judgments.Queries())), table)
	}
	all := map[shopper.Degree]map[string]scores{}
	for _, d := range shopper.Degrees() {
		judgments, err := j.synthesise(ctx, shop, d)
		if err != nil {
			return err
		}
		if all[d], err = j.table(ctx, shop, clerk, judgments); err != nil {
			return err
		}
		if !j.JSON {
			if err := printScores(fmt.Sprintf("%d queries made of products, degree %q", len(judgments), d), all[d]); err != nil {
				return err
			}
		}
	}
	if j.JSON {
		return json.NewEncoder(os.Stdout).Encode(all)
	}
	return nil
}

// synthesise makes queries of sampled products; the product asked for is the one
// relevant answer. Queries that several products gave have several.
func (j *judged) synthesise(ctx context.Context, shop *index.Shop, d shopper.Degree) (metric.Judgments, error) {
	rng := rand.New(rand.NewPCG(j.Seed, 0))
	out := metric.Judgments{}
	for range j.Sample {
		ref := catalog.Ref(1 + rng.IntN(shop.Catalogue.Size()))
		p, err := shop.Catalogue.Products(ctx, []catalog.Ref{ref})
		if err != nil {
			return nil, err
		}
		q := shopper.Query(&p[0], d, rng)
		if out[q] == nil {
			out[q] = metric.Grades{}
		}
		out[q][p[0].ID] = metric.MaxGrade
	}
	return out, nil
}

// retrievers are the conditions, in the order of the table. Each answers with
// refs, best first.
var retrievers = []struct {
	name   string
	answer func(ctx context.Context, shop *index.Shop, clerk *agent.Agent, query string) ([]catalog.Ref, error)
}{
	{"lexical", func(ctx context.Context, shop *index.Shop, _ *agent.Agent, q string) ([]catalog.Ref, error) {
		hits, err := shop.Lexical().Retrieve(ctx, q, nil, depth)
		return refs(hits), err
	}},
	{"vector", func(ctx context.Context, shop *index.Shop, _ *agent.Agent, q string) ([]catalog.Ref, error) {
		if shop.Vector() == nil {
			return nil, nil
		}
		hits, err := shop.Vector().Retrieve(ctx, q, nil, depth)
		return refs(hits), err
	}},
	{"fused", func(ctx context.Context, shop *index.Shop, _ *agent.Agent, q string) ([]catalog.Ref, error) {
		words, err := shop.Lexical().Retrieve(ctx, q, nil, depth)
		if err != nil || shop.Vector() == nil {
			return refs(words), err
		}
		meaning, err := shop.Vector().Retrieve(ctx, q, nil, depth)
		return refs(search.Fuse(words, meaning)), err
	}},
	{"reranked", func(ctx context.Context, _ *index.Shop, clerk *agent.Agent, q string) ([]catalog.Ref, error) {
		turn, err := clerk.Look(ctx, search.Need{Words: []search.Words{{Text: q}}}, depth)
		return listed(turn), err
	}},
	{"clerk", func(ctx context.Context, _ *index.Shop, clerk *agent.Agent, q string) ([]catalog.Ref, error) {
		var c memory.Conversation
		if _, err := clerk.Reply(ctx, &c, agent.Input{Message: q}); err != nil {
			return nil, err
		}
		turn, err := clerk.Look(ctx, c.Need(), depth)
		return listed(turn), err
	}},
}

func refs(hits []search.Hit) []catalog.Ref {
	out := make([]catalog.Ref, 0, depth)
	for _, h := range hits[:min(depth, len(hits))] {
		out = append(out, h.Ref)
	}
	return out
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

func (j *judged) table(ctx context.Context, shop *index.Shop, clerk *agent.Agent, judgments metric.Judgments) (map[string]scores, error) {
	out := map[string]scores{}
	var first []float64
	for _, r := range retrievers {
		run := metric.Run{}
		for _, q := range judgments.Queries() {
			found, err := r.answer(ctx, shop, clerk, q)
			if err != nil {
				return nil, fmt.Errorf("%s, query %q: %w", r.name, q, err)
			}
			products, err := shop.Catalogue.Products(ctx, found)
			if err != nil {
				return nil, err
			}
			for _, p := range products {
				run[q] = append(run[q], p.ID)
			}
		}
		mean := func(m metric.Measure) metric.Interval { return metric.Mean(run.Scores(judgments, m), j.Seed) }
		at := func(m func([]string, metric.Grades, int) float64, k int) float64 {
			return mean(func(r []string, g metric.Grades) float64 { return m(r, g, k) }).Mean
		}
		ndcg := run.Scores(judgments, func(r []string, g metric.Grades) float64 { return metric.NDCG(r, g, page, metric.Exponential) })
		if first == nil {
			first = ndcg
		}
		n := metric.Mean(ndcg, j.Seed)
		gain, err := metric.Difference(ndcg, first, j.Seed)
		if err != nil {
			return nil, fmt.Errorf("comparing %s: %w", r.name, err)
		}
		out[r.name] = scores{
			Gain: [3]float64{gain.Mean, gain.Low, gain.High},
			Condensed: mean(func(r []string, g metric.Grades) float64 {
				return metric.NDCG(metric.Condense(r, g), g, page, metric.Exponential)
			}).Mean,
			NDCG: n.Mean, CI95: [2]float64{n.Low, n.High},
			Hit: at(metric.Hit, page), MRR: at(metric.MRR, page), Recall: at(metric.Recall, depth), Judged: at(metric.Judged, page),
		}
	}
	return out, nil
}

func printScores(title string, table map[string]scores) error {
	fmt.Printf("\n%s\n\n%-9s  %-7s  %-15s  %-6s  %-6s  %-10s  %-9s  %-9s  %s\n", title, "", "nDCG@10", "95 %", "HIT@10", "MRR@10", "recall@100", "judged@10", "condensed", "nDCG@10 less lexical's")
	for _, r := range retrievers {
		s := table[r.name]
		if _, err := fmt.Printf("%-9s  %.3f    %.3f to %.3f   %.3f   %.3f   %.3f       %.2f       %.3f      %+.3f (%+.3f to %+.3f)\n",
			r.name, s.NDCG, s.CI95[0], s.CI95[1], s.Hit, s.MRR, s.Recall, s.Judged, s.Condensed, s.Gain[0], s.Gain[1], s.Gain[2]); err != nil {
			return err
		}
	}
	return nil
}
