package agent

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/agent/reply"
	"shopclerk/search"
	"shopclerk/words"
)

// Search answers an input that is no part of a conversation: it is read like an
// opening message, and a page of products is listed. Nothing is asked and nothing
// recorded. A page after a product that the list does not have is [search.ErrNoPlace].
func (a *Agent) Search(ctx context.Context, in Input, page search.Page) (*Turn, error) {
	f := a.active()
	ctx = words.Naming(ctx, f.settings)
	var alone dialog.Conversation
	reading, err := a.read(ctx, f, &alone, in, "", nil, nil)
	if err != nil {
		return nil, fmt.Errorf("reading the query: %w", err)
	}
	message := f.settings.Heard(in.Message)
	if led := a.led(f, message); led != nil {
		reading.changes = append(reading.changes, *led)
	} else if strings.TrimSpace(message) != "" {
		reading.tongue = tongueOf(reading.words, message)
		reading.readQuery(message)
	}
	turn, err := a.look(ctx, f, search.Fold(alone.Number(reading.changes)), page)
	if err != nil {
		return nil, err
	}
	turn.Reply = reply.Found(words.From(ctx), &turn.Need, turn.Scope, turn.Ranking, reading.notes)
	return turn, nil
}

// plainQuery is the probability of a link from which what a query names is wished for.
const plainQuery = 0.8

// readQuery reads a query: all of its words are searched for as they stand, but for limits and what is
// not wanted, which are conditions; what is plainly linked is wished for too.
func (h *heard) readQuery(message string) {
	in := h.standing()
	reader := h.f.reader
	m := reader.Read(message, in)
	said := m.Text
	for i := range m.Clauses {
		c := m.Clauses[i]
		doubtful := slices.ContainsFunc(c.Of(nlu.Kind), func(s *nlu.Mention) bool { return s.Best() == nil || s.Best().Score < plainQuery })
		c.Mentions = slices.DeleteFunc(slices.Clone(c.Mentions), func(s nlu.Mention) bool {
			bound := s.Amount != nil && (s.Amount.Currency != "" || m.Tongue.Anywhere(m.Tokens[s.From:s.To], language.AtMost, language.AtLeast, language.AtMostAfter, language.AtLeastAfter, language.Between, language.Budget))
			l := s.Best()
			return s.Type != nlu.Of && !bound && s.Polarity != nlu.Exclude && (l == nil || l.Score < plainQuery || doubtful)
		})
		out := reader.Assemble(&m, &c, in)
		out.Changes = slices.DeleteFunc(out.Changes, func(ch search.Change) bool { return ch.Op == search.SetScope && ch.Said == "" })
		for k := range out.Changes {
			h.word(&out.Changes[k], nil)
		}
		h.changes = append(h.changes, out.Changes...)
		if len(out.Changes) == 0 && len(out.Barred) == 0 {
			continue
		}
		for _, s := range c.Mentions {
			if s.Polarity == nlu.Exclude || s.Type == nlu.Max || s.Type == nlu.Min || s.Type == nlu.Range {
				said = strings.Replace(said, s.Text, " ", 1)
			}
		}
		if len(out.Barred) > 0 {
			h.changes = append(h.changes, search.Change{Op: search.Without, Text: strings.Join(out.Barred, " "), Words: out.Barred})
		}
	}
	if words := strings.Fields(said); len(words) > 0 {
		h.changes = append(h.changes, search.Change{Op: search.AddWords, Text: strings.Join(words, " "), Words: words, Said: strings.Join(words, " ")})
	}
}
