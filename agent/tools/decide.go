package tools

import (
	"fmt"
	"slices"
	"strings"

	"shopclerk/agent/language"
)

const (
	// mostProposed is how many candidate calls are taken from a proposer.
	mostProposed = 10_000
	// mostLogged is how many answers and failures one task can have: no person
	// answers so many questions about one call.
	mostLogged = 200
	// shownBelief is how many candidate calls a decision lists.
	shownBelief = 10
)

// Decide says what to do next in a task: carry a call out, ask, have it confirmed,
// or decline. It is a function of its arguments: asking has no effects, and the same
// task in the same scene gives the same decision.
//
// Nothing is carried out while a required parameter has no value that is possible
// now, or more than one that may be meant. What cannot be undone is carried out
// only when exactly this call was confirmed. A call that failed is never carried out
// again.
//
// Its errors are those of the caller: tasks beyond all bounds.
func (k *Kit) Decide(task Task, scene Scene, rule Rule) (Decision, error) {
	if len(task.Candidates) > mostProposed || len(task.Log) > mostLogged {
		return Decision{}, fmt.Errorf("deciding: %d candidates and %d answers: at most %d and %d are weighed; begin a new task",
			len(task.Candidates), len(task.Log), mostProposed, mostLogged)
	}
	if k.work(&task) > mostWork {
		return Decision{}, fmt.Errorf("deciding: the candidates, answers and values together are too many to be held against each other: " +
			"send fewer candidates, or begin a new task with what was answered")
	}
	for _, o := range task.Log {
		if a := o.Reply; a != nil && !a.Literal && is("stop", bare(a.Words)...) && !k.offered(a) {
			return Decision{Do: Decline, Clarity: Clear}, nil
		}
	}
	grounds := rule.Ground && len(task.Candidates) > 0 && (task.Words != "" || len(task.Context)+len(task.Results) > 0)
	readings, refuted, notes := k.readings(&task, &scene, grounds)
	c := chooser{kit: k, task: &task, rule: &rule, grounds: grounds, refuted: refuted}
	d := c.decide(readings)
	d.Notes = notes
	return d, nil
}

// offered reports whether the words of a reply are a listed value of what it is about.
func (k *Kit) offered(a *Reply) bool {
	return slices.ContainsFunc(k.tools, func(t Tool) bool {
		p := t.Parameter(a.Aspect)
		return p != nil && slices.ContainsFunc(p.Domain.At(nil).Values, func(v Value) bool { return slices.Equal(language.Forms(v.Text()), bare(a.Words)) })
	})
}

const (
	// mostWork bounds what [Kit.work] counts, each about 25 ns of one core.
	mostWork = 8_000_000
	// wordWork and partWork are what reading a byte of words takes, and checking a part of an
	// argument against a nested schema.
	wordWork, partWork = 72, 1280
)

// work counts the comparisons that deciding about a task takes at most, before any is made. What
// domains hold that depend on other arguments ([Domain.Present]) is not counted.
func (k *Kit) work(task *Task) (total int) {
	events, each, words := 1+len(task.Log), map[string]int{}, len(task.Words)
	for _, o := range task.Log {
		if o.Reply != nil {
			words += len(o.Reply.Words) + len(o.Reply.Not)*events
		}
	}
	for i := range task.Candidates {
		c := &task.Candidates[i]
		t := k.Tool(c.Tool)
		if t == nil {
			continue
		}
		all, longest := t.listed()
		if each[t.Name] == 0 {
			n := len(t.Parameters)
			each[t.Name] = n*n + events*(1+n+all)
			if task.Sampled {
				each[t.Name] += 32 * len(task.Candidates) * n
			}
			if len(task.Log) > 0 {
				total += (words - len(task.Words)) * (wordWork + longest/4)
			}
		}
		total += each[t.Name]
		for name, of := range c.Arguments {
			one := 1 + longest
			if p := t.Parameter(name); p != nil && p.Domain.Kind == Opaque {
				one += partWork
			}
			total += events * Parts(of) * one
		}
		if total > mostWork {
			return total
		}
	}
	if len(each) == 0 { // the words are read for the tool that they fit best
		for i := range k.tools {
			all, _ := k.tools[i].listed()
			total = max(total, (wordWork+all/2)*words*(1+len(k.tools[i].Parameters)))
		}
	}
	return total
}

// listed counts the values of all the tool's parameters, and of the one that has most.
func (t *Tool) listed() (all, longest int) {
	for i := range t.Parameters {
		n := len(t.Parameters[i].Domain.item().Values)
		all, longest = all+n, max(longest, n)
	}
	return all, longest
}

