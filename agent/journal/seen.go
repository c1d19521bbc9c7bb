package journal

import (
	"context"
	"database/sql"

	"shopclerk/agent/clarify"
	"shopclerk/agent/memory"
	"shopclerk/agent/store"
)

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
func (j *Journal) Seen(ctx context.Context, events int) (map[memory.Topic]clarify.Seen, error) {
	out := map[memory.Topic]clarify.Seen{}
	err := store.Each(ctx, j.db.Reader, func(row *sql.Rows) error {
		var at memory.Topic
		var n clarify.Seen
		err := row.Scan(&at.Category, &at.Aspect, &n.Shown, &n.Answered)
		out[at] = n
		return err
	}, seenQuery, events)
	return out, j.db.Wrap("counting answers", err)
}
