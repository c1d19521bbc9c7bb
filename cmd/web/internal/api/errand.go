package api

import (
	"context"
	"errors"
	"strings"

	"shopclerk/agent"
	"shopclerk/agent/memory"
	"shopclerk/agent/tools"
)

// An errand is something that the shopper wants done: put into the basket, ordered,
// cancelled. It is asked for in words, like everything else; what is missing is asked
// about, and what can not be undone has to be confirmed. Baskets and orders are those of
// the key's person: see [Person].

// Errand is what was wanted done, as it stands.
type Errand struct {
	ID        string      `json:"id"`
	Status    string      `json:"status"`
	Title     string      `json:"title"`
	Say       string      `json:"say"`
	Call      *tools.Call `json:"call,omitempty"`
	Questions []Inquiry   `json:"questions"`
	Preview   string      `json:"preview,omitempty"`
	Deed      *Deed       `json:"deed,omitempty"`
}

// The statuses of errands that have not ended; the others are [memory.Ending]s.
const (
	statusAsks     = "asks"     // its questions are to be answered
	statusConfirms = "confirms" // its preview is to be confirmed
	statusWaits    = "waits"    // for those before it
)

// Inquiry is a question of an errand.
type Inquiry struct {
	ID      string          `json:"id"`
	Text    string          `json:"text"`
	Options []InquiryOption `json:"options"`
	Several bool            `json:"several"`
	Open    bool            `json:"open"`
	Skip    bool            `json:"skip"`
}

// InquiryOption is an answer that is offered.
type InquiryOption struct {
	ID    int    `json:"id"`
	Label string `json:"label"`
	Value any    `json:"value"`
}

// Deed is what was done.
type Deed struct {
	Tool  string `json:"tool"`
	Text  string `json:"text"`
	Order string `json:"order,omitempty"`
}

// ErrandAct is what the shopper does about an errand: one of the three.
type ErrandAct struct {
	ID      string          `json:"id"`
	Answers []InquiryAnswer `json:"answers"`
	Confirm *bool           `json:"confirm"`
	Drop    bool            `json:"drop"`
}

// InquiryAnswer answers a question of an errand.
type InquiryAnswer struct {
	Question string `json:"question"`
	Options  []int  `json:"options"`
	Text     string `json:"text"`
	None     bool   `json:"none"`
}

// errands presents the errands of a turn. The first that is open is the one that is asked
// about.
func errands(all []memory.Errand) []Errand {
	out := make([]Errand, len(all))
	asked := false
	for i := range all {
		e := &all[i]
		told := Errand{ID: e.Task.ID, Status: string(e.Ending), Title: e.Title, Say: e.Say, Questions: []Inquiry{}}
		if e.Decision.Call != nil {
			told.Call = &tools.Call{Tool: e.Decision.Call.Tool, Arguments: e.Decision.Call.Nested(nil)}
		}
		if e.Deed != nil {
			told.Deed = &Deed{e.Deed.Tool, e.Deed.Text, e.Deed.Order}
		}
		switch {
		case !e.Open():
		case asked:
			told.Status = statusWaits
		case e.Decision.Do == tools.Confirm:
			told.Status, told.Preview = statusConfirms, e.Decision.Preview
		default:
			told.Status = statusAsks
			for q := range e.Inquiries {
				told.Questions = append(told.Questions, inquiry(&e.Inquiries[q]))
			}
		}
		asked = asked || e.Open()
		out[i] = told
	}
	return out
}

func inquiry(q *memory.Inquiry) Inquiry {
	out := Inquiry{ID: q.Question.Aspect, Text: q.Text, Options: []InquiryOption{}, Several: q.Question.Several, Open: q.Question.Open, Skip: q.Question.Skip}
	for i, o := range q.Question.Options {
		out.Options = append(out.Options, InquiryOption{i, q.Options[i], o.Value.Of})
	}
	return out
}

// serve gives the turn its counter, and what was done about an errand.
func (a *API) serve(r *request, c *memory.Conversation, said *ConverseRequest, in *agent.Input) error {
	if a.Counter != nil {
		person := Person(a.Sealer, r.caller.Holder())
		in.Counter = func(ctx context.Context) (agent.Counter, error) { return a.Counter(ctx, person) }
		// Who sends a turn again sends its state, or names it.
		in.Submission = said.State
		if key := r.Header.Get(idempotencyKey); key != "" {
			in.Submission = a.Sealer.Alias("submission of "+person, key+"\n"+said.State)
		}
	}
	act := said.Errand
	if act == nil {
		return nil
	}
	e := c.Waiting()
	if e == nil || e.Task.ID != act.ID || a.Counter == nil {
		return problem(UnknownErrand, "No errand %q waits for an answer: errands tell which one does.", act.ID).at("body", jsonPointer("errand", "id"))
	}
	in.Errand = &agent.ErrandInput{Task: act.ID, Drop: act.Drop}
	if act.Confirm != nil {
		if e.Decision.Do != tools.Confirm {
			return problem(UnknownErrand, "The errand waits for answers, and not for its confirmation.").at("body", jsonPointer("errand", "confirm"))
		}
		in.Errand.Yes, in.Errand.No = *act.Confirm, !*act.Confirm
	}
	for i := range act.Answers {
		reply, err := act.Answers[i].reply(e, jsonPointer("errand", "answers", i))
		if err != nil {
			return err
		}
		in.Errand.Replies = append(in.Errand.Replies, reply)
	}
	return nil
}

// idempotencyKey names a request, so that sending it again does nothing twice
// (draft-ietf-httpapi-idempotency-key-header).
const idempotencyKey = "Idempotency-Key"

// reply reads an answer to a question of an errand, at its place in the body.
func (answer *InquiryAnswer) reply(e *memory.Errand, place string) (tools.Reply, error) {
	var open []string
	for i := range e.Inquiries {
		q := &e.Inquiries[i]
		open = append(open, q.Question.Aspect)
		if q.Question.Aspect != answer.Question {
			continue
		}
		text := clean(answer.Text)
		reply, err := q.Reply(answer.Options, text, answer.None || len(answer.Options) == 0 && text == "")
		if errors.Is(err, memory.ErrNoSuch) {
			return reply, problem(UnknownOption, "The question %q has the options 0 to %d, one of which can be chosen, or several where it says so.", answer.Question, len(q.Question.Options)-1).
				at("body", place+jsonPointer("options"))
		}
		return reply, err
	}
	return tools.Reply{}, problem(UnknownQuestion, "The errand does not ask %q; it asks: %s.", answer.Question, strings.Join(open, ", ")).
		at("body", place+jsonPointer("question"), near(answer.Question, open)...)
}
