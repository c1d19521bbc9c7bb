package journal

import (
	"context"
	"database/sql"
)

// Adopt makes all that is stored of a session another's, all or nothing: the
// conversations it began and what it did with products, also in conversations that
// others began. A session that is unknown has nothing to give.
func (j *Journal) Adopt(ctx context.Context, from, to string) error {
	if from == to {
		return nil
	}
	return j.file.Wrap("adopting a session", j.file.Transact(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE conversation SET session = ? WHERE session = ?`, to, from)
		if err == nil {
			_, err = tx.ExecContext(ctx, `UPDATE interaction SET session = ? WHERE session = ?`, to, from)
		}
		return err
	}))
}
