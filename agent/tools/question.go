package tools

import (
	"math"
	"slices"

	"shopclerk/agent/clarify"
)

// questions returns what the policy asks about the belief.
func (c *chooser) questions(aspects []*aspect) []Question {
	if len(aspects) == 0 {
		return nil
	}
	by := map[*clarify.Field]*aspect{}
	for _, a := range aspects {
		by[a.field] = a
	}
	var out []Question
	for _, q := range c.rule.Policy.Next(c.belief.situation(aspects, c.task)) {
		out = append(out, c.question(by[q.Field]))
	}
	return out
}

// form completes the questions by those for the other texts that a reading needs, in
// the order of the declaration, when one of them is asked for.
func (c *chooser) form(r *reading, asked []Question) []Question {
	text := func(i int) bool {
		p, s := &r.tool.Parameters[i], &r.slots[i]
		return (p.Required || s.wanted) && s.open && !s.pending && p.Domain.Kind == Text && p.Domain.Present == nil && c.task.asked(p.Name) < mostAsked
	}
	at := func(q Question) int { return r.tool.at(q.Aspect) }
	if !c.rule.Form || !slices.ContainsFunc(asked, func(q Question) bool { return q.Tool == r.tool.Name && at(q) >= 0 && text(at(q)) }) {
		return asked
	}
	out := slices.DeleteFunc(slices.Clone(asked), func(q Question) bool { return at(q) >= 0 && text(at(q)) })
	for i := range r.slots {
		if !text(i) {
			continue
		}
		q := c.slotQuestion(r, i)
		if k := slices.IndexFunc(asked, func(q Question) bool { return q.Aspect == r.tool.Parameters[i].Name }); k >= 0 {
			q = asked[k]
		}
		out = append(out, q)
	}
	return out
}

// invented puts questions about the arguments that no text states before those that the policy asks, the
// proposed value as the first option. No answer to one spares another.
func (c *chooser) invented(r *reading, asked []Question) []Question {
	var out []Question
	for i := range r.slots {
		if r.slots[i].isInvented() && c.task.asked(r.tool.Parameters[i].Name) < mostAsked {
			out = append(out, c.slotQuestion(r, i))
		}
	}
	for _, q := range asked {
		if !slices.ContainsFunc(out, func(o Question) bool { return o.Aspect == q.Aspect }) {
			out = append(out, q)
		}
	}
	return out
}

// question puts a question of the core into a person's terms.
func (c *chooser) question(a *aspect) Question {
	out := c.blank(a.name, a.tool, nil)
	for code, v := range a.values {
		switch v.Of.(type) {
		case unknown:
		case another:
			out.Other += a.masses[code]
		case nil:
			out.Skip = true
		default:
			out.Options = append(out.Options, Option{labelled(v), a.masses[code]})
		}
	}
	out.Open = out.Open || a.open
	if a.open && out.Several { // a list has no list of its own: its items are offered
		d := a.tool.Parameter(a.name).Domain.At(c.head.partial().Arguments)
		out.Options, _ = c.offer(d.Items.At(nil).list())
	}
	return out
}

// labelled makes sure that an option says what a person reads.
func labelled(v Value) Value {
	v.Label = v.Text()
	return v
}

// blank is a question about an aspect without options: of a tool's parameter, or of
// the tool itself when there is none. d is the domain, computed if nil.
func (c *chooser) blank(name string, t *Tool, d *Domain) Question {
	q := Question{Aspect: name}
	if t == nil {
		q.Kind = Finite
		return q
	}
	p := t.Parameter(name)
	q.Tool, q.Label, q.Skip = t.Name, p.label(), !p.Required
	if d == nil {
		now := p.Domain.At(c.head.partial().Arguments)
		d = &now
	}
	q.Several = d.Kind == List
	now := d.item().At(nil)
	d = &now
	q.Kind, q.Open = d.Kind, d.Kind != Boolean
	if d.Kind == Number && !math.IsInf(d.Low, 0) {
		q.Low = d.Low
	}
	if d.Kind == Number && !math.IsInf(d.High, 0) {
		q.High = d.High
	}
	return q
}

// slotQuestion asks about one parameter of one reading, whatever it is worth: the
// one that something is wrong with, or the next of a form.
func (c *chooser) slotQuestion(r *reading, i int) Question {
	s, p := &r.slots[i], &r.tool.Parameters[i]
	d := r.domains()[i]
	q := c.blank(p.Name, r.tool, &d)
	values := s.values
	if len(values) == 0 || s.from == originDefault {
		values = d.list()
		if s.doubt != nil && s.doubt.Value != nil { // not what was just found impossible
			values = without(values, s.doubt.Value)
		}
	}
	if s.isInvented() {
		values = append(slices.Clip(values), without(d.list(), s.values[0].Of)...)
	}
	q.Options, q.Other = c.offer(values)
	if s.doubt != nil {
		not := s.doubt.told(p)
		q.Not = &not
	}
	return q
}

// everything asks for the first that was not said, in the order of the declaration; first
// for the tool if there are several.
func (c *chooser) everything(r *reading) []Question {
	if a := c.belief.whichTool(); a != nil && c.task.asked(WhichTool) == 0 {
		return []Question{c.question(a)}
	}
	for i := range r.slots {
		s, asked := &r.slots[i], c.task.asked(r.tool.Parameters[i].Name)
		said := s.from >= originStated && s.settled() || s.from == originSingle
		if !said && (asked == 0 || asked < mostAsked && !s.settled()) {
			return []Question{c.slotQuestion(r, i)}
		}
	}
	return nil
}

// offer makes options of values that are equally likely, and returns the mass of the rest.
func (c *chooser) offer(values []Value) (out []Option, rest float64) {
	for i, v := range values {
		if share := 1 / float64(len(values)); i < mostOptions {
			out = append(out, Option{labelled(v), share})
		} else {
			rest += share
		}
	}
	return out, rest
}
