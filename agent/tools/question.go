package tools

import (
	"math"
	"slices"
)

// questions returns what the rule asks about the belief. Questions whose answers spare no others come before the one
// that the policy asks, in the order of the declaration: about arguments that no text states, and, where a text is
// asked for, about all texts that the call needs ([Rule.Form]).
func (c *chooser) questions(aspects []*aspect) (out []Question) {
	if c.rule.Policy == nil {
		return c.everything(aspects)
	}
	r, asked, at := c.belief.lead(), (*aspect)(nil), -1
	if len(aspects) > 0 {
		for _, q := range c.rule.Policy.Next(c.belief.situation(aspects, c.task)) { // one at most
			asked = aspects[slices.IndexFunc(aspects, func(a *aspect) bool { return a.field == q.Field })]
			at = r.tool.at(asked.name)
		}
	}
	needed := func(i int) bool {
		d := &r.tool.Parameters[i].Domain
		return d.Kind == Text && d.Present == nil && isUnknown(r.slots[i].values[0])
	}
	for i := range r.slots {
		switch invented := r.slots[i].isInvented(); {
		case c.task.asked(r.tool.Parameters[i].Name) >= mostAsked || !invented && !(c.rule.Form && at >= 0 && needed(at) && needed(i)):
			continue
		case i == at && !invented:
			out = append(out, r.question(i, asked.values))
		default:
			out = append(out, r.ask(i))
		}
		if i == at {
			asked = nil
		}
	}
	if asked != nil {
		out = append(out, c.question(asked))
	}
	return out
}

// everything asks for the first that was not said, in the order of the declaration; first
// for the tool if there are several.
func (c *chooser) everything(aspects []*aspect) []Question {
	if len(aspects) > 0 && aspects[0].name == WhichTool && c.task.asked(WhichTool) == 0 {
		return []Question{c.question(aspects[0])}
	}
	r := c.belief.lead()
	for i := range r.slots {
		s, asked := &r.slots[i], c.task.asked(r.tool.Parameters[i].Name)
		said := s.from >= originStated && s.settled() || s.from == originSingle
		if !said && (asked == 0 || asked < mostAsked && !s.settled()) {
			return []Question{r.ask(i)}
		}
	}
	return nil
}

// question asks about an aspect of the belief.
func (c *chooser) question(a *aspect) Question {
	if a.name != WhichTool {
		r := c.belief.lead()
		return r.question(r.tool.at(a.name), a.values)
	}
	q := Question{Aspect: WhichTool, Kind: Finite}
	q.offer(a.values)
	return q
}

// ask asks about one parameter, whatever the answer is worth: something is wrong with it, or it is the next of a form.
func (r *reading) ask(i int) Question {
	s, d := &r.slots[i], r.domain(i)
	values, not := s.listed(), Objection{}
	if s.doubt != nil {
		not = s.doubt.told(&r.tool.Parameters[i])
	}
	if s.isInvented() {
		values = append(slices.Clip(values), without(d.list(), values[0].Of)...)
	} else if len(values) == 0 || s.from == originDefault {
		values = without(d.list(), not.Value) // not what was just found impossible
	}
	q := r.question(i, values[:min(len(values), mostOptions)])
	if s.doubt != nil {
		q.Not = &not
	}
	return q
}

// question asks about a parameter, and offers values.
func (r *reading) question(i int, values []Value) Question {
	p, d := &r.tool.Parameters[i], r.domain(i)
	one := d.item()
	q := Question{Aspect: p.Name, Tool: r.tool.Name, Label: p.label(), Skip: !r.required(i), Several: d.Kind == List, Kind: one.Kind, Open: one.Kind != Boolean}
	if one.Kind == Number && !math.IsInf(one.Low, 0) {
		q.Low = one.Low
	}
	if one.Kind == Number && !math.IsInf(one.High, 0) {
		q.High = one.High
	}
	if q.offer(values); slices.ContainsFunc(values, isUnknown) {
		if q.Open = true; q.Several { // a list has no list of its own: its items are offered
			items := one.list()
			q.Options = nil
			q.offer(items[:min(len(items), mostOptions)])
		}
	}
	return q
}

// offer makes options of the values that can be named; beside one that is none the question may be left unanswered.
func (q *Question) offer(values []Value) {
	for _, v := range values {
		if v.Of == nil {
			q.Skip = true
		} else if !isUnknown(v) {
			v.Label = v.Text()
			q.Options = append(q.Options, Option{v})
		}
	}
}
