package clarifybench

import (
	"cmp"
	"context"
	_ "embed" // the tasks
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"

	"shopclerk/agent/llm"
	"shopclerk/agent/tools"
	"shopclerk/agent/tools/schema"
)

//go:embed prompts/agents.txt
var agentTexts string

// agentTask is the text of a name.
func agentTask(names ...string) string {
	var out []string
	for _, name := range names {
		_, text, _ := strings.Cut(agentTexts, "# "+name+"\n")
		text, _, _ = strings.Cut(text, "\n# ")
		out = append(out, strings.TrimSpace(text))
	}
	return strings.Join(append(out, llm.Fenced), "\n")
}

// method is an agent of the papers: a task in words, and what becomes of what a model says.
type method struct {
	// Of those that propose, what candidates come from requests asked so often, and the
	// policy that decides about them.
	requests int
	policy   string
	// Of those that act by themselves: how they are told to, whether they see the domains
	// of parameters, by what they first judge whether to ask, and how many further steps they
	// try from where they were.
	style   string
	domains bool
	check   string
	back    int
}

// methods are the papers' agents that need a model, and ours, by name.
var methods = map[string]method{
	"react": {style: "react"}, "react-domain": {style: "react-domain", domains: true},
	"procot": {style: "procot", domains: true}, "ask-before-plan": {style: "ask-before-plan", domains: true},
	"awn-cot": {style: "react", check: "awn"}, "awn-dfsdt": {style: "react", check: "awn", back: 2},
	"qwn-cot": {style: "react", check: "qwn"}, "qwn-dfsdt": {style: "react", check: "qwn", back: 2},
	"disambiguation": {requests: samplesAsked, policy: "entropy"},
	"sage-agent":     {requests: 1, policy: "sage"}, "argus-agent": {requests: 1, policy: "argus"},
	"ours": {requests: samplesAsked, policy: Ours},
}

// samplesAsked is how often a model is asked for the call that is meant.
const samplesAsked = 5

// Methods lists the agents that need a model.
func Methods() []string { return slices.Sorted(maps.Keys(methods)) }

// NewAgent returns an agent by its name: one of [Methods], which asks a model, or one that
// decides by a policy about the candidates of its task.
func NewAgent(name string, client *llm.Client) (Agent, error) {
	m, asks := methods[name]
	policy := cmp.Or(m.policy, name)
	if asks && m.policy == "" {
		policy = tools.None // what it calls is checked, and nothing more is asked
	}
	rule, err := tools.NewRule(policy, nil)
	switch {
	case err != nil:
		return nil, fmt.Errorf("unknown agent %q: choose one of %s, or, with a model, %s", name, strings.Join(tools.Policies(), ", "), strings.Join(Methods(), ", "))
	case !asks:
		rule.Guess = name != Ours
		return deciding(rule), nil
	case client == nil:
		return nil, fmt.Errorf("agent %s asks a model: name one with --model-url", name)
	}
	rule.Guess = m.policy != Ours
	a := &modelled{method: m, client: client, rule: rule, proposed: map[string]proposals{}, branches: map[string]*branch{}}
	step := a.act
	if m.requests > 0 {
		step = a.propose
	}
	return func(ctx context.Context, kit *tools.Kit, task tools.Task) (Move, error) {
		m, err := step(ctx, kit, task)
		if err != nil && ctx.Err() == nil { // it gave no answer that can be used
			return Move{Decision: tools.Decision{Do: tools.Decline, Clarity: tools.Missing}, Says: err.Error()}, nil
		}
		return m, err
	}, nil
}

// modelled is an agent at work.
type modelled struct {
	method
	client *llm.Client
	rule   tools.Rule

	mu       sync.Mutex
	proposed map[string]proposals // by task
	branches map[string]*branch   // by task
}

