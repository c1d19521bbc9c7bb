package clarifybench

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"shopclerk/agent/tools"
	"shopclerk/cmd/bench/internal/reading"
)

// The splits.
const (
	Explicit   = "explicit"
	Ambiguous  = "ambiguous"
	Infeasible = "infeasible"
)

// Splits lists them, in the order of the report.
func Splits() []string { return []string{Explicit, Ambiguous, Infeasible} }

// Domain is one domain of the benchmark: its tools, and the conversations about them.
type Domain struct {
	Name  string
	Tools []Tool
	Cases []Case
}

// Tool is an action of a domain, with what package tools declares statically.
type Tool struct {
	tools.Tool
	Effect     string // a key of effects
	Parameters []Parameter
	Checks     []Check
}

var effects = map[string]tools.Effect{"reads": tools.Reads, "changes": tools.Changes, "irreversible": tools.Irreversible}

// Parameter is an argument of a tool; its domain depends on the state.
type Parameter struct {
	tools.Parameter
	Values []struct {
		Value any
		Names []string
	}
	Set      string // of the state, whose values come before Values
	By, Else string // when the flag By is false, Else takes the place of Set
	HighOf   string // a number of the state that is added to the upper bound
}

// Check is a precondition. It holds when every part that is given does.
type Check struct {
	Parameter string
	Reason    string
	In, NotIn string // its value is, or is not, in this set
	Unlike    string // its value is not that of this parameter
	AtLeast   string // it is not below this parameter
	Leaves    string // what is from AtLeast to it is not all of this number
	Without   string // it has none of these characters
	Within    string // the product of Times is at most this number of the state
	Times     []string
	Needs     string // this number of the state is not 0
	When      string // the check applies only when this parameter …
	Equals    any    // … has this value
}

// State is what exists in a domain when a request is made.
type State struct {
	Sets    map[string][]string
	Numbers map[string]float64
}

// Case is one conversation: one to three requests.
type Case struct {
	ID       string `json:"-"` // domain/split/number
	Split    string
	Requests []Request
}

// Request is something that somebody wants done, and how they begin to say it.
type Request struct {
	State
	Text   string
	Intent tools.Call // what is meant; possible when the request is made
	// Hidden are the parameters that the text does not say, of an ambiguous request, and
	// the one that it says wrongly, of an infeasible request.
	Hidden []string
	// Unsettled are those of Hidden that the state leaves a choice for: without a
	// question they can only be guessed.
	Unsettled  []string
	Corruption string       // the papers' name for it, of an infeasible request
	Samples    []tools.Call // that the simulated model proposes
	Unproposed int          // arguments of Intent that no sample has right and the state does not settle
}

// Load reads the domains, in the order of their names. The state of a request is written as
// what differs from that of the request before.
func Load(files fs.FS) ([]*Domain, error) {
	names, err := fs.Glob(files, "domains/*.json")
	if err != nil {
		return nil, err
	}
	var out []*Domain
	for _, name := range names {
		declared, err := reading.ReadLines[*Domain](files, name)
		if err != nil {
			return nil, err
		}
		d := declared[0]
		if d.Cases, err = reading.ReadLines[Case](files, name+"l"); err != nil {
			return nil, err
		}
		numbers := map[string]int{} // of cases so far, by split
		for i := range d.Cases {
			c := &d.Cases[i]
			c.ID = fmt.Sprintf("%s/%s/%d", d.Name, c.Split, numbers[c.Split])
			numbers[c.Split]++
			now := State{map[string][]string{}, map[string]float64{}}
			for k := range c.Requests {
				maps.Copy(now.Sets, c.Requests[k].Sets)
				maps.Copy(now.Numbers, c.Requests[k].Numbers)
				c.Requests[k].State = State{maps.Clone(now.Sets), maps.Clone(now.Numbers)}
			}
		}
		out = append(out, d)
	}
	return out, nil
}

// kit declares the tools as they are in a state.
func (d *Domain) kit(s *State) (*tools.Kit, error) {
	out := make([]tools.Tool, len(d.Tools))
	for i := range d.Tools {
		t := &d.Tools[i]
		out[i] = t.Tool
		out[i].Effect = effects[t.Effect]
		out[i].Check = func(a tools.Arguments) []tools.Objection { return s.objections(t.Checks, a) }
		for k := range t.Parameters {
			p := &t.Parameters[k]
			declared := p.Parameter
			if declared.Domain = s.domain(p, nil); p.By != "" {
				declared.Domain = tools.Domain{Present: func(a tools.Arguments) tools.Domain { return s.domain(p, a) }}
			}
			out[i].Parameters = append(out[i].Parameters, declared)
		}
	}
	return tools.New(out...)
}

// domain is the domain of a parameter in this state, given the arguments before it.
func (s *State) domain(p *Parameter, a tools.Arguments) tools.Domain {
	d := p.Domain
	d.High += s.Numbers[p.HighOf]
	set := p.Set
	if a[p.By] != nil && !a.Bool(p.By) {
		set = p.Else
	}
	var values []tools.Value
	for _, of := range s.Sets[set] {
		values = append(values, tools.Value{Of: of})
	}
	for _, v := range p.Values {
		values = append(values, tools.Value{Of: v.Value, Names: v.Names})
	}
	if d.Items == nil {
		d.Values = values
		return d
	}
	items := *d.Items
	items.Values, d.Items = values, &items
	return d
}

// objections returns the preconditions that a call does not meet, of those that can be
// told from the arguments there are.
func (s *State) objections(checks []Check, a tools.Arguments) []tools.Objection {
	var out []tools.Objection
	for i := range checks {
		c := &checks[i]
		if s.holds(c, a) {
			continue
		}
		o := tools.Objection{Parameter: c.Parameter, Reason: c.Reason}
		if c.Parameter != "" {
			o.Value = a[c.Parameter]
			for _, of := range s.Sets[c.In] {
				o.Possible = append(o.Possible, tools.Value{Of: of})
			}
		}
		out = append(out, o)
	}
	return out
}

// holds reports whether a precondition is met, or cannot be told yet.
func (s *State) holds(c *Check, a tools.Arguments) bool {
	if c.Needs != "" && s.Numbers[c.Needs] == 0 {
		return false
	}
	of := a[c.Parameter]
	if of == nil || c.When != "" && a[c.When] != c.Equals {
		return true
	}
	text := a.Text(c.Parameter)
	switch {
	case c.In != "" && !slices.Contains(s.Sets[c.In], text),
		c.NotIn != "" && slices.Contains(s.Sets[c.NotIn], text),
		c.Unlike != "" && a[c.Unlike] == of,
		c.Without != "" && strings.ContainsAny(text, c.Without):
		return false
	}
	if least, ok := a.Number(c.AtLeast); ok {
		if f, ok := a.Number(c.Parameter); ok && (f < least || c.Leaves != "" && f-least+1 >= s.Numbers[c.Leaves]) {
			return false
		}
	}
	if c.Within == "" {
		return true
	}
	product := 1.0
	for _, name := range c.Times {
		f, ok := a.Number(name)
		if !ok {
			return true
		}
		product *= f
	}
	return product <= s.Numbers[c.Within]
}
