package mcp

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"shopclerk/agent/memory"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/words"
)

// An errand is one call of a tool of the counter: something that the caller's person
// wants done. What is missing, ambiguous or impossible is asked about, and what can not
// be undone is confirmed, in as many rounds as it takes; nothing is done meanwhile. The
// task travels in the state, so that a request that is sent again has the same
// idempotency key and does nothing twice.

// Statuses of an errand.
const (
	statusDone      = "done"
	statusInput     = "input_required" // see clarification
	statusDeclined  = "declined"       // by the shop: it can not be done here, or not now
	statusRefused   = "refused"        // by the shopper
	statusCancelled = "cancelled"      // the shopper dismissed the form
)

// ErrandOutput is the result of a tool of the counter.
type ErrandOutput struct {
	UCP           Envelope `json:"ucp"`
	Status        string   `json:"status" jsonschema:"done; input_required: see clarification; declined: it can not be done, text says why; refused or cancelled by the shopper. Nothing is changed unless it is done."`
	Text          string   `json:"text" jsonschema:"What to tell the shopper."`
	Order         *Order   `json:"order,omitempty" jsonschema:"The order that it was about, as it stands now."`
	Clarification *Pending `json:"clarification,omitempty" jsonschema:"What is asked before anything is done."`
}

// Pending is what an errand waits for.
type Pending struct {
	RequestState string     `json:"request_state" jsonschema:"Send it back unchanged in clarification, with answers or confirm, and otherwise the same arguments."`
	Expires      time.Time  `json:"expires_at"`
	Preview      string     `json:"preview,omitempty" jsonschema:"What exactly will happen, which can not be undone. Show it to the shopper, and answer with confirm."`
	Questions    []Question `json:"questions,omitempty" jsonschema:"Answer with answers: by the question's id the values of options, or of open questions the shopper's own words."`
}

// ErrandInput is what the arguments of a tool of the counter hold beside the tool's own.
type ErrandInput struct {
	Meta          Meta      `json:"meta,omitempty" jsonschema:"Metadata of the protocol. Calls with the same idempotency-key are one errand: what it does is done once."`
	Context       *Context  `json:"context,omitempty" jsonschema:"What is known of the shopper."`
	Clarification *Settling `json:"clarification,omitempty" jsonschema:"The answer to the clarification of an earlier result of the same call."`
}

// Settling answers what an errand waits for.
type Settling struct {
	RequestState string              `json:"request_state" jsonschema:"As the earlier result had it."`
	Answers      map[string][]string `json:"answers,omitempty" jsonschema:"By the question's id: values of options, or words. A question left out is skipped."`
	Confirm      *bool               `json:"confirm,omitempty" jsonschema:"Whether exactly what preview says shall happen. Only the shopper can know."`
}

// beside are the arguments that no tool of the counter has of its own.
var beside = []string{"meta", "context", "clarification"}

// pending is what a state holds of an errand.
type pending struct {
	Task      tools.Task       `json:"task"`
	Inquiries []memory.Inquiry `json:"inquiries,omitempty"`
	Confirm   *tools.Call      `json:"confirm,omitempty"` // the call that waits for its confirmation
}

// errand is a call of a tool of the counter.
type errand struct {
	*Server
	request   *sdk.CallToolRequest
	person    string
	tool      string
	in        ErrandInput
	arguments tools.Arguments // the tool's own
	tokens    tokens
	pending
	confirmed bool // Confirm was said yes to
	unasked   bool // the client shows no form now
}

// mostRounds bounds how often one request decides anew: after a form that an older client
// has answered, and after a call that failed. Every aspect is asked about twice at most.
const mostRounds = 20

// errNobody reports a call that is nobody's: no way leads to one.
var errNobody = errors.New("a tool of the counter was called for nobody")

