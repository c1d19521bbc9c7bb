package experiment

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

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
	Missing []*Set // whose feeds are not at hand; their conditions did not run
	Without []*Set // that the runner left out

	found map[string]*Finding // by key
	chose func(*Condition) bool
}

// Runner says where a plan finds its products and whom it tells how far it is.
type Runner struct {
	Sets  string // folder of the data directories
	Feeds string // folder of the feeds' folders; "" for none
	// Only limits the run to conditions whose name contains it; "" runs all.
	Only string
	// Without names sets to leave out.
	Without []string
	// Scale multiplies shoppers and samples, for a look in less time; 0 counts as 1.
	Scale  float64
	Report index.Progress
}

// Of returns what a condition found; nil when it did not run. A condition that was
// not chosen did not, even where a run of the same key served another: that run may
// lack its lists.
func (r *Results) Of(c *Condition) *Finding {
	key, err := c.key()
	if err != nil || !r.chose(c) {
		return nil
	}
	return r.found[key]
}

// Run runs the conditions that want accepts, set by set.
func (p *Plan) Run(ctx context.Context, runner Runner, want func(*Condition) bool) (*Results, error) {
	chose := func(c *Condition) bool {
		return strings.Contains(c.Name(), runner.Only) && (want == nil || want(c))
	}
	out := &Results{Plan: p, found: map[string]*Finding{}, chose: chose}
	for i := range p.Sets {
		set := &p.Sets[i]
		runs, err := p.merge(set, &runner, chose)
		if err != nil {
			return nil, err
		}
		if len(runs) == 0 {
			continue
		}
		if slices.Contains(runner.Without, set.Name) {
			out.Without = append(out.Without, set)
			continue
		}
		dir, err := set.Build(ctx, runner.Sets, runner.Feeds, runner.Report)
		if errors.Is(err, ErrMissing) {
			out.Missing = append(out.Missing, set)
			continue
		}
		if err != nil {
			return nil, err
		}
		if err := out.on(ctx, set, dir, runs, &runner); err != nil {
			return nil, err
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
func (p *Plan) merge(set *Set, r *Runner, chose func(*Condition) bool) ([]*run, error) {
	var out []*run
	for _, c := range p.Conditions {
		if c.Set != set || !chose(c) {
			continue
		}
		key, err := c.key()
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(out, func(o *run) bool { return o.key == key })
		if at < 0 {
			at = len(out)
			out = append(out, r.prepare(key, c))
		}
		if c.Talk != nil {
			t := out[at].talk
			t.Probe = t.Probe || c.Talk.Probe
			for _, l := range c.Talk.Lists {
				if !slices.Contains(t.Lists, l) {
					t.Lists = append(t.Lists, l)
				}
			}
		}
	}
	return out, nil
}

// prepare makes a run of a condition, at the runner's scale and with its files.
func (r *Runner) prepare(key string, c *Condition) *run {
	scaled := func(n int) int {
		if r.Scale > 0 {
			n = max(10, int(float64(n)*r.Scale))
		}
		return n
	}
	out := &run{key: key, name: c.Name()}
	if c.Talk != nil {
		t := *c.Talk
		t.Lists, t.Shoppers = nil, scaled(t.Shoppers)
		out.talk = &t
		return out
	}
	s := *c.Search
	s.Sample = scaled(s.Sample)
	if s.Queries != "" && !filepath.IsAbs(s.Queries) {
		s.Queries = filepath.Join(r.Feeds, s.Queries)
	}
	out.search = &s
	return out
}

// on runs what there is to run on one set.
func (r *Results) on(ctx context.Context, set *Set, dir string, runs []*run, runner *Runner) (err error) {
	shop, err := proclare.Open(ctx, dir)
	if err != nil {
		return fmt.Errorf("opening %s: %w", set.Name, err)
	}
	defer func() { err = errors.Join(err, shop.Close()) }()
	for _, one := range runs {
		shop.Progress = func(done, total int) {
			if runner.Report != nil {
				runner.Report(one.name, done, total)
			}
		}
		f := &Finding{}
		if one.talk != nil {
			if f.Visits, err = shop.Talk(ctx, one.talk); err == nil {
				f.Summary = proclare.Summarise(one.talk, f.Visits)
			}
		} else {
			f.Answers, err = shop.Search(ctx, one.search)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
		r.found[one.key] = f
	}
	return nil
}
