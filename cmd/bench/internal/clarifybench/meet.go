package clarifybench

import (
	"context"

	"shopclerk/agent/tools"
	"shopclerk/words"
)

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
			d, err := kit.Decide(task, tools.Scene{}, rule)
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
