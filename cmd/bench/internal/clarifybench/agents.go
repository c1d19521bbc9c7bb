package clarifybench

import (
	"cmp"
	"context"
	_ "embed" // the tasks
	"encoding/json"
	"fmt"
	"maps"
	"math"
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
	// domains says that it sees the schemas of parameters.
	domains bool
	// Of those that propose: how often they are asked for calls, and the policy that decides about these.
	requests int
	policy   string
	// Of those that act by themselves: how they are told to, by what they judge before each step
	// whether to ask, and how many further steps they try from where they were.
	style string
	check string
	back  int
}

// methods are the papers' agents that need a model, and ours, by name.
var methods = map[string]method{
	"react": {style: "react"}, "react-domain": {style: "react-domain", domains: true},
	"procot": {style: "procot"}, "ask-before-plan": {style: "ask-before-plan"},
	"awn-cot": {style: "react", check: "awn"}, "awn-dfsdt": {style: "react", check: "awn", back: 2},
	"qwn-cot": {style: "react", check: "qwn"}, "qwn-dfsdt": {style: "react", check: "qwn", back: 2},
	"disambiguation": {requests: samplesAsked, policy: "entropy", domains: true},
	"sage-agent":     {requests: 1, policy: "sage", domains: true}, "argus-agent": {requests: 1, policy: "argus", domains: true},
	"ours": {requests: samplesAsked, policy: Ours, domains: true},
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
	rule.Guess, rule.Ground = policy != Ours, policy == Ours
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
				return Move{Decision: tools.Decision{Do: tools.Decline, Clarity: tools.Missing}, Says: err.Error(), Malformed: true}, nil
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
	proposed []tools.Proposal
	// decided is how much of the log was there when the calls were proposed.
	decided         int
	heard, returned int // observations and results that the branch has
	branch          branch
}

// ask asks the model, which is shown the tools, the conversation so far, and steps that led
// nowhere.
func (a *modelled) ask(ctx context.Context, task string, kit *tools.Kit, form json.RawMessage, into any) error {
	here := a.branch.here()
	declared, _ := json.Marshal(declarations(kit, a.domains)) // of texts and finite numbers
	texts := [][2]string{{"tools", string(declared)}, {"conversation", strings.Join(here.said, "\n")}}
	if here.tried != "" {
		task, texts = task+"\n"+prompt("again"), append(texts, [2]string{"tried", here.tried})
	}
	return a.client.Answer(ctx, task, texts, form, into)
}

// hear goes on to what happened since the last step.
func (a *modelled) hear(t *tools.Task) {
	var news []string
	if len(a.branch.nodes) == 0 {
		news = append(news, "person: "+t.Words)
	}
	for _, o := range t.Log[a.heard:] {
		news = append(news, observed(o))
	}
	for _, r := range t.Results[a.returned:] {
		news = append(news, "returned: "+r)
	}
	a.heard, a.returned = len(t.Log), len(t.Results)
	a.branch.enter(news)
}

// observed is an observation as a line of a conversation.
func observed(o tools.Observation) string {
	switch {
	case o.Failure != nil:
		return "failed: " + o.Failure.Error()
	case o.Reply.None:
		return "person: " + refusal
	}
	return "person: " + cmp.Or(o.Reply.Words, spell(o.Reply.Value, ""))
}

// declarations are the tools of a kit as models are told of them; without schemas by the names and purposes of their
// parameters alone.
func declarations(kit *tools.Kit, schemas bool) []object {
	var out []object
	for _, t := range kit.Tools() {
		properties, required := object{}, []string{}
		for _, p := range t.Parameters {
			of := object{}
			if schemas {
				of = domainSchema(p.Domain.At(nil))
			}
			if of["description"] = p.Purpose; p.Required {
				required = append(required, p.Name)
			}
			properties[p.Name] = of
		}
		parameters := object{"type": "object", "properties": properties}
		if schemas {
			parameters["required"] = required
		}
		out = append(out, object{"name": t.Name, "description": t.Purpose, "parameters": parameters})
	}
	return out
}

