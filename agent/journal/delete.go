package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"shopclerk/agent/durable"
)

// Delete removes a conversation with all its events and all that was done with
// products from its lists; there is no way back. Where others went on from it in copies
// ([Journal.BeginCopy]), what was copied is redacted as by [Journal.Redact]. What it
// held is overwritten: see [durable.File.Erased].
func (j *Journal) Delete(ctx context.Context, id string) error {
	if !ValidID(id) {
		return fmt.Errorf("deleting conversation %q: %w", id, ErrNotFound)
	}
	return j.delete(ctx, "deleting conversation "+id, id, "", func(tx *sql.Tx) error {
		n, err := durable.Changed(tx.ExecContext(ctx, `DELETE FROM conversation WHERE id = ?`, id))
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
	err := j.file.Transact(ctx, func(tx *sql.Tx) error {
		if err := j.redactCopies(ctx, tx, id, session, &damage); err != nil {
			return err
		}
		return remove(tx)
	})
	if err != nil {
		return j.file.Wrap(what, err)
	}
	return errors.Join(append(damage, j.file.Erased(ctx))...)
}

// DeleteSession removes all that is stored of a session, as [Journal.Delete] does,
// all or nothing: the conversations it began and what it did with products, also in
// conversations that others began. A session that is unknown has nothing to remove.
func (j *Journal) DeleteSession(ctx context.Context, session string) error {
	return j.delete(ctx, "deleting a session", "", session, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM conversation WHERE session = ?`, session)
		if err == nil {
			_, err = tx.ExecContext(ctx, `DELETE FROM interaction WHERE session = ?`, session)
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
		(SELECT id FROM conversation WHERE updated < ? ORDER BY updated, id LIMIT ?)`, before)
	if err != nil {
		return pruned, j.file.Wrap("pruning conversations", err)
	}
	if _, err := j.prune(ctx, `DELETE FROM interaction WHERE seq IN
		(SELECT seq FROM interaction WHERE conversation IS NULL AND at < ? ORDER BY at, seq LIMIT ?)`, before); err != nil {
		return pruned, j.file.Wrap("pruning interactions", err)
	}
	return pruned, j.file.Erased(ctx)
}

// prune runs a statement that deletes at most so many rows from before a moment
// until it finds no more of them, and returns how many it deleted.
func (j *Journal) prune(ctx context.Context, statement string, before time.Time) (int, error) {
	pruned := 0
	for {
		n, err := durable.Changed(j.file.Writer.ExecContext(ctx, statement, before.UnixMicro(), pruneStep))
		if pruned += n; err != nil || n < pruneStep {
			return pruned, err
		}
	}
}

// PruneTo deletes conversations, those whose latest event is oldest first, until the
// journal holds at most so many bytes, and returns how many it deleted; see
// [Journal.Size]. When none is left and it is still too much, it deletes what was done
// with products that no conversation led to, oldest first. Controls stay, whatever
// they weigh: where they alone are more it is [ErrLarge]. Interrupted it keeps what it
// has done.
func (j *Journal) PruneTo(ctx context.Context, bytes int64) (int, error) {
	pruned, begun := 0, false
	for ; ; begun = true {
		size, err := j.Size(ctx)
		if err == nil && size <= bytes && begun {
			err = j.file.Erased(ctx)
		}
		if err != nil || size <= bytes {
			return pruned, err
		}
		n, err := durable.Changed(j.file.Writer.ExecContext(ctx, `DELETE FROM conversation WHERE id IN
			(SELECT id FROM conversation ORDER BY updated, id LIMIT ?)`, pruneToStep))
		loose := 0
		if err == nil && n == 0 {
			loose, err = durable.Changed(j.file.Writer.ExecContext(ctx, `DELETE FROM interaction WHERE seq IN
				(SELECT seq FROM interaction WHERE conversation IS NULL ORDER BY at, seq LIMIT ?)`, pruneStep))
		}
		pruned += n
		if err != nil {
			return pruned, j.file.Wrap("pruning to a size", err)
		}
		if n+loose == 0 {
			return pruned, errors.Join(ErrLarge, j.file.Erased(ctx))
		}
	}
}

// pruneToStep is how many conversations PruneTo deletes before it looks at the size
// again, and so how many it may delete too many: a hundred kilobytes, as a rule.
const pruneToStep = 5

// Size returns how many bytes the journal holds. The file may be larger: it has room
// that [Journal.Trim] returns, and the write-ahead log stands beside it.
func (j *Journal) Size(ctx context.Context) (int64, error) { return j.file.Used(ctx) }

// Limit keeps the file from growing beyond so many bytes: see [durable.File.Limit].
func (j *Journal) Limit(ctx context.Context, bytes int64) error { return j.file.Limit(ctx, bytes) }

// Trim returns the room of what was deleted to the file system: see
// [durable.File.Trim].
func (j *Journal) Trim(ctx context.Context) error { return j.file.Trim(ctx) }

// Write tells whether the file takes anything: see [durable.File.Write].
func (j *Journal) Write(ctx context.Context) error { return j.file.Write(ctx) }
