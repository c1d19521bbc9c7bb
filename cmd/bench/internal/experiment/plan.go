// Package experiment runs the evaluation's conditions, which are data (data/bench),
// and writes what they found as a report.
//
// An [Experiment] asks one question of several document sets: its variants are
// conditions, each no more than a name and the flags of a bench command, so that
// anyone can repeat one by hand. Conditions that several experiments share run
// once. [Plan.Run] runs them, [Results.Report] makes a document of the findings and
// [Results.Compare] holds them to the scores that are expected.
package experiment

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"shopclerk/catalog"
	"shopclerk/catalog/demo"
	"shopclerk/catalog/feed"
	"shopclerk/catalog/sqlite"
	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/search/index"
)

// Experiment is one question put to several document sets.
type Experiment struct {
	Name, Title string
	Text        []string
	// Kind says how the findings are shown; see kinds.
	Kind string
	// Command is talk or search; Flags are given to every variant, before the
	// set's and the variant's own, which win.
	Command, Flags string
	Sets           []OnSet
	Variants       []Variant
	// EveryPolicy adds a variant for each policy that no variant is named after and that
	// needs no model.
	EveryPolicy bool `json:"every_policy"`
	// Reference is the variant that the others are compared with; "" for none.
	Reference string
	// Tolerance is how far a score may be from the expected one.
	Tolerance float64
	// Check marks the fast experiments of bench results --check. They are no part of
	// the report.
	Check bool
}

// OnSet is a document set that an experiment uses, with flags for it.
type OnSet struct{ Set, Flags string }

// Variant is one condition of an experiment, on each of its sets.
type Variant struct {
	Name, Flags string
	// List is the list that is scored; "" is the clerk's own.
	List string
	// Ceiling marks a variant that knows more than a clerk can.
	Ceiling bool
	Goals   []Goal
	// On limits a variant to one set; "" is all of the experiment's.
	On string
}

// Goal is a figure to reach after a turn. Measure is hit@10 or mrr@10.
type Goal struct {
	Turn    int
	Measure string
	Least   float64
}

// Condition is a variant on one set, ready to run.
type Condition struct {
	Experiment *Experiment
	Set        *Set
	Variant    Variant
	Talk       *proclare.Talk   // of the command talk
	Search     *proclare.Search // of the command search
	flags      string
	*finding   // nil where it did not run
}

// Name identifies a condition: experiment/set/variant.
func (c *Condition) Name() string {
	return c.Experiment.Name + "/" + c.Set.Name + "/" + c.Variant.Name
}

// Command is what repeats the condition by hand, given the folder of the sets.
func (c *Condition) Command() string {
	return "bench " + c.Experiment.Command + " --data SETS/" + c.Set.Name + " " + c.flags
}

// list is the list that the condition is scored by.
func (c *Condition) list() string { return cmp.Or(c.Variant.List, proclare.Own) }

// Plan is what there is to run.
type Plan struct {
	Sets        []Set
	Experiments []*Experiment
	Conditions  []*Condition // in the order of experiments, sets and variants
}

// Load reads sets.json and experiments.json. A condition that could not run is an
// error.
func Load(files fs.FS) (*Plan, error) {
	p := &Plan{}
	if err := errors.Join(read(files, "sets.json", &p.Sets), read(files, "experiments.json", &p.Experiments)); err != nil {
		return nil, err
	}
	for _, e := range p.Experiments {
		if err := p.add(e); err != nil {
			return nil, fmt.Errorf("experiment %s: %w", e.Name, err)
		}
	}
	return p, nil
}

