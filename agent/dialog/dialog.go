// Package dialog holds a conversation: a list of exchanges, each with the changes
// it made to the need and the questions it put. The need is the fold of the
// changes; undo, editing and replay follow from that.
package dialog

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"shopclerk/search"
	"shopclerk/words"
)

// Posed is a question as it was shown. What was recorded before Other, None and Why
// were has their zero values.
type Posed struct {
	Text    string        `json:"text"`
	Options []Choice      `json:"options"`
	Other   Choice        `json:"other,omitzero"` // "something else"
	None    Choice        `json:"none,omitzero"`  // "no preference"
	Answer  search.Answer `json:"answer"`         // the aspect and the options' tests; nothing ticked
	Bits    float64       `json:"bits"`           // expected information gain
	Page    float64       `json:"page"`           // expected gain of the first page
	Why     Why           `json:"why,omitzero"`
	Any     bool          `json:"any,omitempty"`    // several options are true of some product that fits: any of them can be ticked
	Help    string        `json:"help,omitempty"`   // stands under the question, in the shop's words
	Worded  int64         `json:"worded,omitempty"` // version of the settings that worded it; 0: the clerk's own words
}

// Choice is an answer as it was shown. Label is empty where the page's own words
// are all there is to say: for "no preference", and for "something else" that
// stands for nothing in particular.
type Choice struct {
	Label string `json:"label"`
	Count int    `json:"count"` // products that fit what was asked for so far and would answer so
}

// Why is what a question was expected to do to the list when it was put.
// The numbers are those of that moment, so that an old question keeps its explanation.
type Why struct {
	Fit int `json:"fit"` // products that fit what was asked for so far
	// Left is how many of them are expected to fit once this question alone is
	// answered: Σ mass·left over all that a shopper could answer, several options
	// ticked at once included.
	Left float64 `json:"left"`
	// Before and After are the probability that the product the shopper is after is
	// on the first page: once the questions above this one are answered, and once
	// this one is too.
	Before float64 `json:"before"`
	After  float64 `json:"after"`
	// Placed is "first", "decisive" or "early" where the aspect is placed so: the question need
	// not be the one that tells most. Empty is the policy's own choice.
	Placed string `json:"placed,omitempty"`
}

// Exchange is one turn: what the shopper said or ticked and what came of it.
type Exchange struct {
	Said      string          `json:"said,omitempty"`
	Typed     []string        `json:"typed,omitempty"`    // what of Said was typed as "something else" to each question of the exchange before; "" to the others, none when nothing was
	Unplaced  []string        `json:"unplaced,omitempty"` // words of Said that nothing was made of, each run of them one
	Changes   []search.Change `json:"changes,omitempty"`
	Acts      []Act           `json:"acts,omitempty"` // what Said did, in its order
	Reply     string          `json:"reply,omitempty"`
	Tells     string          `json:"tells,omitempty"` // what of Reply is of the list alone: Reply is the acts' texts, then this
	Questions []Posed         `json:"questions,omitempty"`
	Shown     []string        `json:"shown,omitempty"` // product ids of the first page, in order
	Fit       int             `json:"fit,omitempty"`   // products that met everything asked for; 0 as well where it was not recorded yet
	Errands   []Errand        `json:"errands,omitempty"`

	// How the list and the questions came about; zero values where it was not
	// recorded yet.
	Path      []string  `json:"path,omitempty"`     // the stages of the search that ran, in order: see search.Scope
	Scope     []string  `json:"scope,omitempty"`    // the categories that were searched, as paths; none: the whole shop
	Total     int       `json:"total,omitempty"`    // products that were weighed
	Open      int       `json:"open,omitempty"`     // of them, those that no limit ruled out
	Relaxed   []int     `json:"relaxed,omitempty"`  // ids of changes, ascending: what was left out because nothing has all that was asked for
	Policy    Policy    `json:"policy,omitzero"`    // what chose the questions, also when it chose none
	Settings  int64     `json:"settings,omitempty"` // version of the settings in force
	Consulted Consulted `json:"consulted,omitzero"` // zero: no language model was asked
}

// Conversation is a list of exchanges. The zero value is an empty conversation.
type Conversation struct {
	ID        string     `json:"id"`
	Exchanges []Exchange `json:"exchanges"`
}

// ErrNoSuch reports a reference to something the conversation does not have.
var ErrNoSuch = errors.New("the conversation has no such thing")

// Need folds the changes of all exchanges.
func (c *Conversation) Need() search.Need { return search.Fold(c.Changes()) }

