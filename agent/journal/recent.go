package journal

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"shopclerk/agent/memory"
)

// Summary is a conversation in a list.
type Summary struct {
	ID        string
	Title     string // how it opened, on one line: the shopper's words, else those of the first change; may be ""
	Updated   time.Time
	Exchanges int // at least 1
}

// Recent lists a session's latest conversations, newest first and then by id, at
// most n. Those in which nothing has been said are left out. A session that is
// unknown, or no id, has none.
func (j *Journal) Recent(ctx context.Context, session string, n int) ([]Summary, error) {
	if !ValidID(session) || n <= 0 {
		return nil, nil
	}
	// The opening is the last event that left one exchange by adding it: earlier
	// ones were undone.
	rows, err := j.readers.QueryContext(ctx, `
		SELECT c.id, c.updated, c.exchanges, opening.payload
		FROM conversation c JOIN event opening ON opening.conversation = c.id AND opening.version =
			(SELECT max(e.version) FROM event e WHERE e.conversation = c.id AND e.exchanges = 1 AND e.kind = ?)
		WHERE c.session = ? AND c.exchanges > 0
		ORDER BY c.updated DESC, c.id LIMIT ?`, Exchanged, session, n)
	if err != nil {
		return nil, j.wrap("listing recent conversations", err)
	}
	defer rows.Close()
	var out []Summary
	for rows.Next() {
		var s Summary
		var updated int64
		var payload []byte
		if err := rows.Scan(&s.ID, &updated, &s.Exchanges, &payload); err != nil {
			return nil, j.wrap("listing recent conversations", err)
		}
		var opening memory.Exchange
		if err := json.Unmarshal(payload, &opening); err != nil {
			return nil, fmt.Errorf("reading the opening of conversation %s: %w", s.ID, err)
		}
		s.Updated, s.Title = fromMicro(updated), title(&opening)
		out = append(out, s)
	}
	if err := rows.Err(); err != nil {
		return nil, j.wrap("listing recent conversations", err)
	}
	return out, nil
}

func title(opening *memory.Exchange) string {
	text := opening.Said
	for _, c := range opening.Changes {
		if strings.TrimSpace(text) != "" {
			break
		}
		text = c.Text
	}
	return strings.Join(strings.Fields(text), " ")
}
