package api

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"shopclerk/agent"
	"shopclerk/agent/memory"
	"shopclerk/agent/voice"
	"shopclerk/search"
)

// ConverseRequest is one turn of a shopper.
type ConverseRequest struct {
	State    string   `json:"state"`    // of the turn before; none begins a conversation
	Message  string   `json:"message"`  // what the shopper says
	Category string   `json:"category"` // path of the category to look in
	Answers  []Answer `json:"answers"`  // to the open questions; those not mentioned are skipped. nil: they are left open
	Drop     []int    `json:"drop"`     // changes to take back
	Revise   *Revised `json:"revise"`   // an answer given anew
	Quiet    *bool    `json:"quiet"`    // whether no questions are wanted
	// Offer is an offer of the reply before that the shopper takes.
	Offer *TakenOffer `json:"offer"`
	// Errand is what the shopper does about the errand that waits.
	Errand *ErrandAct `json:"errand"`
}

// Ticks is what was done with a question.
type Ticks struct {
	Options []int  `json:"options"`
	Other   bool   `json:"other"`
	Text    string `json:"text"` // in the shopper's own words, read like a message
	None    bool   `json:"none"` // no preference
}

// Answer is an answer to an open question.
type Answer struct {
	Question string `json:"question"`
	Ticks
}

// Revised is an answer given anew.
type Revised struct {
	Change int `json:"change"`
	Ticks
}

// ConverseReply is the clerk's turn.
type ConverseReply struct {
	Reply      string       `json:"reply"`
	Acts       []Act        `json:"acts"`
	Understood []Understood `json:"understood"`
	Questions  []Question   `json:"questions"`
	Quiet      bool         `json:"quiet"`
	Products   []Product    `json:"products"`
	Open       int          `json:"open"`
	Full       int          `json:"full"`
	Relaxed    []string     `json:"relaxed"`
	Errands    []Errand     `json:"errands"`
	State      string       `json:"state"`
	Expires    time.Time    `json:"expires"`
}

// Question is a question with its options.
type Question struct {
	ID      string   `json:"id"` // the aspect's key
	Text    string   `json:"text"`
	Help    string   `json:"help,omitempty"`
	Any     bool     `json:"any,omitempty"` // several options can be true of one product
	Options []Option `json:"options"`
	Other   Rest     `json:"other"`
	None    Rest     `json:"none"`
	Bits    float64  `json:"bits"`
	Terms   []Term   `json:"terms,omitempty"` // words of it that not everybody knows
	Why     *Why     `json:"why,omitempty"`
}

// Term is a word and what it means.
type Term struct {
	Word    string `json:"word"`
	Meaning string `json:"meaning"`
}

// Option is an answer that a question offers.
type Option struct {
	ID    int     `json:"id"`
	Label string  `json:"label"`
	Count int     `json:"count"`
	Left  int     `json:"left"`
	Mass  float64 `json:"mass"`
	// What it stands for: any of some values of the aspect, or its numbers from low up to
	// but not including high, where nil is open.
	Values []string `json:"values,omitempty"`
	Low    *float64 `json:"low,omitempty"`
	High   *float64 `json:"high,omitempty"`
}

// Rest is an answer that every question takes: something else, or no preference.
type Rest struct {
	Label string  `json:"label,omitempty"`
	Count int     `json:"count"`
	Left  int     `json:"left"`
	Mass  float64 `json:"mass"`
}

// Why is why a question is asked.
type Why struct {
	Effect  string   `json:"effect"`
	Unknown string   `json:"unknown,omitempty"`
	Rivals  []string `json:"rivals"`
}

// converse takes a turn: it rebuilds the conversation of the state, lets the clerk
// reply, and gives the state of what has become of it. To undo a turn, go on from the
// state before it.
func (a *API) converse(r *request) (any, error) {
	var said ConverseRequest
	if err := json.Unmarshal(r.body, &said); err != nil {
		return nil, problem(Malformed, "The body is not what the contract says: %v.", err)
	}
	c, err := a.unpack(said.State, r.caller.Holder())
	if err != nil {
		return nil, err
	}
	in, err := a.input(r, c, &said)
	if err != nil {
		return nil, err
	}
	turn, err := a.Clerk.Reply(r.Context(), c, in)
	if err != nil {
		return nil, err
	}
	out := &ConverseReply{
		Reply: turn.Reply, Acts: acts(turn.Acts), Understood: a.understood(turn), Questions: posedQuestions(r, turn.Questions), Quiet: turn.Need.Quiet,
		Products: a.list(turn), Open: turn.Ranking.Open, Full: turn.Fit(), Relaxed: relaxed(turn),
		Errands: errands(turn.Errands), Expires: a.Now().Add(stateLife).UTC().Truncate(time.Second),
	}
	out.State, err = a.pack(c, r.caller.Holder(), out.Expires)
	return out, err
}

