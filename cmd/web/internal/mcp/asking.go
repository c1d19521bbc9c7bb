package mcp

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"shopclerk/agent/memory"
	"shopclerk/agent/tools"
	"shopclerk/words"
)

// confirmID names the answer to a confirmation in a form.
const confirmID = "confirm"

// wordsSuffix makes, of a question's id, the name of the field for words of the
// shopper's own, beside a choice.
const wordsSuffix = "_in_words"

// answered is what came back about what was asked before.
type answered struct {
	action  string
	content map[string][]string // by the question's id; of an errand's confirmID: "yes" or "no"
	state   string
	inState string // where the request has the state,
	inside  string // and where the answers
}

// formAnswer reads the form that a call was answered with, and its content as read does; nil
// where there is none.
func formAnswer(r *sdk.CallToolRequest, read func(at string, content map[string]any) (map[string][]string, error)) (*answered, error) {
	p := r.Params
	if len(p.InputResponses) == 0 && p.RequestState == "" {
		return nil, nil
	}
	form, ok := p.InputResponses[inputID].(*sdk.ElicitResult)
	if !ok {
		return nil, wrong("inputResponses", "there is no answer to the form %q, which the request state belongs to: send both, or neither", inputID)
	}
	a := &answered{action: form.Action, state: p.RequestState, inState: "requestState", inside: "inputResponses." + inputID + ".content"}
	var err error
	a.content, err = read(a.inside, form.Content)
	return a, err
}

// ask puts what was decided to the shopper: by a form, as far as the client shows any;
// else the result asks.
func (e *errand) ask(ctx context.Context, d *tools.Decision) (came, *sdk.ElicitParams, error) {
	w := words.From(ctx)
	text := d.Say(w)
	questions := make([]Question, len(e.Inquiries))
	for i := range e.Inquiries {
		questions[i] = inquired(&e.Inquiries[i])
	}
	if !e.unasked && (asking(ctx) != nil || elicits(e.request) && e.request.ProtocolVersion() < statelessSince) {
		return came{}, e.form(w, text, questions), nil
	}
	packed, err := json.Marshal(&e.pending)
	if err != nil {
		return came{}, nil, err
	}
	state, expires, err := e.tokens.seal(purposeErrand, packed)
	if err != nil {
		return came{}, nil, err
	}
	if elicits(e.request) {
		return came{result: &sdk.CallToolResult{
			InputRequests: sdk.InputRequestMap{inputID: e.form(w, text, questions)}, RequestState: state,
		}}, nil, nil
	}
	out := e.ends(statusInput, text)
	out.errand.Clarification = &Pending{RequestState: state, Expires: expires, Preview: d.Preview, Questions: questions}
	return out, nil, nil
}

// inquiries are questions as they are put, without the reckoning behind them.
func inquiries(w *words.Language, questions []tools.Question) []memory.Inquiry {
	out := make([]memory.Inquiry, len(questions))
	for i, q := range questions {
		q.Why = tools.Why{}
		out[i] = memory.Inquiry{Text: q.Say(w), Question: q}
		for _, o := range q.Options {
			out[i].Options = append(out[i].Options, o.Value.Text())
		}
	}
	return out
}

// inquired presents an inquiry.
func inquired(q *memory.Inquiry) Question {
	out := Question{ID: q.Question.Aspect, Text: q.Text, Multiple: q.Question.Several, Open: q.Question.Open, Options: []Option{}}
	for i, o := range q.Question.Options {
		out.Options = append(out.Options, Option{Value: plain(o.Value.Of), Title: q.Options[i]})
	}
	return out
}

// form is the form of what the errand waits for.
func (e *errand) form(w *words.Language, text string, questions []Question) *sdk.ElicitParams {
	if e.Confirm != nil {
		return &sdk.ElicitParams{Mode: "form", Message: text, RequestedSchema: &jsonschema.Schema{
			Type: "object", Required: []string{confirmID},
			Properties: map[string]*jsonschema.Schema{confirmID: {Type: "boolean", Title: w.T("language.yes")}},
		}}
	}
	titled := e.request.ProtocolVersion() >= multipleSince
	s := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}}
	add := func(id string, field *jsonschema.Schema) {
		s.PropertyOrder, s.Properties[id] = append(s.PropertyOrder, id), field
	}
	for i := range questions {
		q := &questions[i]
		if len(q.Options) > 0 {
			add(q.ID, formField(q, titled))
		}
		switch {
		case len(q.Options) == 0:
			add(q.ID, blank(q.Text, &e.Inquiries[i].Question))
		case q.Open && e.Inquiries[i].Question.Other > 0:
			add(q.ID+wordsSuffix, &jsonschema.Schema{Type: "string", Title: w.T("talk.something-else"), MaxLength: jsonschema.Ptr(longestID)})
		}
	}
	return &sdk.ElicitParams{Mode: "form", Message: text, RequestedSchema: s}
}

