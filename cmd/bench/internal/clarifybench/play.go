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
	"encoding/json"
	"fmt"
	"io"
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

// Agent begins a task: it returns what decides the steps of that one task.
type Agent func() Decider

// Decider decides the next step of a task, of which the log says what came before.
type Decider func(ctx context.Context, kit *tools.Kit, task tools.Task) (Move, error)

// Move is one step of an agent.
type Move struct {
	tools.Decision
	Says   string // what it asks, or says; empty: what the decision says
	Thinks int    // steps that it took before this one, and nobody saw
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
	// call carries a call out, unless it is impossible.
	call(c tools.Call) *tools.Failure
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

// meet lets an agent take steps until it has carried a call out, gives up, or is refused.
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
			failure := w.call(*m.Call)
			if failure == nil {
				return nil
			}
			task = task.Fail(*failure)
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

// Step is one step of an agent and its reward, as group-relative policy optimisation
// takes it: steps of one prompt are a group.
type Step struct {
	ID         string    `json:"id"` // of the task
	Agent      string    `json:"agent"`
	Number     int       `json:"step"` // from 1
	Prompt     []Message `json:"prompt"`
	Completion string    `json:"completion"`
	Certainty  float64   `json:"certainty"` // max π, the belief in the likeliest call
	Reward     float64   `json:"reward"`    // see [reward]
}

// Message is a part of a prompt.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// The parts of a reward (SAGE-Agent, section A.3.5 and eq. 9).
const (
	formReward  = 1.5 // r_fmt: the answer has the form that was asked for, as all have here
	kindReward  = 2.0 // r_cls: it is the right kind of act …
	shortReward = 1.5 // … and has fewer than longEnough characters
	longEnough  = 30
)

// reward is the certainty-weighted reward of a step, r_fmt + r_tool + Cert·r_cls (SAGE-Agent
// eq. 7 and 12), where the act right was to be done, and in the end the call meant. r_tool
// (eq. 8) is 1 for that call, 0.75 for its tool with other arguments, 0.5 for another tool or
// where neither calls one, and 0 where one does and the other does not. Cert (eq. 11) is the
// certainty of a call, 1 − certainty of a question, 1 of anything else. (Section 6.2 of the
// paper weighs the whole sum; its appendix, which this follows, the third part alone, as was
// trained with.)
func reward(m *Move, answer string, certainty float64, right tools.Do, meant *tools.Call) float64 {
	called := m.Do == tools.Execute || m.Do == tools.Confirm
	total, weight := formReward, 1.0
	switch {
	case called != (right == tools.Execute):
	case !called || m.Call.Tool != meant.Tool:
		total += 0.5
	case m.Call.Fingerprint() != meant.Fingerprint():
		total += 0.75
	default:
		total++
	}
	if called {
		weight = certainty
	} else if m.Do == tools.Ask {
		weight = 1 - certainty
	}
	switch {
	case m.Do != right && !(called && right == tools.Execute):
		return total
	case len(answer) < longEnough:
		return total + weight*shortReward
	}
	return total + weight*kindReward
}

// newStep is the step of a move.
func newStep(task tools.Task, m *Move, right tools.Do, meant *tools.Call) Step {
	s := Step{ID: task.ID, Number: 1 + len(task.Log), Certainty: m.Certainty, Prompt: []Message{{"user", task.Words}}}
	for _, o := range task.Log {
		said, _ := json.Marshal(o) // of values that came from JSON
		s.Prompt = append(s.Prompt, Message{"user", string(said)})
	}
	if len(m.Belief) > 0 {
		s.Certainty = m.Belief[0].Weight
	}
	answer := "REFUSE " + m.text()
	switch m.Do {
	case tools.Execute, tools.Confirm:
		text, _ := json.Marshal(m.Call)
		answer = "TOOLCALL " + string(text)
	case tools.Ask:
		answer = "ASK " + m.text()
	}
	s.Completion = fmt.Sprintf("<reasoning>\n%s, certainty %.3f\n</reasoning>\n<answer>\n%s\n</answer>\n", m.Clarity, s.Certainty, answer)
	s.Reward = reward(m, strings.TrimSpace(answer), s.Certainty, right, meant)
	return s
}

// Rollouts writes every step of every strategy that was played, a line of JSON each; of an
// agent alone where one is named.
func (r *Results) Rollouts(w io.Writer, agent string) error {
	out := json.NewEncoder(w)
	for _, p := range r.Played {
		for i, st := range r.Strategies {
			if agent != "" && agent != st.Name {
				continue
			}
			for _, o := range p.Outcomes[i] {
				for _, s := range o.Steps {
					s.Agent = st.Name
					if err := out.Encode(s); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}
