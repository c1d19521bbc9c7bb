package clarifybench

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent/tools"
)

// State is the present of a simulated domain.
type State struct {
	domain  *Domain
	sets    map[string][]string // by name; those of a place by place and name
	numbers map[string]float64
	place   string // "" is where it began; deeper places end in "/"
	named   int    // new names given so far
	seed    uint64 // of what is found in places not seen before
}

// begin draws the state that a case begins in.
func (d *Domain) begin(rng *rand.Rand) *State {
	s := &State{domain: d, sets: map[string][]string{}, numbers: map[string]float64{}, seed: rng.Uint64()}
	names := slices.Sorted(maps.Keys(d.Sets))
	slices.SortStableFunc(names, func(a, b string) int { return d.Sets[a].rank() - d.Sets[b].rank() })
	for _, name := range names {
		s.fill(name, rng)
	}
	for _, name := range slices.Sorted(maps.Keys(d.Numbers)) {
		r := d.Numbers[name]
		s.numbers[name] = r.draw(rng)
	}
	return s
}

// rank puts wholes before their parts, and those before what they leave.
func (p Pool) rank() int {
	switch {
	case p.Part == "":
		return 0
	case p.Less == "":
		return 1
	}
	return 2
}

func (r Range) draw(rng *rand.Rand) float64 {
	if r.Step == 0 || r.High <= r.Low {
		return r.Low
	}
	return r.Low + r.Step*float64(rng.IntN(int((r.High-r.Low)/r.Step+1e-9)+1))
}

// fill draws a set.
func (s *State) fill(name string, rng *rand.Rand) {
	p := s.domain.Sets[name]
	from := p.Values
	if p.Part != "" {
		from = slices.DeleteFunc(slices.Clone(s.set(p.Part)), func(of string) bool { return slices.Contains(s.set(p.Less), of) })
	}
	n := p.Fewest + rng.IntN(max(1, p.Most-p.Fewest+1))
	var out []string
	for _, i := range rng.Perm(len(from))[:min(n, len(from))] {
		out = append(out, from[i])
	}
	slices.Sort(out)
	s.sets[s.key(name)] = out
}

func (s *State) key(set string) string {
	if s.domain.Sets[set].Local {
		return s.place + set
	}
	return set
}

// set returns what a set holds now.
func (s *State) set(name string) []string { return s.sets[s.key(name)] }

// Clone returns a copy that changes by itself.
func (s *State) Clone() *State {
	c := *s
	c.numbers = maps.Clone(s.numbers)
	c.sets = maps.Clone(s.sets) // changes replace the slices
	return &c
}

// Kit declares the tools as they are now.
func (s *State) Kit() (*tools.Kit, error) {
	out := make([]tools.Tool, len(s.domain.Tools))
	for i := range s.domain.Tools {
		out[i] = s.tool(&s.domain.Tools[i])
	}
	return tools.New(out...)
}

func (s *State) tool(t *Tool) tools.Tool {
	out := tools.Tool{
		Name: t.Name, Title: t.Title, Purpose: t.Purpose, Examples: t.Examples, Effect: effects[t.Effect],
		Check: func(a tools.Arguments) []tools.Objection { return s.objections(t, a) },
	}
	for i := range t.parameters {
		p := &t.parameters[i]
		out.Parameters = append(out.Parameters, tools.Parameter{
			Name: p.Name, Label: p.Label, Purpose: p.Purpose, Synonyms: p.Synonyms, Importance: p.Importance,
			Required: !p.Optional, Domain: s.domainOf(p),
		})
	}
	return out
}

// domainOf is what a parameter is declared with.
func (s *State) domainOf(p *Parameter) tools.Domain {
	if p.By == "" {
		return s.values(p, nil)
	}
	return tools.Depends(func(a tools.Arguments) tools.Domain { return s.values(p, a) })
}

// values is the domain of a parameter now, given the arguments before it.
func (s *State) values(p *Parameter, a tools.Arguments) tools.Domain {
	switch p.Kind {
	case "flag":
		return tools.Flag()
	case "date":
		return tools.Day()
	case "text":
		return tools.Words()
	case "number":
		d := tools.Between(p.Low, s.high(p))
		d.Step, d.Unit, d.Currency = p.Step, p.Unit, p.Currency
		return d
	}
	d := tools.Domain{Kind: tools.Finite}
	for _, of := range s.set(p.set(a)) {
		d.Values = append(d.Values, tools.Value{Of: of})
	}
	for _, v := range p.Values {
		d.Values = append(d.Values, tools.Value{Of: v.Of, Names: v.Names})
	}
	if p.Kind == "list" {
		if p.Set == "" && len(p.Values) == 0 {
			d = tools.Words()
		}
		return tools.Several(d)
	}
	return d
}

// set is the set whose things a parameter can be, given the arguments before it.
func (p *Parameter) set(a tools.Arguments) string {
	if p.By != "" && a[p.By] != nil && !a.Bool(p.By) {
		return p.Else
	}
	return p.Set
}

func (s *State) high(p *Parameter) float64 {
	if p.HighOf == "" {
		return p.High
	}
	return s.numbers[p.HighOf] + p.High
}

