package clarifybench

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"shopclerk/agent/tools"
)

// Step is one step of an agent and its reward, as group-relative policy optimisation
// takes it: steps of one prompt are a group.
type Step struct {
	ID         string    `json:"id"`    // of the task
	Agent      string    `json:"agent"` // who took it
	Number     int       `json:"step"`  // from 1
	Prompt     []Message `json:"prompt"`
	Completion string    `json:"completion"`
	Certainty  float64   `json:"certainty"` // of the likeliest call
	Base       float64   `json:"base"`      // the reward without regard to it
	Reward     float64   `json:"reward"`    // certainty-weighted, see [rewards.certain]
}

// Message is a part of a prompt.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// longEnough is how many characters an answer of the right kind has at least, and what
// the reward of its kind is with them and without (SAGE-Agent eq. 9).
const (
	longEnough   = 30
	rightLong    = 2.0
	rightShort   = 1.5
	formedReward = 1.5 // all of r_fmt: what is written here has the form
)

// newStep is the step of a move where another kind of act, or this one, was right; meant
// is the call that is to be made in the end, nil if none is.
func newStep(task tools.Task, m *Move, right tools.Do, meant *tools.Call) Step {
	s := Step{ID: task.ID, Number: 1 + len(task.Log), Certainty: m.Certainty, Prompt: []Message{{"user", task.Words}}}
	for _, o := range task.Log {
		said, _ := json.Marshal(o) // of values that came from JSON
		s.Prompt = append(s.Prompt, Message{"user", string(said)})
	}
	if len(m.Belief) > 0 {
		s.Certainty = m.Belief[0].Weight
	}
	did, called := neither, m.Do == tools.Execute || m.Do == tools.Confirm
	answer := "REFUSE " + m.text()
	switch {
	case called:
		text, _ := json.Marshal(m.Call)
		did, answer = calls, "TOOLCALL "+string(text)
	case m.Do == tools.Ask:
		did, answer = asks, "ASK "+m.text()
	}
	s.Completion = fmt.Sprintf("<reasoning>\n%s, certainty %.3f\n</reasoning>\n<answer>\n%s\n</answer>\n", m.Clarity, s.Certainty, answer)
	tool := called && meant != nil && m.Call.Tool == meant.Tool
	r := rewards{Form: formedReward, Tool: toolReward(called, right == tools.Execute, tool, tool && m.Call.Fingerprint() == meant.Fingerprint())}
	if called && right == tools.Execute || m.Do == right {
		if r.Kind = rightShort; len(strings.TrimSpace(answer)) >= longEnough {
			r.Kind = rightLong
		}
	}
	s.Base, s.Reward = r.Form+r.Tool+r.Kind, r.certain(did, s.Certainty)
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
