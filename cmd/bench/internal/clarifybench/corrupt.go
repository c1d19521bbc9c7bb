package clarifybench

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"

	"shopclerk/agent/tools"
)

// rules make an impossible value of a parameter out of the one that is meant; nil
// when they can not.
var rules = map[string]func(*State, *Tool, *Parameter, *Corruption, tools.Arguments, *rand.Rand) any{
	// negative: the number with its sign turned
	"negative": func(_ *State, _ *Tool, p *Parameter, _ *Corruption, a tools.Arguments, _ *rand.Rand) any {
		if f, ok := a.Number(p.Name); ok && f > 0 {
			return -f
		}
		return nil
	},
	// zero: nought, where counting begins at one
	"zero": func(*State, *Tool, *Parameter, *Corruption, tools.Arguments, *rand.Rand) any { return 0.0 },
	// excess: above what is possible now
	"excess": func(s *State, t *Tool, p *Parameter, _ *Corruption, _ tools.Arguments, rng *rand.Rand) any {
		high := s.high(p)
		for _, c := range t.Checks {
			if c.Parameter == p.Name && c.Within != "" {
				high = max(p.Low, min(high, s.numbers[c.Within]))
			}
		}
		return high + float64(1+rng.IntN(9))*max(1, float64(int(high/10)))
	},
	// unknown: a name of the same form that does not exist
	"unknown": func(s *State, _ *Tool, p *Parameter, _ *Corruption, a tools.Arguments, rng *rand.Rand) any {
		of := []byte(a.Text(p.Name))
		for i, c := range of {
			switch {
			case c >= '0' && c <= '9':
				of[i] = byte('0' + rng.IntN(10))
			case c == '.':
				of = slices.Insert(of, i, []byte("_v"+strconv.Itoa(2+rng.IntN(8)))...)
				return string(of)
			}
		}
		return string(of)
	},
	// as: one of the table's
	"as": func(_ *State, _ *Tool, _ *Parameter, c *Corruption, _ tools.Arguments, rng *rand.Rand) any {
		return c.Values[rng.IntN(len(c.Values))]
	},
	// with: the value with one of the table's inside
	"with": func(_ *State, _ *Tool, p *Parameter, c *Corruption, a tools.Arguments, rng *rand.Rand) any {
		of := a.Text(p.Name)
		half := len(of) / 2
		return of[:half] + c.Values[rng.IntN(len(c.Values))] + of[half:]
	},
	// before: the value with one of the table's before it
	"before": func(_ *State, _ *Tool, p *Parameter, c *Corruption, a tools.Arguments, rng *rand.Rand) any {
		return c.Values[rng.IntN(len(c.Values))] + a.Text(p.Name)
	},
	// same: the value that another parameter may not share
	"same": func(_ *State, t *Tool, p *Parameter, _ *Corruption, a tools.Arguments, _ *rand.Rand) any {
		for _, c := range t.Checks {
			if c.Parameter == p.Name && c.Unlike != "" {
				return a[c.Unlike]
			}
		}
		return nil
	},
	// from: a thing that exists, but not as the call needs it
	"from": func(s *State, _ *Tool, _ *Parameter, c *Corruption, _ tools.Arguments, rng *rand.Rand) any {
		of := slices.DeleteFunc(slices.Clone(s.set(c.Set)), func(of string) bool { return slices.Contains(s.set(c.But), of) })
		if len(of) == 0 {
			return nil
		}
		return of[rng.IntN(len(of))]
	},
}

// corrupt replaces one argument of what is said by one that is impossible now. It
// reports whether one of the domain's rules could.
func (s *State) corrupt(t *Tool, r *Request, said tools.Arguments, rng *rand.Rand) bool {
	for _, i := range rng.Perm(len(s.domain.Corruptions)) {
		c := &s.domain.Corruptions[i]
		if len(c.Tools) > 0 && !slices.Contains(c.Tools, t.Name) {
			continue
		}
		for _, k := range rng.Perm(len(c.Parameters)) {
			p := t.parameter(c.Parameters[k])
			if p == nil || said[p.Name] == nil {
				continue
			}
			wrong := rules[c.Rule](s, t, p, c, said, rng)
			if wrong == nil || !s.offends(t, p, said, wrong) {
				continue
			}
			said[p.Name] = wrong
			r.Hidden, r.Corruption, r.Wrong = []string{p.Name}, c.Name, wrong
			return true
		}
	}
	return false
}

// offends reports whether a value is impossible now, and it alone.
func (s *State) offends(t *Tool, p *Parameter, said tools.Arguments, of any) bool {
	if _, err := s.values(p, said).Accept(of); err != nil {
		return true
	}
	with := maps.Clone(said)
	with[p.Name] = of
	objections := s.objections(t, with)
	return len(objections) > 0 && objections[0].Parameter == p.Name
}
