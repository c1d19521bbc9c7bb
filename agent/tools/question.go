package tools

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// mostAtOnce is how many questions a form asks beside those about what is missing.
const mostAtOnce = 3

// questions returns what the rule asks about the belief.
func (c *chooser) questions(aspects []*aspect) []Question {
	if c.rule.Policy == nil {
		return c.everything(aspects)
	}
	r, asked := c.belief.lead(), []*aspect(nil)
	if len(aspects) > 0 {
		s := c.belief.situation(aspects, c.task)
		if c.rule.Form && aspects[0].name != WhichTool { // which is asked by itself
			s.Batch = mostAtOnce
		}
		for _, q := range c.rule.Policy.Next(s) {
			asked = append(asked, aspects[slices.IndexFunc(aspects, func(a *aspect) bool { return a.field == q.Field })])
		}
	}
	form := slices.ContainsFunc(asked, func(a *aspect) bool { return r.needed(r.tool.at(a.name)) })
	return c.complete(r, asked, form && c.rule.Form)
}

// needed reports whether nothing is known of parameter i, the call lacks something without it, and what it can be depends
// on no other answer.
func (r *reading) needed(i int) bool {
	return i >= 0 && !r.slots[i].pending && r.slots[i].doubt == nil && r.tool.Parameters[i].Domain.Present == nil &&
		r.slots[i].from < originStated && len(r.slots[i].values) > 1
}

// complete puts questions whose answers spare no others before those that the policy asks, in the order of the
// declaration: about arguments that no text states, and, of a form, about all that a reading needs ([Rule.Form]).
func (c *chooser) complete(r *reading, asked []*aspect, form bool) (out []Question) {
	for i := range r.slots {
		s, name := &r.slots[i], r.tool.Parameters[i].Name
		at := slices.IndexFunc(asked, func(a *aspect) bool { return a.name == name })
		switch invented := s.isInvented(); {
		case invented && s.inner != nil:
			for _, path := range s.inner {
				if q := r.field(i, path, s.values[0].Of); c.task.asked(q.Aspect) < mostAsked {
					out = append(out, q)
				}
			}
		case c.task.asked(name) >= mostAsked || s.doubt != nil || !invented && !(form && r.needed(i)):
			continue
		case at >= 0 && !invented:
			out = append(out, r.question(i, asked[at].values))
		default:
			out = append(out, r.ask(i))
		}
		if at >= 0 {
			asked = slices.Delete(slices.Clone(asked), at, at+1)
		}
	}
	for _, a := range asked {
		out = append(out, c.question(a))
	}
	return out
}

// field asks about a field at a place inside an argument, by its own name, and offers what stands there.
func (r *reading) field(i int, path string, whole any) Question {
	q := Question{Aspect: r.tool.Parameters[i].Name + "." + path, Tool: r.tool.Name, Label: fieldLabel(path), Kind: Text, Open: true}
	q.offer([]Value{{Of: at(whole, strings.Split(path, "."))}})
	q.Skip = false
	return q
}

// at is what stands at a place inside a value, nil for nothing.
func at(of any, path []string) any {
	for _, name := range path {
		switch whole := of.(type) {
		case map[string]any:
			of = whole[name]
		case []any:
			n, err := strconv.Atoi(name)
			if err != nil || n < 0 || n >= len(whole) {
				return nil
			}
			of = whole[n]
		default:
			return nil
		}
	}
	return of
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
