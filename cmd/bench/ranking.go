package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search"
)

// learned learns the reranker's weights of judged queries.
type learned struct {
	Data    []string `required:"" sep:"none" type:"existingdir" help:"Data directory; one for each file of judgments, in the same order."`
	Queries []string `required:"" sep:"none" type:"existingfile" placeholder:"FILE" help:"Judgments: CSV of query,product_id,grade."`
	Seed    uint64   `default:"1" help:"Seed of the intervals."`
	JSON    bool     `name:"json" help:"Print one JSON object instead of a table."`
}

// Validate implements kong's check of the flags.
func (l *learned) Validate() error {
	if len(l.Data) != len(l.Queries) {
		return errors.New("--data and --queries come in pairs")
	}
	return nil
}

// Run implements the command.
func (l *learned) Run(ctx context.Context) error {
	lessons := make([]proclare.Lesson, len(l.Data))
	for i, dir := range l.Data {
		err := proclare.With(ctx, dir, func(shop *proclare.Shop) (err error) {
			lessons[i], err = shop.Lesson(ctx, filepath.Base(dir), l.Queries[i])
			return err
		})
		if err != nil {
			return err
		}
	}
	w := search.DefaultWeights()
	taught := proclare.Learn(lessons, w.Learned(), l.Seed)
	scores := report.Figure{Title: "How weights do", Table: report.Table{Columns: []string{"shop, learned of", "nDCG@10", "less that of the weights in use"}}}
	for _, r := range taught.Rows {
		scores.Table.Add(r.Shop+", "+r.Trained, report.Scored(r.NDCG), report.Signed(r.Gain))
	}
	weights := report.Figure{Title: "Weights", Table: report.Table{Columns: []string{"feature", "learned", "in use"}}}
	for i, name := range search.LearnedNames() {
		weights.Table.Add(name, fmt.Sprintf("%.2f", taught.Weights[i]), fmt.Sprintf("%.2f", w.Learned()[i]))
	}
	return show(l.JSON, taught, scores, weights)
}
