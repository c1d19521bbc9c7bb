package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"shopclerk/agent/tools"
	"shopclerk/agent/tools/schema"
	"shopclerk/words"
)

// ClarifyRequest is a task for tools of anybody's: what is wanted, in words or as the
// calls that an agent proposes, and what happened since.
type ClarifyRequest struct {
	Instruction
	Tools     json.RawMessage    `json:"tools"`
	Task      string             `json:"task"` // names the task for idempotency keys; none: there are no keys
	Calls     []Instruction      `json:"calls"`
	Several   bool               `json:"several"` // the words may be about several things, which are to be told apart
	Context   []map[string]any   `json:"context"` // what came before: messages, calls and their results
	Today     string             `json:"today"`   // that "tomorrow" follows
	Policy    string             `json:"policy"`
	Questions int                `json:"questions"` // at once, at most
	Options   int                `json:"options"`   // a question, at most
	Act       *float64           `json:"act"`
	Cost      map[string]float64 `json:"cost"`
}

// Instruction is one thing to be done.
type Instruction struct {
	Words      string      `json:"words"`
	Candidates []GivenCall `json:"candidates"` // calls that somebody proposes; the words are not read then
	Sampled    bool        `json:"sampled"`    // the candidates are what one proposer gave, asked several times
	History    []Event     `json:"history"`
	Confirmed  *GivenCall  `json:"confirmed"` // the call that was said yes to
	Refused    *GivenCall  `json:"refused"`   // the call that was said no to
}

// GivenCall is a call in any of the forms that [schema.Call] reads, its arguments nested as
// the tool's schema nests them.
type GivenCall struct {
	tools.Call
	Weight float64
	fault  error
}

// UnmarshalJSON implements [json.Unmarshaler].
func (c *GivenCall) UnmarshalJSON(text []byte) error {
	var o map[string]any
	if err := json.Unmarshal(text, &o); err != nil {
		return err
	}
	c.Tool, c.Arguments, c.fault = schema.Call(o)
	c.Weight, _ = o["weight"].(float64)
	return nil
}

// Event is something that happened in a task: one of the two.
type Event struct {
	Answer  *tools.Reply `json:"answer"`
	Failure *Failed      `json:"failure"`
}

// Failed is a call that was tried and failed.
type Failed struct {
	Call      GivenCall `json:"-"`
	Parameter string    `json:"parameter"`
	Reason    string    `json:"reason"`
	Possible  []any     `json:"possible"`
}

// UnmarshalJSON implements [json.Unmarshaler].
func (f *Failed) UnmarshalJSON(text []byte) error {
	type plain Failed
	return errors.Join(json.Unmarshal(text, (*plain)(f)), json.Unmarshal(text, &f.Call))
}

// Decision is what to do next. The arguments of its calls are nested as the tool's schema
// nests them.
type Decision struct {
	Do         tools.Do         `json:"do"`
	Clarity    tools.Clarity    `json:"clarity"`
	Say        string           `json:"say"`
	Call       *tools.Call      `json:"call,omitempty"`
	Certainty  float64          `json:"certainty"`
	Key        string           `json:"key,omitempty"`
	Preview    string           `json:"preview,omitempty"`
	Questions  []ToolQuestion   `json:"questions"`
	Objections []ToolObjection  `json:"objections"`
	Lacking    []string         `json:"lacking"`
	Unplaced   []string         `json:"unplaced"`
	Fixed      []tools.Fix      `json:"fixed"`
	Offers     []tools.Offer    `json:"offers"`
	Belief     []tools.Proposal `json:"belief"`
	Candidates int              `json:"candidates"`
	Notes      []string         `json:"notes"`
	Words      string           `json:"words,omitempty"` // of one of several things: those that are about it
	Calls      []*Decision      `json:"calls,omitempty"` // about each of several
}

