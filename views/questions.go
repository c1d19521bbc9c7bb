package views

import (
	"context"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/agent/reply"
	"shopclerk/agent/tools"
	"shopclerk/words"
)

// Questions is one form of up to three questions. Without questions it is not
// shown.
//
// A question named n sends one field n for each ticked box, holding the option's
// number, [OtherValue] or [NoneValue], and a field n+[OtherText] with what was
// typed under Other, which counts as ticking Other where it is not empty. The
// button that skips them all sends [FieldSkip]; the one that wants no more
// questions sends [FieldHush], with what is ticked.
type Questions struct {
	Form  Form
	Asks  []Question
	Fit   int    // products that fit before they are answered; 0 is not shown
	Count string // address that the form can be sent to, to be told how many fit with what is ticked
}

// Question is one question and the answers on offer.
type Question struct {
	dialog.Posed                   // with what is ticked of its options; none: the answer is typed
	Name         string            // of its form fields: unique in the form
	Values       []string          // what else can be typed as "something else": it completes
	Because      reply.Explanation // why it is asked, told on demand
	// About is the parameter of an errand that is asked about. Questions about products, which have
	// none, take any number of answers, something else and no preference among them.
	About *tools.Question
}

// one, closed and needed report whether there is at most one answer, none but those on offer, and
// whether nothing can be done without.
func (q *Question) one() bool    { return q.About != nil && !q.About.Several }
func (q *Question) closed() bool { return q.About != nil && !q.About.Open }
func (q *Question) needed() bool { return q.About != nil && !q.About.Skip }

// box is the kind of button beside an answer.
func (q *Question) box() string {
	if q.one() {
		return "radio"
	}
	return "checkbox"
}

// What a questions' form sends beside the options' numbers.
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

// questions presents the posed questions as one form.
func (k *talker) questions() Questions {
	q := Questions{Form: k.at.form("answer"), Fit: k.turn.Fit(), Count: k.at.form("fit").Action}
	for i := range k.turn.Questions {
		posed := &k.turn.Questions[i]
		q.Asks = append(q.Asks, Question{
			Posed: *posed, Name: QuestionName(i), Values: k.turn.Unlisted(k.Language, posed, mostListed), Because: reply.ExplainQuestion(k.Language, posed, i),
		})
	}
	return q
}

// rest says what "something else" stands for, with a capital where it begins with
// these words.
func rest(ctx context.Context, label string) string {
	capital := words.T(ctx, "questions.something-else")
	if label == "" {
		return capital
	}
	if more, ok := strings.CutPrefix(label, words.T(ctx, "talk.something-else")); ok {
		return capital + more
	}
	return label
}
