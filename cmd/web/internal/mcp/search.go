package mcp

import (
	"cmp"
	"context"
	"errors"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"shopclerk/agent"
	"shopclerk/agent/memory"
	"shopclerk/cmd/internal/live"
	"shopclerk/search"
	"shopclerk/words"
)

// inputID names the form among a result's input requests.
const inputID = "clarification"

// What a client does with a form.
const (
	actionAccept  = "accept"
	actionDecline = "decline"
	actionCancel  = "cancel"
)

// search answers search_catalog.
func (s *Server) search(ctx context.Context, r *sdk.CallToolRequest, in SearchInput) (*sdk.CallToolResult, SearchOutput, error) {
	c := &searchCall{Server: s, request: r, in: &in}
	out, err := c.answer(s.speak(ctx, r, in.Catalog.Context))
	return out.result, out.list, err
}

// searchCall is one call of search_catalog.
type searchCall struct {
	*Server
	request *sdk.CallToolRequest
	in      *SearchInput
	tokens  tokens
	notes   []Message
	formed  bool // an older client has answered a form, or would not
}

// outcome is what a call comes to: a list, or a result that asks for input and has none.
type outcome struct {
	result *sdk.CallToolResult
	list   SearchOutput
}

func (c *searchCall) answer(ctx context.Context) (outcome, error) {
	message := strings.TrimSpace(c.in.Catalog.Query)
	if message == "" && c.in.Catalog.Context != nil {
		message = strings.TrimSpace(c.in.Catalog.Context.Intent)
	}
	limits, err := c.limits(ctx, c.in.Catalog.Filters)
	if err != nil {
		return outcome{}, err
	}
	if message == "" && len(limits) == 0 {
		return outcome{}, wrong("catalog", "there is nothing to search for: give a query, or filters")
	}
	request, err := digest(struct {
		Message string   `json:"message"`
		Filters *Filters `json:"filters"`
	}{message, c.in.Catalog.Filters})
	if err != nil {
		return outcome{}, err
	}
	c.tokens = tokens{c.Sealer, c.Now(), caller(ctx), request}
	if p := c.in.Catalog.Pagination; p != nil && p.Cursor != "" {
		return c.further(ctx, p.Cursor)
	}
	r, err := c.reply()
	if err != nil {
		return outcome{}, err
	}
	if r == nil {
		return c.converse(ctx, &memory.Conversation{}, agent.Input{Message: message, Changes: limits})
	}
	return c.resume(ctx, r)
}

// reply reads what the request says of questions: in a form that the call was answered
// with, or as an argument; nil where it says nothing of any. A state without answers
// declines to give any.
func (c *searchCall) reply() (*answered, error) {
	r, err := formAnswer(c.request, filled)
	given := c.in.Clarification
	if r != nil || err != nil || given == nil || given.RequestState == "" && len(given.Answers) == 0 {
		return r, err
	}
	r = &answered{actionAccept, given.Answers, given.RequestState, "clarification.request_state", "clarification.answers"}
	if len(given.Answers) == 0 {
		r.action = actionDecline
	}
	return r, nil
}

// resume goes on where questions were asked.
func (c *searchCall) resume(ctx context.Context, r *answered) (outcome, error) {
	if r.state == "" {
		return outcome{}, wrong(r.inState, "the answers lack the state of the questions they answer: send it as the earlier result had it")
	}
	conversation, err := c.tokens.conversation(purposeState, r.inState, r.state)
	if err != nil {
		return outcome{}, err
	}
	ctx, release := c.upTo(ctx, conversation)
	defer release()
	switch r.action {
	case actionAccept:
		answers, err := readAnswers(words.From(ctx), r.inside, conversation, r.content)
		if err != nil {
			return outcome{}, err
		}
		return c.converse(ctx, conversation, agent.Input{Answered: true, Answers: answers})
	case actionDecline:
		return c.show(ctx, conversation, "")
	case actionCancel:
		return cancelled(), nil
	}
	return outcome{}, wrong("inputResponses."+inputID+".action", "%q is none: send accept, decline or cancel", r.action)
}

// converse takes a turn of the conversation and lists what came of it, or asks first.
// After an answered form nothing more is asked in the call; a client that is asked
// beside the products can go on.
func (c *searchCall) converse(ctx context.Context, conversation *memory.Conversation, in agent.Input) (outcome, error) {
	turn, err := c.Clerk.Reply(ctx, conversation, in)
	if err != nil {
		return outcome{}, err
	}
	conversation.Seen = c.Shown(live.ParseSeen(conversation.Seen)).String()
	last := conversation.Last()
	last.Questions = last.Questions[:min(len(last.Questions), MostQuestions)]
	if c.quiet(turn) {
		last.Questions = nil
	}
	if len(last.Questions) == 0 {
		return c.list(ctx, turn, conversation, nil)
	}
	state, expires, err := c.tokens.state(conversation)
	if err != nil {
		return outcome{}, err
	}
	questions := posedQuestions(words.From(ctx), turn, last.Questions)
	if a := asking(ctx); a != nil && !c.formed {
		c.formed = true
		answer, err := a.ask(ctx, questionForm(turn.Reply, questions, c.request.ProtocolVersion()))
		if err == nil {
			r := &answered{action: answer.Action, state: state, inState: "state", inside: "content"}
			if r.content, err = filled(r.inside, answer.Content); err != nil {
				return outcome{}, err
			}
			return c.resume(ctx, r)
		}
		if !errors.Is(err, errUnasked) {
			return outcome{}, err
		}
	}
	if elicits(c.request) {
		return outcome{result: &sdk.CallToolResult{
			InputRequests: sdk.InputRequestMap{inputID: questionForm(turn.Reply, questions, c.request.ProtocolVersion())},
			RequestState:  state,
		}}, nil
	}
	return c.list(ctx, turn, conversation, &Questions{state, expires, questions})
}