// domainSchema is a domain as JSON Schema.
func domainSchema(d tools.Domain) object {
	switch d.Kind {
	case tools.Finite:
		var values []any
		for _, v := range d.Values {
			values = append(values, v.Of)
		}
		return object{"enum": values}
	case tools.Boolean:
		return object{"type": "boolean"}
	case tools.List:
		return object{"type": "array", "items": domainSchema(d.Items.At(nil))}
	case tools.Number:
		out := object{"type": "number"}
		for key, bound := range map[string]float64{"minimum": d.Low, "maximum": d.High} {
			if !math.IsInf(bound, 0) {
				out[key] = bound
			}
		}
		return out
	case tools.Opaque:
		return object{}
	}
	return object{"type": "string"}
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

// wording is a call as a model writes it.
type wording struct {
	Tool      string
	Arguments string
	Weight    float64
}

// read reads a call.
func (w wording) read(kit *tools.Kit) tools.Proposal {
	return proposal(kit, object{"name": w.Tool, "arguments": w.Arguments}, w.Weight)
}

// proposal reads a call as models write it; the rule that decides about it leaves out what there is not.
func proposal(kit *tools.Kit, call object, weight float64) tools.Proposal {
	name, args, err := schema.Call(call)
	p := tools.Proposal{Call: tools.Call{Tool: name, Arguments: args}, Weight: weight}
	if t := kit.Tool(name); t != nil {
		p.Arguments = t.Flat(args)
	}
	if err != nil {
		p.Fault = err.Error()
	}
	return p
}

// propose decides about the calls that a model proposes when the task begins, and again when a call has returned
// something: then for what is left to do.
func (a *modelled) propose(ctx context.Context, kit *tools.Kit, task tools.Task) (m Move, err error) {
	anew := len(a.branch.nodes) == 0 || len(task.Results) > a.returned
	a.hear(&task)
	thinks := 0
	if anew {
		a.proposed, a.decided = nil, len(task.Log)
		for ; thinks < a.requests; thinks++ {
			text := fmt.Sprintf("%s\nThis is answer %d of %d, each given for itself.", prompt("propose"), thinks+1, a.requests)
			var said struct{ Calls []wording }
			if err := a.ask(ctx, text, kit, proposalsSchema, &said); err != nil {
				return m, err
			}
			for i, c := range said.Calls {
				if i == 0 || a.requests == 1 { // one sample of each answer
					a.proposed = append(a.proposed, c.read(kit))
				}
			}
		}
	}
	task.Candidates, task.Sampled = a.proposed, a.policy == Ours
	for _, o := range task.Log[:a.decided] { // the model has read it
		task.Context = append(task.Context, observed(o))
	}
	task.Log = task.Log[a.decided:]
	if m, err = a.decide(ctx, kit, task); err != nil {
		return m, err
	}
	if m.Do == tools.Decline && len(task.Results) > 0 {
		var s stepped
		err = a.ask(ctx, prompt("answer"), kit, schemaOf("string", "say"), &s)
		m.Says = s.Say
	}
	a.branch.took(m.text())
	m.Thinks = thinks
	return m, err
}

// stepped is a step as a model writes it.
type stepped struct {
	Thought, Act, Parameter, Say string
	wording
}

// act takes the step that a model chooses, before each of which it has judged whether to ask if the method has it so.
func (a *modelled) act(ctx context.Context, kit *tools.Kit, task tools.Task) (Move, error) {
	p := &a.branch
	a.hear(&task)
	task.Log = slices.DeleteFunc(slices.Clone(task.Log), func(o tools.Observation) bool { return o.Failure == nil }) // the model has read the answers
	for thinks := 0; ; thinks++ {
		var s stepped
		if a.check != "" {
			thinks++
			err := a.ask(ctx, prompt(a.check, "judged"), kit, schemaOf("string", "thought", "act", "parameter", "say"), &s)
			if err != nil || s.Act == "ask" || s.Act == "limit" {
				p.took(s.text())
				return s.move(thinks), err
			}
		}
		s = stepped{}
		err := a.ask(ctx, prompt("act", a.style), kit, schemaOf("string", "thought", "act", "parameter", "say", "tool", "arguments"), &s)
		p.took(s.text())
		m := s.move(thinks)
		if err != nil || s.Act == "ask" {
			return m, err
		}
		if s.Act == "call" {
			task.Candidates = []tools.Proposal{s.read(kit)}
			if m, err = a.decide(ctx, kit, task); err != nil {
				return m, err
			}
			if m.Thinks = thinks; m.Do == tools.Confirm { // nobody asks these agents to have it confirmed
				m.Do = tools.Execute
			}
		}
		if m.Do == tools.Execute || s.Act == "finish" && len(task.Results) > 0 || !p.back(a.back, m.text()) {
			return m, nil
		}
	}
}

// text is the step in a line.
func (s *stepped) text() string {
	return strings.Join(strings.Fields(strings.Join([]string{s.Act, s.Parameter, s.Say, s.Tool, s.Arguments}, " ")), " ")
}

// move is the step as a question, or the end.
func (s *stepped) move(thinks int) Move {
	m := Move{Says: s.Say, Thinks: thinks}
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
	steps int // in all
}

type node struct {
	said  []string // the conversation that led here, a line each
	step  string   // taken last
	steps int      // taken from here
	tried string   // those of them that led nowhere
}

// mostSteps ends the search: the paper on Ask-when-Needed has 4 to 84 in the mean for
// models that come to an end by themselves.
const mostSteps = 30

func (p *branch) here() *node { return &p.nodes[len(p.nodes)-1] }

// enter goes on to what the latest step has led to.
func (p *branch) enter(news []string) {
	if len(p.nodes) > 0 && len(news) > 0 {
		news = slices.Concat(p.here().said, []string{"agent: " + p.here().step}, news)
	}
	if len(news) > 0 {
		p.nodes = append(p.nodes, node{said: news})
	}
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