// Parts counts a value and all that is inside it.
func Parts(of any) int {
	n := 1
	switch of := of.(type) {
	case []any:
		for _, one := range of {
			n += Parts(one)
		}
	case map[string]any:
		for _, one := range of {
			n += Parts(one)
		}
	}
	return n
}

// mostRefuted is the share of the candidates that must say that no tool is meant for it
// to be so.
const mostRefuted = 0.5

func (c *chooser) decide(readings []reading) Decision {
	switch known := func(p Proposal) bool { return c.kit.Tool(p.Tool) != nil }; {
	case len(readings) == 0 && slices.ContainsFunc(c.task.Candidates, known):
		return Decision{Do: Decline, Clarity: Wrong} // what is meant can be done, and is not said so that it could be
	case len(readings) > 0 && c.refuted > mostRefuted && c.grounds && readings[0].instructed < plainly:
		return Decision{Do: Decline, Clarity: Clear} // the words negate, ask, report or suppose it
	case len(readings) == 0 || c.refuted > mostRefuted:
		return Decision{Do: Decline, Clarity: Beyond, Offers: c.kit.offers()}
	}
	c.head = &readings[0]
	if d, ok := c.trouble(); ok {
		return d
	}
	readings = weed(readings)
	c.head = &readings[0]
	b, objection := newBelief(readings)
	c.belief = b
	if len(b.calls) == 0 || objection != nil && b.calls[0].reading != 0 {
		return c.impossible(objection)
	}
	return c.choose()
}

