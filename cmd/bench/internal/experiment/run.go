package experiment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search/index"
	"shopclerk/search/metric"
)

// finding is what a condition found.
type finding struct {
	Visits  []proclare.Visit
	Summary *proclare.Summary
	Answers []proclare.Answers
}

// Runner says where a plan finds its products and what of it is run.
type Runner struct {
	Sets   string // folder of the data directories
	Feeds  string // folder of the feeds' folders; "" for none
	Chose  func(*Condition) bool
	Report index.Progress
}

// Run runs the conditions that the runner chose, set by set, and keeps what they find. Those of sets
// whose feed is not at hand do not run.
func (p *Plan) Run(ctx context.Context, runner Runner) error {
	for i := range p.Sets {
		set := &p.Sets[i]
		var chosen []*Condition
		for _, c := range p.Conditions {
			if c.Set == set {
				c.finding = nil
				if runner.Chose(c) {
					chosen = append(chosen, c)
				}
			}
		}
		if len(chosen) == 0 {
			continue
		}
		dir, err := set.Build(ctx, runner.Sets, runner.Feeds, runner.Report)
		if set.missing = errors.Is(err, ErrMissing); set.missing {
			continue
		}
		if err == nil {
			err = proclare.With(ctx, dir, func(shop *proclare.Shop) error { return on(ctx, shop, chosen, &runner) })
		}
		if err != nil {
			return fmt.Errorf("set %s: %w", set.Name, err)
		}
	}
	return nil
}

// on runs conditions on one set; those that are alike, once.
func on(ctx context.Context, shop *proclare.Shop, chosen []*Condition, runner *Runner) error {
	ran := map[string]*finding{}
	for _, c := range chosen {
		key, err := json.Marshal([]any{c.Talk, c.Search})
		if err != nil {
			return err
		}
		if ran[string(key)] == nil {
			shop.Progress = func(done, total int) { runner.Report(c.Name(), done, total) }
			if ran[string(key)], err = c.run(ctx, shop, runner.Feeds); err != nil {
				return fmt.Errorf("%s: %w", c.Name(), err)
			}
		}
		c.finding = ran[string(key)]
	}
	return nil
}

func (c *Condition) run(ctx context.Context, shop *proclare.Shop, feeds string) (f *finding, err error) {
	f = &finding{}
	if c.Talk != nil {
		if f.Visits, err = shop.Talk(ctx, c.Talk); err == nil {
			f.Summary = proclare.Summarise(c.Talk, f.Visits)
		}
		return f, err
	}
	s := *c.Search
	if s.Queries != "" {
		s.Queries = filepath.Join(feeds, s.Queries)
	}
	f.Answers, err = shop.Search(ctx, &s)
	return f, err
}

// Report makes a document of what the last run found. It depends on that alone.
func (p *Plan) Report() *report.Document {
	d := &report.Document{Title: "shopclerk: does the clerk ask the right question?", Lead: []string{
		"PROCLARE's two settings without a language model, after “ProductAgent: Benchmarking Conversational Product Search Agent with Asking Clarification Questions”. A simulated shopper has one product in mind and sees only questions and options; HIT@10 is the share of shoppers whose product is among the first ten of the list, MRR@10 the mean of one over its place there, and 0 where it is not.",
		"All policies offer the same options: single values, ranges between round bounds, and groups that have a name.",
		"Numbers in brackets are 95 % bootstrap intervals; differences are paired over the same shoppers. The same seed gives the same bytes of this report on any number of processors. `make results` writes it anew; the last section has the command of every condition.",
	}}
	for i := range p.Sets {
		if set := &p.Sets[i]; set.missing {
			d.Lead = append(d.Lead, fmt.Sprintf("Left out: %s (%s).", set.Name, set.Title))
		}
	}
	for _, e := range p.Experiments {
		s := report.Section{ID: e.Name, Title: e.Title, Text: e.Text}
		for i := range p.Sets {
			set := &p.Sets[i]
			ran := slices.DeleteFunc(p.ran(), func(c *Condition) bool { return c.Experiment != e || c.Set != set })
			if len(ran) > 0 {
				s.Figures = append(s.Figures, kinds[e.Kind](e, set, ran)...)
			}
		}
		if len(s.Figures) > 0 {
			d.Sections = append(d.Sections, s)
		}
	}
	t := report.Table{Columns: []string{"condition", "command"}}
	for _, c := range p.ran() {
		t.Add(c.Name(), c.Command())
	}
	d.Sections = append(d.Sections, report.Section{ID: "commands", Title: "Commands",
		Text:    []string{"`SETS` is the folder that `bench results` was given. Paths of judgments are below the folder of the feeds."},
		Figures: []report.Figure{{Title: "Every condition by hand", Table: t}}})
	return d
}

