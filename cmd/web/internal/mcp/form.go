package mcp

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"shopclerk/cmd/web/internal/api"
)

// formID names the form among a result's input requests.
const formID = "questions"

// confirmID names the field that confirms an errand.
const confirmID = "confirm"

// pending is what a form asks. It travels as the request state; a client that changes it
// changes only what its own shopper answers.
type pending struct {
	State     string         `json:"state,omitempty"`     // of the conversation
	Errand    string         `json:"errand,omitempty"`    // that asks; "": the questions are about products
	Confirms  bool           `json:"confirms,omitempty"`  // the errand asks for its confirmation
	Questions []api.Question `json:"questions,omitempty"` // by whose options a field's text is read
}

// form asks the person what is pending, where the client shows forms and has shown none for
// this call; nil else.
func form(r *sdk.CallToolRequest, message string, p *pending) (*sdk.CallToolResult, error) {
	can := r.ClientCapabilities()
	if can == nil || can.Elicitation == nil || can.Elicitation.Form == nil && can.Elicitation.URL != nil ||
		r.Params.InputResponses != nil || !p.Confirms && len(p.Questions) == 0 {
		return nil, nil
	}
	s := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}}
	if p.Confirms {
		s.Properties[confirmID] = &jsonschema.Schema{Type: "boolean", Title: message}
	}
	for _, q := range p.Questions {
		field := &jsonschema.Schema{Type: "string", Title: q.Text}
		for _, o := range q.Options {
			field.Enum = append(field.Enum, o.Label)
		}
		s.Properties[q.ID], s.PropertyOrder = field, append(s.PropertyOrder, q.ID)
	}
	state, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	return &sdk.CallToolResult{InputRequests: sdk.InputRequestMap{formID: &sdk.ElicitParams{Mode: "form", Message: message, RequestedSchema: s}}, RequestState: string(state)}, nil
}

// filled reads the form that a call was answered with; nil where it was answered with none. A
// form that was declined is empty.
func filled(r *sdk.CallToolRequest) (*pending, map[string]any, error) {
	if r.Params.InputResponses == nil {
		return nil, nil, nil
	}
	p := &pending{}
	answer, ok := r.Params.InputResponses[formID].(*sdk.ElicitResult)
	if err := json.Unmarshal([]byte(r.Params.RequestState), p); !ok || err != nil {
		return nil, nil, api.Fault(http.StatusUnprocessableEntity, "params.inputResponses", "Send the answer to the form %q with the requestState that came with it.", formID)
	}
	if answer.Action != "accept" {
		return p, nil, nil
	}
	return p, answer.Content, nil
}

// option is the option of a question that a field names by its label, -1 where it is words.
func option(q *api.Question, said any) int {
	return slices.IndexFunc(q.Options, func(o api.Option) bool { return o.Label == said })
}

// ticks are the answers in the fields of a form.
func (p *pending) ticks(content map[string]any) []api.Answer {
	out := []api.Answer{}
	for i := range p.Questions {
		q := &p.Questions[i]
		a := api.Answer{Question: q.ID}
		if n := option(q, content[q.ID]); n >= 0 {
			a.Options = []int{n}
		} else if a.Text, _ = content[q.ID].(string); a.Text == "" {
			a.None = true
		}
		out = append(out, a)
	}
	return out
}

// turn is the turn in which a form is answered.
func (p *pending) turn(content map[string]any) *api.ConverseRequest {
	in := &api.ConverseRequest{State: p.State}
	switch confirmed, _ := content[confirmID].(bool); {
	case p.Errand == "":
		in.Answers = p.ticks(content)
	case p.Confirms:
		in.Errand = &api.ErrandStep{ID: p.Errand, Confirm: &confirmed}
	case content == nil:
		in.Errand = &api.ErrandStep{ID: p.Errand, Drop: true}
	default:
		in.Errand = &api.ErrandStep{ID: p.Errand, Answers: p.ticks(content)}
	}
	return in
}

// asks is what a turn asks: an errand first.
func asks(t *api.Turn) (string, *pending) {
	p := &pending{State: t.State}
	for _, e := range t.Errands {
		if e.Status == "asks" || e.Status == "confirms" {
			p.Errand, p.Confirms, p.Questions = e.ID, e.Status == "confirms", e.Questions
			if p.Confirms {
				return e.Preview, p
			}
			return e.Say, p
		}
	}
	if len(t.Errands) > 0 || slices.ContainsFunc(t.Acts, func(a api.Act) bool { return a.Text != "" }) {
		return "", p // the model is to hear of it first
	}
	p.Questions = t.Questions
	return t.Reply, p
}

// converse is the tool of the operation, which puts what the clerk asks to the shopper.
func converse(o *api.Operations) tool[api.ConverseRequest, api.Turn] {
	return func(ctx context.Context, r *sdk.CallToolRequest, in *api.ConverseRequest) (*sdk.CallToolResult, *api.Turn, error) {
		p, content, err := filled(r)
		if err != nil {
			return nil, nil, err
		}
		if p != nil {
			in = p.turn(content)
		}
		out, err := o.Converse(ctx, in, "")
		if err != nil {
			return nil, nil, err
		}
		message, asked := asks(out)
		res, err := form(r, message, asked)
		return res, out, err
	}
}

// clarify is the tool of the operation, which puts its questions to the person.
func clarify(o *api.Operations) tool[api.ClarifyRequest, api.Decision] {
	return func(ctx context.Context, r *sdk.CallToolRequest, in *api.ClarifyRequest) (*sdk.CallToolResult, *api.Decision, error) {
		p, content, err := filled(r)
		if err != nil {
			return nil, nil, err
		}
		for i := 0; p != nil && i < len(p.Questions); i++ {
			q := &p.Questions[i]
			a := &api.TaskAnswer{Question: q.ID}
			if n := option(q, content[q.ID]); n >= 0 {
				a.Value = q.Options[n].Value
			} else if a.Words, _ = content[q.ID].(string); a.Words == "" {
				a.None = true
			}
			in.History = append(in.History, api.Event{Answer: a})
		}
		out, err := o.Clarify(ctx, in)
		if err != nil || out.Do != "ask" {
			return nil, out, err
		}
		res, err := form(r, out.Say, &pending{Questions: out.Questions})
		return res, out, err
	}
}
