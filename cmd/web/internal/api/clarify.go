package api

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"shopclerk/agent/tools"
	"shopclerk/agent/tools/schema"
	"shopclerk/words"
)

// ClarifyRequest is a task for tools of the caller's: the calls that its model proposes, and
// what happened since.
type ClarifyRequest struct {
	_ struct{} `json:"-" additionalProperties:"true"` // what is not known is passed over, as in the tools and calls

	Tools      []any            `json:"tools" maxItems:"500" doc:"Declarations as OpenAI, Anthropic, Gemini, Bedrock, the Vercel AI SDK or MCP write them."`
	Words      string           `json:"words,omitempty" maxLength:"20000" doc:"What the person said. With it, or context or results, every argument is looked up there: one that stands nowhere is asked about."`
	Context    []any            `json:"context,omitempty" maxItems:"100" doc:"What was said before, as texts or messages, oldest first."`
	Results    []any            `json:"results,omitempty" maxItems:"100" doc:"What earlier calls returned."`
	Candidates []map[string]any `json:"candidates" maxItems:"1000" doc:"Calls that your model proposes, in any of these forms, arguments that it does not know left out; weight says how likely each is, literal names arguments that are meant as they stand. A call of the tool \"\" says that no tool is meant."`
	Sampled    bool             `json:"sampled,omitempty" doc:"The candidates are what one model gave when it was asked several times."`
	Policy     string           `json:"policy,omitempty" enum:"joint,sage,argus,entropy,frequency,random,all,none" default:"joint" doc:"What decides when to ask. The papers' (sage, argus) and the other policies take the candidates as they stand: they look nothing up, and guess where they stop asking."`
	Task       string           `json:"task,omitempty" maxLength:"200" doc:"Names the task; then an executed call has an idempotency key."`
	History    []Event          `json:"history,omitempty" maxItems:"100" doc:"Answers and failures since, oldest first."`
	Confirmed  map[string]any   `json:"confirmed,omitempty" doc:"The call that was said yes to."`
	Refused    map[string]any   `json:"refused,omitempty" doc:"The call that was said no to."`
}

// Event is something that happened in a task: an answer or a failure.
type Event struct {
	Answer  *TaskAnswer  `json:"answer,omitempty" doc:"To a question of the decision before."`
	Failure *TaskFailure `json:"failure,omitempty" doc:"Of a call that was executed."`
}

// TaskAnswer is what a person answered to a question.
type TaskAnswer struct {
	Question string `json:"question" maxLength:"200" doc:"Its id: a parameter, or tool? where the tool was asked for."`
	Value    any    `json:"value,omitempty" doc:"Of the chosen option."`
	Words    string `json:"words,omitempty" maxLength:"1000" doc:"Something else, in the person's words."`
	Not      []any  `json:"not,omitempty" doc:"Values that are not meant."`
	Literal  bool   `json:"literal,omitempty" doc:"The words are the value, whatever they look like."`
	None     bool   `json:"none,omitempty" doc:"It does not matter, or is not known."`
}

// TaskFailure is a call that was tried and failed.
type TaskFailure struct {
	Call      map[string]any `json:"call" doc:"That failed."`
	Parameter string         `json:"parameter,omitempty" doc:"Whose value is at fault."`
	Reason    string         `json:"reason" doc:"What the tool said."`
	Possible  []any          `json:"possible,omitempty" doc:"Values that it can have instead."`
}

// Decision is what to do next. Arguments are nested as the tool's schema nests them.
type Decision struct {
	Do         string            `json:"do" enum:"execute,ask,confirm,decline"`
	Clarity    string            `json:"clarity" doc:"What is unclear: clear, missing, ambiguous, wrong or beyond."`
	Say        string            `json:"say" doc:"The decision in a sentence for the person, in the language of Accept-Language."`
	Call       *tools.Call       `json:"call,omitempty" doc:"To carry out or confirm; or the likeliest so far."`
	Certainty  float64           `json:"certainty" doc:"How likely exactly this call is meant."`
	Key        string            `json:"key,omitempty" doc:"Idempotency key of the call."`
	Preview    string            `json:"preview,omitempty" doc:"What exactly will happen, to be confirmed."`
	Questions  []Question        `json:"questions"`
	Arguments  []tools.Grounding `json:"arguments" doc:"Where the call's arguments come from (words, context, result, default or none) and how likely each is meant; of a request with words, context or results."`
	Objections []TaskObjection   `json:"objections" doc:"What is wrong with what was said."`
	Lacking    []string          `json:"lacking" doc:"Parameters without which nothing can be done."`
	Notes      []string          `json:"notes" doc:"What of the tools and the candidates was left out, and why."`
}

// TaskObjection says what is wrong with an argument.
type TaskObjection struct {
	Parameter string `json:"parameter"`
	Text      string `json:"text"`
}

var clarifyExample = map[string]any{
	"tools": []any{map[string]any{"name": "cancel_order", "description": "Cancels an order.", "input_schema": map[string]any{
		"type": "object", "required": []any{"order"}, "properties": map[string]any{"order": map[string]any{"type": "string", "enum": []any{"A-17", "A-18"}}}}}},
	"candidates": []any{map[string]any{"name": "cancel_order", "arguments": map[string]any{}}},
}

