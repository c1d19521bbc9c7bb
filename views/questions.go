package views

import (
	"shopclerk/agent/memory"
	"shopclerk/agent/reply"
	"shopclerk/words"
	"slices"
	"strconv"
)

// Questions is one form of up to three questions. Without questions it is not
// shown.
//
// A question named n sends one field n for each ticked box, holding the option's
// Value, [OtherValue] or [NoneValue], and a field n+[OtherText] with what was
// typed under Other, which counts as ticking Other where it is not empty. The
// button that skips them all sends [FieldSkip]; the one that wants no more
// questions sends [FieldHush], with what is ticked.
type Questions struct {
	Form Form
	Asks []Question

	Fit   int    // products that fit before they are answered; 0 is not shown
	Count string // address that the form can be sent to, to be told how many fit with what is ticked; may be empty
}

// Question is one question and the answers on offer.
type Question struct {
	Name    string            // of its form fields: unique in the form
	Text    string            // such as "Which switches do you like?"
	Help    string            // stands under it; may be empty
	Any     bool              // several of the options can be true at once
	Values  []string          // what else can be typed as "something else": it completes
	Options []Option          // none: the answer is typed
	Other   Rest              // what "something else" stands for
	None    bool              // "no preference" is ticked
	Because reply.Explanation // why it is asked, told on demand

	// Of a question about an errand. Those about products take any number of answers,
	// something else and no preference among them.
	One    bool  // at most one answer
	Closed bool  // nothing else can be answered than what is on offer
	Needed bool  // nothing can be done without an answer
	Entry  Entry // what is typed; without Options it is all of the answer
}

// box is the kind of button beside an answer.
func (q *Question) box() string {
	if q.One {
		return "radio"
	}
	return "checkbox"
}

// Rest is what none of the options holds. Label is empty where it is nothing in
// particular.
type Rest struct {
	Label   string // such as "90 W and more"
	Count   int    // products it fits; 0 shows no count
	Checked bool
}

// Option is one answer on offer; any number may be ticked.
type Option struct {
	Value   string // not OtherValue or NoneValue
	Label   string
	Count   int // products it fits; 0 shows no count
	Checked bool
}

// What a questions' form sends beside the options' values.
const (
	OtherValue  = "other"  // "something else"
	NoneValue   = "none"   // "no preference"
	OtherText   = ".other" // ends the name of the field typed in under Other
	FieldUnread = "unread" // the number of a question that never came into view
	FieldSkip   = "skip"   // its presence: the shopper skipped the questions
	FieldHush   = "hush"   // its presence: the shopper wants no more of them
)

// mostListed is how many values the field of "something else" completes: 300 are some ten
// kilobytes before they are compressed.
const mostListed = 300

// questionsForm presents the posed questions as one form.
func questionsForm(w *words.Language, posed []memory.Posed, form Form) Questions {
	q := Questions{Form: form}
	for i := range posed {
		ask := posedQuestion(&posed[i], QuestionName(i))
		ask.Because = reply.ExplainQuestion(w, &posed[i], i)
		q.Asks = append(q.Asks, ask)
	}
	return q
}

// posedQuestion presents a posed question, with what its answer ticks.
func posedQuestion(p *memory.Posed, name string) Question {
	q := Question{
		Name: name, Text: p.Text, Help: p.Help, Any: p.Any, None: p.Answer.None,
		Other: Rest{Label: p.Other.Label, Count: p.Other.Count, Checked: p.Answer.Other},
	}
	for o, choice := range p.Options {
		q.Options = append(q.Options, Option{
			Value: strconv.Itoa(o), Label: choice.Label, Count: choice.Count, Checked: slices.Contains(p.Answer.Picked, o),
		})
	}
	return q
}
