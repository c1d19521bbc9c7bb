package tools

import (
	"fmt"
	"slices"

	"shopclerk/agent/language"
)

const (
	// mostWork bounds what [Kit.work] counts, each about 25 ns of one core.
	mostWork = 8_000_000
	// wordWork, partWork, nameWork and cueWork are what it takes to read a byte of an answer, to check a part of an argument
	// against a nested schema, to look for a listed value in an answer, and to read a byte of the words for a tool.
	wordWork, partWork, nameWork, cueWork = 72, 1280, 80, 9
	// mostRefuted is the share of the candidates that must say that no tool is meant for it
	// to be so.
	mostRefuted = 0.5
)

// Decide says what to do next in a task: carry a call out, ask, have it confirmed,
// or decline.
//
// Its errors are those of the caller: tasks beyond all bounds.
func (k *Kit) Decide(task Task, rule Rule) (Decision, error) {
	if k.work(&task) > mostWork {
		return Decision{}, fmt.Errorf("deciding: %d candidates and %d answers and what is in them are too much to be held against each other: "+
			"send fewer candidates, or begin a new task with what was answered", len(task.Candidates), len(task.Log))
	}
	c := chooser{kit: k, task: &task, rule: &rule, grounds: rule.Ground && len(task.Candidates) > 0 && (task.Words != "" || len(task.Context)+len(task.Results) > 0)}
	for _, o := range task.Log {
		if a := o.Reply; a != nil && !a.Literal && tells("stop", a.Words) && !slices.ContainsFunc(k.tools, func(t Tool) bool {
			p := t.Parameter(a.Aspect)
			return p != nil && p.Domain.At(nil).names(bare(a.Words))
		}) {
			return Decision{Do: Decline, Clarity: Clear}, nil
		}
	}
	readings, refuted, notes := k.readings(&task, c.grounds)
	c.refuted = refuted
	d := c.decide(readings)
	d.Notes = notes
	return d, nil
}