// Clarify decides about candidate calls of the caller's tools: carry one out, ask, have it
// confirmed, or decline. Nothing is kept: the history is the task.
func (o *Operations) Clarify(ctx context.Context, in *ClarifyRequest) (*Decision, error) {
	if len(in.Candidates) == 0 {
		return nil, bad("body.candidates", "There are no candidate calls. The shop proposes none itself: send the calls that your model proposes.")
	}
	declarations, err := json.Marshal(in.Tools)
	if err != nil {
		return nil, bad("body.tools", "The tools cannot be read: %v.", err)
	}
	declared, notes, err := schema.Read(declarations)
	if err != nil {
		return nil, bad("body.tools", "The tools cannot be read: %v.", err)
	}
	t := &task{ClarifyRequest: in}
	if t.kit, err = tools.New(declared...); err != nil {
		return nil, bad("body.tools", "The tools contradict each other: %v.", err)
	}
	name := cmp.Or(in.Policy, "joint")
	rule, err := tools.NewRule(name, nil)
	if err != nil {
		return nil, bad("body.policy", "%v.", err)
	}
	rule.Ground = name == "joint"
	d, err := t.kit.Decide(t.read(), rule)
	if err != nil { // a task beyond all bounds
		return nil, bad("body", "The task cannot be taken: %v.", err)
	}
	d.Notes = slices.Concat(notes, t.notes, d.Notes)
	if d.Do == tools.Confirm {
		d.Preview = t.kit.Preview(*d.Call, words.From(ctx))
	}
	return t.present(words.From(ctx), &d), nil
}

// task translates between a request and the tools' own terms, in which the levels of nested
// arguments are divided by dots. What of a request cannot be read is left out with a note.
type task struct {
	*ClarifyRequest
	kit   *tools.Kit
	notes []string
}

// read makes the task of the request.
func (t *task) read() tools.Task {
	out := tools.Task{ID: t.Task, Sampled: t.Sampled, Words: t.Words, Context: saidIn(t.Context), Results: saidIn(t.Results)}
	for _, c := range t.Candidates {
		call, err := t.call(c)
		p := tools.Proposal{Call: call}
		if p.Weight, _ = c["weight"].(float64); err != nil {
			p.Fault = err.Error()
		}
		literal, _ := c["literal"].([]any)
		for _, of := range literal {
			p.Literal = append(p.Literal, fmt.Sprint(of))
		}
		out.Candidates = append(out.Candidates, p)
	}
	for i, e := range t.History {
		place := fmt.Sprintf("history %d", i+1)
		if a := e.Answer; a != nil {
			within := func(p tools.Parameter) bool { return strings.HasPrefix(a.Question+".", p.Name+".") }
			if a.Question != tools.WhichTool && !slices.ContainsFunc(t.kit.Tools(), func(of tools.Tool) bool { return slices.ContainsFunc(of.Parameters, within) }) {
				t.notes = append(t.notes, fmt.Sprintf("%s is left out: no tool has a parameter %q to answer about", place, a.Question))
			}
			out = out.Answer(tools.Reply{Aspect: a.Question, Value: a.Value, Words: a.Words, Not: a.Not, None: a.None, Literal: a.Literal})
		}
		if e.Failure != nil {
			failure := tools.Failure{Call: t.made(e.Failure.Call, place), Parameter: e.Failure.Parameter, Reason: e.Failure.Reason}
			for _, v := range e.Failure.Possible {
				failure.Possible = append(failure.Possible, tools.Value{Of: v})
			}
			out = out.Fail(failure)
		}
	}
	if t.Confirmed != nil {
		out = out.Confirm(t.made(t.Confirmed, "confirmed"))
	}
	if t.Refused != nil {
		out = out.Refuse(t.made(t.Refused, "refused"))
	}
	return out
}

// saidIn are texts, and the JSON of what is none; of messages what they say.
func saidIn(all []any) []string {
	var out []string
	for _, of := range all {
		out = append(out, schema.Said(of))
	}
	return out
}

// made reads a call that was made, confirmed or refused. Whether its values are possible is
// the decision's to say.
func (t *task) made(c map[string]any, place string) tools.Call {
	call, err := t.call(c)
	if err != nil {
		t.notes = append(t.notes, fmt.Sprintf("%s is left out: %v", place, err))
	}
	return call
}

// call reads a call, with the name that the tool has among tools.
func (t *task) call(c map[string]any) (tools.Call, error) {
	name, arguments, err := schema.Call(c)
	if tool := t.kit.Tool(name); tool != nil {
		return tools.Call{Tool: tool.Name, Arguments: tool.Flat(arguments)}, err
	} else if err == nil && name != "" {
		err = fmt.Errorf("there is no tool %q", name)
	}
	return tools.Call{Tool: name, Arguments: arguments}, err
}

// present makes a decision what programs get.
func (t *task) present(w *words.Language, d *tools.Decision) *Decision {
	out := &Decision{
		Do: string(d.Do), Clarity: string(d.Clarity), Say: d.Say(w), Certainty: d.Certainty, Preview: d.Preview, Questions: []Question{}, Arguments: append([]tools.Grounding{}, d.Arguments...), Objections: []TaskObjection{},
		Lacking: append([]string{}, d.Lacking...), Notes: append([]string{}, d.Notes...),
	}
	if d.Call != nil {
		out.Call = &tools.Call{Tool: d.Call.Tool, Arguments: d.Call.Nested(t.kit.Tool(d.Call.Tool))}
	}
	if t.Task != "" { // without a name, the same call in two tasks would have one key
		out.Key = d.Key
	}
	labels := map[string]string{}
	for i := range d.Questions {
		q := &d.Questions[i]
		labels[q.Aspect] = q.Label
		var options []string
		for _, o := range q.Options {
			options = append(options, o.Value.Text())
		}
		out.Questions = append(out.Questions, inquiry(q.Say(w), q, options))
	}
	for i := range d.Objections {
		o := &d.Objections[i]
		out.Objections = append(out.Objections, TaskObjection{o.Parameter, o.Say(w, cmp.Or(labels[o.Parameter], o.Parameter))})
	}
	return out
}
