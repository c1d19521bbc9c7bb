package clarifybench

import (
	"context"
	"slices"

	"shopclerk/agent/tools"
)

// Outcome is what became of one request.
type Outcome struct {
	Call     *tools.Call // that was carried out; nil if none was
	Covered  bool        // it is the call that is meant
	Tool     bool        // it is of the tool that is meant
	Params   float64     // share of the arguments, of either call, that are alike
	Asked    int         // questions, each about one parameter or the tool
	Messages int         // times that something was asked: several questions at once are one
	Optional int         // questions about what the intended call can do without
	Needless int         // questions about what was said, was answered before, or is not wished for
	Confirms int         // confirmations asked for; they are no questions
	Doubted  int         // of them, those of what could be undone: whether it is meant
	Needed   bool        // without a question the call can only be guessed
	Named    bool        // the parameter that can not be so was named before anything was carried out
}

// mostTurns ends a conversation that leads nowhere. No call of the tables has more
// than eight parameters, and none is asked about more than twice.
const mostTurns = 24

// play lets a strategy meet one request in the present state, of which the kit is. It
// changes nothing: what is carried out is carried out on a copy. The task has the words,
// or what is proposed for them.
func (s *State) play(ctx context.Context, task tools.Task, kit *tools.Kit, r *Request, st *Strategy, vague float64, seed uint64) (*Outcome, error) {
	rule := st.rule(r)
	then := s.Clone()
	executor := then.Executor()
	person := &user{request: r, vague: vague, seed: seed ^ hash(task.ID), asked: map[string]int{}}
	out := &Outcome{Needed: len(r.Unsettled) > 0}
	answered := map[string]bool{}
	task.Sampled = st.Pooled
	for range mostTurns {
		d, err := kit.Decide(task, tools.Scene{Today: today}, rule)
		if err != nil {
			return nil, err
		}
		for _, o := range d.Objections {
			out.Named = out.Named || r.Corruption != "" && o.Parameter == r.Hidden[0]
		}
		switch d.Do {
		case tools.Execute:
			_, after, err := tools.Run(ctx, executor, task, d)
			if err != nil {
				return nil, err
			}
			if len(after.Log) > len(task.Log) { // it failed, which changed nothing
				task = after
				continue
			}
			out.score(&r.Intent, d.Call)
			return out, nil
		case tools.Confirm:
			out.Confirms++
			out.Doubted += int(one(kit.Tool(d.Call.Tool).Effect != tools.Irreversible))
			if d.Call.Fingerprint() != r.Intent.Fingerprint() {
				return out, nil // the person says no
			}
			task = task.Confirm(*d.Call)
		case tools.Ask:
			if st.Silent {
				return out, nil
			}
			out.Messages++
			for i := range d.Questions {
				q := &d.Questions[i]
				reply := person.answer(q)
				out.Asked++
				if !r.open(q.Aspect) || answered[q.Aspect] {
					out.Needless++
				}
				if p := s.domain.tool(r.Intent.Tool).parameter(q.Aspect); p != nil && p.Optional {
					out.Optional++
				}
				answered[q.Aspect] = answered[q.Aspect] || reply.Value != nil || reply.Words != ""
				task = task.Answer(reply)
			}
		default:
			return out, nil
		}
	}
	return out, nil
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
		if want.Arguments[name] != nil && got.Arguments[name] != nil && same(want.Arguments[name], got.Arguments[name]) {
			alike++
		}
	}
	o.Params = 1
	if len(all) > 0 {
		o.Params = float64(alike) / float64(len(all))
	}
}
