package tools

import (
	"slices"

	"shopclerk/agent/clarify"
)

// origin is where a parameter's value comes from.
type origin uint8

const (
	originNone     origin = iota // not settled
	originSingle                 // nothing else is possible
	originDefault                // its default, or left out
	originStated                 // by whoever proposed the call
	originAnswered               // in answer to a question
)

// slot is what is known of one parameter: the domain as far as it is possible.
type slot struct {
	from origin
	// values are still possible; one alone is settled. [openValues] stand for those that only a person can name, and
	// [leftOut] for an optional parameter that the call does without.
	values []Value
	// not are the values that were ruled out.
	not []any
	// doubt is what is wrong with what was said: the question about it cannot be
	// spared.
	doubt *Objection
	// pending says that the domain depends on a parameter that is not settled.
	pending bool
	// wanted says that a value was spoken of without being said: neither the default
	// nor leaving it out is meant.
	wanted bool
	// indifferent says that a person was asked and has no preference.
	indifferent bool
	// grounding says where the value comes from, in a task with texts that could state it.
	grounding *Grounding
	// inner are the places of its parts that stand nowhere, where others stand somewhere.
	inner []string
}

// settled reports whether there is nothing to ask.
func (s *slot) settled() bool {
	return s.doubt == nil && !s.pending && len(s.values) == 1
}

// listed are the values that can be named, none of what is left out.
func (s *slot) listed() []Value {
	if len(s.values) == 0 || s.values[0].Of == nil || isUnknown(s.values[0]) {
		return nil
	}
	return s.values
}

// isLeftOut reports whether the call does without the parameter.
func (s *slot) isLeftOut() bool { return len(s.values) == 1 && s.values[0].Of == nil }

// given reports whether somebody gave the parameter a value, be it an impossible one.
func (s *slot) given() bool { return s.from >= originStated && !s.isLeftOut() }

// isInvented reports whether the value is the proposer's alone.
func (s slot) isInvented() bool {
	return s.doubt == nil && len(s.values) > 0 && s.from == originStated && s.grounding != nil && s.grounding.Source == FromNone
}

// reading is one way to take a task: a tool, and for each of its parameters
// the values still possible. It stands for all calls that combine them.
type reading struct {
	tool     *Tool
	weight   float64
	slots    []slot
	unplaced []string // answers that could not be read
	failed   string   // why the call failed as a whole; empty if it did not
	// contradicted says that an answer is not what the reading holds. Where another
	// reading holds it, this one was not meant.
	contradicted bool
	// heard is what answers say that must have a form, each read once for all readings.
	heard map[string]any
	// instructed is how likely the words want the tool called, in a task with words.
	instructed float64
}

// certainty is that of a candidate by SAGE-Agent's definition 3.
func (r *reading) certainty() float64 {
	product := 1.0
	for i := range r.slots {
		if s := &r.slots[i]; !s.settled() {
			product *= clarify.Certainty(len(s.listed()))
		}
	}
	return product
}

// troubles counts what is wrong with a reading.
func (r *reading) troubles() (n int) {
	if r.failed != "" {
		n++
	}
	for i := range r.slots {
		if r.slots[i].doubt != nil {
			n++
		}
	}
	return n
}

// known are the values of the parameters before i that are settled.
func (r *reading) known(i int) []Value {
	out := make([]Value, i)
	for k := range out {
		if s := &r.slots[k]; s.settled() {
			out[k] = s.values[0]
		}
	}
	return out
}

// partial is the reading as a call with ⊥ for what is not settled.
func (r *reading) partial() *Call {
	return (&combination{reading: r, values: r.known(len(r.slots))}).call()
}

// lacking are the required parameters, and fields inside them, that have no value which is meant, as a person
// calls them.
func (r *reading) lacking() (out []string) {
	for i := range r.slots {
		if s := &r.slots[i]; s.doubt != nil && s.doubt.Because == Lacks {
			out = append(out, s.doubt.fields()...)
		} else if r.required(i) && (!s.settled() || s.isInvented()) {
			out = append(out, r.tool.Parameters[i].label())
		}
	}
	return out
}

// readings reads the task: every way to take it that is still possible, their
// weights summing to 1. none means that no tool fits. refuted is the share of the
// candidates that say so, and the notes tell of those that were left out.
func (k *Kit) readings(task *Task, grounds bool) (out []*reading, refuted float64, notes []string) {
	out, notes = k.proposed(task)
	if task.Sampled {
		out = pooled(out)
	}
	if grounds {
		newGrounder(task).weigh(out)
	}
	out = fold(out, task)
	normalise(out)
	for _, r := range out {
		if r.tool == noTool {
			refuted += r.weight
		} else if grounds && r.instructed < plainly {
			refuted += r.weight * (1 - r.instructed)
		}
	}
	out = slices.DeleteFunc(out, func(r *reading) bool { return r.tool == noTool })
	normalise(out)
	return out, refuted, notes
}

// plainly is the probability from which words are taken for an instruction.
const plainly = 0.55

// normalise makes weights sum to 1. Where so much is in doubt that none is left of them, all are alike.
func normalise[T interface{ share() *float64 }](all []T) {
	sum := 0.0
	for _, one := range all {
		sum += *one.share()
	}
	for _, one := range all {
		if w := one.share(); sum > 0 {
			*w /= sum
		} else {
			*w = 1 / float64(len(all))
		}
	}
}

func (r *reading) share() *float64 { return &r.weight }
