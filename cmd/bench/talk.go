package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/search/metric"
)

// talk is one condition of the conversational setting.
type talk struct {
	Data string `required:"" type:"existingdir" help:"Data directory."`
	proclare.Talk
	JSON bool `name:"json" help:"Print one JSON object instead of a table."`
	asking
}

// talkResult is what one run found. Index 0 of the lists is the opening.
type talkResult struct {
	Policy   string `json:"policy"`
	Shoppers int    `json:"shoppers"`
	curve
	Questions float64            `json:"questions"`       // mean asked over all turns
	TurnMS    map[string]float64 `json:"-"`               // of the machine, and different each time
	Lists     map[string]curve   `json:"lists,omitempty"` // the lists made by a query
	People    *people            `json:"people,omitempty"`
	SQL       *proclare.Queries  `json:"sql,omitempty"` // that a model wrote
}

// people is what people found before leaving, and what it cost them.
type people struct {
	Found  float64    `json:"found"`
	CI95   [2]float64 `json:"ci95"`
	Read   float64    `json:"questions_read"`
	Looked float64    `json:"products_looked_at"`
}

// curve is one list's scores by turn.
type curve struct {
	Hit  []float64 `json:"hit@10"`
	MRR  []float64 `json:"mrr@10"`
	CI95 intervals `json:"ci95"`
}

// intervals are 95 % bootstrap intervals, one a turn.
type intervals struct {
	Hit [][2]float64 `json:"hit@10"`
	MRR [][2]float64 `json:"mrr@10"`
}

// Run implements the command.
func (t *talk) Run(ctx context.Context) (err error) {
	shop, leave, err := t.open(ctx, t.Data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, leave()) }()
	visits, err := shop.Talk(ctx, &t.Talk)
	if err != nil {
		return err
	}
	r := t.result(proclare.Summarise(&t.Talk, visits))
	if t.Person != "" && !t.JSON {
		_, err := fmt.Printf("policy %s, %d people: found %.3f (%.3f to %.3f), questions read %.2f, products looked at %.1f\n",
			r.Policy, r.Shoppers, r.People.Found, r.People.CI95[0], r.People.CI95[1], r.People.Read, r.People.Looked)
		return err
	}
	if t.JSON {
		return json.NewEncoder(os.Stdout).Encode(r)
	}
	return r.print(os.Stdout, t.Lists)
}

func (t *talk) result(s *proclare.Summary) talkResult {
	r := talkResult{
		Policy: t.Policy, Shoppers: s.Shoppers, curve: newCurve(s.Lists[proclare.Own]), Questions: s.Questions.Mean,
	}
	if t.ModelCache == "" {
		r.TurnMS = map[string]float64{"p50": milliseconds(s.Times.P50), "p99": milliseconds(s.Times.P99)}
	}
	if s.SQL.Asked > 0 {
		r.SQL = &s.SQL
	}
	if t.Person != "" {
		r.People = &people{s.Found.Mean, [2]float64{s.Found.Low, s.Found.High}, s.Read.Mean, s.Looked.Mean}
	}
	for _, name := range t.Lists {
		if r.Lists == nil {
			r.Lists = map[string]curve{}
		}
		r.Lists[name] = newCurve(s.Lists[name])
	}
	return r
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func newCurve(c proclare.Curve) curve {
	var out curve
	out.Hit, out.CI95.Hit = split(c.Hit)
	out.MRR, out.CI95.MRR = split(c.MRR)
	return out
}

func split(in []metric.Interval) (means []float64, ends [][2]float64) {
	for _, i := range in {
		means, ends = append(means, i.Mean), append(ends, [2]float64{i.Low, i.High})
	}
	return means, ends
}

func (r *talkResult) print(w io.Writer, lists []string) error {
	fmt.Fprintf(w, "policy %s, %d shoppers, %.1f questions each", r.Policy, r.Shoppers, r.Questions)
	if r.TurnMS != nil {
		fmt.Fprintf(w, ", turn p50 %.1f ms, p99 %.1f ms", r.TurnMS["p50"], r.TurnMS["p99"])
	}
	fmt.Fprintln(w)
	if q := r.SQL; q != nil {
		share := func(n int) float64 { return 100 * float64(n) / float64(q.Asked) }
		fmt.Fprintf(w, "SQL queries %d: no answer %.2f %%, invalid %.2f %%, trivial %.2f %%, of which relaxed %.2f %%\n",
			q.Asked, share(q.Failed), share(q.Invalid), share(q.Trivial), share(q.Relaxed))
	}
	if err := r.curve.print(w); err != nil {
		return err
	}
	for _, name := range lists {
		fmt.Fprintf(w, "\nlist %s\n", name)
		c := r.Lists[name]
		if err := c.print(w); err != nil {
			return err
		}
	}
	return nil
}

func (c *curve) print(w io.Writer) error {
	fmt.Fprintf(w, "\nturn   HIT@10  95 %%             MRR@10  95 %%\n")
	for i := range c.Hit {
		if _, err := fmt.Fprintf(w, "%4d   %.3f   %.3f to %.3f   %.3f   %.3f to %.3f\n", i,
			c.Hit[i], c.CI95.Hit[i][0], c.CI95.Hit[i][1], c.MRR[i], c.CI95.MRR[i][0], c.CI95.MRR[i][1]); err != nil {
			return err
		}
	}
	return nil
}