// quiet reports that the call asks nothing (more): because the caller wants it so, because
// it has asked, or because all that fits stands on the page, which is no reason to hold
// anybody up.
func (c *searchCall) quiet(turn *agent.Turn) bool {
	fit := turn.Fit()
	return c.formed || c.in.Clarification != nil && c.in.Clarification.Skip || c.request.Params.InputResponses != nil || fit > 0 && fit <= c.limit()
}

// elicits reports whether a request says that its client shows forms.
func elicits(r *sdk.CallToolRequest) bool {
	can := r.ClientCapabilities()
	return can != nil && showsForms(can.Elicitation)
}

// show lists what a conversation is about as it stands, from after a product on where
// one is given, and asks nothing.
func (c *searchCall) show(ctx context.Context, conversation *memory.Conversation, after string) (outcome, error) {
	page := search.Page{Limit: c.limit() + 1}
	if after != "" {
		refs, err := c.Store.Refs(ctx, []string{after})
		if err != nil {
			return outcome{}, err
		}
		if page.After = refs[after]; page.After == 0 {
			return outcome{}, gone()
		}
	}
	turn, err := c.Clerk.Look(ctx, conversation.Need(), page)
	if errors.Is(err, search.ErrNoPlace) {
		return outcome{}, gone()
	}
	if err != nil {
		return outcome{}, err
	}
	return c.page(ctx, turn, conversation, nil)
}

// gone tells that the product which a page ended with is not listed any more.
func gone() error {
	return wrong("catalog.pagination.cursor", "the catalogue has changed, and the product that the page ended with is not listed any more: search again without the cursor")
}

// further answers with the page after a cursor.
func (c *searchCall) further(ctx context.Context, cursor string) (outcome, error) {
	place, err := c.tokens.conversation(purposeCursor, "catalog.pagination.cursor", cursor)
	if err != nil {
		return outcome{}, err
	}
	ctx, release := c.upTo(ctx, place)
	defer release()
	return c.show(ctx, place, place.Last().Shown[0])
}

// upTo goes on in a generation that is no older than what a conversation has seen at
// whichever process, where there is one in time.
func (c *searchCall) upTo(ctx context.Context, conversation *memory.Conversation) (context.Context, func()) {
	ctx, release := c.Live.UpTo(ctx, live.ParseSeen(conversation.Seen))
	c.Generation = live.From(ctx)
	return ctx, release
}

// list lists a turn's first page, which the clerk has cut to a length of its own.
func (c *searchCall) list(ctx context.Context, turn *agent.Turn, conversation *memory.Conversation, questions *Questions) (outcome, error) {
	reply, acts := turn.Reply, turn.Acts
	turn, err := c.Clerk.Look(ctx, turn.Need, search.Page{Limit: c.limit() + 1})
	if err != nil {
		return outcome{}, err
	}
	turn.Reply, turn.Acts = reply, acts
	return c.page(ctx, turn, conversation, questions)
}

// limit is how many products the request wants on a page.
func (c *searchCall) limit() int {
	if p := c.in.Catalog.Pagination; p != nil && p.Limit > 0 {
		return p.Limit
	}
	return pageLength
}

// page presents a turn that was looked up with one product more than a page has: it
// tells whether there is another page.
func (c *searchCall) page(ctx context.Context, turn *agent.Turn, conversation *memory.Conversation, questions *Questions) (outcome, error) {
	w := words.From(ctx)
	out := SearchOutput{UCP: envelope("search"), Products: []Product{}, Messages: c.notes, Clarification: questions,
		Pagination: &Page{Total: turn.Ranking.Open}}
	conversation.Seen = c.Shown(live.ParseSeen(conversation.Seen)).String()
	if limit := c.limit(); len(turn.Products) > limit {
		cursor, err := c.tokens.cursor(conversation, turn.Products[limit-1].ID)
		if err != nil {
			return outcome{}, err
		}
		out.Pagination.Cursor, out.Pagination.HasNext = cursor, true
		turn.Products = turn.Products[:limit]
	}
	for i := range turn.Products {
		out.Products = append(out.Products, c.found(w, &turn.Products[i], &turn.Ranking.Items[i]))
	}
	if turn.Reply != "" {
		out.Messages = append(out.Messages, Message{"info", "reply", turn.Reply})
	}
	for i := range turn.Acts {
		a := &turn.Acts[i]
		out.Messages = append(out.Messages, Message{"info", actCode + string(a.Kind), cmp.Or(a.Text, a.Words, a.Topic, a.By)})
	}
	return outcome{say(summary(w, turn, questions)), out}, nil
}

// actCode begins the code of a message that tells what the shopper's words did, by the kind
// of the act; its content is what was answered, or what it was about, and may be empty.
const actCode = "act."

// cancelled is the result of a call that the shopper ended.
func cancelled() outcome {
	const text = "The shopper cancelled: nothing was searched for."
	return outcome{say(text), SearchOutput{UCP: envelope("search"), Products: []Product{}, Messages: []Message{{"info", "cancelled", text}}}}
}

// say is a result with a text beside its structured content.
func say(text string) *sdk.CallToolResult {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}
}
