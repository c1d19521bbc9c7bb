package clarifybench

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"shopclerk/agent/language"
	"shopclerk/agent/llm"
	"shopclerk/agent/tools"
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search/metric"
	"shopclerk/words"
)

// Evaluated is what an agent made of an unclear instruction, as ToolEvaluator counts it
// (Wang et al., "Learning to Ask", section 5.1; the thesis on Query-when-Need calls A1 to
// A3 goals 1 to 3).
type Evaluated struct {
	ID        int      `json:"query_id"`
	Kind      string   `json:"kind"`
	Steps     int      `json:"steps"`           // actions: thoughts that are steps of their own, questions, calls, the end
	Redundant int      `json:"redundant"`       // questions that were not to be asked, or had been
	Asked     bool     `json:"goal1"`           // the question that was to be asked was; of what no tool does: it was refused
	Called    *bool    `json:"goal2,omitempty"` // the right calls, by a judge
	Answered  *bool    `json:"goal3,omitempty"` // the right answer, by a judge
	Exact     bool     `json:"exact"`           // exactly the calls that are expected
	Said      []string `json:"said,omitempty"`  // what was asked
}

// similar is the likeness from which a question is the expected one. With words in place
// of a sentence encoder, which the paper takes, 3 % of the pairs of expected questions of
// different instructions are so alike.
const similar = 0.3

// refusal is the reply to any other question.
const refusal = "I can not tell you more about that."

// evaluator is the world of an unclear instruction: it has the stored answer for the
// question that is expected, and a refusal for any other.
type evaluator struct {
	unclear
	out  *Evaluated
	made []tools.Call
}

func (e *evaluator) sees(_ tools.Task, m *Move) {
	e.out.Steps += 1 + m.Thinks
	if m.Do == tools.Decline && e.kind == "IBTC" {
		e.out.Asked = len(e.made) == 0
	}
}

func (e *evaluator) answer(q *tools.Question, m *Move) tools.Reply {
	said := cmp.Or(m.Says, q.Say(words.English))
	e.out.Said = append(e.out.Said, said)
	if e.kind == "IBTC" || e.out.Asked || likeness(said, e.ask) < similar {
		e.out.Redundant++
		return tools.Reply{Aspect: q.Aspect, None: true}
	}
	e.out.Asked = true
	return tools.Reply{Aspect: q.Aspect, Words: e.unclear.answer}
}

func (e *evaluator) confirms(*tools.Call) bool { return true }

func (e *evaluator) Execute(_ context.Context, call tools.Call, _ string) (callResult, error) {
	e.made = append(e.made, call)
	return callResult{}, nil
}

// common are words that tell nothing.
var common = language.CallWords().Stop

// likeness is the cosine of two texts' roots of words that tell something, in [0,1].
func likeness(a, b string) float64 {
	count := func(text string) map[string]float64 {
		out := map[string]float64{}
		for _, w := range language.Forms(text) {
			if !common[w] {
				out[language.Root(w)]++
			}
		}
		return out
	}
	dot := func(a, b map[string]float64) (sum float64) {
		for w, n := range a {
			sum += n * b[w]
		}
		return sum
	}
	x, y := count(a), count(b)
	return dot(x, y) / cmp.Or(math.Sqrt(dot(x, x)*dot(y, y)), 1)
}

// judge asks a model for A2 and A3.
func (e *evaluator) judge(ctx context.Context, client *llm.Client) error {
	done, err := json.Marshal(object{"asked": e.unclear.query, "expected": e.calls, "calls": e.made, "said": e.out.Said})
	if err != nil {
		return err
	}
	yes := &jsonschema.Schema{Type: "boolean"}
	v, err := llm.Ask[struct{ Calls, Answer *bool }](ctx, client, llm.Request{Task: agentTask("judge"), Text: llm.Fence("done", string(done))}, "verdict",
		&jsonschema.Schema{Type: "object", Required: []string{"calls", "answer"}, Properties: map[string]*jsonschema.Schema{"calls": yes, "answer": yes.CloneSchemas()}})
	if err == nil {
		e.out.Called, e.out.Answered = v.Calls, v.Answer
	}
	return ctx.Err() // without a verdict there is none
}

