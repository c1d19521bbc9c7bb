package clarifybench

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"

	"shopclerk/agent/tools"
)

// Step is one step of an agent and its reward, as group-relative policy optimisation
// takes it: steps of one prompt are a group.
type Step struct {
	ID         string    `json:"id"` // of the task
	Agent      string    `json:"agent"`
	Number     int       `json:"step"` // from 1
	Tools      []object  `json:"tools"`
	Prompt     []Message `json:"prompt"` // the system's text, what was asked for, and the steps and answers since
	Completion string    `json:"completion"`
	Certainty  float64   `json:"certainty"` // how likely exactly the call of the move is meant
	Reward     float64   `json:"reward"`    // see [reward]
	kit        *tools.Kit
}

// Message is a part of a prompt.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// The parts of a reward (SAGE-Agent, section A.3.5 and eq. 9).
const (
	formPart    = 0.5 // each of the three of r_fmt
	kindReward  = 2.0 // r_cls: the answer begins with the right tag …
	shortReward = 1.5 // … and has fewer than longEnough characters
	longEnough  = 30
)

// tags are those of the acts.
var tags = map[tools.Do]string{tools.Execute: "TOOLCALL", tools.Confirm: "TOOLCALL", tools.Ask: "ASK", tools.Decline: "REFUSE"}

// toolCall is a call in a completion.
type toolCall struct {
	Name      string `json:"name"`
	Arguments object `json:"arguments"`
}

// completion writes a move in the form that the prompt asks for.
func completion(m *Move, certainty float64) string {
	if m.Malformed {
		return m.Says
	}
	content := m.text()
	if m.Do != tools.Decline {
		calls := []toolCall{}
		if m.Call != nil {
			args := object{}
			for name, of := range m.Call.Arguments {
				args[name] = of
			}
			for _, q := range m.Questions {
				if q.Aspect != tools.WhichTool {
					args[q.Aspect] = "<UNK>"
				}
			}
			calls = append(calls, toolCall{m.Call.Tool, args})
		}
		var written strings.Builder
		out := json.NewEncoder(&written)
		out.SetEscapeHTML(false)
		_ = out.Encode(calls) // of what came from JSON, into memory
		question := content
		if content = strings.TrimSpace(written.String()); m.Do == tools.Ask {
			content = fmt.Sprintf("<TOOLCALL>\n%s\n</TOOLCALL>\n<question>\n%s\n</question>", content, question)
		}
	}
	return fmt.Sprintf("<reasoning>\n%s, certainty %.3f\n</reasoning>\n<answer>\n<%[3]s>\n%[4]s\n</%[3]s>\n</answer>\n", m.Clarity, certainty, tags[m.Do], content)
}

var (
	softForm   = regexp.MustCompile(`(?s)<reasoning>.*</reasoning>\s*<answer>.*</answer>`)
	strictForm = regexp.MustCompile(`(?s)^<reasoning>\n.*\n</reasoning>\n<answer>\n(.*)\n</answer>\n$`)
)

// formed is r_fmt, in [0, 1.5]: for tags that each stand once on a line of their own, less what trails after the last;
// for tags in their order; and for exactly the form.
func formed(text string) (r float64) {
	for _, tag := range []string{"<reasoning>\n", "\n</reasoning>\n", "\n<answer>\n", "\n</answer>"} {
		if strings.Count(text, tag) == 1 {
			r += formPart / 4
		}
	}
	if _, trailing, ended := strings.Cut(text, "\n</answer>\n"); ended {
		r = max(0, r-0.001*float64(len(trailing)))
	}
	if softForm.MatchString(text) {
		r += formPart
	}
	if strictForm.MatchString(text) {
		r += formPart
	}
	return r
}

// reward is the certainty-weighted reward of a step, r_fmt + r_tool + Cert·r_cls (SAGE-Agent
// eq. 7 and 12), where the act right was to be done, and in the end the call meant. r_tool
// (eq. 8) is 1 for that call, 0.75 for its tool with other arguments, 0.5 for another tool or
// where neither calls one, and 0 where one does and the other does not. Cert (eq. 11) is the
// certainty of a call, 1 − certainty of a question, 1 of anything else. (Section 6.2 of the
// paper weighs the whole sum; its appendix, which this follows, the third part alone, as was
// trained with.)
func reward(m *Move, text string, certainty float64, right tools.Do, meant *tools.Call) float64 {
	called := m.Do == tools.Execute || m.Do == tools.Confirm
	total, weight := formed(text), 1.0
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
	answer := strictForm.FindStringSubmatch(text)
	switch {
	case answer == nil || !strings.HasPrefix(answer[1], "<"+tags[right]+">"):
		return total
	case len(answer[1]) < longEnough:
		return total + weight*shortReward
	}
	return total + weight*kindReward
}

// step is a move as a step.
func (e *encounter) step(id string, m *Move, right tools.Do) Step {
	text := completion(m, m.Certainty)
	return Step{ID: id, Number: 1 + len(e.out.Steps), Prompt: e.prompt, Completion: text, Certainty: m.Certainty,
		Reward: reward(m, text, m.Certainty, right, &e.Intent), kit: e.kit}
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
					s.Agent, s.Tools = st.Name, declarations(s.kit, true)
					if err := out.Encode(s); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}
