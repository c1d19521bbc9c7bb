package tools

import (
	"cmp"
	"math"
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

// mostOpen is how many parameters of a reading whose values have no list are open at
// once; the others wait, the less important and later ones first. Each multiplies the
// calls, and beyond these a sample would decide by chance which is asked about first.
const mostOpen = 3

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
	for _, v := range c.values {
		if _, open := v.Of.(unknown); open {
			return false
		}
	}
	return true
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
	w := walker{reading: r, quota: quota, unknowns: unknowns, late: r.late()}
	w.all(0, Arguments{}, make([]Value, 0, len(r.slots)), 1)
	if w.over {
		w.sample()
	}
	sum := 0.0
	for _, c := range w.out {
		sum += c.weight
	}
	for i := range w.out {
		w.out[i].weight /= sum
	}
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
	late            map[int]bool // open parameters that wait
	out             []combination
	over            bool // there are more than the quota
	objection       *Objection
}

// late returns the open parameters beyond the most important ones.
func (r *reading) late() map[int]bool {
	var open []int
	for i := range r.slots {
		if r.slots[i].open {
			open = append(open, i)
		}
	}
	if len(open) <= mostOpen {
		return nil
	}
	slices.SortStableFunc(open, func(a, b int) int {
		return cmp.Compare(r.tool.Parameters[b].importance(), r.tool.Parameters[a].importance())
	})
	out := map[int]bool{}
	for _, i := range open[mostOpen:] {
		out[i] = true
	}
	return out
}

// choices returns the values that a parameter can have given the arguments before.
func (w *walker) choices(i int, args Arguments) []Value {
	p, s := &w.tool.Parameters[i], w.slots[i]
	if s.pending {
		s.pending = false
		said := s.from >= stated
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
		n := w.unknowns
		if w.late[i] {
			n = 1
		}
		out := make([]Value, n)
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
	sum := total(choices)
	for _, v := range choices {
		w.all(i+1, w.with(args, i, v), append(values, v), weight*v.weight()/sum)
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

func total(values []Value) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v.weight()
	}
	return sum
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

// sample takes as many combinations as the quota from a Halton sequence (Halton
// 1960): points that fill the space of the parameters evenly, without chance.
func (w *walker) sample() {
	w.out, w.over = nil, false
	seen := map[string]int{}
	for n := 1; n <= w.quota; n++ {
		args, values := Arguments{}, make([]Value, 0, len(w.slots))
		var key strings.Builder
		free := 0
		for i := range w.slots {
			choices := w.choices(i, args)
			if len(choices) == 0 {
				break
			}
			at := 0
			if len(choices) > 1 {
				at = pick(choices, radicalInverse(n, primes[free%len(primes)]))
				free++
			}
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

// pick returns the value at a share of the weight, in [0,1).
func pick(values []Value, share float64) int {
	left := share * total(values)
	for i, v := range values {
		if left -= v.weight(); left < 0 {
			return i
		}
	}
	return len(values) - 1
}

// primes are the bases of the Halton sequence, one for each parameter that is not
// settled. Beyond them bases repeat; so many unsettled parameters are asked about
// one after the other anyway.
var primes = []int{2, 3, 5, 7, 11, 13, 17, 19, 23, 29}

// radicalInverse mirrors the digits of n in a base at the point.
func radicalInverse(n, base int) float64 {
	f, x := 1.0, 0.0
	for ; n > 0; n /= base {
		f /= float64(base)
		x += f * float64(n%base)
	}
	return math.Min(x, 1-1e-15)
}
