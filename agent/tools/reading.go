package tools

import (
	"slices"

	"shopclerk/agent/language"
)

// origin is where a parameter's value comes from.
type origin uint8

const (
	originNone     origin = iota // not settled
	originSingle                 // nothing else is possible
	originDefault                // its default, or left out
	originStated                 // in the instruction, or by whoever proposed the call
	originAnswered               // in answer to a question
	originFixed                  // after a failure
)

// slot is what is known of one parameter: the domain as far as it is possible.
type slot struct {
	from   origin
	values []Value // settled if one; several are still possible
	// open says that the values have no list: it is unknown, and only a person can
	// name it. values is then empty.
	open bool
	// absent says that an optional parameter is left out.
	absent bool
	// not are the values that were ruled out.
	not []any
	// doubt is what is wrong with what was said: the question about it can not be
	// spared.
	doubt *Objection
	// pending says that the domain depends on a parameter that is not settled.
	pending bool
	// wanted says that a value was spoken of without being said: neither the default
	// nor leaving it out is meant.
	wanted bool
	// indifferent says that a person was asked and has no preference.
	indifferent bool
	// literal says that the proposer means exactly this value, whatever it looks like.
	literal bool
	// grounding says where the value comes from, in a task with texts that could state it.
	grounding Grounding
}

// settled reports whether there is nothing to ask.
func (s *slot) settled() bool {
	return s.doubt == nil && !s.open && !s.pending && (s.absent || len(s.values) == 1)
}

// isInvented reports whether the value is the proposer's alone.
func (s slot) isInvented() bool { return s.from == originStated && s.grounding.Source == FromNone }

// reading is one way to read an instruction: a tool, and for each of its parameters
// the values still possible. It stands for all calls that combine them.
type reading struct {
	tool     *Tool
	weight   float64
	slots    []slot
	unplaced []string // answers that could not be read
	failed   string   // why the call failed as a whole; empty if it did not
	fixes    []Fix
	// contradicted says that an answer is not what the reading holds. Where another
	// reading holds it, this one was not meant.
	contradicted bool
	// instructed is how likely the words want the tool called, in a task with words.
	instructed float64
}

// troubles counts what is wrong with a reading.
func (r *reading) troubles() int {
	n := 0
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

// partial is the reading as a call with ⊥ for what is not settled.
func (r *reading) partial() *Call {
	args := r.before(len(r.slots))
	for i := range r.slots {
		if s := &r.slots[i]; s.settled() && !s.absent && s.values[0].Implied {
			delete(args, r.tool.Parameters[i].Name)
		}
	}
	return &Call{Tool: r.tool.Name, Arguments: args}
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
func (k *Kit) readings(task *Task, scene *Scene, grounds bool) (out []reading, refuted float64, notes []string) {
	out, notes = k.proposed(task)
	if task.Sampled {
		out = pooled(out)
	}
	if len(task.Candidates) == 0 {
		out = k.instructed(task, scene)
	}
	if grounds {
		g := newGrounder(task)
		for i := range out {
			g.ground(&out[i])
		}
	}
	out = k.fold(out, task, scene)
	normalise(out, (*reading).share)
	out = slices.DeleteFunc(out, func(r reading) bool {
		if r.tool == noTool {
			refuted += r.weight
		} else if grounds && r.instructed < plainly {
			refuted += r.weight * (1 - r.instructed)
		}
		return r.tool == noTool
	})
	normalise(out, (*reading).share)
	return out, refuted, notes
}

// plainly is the probability from which words are taken for an instruction.
const plainly = 0.75

// normalise makes weights sum to 1.
func normalise[T any](all []T, weight func(*T) *float64) {
	sum := 0.0
	for i := range all {
		sum += *weight(&all[i])
	}
	for i := range all {
		*weight(&all[i]) /= sum
	}
}

func (r *reading) share() *float64 { return &r.weight }

// instructed reads an instruction in words for the one of the shop's own tools that it is meant
// for, or fits best.
func (k *Kit) instructed(task *Task, scene *Scene) []reading {
	name := task.Tool
	if name == "" {
		name = k.Best(task.Words)
	}
	tool := k.Tool(name)
	if tool == nil {
		return nil
	}
	t := language.Take(task.Words)
	r := reading{tool: tool, weight: 1, slots: make([]slot, len(tool.Parameters))}
	reader := r.reader(t, scene, -1)
	r.take(reader.read(func(int) bool { return true }), originStated)
	r.resolve()
	// Once more for the parameters whose domain depends on others, now that those are known. What
	// was placed before, such as the number of the order, is no value that they do not have.
	depends := func(i int) bool { return i > 0 && tool.Parameters[i].Domain.Present != nil }
	again := r.reader(t, scene, -1)
	again.placed = slices.DeleteFunc(reader.claims, func(c claim) bool { return c.wrong || depends(c.parameter) })
	r.take(again.read(depends), originStated)
	return []reading{r}
}

// reader returns a reader of a text for this reading's tool, with the domains as
// what is settled so far leaves them.
func (r *reading) reader(t *language.Text, scene *Scene, answer int) *valueReader {
	out := &valueReader{Text: t, tool: r.tool, scene: scene, domains: r.domains(), answer: answer, waiting: make([]bool, len(r.slots))}
	known := true
	for i := range r.slots {
		out.waiting[i] = !known && r.tool.Parameters[i].Domain.Present != nil
		known = known && r.slots[i].settled()
	}
	return out
}

// domains returns the parameters' domains given what is settled, in the order of the
// declaration.
func (r *reading) domains() []Domain {
	out := make([]Domain, len(r.slots))
	for i := range r.slots {
		out[i] = r.domain(i)
	}
	return out
}

// take puts what a text says into the slots.
func (r *reading) take(claims []claim, from origin) {
	byParameter := map[int][]claim{}
	for _, c := range claims {
		byParameter[c.parameter] = append(byParameter[c.parameter], c)
	}
	for i := range r.slots {
		all := byParameter[i]
		if len(all) == 0 {
			continue
		}
		s := &r.slots[i]
		s.from, s.open, s.absent, s.doubt, s.values = from, false, false, nil, nil
		if r.tool.Parameters[i].Domain.At(Arguments{}).Kind == List {
			slices.SortStableFunc(all, func(a, b claim) int { return a.From - b.From })
			var items []any
			for _, c := range all {
				for _, of := range c.values {
					if !slices.ContainsFunc(items, func(o any) bool { return same(o, of) }) {
						items = append(items, of)
					}
				}
			}
			s.values = []Value{{Of: items}}
			continue
		}
		for _, of := range all[0].values {
			s.values = append(s.values, Value{Of: of})
		}
	}
}

// which keeps the readings of the tool that a person chose when asked, in words the one of
// them that the words fit best.
func (k *Kit) which(all []reading, a *Reply) []reading {
	name, _ := a.Value.(string)
	if name == "" && a.Words != "" {
		name = k.best(a.Words, func(t *Tool) bool { return slices.ContainsFunc(all, func(r reading) bool { return r.tool == t }) })
	}
	return slices.DeleteFunc(all, func(r reading) bool {
		return name != "" && r.tool.Name != name || slices.Contains(a.Not, any(r.tool.Name))
	})
}
