package tools

import (
	"cmp"
	"slices"
)

// mostCandidates is how many calls are weighed against each other. More would tell
// the policies nothing: they look at shares of the belief, and a thousandth part is
// below what any of them acts on.
const mostCandidates = 1000

// leastExpanded is how many calls a reading stands for at least, if it leaves so many open: one alone would be carried out
// though nobody chose its values.
const leastExpanded = mostOptions + 1

// unknown stands for a value that only a person can name. A few of them, all equally
// likely, stand for the endless many: as many as a question can tell apart, so that
// asking for the value is worth as much as the best question with options.
type unknown int

// openValues are the unknown values, as many as a question can tell apart.
var openValues = func() (out []Value) {
	for u := range mostOptions + 1 {
		out = append(out, Value{Of: unknown(u)})
	}
	return out
}()

// leftOut is the only value of a parameter that the call does without.
var leftOut = []Value{{}}

func isUnknown(v Value) bool { _, open := v.Of.(unknown); return open }

// combination is a call with a value for every parameter, [unknown] ones included.
type combination struct {
	reading *reading
	values  []Value // by parameter; Of is nil where it is left out
	weight  float64
}

// arguments are the known ones among values by parameter.
func (t *Tool) arguments(values []Value) Arguments {
	out := Arguments{}
	for i, v := range values {
		if v.Of != nil && !isUnknown(v) {
			out[t.Parameters[i].Name] = v.Of
		}
	}
	return out
}

func (c *combination) share() *float64 { return &c.weight }

// call returns the combination as a call with ⊥ for what is unknown.
func (c *combination) call() *Call {
	t := c.reading.tool
	out := &Call{Tool: t.Name, Arguments: t.arguments(c.values)}
	for i, v := range c.values {
		if v.Implied {
			delete(out.Arguments, t.Parameters[i].Name)
		}
	}
	return out
}

// expand returns the calls that a reading stands for, at most quota, weights summing
// to 1. Of more calls than that it returns a sample that gives every value its share.
//
// Calls that are impossible now are left out. When all are, it returns none and the
// objection to the first.
func (r *reading) expand(quota int) (out []*combination, objection *Objection) {
	// walk goes on with the calls that begin with some values: with all, until there are more
	// than the quota, or with the one at a share of them, in [0,1). Calls at even distances have
	// of every parameter's values each in its share, without chance.
	var walk func(share float64, values []Value, weight float64)
	walk = func(share float64, values []Value, weight float64) {
		if len(values) == len(r.slots) {
			if r.tool.Check != nil {
				if objections := r.tool.Check(r.tool.arguments(values)); len(objections) > 0 {
					objection = cmp.Or(objection, &objections[0])
					return
				}
			}
			out = append(out, &combination{reading: r, values: slices.Clone(values), weight: weight})
			return
		}
		p, s := &r.tool.Parameters[len(values)], r.slots[len(values)]
		if s.pending {
			s.resolve(p, p.Domain.At(r.tool.arguments(values)), r.required(len(values)))
		}
		if s.doubt != nil { // what was said does not go with these arguments, or nothing does
			s.doubt.Parameter = p.Name
			objection = cmp.Or(objection, s.doubt)
			return
		}
		choices := s.values
		weight /= float64(len(choices))
		if share >= 0 && len(choices) > 0 { // of the choices, all alike: which one, and where inside its share
			share *= float64(len(choices))
			at := min(int(share), len(choices)-1)
			share, choices = min(share-float64(at), 1-1e-15), choices[at:at+1]
		}
		for _, v := range choices {
			if len(out) <= quota {
				walk(share, append(values, v), weight)
			}
		}
	}
	values := make([]Value, 0, len(r.slots))
	if walk(-1, values, 1); len(out) > quota {
		out = nil
		for n := range quota {
			walk((float64(n)+0.5)/float64(quota), values, 1)
		}
	}
	normalise(out)
	return out, objection
}
