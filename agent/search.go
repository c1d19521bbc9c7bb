package agent

import (
	"context"
	"fmt"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/agent/reply"
	"shopclerk/search"
	"shopclerk/words"
)

// Search answers an input that is no part of a conversation: it is read like an
// opening message, and a page of products is listed. Nothing is asked and nothing
// recorded. A page after a product that the list does not have is [search.ErrNoPlace].
func (a *Agent) Search(ctx context.Context, in Input, page search.Page) (*Turn, error) {
	f := a.active()
	var alone dialog.Conversation
	reading, err := a.reading(ctx, f, &alone, in)
	if err != nil {
		return nil, fmt.Errorf("reading the query: %w", err)
	}
	turn, err := a.look(ctx, f, search.Fold(alone.Number(reading.changes)), page)
	if err != nil {
		return nil, err
	}
	turn.Reply = reply.Found(words.From(ctx), &turn.Need, turn.Scope, turn.Ranking, reading.notes)
	return turn, nil
}

// reading reads a query: whatever it says, it says of what is looked for.
func (a *Agent) reading(ctx context.Context, f *active, alone *dialog.Conversation, in Input) (*heard, error) {
	message := in.Message
	h, err := a.read(ctx, f, alone, in, "", nil, nil)
	if err != nil || strings.TrimSpace(message) == "" {
		return h, err
	}
	if led := a.led(f, message); led != nil {
		h.changes = append(h.changes, *led)
		return h, nil
	}
	h.tongue = tongueOf(h.words, message)
	h.readQuery(message)
	return h, nil
}
