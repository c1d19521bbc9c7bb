package views

import (
	"slices"
	"strings"

	"shopclerk/agent/memory"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/words"
)

// errandSaid tells what the shopper did about errands by clicks in an exchange: what
// was answered, confirmed, refused and given up.
func errandSaid(w *words.Language, c *memory.Conversation, exchange int) []Given {
	p := Presenter{Language: w}
	var out []Given
	say := func(text string) {
		if text != "" {
			out = append(out, Given{Text: text})
		}
	}
	for i := range c.Exchanges[exchange].Errands {
		e := &c.Exchanges[exchange].Errands[i]
		before := errandBefore(c, exchange, e.Task.ID)
		if before == nil {
			say(catalog.Capital(e.Title))
			continue
		}
		yes, no := p.buttons(before)
		switch {
		case e.Ending == memory.Dropped:
			say(w.T("doing.drop"))
		case e.Task.Confirmed != before.Task.Confirmed:
			say(yes)
		case e.Task.Refused != before.Task.Refused:
			say(no)
		}
		for _, o := range e.Task.Log[min(len(before.Task.Log), len(e.Task.Log)):] {
			if o.Reply != nil {
				say(replyText(w, before, o.Reply))
			}
		}
	}
	return out
}

// errandBefore is an errand as it stood an exchange before; nil when it began since.
func errandBefore(c *memory.Conversation, exchange int, task string) *memory.Errand {
	if exchange == 0 {
		return nil
	}
	errands := c.Exchanges[exchange-1].Errands
	i := slices.IndexFunc(errands, func(e memory.Errand) bool { return e.Task.ID == task })
	if i < 0 {
		return nil
	}
	return &errands[i]
}

// replyText tells a reply with the question it was given to.
func replyText(w *words.Language, e *memory.Errand, r *tools.Reply) string {
	given := r.Words
	if r.None {
		given = w.T("talk.no-preference")
	}
	i := slices.IndexFunc(e.Inquiries, func(q memory.Inquiry) bool { return q.Question.Aspect == r.Aspect })
	if i < 0 {
		return given
	}
	q := &e.Inquiries[i]
	if r.Value != nil {
		values, several := r.Value.([]any)
		if !several {
			values = []any{r.Value}
		}
		var chosen []string
		for o := range q.Question.Options {
			if o < len(q.Options) && slices.Contains(values, q.Question.Options[o].Value.Of) {
				chosen = append(chosen, q.Options[o])
			}
		}
		given = strings.Join(chosen, w.T("language.comma"))
	}
	return w.T("talk.answer", "Question", q.Text, "Answer", given)
}

// errandReplies are what the clerk said about errands in an exchange that has passed:
// what became of them, and what was asked then. What only waited is told once.
func errandReplies(c *memory.Conversation, exchange int) []string {
	var out []string
	asked := false
	for i := range c.Exchanges[exchange].Errands {
		e := &c.Exchanges[exchange].Errands[i]
		before := errandBefore(c, exchange, e.Task.ID)
		text := e.Say
		switch {
		case !e.Open():
			text = errandOutcome(e)
		case asked || before != nil && before.Say == e.Say:
			continue
		default:
			asked = true
		}
		if text != "" {
			out = append(out, text)
		}
	}
	return out
}