func read(files fs.FS, name string, into any) error {
	f, err := files.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	d := json.NewDecoder(f)
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// add adds the conditions of an experiment.
func (p *Plan) add(e *Experiment) error {
	if _, ok := kinds[e.Kind]; !ok {
		return fmt.Errorf("no kind %q", e.Kind)
	}
	for _, name := range proclare.Policies() {
		if e.EveryPolicy && name != proclare.ModelPolicy && !slices.ContainsFunc(e.Variants, func(v Variant) bool { return v.Name == name }) {
			e.Variants = append(e.Variants, Variant{Name: name, Flags: "--policy " + name})
		}
	}
	for _, on := range e.Sets {
		at := slices.IndexFunc(p.Sets, func(s Set) bool { return s.Name == on.Set })
		if at < 0 {
			return fmt.Errorf("no set %q", on.Set)
		}
		for _, v := range e.Variants {
			if v.On != "" && v.On != on.Set {
				continue
			}
			c := &Condition{Experiment: e, Set: &p.Sets[at], Variant: v, flags: strings.Join(strings.Fields(e.Flags+" "+on.Flags+" "+v.Flags), " ")}
			if err := c.parse(); err != nil {
				return fmt.Errorf("condition %s: %w", c.Name(), err)
			}
			p.Conditions = append(p.Conditions, c)
		}
	}
	return nil
}

// parse reads the flags as the command line does. Flags given twice: the later wins.
func (c *Condition) parse() error {
	var cli struct {
		Talk   proclare.Talk   `cmd:""`
		Search proclare.Search `cmd:""`
	}
	k, err := kong.New(&cli, kong.Vars(proclare.Vars()), kong.Exit(func(int) {}))
	if err != nil {
		return err
	}
	if _, err := k.Parse(append([]string{c.Experiment.Command}, strings.Fields(c.flags)...)); err != nil {
		return err
	}
	if c.Experiment.Command == "search" {
		c.Search = &cli.Search
		return nil
	}
	if c.Talk = &cli.Talk; c.list() != proclare.Own && !slices.Contains(c.Talk.Lists, c.list()) {
		return errors.New("the list that is scored is not among --lists")
	}
	return nil
}

// Set is a document set: products that conditions are run on.
type Set struct {
	Name, Title string
	// Files is a pattern below the folder of the feeds; a set without one is generated.
	Files string
	// Mapping names the shipped mapping that the files are read by; "" infers one.
	Mapping     string
	PerCategory int `json:"per_category"` // of a generated set
	Seed        uint64
	missing     bool // no feed is at hand
}

// ErrMissing says that a set's feed is not at hand.
var ErrMissing = errors.New("the feed is not at hand")

// Build makes the set's data directory below sets, unless this program can read
// what is there, and returns its path. feeds is the folder of the feeds' folders,
// "" when there is none. It returns [ErrMissing] when a feed is needed and not
// there.
func (s *Set) Build(ctx context.Context, sets, feeds string, progress index.Progress) (dir string, err error) {
	dir = filepath.Join(sets, s.Name)
	store, err := sqlite.Open(ctx, filepath.Join(dir, index.CatalogFile))
	if err == nil {
		return dir, store.Close()
	}
	if !errors.Is(err, sqlite.ErrNoCatalogue) {
		return "", err
	}
	source, options := index.FromSeq(demo.Records(s.Seed, s.PerCategory)), index.Options{Hints: demo.Hints}
	if s.Files != "" {
		if source, options, err = s.feed(ctx, feeds); err != nil {
			return "", err
		}
	}
	options.Seed, options.Progress = s.Seed, progress
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	if _, err := index.Build(ctx, dir, source, options); err != nil {
		return "", fmt.Errorf("importing: %w", err)
	}
	return dir, nil
}

// feed reads the set's products from its files.
func (s *Set) feed(ctx context.Context, feeds string) (index.Source, index.Options, error) {
	var o index.Options
	paths, err := filepath.Glob(filepath.Join(feeds, s.Files))
	if err != nil {
		return nil, o, err
	}
	if feeds == "" || len(paths) == 0 {
		return nil, o, fmt.Errorf("%s: %w", s.Files, ErrMissing)
	}
	var m feed.Mapping
	if s.Mapping == "" {
		m, _, err = feed.Infer(ctx, paths)
	} else {
		m, err = feed.Shipped(s.Mapping)
	}
	o.Hints = m.Hints
	return func(ctx context.Context, yield func(catalog.Record) error) error {
		_, err := feed.Read(ctx, paths, m, feed.Options{MaxErrors: -1}, func(r catalog.Record, _ feed.Place) error { return yield(r) })
		return err
	}, o, err
}
