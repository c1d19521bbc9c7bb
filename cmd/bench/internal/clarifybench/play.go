// Package clarifybench evaluates when package tools asks before it acts: the setting
// of ClarifyBench (SAGE-Agent, "Structured Uncertainty guided Clarification for LLM
// Agents", and Argus) and of NoisyToolBench, without a language model or with one.
//
// The domains and their cases are data (data/bench/domains). A case is one to three
// requests over one state:
//
//   - explicit: the words say the whole call;
//   - ambiguous: up to three required arguments are not said;
//   - infeasible: one argument is replaced by one that is impossible now, by the
//     papers' rules of corruption.
//
// The strategies decide about candidate calls, those that a simulated model proposed for
// the words; agents that ask a model propose their own. Whatever a strategy did, the state
// goes on as if the intended call had been carried out, so that every strategy meets the
// same requests and differences can be taken in pairs.
//
// Unlike in the papers, words are made by rule and not by a model; only required
// arguments are hidden, since whoever does not mention an optional one has said all
// that is needed; and calls are equal when all their arguments are.
package clarifybench

import (
	"context"
	"slices"
	"strings"

	"shopclerk/agent/tools"
	"shopclerk/search/metric"
	"shopclerk/words"
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
	Named    bool        // the parameter that cannot be so was named before anything was carried out
	Steps    []Step
}

// encounter is the world of one request: a simulated person who answers what they are asked
// and nothing else, from what they mean.
type encounter struct {
	*Request
	kit      *tools.Kit
	out      *Outcome
	answered map[string]bool
	prompt   []Message // what led to the next step
}

func (e *encounter) sees(task tools.Task, m *Move) {
	for _, o := range m.Objections {
		e.out.Named = e.out.Named || e.Corruption != "" && o.Parameter == e.Hidden[0]
	}
	right := tools.Execute
	if slices.ContainsFunc(e.Unsettled, func(name string) bool { return !e.answered[name] }) {
		right = tools.Ask
	}
	if e.prompt == nil {
		e.prompt = []Message{{"system", prompt("rollout")}, {"user", task.Words}}
	}
	if m.Do == tools.Execute && task.Confirmed == m.Call.Fingerprint() { // the step was the confirmation
		return
	}
	st := e.step(task.ID, m, right)
	e.out.Steps, e.prompt = append(e.out.Steps, st), append(slices.Clip(e.prompt), Message{"assistant", st.Completion})
}

// heard notes what the next step comes after.
func (e *encounter) heard(role, text string) {
	e.prompt = append(slices.Clip(e.prompt), Message{role, text})
}

// call scores a call that is possible, which ends the task.
func (e *encounter) call(_ context.Context, c tools.Call) (string, *tools.Failure) {
	if o := e.kit.Tool(c.Tool).Check(c.Arguments); len(o) > 0 {
		e.heard("tool", o[0].Reason)
		return "", &tools.Failure{Call: c, Parameter: o[0].Parameter, Reason: o[0].Reason, Possible: o[0].Possible}
	}
	e.out.score(&e.Intent, &c)
	return "", nil
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
	is := c.Fingerprint() == e.Intent.Fingerprint()
	e.heard("user", spell(is, ""))
	return is
}

func (e *encounter) answer(q *tools.Question, _ *Move) tools.Reply {
	e.out.Asked++
	if !slices.Contains(e.Unsettled, q.Aspect) || e.answered[q.Aspect] {
		e.out.Needless++
	}
	reply := truthful(q, &e.Intent)
	said := observed(tools.Observation{Reply: &reply})
	e.heard("user", strings.TrimPrefix(said, "person: "))
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

// Agent begins a task: it returns what decides the steps of that one task.
type Agent func() Decider

// Decider decides the next step of a task, of which the log says what came before.
type Decider func(ctx context.Context, kit *tools.Kit, task tools.Task) (Move, error)

// Move is one step of an agent.
type Move struct {
	tools.Decision
	Says   string // what it asks, or says; empty: what the decision says
	Thinks int    // steps that it took before this one, and nobody saw
	// Malformed says that the model gave nothing of use, and Says why.
	Malformed bool
}

// text is what a person reads.
func (m *Move) text() string {
	if m.Says != "" {
		return m.Says
	}
	return m.Say(words.English)
}

// world is where an agent's steps have effects.
type world interface {
	// sees notes every step before it has effects.
	sees(task tools.Task, m *Move)
	answer(q *tools.Question, m *Move) tools.Reply
	confirms(c *tools.Call) bool
	// call carries a call out, unless it is impossible. Where the agent is to go on, it returns something.
	call(ctx context.Context, c tools.Call) (returned string, failure *tools.Failure)
}

// maxTurns ends a conversation that leads nowhere. No call of the domains has more
// than eight parameters, and none is asked about more than twice.
const maxTurns = 24

// deciding is the agent that decides by a rule about what is proposed.
func deciding(rule tools.Rule) Agent {
	return func() Decider {
		return func(_ context.Context, kit *tools.Kit, task tools.Task) (Move, error) {
			d, err := kit.Decide(task, rule)
			return Move{Decision: d}, err
		}
	}
}

// meet lets an agent take steps until it has done what it can, gives up, or is refused.
func meet(ctx context.Context, agent Agent, kit *tools.Kit, task tools.Task, w world) error {
	decide := agent()
	for range maxTurns {
		m, err := decide(ctx, kit, task)
		if err != nil {
			return err
		}
		w.sees(task, &m)
		switch m.Do {
		case tools.Execute:
			returned, failure := w.call(ctx, *m.Call)
			switch {
			case failure != nil:
				task = task.Fail(*failure)
			case returned == "":
				return ctx.Err()
			default:
				task.Results = append(slices.Clip(task.Results), returned)
			}
		case tools.Confirm:
			if !w.confirms(m.Call) {
				return nil
			}
			task = task.Confirm(*m.Call)
		case tools.Ask:
			for i := range m.Questions {
				task = task.Answer(w.answer(&m.Questions[i], &m))
			}
		default:
			return nil
		}
	}
	return nil
}