// grounded returns the candidates that policies decide about, one task for each expected
// call: the call with those of its arguments that the instruction states, as a careful
// model proposes it; no tool where no call is expected.
func (u *unclear) grounded() [][]tools.Proposal {
	if len(u.calls) == 0 {
		return [][]tools.Proposal{{{}}}
	}
	var out [][]tools.Proposal
	for _, c := range u.calls {
		stated := tools.Arguments{}
		for name, of := range c.Arguments {
			if hasName(u.query, spell(of)) {
				stated[name] = of
			}
		}
		out = append(out, []tools.Proposal{{Call: tools.Call{Tool: c.Tool, Arguments: stated}}})
	}
	return out
}

// Evaluate lets an agent of a name meet every unclear instruction of a folder of real data.
// A model judges what it did, if there is one.
func Evaluate(ctx context.Context, files fs.FS, name string, client *llm.Client) ([]Evaluated, error) {
	agent, err := NewAgent(name, client)
	if err != nil {
		return nil, err
	}
	asksModel := slices.Contains(Methods(), name)
	if files, err = fs.Sub(files, noisy); err != nil {
		return nil, err
	}
	all, err := unclears(files)
	var out []Evaluated
	for _, u := range all {
		e := &evaluator{unclear: u, out: &Evaluated{ID: u.id, Kind: u.kind}}
		for n, candidates := range u.grounded() {
			task := tools.Task{ID: fmt.Sprintf("%s/%d/%d", u.kind, u.id, n), Words: u.query, Candidates: candidates}
			if err := meet(ctx, agent, u.kit, task, e); err != nil {
				return nil, fmt.Errorf("%s: %w", task.ID, err)
			}
			if asksModel { // it plans the calls itself
				break
			}
		}
		e.out.Exact = len(e.made) == len(u.calls) && matched(u.kit, u.calls, e.made) == len(u.calls)
		if client != nil {
			if err := e.judge(ctx, client); err != nil {
				return nil, err
			}
		}
		out = append(out, *e.out)
	}
	return out, err
}

// evaluations shows what agents made of the unclear instructions: the paper's tables 2 and
// 3 in one.
func evaluations(by map[string][]Evaluated) report.Section {
	var missing []string
	for _, name := range Methods() {
		if by[name] == nil {
			missing = append(missing, name)
		}
	}
	t := report.Table{Columns: []string{"agent"}}
	for _, kind := range noisyKinds {
		for _, measure := range []string{"A1", "A2", "A3", "Re", "Steps", "calls exact"} {
			t.Columns = append(t.Columns, kind+" "+measure)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(by)) {
		row := []string{name}
		for _, kind := range noisyKinds {
			var n, asked, exact, redundant, steps int
			for _, e := range by[name] {
				if e.Kind == kind {
					n, asked, exact = n+1, asked+int(metric.Indicator(e.Asked)), exact+int(metric.Indicator(e.Exact))
					redundant, steps = redundant+e.Redundant, steps+e.Steps
				}
			}
			row = append(row, shareText(asked, n), judged(by[name], kind, func(e *Evaluated) *bool { return e.Called }), judged(by[name], kind, func(e *Evaluated) *bool { return e.Answered }), shareText(redundant, n), shareText(steps, n), shareText(exact, n))
		}
		t.Rows = append(t.Rows, row)
	}
	return report.Section{ID: "unclear", Title: "Unclear instructions", Text: []string{
		"NoisyToolBench, the instructions with odd numbers, evaluated as ToolEvaluator does. Agents that ask no model decide about the expected calls with those arguments that the instruction states. What was to be asked is answered as it is stored, anything else is refused. A1 is the share in which it was asked, Re the mean of other questions, Steps that of all actions; of IBTC, which no tool can do, A1 is the share refused. A2 and A3 need a judge that is a model; “calls exact” needs none.",
		"Not run, for they ask a model: " + strings.Join(missing, ", ") + ".",
	}, Figures: []report.Figure{{Title: "Agents", Table: t}}}
}

// judged is the share of the instructions of a kind of which a judge says yes; "–" where
// there was none.
func judged(all []Evaluated, kind string, verdict func(*Evaluated) *bool) string {
	n, yes := 0, 0
	for i := range all {
		if v := verdict(&all[i]); all[i].Kind == kind && v != nil {
			n, yes = n+1, yes+int(metric.Indicator(*v))
		}
	}
	return shareText(yes, n)
}
