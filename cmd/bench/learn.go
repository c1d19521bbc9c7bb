package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"shopclerk/cmd/bench/internal/proclare"
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
		var err error
		if lessons[i], err = lesson(ctx, dir, l.Queries[i]); err != nil {
			return err
		}
	}
	w := search.DefaultWeights()
	taught := proclare.Learn(lessons, w.Learned(), l.Seed)
	if l.JSON {
		return json.NewEncoder(os.Stdout).Encode(taught)
	}
	fmt.Printf("%-16s  %-12s  %-7s  %-15s  %s\n", "shop", "learned of", "nDCG@10", "95 %", "less that of the weights in use")
	for _, r := range taught.Rows {
		fmt.Printf("%-16s  %-12s  %.3f    %.3f to %.3f   %+.3f (%+.3f to %+.3f)\n",
			r.Shop, r.Trained, r.NDCG.Mean, r.NDCG.Low, r.NDCG.High, r.Gain.Mean, r.Gain.Low, r.Gain.High)
	}
	fmt.Println()
	for i, name := range search.LearnedNames() {
		fmt.Printf("%-18s %7.2f  now %7.2f\n", name, taught.Weights[i], w.Learned()[i])
	}
	return nil
}

func lesson(ctx context.Context, dir, file string) (out proclare.Lesson, err error) {
	shop, err := proclare.Open(ctx, dir)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, shop.Close()) }()
	return shop.Lesson(ctx, filepath.Base(dir), file)
}
