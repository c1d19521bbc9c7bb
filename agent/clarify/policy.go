package clarify

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
)

// Situation is all that a policy sees: weights over candidates, what could be
// asked, and what has been. It knows neither products nor calls.
type Situation struct {
	Weights []float64 // belief, one a candidate, sum 1
	Fields  []*Field  // the aspects that may be asked about, in a fixed order
	Asked   []Asked   // earlier questions, oldest first
	Batch   int       // how many questions to ask at once
	Options int       // most options a question, 2..MaxOptions
	Page    int       // k: how many candidates the first page shows
	Rand    *rand.Rand
}

// Asked is a question of an earlier turn, however it was answered.
type Asked struct {
	Key     string
	Options []Option // nil when the field's codes have changed since
	Skipped bool
}

// Question is an aspect and the options to show.
type Question struct {
	Field   *Field
	Options []Option
	// Masses is the belief mass of each option; multi-valued candidates count in
	// every option they would tick, so the sum may exceed 1.
	Masses      []float64
	Other       float64 // mass of candidates with values none of which is shown
	Unspecified float64 // mass of candidates without a value
	Worth       Worth   // of this question on top of those chosen before it
}

// Policy chooses the next questions, best first; none means: do not ask.
type Policy interface {
	Next(*Situation) []Question
}

// PolicyFunc is a function that is a Policy.
type PolicyFunc func(*Situation) []Question

// Next calls f.
func (f PolicyFunc) Next(s *Situation) []Question { return f(s) }

var policies = map[string]func() Policy{
	"joint":     func() Policy { return DefaultJoint() },
	"entropy":   func() Policy { return PolicyFunc(entropy) },
	"frequency": func() Policy { return PolicyFunc(frequency) },
	"random":    func() Policy { return PolicyFunc(random) },
	"none":      func() Policy { return PolicyFunc(func(*Situation) []Question { return nil }) },
}

// Policies lists the names that ByName knows, sorted.
func Policies() []string {
	names := make([]string, 0, len(policies))
	for n := range policies {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

// ByName returns the policy of a name, with its documented default parameters.
func ByName(name string) (Policy, error) {
	p, ok := policies[name]
	if !ok {
		return nil, fmt.Errorf("unknown policy %q: choose one of %s", name, strings.Join(Policies(), ", "))
	}
	return p(), nil
}

// times counts how often an aspect has been asked about: n_a of SAGE's
// redundancy cost.
func (s *Situation) times(key string) (asked, skipped int) {
	for _, a := range s.Asked {
		if a.Key == key {
			asked++
			if a.Skipped {
				skipped++
			}
		}
	}
	return asked, skipped
}

// same reports whether the very question has been answered before, its options in
// whatever order: the belief has changed which is the likeliest.
func (s *Situation) same(f *Field, options []Option) bool {
	for _, a := range s.Asked {
		if a.Key == f.Key && !a.Skipped && sameOptions(a.Options, options) {
			return true
		}
	}
	return false
}

func sameOptions(a, b []Option) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(o Option) bool {
		return !slices.ContainsFunc(b, func(p Option) bool { return equalOption(o, p) })
	})
}

func equalOption(a, b Option) bool {
	return a.Low == b.Low && a.High == b.High && slices.Equal(a.Codes, b.Codes)
}

// candidate is a question under consideration.
type candidate struct {
	field   *Field
	options []Option
	split   *Split
	scale   float64 // what the worth is multiplied with: answerability, redundancy
}

// candidates makes the questions that can be asked: one a field and form of its
// options.
func (s *Situation) candidates(p *Partition) []candidate {
	var out []candidate
	patterns := make([]Pattern, len(s.Weights))
	for _, f := range s.Fields {
		for _, options := range Options(f, s.Weights, s.Options) {
			if s.same(f, options) {
				continue
			}
			f.patterns(options, patterns)
			out = append(out, candidate{field: f, options: options, split: p.Split(patterns), scale: 1})
		}
	}
	return out
}

// question reports a candidate with what each answer would leave.
func (c *candidate) question(p *Partition, w Worth) Question {
	q := Question{Field: c.field, Options: c.options, Masses: make([]float64, len(c.options)), Worth: w}
	masses := p.Masses(c.split)
	for _, pattern := range c.split.patterns { // in a fixed order: sums of floats depend on it
		m := masses[pattern]
		switch pattern {
		case 0:
			q.Unspecified += m
		case OtherBit:
			q.Other += m
		default:
			for o := range c.options {
				if pattern.Has(o) {
					q.Masses[o] += m
				}
			}
		}
	}
	return q
}