// ToolQuestion asks about a parameter, or which tool is meant. What was said and is
// impossible stands in Impossible, with its text, and not in the question's Not.
type ToolQuestion struct {
	tools.Question
	Kind       string         `json:"kind"` // of the answer, by its name
	Text       string         `json:"text"`
	Parameter  string         `json:"parameter,omitempty"` // none: the question asks for the tool
	Impossible *ToolObjection `json:"impossible,omitempty"`
}

// ToolObjection says what is wrong with what was said.
type ToolObjection struct {
	tools.Objection
	Text string `json:"text"`
}

// longestTask bounds the body of a task in bytes: the tools of the largest servers
// known take some hundred thousand.
const longestTask = 1 << 20

// mostCalls is how many things are decided about at once, as the contract bounds them.
const mostCalls = 20

// clarify decides about a task: carry a call out, ask, have it confirmed, or decline. It
// holds nothing between requests; the history is the task.
func (a *API) clarify(r *request) (any, error) {
	var said ClarifyRequest
	if err := json.Unmarshal(r.body, &said); err != nil {
		return nil, problem(Malformed, "The body is not what the contract says: %v.", err)
	}
	return Clarify(r.words, &said)
}

// Clarify decides about a task that keeps the contract's schema ClarifyRequest. It says
// why in the given language; an error is a [*Problem].
func Clarify(w *words.Language, said *ClarifyRequest) (*Decision, error) {
	declared, notes, err := schema.Read(said.Tools)
	if err != nil {
		return nil, problem(Invalid, "The tools can not be read: %v.", err).at("body", "/tools")
	}
	t := &tasks{said: said}
	if t.kit, err = tools.New(declared...); err != nil {
		return nil, problem(Invalid, "The tools contradict each other: %v.", err).at("body", "/tools")
	}
	if t.rule, err = said.rule(); err != nil {
		return nil, problem(Invalid, "The policy can not be taken: %v.", err).at("body", "/policy")
	}
	t.scene.Today = said.Today
	t.scene.Before, t.scene.Told = schema.Past(said.Context, t.kit)
	var out *Decision
	if said.Several {
		if err := t.cut(); err != nil {
			return nil, err
		}
	}
	if len(said.Calls) == 0 {
		out, err = t.decide(w, &said.Instruction, said.Task, "")
	} else {
		out, err = t.several(w)
	}
	if err != nil {
		return nil, err
	}
	out.Notes = append(notes, out.Notes...)
	if out.Notes == nil {
		out.Notes = []string{}
	}
	return out, nil
}

// rule is the rule that the request asks for; the contract bounds its numbers.
func (said *ClarifyRequest) rule() (tools.Rule, error) {
	name := said.Policy
	if name == "" {
		name = "joint"
	}
	rule, err := tools.NewRule(name, nil)
	rule.Trust = tools.DefaultTrust
	if said.Questions > 0 {
		rule.Batch, rule.Form = said.Questions, false // so many it is
	}
	if said.Options > 0 {
		rule.Options = said.Options
	}
	if said.Act != nil {
		rule.Act, rule.Trust = *said.Act, *said.Act
	}
	rule.Cost = said.Cost
	return rule, err
}

// tasks translates between requests and the tools' own terms, in which the levels of
// nested arguments are divided by dots.
type tasks struct {
	kit   *tools.Kit
	said  *ClarifyRequest
	rule  tools.Rule
	scene tools.Scene
}

// decide decides about one thing to be done, at its place in the body.
func (t *tasks) decide(w *words.Language, of *Instruction, name, place string) (*Decision, error) {
	task, err := t.read(of, name, place)
	if err != nil {
		return nil, err
	}
	d, err := t.kit.Decide(task, t.scene, t.rule)
	if err != nil { // what is left is the caller's: tasks beyond all bounds
		return nil, problem(Invalid, "The task can not be taken: %v.", err).at("body", place)
	}
	return t.present(w, &d), nil
}

// gravest orders what is to be done about several things: all are carried out, or none is
// yet.
var gravest = []tools.Do{tools.Execute, tools.Decline, tools.Confirm, tools.Ask}

