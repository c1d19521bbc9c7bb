package views

import (
	"slices"
	"strings"

	"shopclerk/agent/memory"
	"shopclerk/search"
	"shopclerk/words"
)

// conversationLines presents the exchanges as what was said, the last one apart. edit returns the
// address that changes an answer, "" where it no longer counts. What was said and done
// about errands is for the shopper alone; of the last exchange the page itself shows it.
func conversationLines(w *words.Language, c *memory.Conversation, edit func(change int) string, v Viewer) (earlier, latest []Line) {
	for i := range c.Exchanges {
		var l []Line
		if line := shopperLine(w, c, i, edit, v); line.Text != "" || len(line.Answers) > 0 {
			l = append(l, line)
		}
		l = append(l, clerkLines(&c.Exchanges[i], v)...)
		if v.Own && i < len(c.Exchanges)-1 {
			for _, reply := range errandReplies(c, i) {
				l = append(l, Line{From: Clerk, Text: reply})
			}
		}
		if i < len(c.Exchanges)-1 {
			earlier = append(earlier, l...)
		} else {
			latest = l
		}
	}
	return earlier, latest
}

// shopperLine puts what the shopper did in an exchange into words.
func shopperLine(w *words.Language, c *memory.Conversation, exchange int, edit func(change int) string, v Viewer) Line {
	e := &c.Exchanges[exchange]
	line := Line{From: Shopper}
	if v.Own && e.Said == "" {
		line.Answers = errandSaid(w, c, exchange)
	}
	var clicks []string
	skipped := false
	for _, ch := range e.Changes {
		if ch.Answer != nil {
			if text := answerText(w, c, &ch); text != "" {
				line.Answers = append(line.Answers, Given{Text: text, Edit: edit(ch.ID)})
			} else {
				skipped = true
			}
			continue
		}
		switch ch.Op {
		case search.SetScope, search.AddLimit, search.AddWish:
			clicks = append(clicks, ch.Text)
		case search.Drop:
			if !isRestated(c, e, ch.Target) {
				clicks = append(clicks, w.T("talk.without", "What", changeText(w, c, ch.Target)))
			}
		case search.Reset:
			clicks = append(clicks, w.T("talk.reset"))
		case search.Hush:
			clicks = append(clicks, w.T("talk.hushed"))
		case search.Unhush:
			clicks = append(clicks, w.T("talk.asked-again"))
		}
	}
	switch {
	case e.Said != "" && (v.Own || len(e.Errands) == 0): // the words made those changes
		line.Text = e.Said
	case len(clicks) > 0:
		line.Text = strings.Join(clicks, "\n")
	case skipped && len(line.Answers) == 0:
		line.Text = w.T("talk.skipped")
	}
	return line
}

// answerText tells an answer with the question it was given to; "" for one skipped.
func answerText(w *words.Language, c *memory.Conversation, ch *search.Change) string {
	a := ch.Answer
	given := ch.Text
	switch {
	case a.Skipped(), a.None && given != "": // words that say so stand beside it
		return ""
	case a.None:
		given = w.T("talk.no-preference")
	case a.Other && given == "": // of before its text told so
		given = w.T("talk.something-else")
	}
	if q := c.Put(ch); q != nil {
		return w.T("talk.answer", "Question", q.Text, "Answer", given)
	}
	return given
}

// isRestated reports whether an exchange takes back a change only to say anew what is
// wanted of its aspect: what it says then is enough.
func isRestated(c *memory.Conversation, e *memory.Exchange, id int) bool {
	key := ""
	for _, ch := range c.Changes() {
		if ch.ID == id {
			key = changedAspect(&ch)
		}
	}
	return key != "" && slices.ContainsFunc(e.Changes, func(ch search.Change) bool { return changedAspect(&ch) == key })
}

// changedAspect names the aspect that a change speaks of, "" for none.
func changedAspect(ch *search.Change) string {
	switch {
	case ch.Answer != nil:
		return ch.Answer.Key
	case ch.Condition != nil:
		return ch.Condition.Key
	}
	return ""
}

// changeText tells what a change said, in force or not.
func changeText(w *words.Language, c *memory.Conversation, id int) string {
	for _, ch := range c.Changes() {
		switch {
		case ch.ID != id:
		case ch.Answer != nil:
			return answerText(w, &memory.Conversation{}, &ch)
		default:
			return Wording(&ch)
		}
	}
	return ""
}
