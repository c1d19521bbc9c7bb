package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search"
	"shopclerk/search/metric"
)

// acts learns what the parts of a message do from the examples of each language, and says how
// well that was learned.
type acts struct {
	Examples string `default:"data/reading" help:"Folder of the examples: CODE/examples.tsv."`
	Folder   string `default:"agent/language" help:"Folder of the languages, where weights are written."`
	Folds    int    `default:"5" help:"Parts that the examples are divided into for cross-validation."`
	Seed     uint64 `default:"1" help:"Seed of the division and of learning."`
	Learn    bool   `help:"Write the weights learned from all examples to CODE/acts.tsv.gz."`
}

// Run implements the command.
func (c *acts) Run() error {
	for _, l := range language.Languages() {
		if err := c.learn(l); err != nil {
			return fmt.Errorf("%s: %w", l.Code, err)
		}
	}
	return nil
}

// learn validates what is learned of a language, and writes its weights.
func (c *acts) learn(l *language.Language) error {
	text, err := os.ReadFile(filepath.Join(c.Examples, l.Code, "examples.tsv"))
	if err != nil {
		return err
	}
	examples, err := l.ReadExamples(string(text))
	if err != nil {
		return fmt.Errorf("reading examples: %w", err)
	}
	fmt.Printf("%s: %d-fold\n", l.Code, c.Folds)
	c.validate(examples)
	if !c.Learn {
		return nil
	}
	var out bytes.Buffer
	packed, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := cmp.Or(language.Learn(examples, c.Seed).Write(packed), packed.Close()); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(c.Folder, l.Code, "acts.tsv.gz"), out.Bytes(), 0o644)
}

// validate prints the accuracy of models on examples that they did not see, by act and of
// all.
func (c *acts) validate(examples []language.Example) {
	r := rand.New(rand.NewPCG(c.Seed, 1))
	fold := map[string]int{} // by family
	for i := range examples {
		if _, ok := fold[examples[i].Family]; !ok {
			fold[examples[i].Family] = r.IntN(c.Folds)
		}
	}
	right := map[string][3]float64{} // how many there are of an act, right by it, and with its topic
	for held := range c.Folds {
		m := language.Learn(slices.DeleteFunc(slices.Clone(examples), func(x language.Example) bool { return fold[x.Family] == held }), c.Seed)
		for i := range examples {
			x := &examples[i]
			if fold[x.Family] != held {
				continue
			}
			shares := m.Predict(x.Features)
			label := m.Labels[slices.Index(shares, slices.Max(shares))]
			act, _, _ := strings.Cut(x.Label, ":")
			predicted, _, _ := strings.Cut(label, ":")
			for _, key := range []string{act, "all"} {
				n := right[key]
				right[key] = [3]float64{n[0] + 1, n[1] + metric.Indicator(predicted == act), n[2] + metric.Indicator(label == x.Label)}
			}
		}
	}
	for _, act := range slices.Sorted(maps.Keys(right)) {
		n := right[act]
		fmt.Printf("  %-12s %5.0f  act %.3f  with its topic %.3f\n", act, n[0], n[1]/n[0], n[2]/n[0])
	}
}

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
