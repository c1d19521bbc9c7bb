package memory

import "shopclerk/agent/tools"

// Errand is one thing that the shopper wants done, as it stands after an exchange. An
// exchange carries every errand that is still open, and those that ended in it: the
// last exchange alone tells what the clerk waits for. What was done stays done when
// the exchange is undone; the task's idempotency key keeps it from being done twice.
type Errand struct {
	Task  tools.Task `json:"task"`            // all that is remembered of it
	Title string     `json:"title,omitempty"` // what the likeliest tool is called, as shown
	Say   string     `json:"say,omitempty"`   // what the clerk said of it, in the language of then
	// Decision is what was decided in this exchange, without Belief and Questions.
	Decision  tools.Decision `json:"decision"`
	Inquiries []Inquiry      `json:"inquiries,omitempty"` // what is asked, when that is a question
	Ending    Ending         `json:"ending,omitempty"`
	Deed      *Deed          `json:"deed,omitempty"` // of Done
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
)

// Deed is what was done.
type Deed struct {
	Tool  string `json:"tool"`
	Text  string `json:"text"`            // what the shopper was told
	Order string `json:"order,omitempty"` // the order it is about
	Key   string `json:"key"`             // idempotency key of the call
}

// Errands are those of the last exchange.
func (c *Conversation) Errands() []Errand {
	if last := c.Last(); last != nil {
		return last.Errands
	}
	return nil
}
