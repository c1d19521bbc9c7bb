package experiment

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

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
	Missing []*Set // whose conditions did not run: no feed is at hand

	found map[string]*Finding // by key
	chose func(*Condition) bool
}

// Runner says where a plan finds its products and what of it is run.
type Runner struct {
	Sets  string // folder of the data directories
	Feeds string // folder of the feeds' folders; "" for none
	// Chose selects conditions; nil runs all.
	Chose  func(*Condition) bool
	Report index.Progress // may be nil
}

// Of returns what a condition found; nil when it did not run. A condition that was
// not chosen did not, even where a run of the same key served another: that run may
// lack its lists.
func (r *Results) Of(c *Condition) *Finding {
	if !r.chose(c) {
		return nil
	}
	return r.found[c.key()]
}

// Run runs the conditions that the runner chose, set by set.
func (p *Plan) Run(ctx context.Context, runner Runner) (*Results, error) {
	if runner.Chose == nil {
		runner.Chose = func(*Condition) bool { return true }
	}
	if runner.Report == nil {
		runner.Report = func(string, int, int) {}
	}
	out := &Results{Plan: p, found: map[string]*Finding{}, chose: runner.Chose}
	for i := range p.Sets {
		set := &p.Sets[i]
		runs := p.merge(set, &runner)
		if len(runs) == 0 {
			continue
		}
		dir, err := set.Build(ctx, runner.Sets, runner.Feeds, runner.Report)
		if errors.Is(err, ErrMissing) {
			out.Missing = append(out.Missing, set)
			continue
		}
		if err == nil {
			err = out.on(ctx, dir, runs, runner.Report)
		}
		if err != nil {
			return nil, fmt.Errorf("set %s: %w", set.Name, err)
		}
	}
	return out, nil
}

// run is one run that serves the conditions of one key.
type run struct {
	key, name string
	talk      *proclare.Talk
	search    *proclare.Search
}

// merge makes runs of a set's conditions.
func (p *Plan) merge(set *Set, r *Runner) []*run {
	var out []*run
	for _, c := range p.Conditions {
		if c.Set != set || !r.Chose(c) {
			continue
		}
		key := c.key()
		at := slices.IndexFunc(out, func(o *run) bool { return o.key == key })
		if at < 0 {
			at = len(out)
			out = append(out, &run{key: key, name: c.Name()})
		}
		if c.Search != nil {
			s := *c.Search
			if s.Queries != "" && !filepath.IsAbs(s.Queries) {
				s.Queries = filepath.Join(r.Feeds, s.Queries)
			}
			out[at].search = &s
			continue
		}
		if out[at].talk == nil {
			t := *c.Talk
			t.Lists = nil
			out[at].talk = &t
		}
		t := out[at].talk
		t.Probe = t.Probe || c.Talk.Probe
		for _, l := range c.Talk.Lists {
			if !slices.Contains(t.Lists, l) {
				t.Lists = append(t.Lists, l)
			}
		}
	}
	return out
}

// on runs what there is to run on one set.
func (r *Results) on(ctx context.Context, dir string, runs []*run, report index.Progress) (err error) {
	shop, err := proclare.Open(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, shop.Close()) }()
	for _, one := range runs {
		shop.Progress = func(done, total int) { report(one.name, done, total) }
		f := &Finding{}
		if one.search != nil {
			f.Answers, err = shop.Search(ctx, one.search)
		} else if f.Visits, err = shop.Talk(ctx, one.talk); err == nil {
			f.Summary = proclare.Summarise(one.talk, f.Visits)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
		r.found[one.key] = f
	}
	return nil
}