// cut makes several things to be done of the words; those go on as calls.
func (t *tasks) cut() error {
	one := &t.said.Instruction
	if len(t.said.Calls) > 0 || one.Candidates != nil || one.History != nil || one.Confirmed != nil || one.Refused != nil {
		return problem(Invalid, "Only words can be several things: send what came of each in calls, with its words.").at("body", "/several")
	}
	for _, words := range t.kit.Instructions(clean(one.Words)) {
		t.said.Calls = append(t.said.Calls, Instruction{Words: words})
	}
	if len(t.said.Calls) > mostCalls {
		return problem(Invalid, "The words are %d things to do: at most %d are decided about at once.", len(t.said.Calls), mostCalls).at("body", "/words")
	}
	return nil
}

// several decides about each of several things to be done, in their order: what is
// decided about one is what came before the next.
func (t *tasks) several(w *words.Language) (*Decision, error) {
	out := t.present(w, &tools.Decision{Do: tools.Execute, Clarity: tools.Clear, Certainty: 1})
	for i := range t.said.Calls {
		name := t.said.Task
		if name != "" {
			name = fmt.Sprintf("%s/%d", name, i)
		}
		d, err := t.decide(w, &t.said.Calls[i], name, jsonPointer("calls", i))
		if err != nil {
			return nil, err
		}
		if slices.Index(gravest, d.Do) > slices.Index(gravest, out.Do) {
			out.Do, out.Clarity = d.Do, d.Clarity
		}
		out.Say = strings.TrimSpace(out.Say + " " + d.Say)
		out.Certainty *= d.Certainty
		if t.said.Several {
			d.Words = t.said.Calls[i].Words
		}
		out.Calls = append(out.Calls, d)
		if d.Call != nil {
			flat := tools.Call{Tool: d.Call.Tool, Arguments: t.kit.Tool(d.Call.Tool).Flat(d.Call.Arguments)}
			t.scene.Before = slices.Concat([]tools.Call{flat}, t.scene.Before)
		}
	}
	return out, nil
}

// read makes the task of an instruction.
func (t *tasks) read(said *Instruction, name, place string) (tools.Task, error) {
	task := tools.Task{ID: name, Words: clean(said.Words), Sampled: said.Sampled}
	if task.Words == "" && said.Candidates == nil && len(t.kit.Tools()) > 0 {
		return task, problem(NothingSaid, "Send words, or candidates.").at("body", place)
	}
	for i := range said.Candidates {
		c := &said.Candidates[i]
		proposal := tools.Proposal{Call: tools.Call{Tool: c.Tool, Arguments: c.Arguments}, Weight: c.Weight}
		if c.fault != nil {
			proposal.Fault = c.fault.Error()
		} else if tool := t.kit.Tool(c.Tool); tool != nil {
			proposal.Arguments = tool.Flat(c.Arguments)
		}
		task.Candidates = append(task.Candidates, proposal)
	}
	for i, event := range said.History {
		at := place + jsonPointer("history", i)
		if event.Answer != nil {
			if event.Answer.Aspect != tools.WhichTool && !slices.Contains(t.parameters(), event.Answer.Aspect) {
				return task, problem(UnknownQuestion, "No tool has a parameter %q to answer about.", event.Answer.Aspect).
					at("body", at+jsonPointer("answer", "aspect"), near(event.Answer.Aspect, t.parameters())...)
			}
			task = task.Answer(*event.Answer)
			continue
		}
		f := event.Failure
		call, err := t.call(&f.Call, at+jsonPointer("failure"))
		if err != nil {
			return task, err
		}
		failure := tools.Failure{Call: call, Parameter: f.Parameter, Reason: f.Reason}
		for _, v := range f.Possible {
			failure.Possible = append(failure.Possible, tools.Value{Of: v})
		}
		task = task.Fail(failure)
	}
	for _, settled := range []struct {
		call  *GivenCall
		place string
		to    *string
	}{{said.Confirmed, "/confirmed", &task.Confirmed}, {said.Refused, "/refused", &task.Refused}} {
		if settled.call == nil {
			continue
		}
		call, err := t.call(settled.call, place+settled.place)
		if err != nil {
			return task, err
		}
		*settled.to = call.Fingerprint()
	}
	return task, nil
}