// given tells a model the tools, and the conversation so far.
func (a *modelled) given(kit *tools.Kit, task *tools.Task) string {
	var b strings.Builder
	for _, t := range kit.Tools() {
		fmt.Fprintf(&b, "%s: %s\n", t.Name, t.Purpose)
		if a.domains || a.requests > 0 {
			text, _ := json.Marshal(schema.Of(&t)) // of a schema of our own
			fmt.Fprintf(&b, "  %s\n", text)
			continue
		}
		for _, p := range t.Parameters {
			fmt.Fprintf(&b, "  %s: %s\n", p.Name, p.Purpose)
		}
	}
	said := "person: " + task.Words + "\n"
	for _, o := range task.Log {
		switch {
		case o.Failure != nil:
			said += "failed: " + o.Failure.Error() + "\n"
		case o.Reply.None:
			said += fmt.Sprintf("asked about %s: %s\n", o.Reply.Aspect, refusal)
		default:
			said += fmt.Sprintf("asked about %s: %s\n", o.Reply.Aspect, cmp.Or(o.Reply.Words, fmt.Sprint(o.Reply.Value)))
		}
	}
	return llm.Fence("tools", b.String()) + llm.Fence("conversation", said)
}

// objectSchema is the schema of an object of texts that it must have.
func objectSchema(names ...string) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Required: names, Properties: map[string]*jsonschema.Schema{}}
	for _, name := range names {
		s.Properties[name] = &jsonschema.Schema{Type: "string"}
	}
	return s
}

// written is a call as a model writes it.
type written struct {
	Tool      string  `json:"tool"`
	Arguments string  `json:"arguments"`
	Weight    float64 `json:"weight"`
}

// read reads a call; the rule that decides about it leaves out what there is not.
func (w written) read(kit *tools.Kit) tools.Proposal {
	name, args, err := schema.Call(object{"name": w.Tool, "arguments": w.Arguments})
	p := tools.Proposal{Call: tools.Call{Tool: name, Arguments: args}, Weight: w.Weight}
	if t := kit.Tool(name); t != nil {
		p.Arguments = t.Flat(args)
	}
	if err != nil {
		p.Fault = err.Error()
	}
	return p
}

// proposals are the calls that a model proposes.
type proposals struct {
	calls   []tools.Proposal
	sampled bool // one in each answer, to be weighed by how they agree
}

// propose decides about the calls that a model proposes once, when the task begins.
func (a *modelled) propose(ctx context.Context, kit *tools.Kit, task tools.Task) (Move, error) {
	a.mu.Lock()
	p, had := a.proposed[task.ID]
	a.mu.Unlock()
	if !had {
		var err error
		if p, err = a.candidates(ctx, kit, &task); err != nil {
			return Move{}, err
		}
		a.mu.Lock()
		a.proposed[task.ID] = p
		a.mu.Unlock()
	}
	task.Candidates, task.Sampled = p.calls, p.sampled
	m, err := deciding(a.rule)(ctx, kit, task)
	if !had {
		m.Thinks = a.requests
	}
	return m, err
}

// candidates asks for the calls that may be meant.
func (a *modelled) candidates(ctx context.Context, kit *tools.Kit, task *tools.Task) (proposals, error) {
	calls := &jsonschema.Schema{Type: "array", Items: objectSchema("tool", "arguments")}
	calls.Items.Properties["weight"] = &jsonschema.Schema{Type: "number"}
	p := proposals{sampled: a.requests > 1 && a.policy == Ours}
	for n := range a.requests {
		r := llm.Request{Task: fmt.Sprintf("%s\nThis is answer %d of %d, each given for itself.", agentTask("propose"), n+1, a.requests), Text: a.given(kit, task)}
		said, err := llm.Ask[struct{ Calls []written }](ctx, a.client, r, "calls",
			&jsonschema.Schema{Type: "object", Required: []string{"calls"}, Properties: map[string]*jsonschema.Schema{"calls": calls.CloneSchemas()}})
		if err != nil {
			return p, err
		}
		if a.requests > 1 { // one sample each
			said.Calls = said.Calls[:min(1, len(said.Calls))]
		}
		for _, c := range said.Calls {
			p.calls = append(p.calls, c.read(kit))
		}
	}
	return p, nil
}

// stepped is a step as a model writes it.
type stepped struct {
	Thought, Act, Parameter, Question string
	written
}

