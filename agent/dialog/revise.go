package dialog

import (
	"fmt"
	"slices"

	"shopclerk/search"
	"shopclerk/words"
)

// Find returns a change that is in force: one that was neither taken back nor
// forgotten with a new start. Any other number is [ErrNoSuch].
func (c *Conversation) Find(change int) (search.Change, error) {
	for _, ch := range search.InForce(c.Changes()) {
		if ch.ID == change && ch.Op != search.Drop && ch.Op != search.Reset {
			return ch, nil
		}
	}
	return search.Change{}, fmt.Errorf("change %d: %w", change, ErrNoSuch)
}

// Reopen returns the question that a change in force answers, as it was shown, with
// the answer ticked. A change that answers no question is [ErrNoSuch].
func (c *Conversation) Reopen(change int) (Posed, error) {
	ch, err := c.Find(change)
	if err != nil {
		return Posed{}, fmt.Errorf("asking again: %w", err)
	}
	q := c.Put(&ch)
	if q == nil {
		return Posed{}, fmt.Errorf("asking again: change %d answers no question: %w", change, ErrNoSuch)
	}
	again := *q
	again.Answer = *ch.Answer
	return again, nil
}

// Put returns the question that a change answers, nil where it answers none. An
// answer given anew is to a question of an earlier exchange than the one before it,
// which is why all of them are looked at, the latest first.
func (c *Conversation) Put(ch *search.Change) *Posed {
	if ch.Answer == nil {
		return nil
	}
	for i := min(ch.Turn-1, len(c.Exchanges)) - 1; i >= 0; i-- {
		for k := range c.Exchanges[i].Questions {
			q := &c.Exchanges[i].Questions[k]
			if q.Answer.Key == ch.Answer.Key && slices.Equal(q.Answer.Labels, ch.Answer.Labels) {
				return q
			}
		}
	}
	return nil
}

// Revise returns the changes that answer a question anew: the answer in force is
// taken back, and what is given stands in its place. Whatever else was said stays,
// also what was said later. Nothing given withdraws the answer: the question counts
// as skipped.
func (c *Conversation) Revise(w *words.Language, change int, g Given) ([]search.Change, error) {
	q, err := c.Reopen(change)
	if err != nil {
		return nil, err
	}
	ch, err := answered(w, &q, g)
	if err != nil {
		return nil, fmt.Errorf("answering %q anew: %w", q.Text, err)
	}
	return []search.Change{{Op: search.Drop, Target: change}, ch}, nil
}
