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

// Finding is what a condition found.
type Finding struct {
	Visits  []proclare.Visit
	Summary *proclare.Summary
	Answers []proclare.Answers
}

// Results are the findings of a plan.
type Results struct {
	Plan    *Plan
	Missing []*Set                  // whose conditions did not run: no feed is at hand
	Found   map[*Condition]*Finding // of those that ran
}

// Runner says where a plan finds its products and what of it is run.
type Runner struct {
	Sets   string // folder of the data directories
	Feeds  string // folder of the feeds' folders; "" for none
	Chose  func(*Condition) bool
	Report index.Progress
}

// Run runs the conditions that the runner chose, set by set.
func (p *Plan) Run(ctx context.Context, runner Runner) (*Results, error) {
	out := &Results{Plan: p, Found: map[*Condition]*Finding{}}
	for i := range p.Sets {
		set := &p.Sets[i]
		var chosen []*Condition
		for _, c := range p.Conditions {
			if c.Set == set && runner.Chose(c) {
				chosen = append(chosen, c)
			}
		}
		if len(chosen) == 0 {
			continue
		}
		dir, err := set.Build(ctx, runner.Sets, runner.Feeds, runner.Report)
		if errors.Is(err, ErrMissing) {
			out.Missing = append(out.Missing, set)
			continue
		}
		if err == nil {
			err = proclare.With(ctx, dir, func(shop *proclare.Shop) error { return out.on(ctx, shop, chosen, &runner) })
		}
		if err != nil {
			return nil, fmt.Errorf("set %s: %w", set.Name, err)
		}
	}
	return out, nil
}

// on runs conditions on one set; those that are alike, once.
func (r *Results) on(ctx context.Context, shop *proclare.Shop, chosen []*Condition, runner *Runner) error {
	ran := map[string]*Finding{}
	for _, c := range chosen {
		key, err := json.Marshal([]any{c.Talk, c.Search})
		if err != nil {
			return err
		}
		f := ran[string(key)]
		if f == nil {
			shop.Progress = func(done, total int) { runner.Report(c.Name(), done, total) }
			if f, err = c.run(ctx, shop, runner.Feeds); err != nil {
				return fmt.Errorf("%s: %w", c.Name(), err)
			}
			ran[string(key)] = f
		}
		r.Found[c] = f
	}
	return nil
}

func (c *Condition) run(ctx context.Context, shop *proclare.Shop, feeds string) (f *Finding, err error) {
	f = &Finding{}
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

// Report makes a document of the findings. It depends on them alone.
func (r *Results) Report() *report.Document {
	d := &report.Document{Title: "shopclerk: does the clerk ask the right question?", Lead: []string{
		"PROCLARE's two settings without a language model, after “ProductAgent: Benchmarking Conversational Product Search Agent with Asking Clarification Questions”. A simulated shopper has one product in mind and sees only questions and options; HIT@10 is the share of shoppers whose product is among the first ten of the list, MRR@10 the mean of one over its place there, and 0 where it is not.",
		"All policies offer the same options: single values, ranges between round bounds, and groups that have a name.",
		"Numbers in brackets are 95 % bootstrap intervals; differences are paired over the same shoppers. The same seed gives the same bytes of this report on any number of processors. `make results` writes it anew; the last section has the command of every condition.",
	}}
	for _, m := range r.Missing {
		d.Lead = append(d.Lead, fmt.Sprintf("Left out: %s (%s).", m.Name, m.Title))
	}
	for _, e := range r.Plan.Experiments {
		if s := r.section(e); len(s.Figures) > 0 {
			d.Sections = append(d.Sections, s)
		}
	}
	d.Sections = append(d.Sections, r.commands())
	return d
}

// section shows an experiment, without figures when nothing of it ran.
func (r *Results) section(e *Experiment) report.Section {
	s := report.Section{ID: e.Name, Title: e.Title, Text: e.Text}
	for i := range r.Plan.Sets {
		set := &r.Plan.Sets[i]
		var ran []*Condition
		for _, c := range r.Plan.Conditions {
			if c.Experiment == e && c.Set == set && r.Found[c] != nil {
				ran = append(ran, c)
			}
		}
		if len(ran) > 0 {
			s.Figures = append(s.Figures, kinds[e.Kind](r, e, set, ran)...)
		}
	}
	return s
}

// commands lists what repeats each condition.
func (r *Results) commands() report.Section {
	t := report.Table{Columns: []string{"condition", "command"}}
	for _, c := range r.Plan.Conditions {
		if r.Found[c] != nil {
			t.Add(c.Name(), c.Command())
		}
	}
	return report.Section{ID: "commands", Title: "Commands",
		Text:    []string{"`SETS` is the folder that `bench results` was given. Paths of judgments are below the folder of the feeds."},
		Figures: []report.Figure{{Title: "Every condition by hand", Table: t}}}
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
func (r *Results) scores(c *Condition) Scores {
	f, out := r.Found[c], Scores{}
	add := func(name string, all ...metric.Interval) {
		for _, i := range all {
			out[name] = append(out[name], math.Round(i.Mean*1000)/1000)
		}
	}
	switch {
	case c.Search != nil:
		for _, a := range f.Answers {
			for name, s := range a.Scores {
				add(a.Title+" "+name, s[proclare.Hit], s[proclare.MRR], s[proclare.NDCG])
			}
		}
	case c.Talk.Person != "":
		add(proclare.Found, f.Summary.Whole[proclare.Found])
	default:
		add(proclare.Hit, f.Summary.Turns[proclare.Named(c.list(), proclare.Hit)]...)
		add(proclare.MRR, f.Summary.Turns[proclare.Named(c.list(), proclare.MRR)]...)
	}
	return out
}

// Accept makes the findings the expectation of the conditions that ran, and drops
// those of conditions that are no more.
func (r *Results) Accept(e Expected) {
	known := map[string]bool{}
	for _, c := range r.Plan.Conditions {
		known[c.Name()] = true
		if r.Found[c] != nil {
			e[c.Name()] = r.scores(c)
		}
	}
	maps.DeleteFunc(e, func(name string, _ Scores) bool { return !known[name] })
}

// Compare returns, in words, every score that left its tolerance, in the order of
// the plan. A condition without expectation is one.
func (r *Results) Compare(e Expected) []string {
	var out []string
	for _, c := range r.Plan.Conditions {
		if r.Found[c] == nil {
			continue
		}
		got, want := r.scores(c), e[c.Name()]
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