// doErrand answers a tool of the counter.
func (s *Server) doErrand(ctx context.Context, r *sdk.CallToolRequest, tool string, given map[string]any) (*sdk.CallToolResult, ErrandOutput, error) {
	person := s.person(ctx)
	if person == "" {
		return nil, ErrandOutput{}, errNobody
	}
	e := &errand{Server: s, request: r, person: person, tool: tool, arguments: tools.Arguments{}}
	text, err := json.Marshal(given)
	if err == nil {
		err = json.Unmarshal(text, &e.in) // they keep the schema
	}
	if err != nil {
		return nil, ErrandOutput{}, wrong("arguments", "%v", err)
	}
	for name, value := range given {
		if !slices.Contains(beside, name) && value != nil {
			e.arguments[name] = value
		}
	}
	ctx = s.speak(ctx, r, e.in.Context)
	sum, err := digest(struct {
		Tool      string          `json:"tool"`
		Arguments tools.Arguments `json:"arguments"`
	}{tool, e.arguments})
	if err != nil {
		return nil, ErrandOutput{}, err
	}
	e.tokens = tokens{s.Sealer, s.Now(), person, sum}
	out, err := e.run(ctx)
	return out.result, out.errand, err
}

// came is what an errand's call comes to: a result that asks for input has no output.
type came struct {
	result *sdk.CallToolResult
	errand ErrandOutput
}

func (e *errand) ends(status, text string) came {
	return came{say(text), ErrandOutput{UCP: revision("order"), Status: status, Text: text}}
}

// run begins the errand, or goes on with it where it waits.
func (e *errand) run(ctx context.Context) (came, error) {
	a, err := e.reply()
	if err != nil {
		return came{}, err
	}
	if a == nil {
		if err := e.name(); err != nil {
			return came{}, err
		}
	} else {
		if err := e.resume(a); err != nil {
			return came{}, err
		}
		if end, ended, err := e.settle(ctx, a); ended || err != nil {
			return end, err
		}
	}
	for range mostRounds {
		out, form, err := e.step(ctx)
		if err != nil || form == nil {
			return out, err
		}
		// a client from before requests could be input, in a session that can ask it
		elicit := e.request.Session.Elicit
		if a := asking(ctx); a != nil {
			elicit = a.ask
		}
		answer, err := elicit(ctx, form)
		if errors.Is(err, errUnasked) {
			e.unasked = true
			continue
		}
		if err != nil {
			return came{}, fmt.Errorf("asking the client: %w", err)
		}
		a := &answered{action: answer.Action, inside: "content"}
		if a.content, err = spelled(a.inside, answer.Content); err != nil {
			return came{}, err
		}
		if end, ended, err := e.settle(ctx, a); ended || err != nil {
			return end, err
		}
	}
	return came{}, fmt.Errorf("the errand %s does not end", e.tool)
}

// name gives a new task its name. With the client's idempotency key it is the same when
// the call is sent again; otherwise from the first question on, whose state holds it.
func (e *errand) name() error {
	e.Task.ID = rand.Text()
	key, given := e.in.Meta["idempotency-key"]
	if !given {
		return nil
	}
	text, ok := key.(string)
	if !ok || text == "" || len(text) > longestID {
		return wrong("meta.idempotency-key", "%v is no key: send a text of 1 to %d bytes, such as a UUID", key, longestID)
	}
	e.Task.ID = e.Sealer.Alias("errand of "+e.person, text)
	return nil
}

// begin makes the task of the arguments. A text that is no value of a list stands for
// what the shopper said: the lamp, for the order that it is in.
func (e *errand) begin(tool *tools.Tool) error {
	call := tools.Call{Tool: e.tool, Arguments: tools.Arguments{}}
	e.Task.Candidates = []tools.Proposal{{Call: call}}
	for _, name := range slices.Sorted(maps.Keys(e.arguments)) {
		p := tool.Parameter(name)
		if p == nil {
			var there []string
			for _, p := range tool.Parameters {
				there = append(there, p.Name)
			}
			return wrong(name, "as things stand %s takes no such argument: leave it out. It takes %s", e.tool, strings.Join(append(there, beside...), ", "))
		}
		value := e.arguments[name]
		domain := p.Domain.At(e.arguments)
		_, err := domain.Accept(value)
		if said, ok := value.(string); ok && err != nil && domain.Kind == tools.Finite {
			e.Task = e.Task.Answer(tools.Reply{Aspect: name, Words: said})
			continue
		}
		call.Arguments[name] = value
	}
	return nil
}

