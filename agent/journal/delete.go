package journal

import (
	"context"
	"fmt"
	"time"
)

// Delete removes a conversation with all its events and all that was done with
// products from its lists; there is no way back. What it
// held is overwritten in the file; in the write-ahead log beside it traces last
// until that is next reused, [Journal.Close] at the latest.
func (j *Journal) Delete(ctx context.Context, id string) error {
	if !ValidID(id) {
		return fmt.Errorf("deleting conversation %q: %w", id, ErrNotFound)
	}
	result, err := j.writer.ExecContext(ctx, `DELETE FROM conversation WHERE id = ?`, id)
	if err != nil {
		return j.wrap("deleting conversation "+id, err)
	}
	n, err := result.RowsAffected()
	if err == nil && n == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return j.wrap("deleting conversation "+id, err)
	}
	return nil
}

// DeleteSession removes all that is stored of a session, as [Journal.Delete] does,
// all or nothing: the conversations it began and what it did with products, also in
// conversations that others began. A session that is unknown has nothing to remove.
func (j *Journal) DeleteSession(ctx context.Context, session string) error {
	tx, err := j.writer.BeginTx(ctx, nil)
	if err != nil {
		return j.wrap("deleting a session", err)
	}
	defer tx.Rollback() // without effect once committed
	if _, err = tx.ExecContext(ctx, `DELETE FROM conversation WHERE session = ?`, session); err == nil {
		_, err = tx.ExecContext(ctx, `DELETE FROM interaction WHERE session = ?`, session)
	}
	if err == nil {
		err = tx.Commit()
	}
	if err != nil {
		return j.wrap("deleting a session", err)
	}
	return nil
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
		(SELECT id FROM conversation WHERE updated < ? ORDER BY updated, id LIMIT ?)`, before)
	if err != nil {
		return pruned, j.wrap("pruning conversations", err)
	}
	if _, err := j.prune(ctx, `DELETE FROM interaction WHERE seq IN
		(SELECT seq FROM interaction WHERE conversation IS NULL AND at < ? ORDER BY at, seq LIMIT ?)`, before); err != nil {
		return pruned, j.wrap("pruning interactions", err)
	}
	return pruned, nil
}

// prune runs a statement that deletes at most so many rows from before a moment
// until it finds no more of them, and returns how many it deleted.
func (j *Journal) prune(ctx context.Context, statement string, before time.Time) (int, error) {
	pruned := 0
	for {
		result, err := j.writer.ExecContext(ctx, statement, before.UnixMicro(), pruneStep)
		if err != nil {
			return pruned, err
		}
		n, err := result.RowsAffected()
		if err != nil {
			return pruned, err
		}
		pruned += int(n)
		if n < pruneStep {
			return pruned, nil
		}
	}
}
