package clarify

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"shopclerk/search"
)

// Version numbers the ways in which this room has chosen questions. It rises with
// every change after which a policy of the same name and settings can ask something
// else, so that what was recorded before and after is not taken for the same.
const Version = 3

// Situation is all that a policy sees: weights over candidates, what could be
// asked, and what has been. It knows neither products nor calls.
type Situation struct {
	Weights []float64 // belief, one a candidate, sum 1
	// Left tells of every candidate whether it has all that was asked for: options are
	// made for these, and nothing is asked where they are no more than a [Handful]. nil:
	// options are made for all that have weight, however few.
	Left    []bool
	Fields  []*Field // the aspects that may be asked about, in a fixed order
	Asked   []Asked  // earlier questions, oldest first
	Batch   int      // how many questions to ask at once
	Options int      // most options a question, 2..MaxOptions
	Page    int      // k: how many candidates the first page shows
	// Chosen are questions of this batch that stand already, about aspects that are
	// not among the fields: what the policy chooses comes on top of them. Joint
	// reckons with what they tell, the others choose each question for itself.
	Chosen []Question
	Rand   *rand.Rand
	// Settled is the importance, summed up, of what is known already and therefore no field.
	Settled float64

	known *shared // of these weights; see Prepare
}

// shared is what a situation's weights say, whoever asks: choosing a batch in parts and
// explaining it ask the same again.
type shared struct {
	weights []float64
	start   *Partition
	views   map[*Field][]view
}

// view is one form of a question about a field, and what it makes of the candidates.
type view struct {
	options []Option
	split   *Split
	alone   Worth // if nothing else were asked
}

// Prepare finds out what copies of the situation then share. It is done by whatever needs
// it; a copy made before does it for itself. The weights and the fields are not to be
// written afterwards.
func (s *Situation) Prepare() {
	k := s.known
	if k == nil || len(k.weights) != len(s.Weights) || len(s.Weights) > 0 && &k.weights[0] != &s.Weights[0] || k.start.k != s.Page {
		s.known = &shared{weights: s.Weights, start: NewPartition(s.Weights, s.Page), views: map[*Field][]view{}}
	}
}

// Partition returns the partition before any question: everybody in one cell.
func (s *Situation) Partition() *Partition {
	s.Prepare()
	return s.known.start.Clone()
}

// view looks at fields that were not looked at before, on all processors: what is found
// about one does not depend on another, and with a hundred thousand candidates this is most
// of a turn.
func (s *Situation) view(fields ...*Field) {
	s.Prepare()
	fields = slices.DeleteFunc(slices.Clone(fields), func(f *Field) bool { _, ok := s.known.views[f]; return ok })
	found := make([][]view, len(fields))
	_ = search.Parallel(len(fields), func(i int) error {
		w, ok := s.again(fields[i])
		if !ok {
			return nil
		}
		start := *s.known.start // whose scratch is for one at a time
		start.scratch = nil
		for _, options := range fields[i].offer(&offering{s.Weights, s.Left, w, s.Options}) {
			v := view{options: options, split: start.Split(fields[i], options)}
			v.alone = start.Worth(v.split)
			found[i] = append(found[i], v)
		}
		return nil
	})
	for i, f := range fields {
		s.known.views[f] = found[i]
	}
}

// views returns the questions that can be put about a field.
func (s *Situation) views(f *Field) []view {
	s.view(f)
	return s.known.views[f]
}

// Forms returns the options that a question about a field can have now, in every form worth
// considering; none when it may not be asked again.
func (s *Situation) Forms(f *Field) [][]Option {
	var out [][]Option
	for _, v := range s.views(f) {
		out = append(out, v.options)
	}
	return out
}

// Asked is a question of an earlier turn, however it was answered.
type Asked struct {
	Key     string
	Options []Option // nil when the field's codes have changed since
	Ticked  Pattern  // of the options, with OtherBit for "something else"; 0: no preference, or skipped
	Skipped bool
}

// Question is an aspect and the options to show.
type Question struct {
	Field   *Field
	Options []Option
	Worth   Worth // of this question on top of those chosen before it
}

// Policy chooses the next questions, best first; none means: do not ask.
type Policy interface {
	Next(*Situation) []Question
}

// PolicyFunc is a function that is a Policy.
type PolicyFunc func(*Situation) []Question

// Next calls f.
func (f PolicyFunc) Next(s *Situation) []Question { return f(s) }