// work counts the comparisons that deciding about a task takes at most, before any is made. What
// domains hold that depend on other arguments ([Domain.Present]) is not counted.
func (k *Kit) work(task *Task) (total int) {
	words, nots := 0, 0
	for _, o := range task.Log {
		if o.Reply != nil {
			words, nots = words+len(o.Reply.Words), nots+len(o.Reply.Not)
		}
	}
	called := map[*Tool]int{} // candidates
	for _, c := range task.Candidates {
		t := k.Tool(c.Tool)
		if t == nil || total > mostWork {
			continue
		}
		if called[t]++; called[t] == 1 {
			total += min(len(task.Words), language.LongestRead) * cueWork
		}
		if task.Sampled && called[t] <= mostSampled { // calls are made of what is said of each parameter
			total += mostPooled / 2 * len(t.Parameters) * len(t.Parameters)
		}
		each := 1 + nots // at every observation
		for i := range t.Parameters {
			p := &t.Parameters[i]
			values, of := len(p.Domain.item().Values), c.Arguments[p.Name]
			if each += 4 + values; p.Domain.Kind == Opaque {
				values = partWork
			}
			if of != nil {
				each += Parts(of) * values
			}
		}
		for _, o := range task.Log {
			if o.Reply != nil && o.Reply.Words != "" {
				if p := t.Parameter(o.Reply.Aspect); p != nil {
					each += len(p.Domain.item().Values) * nameWork / (1 + len(task.Log))
				}
			}
		}
		total += (1+len(task.Log))*each + words*wordWork
	}
	return total
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

// chooser makes one decision.
type chooser struct {
	kit    *Kit
	task   *Task
	rule   *Rule
	belief *belief
	// grounds says that the arguments were looked up in the texts of the task.
	grounds bool
	// refuted is the share of the candidates that say that no tool is meant.
	refuted float64
}

func (c *chooser) decide(readings []*reading) Decision {
	known := func(p Proposal) bool { return c.kit.Tool(p.Tool) != nil }
	switch {
	case len(readings) == 0 && slices.ContainsFunc(c.task.Candidates, known):
		return Decision{Do: Decline, Clarity: Wrong} // what is meant can be done, and is not said so that it could be
	case len(readings) > 0 && c.refuted > mostRefuted && c.grounds && readings[0].instructed < plainly:
		return Decision{Do: Decline, Clarity: Clear} // the words negate, ask, report or suppose it
	case len(readings) == 0 || c.refuted > mostRefuted:
		d := Decision{Do: Decline, Clarity: Beyond}
		for i := range c.kit.tools {
			d.Offers = append(d.Offers, c.kit.tools[i].value())
		}
		return d
	}
	lead := readings[0]
	if lead.troubles() == 0 {
		readings = weed(readings)
		if c.rule.Certain {
			for _, r := range readings {
				r.weight *= r.certainty()
			}
			normalise(readings)
			rank(readings)
			lead = readings[0]
		}
		var objection *Objection
		if c.belief, objection = newBelief(readings); len(c.belief.calls) > 0 && (objection == nil || c.belief.calls[0].reading == lead) {
			return c.choose()
		}
		if i := lead.tool.at(objection.Parameter); i >= 0 && lead.slots[i].pending && objection.Because == Unlisted {
			if _, o := lead.domain(i).Accept(objection.Value); o != nil { // what is possible is so with any call
				objection.Possible = o.Possible
			}
		}
		lead.object(*objection)
	}
	return c.trouble(lead)
}

// trouble decides when something that was said is impossible: the question about it
// cannot be spared, and is about nothing else.
func (c *chooser) trouble(r *reading) Decision {
	d := Decision{Do: Ask, Clarity: Wrong, Call: r.partial(), Certainty: r.weight, Unplaced: r.unplaced}
	if r.failed != "" {
		d.Do, d.Objections = Decline, []Objection{{Reason: r.failed}}
		return d
	}
	stuck := c.rule.Name == None
	for i := range r.slots {
		s, p := &r.slots[i], &r.tool.Parameters[i]
		if s.doubt == nil {
			continue
		}
		d.Objections = append(d.Objections, s.doubt.told(p))
		stuck = stuck || len(s.values) == 0 || c.task.asked(p.Name) > mostAsked
		if len(d.Questions) > 0 { // about one at a time, as the papers ask
			continue
		}
		if s.doubt.Because != Lacks {
			d.Questions = []Question{r.ask(i)}
		}
		for _, path := range s.doubt.Lacking { // by the names of the fields
			q := r.field(i, path, s.doubt.Value)
			d.Questions, stuck = append(d.Questions, q), stuck || c.task.asked(q.Aspect) > mostAsked
		}
	}
	if c.rule.Form && len(d.Objections) > 0 && !slices.ContainsFunc(d.Objections, func(o Objection) bool { return o.Because != Lacks }) {
		d.Questions = append(d.Questions, c.complete(r, nil, true)...)
	}
	if d.Lacking = r.lacking(); stuck {
		d.Do, d.Questions = Decline, nil
	}
	return d
}

// choose asks what the policy asks, and acts when it asks nothing.
func (c *chooser) choose() Decision {
	b := c.belief
	top, aspects, lead := b.calls[0], b.aspects(), b.lead()
	share := top.weight * (1 - c.refuted)
	d := Decision{Do: Decline, Clarity: Missing, Certainty: share, Unplaced: lead.unplaced}
	if c.grounds {
		d.Arguments = lead.groundings()
		for _, g := range d.Arguments {
			d.Certainty *= g.Certainty
		}
	}
	d.Questions = c.questions(aspects)
	// all that is in doubt is whether any tool is meant
	idle := c.refuted > 0 && share < act && top.weight >= act && !c.rule.Guess
	switch {
	case len(d.Questions) > 0:
		d.Do, d.Call, d.Clarity, d.Lacking = Ask, lead.partial(), c.clarity(d.Questions[0].Aspect), lead.lacking()
		for _, q := range d.Questions {
			delete(d.Call.Arguments, q.Aspect) // candidates differ in it
		}
	case slices.ContainsFunc(top.values, isUnknown) || !c.rule.Guess && (share < act && !idle || slices.ContainsFunc(lead.slots, slot.isInvented)):
		if d.Call, d.Lacking = lead.partial(), lead.lacking(); len(aspects) > 0 {
			d.Clarity = c.clarity(aspects[0].name)
		}
	default:
		return c.act(d, top, idle)
	}
	return d
}

// clarity says what is unclear about an aspect: whether it was said in several
// ways, or not at all.
func (c *chooser) clarity(name string) Clarity {
	stated := 0
	for _, r := range c.belief.readings {
		if i := r.tool.at(name); i >= 0 && r.slots[i].from >= originSingle {
			stated += len(r.slots[i].listed())
		}
	}
	if name == WhichTool || stated > 1 {
		return Ambiguous
	}
	return Missing
}

// act carries a call out, once it may be; a doubtful one once it was confirmed.
func (c *chooser) act(d Decision, top *combination, doubtful bool) Decision {
	t, call := top.reading.tool, top.call()
	fingerprint := call.Fingerprint()
	d.Call, d.Clarity = call, Clear
	for _, o := range c.task.Log {
		if f := o.Failure; f != nil && f.Call.Fingerprint() == fingerprint {
			o := Objection{Parameter: f.Parameter, Value: call.Arguments[f.Parameter], Reason: f.Reason, Because: Failed}
			d.Clarity, d.Objections = Wrong, []Objection{o.told(t.Parameter(f.Parameter))}
			return d
		}
	}
	switch {
	case c.task.Refused == fingerprint:
	case t.Effect == Irreversible && c.task.Confirmed != fingerprint:
		d.Do = Confirm
	case doubtful && c.task.Confirmed != fingerprint:
		d.Do, d.Clarity = Confirm, Ambiguous
	default:
		d.Do, d.Key = Execute, call.Key(c.task.ID)
	}
	return d
}