// act takes the step that a model chooses, after it has judged whether to ask if the
// method has it so.
func (a *modelled) act(ctx context.Context, kit *tools.Kit, task tools.Task) (Move, error) {
	a.mu.Lock()
	p := a.branches[task.ID]
	if p == nil || len(task.Log) == 0 {
		p = &branch{}
		a.branches[task.ID] = p
	}
	a.mu.Unlock()
	p.enter(task.Log)
	thinks := 0
	if a.check != "" {
		thinks++
		task.Log = p.here().log
		s, err := llm.Ask[stepped](ctx, a.client, llm.Request{Task: agentTask(a.check) + "\n" + `"act" is "ask", "limit" or "continue".`, Text: a.given(kit, &task)},
			"judgement", objectSchema("thought", "act", "parameter", "question"))
		if err != nil || s.Act == "ask" || s.Act == "limit" {
			p.took(s.text())
			return s.asks(thinks), err
		}
	}
	for {
		here := p.here()
		task.Log = here.log
		text := a.given(kit, &task)
		if here.tried != "" {
			text += agentTask("again") + "\n" + llm.Fence("tried", here.tried)
		}
		s, err := llm.Ask[stepped](ctx, a.client, llm.Request{Task: agentTask("act", a.style), Text: text}, "step", objectSchema("thought", "act", "parameter", "question", "tool", "arguments"))
		p.took(s.text())
		if err != nil || s.Act == "ask" {
			return s.asks(thinks), err
		}
		m := s.asks(thinks)
		if s.Act == "call" {
			task := task
			task.Candidates = []tools.Proposal{s.read(kit)}
			task.Log = slices.DeleteFunc(slices.Clone(task.Log), func(o tools.Observation) bool { return o.Failure == nil }) // the model has read the answers
			if m, err = deciding(a.rule)(ctx, kit, task); err != nil {
				return m, err
			}
			m.Thinks = thinks
		}
		if thinks++; m.Do == tools.Execute || m.Do == tools.Confirm || !p.back(a.back, m.text()) {
			return m, nil
		}
	}
}

// branch is how far an agent has come in the tree of the steps that it may take, which it
// searches depth first, as DFSDT does (Qin et al., "ToolLLM"): from a node where nothing
// leads on it goes back to the one before, forgets what it heard since, and takes another
// step there. What a person answered, and what was done, stays so.
type branch struct {
	nodes []node
	heard int // observations so far, forgotten ones too
	steps int // in all
}

type node struct {
	log   []tools.Observation // as the model sees it
	step  string              // taken last
	steps int                 // taken from here
	tried string              // those of them that led nowhere
}

// mostSteps ends the search: the paper on Ask-when-Needed has 4 to 84 in the mean for
// models that come to an end by themselves.
const mostSteps = 30

func (p *branch) here() *node { return &p.nodes[len(p.nodes)-1] }

// enter goes on to what the latest step has led to.
func (p *branch) enter(log []tools.Observation) {
	if len(p.nodes) == 0 {
		p.nodes = []node{{log: log}}
	} else if len(log) > p.heard {
		p.nodes = append(p.nodes, node{log: slices.Concat(p.here().log, log[p.heard:])})
	}
	p.heard = len(log)
}

// took notes a step from here.
func (p *branch) took(step string) {
	p.here().step = step
	p.here().steps++
	p.steps++
}

// back goes to the nearest node with less than so many further steps, and reports whether
// there is one.
func (p *branch) back(further int, because string) bool {
	if p.steps >= mostSteps {
		return false
	}
	for i := len(p.nodes) - 1; i >= 0; i-- {
		n := &p.nodes[i]
		n.tried += fmt.Sprintf("%s: %s\n", n.step, because)
		if n.steps <= further {
			p.nodes = p.nodes[:i+1]
			return true
		}
		because = "it led nowhere"
	}
	return false
}

// text is the step in a line.
func (s *stepped) text() string {
	return strings.TrimSpace(strings.Join([]string{s.Act, s.Parameter, s.Question, s.Tool, s.Arguments}, " "))
}

// asks is the step as a question, or the end.
func (s *stepped) asks(thinks int) Move {
	m := Move{Says: s.Question, Thinks: thinks}
	m.Do, m.Clarity = tools.Decline, tools.Beyond
	if s.Act == "ask" {
		m.Do, m.Clarity = tools.Ask, tools.Missing
		m.Questions = []tools.Question{{Aspect: s.Parameter, Label: s.Parameter, Tool: s.Tool, Open: true}}
	}
	return m
}