// objections says which preconditions a call does not meet, of those that can be
// told from the arguments there are.
func (s *State) objections(t *Tool, a tools.Arguments) []tools.Objection {
	var out []tools.Objection
	for _, c := range t.Checks {
		if !s.holds(&c, a) {
			o := tools.Objection{Parameter: c.Parameter, Reason: c.Reason}
			if c.Parameter != "" {
				o.Value = a[c.Parameter]
				for _, of := range s.set(c.In) {
					o.Possible = append(o.Possible, tools.Value{Of: of})
				}
			}
			out = append(out, o)
		}
	}
	return out
}

// holds reports whether a precondition is met, or can not be told yet.
func (s *State) holds(c *Check, a tools.Arguments) bool {
	if c.Needs != "" && s.numbers[c.Needs] == 0 {
		return false
	}
	of := a[c.Parameter]
	if of == nil || c.When != "" && a[c.When] != c.Equals {
		return true
	}
	text := a.Text(c.Parameter)
	switch {
	case c.In != "" && !slices.Contains(s.set(c.In), text),
		c.NotIn != "" && slices.Contains(s.set(c.NotIn), text),
		c.Unlike != "" && a[c.Unlike] == of,
		c.Without != "" && strings.ContainsAny(text, c.Without):
		return false
	}
	if least, ok := a.Number(c.AtLeast); ok {
		if f, ok := a.Number(c.Parameter); ok && (f < least || c.Leaves != "" && f-least+1 >= s.numbers[c.Leaves]) {
			return false
		}
	}
	if c.Within != "" {
		product, ok := productOf(a, c.Times)
		return !ok || product <= s.numbers[c.Within]
	}
	return true
}

func productOf(a tools.Arguments, names []string) (float64, bool) {
	out := 1.0
	for _, name := range names {
		f, ok := a.Number(name)
		if !ok {
			return 0, false
		}
		out *= f
	}
	return out, true
}

// Executor carries calls out on the state.
func (s *State) Executor() tools.Executor[callResult] {
	return tools.NewOnce(func(_ context.Context, c tools.Call) (callResult, error) { return callResult{}, s.carry(c) })
}

// carry carries a call out. What is impossible changes nothing, and is a
// [*tools.Failure].
func (s *State) carry(c tools.Call) error {
	t := s.domain.tool(c.Tool)
	if t == nil {
		return fmt.Errorf("domain %s has no tool %s: call one of its %d", s.domain.Name, c.Tool, len(s.domain.Tools))
	}
	if o := s.objections(t, c.Arguments); len(o) > 0 {
		return &tools.Failure{Call: c, Parameter: o[0].Parameter, Reason: o[0].Reason, Possible: o[0].Possible}
	}
	for i := range t.Does {
		s.change(&t.Does[i], c.Arguments)
	}
	return nil
}

func (d *Domain) tool(name string) *Tool {
	for i := range d.Tools {
		if d.Tools[i].Name == name {
			return &d.Tools[i]
		}
	}
	return nil
}

// change applies one effect.
func (s *State) change(c *Change, a tools.Arguments) {
	if c.When != "" && a[c.When] != c.Equals {
		return
	}
	by := c.By
	for _, name := range c.Times {
		f, _ := a.Number(name)
		if less, ok := a.Number(c.Minus); ok && name == c.Times[len(c.Times)-1] {
			f -= less - 1
		}
		by *= f
	}
	switch {
	case c.Add != "":
		added := argumentTexts(a, c.From)
		if c.New != "" {
			s.named++
			added = []string{c.New + strconv.Itoa(firstNew+s.named)}
		}
		s.add(c.Add, added)
		if c.Also != "" {
			s.add(c.Also, added)
		}
	case c.Drop != "":
		was := slices.Clone(s.set(c.Drop))
		s.sets[s.key(c.Drop)] = slices.DeleteFunc(was, func(of string) bool { return slices.Contains(argumentTexts(a, c.From), of) })
	case c.Put != "":
		s.numbers[c.Put] = by
		if f, ok := a.Number(c.From); ok {
			s.numbers[c.Put] = by * f
		}
	case c.More != "":
		s.numbers[c.More] += by
	case c.Go:
		s.enter(a.Text(c.From))
	}
}

// add puts things into a set.
func (s *State) add(set string, things []string) {
	now := slices.Concat(s.set(set), things)
	slices.Sort(now)
	s.sets[s.key(set)] = slices.Compact(now)
}

// firstNew is where the numbers of new names begin: above those of the tables.
const firstNew = 9000

// argumentTexts are the values of an argument, one or a list.
func argumentTexts(a tools.Arguments, name string) []string {
	if a[name] == nil {
		return nil
	}
	if _, list := a[name].([]any); list {
		return a.List(name)
	}
	return []string{a.Text(name)}
}

// enter goes to another place: up for "..", to the beginning for "/".
func (s *State) enter(folder string) {
	switch folder {
	case "/":
		s.place = ""
	case "..":
		up := strings.TrimSuffix(s.place, "/")
		s.place = up[:strings.LastIndex(up, "/")+1]
	default:
		s.place += folder + "/"
	}
	for _, name := range slices.Sorted(maps.Keys(s.domain.Sets)) {
		if p := s.domain.Sets[name]; p.Local && s.sets[s.key(name)] == nil {
			s.fill(name, rand.New(rand.NewPCG(s.seed, hash(s.key(name)))))
		}
	}
}
