package experiment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/search/index"
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
			err = out.on(ctx, dir, chosen, &runner)
		}
		if err != nil {
			return nil, fmt.Errorf("set %s: %w", set.Name, err)
		}
	}
	return out, nil
}

// on runs conditions on one set; those that are alike, once.
func (r *Results) on(ctx context.Context, dir string, chosen []*Condition, runner *Runner) (err error) {
	shop, err := proclare.Open(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, shop.Close()) }()
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
