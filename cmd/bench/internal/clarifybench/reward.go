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
