package tools

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strconv"

	"shopclerk/agent/clarify"
)

// mostAsked is how often one aspect is asked about. Whoever was asked twice has no
// answer that this room could read.
const mostAsked = 2

// belief is the candidate calls and their shares, heaviest first.
type belief struct {
	readings []reading
	calls    []combination
}

// lead is the reading of the heaviest call of the likeliest tool. That call need not be
// the heaviest of all: the more is open of a tool, the more calls share its weight.
func (b *belief) lead() *reading {
	of := map[*Tool]float64{}
	best := 0.0
	for _, c := range b.calls {
		t := b.readings[c.reading].tool
		of[t] += c.weight
		best = max(best, of[t])
	}
	i := slices.IndexFunc(b.calls, func(c combination) bool { return of[b.readings[c.reading].tool] >= best-negligible })
	return &b.readings[b.calls[i].reading]
}

// negligible is by how much equal sums of weights may differ.
const negligible = 1e-9

// newBelief expands the readings.
func newBelief(readings []reading) (*belief, *Objection) {
	b := &belief{readings: readings}
	var first *Objection
	for i := range readings {
		r := &readings[i]
		calls, objection := r.expand(max(1, int(mostCandidates*r.weight)), mostOptions+1)
		if len(calls) == 0 && i == 0 {
			first = objection
		}
		for _, c := range calls {
			c.reading, c.weight = i, c.weight*r.weight
			b.calls = append(b.calls, c)
		}
	}
	b.merge()
	normalise(b.calls, func(c *combination) *float64 { return &c.weight })
	slices.SortStableFunc(b.calls, func(x, y combination) int { return cmp.Compare(y.weight, x.weight) })
	return b, first
}

// merge adds up calls that are the same: two readings of one tool may share some, and a
// sample may have one twice.
func (b *belief) merge() {
	at := make(map[string]int, len(b.calls))
	kept := b.calls[:0]
	var key []byte
	for _, c := range b.calls {
		key = append(key[:0], b.readings[c.reading].tool.Name...)
		for _, v := range c.values {
			if u, open := v.Of.(unknown); open {
				key = strconv.AppendInt(append(key, "\x00?"...), int64(u), 10)
			} else {
				key = append(append(key, 0), canonical(v.Of)...)
			}
		}
		i, ok := at[string(key)]
		if !ok {
			at[string(key)] = len(kept)
			kept = append(kept, c)
			continue
		}
		kept[i].weight += c.weight
		for n := range c.values { // what some candidate says stands in the call
			kept[i].values[n].Implied = kept[i].values[n].Implied && c.values[n].Implied
		}
	}
	b.calls = kept
}

// aspect is something that candidate calls differ in, and its codes for the core.
type aspect struct {
	name   string
	field  *clarify.Field
	values []Value   // by code
	masses []float64 // by code
	open   bool      // some value is unknown
	tool   *Tool     // of the likeliest call that has the parameter; nil for the tool itself
}

// another stands for the values that are not offered.
type another struct{}

// aspects lists what the calls differ in: the tool first, then the parameters of the
// likeliest call's, in its order. A parameter's name is one aspect whatever the tool:
// "which order" is one question, though two tools ask it. What only less likely tools
// need is not asked about before it is clear that one of them is meant.
func (b *belief) aspects() []*aspect {
	var out []*aspect
	if a := b.whichTool(); a != nil {
		out = append(out, a)
	}
	r := b.lead()
	t := r.tool
	for p := range t.Parameters {
		if len(out) > 0 && out[len(out)-1].tool != nil && r.waits(p) {
			continue // what it depends on is asked about first
		}
		if a := b.parameter(t.Parameters[p].Name); a != nil {
			a.tool = t
			a.field.Importance = t.Parameters[p].importance()
			out = append(out, a)
		}
	}
	return out
}

// waits reports whether it can not be asked what parameter i is before a parameter that
// it depends on is settled.
func (r *reading) waits(i int) bool {
	return r.slots[i].pending && r.slots[i].from < originStated
}

