package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"shopclerk/agent"
	"shopclerk/agent/dialog"
	"shopclerk/agent/journal"
	"shopclerk/agent/tools"
	"shopclerk/cmd/internal/live"
	"shopclerk/search"
)

// ConverseRequest is one turn of a shopper.
type ConverseRequest struct {
	State    string      `json:"state,omitempty" maxLength:"100" doc:"Conversation to go on with, as the reply before named it; none begins one."`
	Version  *int        `json:"version,omitempty" minimum:"0" doc:"Version of the reply that this answers. Where the conversation has gone on since, the turn is refused (409)."`
	Message  string      `json:"message,omitempty" maxLength:"1000" doc:"What the shopper says."`
	Category string      `json:"category,omitempty" maxLength:"500" doc:"Path of the category to look in."`
	Answers  []Answer    `json:"answers,omitempty" maxItems:"20" doc:"Answers to the open questions: those not mentioned are skipped. Left out, they stay open."`
	Drop     []int       `json:"drop,omitempty" maxItems:"50" doc:"Changes to take back, by their numbers in understood."`
	Quiet    *bool       `json:"quiet,omitempty" doc:"Whether no questions are wanted."`
	Offer    *TakenOffer `json:"offer,omitempty" doc:"An offer of the reply before that the shopper takes."`
	Errand   *ErrandStep `json:"errand,omitempty" doc:"What the shopper does about the errand that asks or waits for its confirmation."`
}

// Answer is an answer to an open question.
type Answer struct {
	Question string `json:"question" maxLength:"200" doc:"Id of the question."`
	Options  []int  `json:"options,omitempty" maxItems:"20" doc:"Ids of options."`
	Other    bool   `json:"other,omitempty" doc:"Something else."`
	Text     string `json:"text,omitempty" maxLength:"1000" doc:"Something else, in the shopper's words."`
	None     bool   `json:"none,omitempty" doc:"No preference."`
}

// TakenOffer takes an offer by the index of its act and its own.
type TakenOffer struct {
	Act   int `json:"act" minimum:"0" doc:"Index of the act that has it."`
	Offer int `json:"offer" minimum:"0" doc:"Its index among the act's offers."`
}

// ErrandStep is what the shopper does about an errand: one of Answers, Confirm and Drop.
type ErrandStep struct {
	ID      string   `json:"id" maxLength:"200" doc:"Of the errand."`
	Answers []Answer `json:"answers,omitempty" maxItems:"20" doc:"To what it asks."`
	Confirm *bool    `json:"confirm,omitempty" doc:"Yes or no to its preview."`
	Drop    bool     `json:"drop,omitempty" doc:"It is given up."`
}

// mostReplies is how many turns that were named by an idempotency key are remembered: a turn
// is sent again within seconds or never.
const mostReplies = 256

// Converse takes a turn of the caller's conversation and keeps it in the journal. A key, ""
// for none, names the turn: see [turnInput].
func (o *Operations) Converse(ctx context.Context, said *ConverseRequest, key string) (*Turn, error) {
	if key == "" {
		return o.converse(ctx, said, "")
	}
	sum := sha256.Sum256([]byte(caller(ctx).Session + " " + key))
	name := hex.EncodeToString(sum[:])
	if before, ok := o.replies.Get(name); ok {
		return before, nil
	}
	out, err := o.converse(ctx, said, name)
	if err == nil {
		o.replies.Add(name, out)
	}
	return out, err
}

