package tools

import (
	"math"
	"slices"
)

// questions returns what the policy asks about the belief.
func (c *chooser) questions(aspects []*aspect) []Question {
	if len(aspects) == 0 {
		return nil
	}
	var out []Question
	for _, q := range c.rule.Policy.Next(c.belief.situation(aspects, c.task)) {
		at := slices.IndexFunc(aspects, func(a *aspect) bool { return a.field == q.Field })
		out = append(out, c.question(aspects[at]))
	}
	return out
}

// complete puts questions whose answers spare no others before those that the policy asks, in the order of the
// declaration: about arguments that no text states, and, where one of them is asked for, about all texts that a
// reading needs ([Rule.Form]).
func (c *chooser) complete(r *reading, asked []Question) (out []Question) {
	needed := func(i int) bool {
		d := &r.tool.Parameters[i].Domain
		return d.Kind == Text && d.Present == nil && isUnknown(r.slots[i].values[0])
	}
	texts := c.rule.Form && slices.ContainsFunc(asked, func(q Question) bool {
		i := r.tool.at(q.Aspect)
		return q.Tool == r.tool.Name && i >= 0 && needed(i)
	})
	for i := range r.slots {
		name, invented := r.tool.Parameters[i].Name, r.slots[i].isInvented()
		if c.task.asked(name) >= mostAsked || !invented && !(texts && needed(i)) {
			continue
		}
		q := c.slotQuestion(r, i)
		if at := slices.IndexFunc(asked, func(q Question) bool { return q.Aspect == name }); at >= 0 {
			if !invented {
				q = asked[at]
			}
			asked = slices.Delete(asked, at, at+1)
		}
		out = append(out, q)
	}
	return append(out, asked...)
}

// question puts a question of the core into a person's terms.
func (c *chooser) question(a *aspect) Question {
	out, d := Question{Aspect: a.name, Kind: Finite}, Domain{}
	if a.tool != nil {
		r, i := c.belief.lead(), a.tool.at(a.name)
		d = r.domain(i)
		out = r.blank(i, d)
	}
	for code, v := range a.values {
		switch v.Of.(type) {
		case unknown:
		case another:
			out.Other += a.masses[code]
		case nil:
			out.Skip = true
		default:
			out.Options = append(out.Options, option(v, a.masses[code]))
		}
	}
	out.Open = out.Open || a.open
	if a.open && out.Several { // a list has no list of its own: its items are offered
		out.Options, _ = offer(d.Items.At(nil).list())
	}
	return out
}

// option offers a value by what a person reads.
func option(v Value, mass float64) Option {
	v.Label = v.Text()
	return Option{v, mass}
}

// blank is a question about a parameter without options.
func (r *reading) blank(i int, d Domain) Question {
	p := &r.tool.Parameters[i]
	one := d.item().At(nil)
	q := Question{Aspect: p.Name, Tool: r.tool.Name, Label: p.label(), Skip: !r.required(i), Several: d.Kind == List, Kind: one.Kind, Open: one.Kind != Boolean}
	if one.Kind == Number && !math.IsInf(one.Low, 0) {
		q.Low = one.Low
	}
	if one.Kind == Number && !math.IsInf(one.High, 0) {
		q.High = one.High
	}
	return q
}

// slotQuestion asks about one parameter of one reading, whatever it is worth: the
// one that something is wrong with, or the next of a form.
func (c *chooser) slotQuestion(r *reading, i int) Question {
	s, d := &r.slots[i], r.domain(i)
	q := r.blank(i, d)
	values := s.listed()
	switch {
	case s.isInvented():
		values = append(slices.Clip(values), without(d.list(), s.values[0].Of)...)
	case len(values) > 0 && s.from != originDefault:
	case s.doubt != nil && s.doubt.Value != nil: // not what was just found impossible
		values = without(d.list(), s.doubt.Value)
	default:
		values = d.list()
	}
	q.Options, q.Other = offer(values)
	if s.doubt != nil {
		not := s.doubt.told(&r.tool.Parameters[i])
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
func offer(values []Value) (out []Option, rest float64) {
	share := 1 / max(1, float64(len(values)))
	for _, v := range values[:min(len(values), mostOptions)] {
		out = append(out, option(v, share))
	}
	return out, share * float64(max(0, len(values)-mostOptions))
}
