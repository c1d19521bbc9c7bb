package agent

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/agent/reply"
	"shopclerk/agent/understand"
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
	if a.config.Learned != nil {
		h.readQuery(message)
		return h, nil
	}
	asked := h.context()
	asked.Query = true
	r, err := a.query(ctx, f, message, asked)
	if err != nil {
		return nil, err
	}
	if len(r.Changes) == 0 && len(r.Unplaced) > 0 { // words that no product has find nothing, and not everything
		r.Changes = []search.Change{{Op: search.AddWords, Text: strings.Join(r.Unplaced, " "), Words: r.Unplaced}}
	}
	h.changes, h.notes = append(h.changes, asSaid(message, &r)...), append(h.notes, r.Notes...)
	return h, nil
}

// query reads a query, and reads it again without naming a category when the first reading
// looks in the wrong place: when most of the products that the query's own words find lie
// elsewhere. The name of a category by itself is never doubted. Queries are not weighed as
// conversations are: judged ones lose by it (data/bench/README.md has the figures).
func (a *Agent) query(ctx context.Context, f *active, message string, in understand.Context) (understand.Reading, error) {
	r := f.reader.Understand(message, in)
	i := slices.IndexFunc(r.Changes, func(c search.Change) bool { return c.Op == search.SetScope })
	if i < 0 {
		return r, nil
	}
	scope := &r.Changes[i]
	if len(r.Changes) == 1 && strings.EqualFold(scope.Said, scope.Text) {
		return r, nil
	}
	doubtful, err := a.config.Engine.Elsewhere(ctx, search.Fold(r.Changes), scope.Categories)
	if err != nil || !doubtful {
		return r, err
	}
	in.Wide = true
	return f.reader.Understand(message, in), nil
}

// asSaid are the changes that a query makes, with the query's own text to retrieve by, but
// for what became a limit: titles are read by the order of words and by "for" and "with".
func asSaid(message string, r *understand.Reading) []search.Change {
	var out []search.Change
	all, unwanted := search.Change{Op: search.AddWords}, slices.Clone(r.Barred)
	for _, ch := range r.Changes {
		switch ch.Op {
		case search.AddWords:
			all = ch
			continue
		case search.Without:
			unwanted = append(unwanted, ch.Words...)
		}
		out = append(out, ch)
	}
	var said []string
	for _, sp := range r.Spans {
		text, op := message[sp.Start:sp.End], search.AddWords
		if sp.As == understand.Placed {
			op = r.Changes[sp.Change].Op
		}
		if (op == search.AddWords || op == search.SetScope || op == search.AddWish) && !slices.Contains(unwanted, text) {
			said = append(said, text)
		}
	}
	if len(said) == 0 {
		return out
	}
	all.Said = strings.Join(said, " ")
	return append(out, all)
}