// step decides, and does what is decided where it may be done. It returns what the call
// comes to, or a form to show in the client's session.
func (e *errand) step(ctx context.Context) (came, *sdk.ElicitParams, error) {
	w := words.From(ctx)
	at, err := e.Counter(ctx, e.person)
	if err != nil {
		return came{}, nil, fmt.Errorf("opening the counter: %w", err)
	}
	shown, err := e.named(ctx)
	if err != nil {
		return came{}, nil, err
	}
	kit, err := tools.New(at.Tools(shown)...)
	if err != nil {
		return came{}, nil, err
	}
	d, err := e.decide(kit, at.Scene(shown))
	if err != nil {
		return came{}, nil, err
	}
	switch d.Do {
	case tools.Execute:
		done, task, err := tools.Run(ctx, at, e.Task, d)
		if err != nil {
			return came{}, nil, err
		}
		e.Task, e.Confirm, e.confirmed = task, nil, false
		if done == nil { // it failed, which the next decision is about
			return e.step(ctx)
		}
		return e.done(*done), nil, nil
	case tools.Decline:
		return e.ends(statusDeclined, d.Say(w)), nil, nil
	case tools.Confirm:
		d.Preview = kit.Preview(*d.Call, w)
		e.Inquiries, e.Confirm = nil, d.Call
	default:
		order := func(q tools.Question) int {
			return slices.IndexFunc(kit.Tool(e.tool).Parameters, func(p tools.Parameter) bool { return p.Name == q.Aspect })
		}
		slices.SortStableFunc(d.Questions, func(a, b tools.Question) int { return order(a) - order(b) }) // as a form has it
		e.Inquiries, e.Confirm = inquiries(w, d.Questions), nil
	}
	return e.ask(ctx, &d)
}

// decide says what to do next. A call that was confirmed is carried out as it was shown,
// and not decided about anew: whether it is still possible is the executor's to say, and
// what was done already is told again.
func (e *errand) decide(kit *tools.Kit, scene tools.Scene) (tools.Decision, error) {
	if e.confirmed {
		return tools.Decision{Do: tools.Execute, Call: e.Confirm, Key: e.Confirm.Key(e.Task.ID)}, nil
	}
	tool := kit.Tool(e.tool)
	if tool == nil {
		return tools.Decision{}, wrong("name", "the shop does not do this now")
	}
	if len(e.Task.Candidates) == 0 {
		if err := e.begin(tool); err != nil {
			return tools.Decision{}, err
		}
	}
	if scene.Today == "" {
		scene.Today = e.Now().UTC().Format(time.DateOnly)
	}
	return kit.Decide(e.Task, scene, e.rule)
}

// named are the products that the arguments name by their ids: they count as shown.
func (e *errand) named(ctx context.Context) ([]catalog.Product, error) {
	id, ok := e.arguments["product"].(string)
	if !ok {
		return nil, nil
	}
	found, _, err := e.products(ctx, []string{id})
	return found, err
}

// done tells what was done.
func (e *errand) done(d counter.Done) came {
	out := e.ends(statusDone, d.Text)
	if d.Order != nil {
		out.errand.Order = ordered(d.Order)
	}
	return out
}

// getOrder answers get_order: the protocol's way to ask how an order stands.
func (s *Server) getOrder(ctx context.Context, r *sdk.CallToolRequest, in OrderInput) (*sdk.CallToolResult, OrderOutput, error) {
	person := s.person(ctx)
	if person == "" {
		return nil, OrderOutput{}, errNobody
	}
	ctx = s.speak(ctx, r, in.Context)
	at, err := s.Counter(ctx, person)
	if err != nil {
		return nil, OrderOutput{}, fmt.Errorf("opening the counter: %w", err)
	}
	done, err := at.Execute(ctx, tools.Call{Tool: counter.OrderStatus, Arguments: tools.Arguments{"order": in.ID}}, rand.Text())
	var f *tools.Failure
	if errors.As(err, &f) {
		return nil, OrderOutput{}, wrong("id", "there is no order %q of this shopper's: %s without arguments asks which are", in.ID, counter.OrderStatus)
	}
	if err != nil {
		return nil, OrderOutput{}, err
	}
	if done.Order == nil {
		return nil, OrderOutput{}, fmt.Errorf("the counter tells nothing of the order %q", in.ID)
	}
	return say(done.Text), OrderOutput{revision("order"), ordered(done.Order)}, nil
}
