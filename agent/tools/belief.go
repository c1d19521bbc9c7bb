package tools

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"shopclerk/agent/clarify"
)

// mostAsked is how often one aspect is asked about. Whoever was asked twice has no
// answer that this room could read.
const mostAsked = 2

// belief is the candidate calls and their shares, heaviest first.
type belief struct {
	readings []*reading
	calls    []*combination
}

// lead is the reading of the heaviest call of the likeliest tool. That call need not be
// the heaviest of all: the more is open of a tool, the more calls share its weight.
func (b *belief) lead() *reading {
	of, best := map[*Tool]float64{}, 0.0
	for _, c := range b.calls {
		of[c.reading.tool] += c.weight
		best = max(best, of[c.reading.tool])
	}
	i := slices.IndexFunc(b.calls, func(c *combination) bool { return of[c.reading.tool] >= best-negligible })
	return b.calls[i].reading
}

// negligible is by how much equal sums of weights may differ.
const negligible = 1e-9

// newBelief expands the readings, and adds up calls that are the same: two readings of one tool may share some,
// and a sample may have one twice. The objection is that to the first reading, where no call of it is possible.
func newBelief(readings []*reading) (b *belief, first *Objection) {
	b = &belief{readings: readings}
	at := map[string]int{}
	var key []byte
	for i, r := range readings {
		calls, objection := r.expand(max(leastExpanded, int(mostCandidates*r.weight)))
		if len(calls) == 0 && i == 0 {
			first = objection
		}
		for _, c := range calls {
			c.weight *= r.weight
			key = append(key[:0], r.tool.Name...)
			for _, v := range c.values {
				key = appendCanonical(append(key, 0), v.Of)
			}
			n, known := at[string(key)]
			if !known {
				at[string(key)] = len(b.calls)
				b.calls = append(b.calls, c)
				continue
			}
			b.calls[n].weight += c.weight
			for k, v := range c.values { // what some candidate says stands in the call
				b.calls[n].values[k].Implied = b.calls[n].values[k].Implied && v.Implied
			}
		}
	}
	normalise(b.calls)
	slices.SortStableFunc(b.calls, func(x, y *combination) int { return cmp.Compare(y.weight, x.weight) })
	return b, first
}

// aspect is something that candidate calls differ in, and its codes for the core.
type aspect struct {
	name   string
	field  *clarify.Field
	values []Value // by code, those that can be offered
}

// aspects lists what the calls differ in: the tool first, then the parameters of the
// likeliest call's, in its order. A parameter's name is one aspect whatever the tool:
// "which order" is one question, though two tools ask it. What only less likely tools
// need is not asked about before it is clear that one of them is meant.
func (b *belief) aspects() (out []*aspect) {
	r := b.lead()
	if slices.ContainsFunc(b.readings, func(other *reading) bool { return other.tool != r.tool }) {
		if a := b.aspect(WhichTool, func(c *combination) (Value, bool) { return c.reading.tool.value(), true }); a != nil {
			out = append(out, a)
		}
	}
	for i := range r.slots {
		p, s := &r.tool.Parameters[i], &r.slots[i]
		if len(out) > 0 && out[len(out)-1].name != WhichTool && s.pending && s.from < originStated {
			continue // what it depends on is asked about first
		}
		a := b.aspect(p.Name, func(c *combination) (Value, bool) {
			at := c.reading.tool.at(p.Name)
			if at < 0 {
				return Value{}, false
			}
			return c.values[at], true
		})
		if a != nil {
			a.field.Importance = p.importance()
			out = append(out, a)
		}
	}
	return out
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
	for i, c := range b.calls {
		v, has := of(c)
		if !has {
			continue
		}
		k := key(v.Of)
		if at[k] == nil {
			at[k] = &entry{Value: v}
			all = append(all, at[k])
		}
		rows[i] = at[k]
		rows[i].mass += c.weight
	}
	if len(all) < 2 {
		return nil
	}
	slices.SortStableFunc(all, func(x, y *entry) int { return cmp.Compare(y.mass, x.mass) })
	a := &aspect{name: name, field: &clarify.Field{Key: name, Offsets: make([]uint32, 1, len(rows)+1)}}
	shown := len(all) // of more than can be offered the last code stands for the rest
	if shown > mostOptions+1 {
		shown = mostOptions
	}
	for n, e := range all {
		if e.code = uint32(min(n, shown)); n < shown {
			a.values = append(a.values, e.Value)
		}
	}
	a.field.Size = min(len(all), shown+1)
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
	for _, c := range b.calls {
		s.Weights = append(s.Weights, c.weight)
	}
	for _, o := range task.Log {
		if o.Reply != nil && !o.Reply.Anew {
			s.Asked = append(s.Asked, clarify.Asked{Key: o.Reply.Aspect, Skipped: o.Reply.None})
		}
	}
	r := b.lead()
	for i := range r.slots {
		if r.slots[i].settled() && !slices.ContainsFunc(aspects, func(a *aspect) bool { return a.name == r.tool.Parameters[i].Name }) {
			s.Settled += r.tool.Parameters[i].importance()
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
func (t *Task) asked(name string) (n int) {
	for _, o := range t.Log {
		if o.Reply != nil && o.Reply.Aspect == name {
			if n++; o.Reply.Anew {
				n = 0
			}
		}
	}
	return n
}
