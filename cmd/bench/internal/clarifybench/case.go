package clarifybench

import (
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"shopclerk/agent/tools"
)

// The splits.
const (
	Explicit   = "explicit"
	Ambiguous  = "ambiguous"
	Infeasible = "infeasible"
)

// Splits lists them, in the order of the report.
func Splits() []string { return []string{Explicit, Ambiguous, Infeasible} }

// Case is one conversation: requests over one state.
type Case struct {
	Domain   *Domain
	Split    string
	Number   int // within domain and split
	Start    *State
	Requests []Request
}

// Request is something that somebody wants done, and how they begin to say it.
type Request struct {
	Text   string
	Intent tools.Call // what is meant; possible when the request is made
	// Hidden are the parameters that the text does not say, of a request of the
	// ambiguous split, and the one it says wrongly, of the infeasible split.
	Hidden []string
	// Unsettled are those of Hidden that the state leaves a choice for: without a
	// question they can only be guessed.
	Unsettled  []string
	Corruption string // its name, of the infeasible split
	Wrong      any    // what the text says instead
}

// ID tells cases apart.
func (c *Case) ID() string { return fmt.Sprintf("%s/%s/%d", c.Domain.Name, c.Split, c.Number) }

const (
	// mostRequests is how many requests a case has at most; the first has up to two
	// to follow it, as the papers' conversations.
	mostRequests = 3
	// mostHidden is how many arguments the papers hide at most.
	mostHidden = 3
	// volunteered is how often people say an optional argument.
	volunteered = 0.3
	// tries is how often a request is drawn until one is possible. One in a few is.
	tries = 200
)

// Draw makes a case. The same arguments give the same case.
func Draw(d *Domain, split string, number int, seed uint64) (*Case, error) {
	c := &Case{Domain: d, Split: split, Number: number}
	rng := rand.New(rand.NewPCG(seed, hash(c.ID())))
	c.Start = d.begin(rng)
	now := c.Start.Clone()
	for range 1 + rng.IntN(mostRequests) {
		r, err := now.request(split, rng)
		if err != nil {
			return nil, fmt.Errorf("drawing case %s: %w", c.ID(), err)
		}
		c.Requests = append(c.Requests, *r)
		if err := now.carry(r.Intent); err != nil {
			return nil, fmt.Errorf("drawing case %s: %w", c.ID(), err)
		}
	}
	return c, nil
}

func hash(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s)) // never fails
	return h.Sum64()
}

// request draws a request of a split that is possible now.
func (s *State) request(split string, rng *rand.Rand) (*Request, error) {
	for range tries {
		t := &s.domain.Tools[rng.IntN(len(s.domain.Tools))]
		args, ok := s.intend(t, rng)
		if !ok {
			continue
		}
		r := &Request{Intent: tools.Call{Tool: t.Name, Arguments: args}}
		said := maps.Clone(args)
		switch split {
		case Ambiguous:
			r.Hidden = hide(t, rng)
			for _, name := range r.Hidden {
				delete(said, name)
			}
			ok = len(r.Hidden) > 0
		case Infeasible:
			ok = s.corrupt(t, r, said, rng)
		}
		if !ok {
			continue
		}
		r.Text = speak(t, said, rng)
		if slices.ContainsFunc(r.Hidden, func(name string) bool { return s.leaks(r, t.parameter(name)) }) {
			continue
		}
		r.Unsettled = s.unsettled(t, r)
		return r, nil
	}
	return nil, fmt.Errorf("no %s request is possible in %d tries: give the table more values", split, tries)
}

// intend draws a call of a tool that is possible now.
func (s *State) intend(t *Tool, rng *rand.Rand) (tools.Arguments, bool) {
	args := tools.Arguments{}
	for i := range t.parameters {
		p := &t.parameters[i]
		if p.Optional && rng.Float64() >= volunteered {
			continue
		}
		of, ok := s.mean(p, args, rng)
		if !ok {
			return nil, false
		}
		args[p.Name] = of
	}
	return args, len(s.objections(t, args)) == 0
}

// mean draws a value that somebody means.
func (s *State) mean(p *Parameter, args tools.Arguments, rng *rand.Rand) (any, bool) {
	d := s.values(p, args)
	switch p.Kind {
	case "flag":
		return rng.IntN(2) == 0, true
	case "number":
		var fit []float64
		for _, f := range p.Numbers {
			if f >= d.Low && f <= d.High {
				fit = append(fit, f)
			}
		}
		if len(fit) > 0 {
			return fit[rng.IntN(len(fit))], true
		}
		if len(p.Numbers) > 0 || d.High < d.Low {
			return nil, false
		}
		return Range{d.Low, d.High, max(d.Step, 1)}.draw(rng), true
	case "list":
		return s.meanSeveral(p, args, rng)
	}
	from := slices.Clone(p.Samples)
	if p.Kind == "finite" {
		for _, v := range d.Values {
			from = append(from, v.Of.(string))
		}
	}
	if len(from) == 0 {
		return nil, false
	}
	return from[rng.IntN(len(from))], true
}

func (s *State) meanSeveral(p *Parameter, args tools.Arguments, rng *rand.Rand) (any, bool) {
	from := append(slices.Clone(s.set(p.set(args))), p.Samples...)
	for _, v := range p.Values {
		from = append(from, v.Of)
	}
	if len(from) == 0 {
		return nil, false
	}
	var out []any
	for _, i := range rng.Perm(len(from))[:1+rng.IntN(min(2, len(from)))] {
		out = append(out, from[i])
	}
	return out, true
}

// hide chooses up to three required parameters.
func hide(t *Tool, rng *rand.Rand) []string {
	var required []string
	for i := range t.parameters {
		if !t.parameters[i].Optional {
			required = append(required, t.parameters[i].Name)
		}
	}
	if len(required) == 0 {
		return nil
	}
	var out []string
	for _, i := range rng.Perm(len(required))[:1+rng.IntN(min(mostHidden, len(required)))] {
		out = append(out, required[i])
	}
	slices.Sort(out)
	return out
}

// unsettled returns the hidden parameters that more than one value is possible for
// when everything else is known.
func (s *State) unsettled(t *Tool, r *Request) []string {
	var out []string
	for _, name := range r.Hidden {
		if r.Corruption != "" || s.values(t.parameter(name), r.Intent.Arguments).Size() != 1 {
			out = append(out, name)
		}
	}
	return out
}

// leaks reports whether the text says the value that is meant and hidden.
func (s *State) leaks(r *Request, p *Parameter) bool {
	names := []string{}
	switch of := r.Intent.Arguments[p.Name].(type) {
	case bool: // flags have no name of their own, but clauses that say them
		names = slices.Concat(p.On, p.Off)
	case []any:
		for _, item := range of {
			names = append(names, spell(item))
		}
	default:
		names = append(names, spell(of))
	}
	for _, v := range p.Values {
		if slices.Contains(names, v.Of) {
			names = append(names, v.Names...)
		}
	}
	return slices.ContainsFunc(names, func(name string) bool { return hasName(r.Text, name) })
}

// hasName reports whether a text has a name in it as whole words.
func hasName(text, name string) bool {
	text, name = strings.ToLower(text), strings.ToLower(name)
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 || name == "" {
			return false
		}
		from, to := at+i, at+i+len(name)
		if (from == 0 || !wordly(text[from-1])) && (to == len(text) || !wordly(text[to])) {
			return true
		}
		at = from + 1
	}
}

func wordly(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}
