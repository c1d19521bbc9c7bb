package clarifybench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"shopclerk/agent/tools"
)

// Domain is one domain of the benchmark, as its table declares it.
type Domain struct {
	Name    string           `json:"name"`
	Title   string           `json:"title"`
	Sets    map[string]Pool  `json:"sets"`    // things that exist, by kind
	Numbers map[string]Range `json:"numbers"` // quantities of the state
	// Vocabulary are the parameters by name; a tool's own declaration changes what
	// it says otherwise.
	Vocabulary  map[string]json.RawMessage `json:"parameters"`
	Tools       []Tool                     `json:"tools"`
	Corruptions []Corruption               `json:"corruptions"`
}

// Pool is what a set is drawn from when a state begins.
type Pool struct {
	Values       []string `json:"values"`
	Fewest, Most int      // how many are drawn
	Part         string   `json:"part"`  // drawn from this set of the state instead of Values …
	Less         string   `json:"less"`  // … without what is in this one
	Local        bool     `json:"local"` // of the present place: every place has its own
}

// Range is what a number is drawn from when a state begins: Low + n·Step ≤ High.
type Range struct{ Low, High, Step float64 }

// Tool is an action of a domain.
type Tool struct {
	Name       string            `json:"name"`
	Title      string            `json:"title"`
	Purpose    string            `json:"purpose"`
	Examples   []string          `json:"examples"` // known to the tool
	Asks       []string          `json:"asks"`     // how simulated people begin; unknown to the tool
	Effect     string            `json:"effect"`   // "reads" if empty, "changes" or "irreversible"
	Declared   []json.RawMessage `json:"parameters"`
	Checks     []Check           `json:"checks"`
	Does       []Change          `json:"does"`
	parameters []Parameter
}

// Parameter is an argument of a tool, and how people say it.
type Parameter struct {
	Name       string   `json:"name"`
	Label      string   `json:"label"`
	Purpose    string   `json:"purpose"`
	Synonyms   []string `json:"synonyms"`
	Importance float64  `json:"importance"`
	Optional   bool     `json:"optional"`

	Kind           string   `json:"kind"`   // finite, flag, number, date, text or list
	Values         []Value  `json:"values"` // finite, and a list's items
	Set            string   `json:"set"`    // finite and list: those of the state, then Values
	By             string   `json:"by"`     // a flag before this parameter: when it is false, of the set …
	Else           string   `json:"else"`   // … Else
	Low, High      float64  // number
	Step           float64  `json:"step"`
	HighOf         string   `json:"highOf"` // number: High is this number of the state, and High more
	Unit, Currency string   // number
	Samples        []string `json:"samples"` // texts, dates and items that simulated people mean
	Numbers        []float64

	Says []string `json:"says"` // clauses with {} for the value
	On   []string `json:"on"`   // clauses of a flag that is true
	Off  []string `json:"off"`  // clauses of a flag that is false
}

// Value is a value of a finite domain and the other names it goes by.
type Value struct {
	Of    string   `json:"of"`
	Names []string `json:"names"`
}

// UnmarshalJSON reads a value that is written as a string, too.
func (v *Value) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, &v.Of) == nil {
		return nil
	}
	type plain Value
	return strict(data, (*plain)(v))
}

// Check is a precondition. It holds when every part that is given does.
type Check struct {
	Parameter string   `json:"parameter"`
	Reason    string   `json:"reason"`
	In        string   `json:"in"`      // its value is in this set
	NotIn     string   `json:"notIn"`   // its value is not in this set
	Unlike    string   `json:"unlike"`  // its value is not that of this parameter
	AtLeast   string   `json:"atLeast"` // it is not below this parameter
	Leaves    string   `json:"leaves"`  // what is from AtLeast to it is not all of this number
	Without   string   `json:"without"` // it has none of these characters
	Within    string   `json:"within"`  // the product of Times is at most this number of the state
	Times     []string `json:"times"`
	Needs     string   `json:"needs"`  // this number of the state is not 0
	When      string   `json:"when"`   // only when this parameter …
	Equals    any      `json:"equals"` // … has this value
}

// Change is an effect on the state. Exactly one of its verbs is given.
type Change struct {
	Add    string   `json:"add"`    // to this set: the value of From, or a new name
	New    string   `json:"new"`    // prefix of the new name
	Also   string   `json:"also"`   // it is added to this set, too
	Drop   string   `json:"drop"`   // from this set: the value of From
	Put    string   `json:"put"`    // this number becomes By · the value of From, or By alone
	More   string   `json:"more"`   // this number grows by By · the product of Times, or by By alone
	Go     bool     `json:"go"`     // to the place that From names
	From   string   `json:"from"`   // a parameter
	By     float64  `json:"by"`     //
	Times  []string `json:"times"`  // parameters
	Minus  string   `json:"minus"`  // with Times: the last less this parameter, plus 1
	When   string   `json:"when"`   // only when this parameter …
	Equals any      `json:"equals"` // … has this value
}