// converse takes a turn that a name tells from all others; "" for none.
func (o *Operations) converse(ctx context.Context, said *ConverseRequest, name string) (*Turn, error) {
	g := live.From(ctx)
	c, stored, err := o.open(ctx, said)
	if err != nil {
		return nil, err
	}
	in, err := input(ctx, &c.Conversation, said)
	if err != nil {
		return nil, err
	}
	if name == "" && stored >= 0 {
		name = fmt.Sprintf("%s:%d", c.ID, stored)
	}
	if in.Submission = name; o.Counter != nil {
		in.Counter = func(ctx context.Context) (agent.Counter, error) { return o.Counter(ctx, c.Session) }
	}
	began := time.Now()
	t, err := g.Clerk.Reply(ctx, &c.Conversation, in)
	if err != nil {
		return nil, err
	}
	if o.Turned != nil {
		o.Turned(time.Since(began), c.Last())
	}
	event := journal.Exchange(*c.Last())
	if stored < 0 {
		c.Version, err = o.Journal.Begin(ctx, c, event)
	} else {
		c.Version, err = o.Journal.Append(ctx, c.ID, stored, event)
	}
	if err != nil {
		return nil, err
	}
	out := &Turn{Found: found(ctx, g, t), Quiet: t.Need.Quiet, State: c.ID, Version: c.Version}
	out.Exchange(c.Last())
	return out, nil
}

// open loads the conversation that a turn goes on with, and says at which version it is
// stored, below 0 for a new one.
func (o *Operations) open(ctx context.Context, said *ConverseRequest) (c *journal.Conversation, stored int, err error) {
	if said.State == "" {
		c, err = o.Journal.New(caller(ctx).Session, live.From(ctx).Store.Version())
		return c, -1, err
	}
	c, err = o.own(ctx, said.State, "body.state")
	if err != nil {
		return nil, 0, err
	}
	if c.Full() {
		return nil, 0, journal.ErrFull
	}
	if said.Version != nil && *said.Version != c.Version {
		return nil, 0, Fault(http.StatusConflict, "body.version", "The conversation is at version %d. Send that version to go on from there.", c.Version)
	}
	return c, c.Version, nil
}

// own loads a conversation of the caller's; another's is not found.
func (o *Operations) own(ctx context.Context, id, place string) (*journal.Conversation, error) {
	c, err := o.Journal.Load(ctx, id)
	if errors.Is(err, journal.ErrNotFound) || err == nil && c.Session != caller(ctx).Session {
		return nil, Fault(http.StatusNotFound, place, "No conversation %q of this key is kept, or not any more. Leave state out to begin one.", id)
	}
	return c, err
}

// Forget deletes a conversation of the caller's.
func (o *Operations) Forget(ctx context.Context, id string) error {
	if _, err := o.own(ctx, id, "path.state"); err != nil {
		return err
	}
	return o.Journal.Delete(ctx, id)
}

// input makes of a turn what the clerk takes, as the shop's forms do.
func input(ctx context.Context, c *dialog.Conversation, said *ConverseRequest) (agent.Input, error) {
	in := agent.Input{Message: clean(said.Message)}
	if said.Category != "" {
		among, err := categories(live.From(ctx), []string{said.Category}, "body.category")
		if err != nil {
			return in, err
		}
		in.Changes = append(in.Changes, scoped(among))
	}
	for i, change := range said.Drop {
		if _, err := c.Find(change); err != nil {
			return in, bad(fmt.Sprintf("body.drop[%d]", i), "The conversation holds no change %d: understood lists those in force.", change)
		}
		in.Changes = append(in.Changes, search.Change{Op: search.Drop, Target: change})
	}
	if said.Quiet != nil {
		op := search.Unhush
		if *said.Quiet {
			op = search.Hush
		}
		in.Changes = append(in.Changes, search.Change{Op: op})
	}
	if offer := said.Offer; offer != nil {
		changes, err := c.Offered(offer.Act, offer.Offer)
		if err != nil {
			return in, bad("body.offer", "The reply before made no offer %d with its act %d: acts list the offers of each.", offer.Offer, offer.Act)
		}
		in.Changes = append(in.Changes, changes...)
	}
	if said.Answers != nil {
		if err := answer(c, said.Answers, &in); err != nil {
			return in, err
		}
	}
	for _, text := range in.Typed {
		if in.Message != "" && text != "" {
			text = ", " + text
		}
		in.Message += text
	}
	if !slices.ContainsFunc(in.Typed, func(text string) bool { return text != "" }) {
		in.Typed = nil
	}
	if utf8.RuneCountInString(in.Message) > longestMessage {
		return in, bad("body.message", "Message and typed answers together have more than %d characters.", longestMessage)
	}
	if in.Message == "" && !in.Answered && len(in.Changes) == 0 && said.Errand == nil {
		return in, bad("body", "Send a message, answers, a category, what to drop, an offer to take, or what to do about an errand.")
	}
	if said.Errand == nil {
		return in, nil
	}
	var err error
	in.Errand, err = said.Errand.read(c)
	return in, err
}

