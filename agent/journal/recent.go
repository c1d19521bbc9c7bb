package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"shopclerk/agent/store"
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
// unknown has none.
func (j *Journal) Recent(ctx context.Context, session string, n int) ([]Summary, error) {
	if session == "" || n <= 0 {
		return nil, nil
	}
	// The opening is the last event that left one exchange by adding it: earlier
	// ones were undone.
	out, err := store.List(ctx, j.db.Reader, func(rows *sql.Rows) (s Summary, err error) {
		var updated int64
		var payload []byte
		if err := rows.Scan(&s.ID, &updated, &s.Exchanges, &payload); err != nil {
			return s, err
		}
		var first opening
		if err := json.Unmarshal(payload, &first); err != nil {
			return s, j.db.Damaged(fmt.Sprintf("the opening of %s: %v", s.ID, err))
		}
		s.Updated, s.Title = fromMicro(updated), first.title()
		return s, nil
	}, `
		SELECT c.id, c.updated, c.exchanges, opening.payload
		FROM (SELECT * FROM conversation WHERE session = $1 AND exchanges > 0 ORDER BY updated DESC, id LIMIT $2) c
		JOIN event opening ON opening.conversation = c.id AND opening.version =
			(SELECT max(e.version) FROM event e WHERE e.conversation = c.id AND e.exchanges = 1 AND e.kind = $3)
		ORDER BY c.updated DESC, c.id`, session, n, Exchanged)
	return out, j.db.Wrap("listing recent conversations", err)
}

// opening is the part of a memory.Exchange that titles need: its questions, the
// bulk of it, are skipped over.
type opening struct {
	Said    string `json:"said"`
	Changes []struct {
		Text string `json:"text"`
	} `json:"changes"`
}

// title puts the opening on one line.
func (o *opening) title() string {
	text := o.Said
	for _, c := range o.Changes {
		if strings.TrimSpace(text) != "" {
			break
		}
		text = c.Text
	}
	return strings.Join(strings.Fields(text), " ")
}
