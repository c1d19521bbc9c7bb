package clarifybench

import (
	"context"

	"shopclerk/agent/tools"
	"shopclerk/words"
)

// Agent decides the next step of a task, of which the log says what came before.
type Agent func(ctx context.Context, kit *tools.Kit, task tools.Task) (Move, error)

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

// callResult is the result of a call: the tables tell nothing more of one.
type callResult struct{}

// world is where an agent's steps have effects.
type world interface {
	tools.Executor[callResult]
	// sees tells of every step before it has effects.
	sees(task tools.Task, m *Move)
	answer(q *tools.Question, m *Move) tools.Reply
	confirms(c *tools.Call) bool
}

// mostTurns ends a conversation that leads nowhere. No call of the tables has more
// than eight parameters, and none is asked about more than twice.
const mostTurns = 24

// deciding is the agent that decides by a rule, from the words or from what is proposed.
func deciding(rule tools.Rule) Agent {
	return func(_ context.Context, kit *tools.Kit, task tools.Task) (Move, error) {
		d, err := kit.Decide(task, tools.Scene{Today: today}, rule)
		return Move{Decision: d}, err
	}
}

// meet is the scaffold of all agents: it lets one take steps until it has carried a call
// out, gives up, or is refused.
func meet(ctx context.Context, agent Agent, kit *tools.Kit, task tools.Task, w world) error {
	for range mostTurns {
		m, err := agent(ctx, kit, task)
		if err != nil {
			return err
		}
		w.sees(task, &m)
		switch m.Do {
		case tools.Execute:
			did, after, err := tools.Run(ctx, w, task, m.Decision)
			if err != nil || did != nil {
				return err
			}
			task = after // it failed, which changed nothing
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