// Setting is a number of a policy that can be set. Value points at it.
type Setting struct {
	Name  string
	Value *float64
}

func plain(next func(*Situation) []Question) func() (Policy, []Setting) {
	return func() (Policy, []Setting) { return PolicyFunc(next), nil }
}

var policies = map[string]func() (Policy, []Setting){
	"joint": func() (Policy, []Setting) {
		p := DefaultJoint()
		return &p, []Setting{
			{"cost", &p.Cost},
			{"redundancy", &p.Redundancy},
			{"answer-floor", &p.AnswerFloor},
			{"sure", &p.Sure},
		}
	},
	"sage": func() (Policy, []Setting) {
		p := DefaultSage()
		return &p, []Setting{
			{"lambda", &p.Lambda},
			{"alpha", &p.Alpha},
			{"tau", &p.Tau},
			{"budget", &p.Budget},
			{"k", &p.K},
		}
	},
	"argus": func() (Policy, []Setting) {
		p := DefaultArgus()
		return &p, []Setting{
			{"c", &p.C},
			{"tau0", &p.Tau0},
			{"alpha", &p.Alpha},
			{"budget", &p.Budget},
			{"feasible", &p.Feasible},
		}
	},
	"entropy":   plain(entropy),
	"frequency": plain(frequency),
	"random":    plain(random),
	"none":      plain(func(*Situation) []Question { return nil }),
}

// Policies lists the names that Configure knows, sorted.
func Policies() []string { return slices.Sorted(maps.Keys(policies)) }

// Settings lists what can be set of a policy, with its defaults; none for a name
// without any.
func Settings(name string) (out []Setting) {
	if made, ok := policies[name]; ok {
		_, out = made()
	}
	return out
}

// Configure returns the policy of a name with some of its documented settings
// changed. Names that do not exist are errors that list those that do, numbers that are
// negative or none are errors too.
func Configure(name string, settings map[string]float64) (Policy, error) {
	made, ok := policies[name]
	if !ok {
		return nil, fmt.Errorf("unknown policy %q: choose one of %s", name, strings.Join(Policies(), ", "))
	}
	p, known := made()
	var names []string
	for _, s := range known {
		names = append(names, s.Name)
	}
	for _, key := range slices.Sorted(maps.Keys(settings)) {
		i, v := slices.Index(names, key), settings[key]
		switch {
		case names == nil:
			return nil, fmt.Errorf("policy %s has no settings, and no %q", name, key)
		case i < 0:
			return nil, fmt.Errorf("policy %s has no setting %q: choose one of %s", name, key, strings.Join(names, ", "))
		case math.IsNaN(v) || v < 0 || math.IsInf(v, 0):
			return nil, fmt.Errorf("policy %s: %s must be a number from 0 up, not %v", name, key, v)
		}
		*known[i].Value = v
	}
	return p, nil
}

// within returns how many questions may be asked now if at most budget are asked
// in all; 0 is no limit.
func (s *Situation) within(budget float64) int {
	if budget == 0 {
		return s.Batch
	}
	return max(0, min(s.Batch, int(budget)-len(s.Asked)-len(s.Chosen)))
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

// candidate is a question under consideration.
type candidate struct {
	field   *Field
	options []Option
	split   *Split
	alone   Worth   // if nothing else were asked
	scale   float64 // what the worth is multiplied with: answerability, redundancy
	gain    Worth   // on top of the questions chosen so far, as last computed
}

// candidates makes the questions that can be asked: one a field and form of its
// options.
func (s *Situation) candidates() []candidate {
	if s.few() {
		return nil
	}
	s.view(s.Fields...)
	var out []candidate
	for _, f := range s.Fields {
		for _, v := range s.views(f) {
			if v.split.divides() {
				out = append(out, candidate{field: f, options: v.options, split: v.split, alone: v.alone, scale: 1})
			}
		}
	}
	return out
}

// Handful is how many candidates are looked at sooner than a question is answered.
const Handful = 3

// few reports whether no more than a handful is left.
func (s *Situation) few() bool {
	n := 0
	for _, left := range s.Left {
		if left {
			n++
		}
	}
	return s.Left != nil && n <= Handful
}

// without leaves out the questions about a field: the forms of one aspect exclude
// each other.
func without(open []candidate, f *Field) []candidate {
	return slices.DeleteFunc(open, func(c candidate) bool { return c.field == f })
}
