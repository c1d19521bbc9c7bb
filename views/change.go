package views

import (
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent/memory"
	"shopclerk/search"
)

// EditChange presents the form that says a change anew, beside the fields that every form of
// its page has: with the question that it answered, nil for none, else in words. It is
// the zero Edit when the change does not count any more.
func EditChange(c *Conversation, l Listing, change int, asked *memory.Posed, hidden []Field) Edit {
	e := Edit{
		Form:   Form{Action: "/c/" + c.ID + "/edit", Hidden: append(slices.Clip(hidden), Field{Name: FieldChange, Value: strconv.Itoa(change)})},
		Cancel: l.Address(c), MaxLength: LongestMessage,
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
