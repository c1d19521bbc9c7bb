package dialog

import (
	"fmt"
	"reflect"
	"slices"

	"shopclerk/agent/tools"
)

// Errand is one thing that the shopper wants done, as it stands after an exchange. An
// exchange carries every errand that is still open, and those that ended in it: the
// last exchange alone tells what the clerk waits for. What was done stays done when
// the exchange is undone; the task's idempotency key keeps it from being done twice.
type Errand struct {
	Task  tools.Task `json:"task"`            // all that is remembered of it
	Title string     `json:"title,omitempty"` // what the likeliest tool is called, as shown
	Say   string     `json:"say,omitempty"`   // what the clerk said of it, in the language of then
	// Decision is what was decided in this exchange, without Questions.
	Decision  tools.Decision `json:"decision"`
	Inquiries []Inquiry      `json:"inquiries,omitempty"` // what is asked, when that is a question
	// Shown are the products, by their ids, of the page that it was begun on: what its
	// words point at, whatever is listed later.
	Shown  []string `json:"shown,omitempty"`
	Ending Ending   `json:"ending,omitempty"`
	Deed   *Deed    `json:"deed,omitempty"` // of Done
}

// Open reports whether the clerk waits for the shopper.
func (e *Errand) Open() bool { return e.Ending == "" }

// Inquiry is a question about a parameter of a tool, as it was shown.
type Inquiry struct {
	Text     string         `json:"text"`
	Options  []string       `json:"options,omitempty"` // labels of Question.Options, as shown
	Question tools.Question `json:"question"`
}

// Ending is how an errand ended.
type Ending string

// The endings.
const (
	Done     Ending = "done"
	Declined Ending = "declined" // it can not be done here, or not now
	Refused  Ending = "refused"  // the shopper said no to the confirmation
	Dropped  Ending = "dropped"  // the shopper gave it up
	Passed   Ending = "passed"   // a page of the shop's own goes on with it
)

// Deed is what was done.
type Deed struct {
	Tool  string `json:"tool"`
	Text  string `json:"text"`            // what the shopper was told
	Order string `json:"order,omitempty"` // the order it is about
	// Product is what was put in the basket, counted or taken out there; "" elsewhere.
	Product string `json:"product,omitempty"`
	Undoes  bool   `json:"undoes,omitempty"` // the basket changed, and can be given back what it held
	Key     string `json:"key"`              // idempotency key of the call
}

// Errands are those of the last exchange.
func (c *Conversation) Errands() []Errand {
	if last := c.Last(); last != nil {
		return last.Errands
	}
	return nil
}

// Waiting is the errand that the clerk asks about, the first that is open; nil when
// none is. The others wait their turn.
func (c *Conversation) Waiting() *Errand {
	errands := c.Errands()
	for i := range errands {
		if errands[i].Open() {
			return &errands[i]
		}
	}
	return nil
}

// OnlyErrands reports whether the shopper has had things done and asked for no
// products yet: there is nothing to list.
func (c *Conversation) OnlyErrands() bool {
	errands := false
	for i := range c.Exchanges {
		if len(c.Exchanges[i].Changes) > 0 {
			return false
		}
		errands = errands || len(c.Exchanges[i].Errands) > 0
	}
	return errands
}

// Unlisted reports whether the latest exchange answered something and listed nothing,
// because nothing was wanted yet.
func (c *Conversation) Unlisted() bool {
	last, need := c.Last(), c.Need()
	return last != nil && len(last.Changes) == 0 && Answered(last.Acts) && need.Empty()
}

// HideErrands takes out what nobody but its shopper sees of a conversation: the errands,
// and the words that told them.
func (c *Conversation) HideErrands() {
	for i := range c.Exchanges {
		if e := &c.Exchanges[i]; len(e.Errands) > 0 {
			e.Said, e.Typed, e.Unplaced, e.Acts, e.Errands, e.Reply = "", nil, nil, nil, nil, e.Tells
		}
	}
}

// Reply is what a shopper did with the inquiry: picked options by their numbers from
// 0, said something in words, or (none) had nothing to say. Words stand beside no
// option. A number that was not offered, several of which one is wanted, or nothing
// where an answer is needed is [ErrNoSuch].
func (q *Inquiry) Reply(picked []int, words string, none bool) (tools.Reply, error) {
	r := tools.Reply{Aspect: q.Question.Aspect}
	var values []any
	for _, o := range picked {
		if o < 0 || o >= len(q.Question.Options) {
			return r, fmt.Errorf("answering %q: option %d: %w", q.Text, o+1, ErrNoSuch)
		}
		values = append(values, q.Question.Options[o].Value.Of)
	}
	switch {
	case words != "":
		r.Words = words
	case len(values) > 0 && q.Question.Several:
		r.Value = values
	case len(values) == 1:
		r.Value = values[0]
	case len(values) > 1:
		return r, fmt.Errorf("answering %q: %d options, of which one is wanted: %w", q.Text, len(values), ErrNoSuch)
	case none:
		r.None = true
	default:
		return r, fmt.Errorf("answering %q: nothing was answered: %w", q.Text, ErrNoSuch)
	}
	return r, nil
}

// Offers reports whether a reply answers the inquiry: it is about its aspect, and a
// value in it is one that was offered, or a list of those.
func (q *Inquiry) Offers(r *tools.Reply) bool {
	if r.Aspect != q.Question.Aspect {
		return false
	}
	values := append([]any{}, r.Not...)
	if list, several := r.Value.([]any); several && q.Question.Several {
		values = append(values, list...)
	} else if r.Value != nil {
		values = append(values, r.Value)
	}
	for _, v := range values {
		if !slices.ContainsFunc(q.Question.Options, func(o tools.Option) bool { return reflect.DeepEqual(o.Value.Of, v) }) {
			return false
		}
	}
	return true
}
