package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/search/metric"
)

// judged is one condition of the traditional setting: queries whose relevant
// products are known, each answered by every retriever.
type judged struct {
	Data string `required:"" type:"existingdir" help:"Data directory."`
	proclare.Search
	JSON bool `name:"json" help:"Print one JSON object instead of a table."`
	asking
}

// scores are one retriever's.
type scores struct {
	NDCG   float64    `json:"ndcg@10"`
	NDCG95 [2]float64 `json:"ndcg@10_ci95"`
	Hit    float64    `json:"hit@10"`
	Hit95  [2]float64 `json:"hit@10_ci95"`
	MRR    float64    `json:"mrr@10"`
	MRR95  [2]float64 `json:"mrr@10_ci95"`
	Recall float64    `json:"recall@100"`
	Judged float64    `json:"judged@10"` // share of the first ten that somebody judged
	// Condensed is nDCG@10 of the ranking without the products that nobody judged.
	Condensed float64 `json:"ndcg@10_condensed"`
	// Gain is the mean difference of nDCG@10 to the first retriever over the same
	// queries, with its 95 % interval.
	Gain [3]float64 `json:"ndcg@10_gain"`
}

// Run implements the command.
func (j *judged) Run(ctx context.Context) (err error) {
	shop, leave, err := j.open(ctx, j.Data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, leave()) }()
	all, err := shop.Search(ctx, &j.Search)
	if err != nil {
		return err
	}
	if !j.JSON {
		return j.print(os.Stdout, all)
	}
	if j.Queries != "" {
		return json.NewEncoder(os.Stdout).Encode(table(&all[0]))
	}
	byDegree := map[string]map[string]scores{}
	for i := range all {
		byDegree[all[i].Title] = table(&all[i])
	}
	return json.NewEncoder(os.Stdout).Encode(byDegree)
}

func table(a *proclare.Answers) map[string]scores {
	out := map[string]scores{}
	ends := func(i metric.Interval) [2]float64 { return [2]float64{i.Low, i.High} }
	for name, s := range a.Scores {
		out[name] = scores{
			NDCG: s.NDCG.Mean, NDCG95: ends(s.NDCG), Hit: s.Hit.Mean, Hit95: ends(s.Hit), MRR: s.MRR.Mean, MRR95: ends(s.MRR),
			Recall: s.Recall.Mean, Judged: s.Judged, Condensed: s.Condensed.Mean, Gain: [3]float64{s.Gain.Mean, s.Gain.Low, s.Gain.High},
		}
	}
	return out
}

func (j *judged) print(w io.Writer, all []proclare.Answers) error {
	for i := range all {
		a := &all[i]
		what := "judged queries"
		if j.Queries == "" {
			what = fmt.Sprintf("queries made of products, degree %q", a.Title)
		}
		if a.Void > 0 {
			fmt.Fprintf(w, "%d queries without a relevant product are left out.\n", a.Void)
		}
		fmt.Fprintf(w, "\n%d %s\n\n%-14s  %-7s  %-15s  %-6s  %-6s  %-10s  %-9s  %-9s  %s\n", a.Queries, what, "",
			"nDCG@10", "95 %", "HIT@10", "MRR@10", "recall@100", "judged@10", "condensed", "nDCG@10 less lexical's")
		rows := table(a)
		for _, name := range proclare.Retrievers() {
			s := rows[name]
			if _, err := fmt.Fprintf(w, "%-14s  %.3f    %.3f to %.3f   %.3f   %.3f   %.3f       %.2f       %.3f      %+.3f (%+.3f to %+.3f)\n",
				name, s.NDCG, s.NDCG95[0], s.NDCG95[1], s.Hit, s.MRR, s.Recall, s.Judged, s.Condensed, s.Gain[0], s.Gain[1], s.Gain[2]); err != nil {
				return err
			}
		}
	}
	return nil
}