// longestMessage bounds a message with all that was typed into answers, in characters.
const longestMessage = 1000

// clean takes out of a text what nobody types.
func clean(text string) string { return strings.TrimSpace(strings.ToValidUTF8(text, "")) }

// answer reads the answers to the open questions.
func answer(c *dialog.Conversation, answers []Answer, in *agent.Input) error {
	last := c.Last()
	if last == nil || len(last.Questions) == 0 {
		return bad("body.answers", "No question is open: leave answers out.")
	}
	open := make([]string, len(last.Questions))
	for i := range last.Questions {
		open[i] = last.Questions[i].Answer.Key
	}
	in.Answered, in.Typed = true, make([]string, len(open))
	for i := range answers {
		a, place := &answers[i], fmt.Sprintf("body.answers[%d]", i)
		n := slices.Index(open, a.Question)
		if n < 0 {
			return bad(place+".question", "The question %q is not open; these are: %s.", a.Question, strings.Join(open, ", "))
		}
		if slices.ContainsFunc(in.Answers, func(g dialog.Given) bool { return g.Question == n }) {
			return bad(place+".question", "The question %q is answered twice.", a.Question)
		}
		given, text, err := a.given(&last.Questions[n], place)
		if err != nil {
			return err
		}
		given.Question = n
		in.Answers, in.Typed[n] = append(in.Answers, given), text
	}
	return nil
}

// given reads what was done with a question. What was typed says better what else is wanted
// than "something else" does.
func (a *Answer) given(q *dialog.Posed, place string) (dialog.Given, string, error) {
	for i, o := range a.Options {
		if o < 0 || o >= len(q.Options) {
			return dialog.Given{}, "", bad(fmt.Sprintf("%s.options[%d]", place, i), "The question %q has the options 0 to %d.", q.Answer.Key, len(q.Options)-1)
		}
	}
	text := clean(a.Text)
	return dialog.Given{Picked: a.Options, Other: a.Other && text == "", None: a.None}, text, nil
}

// read reads what is done about the errand that the conversation waits with.
func (s *ErrandStep) read(c *dialog.Conversation) (*agent.ErrandInput, error) {
	e := c.Waiting()
	if e == nil || e.Task.ID != s.ID {
		return nil, bad("body.errand.id", "No errand %q waits for an answer: errands tell which one does.", s.ID)
	}
	in := &agent.ErrandInput{Task: s.ID, Drop: s.Drop}
	if s.Confirm != nil {
		if e.Decision.Do != tools.Confirm {
			return nil, bad("body.errand.confirm", "The errand waits for answers, and not for its confirmation.")
		}
		in.Yes, in.No = *s.Confirm, !*s.Confirm
	}
	for i := range s.Answers {
		reply, err := s.Answers[i].reply(e, fmt.Sprintf("body.errand.answers[%d]", i))
		if err != nil {
			return nil, err
		}
		in.Replies = append(in.Replies, reply)
	}
	return in, nil
}

// reply reads an answer to a question of an errand.
func (a *Answer) reply(e *dialog.Errand, place string) (tools.Reply, error) {
	var open []string
	for i := range e.Inquiries {
		q := &e.Inquiries[i]
		if open = append(open, q.Question.Aspect); q.Question.Aspect != a.Question {
			continue
		}
		text := clean(a.Text)
		reply, err := q.Reply(a.Options, text, a.None || len(a.Options) == 0 && text == "")
		if errors.Is(err, dialog.ErrNoSuch) {
			err = bad(place+".options", "The question %q has the options 0 to %d, one of which can be chosen, or several where it says so.", a.Question, len(q.Question.Options)-1)
		}
		return reply, err
	}
	return tools.Reply{}, bad(place+".question", "The errand does not ask %q; it asks: %s.", a.Question, strings.Join(open, ", "))
}
