package views

import (
	"shopclerk/agent/memory"
	"shopclerk/search"
	"slices"
	"strconv"
	"strings"
)

// Edit is a form that says anew what was said before: a question with its earlier
// ticks, or the words that a limit or a wish was read from. While it is open it
// stands in the place of the open questions. The zero Edit is not shown.
type Edit struct {
	Form   Form
	Ask    Question // without options: Text is changed
	Text   string   // what the chip says; sent as [FieldMessage]
	Cancel string   // address that leaves all as it was
}

// EditChange presents the form that says a change anew, beside the fields that every form of
// its page has: with the question that it answered, nil for none, else in words. It is
// the zero Edit when the change does not count any more.
func EditChange(c *Conversation, l Listing, change int, asked *memory.Posed, hidden []Field) Edit {
	e := Edit{
		Form:   Form{Action: "/c/" + c.ID + "/edit", Hidden: append(slices.Clip(hidden), Field{Name: FieldChange, Value: strconv.Itoa(change)})},
		Cancel: l.Address(c),
	}
	if asked != nil {
		e.Ask = posedQuestion(asked, QuestionName(0))
		return e
	}
	ch, err := c.Find(change)
	if err != nil {
		return Edit{} // an old address: the page is as good without
	}
	e.Text = Wording(&ch)
	return e
}

// Wording is what a change said, to be changed.
func Wording(ch *search.Change) string {
	if ch.Text != "" {
		return ch.Text
	}
	return strings.Join(ch.Words, " ")
}
