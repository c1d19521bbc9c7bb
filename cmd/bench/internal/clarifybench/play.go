package clarifybench

import (
	"slices"
	"strings"

	"shopclerk/agent/tools"
	"shopclerk/search/metric"
)

// Outcome is what became of one request.
type Outcome struct {
	Call     *tools.Call // that was carried out; nil if none was
	Covered  bool        // it is the call that is meant
	Tool     bool        // it is of the tool that is meant
	Params   float64     // share of the arguments, of either call, that are alike
	Asked    int         // questions, each about one parameter or the tool
	Needless int         // questions about what was said, was answered before, or is not wished for
	Confirms int         // confirmations asked for; they are no questions
	Doubted  int         // of them, those of what could be undone: whether it is meant
	Needed   bool        // without a question the call can only be guessed
	Named    bool        // the parameter that can not be so was named before anything was carried out
	Steps    []Step
}

// encounter is the world of one request: a simulated person who answers what they are asked
// and nothing else, from what they mean.
type encounter struct {
	*Request
	kit      *tools.Kit
	out      *Outcome
	answered map[string]bool
}

func (e *encounter) sees(task tools.Task, m *Move) {
	for _, o := range m.Objections {
		e.out.Named = e.out.Named || e.Corruption != "" && o.Parameter == e.Hidden[0]
	}
	right := tools.Execute
	if slices.ContainsFunc(e.Unsettled, func(name string) bool { return !e.answered[name] }) {
		right = tools.Ask
	}
	e.out.Steps = append(e.out.Steps, newStep(task, m, right, &e.Intent))
}

// call scores a call that is possible.
func (e *encounter) call(c tools.Call) *tools.Failure {
	if o := e.kit.Tool(c.Tool).Check(c.Arguments); len(o) > 0 {
		return &tools.Failure{Call: c, Parameter: o[0].Parameter, Reason: o[0].Reason, Possible: o[0].Possible}
	}
	e.out.score(&e.Intent, &c)
	return nil
}

func (o *Outcome) score(want, got *tools.Call) {
	o.Call, o.Covered = got, got.Fingerprint() == want.Fingerprint()
	if o.Tool = got.Tool == want.Tool; o.Tool {
		o.Params = similarity(want.Arguments, got.Arguments)
	}
}

func (e *encounter) confirms(c *tools.Call) bool {
	e.out.Confirms++
	e.out.Doubted += int(metric.Indicator(e.kit.Tool(c.Tool).Effect != tools.Irreversible))
	return c.Fingerprint() == e.Intent.Fingerprint()
}

func (e *encounter) answer(q *tools.Question, _ *Move) tools.Reply {
	e.out.Asked++
	if !slices.Contains(e.Unsettled, q.Aspect) || e.answered[q.Aspect] {
		e.out.Needless++
	}
	reply := truthful(q, &e.Intent)
	e.answered[q.Aspect] = e.answered[q.Aspect] || !reply.None
	return reply
}

// truthful answers a question as somebody does who means a call: with an option if it is
// what they mean, else with the value in words; that it does not matter, of what they have
// no wish for.
func truthful(q *tools.Question, meant *tools.Call) tools.Reply {
	of := meant.Arguments[q.Aspect]
	if q.Aspect == tools.WhichTool {
		of = meant.Tool
	}
	if of == nil {
		return tools.Reply{Aspect: q.Aspect, None: true}
	}
	for _, o := range q.Options {
		if sameValue(o.Value.Of, of) {
			return tools.Reply{Aspect: q.Aspect, Value: o.Value.Of}
		}
	}
	return tools.Reply{Aspect: q.Aspect, Words: spell(of, "'")} // quoted, so that where an item ends is not left to guess
}

// spell writes a value as people say it, the items of a list between marks.
func spell(of any, mark string) string {
	switch of := of.(type) {
	case nil:
		return ""
	case bool:
		if of {
			return "yes"
		}
		return "no"
	case []any:
		var out []string
		for _, item := range of {
			out = append(out, mark+spell(item, "")+mark)
		}
		return strings.Join(out, " and ")
	}
	return tools.Value{Of: of}.Text()
}

// sameValue reports whether two values are said alike.
func sameValue(a, b any) bool { return spell(a, "") == spell(b, "") }

// similarity is the Jaccard index of two sets of arguments, in [0,1].
func similarity(a, b tools.Arguments) float64 {
	all, alike := 0, 0
	for name, of := range a {
		if of == nil {
			continue
		}
		all++
		if b[name] != nil && sameValue(of, b[name]) {
			alike++
		}
	}
	for name, of := range b {
		if of != nil && a[name] == nil {
			all++
		}
	}
	if all == 0 {
		return 1
	}
	return float64(alike) / float64(all)
}

// sameCall reports whether two calls of a kit do the same: what a call leaves out is the
// default.
func sameCall(kit *tools.Kit, a, b *tools.Call) bool {
	if a.Tool != b.Tool {
		return false
	}
	completed := func(c *tools.Call) tools.Arguments {
		out := tools.Arguments{}
		for _, p := range kit.Tool(c.Tool).Parameters {
			out[p.Name] = p.Default
		}
		for name, of := range c.Arguments {
			if of != nil {
				out[name] = of
			}
		}
		return out
	}
	return similarity(completed(a), completed(b)) == 1
}