// input makes of a turn what the clerk takes, as the shop's forms do.
func (a *API) input(r *request, c *memory.Conversation, said *ConverseRequest) (agent.Input, error) {
	in := agent.Input{Message: clean(said.Message)}
	if said.Category != "" {
		categories, err := a.scope([]string{said.Category}, "body", "/category")
		if err != nil {
			return in, err
		}
		in.Changes = append(in.Changes, scoped(categories))
	}
	for i, change := range said.Drop {
		if _, err := c.Find(change); err != nil {
			return in, problem(UnknownChange, "The conversation holds no change %d: understood lists those in force.", change).at("body", jsonPointer("drop", i))
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
	if said.Offer != nil {
		changes, err := said.Offer.take(c)
		if err != nil {
			return in, err
		}
		in.Changes = append(in.Changes, changes...)
	}
	typed, err := answers(r, c, said, &in)
	if err != nil {
		return in, err
	}
	for _, text := range typed {
		if in.Message != "" && text != "" {
			text = ", " + text
		}
		in.Message += text
	}
	if utf8.RuneCountInString(in.Message) > longestMessage {
		return in, problem(Invalid, "Message and typed answers together have more than %d characters.", longestMessage).at("body", "/message")
	}
	if in.Message == "" && !in.Answered && len(in.Changes) == 0 && said.Errand == nil {
		return in, problem(NothingSaid, "Send a message, answers, a category, what to drop or revise, an offer to take, or what to do about an errand.").at("body", "")
	}
	return in, a.serve(r, c, said, &in)
}

// longestMessage bounds a message with all that was typed into answers, in characters.
const longestMessage = 1000

// clean takes out of a text what nobody types.
func clean(text string) string { return strings.TrimSpace(strings.ToValidUTF8(text, "")) }

// answers reads the answers to open questions and the one given anew into the input,
// and returns what was typed instead of ticked.
func answers(r *request, c *memory.Conversation, said *ConverseRequest, in *agent.Input) (typed []string, err error) {
	if said.Revise != nil {
		q, err := c.Reopen(said.Revise.Change)
		if err != nil {
			return nil, problem(UnknownChange, "The conversation holds no answer %d: understood lists those in force, of the kind answer.", said.Revise.Change).
				at("body", "/revise/change")
		}
		given, text, err := said.Revise.given(&q, jsonPointer("revise"))
		if err != nil {
			return nil, err
		}
		changes, err := c.Revise(r.words, said.Revise.Change, given)
		if err != nil {
			return nil, err
		}
		in.Changes, typed = append(in.Changes, changes...), append(typed, text)
	}
	if said.Answers == nil {
		return typed, nil
	}
	last := c.Last()
	if last == nil || len(last.Questions) == 0 {
		return nil, problem(UnknownQuestion, "No question is open: leave answers out.").at("body", "/answers")
	}
	in.Answered = true
	open := make([]string, len(last.Questions))
	for i := range last.Questions {
		open[i] = last.Questions[i].Answer.Key
	}
	in.Typed = make([]string, len(open))
	for i := range said.Answers {
		answer := &said.Answers[i]
		n := slices.Index(open, answer.Question)
		if n < 0 {
			return nil, problem(UnknownQuestion, "The question %q is not open; these are: %s.", answer.Question, strings.Join(open, ", ")).
				at("body", jsonPointer("answers", i, "question"), near(answer.Question, open)...)
		}
		if slices.ContainsFunc(in.Answers, func(g memory.Given) bool { return g.Question == n }) {
			return nil, problem(Invalid, "The question %q is answered twice.", answer.Question).at("body", jsonPointer("answers", i, "question"))
		}
		given, text, err := answer.given(&last.Questions[n], jsonPointer("answers", i))
		if err != nil {
			return nil, err
		}
		given.Question = n
		in.Answers, in.Typed[n] = append(in.Answers, given), text
	}
	typed = append(typed, in.Typed...)
	if !slices.ContainsFunc(in.Typed, func(text string) bool { return text != "" }) {
		in.Typed = nil
	}
	return typed, nil
}

// given reads what was done with a question, at its place in the body. What was typed
// says better what else is wanted than "something else" does.
func (t *Ticks) given(q *memory.Posed, place string) (memory.Given, string, error) {
	for i, o := range t.Options {
		if o < 0 || o >= len(q.Options) {
			return memory.Given{}, "", problem(UnknownOption, "The question %q has the options 0 to %d, and %d is none of them.", q.Answer.Key, len(q.Options)-1, o).
				at("body", place+jsonPointer("options", i))
		}
	}
	text := clean(t.Text)
	return memory.Given{Picked: t.Options, Other: t.Other && text == "", None: t.None}, text, nil
}

// posedQuestions presents the questions.
func posedQuestions(r *request, posed []memory.Posed) []Question {
	out := make([]Question, len(posed))
	for i := range posed {
		p := &posed[i]
		q := Question{ID: p.Answer.Key, Text: p.Text, Help: p.Help, Any: p.Any, Options: make([]Option, len(p.Options)), Other: rest(&p.Other), None: rest(&p.None), Bits: p.Bits}
		for o, choice := range p.Options {
			q.Options[o] = Option{ID: o, Label: choice.Label, Count: choice.Count, Left: choice.Left, Mass: choice.Mass, Values: p.Answer.Options[o].Values}
			if r := p.Answer.Options[o].Range; r != nil {
				q.Options[o].Low, q.Options[o].High = r.Low, r.High
			}
		}
		for _, term := range voice.Terms(r.words, p) {
			q.Terms = append(q.Terms, Term(term))
		}
		if e := voice.Explain(r.words, p, i); e.Effect != "" {
			q.Why = &Why{e.Effect, e.Unknown, append([]string{}, e.Rivals...)}
		}
		out[i] = q
	}
	return out
}

func rest(c *memory.Choice) Rest { return Rest{c.Label, c.Count, c.Left, c.Mass} }