// ran lists the conditions that the last run ran, in the order of the plan.
func (p *Plan) ran() []*Condition {
	return slices.DeleteFunc(slices.Clone(p.Conditions), func(c *Condition) bool { return c.finding == nil })
}

// Scores are a condition's by name: hit@10 and mrr@10 by turn for conversations, found for
// those of people; "degree retriever" with HIT@10, MRR@10 and nDCG@10 for queries.
type Scores map[string][]float64

// Expected holds the scores by the conditions' names.
type Expected map[string]Scores

// LoadExpected reads expected.json; none when there is none.
func LoadExpected(files fs.FS) (Expected, error) {
	out := Expected{}
	if err := read(files, "expected.json", &out); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return out, nil
}

// String is the text of the file: a line a condition, sorted, so that a change shows which
// scores moved.
func (e Expected) String() string {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(e)) {
		scores, _ := json.Marshal(e[name]) // of numbers
		lines = append(lines, fmt.Sprintf("  %q: %s", name, scores))
	}
	return "{\n" + strings.Join(lines, ",\n") + "\n}\n"
}

// scores returns what is held to expectation, to three decimals.
func (c *Condition) scores() Scores {
	out := Scores{}
	add := func(name string, all ...metric.Interval) {
		for _, i := range all {
			out[name] = append(out[name], math.Round(i.Mean*1000)/1000)
		}
	}
	switch {
	case c.Search != nil:
		for _, a := range c.Answers {
			for name, s := range a.Scores {
				add(a.Title+" "+name, s[proclare.Hit], s[proclare.MRR], s[proclare.NDCG])
			}
		}
	case c.Talk.Person != "":
		add(proclare.Found, c.Summary.Whole[proclare.Found])
	default:
		add(proclare.Hit, c.Summary.Turns[proclare.Named(c.list(), proclare.Hit)]...)
		add(proclare.MRR, c.Summary.Turns[proclare.Named(c.list(), proclare.MRR)]...)
	}
	return out
}

// Accept makes what was found the expectation of the conditions that ran, and drops
// those of conditions that are no more.
func (p *Plan) Accept(e Expected) {
	maps.DeleteFunc(e, func(name string, _ Scores) bool {
		return !slices.ContainsFunc(p.Conditions, func(c *Condition) bool { return c.Name() == name })
	})
	for _, c := range p.ran() {
		e[c.Name()] = c.scores()
	}
}

// Compare returns, in words, every score that left its tolerance, in the order of
// the plan. A condition without expectation is one.
func (p *Plan) Compare(e Expected) (out []string) {
	for _, c := range p.ran() {
		got, want := c.scores(), e[c.Name()]
		if want == nil {
			out = append(out, c.Name()+": no score is expected; accept what was found")
		}
		within := func(got, want float64) bool { return math.Abs(got-want) <= c.Experiment.Tolerance+1e-9 }
		for _, name := range slices.Sorted(maps.Keys(want)) {
			if !slices.EqualFunc(got[name], want[name], within) {
				out = append(out, fmt.Sprintf("%s: %s %v, want %v within %v", c.Name(), name, got[name], want[name], c.Experiment.Tolerance))
			}
		}
	}
	return out
}
