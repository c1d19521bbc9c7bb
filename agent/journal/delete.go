package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"shopclerk/agent/store"
)

// Delete removes a conversation with all its events and all that was done with
// products from its lists; there is no way back. Where others went on from it in copies
// ([Journal.BeginCopy]), what was copied is redacted as by [Journal.Redact]. What it
// held is overwritten: see [store.DB.Erase].
func (j *Journal) Delete(ctx context.Context, id string) error {
	if !ValidID(id) {
		return fmt.Errorf("deleting conversation %q: %w", id, ErrNotFound)
	}
	return j.delete(ctx, "deleting conversation "+id, id, "", func(tx *sql.Tx) error {
		n, err := store.Changed(tx.ExecContext(ctx, `DELETE FROM conversation WHERE id = $1`, id))
		if err == nil && n == 0 {
			err = ErrNotFound
		}
		return err
	})
}

// delete deletes something at its owner's wish, after the copies that others made of a
// conversation or of all those of a session, all or nothing.
func (j *Journal) delete(ctx context.Context, what, id, session string, remove func(*sql.Tx) error) error {
	var damage []error
	err := j.db.Transact(ctx, func(tx *sql.Tx) error {
		if err := j.redactCopies(ctx, tx, id, session, &damage); err != nil {
			return err
		}
		return remove(tx)
	})
	if err != nil {
		return j.db.Wrap(what, err)
	}
	return errors.Join(append(damage, j.db.Erase(ctx))...)
}

// DeleteSession removes all that is stored of a session, as [Journal.Delete] does,
// all or nothing: the conversations it began and what it did with products, also in
// conversations that others began. A session that is unknown has nothing to remove.
func (j *Journal) DeleteSession(ctx context.Context, session string) error {
	return j.delete(ctx, "deleting a session", "", session, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM conversation WHERE session = $1`, session)
		if err == nil {
			_, err = tx.ExecContext(ctx, `DELETE FROM interaction WHERE session = $1`, session)
		}
		return err
	})
}

// pruneStep is how many conversations one transaction of Prune deletes: few enough
// that a shopper's turn does not wait noticeably behind it.
const pruneStep = 100

// Prune deletes the conversations that have had no event since before, as
// [Journal.Delete] does, oldest first, and returns how many. Then it deletes what was
// done before then with products that no conversation led to. Interrupted it keeps
// what it has done.
func (j *Journal) Prune(ctx context.Context, before time.Time) (int, error) {
	pruned, err := j.prune(ctx, `DELETE FROM conversation WHERE id IN
		(SELECT id FROM conversation WHERE updated < $1 ORDER BY updated, id LIMIT $2)`, before)
	if err != nil {
		return pruned, j.db.Wrap("pruning conversations", err)
	}
	if _, err := j.prune(ctx, `DELETE FROM interaction WHERE seq IN
		(SELECT seq FROM interaction WHERE conversation IS NULL AND at < $1 ORDER BY at, seq LIMIT $2)`, before); err != nil {
		return pruned, j.db.Wrap("pruning interactions", err)
	}
	return pruned, j.db.Erase(ctx)
}

// prune runs a statement that deletes at most so many rows from before a moment
// until it finds no more of them, and returns how many it deleted.
func (j *Journal) prune(ctx context.Context, statement string, before time.Time) (int, error) {
	pruned := 0
	for {
		n, err := j.db.Exec(ctx, statement, before.UnixMicro(), pruneStep)
		if pruned += n; err != nil || n < pruneStep {
			return pruned, err
		}
	}
}
