package clarifybench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"shopclerk/agent/tools"
	"shopclerk/agent/tools/schema"
	"shopclerk/cmd/bench/internal/reading"
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search/metric"
)

// whenToCall is a line of When2Call's multiple-choice test (Ross et al., "When2Call: When (not) to Call Tools").
type whenToCall struct {
	UUID, Question string
	Tools          []string          // declarations, the JSON of each
	Answers        map[string]string // by act
	Correct        string            `json:"correct_answer"`
}

// acts are those of When2Call that a decision can be. The fourth, to answer directly, is right nowhere.
var acts = map[tools.Do]string{tools.Execute: "tool_call", tools.Confirm: "tool_call", tools.Ask: "request_for_info", tools.Decline: "cannot_answer"}

// Acted counts what an agent did instead of what, by the right act and its own.
type Acted struct {
	Counts map[string]map[string]int `json:"counts"`
	Bare   int                       `json:"without_tools"` // questions for which there are no tools
	Called int                       `json:"called"`        // of them, those for which one was called
}

// ActWhenToCall runs the first step of an agent on every question of When2Call's test
// (when2call/when2call_test_mcq.jsonl), nil where the folder has none. Agents that ask no model decide about the call
// that the test offers as an answer: what a model makes up for a question that a call does not answer.
func ActWhenToCall(ctx context.Context, files fs.FS, agent Agent) (*Acted, error) {
	questions, err := reading.ReadLines[whenToCall](files, "when2call/when2call_test_mcq.jsonl")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	out := &Acted{Counts: map[string]map[string]int{}}
	for _, q := range questions {
		declared, _, err := schema.Read([]byte(strings.Join(q.Tools, "\n")))
		if err != nil {
			return nil, fmt.Errorf("when2call %s: %w", q.UUID, err)
		}
		kit, err := tools.New(declared...)
		if err != nil {
			return nil, fmt.Errorf("when2call %s: %w", q.UUID, err)
		}
		m, err := agent()(ctx, kit, tools.Task{ID: q.UUID, Words: q.Question, Candidates: offered(kit, q.Answers["tool_call"])})
		if err != nil {
			return nil, fmt.Errorf("when2call %s: %w", q.UUID, err)
		}
		if out.Counts[q.Correct] == nil {
			out.Counts[q.Correct] = map[string]int{}
		}
		out.Counts[q.Correct][acts[m.Do]]++
		if len(q.Tools) == 0 {
			out.Bare++
			out.Called += int(metric.Indicator(acts[m.Do] == "tool_call"))
		}
	}
	return out, err
}

// offered reads the call of an answer, JSON in tags or not. Of several the others are to be made too: they are no
// candidates beside it.
func offered(kit *tools.Kit, text string) []tools.Proposal {
	var call object
	text = strings.NewReplacer("<TOOLCALL>", "", "</TOOLCALL>", "").Replace(text)
	if json.NewDecoder(strings.NewReader(strings.TrimLeft(text, "[ \n"))).Decode(&call) != nil {
		return nil
	}
	return []tools.Proposal{proposal(kit, call, 0)}
}

// scores returns the accuracy and the mean over the right acts of their F1.
func (a *Acted) scores() (accuracy, f1 float64) {
	all, hits, did := 0.0, 0.0, map[string]float64{}
	rights := slices.Sorted(maps.Keys(a.Counts))
	of := func(right string) (n float64) {
		for _, m := range a.Counts[right] {
			n += float64(m)
		}
		return n
	}
	for _, right := range rights {
		for act, n := range a.Counts[right] {
			did[act] += float64(n)
		}
		all, hits = all+of(right), hits+float64(a.Counts[right][right])
	}
	for _, right := range rights {
		f1 += 2 * float64(a.Counts[right][right]) / (of(right) + did[right]) / float64(len(rights))
	}
	return hits / max(all, 1), f1
}

// whenCalled shows what agents did.
func whenCalled(by map[string]*Acted) report.Section {
	t := report.Table{Columns: []string{"agent", "accuracy", "macro F1", "called without tools"}}
	rights := map[string]bool{}
	for _, a := range by {
		for right := range a.Counts {
			rights[right] = true
		}
	}
	t.Columns = append(t.Columns, slices.Sorted(maps.Keys(rights))...)
	for _, name := range slices.Sorted(maps.Keys(by)) {
		a := by[name]
		accuracy, f1 := a.scores()
		row := []string{name, report.Number(accuracy), report.Number(f1), report.Share(float64(a.Called), float64(a.Bare))}
		for _, right := range t.Columns[len(row):] {
			n := 0
			for _, m := range a.Counts[right] {
				n += m
			}
			row = append(row, report.Share(float64(a.Counts[right][right]), float64(n)))
		}
		t.Add(row...)
	}
	return report.Section{ID: "when2call", Title: "When to call", Text: []string{
		"When2Call's multiple-choice test, the first step of each question: to call, to ask, or to say that it cannot be done. Agents that ask no model decide about the call that the test itself offers as an answer, so that what they tell apart is whether the call is stated, not which it is. The last columns are the shares of each right act that was taken.",
	}, Figures: []report.Figure{{Title: "Agents", Table: t}}}
}
