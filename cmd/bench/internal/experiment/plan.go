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
	Name  string   `json:"name"`
	Title string   `json:"title"`
	Text  []string `json:"text"`
	// Kind says how the findings are shown; see kinds.
	Kind string `json:"kind"`
	// Command is talk or search; Flags are given to every variant, before the
	// set's and the variant's own, which win.
	Command  string    `json:"command"`
	Flags    string    `json:"flags"`
	Sets     []OnSet   `json:"sets"`
	Variants []Variant `json:"variants"`
	// EveryPolicy adds a variant for each policy that no variant is named after and that
	// needs no model.
	EveryPolicy bool `json:"every_policy"`
	// Reference is the variant that the others are compared with; "" for none.
	Reference string `json:"reference"`
	// Tolerance is how far a score may be from the expected one.
	Tolerance float64 `json:"tolerance"`
	// Quick experiments are those of the tests. They are no part of the report.
	Quick bool `json:"quick"`
}

// OnSet is a document set that an experiment uses, with flags for it.
type OnSet struct {
	Set   string `json:"set"`
	Flags string `json:"flags"`
}

// Variant is one condition of an experiment, on each of its sets.
type Variant struct {
	Name  string `json:"name"`
	Flags string `json:"flags"`
	// List is the list that is scored; "" is the clerk's own.
	List string `json:"list"`
	// Series joins variants to one line of a chart. A variant without one is a line
	// by itself, a point for every turn.
	Series string `json:"series"`
	// Ceiling marks a variant that knows more than a clerk can: nobody is expected
	// to beat it.
	Ceiling bool `json:"ceiling"`
	// Goals are figures to reach.
	Goals []Goal `json:"goals"`
	// On limits a variant to one set; "" is all of the experiment's.
	On string `json:"on"`
}

// Goal is a figure to reach after a turn.
type Goal struct {
	Turn    int     `json:"turn"`
	Measure string  `json:"measure"` // hit@10 or mrr@10
	Least   float64 `json:"least"`
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
	if err := read(files, "sets.json", &p.Sets); err != nil {
		return nil, err
	}
	if err := read(files, "experiments.json", &p.Experiments); err != nil {
		return nil, err
	}
	for _, e := range p.Experiments {
		if _, ok := kinds[e.Kind]; !ok {
			return nil, fmt.Errorf("experiment %s: no kind %q", e.Name, e.Kind)
		}
		e.complete()
		for _, on := range e.Sets {
			at := slices.IndexFunc(p.Sets, func(s Set) bool { return s.Name == on.Set })
			if at < 0 {
				return nil, fmt.Errorf("experiment %s: no set %q", e.Name, on.Set)
			}
			for _, v := range e.Variants {
				if v.On != "" && v.On != on.Set {
					continue
				}
				c := &Condition{Experiment: e, Set: &p.Sets[at], Variant: v, flags: spaced(e.Flags, on.Flags, v.Flags)}
				if err := c.parse(); err != nil {
					return nil, fmt.Errorf("condition %s: %w", c.Name(), err)
				}
				if n := len(p.Conditions); n > 0 && e.Reference != "" && !c.paired(p.Conditions[n-1]) {
					return nil, fmt.Errorf("condition %s: it is compared with %q: give both the same --shoppers, --turns and --seed", c.Name(), e.Reference)
				}
				p.Conditions = append(p.Conditions, c)
			}
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

// complete adds the variants of the policies that have none.
func (e *Experiment) complete() {
	if !e.EveryPolicy {
		return
	}
	for _, name := range proclare.Policies() {
		if name != proclare.ModelPolicy && !slices.ContainsFunc(e.Variants, func(v Variant) bool { return v.Name == name }) {
			e.Variants = append(e.Variants, Variant{Name: name, Flags: "--policy " + name})
		}
	}
}

func spaced(parts ...string) string {
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}

// parse reads the flags as the command line does. Flags given twice: the later wins.
func (c *Condition) parse() error {
	var talk struct{ proclare.Talk }
	var search struct{ proclare.Search }
	var into any
	switch c.Experiment.Command {
	case "talk":
		c.Talk, into = &talk.Talk, &talk
	case "search":
		c.Search, into = &search.Search, &search
	default:
		return fmt.Errorf("no command %q", c.Experiment.Command)
	}
	k, err := kong.New(into, kong.Vars(proclare.Vars()), kong.Exit(func(int) {}))
	if err != nil {
		return err
	}
	if _, err := k.Parse(strings.Fields(c.flags)); err != nil {
		return err
	}
	if c.Talk != nil {
		if l := c.list(); l != proclare.Own && !slices.Contains(c.Talk.Lists, l) {
			return errors.New("the list that is scored is not among --lists")
		}
		return c.Talk.Validate()
	}
	return c.Search.Validate()
}

// paired reports whether a condition can be compared, shopper by shopper, with another of
// its experiment and set.
func (c *Condition) paired(o *Condition) bool {
	if c.Experiment != o.Experiment || c.Set != o.Set || c.Talk == nil {
		return true
	}
	return c.Talk.Shoppers == o.Talk.Shoppers && c.Talk.Turns == o.Talk.Turns && c.Talk.Seed == o.Talk.Seed
}

// key is the same for conditions that one run can serve: further lists and probes
// change nothing of a conversation.
func (c *Condition) key() (string, error) {
	var what any = c.Search
	if c.Talk != nil {
		t := *c.Talk
		t.Lists, t.Probe = nil, false
		what = t
	}
	b, err := json.Marshal(what)
	return c.Set.Name + " " + string(b), err
}
