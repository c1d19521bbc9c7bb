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

	"shopclerk/agent/language"
	"shopclerk/agent/llm"
	"shopclerk/agent/tools"
	"shopclerk/agent/tools/schema"
	"shopclerk/cmd/bench/internal/reading"
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search/metric"
	"shopclerk/words"
)

// object is a JSON object.
type object = map[string]any

// unclear is an unclear instruction of NoisyToolBench, what is to be asked about it, what
// is answered then, and the calls to be made in the end.
type unclear struct {
	Tools []struct {
		Tool        string   `json:"tool_name"`
		Name        string   `json:"api_name"`
		Description string   `json:"api_description"`
		Required    declared `json:"required_parameters"`
		Optional    declared `json:"optional_parameters"`
	} `json:"api_list"`
	Query, Clarification string
	Ask                  string `json:"question need to be asked"`
	Calls                []struct {
		Name      string
		Arguments any
	} `json:"expected API calling"`
	ID    int `json:"query_id"`
	kind  string
	kit   *tools.Kit
	calls []tools.Call // those of Calls that there are
}

type declared []struct{ Name, Type, Description string }

// noisyKinds are the kinds of unclear instruction, by their files' names: key information
// is missing, several things can be meant, something is wrong, no tool can do it.
var noisyKinds = []string{"IMKI", "IMR", "IwE", "IBTC"}

// unclears reads those instructions that have odd numbers, and all that no tool can do.
func unclears(files fs.FS) ([]unclear, error) {
	var out []unclear
	for _, kind := range noisyKinds {
		lists, err := reading.ReadLines[[]unclear](files, "noisytoolbench/"+kind+".json")
		if err != nil {
			return nil, err
		}
		for _, u := range slices.Concat(lists...) {
			if u.ID%2 == 0 && kind != "IBTC" {
				continue
			}
			var declared []object
			for _, t := range u.Tools {
				properties, required := object{}, []string{}
				for n, p := range slices.Concat(t.Required, t.Optional) {
					properties[p.Name] = object{"type": p.Type, "description": p.Description}
					if n < len(t.Required) {
						required = append(required, p.Name)
					}
				}
				declared = append(declared, object{"name": identifier(t.Name) + "_for_" + identifier(t.Tool), "description": t.Description,
					"parameters": object{"type": "object", "properties": properties, "required": required}})
			}
			u.kind = kind
			text, _ := json.Marshal(declared) // of texts
			all, _, err := schema.Read(text)  // what is odd about some is left out
			if err == nil {
				u.kit, err = tools.New(all...)
			}
			if err != nil {
				return nil, fmt.Errorf("%s %d: %w", kind, u.ID, err)
			}
			for _, c := range u.Calls {
				name, args, err := schema.Call(object{"name": strings.ToLower(c.Name), "arguments": c.Arguments})
				if t := u.kit.Tool(name); err == nil && t != nil {
					u.calls = append(u.calls, tools.Call{Tool: name, Arguments: likeDeclared(t, args)})
				}
			}
			out = append(out, u)
		}
	}
	return out, nil
}

// identifier spells a name as the benchmark's calls do.
func identifier(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }), "_")
}

// likeDeclared names arguments as the tool does: the calls write them in lower case, and
// is_id for id.
func likeDeclared(t *tools.Tool, args object) tools.Arguments {
	out := tools.Arguments{}
	for _, name := range slices.Sorted(maps.Keys(args)) {
		of := args[name]
		if i := slices.IndexFunc(t.Parameters, func(p tools.Parameter) bool {
			return strings.EqualFold(p.Name, name) || "is_"+strings.ToLower(p.Name) == name
		}); i >= 0 {
			name = t.Parameters[i].Name
		}
		out[name] = of
	}
	return out
}

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
	Final     string   `json:"final,omitempty"` // what was said in the end
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
	client   *llm.Client // nil: nothing is returned
	out      *Evaluated
	made     []tools.Call
	returned []string // by these
}

func (e *evaluator) sees(_ tools.Task, m *Move) {
	e.out.Steps += 1 + m.Thinks
	if m.Do == tools.Decline {
		e.out.Final = m.Says
		e.out.Asked = e.out.Asked || e.kind == "IBTC" && len(e.made) == 0
	}
}

func (e *evaluator) answer(q *tools.Question, m *Move) tools.Reply {
	said := cmp.Or(m.Says, q.Say(words.English))
	e.out.Said = append(e.out.Said, said)
	if e.kind == "IBTC" || e.out.Asked || likeness(said, e.Ask) < similar {
		e.out.Redundant++
		return tools.Reply{Aspect: q.Aspect, None: true}
	}
	e.out.Asked = true
	return tools.Reply{Aspect: q.Aspect, Words: e.Clarification}
}

func (e *evaluator) confirms(*tools.Call) bool { return true }

