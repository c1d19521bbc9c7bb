package views

// Errands are what a shopper wants done beside finding products, as it stands after
// the latest exchange: what ended in it, the one thing that the clerk waits for, and
// what comes after that. The zero Errands is not shown.
type Errands struct {
	Ended   []Ended // oldest first
	Open    Errand
	Waiting []Waiting
}

// Any reports whether there is anything to show.
func (e *Errands) Any() bool {
	return len(e.Ended) > 0 || e.Open.Title != "" || len(e.Waiting) > 0
}

// Ended is an errand that came to its end.
type Ended struct {
	Done bool // else nothing was changed
	Text string
	Way  Link // to the order or the basket it is about, or to where it can be looked up
}

// Errand is one thing that the clerk asks about, or asks whether to do. Without a
// Title it is not shown; with Asks it is a form of questions, else a confirmation.
//
// The form of questions sends what [Questions] sends, and [FieldDrop] where the
// shopper gives the errand up. That of a confirmation sends [FieldConfirm].
type Errand struct {
	Title   string   // what is to be done: "Cancel an order"
	Headed  bool     // the page's own heading says so
	Notes   []string // what is wrong with what was said, whole sentences
	Form    Form
	Asks    []Question
	Preview string // what exactly will happen
	Yes, No string // what the buttons of a confirmation say
}

// Waiting is an errand that comes later.
type Waiting struct {
	Title string
	Drop  Form
}

// Entry is a field that an answer is typed into: an answer of its own where there are
// no options, else what "something else" stands for.
type Entry struct {
	Number    bool   // else a text
	Unit      string // after a number; may be empty
	Low, High string // bounds of a number; empty where there are none
	Complete  string // what the browser may complete it with, a token of HTML: "postal-code"
}

// What the forms of errands send beside answers.
const (
	FieldDrop    = "drop"    // its presence: the shopper gives the errand up
	FieldConfirm = "confirm" // ConfirmYes or ConfirmNo
	ConfirmYes   = "yes"
	ConfirmNo    = "no"
)

// Do is a button that begins an errand. The zero Do is not shown.
type Do struct {
	Text string
	Form Form
}

// longestEntry is how much can be typed where nothing else is said, in characters.
const longestEntry = 200