// call reads a call that was made, confirmed or refused, at its place in the body.
// Whether its values are possible is the decision's to say.
func (t *tasks) call(c *GivenCall, place string) (tools.Call, error) {
	tool := t.kit.Tool(c.Tool)
	switch {
	case c.fault != nil:
		return tools.Call{}, problem(Invalid, "The call can not be read: %v.", c.fault).at("body", place+"/arguments")
	case tool == nil:
		var offered []string
		for _, known := range t.kit.Tools() {
			offered = append(offered, known.Name)
		}
		return tools.Call{}, problem(Invalid, "The tool %q is not among tools.", c.Tool).at("body", place+"/tool", near(c.Tool, offered)...)
	}
	out := tools.Call{Tool: c.Tool, Arguments: tool.Flat(c.Arguments)}
	for _, name := range slices.Sorted(maps.Keys(out.Arguments)) {
		if tool.Parameter(name) == nil {
			return out, problem(Invalid, "The tool %q has no parameter %q.", tool.Name, name).at("body", place+"/arguments"+jsonPointer(name), near(name, t.parameters())...)
		}
	}
	return out, nil
}

// parameters lists the names of all tools' parameters.
func (t *tasks) parameters() []string {
	var out []string
	for _, tool := range t.kit.Tools() {
		for _, p := range tool.Parameters {
			out = append(out, p.Name)
		}
	}
	return out
}

// present makes a decision what programs get.
func (t *tasks) present(w *words.Language, d *tools.Decision) *Decision {
	out := &Decision{
		Do: d.Do, Clarity: d.Clarity, Say: d.Say(w), Certainty: d.Certainty, Candidates: d.Candidates,
		Questions: []ToolQuestion{}, Objections: []ToolObjection{}, Belief: []tools.Proposal{},
		Lacking: append([]string{}, d.Lacking...), Unplaced: append([]string{}, d.Unplaced...),
		Fixed: append([]tools.Fix{}, d.Fixed...), Offers: append([]tools.Offer{}, d.Offers...), Notes: append([]string{}, d.Notes...),
	}
	if d.Call != nil {
		out.Call = t.nested(d.Call)
		if d.Do == tools.Confirm {
			out.Preview = t.kit.Preview(*d.Call, w)
		}
	}
	if t.said.Task != "" { // without a name, the same call in two tasks would have one key
		out.Key = d.Key
	}
	label := func(parameter string) string {
		for i := range d.Questions {
			if d.Questions[i].Aspect == parameter {
				return d.Questions[i].Label
			}
		}
		return parameter
	}
	objection := func(o *tools.Objection) ToolObjection { return ToolObjection{*o, o.Say(w, label(o.Parameter))} }
	for i := range d.Objections {
		out.Objections = append(out.Objections, objection(&d.Objections[i]))
	}
	for _, q := range d.Questions {
		told := ToolQuestion{Question: q, Kind: q.Kind.String(), Text: q.Say(w)}
		if q.Aspect != tools.WhichTool {
			told.Parameter = q.Aspect
		}
		if told.Options == nil {
			told.Options = []tools.Option{}
		}
		if q.Not != nil {
			impossible := objection(q.Not)
			told.Impossible, told.Not = &impossible, nil
		}
		out.Questions = append(out.Questions, told)
	}
	for _, p := range d.Belief {
		out.Belief = append(out.Belief, tools.Proposal{Call: *t.nested(&p.Call), Weight: p.Weight})
	}
	return out
}

func (t *tasks) nested(c *tools.Call) *tools.Call {
	return &tools.Call{Tool: c.Tool, Arguments: c.Nested(t.kit.Tool(c.Tool))}
}