// Corruption is one of the papers' rules for infeasible requests.
type Corruption struct {
	Name       string   `json:"name"` // the papers' name for it
	Rule       string   `json:"rule"` // see corrupt
	Parameters []string `json:"parameters"`
	Tools      []string `json:"tools"`  // all that have the parameter, if empty
	Values     []string `json:"values"` // of the rule "as"
	Set        string   `json:"set"`    // of the rule "from"
	But        string   `json:"but"`    // of the rule "from": not of this set
}

// Load reads the tables, in the order of their names.
func Load(files fs.FS) ([]*Domain, error) {
	names, err := fs.Glob(files, "*.json")
	if err != nil {
		return nil, err
	}
	var out []*Domain
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		d := &Domain{}
		if err := strict(text, d); err != nil {
			return nil, fmt.Errorf("reading %s: %w", name, err)
		}
		if want := strings.TrimSuffix(path.Base(name), ".json"); d.Name != want {
			return nil, fmt.Errorf("reading %s: the domain is called %q; call it %q", name, d.Name, want)
		}
		if err := d.resolve(); err != nil {
			return nil, fmt.Errorf("reading %s: %w", name, err)
		}
		out = append(out, d)
	}
	return out, nil
}

// strict reads JSON in which every field is known.
func strict(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

// resolve completes the tools' parameters from the vocabulary, and reports all that
// a table refers to and does not have.
func (d *Domain) resolve() error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	for i := range d.Tools {
		t := &d.Tools[i]
		if len(t.Asks) == 0 {
			fault("tool %s: nobody asks for it; give it asks", t.Name)
		}
		for _, declared := range t.Declared {
			p, err := d.parameter(declared)
			if err != nil {
				fault("tool %s: %w", t.Name, err)
				continue
			}
			if _, ok := d.Sets[p.Set]; p.Set != "" && !ok {
				fault("tool %s: %s: there is no set %s", t.Name, p.Name, p.Set)
			}
			if _, ok := d.Sets[p.Else]; p.Else != "" && !ok {
				fault("tool %s: %s: there is no set %s", t.Name, p.Name, p.Else)
			}
			if _, ok := d.Numbers[p.HighOf]; p.HighOf != "" && !ok {
				fault("tool %s: %s: there is no number %s", t.Name, p.Name, p.HighOf)
			}
			if len(p.Says) == 0 && (len(p.On) == 0 || len(p.Off) == 0) {
				fault("tool %s: %s: nobody says it; give it says, or on and off", t.Name, p.Name)
			}
			t.parameters = append(t.parameters, p)
		}
		for _, c := range t.Checks {
			for _, name := range append([]string{c.Parameter, c.Unlike, c.AtLeast, c.When}, c.Times...) {
				if name != "" && t.parameter(name) == nil {
					fault("tool %s: a check of %s: there is no such parameter", t.Name, name)
				}
			}
		}
		if _, ok := effects[t.Effect]; !ok {
			fault("tool %s: effect %q: use one of %v", t.Name, t.Effect, slices.Sorted(maps.Keys(effects)))
		}
	}
	for _, c := range d.Corruptions {
		if !slices.Contains(rules, c.Rule) {
			fault("corruption %s: rule %q: use one of %v", c.Name, c.Rule, rules)
		}
	}
	return errors.Join(faults...)
}

var effects = map[string]tools.Effect{"": tools.Reads, "reads": tools.Reads, "changes": tools.Changes, "irreversible": tools.Irreversible}

// parameter completes a declaration: a name of the vocabulary, or an object that
// changes what the vocabulary says of its name.
func (d *Domain) parameter(declared json.RawMessage) (Parameter, error) {
	var name string
	if json.Unmarshal(declared, &name) != nil {
		var named struct{ Name string }
		if err := json.Unmarshal(declared, &named); err != nil {
			return Parameter{}, err
		}
		name = named.Name
	} else {
		declared = nil
	}
	p := Parameter{Name: name}
	for _, text := range []json.RawMessage{d.Vocabulary[name], declared} {
		if text == nil {
			continue
		}
		if err := strict(text, &p); err != nil {
			return Parameter{}, fmt.Errorf("parameter %s: %w", name, err)
		}
	}
	return p, nil
}

func (t *Tool) parameter(name string) *Parameter {
	for i := range t.parameters {
		if t.parameters[i].Name == name {
			return &t.parameters[i]
		}
	}
	return nil
}
