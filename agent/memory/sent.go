package memory

import (
	"slices"

	"shopclerk/catalog"
	"shopclerk/search"
)

// Sent finds the changes that a sent form made, one a question in the questions'
// order; none when it was not sent. It is what [Conversation.Answers] gave, as it
// stands among the changes of the next exchange: clicks come before it, what was
// typed after. An answer about the category stands there as the scope it chose.
func Sent(questions []Posed, changes []search.Change) []search.Change {
	for n := len(questions); n > 0 && len(changes) >= n; changes = changes[1:] {
		i := 0
		for i < n && replies(&changes[i], &questions[i].Answer) {
			i++
		}
		if i == n {
			return changes[:n]
		}
	}
	return nil
}

// replies reports whether a change is what a form says to a question.
func replies(ch *search.Change, question *search.Answer) bool {
	switch {
	case ch.Answer != nil:
		return ch.Answer.Key == question.Key && slices.Equal(ch.Answer.Labels, question.Labels)
	case ch.Op == search.SetScope: // from before a scope kept the answer that chose it
		return question.Key == catalog.KeyCategory && ch.Said == ""
	}
	return false
}