// whichTool is the aspect of what to do.
func (b *belief) whichTool() *aspect {
	values := map[*Tool]Value{}
	for i := range b.readings {
		if t := b.readings[i].tool; values[t].Of == nil {
			values[t] = Value{Of: t.Name, Label: t.title()}
		}
	}
	if len(values) < 2 {
		return nil
	}
	return b.aspect(WhichTool, func(c *combination) (Value, bool) { return values[b.readings[c.reading].tool], true })
}

// parameter is the aspect of all parameters of a name.
func (b *belief) parameter(name string) *aspect {
	at := make([]int, len(b.readings)) // of the parameter in a reading's tool, −1 if it has none
	for i := range b.readings {
		at[i] = b.readings[i].tool.at(name)
	}
	return b.aspect(name, func(c *combination) (Value, bool) {
		if at[c.reading] < 0 {
			return Value{}, false
		}
		return c.values[at[c.reading]], true
	})
}

// aspect codes one aspect of the calls, the heaviest values first; nil when all agree.
func (b *belief) aspect(name string, of func(*combination) (Value, bool)) *aspect {
	type entry struct {
		Value
		mass float64
		code uint32
	}
	at := map[any]*entry{}
	var all []*entry
	rows := make([]*entry, len(b.calls)) // nil without the parameter
	for i := range b.calls {
		v, has := of(&b.calls[i])
		if !has {
			continue
		}
		key := v.Of
		if !scalar(key) {
			key = [1]string{canonical(key)}
		}
		if at[key] == nil {
			at[key] = &entry{Value: v}
			all = append(all, at[key])
		}
		rows[i] = at[key]
		rows[i].mass += b.calls[i].weight
	}
	if len(all) < 2 {
		return nil
	}
	slices.SortStableFunc(all, func(x, y *entry) int { return cmp.Compare(y.mass, x.mass) })
	a := &aspect{name: name}
	shown := len(all) // of more than can be offered the last code stands for the rest
	if shown > mostOptions+1 {
		shown = mostOptions
	}
	for n, e := range all {
		a.open = a.open || isUnknown(e.Value)
		e.code = uint32(min(n, shown))
		switch {
		case n < shown:
			a.values, a.masses = append(a.values, e.Value), append(a.masses, e.mass)
		case n == shown:
			a.values, a.masses = append(a.values, Value{Of: another{}}), append(a.masses, e.mass)
		default:
			a.masses[shown] += e.mass
		}
	}
	a.field = &clarify.Field{Key: name, Size: len(a.values), Offsets: make([]uint32, 1, len(rows)+1)}
	for _, e := range rows {
		if e != nil {
			a.field.Codes = append(a.field.Codes, e.code)
		}
		a.field.Offsets = append(a.field.Offsets, uint32(len(a.field.Codes)))
	}
	return a
}

// situation is what the core sees of the belief.
func (b *belief) situation(aspects []*aspect, task *Task) *clarify.Situation {
	s := &clarify.Situation{Batch: 1, Options: mostOptions + 1, Page: 1}
	for i := range b.calls {
		s.Weights = append(s.Weights, b.calls[i].weight)
	}
	for _, o := range task.Log {
		if o.Reply != nil && !o.Reply.Anew {
			s.Asked = append(s.Asked, clarify.Asked{Key: o.Reply.Aspect, Skipped: o.Reply.None})
		}
	}
	for _, a := range aspects {
		if task.asked(a.name) < mostAsked {
			s.Fields = append(s.Fields, a.field)
		}
	}
	s.Rand = rand.New(rand.NewPCG(0, uint64(len(s.Asked))))
	return s
}

// asked counts the questions about an aspect, since it was last asked about anew: n_a of
// SAGE-Agent eq. 4.
func (t *Task) asked(name string) int {
	n := 0
	for _, o := range t.Log {
		if o.Reply != nil && o.Reply.Aspect == name {
			n++
			if o.Reply.Anew {
				n = 0
			}
		}
	}
	return n
}