// Changes lists the changes of all exchanges in order.
func (c *Conversation) Changes() []search.Change {
	var out []search.Change
	for _, e := range c.Exchanges {
		out = append(out, e.Changes...)
	}
	return out
}

// Number gives the changes their ids and turn: what understanding leaves open.
func (c *Conversation) Number(changes []search.Change) []search.Change {
	next := 1
	for _, x := range c.Changes() {
		next = max(next, x.ID+1)
	}
	out := make([]search.Change, len(changes))
	for i, x := range changes {
		x.ID, x.Turn = next+i, len(c.Exchanges)+1
		out[i] = x
	}
	return out
}

// Last returns the latest exchange, nil when there is none.
func (c *Conversation) Last() *Exchange {
	if len(c.Exchanges) == 0 {
		return nil
	}
	return &c.Exchanges[len(c.Exchanges)-1]
}

// Undo forgets the latest exchange.
func (c *Conversation) Undo() error {
	if len(c.Exchanges) == 0 {
		return fmt.Errorf("undo: %w: nothing has been said yet", ErrNoSuch)
	}
	c.Exchanges = slices.Clip(c.Exchanges[:len(c.Exchanges)-1]) // what is said next must not overwrite a copy's
	return nil
}

// Given is what a shopper did with one posed question.
type Given struct {
	Question int // index into the latest exchange's Questions
	Picked   []int
	Other    bool
	None     bool
	Unread   bool // the shopper did not come to it: nothing is known of it
}

// Answers turns what was given into changes; questions not mentioned count as
// skipped, those not read leave no trace. Their texts are in the given language. An index out of range is
// [ErrNoSuch].
func (c *Conversation) Answers(w *words.Language, given []Given) ([]search.Change, error) {
	last := c.Last()
	if last == nil || len(last.Questions) == 0 {
		return nil, fmt.Errorf("answering: %w: no question is open", ErrNoSuch)
	}
	by := make([]Given, len(last.Questions))
	for _, g := range given {
		if g.Question < 0 || g.Question >= len(by) {
			return nil, fmt.Errorf("answering question %d: %w", g.Question+1, ErrNoSuch)
		}
		by[g.Question] = g
	}
	var out []search.Change
	for i := range last.Questions {
		if by[i].Unread {
			continue
		}
		ch, err := answered(w, &last.Questions[i], by[i])
		if err != nil {
			return nil, fmt.Errorf("answering question %d: %w", i+1, err)
		}
		out = append(out, ch)
	}
	return out, nil
}

// answered is the change that what was given to a question makes. Its text tells the
// ticks, and what "something else" stood for: for something in particular, or for
// none of what was shown.
func answered(w *words.Language, q *Posed, g Given) (search.Change, error) {
	a := q.Answer
	a.Picked = nil
	for _, o := range slices.Compact(slices.Sorted(slices.Values(g.Picked))) {
		if o < 0 || o >= len(q.Options) {
			return search.Change{}, fmt.Errorf("option %d: %w", o+1, ErrNoSuch)
		}
		a.Picked = append(a.Picked, o)
	}
	var told []string
	for _, o := range a.Picked {
		if o < len(a.Labels) {
			told = append(told, a.Labels[o])
		}
	}
	a.Other = g.Other
	if a.Other && q.Other.Label != "" {
		told = append(told, q.Other.Label)
	}
	text := strings.Join(told, w.T("language.or"))
	switch {
	case !a.Other || q.Other.Label != "":
	case text == "":
		text = w.T("talk.none-of", "Values", strings.Join(a.Labels, w.T("language.comma")))
	default:
		text = w.T("talk.or-else", "Answer", text)
	}
	a.None = g.None && len(a.Picked) == 0 && !a.Other
	return search.Change{Op: search.Answered, Text: text, Answer: &a}, nil
}

// Policy is what chose an exchange's questions. Equal policies, weights and fields
// give equal questions.
type Policy struct {
	Name    string `json:"name"`
	Version int    `json:"version"` // clarify.Version
}

// Consulted records what a language model proposed for the words that the reader could not
// link. It holds none of the shopper's words.
type Consulted struct {
	Model  string `json:"model,omitempty"`  // "": no model was asked
	Failed bool   `json:"failed,omitempty"` // it gave no answer that fits
	Taken  int    `json:"taken,omitempty"`  // proposals that became changes
}

// Topic is what a question is about: an aspect in a category, by its path; "" is the whole
// shop, and several categories.
type Topic struct{ Category, Aspect string }
