package journal

import (
	"context"
	"database/sql"

	"shopclerk/agent/clarify"
	"shopclerk/agent/dialog"
	"shopclerk/agent/store"
)

// Recent returns the ids of a session's latest conversations, newest first and then by id, at
// most n. Those in which nothing has been said are left out. A session that is unknown has none.
func (j *Journal) Recent(ctx context.Context, session string, n int) ([]string, error) {
	if session == "" || n <= 0 {
		return nil, nil
	}
	out, err := store.List(ctx, j.db.Reader, func(row *sql.Rows) (id string, err error) {
		err = row.Scan(&id)
		return id, err
	}, `SELECT id FROM conversation WHERE session = $1 AND exchanges > 0 ORDER BY updated DESC, id LIMIT $2`, session, n)
	return out, j.db.Wrap("listing recent conversations", err)
}

// seenQuery counts the questions on forms that were sent. Where words came with a form, a
// question without an answer was not skipped: nothing tells what the words were meant for.
const seenQuery = `
	SELECT q.category, q.aspect, count(*), sum(CASE q.outcome WHEN 'answered' THEN 1 ELSE 0 END)
	FROM asked q
	WHERE q.at >= (SELECT coalesce(min(at), 0) FROM (SELECT at FROM event ORDER BY seq DESC LIMIT $1) latest)
		AND (q.outcome = 'answered' OR q.outcome = 'skipped' AND NOT EXISTS (
			SELECT 1 FROM turn r WHERE r.conversation = q.conversation AND r.n = q.n + 1 AND r.worded = 1))
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
