package views

import (
	"slices"

	"shopclerk/agent/memory"
	"shopclerk/catalog"
	"shopclerk/words"
)

// errandSaid tells what the shopper did about errands by clicks in an exchange: what
// was begun, confirmed, refused and given up.
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
