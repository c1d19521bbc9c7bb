package tools

import (
	"slices"
	"strings"
)

// mostCandidates is how many calls are weighed against each other. More would tell
// the policies nothing: they look at shares of the belief, and a thousandth part is
// below what any of them acts on.
const mostCandidates = 1000

// unknown stands for a value that only a person can name. A few of them, all equally
// likely, stand for the endless many: as many as a question can tell apart, so that
// asking for the value is worth as much as the best question with options. (As
// certainties, 1/n of them is no ε of SAGE-Agent; the policies only see that the
// value is unknown and that an answer settles it.)
type unknown int

// combination is a call with a value for every parameter, [unknown] ones included.
type combination struct {
	reading int
	values  []Value // by parameter; Of is nil where it is left out
	weight  float64
}

// call returns the combination as a call with ⊥ for what is unknown.
func (c *combination) call(t *Tool) Call {
	out := Call{Tool: t.Name, Arguments: Arguments{}}
	for i, v := range c.values {
		if _, open := v.Of.(unknown); !open && v.Of != nil && !v.Implied {
			out.Arguments[t.Parameters[i].Name] = v.Of
		}
	}
	return out
}

// complete reports whether nothing is unknown.
func (c *combination) complete() bool {
	return !slices.ContainsFunc(c.values, func(v Value) bool { _, open := v.Of.(unknown); return open })
}

// expand returns the calls that a reading stands for, at most quota, weights summing
// to 1; unknowns is how many values stand for an open one. Of more calls than that it
// returns a sample that gives every value its share.
//
// Calls that are impossible now are left out. When all are, it returns none and the
// objection to the first.
func (r *reading) expand(quota, unknowns int) ([]combination, *Objection) {
	if c, ok := r.settled(); ok {
		return []combination{c}, nil
	}
	w := walker{reading: r, quota: quota, unknowns: unknowns}
	w.all(0, Arguments{}, make([]Value, 0, len(r.slots)), 1)
	if w.over {
		w.sample()
	}
	normalise(w.out, func(c *combination) *float64 { return &c.weight })
	return w.out, w.objection
}

// settled returns the one call that a reading stands for when nothing is left open.
// That it is possible was found when the reading was resolved.
func (r *reading) settled() (combination, bool) {
	c := combination{values: make([]Value, len(r.slots)), weight: 1}
	for i := range r.slots {
		s := &r.slots[i]
		if !s.settled() {
			return combination{}, false
		}
		if !s.absent {
			c.values[i] = s.values[0]
		}
	}
	return c, true
}

type walker struct {
	*reading
	quota, unknowns int
	out             []combination
	over            bool // there are more than the quota
	objection       *Objection
}

// choices returns the values that a parameter can have given the arguments before.
func (w *walker) choices(i int, args Arguments) []Value {
	p, s := &w.tool.Parameters[i], w.slots[i]
	if s.pending {
		s.pending = false
		said := s.from >= originStated
		s.resolve(p, p.Domain.At(args), w.required(i))
		if said && s.doubt != nil { // what was said does not go with these arguments
			if w.objection == nil {
				w.objection = s.doubt
			}
			return nil
		}
	}
	switch {
	case s.absent:
		return []Value{{}}
	case s.open:
		out := make([]Value, w.unknowns)
		for u := range out {
			out[u].Of = unknown(u)
		}
		return out
	}
	if len(s.values) == 0 && s.doubt != nil && w.objection == nil {
		w.objection = s.doubt
	}
	return s.values
}

// all walks through every combination, until there are more than the quota.
func (w *walker) all(i int, args Arguments, values []Value, weight float64) {
	if w.over {
		return
	}
	if i == len(w.slots) {
		w.add(args, values, weight)
		w.over = len(w.out) > w.quota
		return
	}
	choices := w.choices(i, args)
	for _, v := range choices {
		w.all(i+1, w.with(args, i, v), append(values, v), weight/float64(len(choices)))
	}
}

// with returns the arguments and one more.
func (w *walker) with(args Arguments, i int, v Value) Arguments {
	if _, open := v.Of.(unknown); open || v.Of == nil {
		delete(args, w.tool.Parameters[i].Name)
	} else {
		args[w.tool.Parameters[i].Name] = v.Of
	}
	for _, p := range w.tool.Parameters[i+1:] {
		delete(args, p.Name)
	}
	return args
}

// add keeps a combination unless it is impossible.
func (w *walker) add(args Arguments, values []Value, weight float64) {
	if w.tool.Check != nil {
		if objections := w.tool.Check(args); len(objections) > 0 {
			if w.objection == nil {
				w.objection = &objections[0]
			}
			return
		}
	}
	w.out = append(w.out, combination{values: append([]Value(nil), values...), weight: weight})
}

// sample takes as many combinations as the quota, at even distances in the order of
// [walker.all], without chance: each takes of every parameter's values the one at its
// share of what is left, so that a value has its share of the sample.
func (w *walker) sample() {
	w.out, w.over = nil, false
	seen := map[string]int{}
	for n := range w.quota {
		args, values := Arguments{}, make([]Value, 0, len(w.slots))
		var key strings.Builder
		share := (float64(n) + 0.5) / float64(w.quota)
		for i := range w.slots {
			choices := w.choices(i, args)
			if len(choices) == 0 {
				break
			}
			share *= float64(len(choices)) // of the choices, all alike: which one, and where inside its share
			at := min(int(share), len(choices)-1)
			share = min(share-float64(at), 1-1e-15)
			values = append(values, choices[at])
			args = w.with(args, i, choices[at])
			key.WriteRune(rune(at))
		}
		if len(values) < len(w.slots) {
			continue
		}
		if at, ok := seen[key.String()]; ok {
			w.out[at].weight++
			continue
		}
		before := len(w.out)
		w.add(args, values, 1)
		if len(w.out) > before {
			seen[key.String()] = before
		}
	}
}
