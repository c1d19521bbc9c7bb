package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"shopclerk/agent/clarify"
	"shopclerk/agent/dialog"
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

// opening is the part of a dialog.Exchange that titles need: its questions, the
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

// seenQuery counts the questions on forms that were sent. Where words came with a form, a
// question without an answer was not skipped: nothing tells what the words were meant for.
const seenQuery = `
	SELECT q.category, q.aspect, count(*), sum(CASE q.outcome WHEN 'answered' THEN 1 ELSE 0 END)
	FROM question q
	WHERE q.at >= (SELECT coalesce(min(at), 0) FROM (SELECT at FROM event ORDER BY seq DESC LIMIT $1) latest)
		AND (q.outcome = 'answered' OR q.outcome = 'skipped' AND NOT EXISTS (
			SELECT 1 FROM turn r WHERE r.conversation = q.conversation AND r.n = q.n + 1 AND r.said <> ''))
	GROUP BY q.category, q.aspect`

// Seen returns, for each topic of the questions that the latest events asked, on how many forms
// that shoppers sent they stood and how often they were answered. Forms that were undone do not
// count.
func (j *Journal) Seen(ctx context.Context, events int) (map[dialog.Topic]clarify.Seen, error) {
	out := map[dialog.Topic]clarify.Seen{}
	err := store.Each(ctx, j.db.Reader, func(row *sql.Rows) error {
		var at dialog.Topic
		var n clarify.Seen
		err := row.Scan(&at.Category, &at.Aspect, &n.Shown, &n.Answered)
		out[at] = n
		return err
	}, seenQuery, events)
	return out, j.db.Wrap("counting answers", err)
}
