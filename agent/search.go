package agent

import (
	"context"
	"fmt"
	"strings"

	"shopclerk/agent/memory"
	"shopclerk/search"
	"shopclerk/words"
)

// Search answers an input that is no part of a conversation: it is read like an
// opening message, and a page of products is listed. Nothing is asked and nothing
// recorded. A page after a product that the list does not have is [search.ErrNoPlace].
func (a *Agent) Search(ctx context.Context, in Input, page search.Page) (*Turn, error) {
	f := a.force()
	var alone memory.Conversation
	heard, err := a.reading(ctx, f, &alone, in)
	if err != nil {
		return nil, fmt.Errorf("reading the query: %w", err)
	}
	turn, err := a.look(ctx, f, search.Fold(alone.Number(heard.changes)), page)
	if err != nil {
		return nil, err
	}
	turn.Reply = says(words.From(ctx), turn, heard.notes)
	return turn, nil
}

// reading reads a query: whatever it says, it says of what is looked for.
func (a *Agent) reading(ctx context.Context, f *force, alone *memory.Conversation, in Input) (*heard, error) {
	message := in.Message
	h, err := a.read(ctx, f, alone, in, "", nil)
	if err != nil || strings.TrimSpace(message) == "" {
		return h, err
	}
	h.f, h.c, h.tongue = f, alone, tongueOf(h.words, message)
	asked := h.context()
	asked.Query = true
	r, err := a.understand(ctx, f, message, asked)
	if err != nil {
		return nil, err
	}
	if len(r.Changes) == 0 && len(r.Unplaced) > 0 { // words that no product has find nothing, and not everything
		r.Changes = []search.Change{{Op: search.AddWords, Text: strings.Join(r.Unplaced, " "), Words: r.Unplaced}}
	}
	h.changes, h.notes = append(h.changes, r.Changes...), append(h.notes, r.Notes...)
	return h, nil
}
