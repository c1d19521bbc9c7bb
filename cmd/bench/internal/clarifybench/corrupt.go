package clarifybench

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"

	"shopclerk/agent/tools"
)

// rules are the ways to make an impossible value, sorted.
var rules = []string{"as", "before", "excess", "from", "negative", "same", "unknown", "with", "zero"}

// wrong makes an impossible value of a parameter out of the one that is meant, by the rule of
// a corruption; nil when it can not.
func (s *State) wrong(t *Tool, p *Parameter, c *Corruption, a tools.Arguments, rng *rand.Rand) any {
	one := func(of []string) string { return of[rng.IntN(len(of))] }
	switch text := a.Text(p.Name); c.Rule {
	case "negative": // the number with its sign turned
		if f, ok := a.Number(p.Name); ok && f > 0 {
			return -f
		}
	case "zero": // where counting begins at one
		return 0.0
	case "excess": // above what is possible now
		high := s.high(p)
		for _, check := range t.Checks {
			if check.Parameter == p.Name && check.Within != "" {
				high = max(p.Low, min(high, s.numbers[check.Within]))
			}
		}
		return high + float64(1+rng.IntN(9))*max(1, float64(int(high/10)))
	case "unknown": // a name of the same form that does not exist
		of := []byte(text)
		for i, letter := range of {
			switch {
			case letter >= '0' && letter <= '9':
				of[i] = byte('0' + rng.IntN(10))
			case letter == '.':
				return string(of[:i]) + "_v" + strconv.Itoa(2+rng.IntN(8)) + text[i:]
			}
		}
		return string(of)
	case "as": // one of the table's
		return one(c.Values)
	case "with": // the value with one of the table's inside
		half := len(text) / 2
		return text[:half] + one(c.Values) + text[half:]
	case "before": // the value with one of the table's before it
		return one(c.Values) + text
	case "same": // the value that another parameter may not share
		for _, check := range t.Checks {
			if check.Parameter == p.Name && check.Unlike != "" {
				return a[check.Unlike]
			}
		}
	case "from": // a thing that exists, but not as the call needs it
		of := slices.DeleteFunc(slices.Clone(s.set(c.Set)), func(of string) bool { return slices.Contains(s.set(c.But), of) })
		if len(of) > 0 {
			return one(of)
		}
	}
	return nil
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
			wrong := s.wrong(t, p, c, said, rng)
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
