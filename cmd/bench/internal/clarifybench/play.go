package clarifybench

import (
	"context"
	"slices"

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
	Steps    []Step      // one by one
	Named    bool        // the parameter that can not be so was named before anything was carried out
}

// play lets a strategy meet one request in the present state, of which the kit is. It
// changes nothing: what is carried out is carried out on a copy. The task has the words,
// or what is proposed for them.
func (s *State) play(ctx context.Context, task tools.Task, kit *tools.Kit, r *Request, st *Strategy, vague float64, seed uint64) (*Outcome, error) {
	task.Sampled = st.Pooled
	e := &encounter{
		Executor: s.Clone().Executor(), state: s, kit: kit, request: r, out: &Outcome{Needed: len(r.Unsettled) > 0},
		person:   &user{request: r, vague: vague, seed: seed ^ hash(task.ID), asked: map[string]int{}},
		answered: map[string]bool{},
	}
	agent := st.Agent
	if agent == nil {
		agent = deciding(st.Rule)
	}
	if st.Silent {
		agent = silent(agent)
	}
	return e.out, meet(ctx, agent, kit, task, e)
}

// silent is an agent that leaves undone what it would have to ask.
func silent(agent Agent) Agent {
	return func(ctx context.Context, kit *tools.Kit, task tools.Task) (Move, error) {
		m, err := agent(ctx, kit, task)
		if m.Do == tools.Ask {
			m.Do = tools.Decline
		}
		return m, err
	}
}

// encounter is the world of one request, and what becomes of it.
type encounter struct {
	tools.Executor[callResult]
	state    *State
	kit      *tools.Kit
	request  *Request
	out      *Outcome
	person   *user
	answered map[string]bool
}

func (e *encounter) sees(task tools.Task, m *Move) {
	r := e.request
	for _, o := range m.Objections {
		e.out.Named = e.out.Named || r.Corruption != "" && o.Parameter == r.Hidden[0]
	}
	right := tools.Execute
	if slices.ContainsFunc(r.Unsettled, func(name string) bool { return !e.answered[name] }) {
		right = tools.Ask
	}
	e.out.Steps = append(e.out.Steps, newStep(task, m, right, &r.Intent))
}

func (e *encounter) Execute(ctx context.Context, call tools.Call, key string) (callResult, error) {
	result, err := e.Executor.Execute(ctx, call, key)
	if err == nil {
		e.out.score(&e.request.Intent, &call)
	}
	return result, err
}

func (e *encounter) confirms(c *tools.Call) bool {
	e.out.Confirms++
	e.out.Doubted += int(metric.Indicator(e.kit.Tool(c.Tool).Effect != tools.Irreversible))
	return c.Fingerprint() == e.request.Intent.Fingerprint()
}

func (e *encounter) answer(q *tools.Question, _ *Move) tools.Reply {
	r, out := e.request, e.out
	reply := e.person.answer(q)
	out.Asked++
	if !r.open(q.Aspect) || e.answered[q.Aspect] {
		out.Needless++
	}
	e.answered[q.Aspect] = e.answered[q.Aspect] || reply.Value != nil || reply.Words != ""
	return reply
}

// today is the day on which everything happens.
const today = "2026-03-01"

// open reports whether a parameter was not said, or said wrongly, and the state does
// not settle it.
func (r *Request) open(aspect string) bool { return slices.Contains(r.Unsettled, aspect) }

// score compares the call that was carried out with the one that was meant.
func (o *Outcome) score(want, got *tools.Call) {
	o.Call = got
	o.Covered = got.Fingerprint() == want.Fingerprint()
	if o.Tool = got.Tool == want.Tool; !o.Tool {
		return
	}
	all := map[string]bool{}
	for _, a := range []tools.Arguments{want.Arguments, got.Arguments} {
		for name, of := range a {
			if of != nil {
				all[name] = true
			}
		}
	}
	alike := 0
	for name := range all {
		if want.Arguments[name] != nil && got.Arguments[name] != nil && sameValue(want.Arguments[name], got.Arguments[name]) {
			alike++
		}
	}
	o.Params = 1
	if len(all) > 0 {
		o.Params = float64(alike) / float64(len(all))
	}
}
