package agent

import (
	"context"
	"fmt"

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
	changes, notes, err := a.read(ctx, f, &alone, in, in.Message, nil)
	if err != nil {
		return nil, fmt.Errorf("reading the query: %w", err)
	}
	turn, err := a.look(ctx, f, search.Fold(alone.Number(changes)), page)
	if err != nil {
		return nil, err
	}
	turn.Reply = says(words.From(ctx), turn, notes)
	return turn, nil
}
