package experiment

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"shopclerk/cmd/bench/internal/proclare"
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