// blank is the field of a question without options.
func blank(title string, q *tools.Question) *jsonschema.Schema {
	switch q.Kind {
	case tools.Boolean:
		return &jsonschema.Schema{Type: "boolean", Title: title}
	case tools.Number:
		s := &jsonschema.Schema{Type: "number", Title: title}
		if low, ok := q.Low.(float64); ok {
			s.Minimum = &low
		}
		if high, ok := q.High.(float64); ok {
			s.Maximum = &high
		}
		return s
	case tools.Date:
		return &jsonschema.Schema{Type: "string", Format: "date", Title: title}
	}
	return &jsonschema.Schema{Type: "string", Title: title, MaxLength: jsonschema.Ptr(longestID)}
}

// reply reads what the request says of what was asked before: in a form that the call
// was answered with, or as an argument; nil where it says nothing.
func (e *errand) reply() (*answered, error) {
	a, err := formAnswer(e.request, spelled)
	given := e.in.Clarification
	if a != nil || err != nil || given == nil {
		return a, err
	}
	a = &answered{actionAccept, given.Answers, given.RequestState, "clarification.request_state", "clarification.answers"}
	if given.Confirm != nil {
		if len(given.Answers) > 0 {
			return nil, wrong("clarification", "answers and confirm are for two rounds: send the one that the earlier result asked for")
		}
		a.inside, a.content = "clarification", map[string][]string{confirmID: {plain(*given.Confirm)}}
	}
	return a, nil
}

// resume opens the state, and with it the errand.
func (e *errand) resume(a *answered) error {
	if a.state == "" {
		return wrong(a.inState, "the answers lack the state of what they answer: send it as the earlier result had it")
	}
	packed, err := e.tokens.open(purposeErrand, a.inState, a.state)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(packed, &e.pending); err != nil { // the seal is ours
		return wrong(a.inState, "another version of the shop has made it: call again without it")
	}
	return nil
}

// settle puts what was answered into the errand, or ends it.
func (e *errand) settle(ctx context.Context, a *answered) (end came, ended bool, err error) {
	w := words.From(ctx)
	switch a.action {
	case actionCancel:
		return e.ends(statusCancelled, w.T("tools.refused")), true, nil
	case actionDecline:
		return e.ends(statusRefused, w.T("tools.refused")), true, nil
	case actionAccept:
	default:
		return came{}, false, wrong("inputResponses."+inputID+".action", "%q is none: send accept, decline or cancel", a.action)
	}
	if e.Confirm != nil {
		return e.settleConfirmation(w, a)
	}
	var open []string
	for i := range e.Inquiries {
		q := &e.Inquiries[i]
		id := q.Question.Aspect
		open = append(open, id)
		r, err := replied(q, a, id)
		if err != nil {
			return came{}, false, err
		}
		e.Task = e.Task.Answer(r)
	}
	for id := range a.content {
		if !slices.Contains(open, strings.TrimSuffix(id, wordsSuffix)) {
			return came{}, false, wrong(a.inside+"."+id, "nothing of that name is asked; this is: %q", open)
		}
	}
	e.Inquiries = nil
	return came{}, false, nil
}

// settleConfirmation takes a yes or a no.
func (e *errand) settleConfirmation(w *words.Language, a *answered) (end came, ended bool, err error) {
	said := a.content[confirmID]
	if len(said) != 1 || len(a.content) != 1 || said[0] != plain(true) && said[0] != plain(false) {
		return came{}, false, wrong(a.inside+"."+confirmID, "the call waits for its confirmation: answer true to have done what the preview says, or false")
	}
	if said[0] == plain(false) {
		return e.ends(statusRefused, w.T("tools.refused")), true, nil
	}
	e.confirmed = true
	e.Task = e.Task.Confirm(*e.Confirm)
	return came{}, false, nil
}

// replied is what was answered to one inquiry: options by value or title, or words.
func replied(q *memory.Inquiry, a *answered, id string) (tools.Reply, error) {
	said := a.content[id]
	if inWords := a.content[id+wordsSuffix]; len(inWords) > 0 {
		said = inWords
	}
	if len(said) == 0 {
		return q.Reply(nil, "", true)
	}
	choices := inquired(q).Options
	var picked []int
	for _, v := range said {
		k := choice(choices, v)
		if k < 0 {
			k = slices.IndexFunc(choices, func(o Option) bool { return strings.EqualFold(o.Title, v) })
		}
		if k < 0 {
			if len(said) == 1 && q.Question.Open {
				return q.Reply(nil, v, false)
			}
			return tools.Reply{}, wrong(a.inside+"."+id, "the question has no option %q: answer with %s", v, quoted(choices))
		}
		picked = append(picked, k)
	}
	if len(picked) > 1 && !q.Question.Several {
		return tools.Reply{}, wrong(a.inside+"."+id, "one option is wanted, and %d are given", len(picked))
	}
	return q.Reply(picked, "", false)
}

// spelled reads the content of a form as texts: numbers, yes and no as people write them.
func spelled(at string, content map[string]any) (map[string][]string, error) {
	texts := make(map[string]any, len(content))
	for id, v := range content {
		switch v.(type) {
		case float64, bool:
			texts[id] = plain(v)
		default:
			texts[id] = v
		}
	}
	return filled(at, texts)
}
