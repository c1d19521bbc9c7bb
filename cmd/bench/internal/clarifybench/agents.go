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

	"shopclerk/agent/llm"
	"shopclerk/agent/tools"
	"shopclerk/agent/tools/schema"
)

//go:embed prompts/agents.txt
var agentTexts string

// prompt is the text of some names.
func prompt(names ...string) string {
	var out []string
	for _, name := range names {
		_, text, _ := strings.Cut(agentTexts, "# "+name+"\n")
		text, _, _ = strings.Cut(text, "\n# ")
		out = append(out, strings.TrimSpace(text))
	}
	return strings.Join(out, "\n")
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
	case asks && client == nil:
		return nil, fmt.Errorf("agent %s asks a model: name one with --model-url", name)
	}
	rule.Guess = policy != Ours
	if !asks {
		return deciding(rule), nil
	}
	return func() Decider {
		a := &modelled{method: m, client: client, decide: deciding(rule)()}
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
		}
	}, nil
}

// modelled is an agent at work on one task.
type modelled struct {
	method
	client   *llm.Client
	decide   Decider
	begun    bool // it has proposed calls
	proposed []tools.Proposal
	branch   branch
}

// ask asks the model, which is shown the tools, the conversation so far, and steps that led
// nowhere.
func (a *modelled) ask(ctx context.Context, task string, kit *tools.Kit, t *tools.Task, tried string, form json.RawMessage, into any) error {
	var b strings.Builder
	for _, t := range kit.Tools() {
		fmt.Fprintf(&b, "%s: %s\n", t.Name, t.Purpose)
		for _, p := range t.Parameters {
			fmt.Fprintf(&b, "  %s: %s\n", p.Name, p.Purpose)
			if a.domains || a.requests > 0 {
				fmt.Fprintf(&b, "    %s\n", domain(&p))
			}
		}
	}
	said := "person: " + t.Words + "\n"
	for _, o := range t.Log {
		switch {
		case o.Failure != nil:
			said += "failed: " + o.Failure.Error() + "\n"
		case o.Reply.None:
			said += fmt.Sprintf("asked about %s: %s\n", o.Reply.Aspect, refusal)
		default:
			said += fmt.Sprintf("asked about %s: %s\n", o.Reply.Aspect, cmp.Or(o.Reply.Words, fmt.Sprint(o.Reply.Value)))
		}
	}
	texts := [][2]string{{"tools", b.String()}, {"conversation", said}}
	if tried != "" {
		task, texts = task+"\n"+prompt("again"), append(texts, [2]string{"tried", tried})
	}
	return a.client.Answer(ctx, task, texts, form, into)
}

// domain is what a parameter can be, as a line of a prompt.
func domain(p *tools.Parameter) string {
	d := p.Domain.At(nil)
	out := string(d.Kind)
	if p.Required {
		out = "required, " + out
	}
	for d.Kind == tools.List {
		d = d.Items.At(nil)
		out += " of " + string(d.Kind)
	}
	switch d.Kind {
	case tools.Finite:
		var values []string
		for _, v := range d.Values {
			values = append(values, v.Text())
		}
		out += ": " + strings.Join(values, ", ")
	case tools.Number:
		out += fmt.Sprintf(" from %v to %v", d.Low, d.High)
	}
	return out
}

// schemaOf returns the schema of an object that has the properties, all of one type.
func schemaOf(kind string, names ...string) json.RawMessage {
	properties := object{}
	for _, name := range names {
		properties[name] = object{"type": kind}
	}
	out, _ := json.Marshal(object{"type": "object", "required": names, "properties": properties}) // of texts
	return out
}

// proposalsSchema is that of proposed calls.
var proposalsSchema = json.RawMessage(`{"type": "object", "required": ["calls"], "properties": {"calls": {"type": "array", "items": {"type": "object",
	"required": ["tool", "arguments"], "properties": {"tool": {"type": "string"}, "arguments": {"type": "string"}, "weight": {"type": "number"}}}}}}`)

// written is a call as a model writes it.
type written struct {
	Tool      string
	Arguments string
	Weight    float64
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

// propose decides about the calls that a model proposes once, when the task begins.
func (a *modelled) propose(ctx context.Context, kit *tools.Kit, task tools.Task) (m Move, err error) {
	thinks := 0
	for ; !a.begun && thinks < a.requests; thinks++ {
		text := fmt.Sprintf("%s\nThis is answer %d of %d, each given for itself.", prompt("propose"), thinks+1, a.requests)
		var said struct{ Calls []written }
		if err := a.ask(ctx, text, kit, &task, "", proposalsSchema, &said); err != nil {
			return m, err
		}
		for i, c := range said.Calls {
			if i == 0 || a.requests == 1 { // one sample of each answer
				task.Candidates = append(task.Candidates, c.read(kit))
			}
		}
	}
	if !a.begun {
		a.begun, a.proposed = true, task.Candidates
	}
	task.Candidates, task.Sampled = a.proposed, a.policy == Ours
	m, err = a.decide(ctx, kit, task)
	m.Thinks = thinks
	return m, err
}

// stepped is a step as a model writes it.
type stepped struct {
	Thought, Act, Parameter, Question string
	written
}

// act takes the step that a model chooses, after it has judged whether to ask if the
// method has it so.
func (a *modelled) act(ctx context.Context, kit *tools.Kit, task tools.Task) (Move, error) {
	p := &a.branch
	p.enter(task.Log)
	thinks := 0
	if a.check != "" {
		thinks++
		task.Log = p.here().log
		var s stepped
		err := a.ask(ctx, prompt(a.check)+"\n"+`"act" is "ask", "limit" or "continue".`, kit, &task, "", schemaOf("string", "thought", "act", "parameter", "question"), &s)
		if err != nil || s.Act == "ask" || s.Act == "limit" {
			p.took(s.text())
			return s.move(thinks), err
		}
	}
	for {
		here := p.here()
		task.Log = here.log
		var s stepped
		err := a.ask(ctx, prompt("act", a.style), kit, &task, here.tried, schemaOf("string", "thought", "act", "parameter", "question", "tool", "arguments"), &s)
		p.took(s.text())
		m := s.move(thinks)
		if err != nil || s.Act == "ask" {
			return m, err
		}
		if s.Act == "call" {
			task := task
			task.Candidates = []tools.Proposal{s.read(kit)}
			task.Log = slices.DeleteFunc(slices.Clone(task.Log), func(o tools.Observation) bool { return o.Failure == nil }) // the model has read the answers
			if m, err = a.decide(ctx, kit, task); err != nil {
				return m, err
			}
			m.Thinks = thinks
		}
		if thinks++; m.Do == tools.Execute || m.Do == tools.Confirm || !p.back(a.back, m.text()) {
			return m, nil
		}
	}
}

// text is the step in a line.
func (s *stepped) text() string {
	return strings.TrimSpace(strings.Join([]string{s.Act, s.Parameter, s.Question, s.Tool, s.Arguments}, " "))
}

// move is the step as a question, or the end.
func (s *stepped) move(thinks int) Move {
	m := Move{Says: s.Question, Thinks: thinks}
	m.Do, m.Clarity = tools.Decline, tools.Beyond
	if s.Act == "ask" {
		m.Do, m.Clarity = tools.Ask, tools.Missing
		m.Questions = []tools.Question{{Aspect: s.Parameter, Label: s.Parameter, Tool: s.Tool, Open: true}}
	}
	return m
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