// call makes a call. The services of the benchmark are gone, so that a model says what one returns: to agents that plan
// what comes next themselves.
func (e *evaluator) call(ctx context.Context, c tools.Call) (string, *tools.Failure) {
	e.made = append(e.made, c)
	if e.client == nil {
		return "", nil
	}
	t := e.kit.Tool(c.Tool)
	call, _ := json.Marshal(object{"interface": t.Name + ": " + t.Purpose, "call": c}) // of what came from JSON
	said := struct{ Returned string }{}
	if err := e.client.Answer(ctx, prompt("returns"), [][2]string{{"call", string(call)}}, schemaOf("string", "returned"), &said); err != nil {
		said.Returned = "The service gave no answer."
	}
	e.returned = append(e.returned, said.Returned)
	return cmp.Or(said.Returned, "{}"), nil
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

// exact reports whether the calls made are those expected, in any order.
func (e *evaluator) exact() bool {
	rest := slices.Clone(e.made)
	for i := range e.calls {
		at := slices.IndexFunc(rest, func(c tools.Call) bool { return sameCall(e.kit, &c, &e.calls[i]) })
		if at < 0 {
			return false
		}
		rest = slices.Delete(rest, at, at+1)
	}
	return len(rest) == 0
}

// judge asks a model for A2 and A3. Without an answer there is no verdict.
func (e *evaluator) judge(ctx context.Context, client *llm.Client) error {
	done, err := json.Marshal(object{"asked": e.Query, "expected": e.calls, "calls": e.made, "returned": e.returned, "said": e.out.Said, "final": e.out.Final})
	if err != nil {
		return err
	}
	var v struct{ Calls, Answer *bool }
	if err := client.Answer(ctx, prompt("judge"), [][2]string{{"done", string(done)}}, schemaOf("boolean", "calls", "answer"), &v); err == nil {
		if e.out.Called = v.Calls; e.client != nil { // who is told nothing answers nothing
			e.out.Answered = v.Answer
		}
	}
	return ctx.Err()
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
			if holds(u.Query, of) {
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
	all, err := unclears(files)
	var out []Evaluated
	for _, u := range all {
		e := &evaluator{unclear: u, out: &Evaluated{ID: u.ID, Kind: u.kind}}
		tasks := u.grounded()
		if slices.Contains(Methods(), name) { // it plans the calls itself
			tasks, e.client = tasks[:1], client
		}
		for n, candidates := range tasks {
			task := tools.Task{ID: fmt.Sprintf("%s/%d/%d", u.kind, u.ID, n), Words: u.Query, Candidates: candidates}
			if err := meet(ctx, agent, u.kit, task, e); err != nil {
				return nil, fmt.Errorf("%s: %w", task.ID, err)
			}
		}
		e.out.Exact = e.exact()
		if client != nil {
			if err := e.judge(ctx, client); err != nil {
				return nil, err
			}
		}
		out = append(out, *e.out)
	}
	return out, err
}

// Meet lets agents of some names meet the unclear instructions of a folder of real data, and the questions of
// When2Call if it has them.
func (r *Results) Meet(ctx context.Context, files fs.FS, names []string, client *llm.Client) error {
	r.Unclear, r.When = map[string][]Evaluated{}, map[string]*Acted{}
	for _, name := range names {
		agent, err := NewAgent(name, client)
		if err != nil {
			return err
		}
		if r.Unclear[name], err = Evaluate(ctx, files, name, client); err != nil {
			return err
		}
		if r.When[name], err = ActWhenToCall(ctx, files, agent); err != nil {
			return err
		}
	}
	maps.DeleteFunc(r.When, func(_ string, a *Acted) bool { return a == nil })
	return nil
}

// goals are the measures of unclear instructions, in the order of the report; nil is no
// value.
var goals = []struct {
	name string
	of   func(*Evaluated) *float64
}{
	{"A1", func(e *Evaluated) *float64 { return share(&e.Asked) }},
	{"A2", func(e *Evaluated) *float64 { return share(e.Called) }},
	{"A3", func(e *Evaluated) *float64 { return share(e.Answered) }},
	{"Re", func(e *Evaluated) *float64 { return new(float64(e.Redundant)) }},
	{"Steps", func(e *Evaluated) *float64 { return new(float64(e.Steps)) }},
	{"calls exact", func(e *Evaluated) *float64 { return share(&e.Exact) }},
}

func share(verdict *bool) *float64 {
	if verdict == nil {
		return nil
	}
	return new(metric.Indicator(*verdict))
}

// evaluations shows what agents made of the unclear instructions: the paper's tables 2 and
// 3 in one.
func evaluations(by map[string][]Evaluated) report.Section {
	missing := slices.DeleteFunc(Methods(), func(name string) bool { return by[name] != nil })
	t := report.Table{Columns: []string{"agent"}}
	for _, kind := range noisyKinds {
		for _, g := range goals {
			t.Columns = append(t.Columns, kind+" "+g.name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(by)) {
		row := []string{name}
		for _, kind := range noisyKinds {
			for _, g := range goals {
				n, sum := 0.0, 0.0
				for i := range by[name] {
					if v := g.of(&by[name][i]); by[name][i].Kind == kind && v != nil {
						n, sum = n+1, sum+*v
					}
				}
				row = append(row, report.Share(sum, n))
			}
		}
		t.Add(row...)
	}
	return report.Section{ID: "unclear", Title: "Unclear instructions", Text: []string{
		"NoisyToolBench, the instructions with odd numbers, evaluated as ToolEvaluator does. Agents that ask no model decide about the expected calls with those arguments that the instruction states. What was to be asked is answered as it is stored, anything else is refused. A1 is the share in which it was asked, Re the mean of other questions, Steps that of all actions; of IBTC, which no tool can do, A1 is the share refused. A2 and A3 need a judge that is a model; “calls exact” needs none.",
		"Not run, for they ask a model: " + strings.Join(missing, ", ") + ".",
	}, Figures: []report.Figure{{Title: "Agents", Table: t}}}
}
