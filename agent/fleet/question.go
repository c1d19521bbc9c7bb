package fleet

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"shopclerk/agent/durable"
)

// clockNow is the database's time in microseconds since 1970.
const clockNow = `(extract(epoch FROM clock_timestamp()) * 1000000)::bigint`

// Ask writes down that somebody is asked something for so long, so that any process can take
// the answer. ok is false where as many questions as they may be asked wait already.
func (f *Fleet) Ask(ctx context.Context, asked, id string, most int, within time.Duration) (ok bool, err error) {
	n, err := durable.Changed(f.limits.Writer.ExecContext(ctx, `INSERT INTO question (id, asked, until) SELECT ?1, ?2, `+clockNow+` + ?3
		WHERE (SELECT count(*) FROM question WHERE asked = ?2 AND until > `+clockNow+`) < ?4`, id, asked, within.Microseconds(), most))
	return n == 1, f.limits.Wrap("asking a client", err)
}

// Answer takes an answer to a question that waits, from the one who is asked; ok is false
// where none of theirs does.
func (f *Fleet) Answer(ctx context.Context, asked, id string, answer []byte) (ok bool, err error) {
	n, err := durable.Changed(f.limits.Writer.ExecContext(ctx, `UPDATE question SET answer = ? WHERE id = ? AND asked = ? AND answer IS NULL AND until > `+clockNow,
		string(answer), id, asked))
	return n == 1, f.limits.Wrap("taking a client's answer", err)
}

// Answered is what was answered by now; nil: nothing.
func (f *Fleet) Answered(ctx context.Context, id string) ([]byte, error) {
	var answer []byte
	err := f.limits.Readers.QueryRowContext(ctx, `SELECT answer FROM question WHERE id = ? AND answer IS NOT NULL`, id).Scan(&answer)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return answer, f.limits.Wrap("looking for a client's answer", err)
}

// Withdraw forgets a question and its answer.
func (f *Fleet) Withdraw(ctx context.Context, id string) error {
	_, err := f.limits.Writer.ExecContext(ctx, `DELETE FROM question WHERE id = ?`, id)
	return f.limits.Wrap("forgetting what a client was asked", err)
}