// offers lists what can be done.
func (k *Kit) offers() []Offer {
	var out []Offer
	for i := range k.tools {
		out = append(out, Offer{k.tools[i].Name, k.tools[i].title()})
	}
	return out
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

// chooser makes one decision.
type chooser struct {
	kit    *Kit
	task   *Task
	rule   *Rule
	head   *reading // the likeliest
	belief *belief
	// grounds says that the arguments were looked up in the texts of the task.
	grounds bool
	// refuted is the share of the candidates that say that no tool is meant.
	refuted float64
}

// trouble decides when something that was said is impossible: the question about it
// can not be spared, and is about nothing else.
func (c *chooser) trouble() (Decision, bool) {
	r := c.head
	d := Decision{Clarity: Wrong, Call: r.partial(), Certainty: r.weight, Unplaced: r.unplaced, Fixed: r.fixes, Candidates: 1}
	if r.failed != "" {
		d.Do, d.Offers = Decline, nil
		d.Objections = []Objection{{Reason: r.failed}}
		return d, true
	}
	stuck := false
	for i := range r.slots {
		s, p := &r.slots[i], &r.tool.Parameters[i]
		if s.doubt == nil {
			continue
		}
		d.Objections = append(d.Objections, s.doubt.told(p))
		switch {
		case len(s.values) == 0 && !s.open || c.task.asked(p.Name) > mostAsked:
			stuck = true
		case d.Questions == nil && s.doubt.Because == Lacks: // by the names of the fields
			for _, path := range s.doubt.Lacking {
				name := path[strings.LastIndex(path, ".")+1:]
				d.Questions = append(d.Questions, Question{Aspect: p.Name + "." + path, Tool: r.tool.Name, Label: (&Parameter{Name: name}).label(), Kind: Text, Open: true})
			}
			if c.task.asked(d.Questions[0].Aspect) > mostAsked {
				stuck = true
			}
		case d.Questions == nil: // one at a time, as the papers ask
			d.Questions = append(d.Questions, c.slotQuestion(r, i))
		}
	}
	if d.Objections == nil {
		return Decision{}, false
	}
	d.Do, d.Lacking = Ask, r.lacking()
	if stuck || c.rule.Name == None {
		d.Do, d.Questions = Decline, nil
	}
	return d, true
}

// impossible decides when every call that the words allow is impossible now, of which the
// first was objected to so; nothing is known of it where there is no call at all.
func (c *chooser) impossible(o *Objection) Decision {
	r := c.head
	if o == nil {
		return Decision{Do: Decline, Clarity: Wrong, Call: r.partial(), Unplaced: r.unplaced}
	}
	if i := r.tool.at(o.Parameter); i < 0 {
		r.failed = o.Reason
	} else {
		if r.slots[i].pending && o.Because == Unlisted { // what is possible is so with any call
			if u := r.domains()[i].objection(o.Parameter, o.Value); u != nil {
				o = u
			}
		}
		r.slots[i].object(*o)
	}
	d, _ := c.trouble()
	return d
}

// partial is the reading as a call with ⊥ for what is not settled.
func (r *reading) partial() *Call {
	out := &Call{Tool: r.tool.Name, Arguments: Arguments{}}
	for i := range r.slots {
		if s := &r.slots[i]; s.settled() && !s.absent && !s.values[0].Implied {
			out.Arguments[r.tool.Parameters[i].Name] = s.values[0].Of
		}
	}
	return out
}

// choose asks what the policy asks, and acts when it asks nothing.
func (c *chooser) choose() Decision {
	b := c.belief
	top := &b.calls[0]
	r := &b.readings[top.reading]
	d := Decision{Certainty: top.weight * (1 - c.refuted), Unplaced: r.unplaced, Fixed: r.fixes, Candidates: len(b.calls)}
	for i := range b.calls[:min(shownBelief, len(b.calls))] {
		t := b.readings[b.calls[i].reading].tool
		d.Belief = append(d.Belief, Proposal{Call: b.calls[i].call(t), Weight: b.calls[i].weight})
	}
	aspects := b.aspects()
	lead := b.lead()
	if c.grounds {
		d.Arguments = lead.groundings()
		for _, g := range d.Arguments {
			d.Certainty *= g.Certainty
		}
	}
	if c.rule.Name == All {
		d.Questions = c.everything(lead)
	} else {
		d.Questions = c.form(lead, c.invented(lead, c.questions(aspects)))
	}
	if len(d.Questions) > 0 {
		d.Do, d.Call, d.Clarity, d.Lacking = Ask, lead.partial(), c.clarity(d.Questions[0].Aspect), lead.lacking()
		return d
	}
	if d.Lacking = lead.lacking(); slices.ContainsFunc(lead.slots, slot.isInvented) && !c.rule.Guess {
		d.Do, d.Call, d.Clarity = Decline, lead.partial(), Missing
		return d
	}
	call := top.call(r.tool)
	d.Call = &call
	share := top.weight * (1 - c.refuted)
	// all that is in doubt is whether any tool is meant
	idle := c.refuted > 0 && share < c.rule.Act && top.weight >= c.rule.Act && !c.rule.Guess
	if !top.complete() || share < c.rule.Act && !c.rule.Guess && !idle {
		d.Do, d.Call, d.Clarity, d.Lacking = Decline, r.partial(), Missing, r.lacking()
		if len(aspects) > 0 {
			d.Clarity = c.clarity(aspects[0].name)
		}
		return d
	}
	return c.act(d, r.tool, call, idle)
}

// lacking are the required parameters, and fields inside them, that have no value which is meant, as a person
// calls them.
func (r *reading) lacking() []string {
	var out []string
	for i := range r.slots {
		switch s := &r.slots[i]; {
		case s.doubt != nil && s.doubt.Because == Lacks:
			out = append(out, s.doubt.fields()...)
		case r.required(i) && (!s.settled() || s.isInvented()):
			out = append(out, r.tool.Parameters[i].label())
		}
	}
	return out
}

// clarity says what is unclear about an aspect: whether it was said in several
// ways, or not at all.
func (c *chooser) clarity(name string) Clarity {
	stated := 0
	for _, r := range c.belief.readings {
		if i := r.tool.at(name); i >= 0 && r.slots[i].from >= originSingle && !r.slots[i].absent {
			stated += len(r.slots[i].values)
		}
	}
	if name == WhichTool || stated > 1 {
		return Ambiguous
	}
	return Missing
}

// act carries a call out, once it may be; a doubtful one once it was confirmed.
func (c *chooser) act(d Decision, t *Tool, call Call, doubtful bool) Decision {
	fingerprint := call.Fingerprint()
	d.Clarity = Clear
	for _, o := range c.task.Log {
		if f := o.Failure; f != nil && f.Call.Fingerprint() == fingerprint {
			d.Do, d.Clarity = Decline, Wrong
			o := Objection{Parameter: f.Parameter, Value: call.Arguments[f.Parameter], Reason: f.Reason, Because: Failed}
			d.Objections = []Objection{o.told(t.Parameter(f.Parameter))}
			return d
		}
	}
	switch {
	case c.task.Refused == fingerprint:
		d.Do = Decline
	case t.Effect == Irreversible && c.task.Confirmed != fingerprint:
		d.Do = Confirm
	case doubtful && c.task.Confirmed != fingerprint:
		d.Do, d.Clarity = Confirm, Ambiguous
	default:
		d.Do, d.Key = Execute, call.Key(c.task.ID)
	}
	return d
}
