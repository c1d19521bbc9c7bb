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
// products from its lists; there is no way back. Where others continued it
// ([Journal.Continue]), what they continued goes with it, and of their own turns all but what
// their shoppers wrote: the clerk may have quoted it. What it held is overwritten: see
// [store.DB.Erase].
func (j *Journal) Delete(ctx context.Context, id string) error {
	if !ValidID(id) {
		return fmt.Errorf("deleting conversation %q: %w", id, ErrNotFound)
	}
	n, err := j.remove(ctx, nil, `SELECT id FROM conversation WHERE id = $1`, id)
	if err == nil && n == 0 {
		err = ErrNotFound
	}
	return j.erased(context.WithoutCancel(ctx), "deleting conversation "+id, err)
}

// DeleteSession removes all that is stored of a session, as [Journal.Delete] does,
// all or nothing: the conversations it began and what it did with products, also in
// conversations that others began. A session that is unknown has nothing to remove.
func (j *Journal) DeleteSession(ctx context.Context, session string) error {
	_, err := j.remove(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM interaction WHERE session = $1`, session)
		return err
	}, `SELECT id FROM conversation WHERE session = $1`, session)
	return j.erased(context.WithoutCancel(ctx), "deleting a session", err)
}

// remove deletes the conversations whose ids a query lists, and what comes along, all or
// nothing, and returns how many. All that continue them, directly or not, take no more events
// until [Journal.erased] has been there: whoever has read the others by now has to read again.
func (j *Journal) remove(ctx context.Context, along func(*sql.Tx) error, query string, args ...any) (n int, err error) {
	err = j.db.Transact(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `WITH RECURSIVE heir (id) AS (
				SELECT id FROM conversation WHERE origin IN (`+query+`)
				UNION
				SELECT c.id FROM conversation c JOIN heir ON c.origin = heir.id)
			UPDATE conversation SET cut = 1 WHERE id IN (SELECT id FROM heir)`, args...)
		if err == nil {
			n, err = store.Changed(tx.ExecContext(ctx, `DELETE FROM conversation WHERE id IN (`+query+`)`, args...))
		}
		if err == nil && along != nil {
			err = along(tx)
		}
		return err
	})
	return n, err
}

// cutStep is how many conversations one transaction of erased rewrites.
const cutStep = 20

// erased ends a deletion that may have failed: it takes out of the conversations that
// continued others what may be of those, with those that a killed process has left, and then
// all of it leaves the disk. A damaged event is left as it is and reported.
func (j *Journal) erased(ctx context.Context, what string, failed error) error {
	var damage []error
	var err error
	for n := cutStep; n == cutStep && err == nil; {
		err = j.db.Transact(ctx, func(tx *sql.Tx) (err error) {
			n, err = j.cut(ctx, tx, &damage)
			return err
		})
	}
	if err == nil {
		err = j.db.Erase(ctx)
	}
	return errors.Join(append(damage, j.db.Wrap(what, errors.Join(failed, err)))...)
}

// cut rewrites the next few conversations, and returns how many. An event [Cut] makes a turn
// that has read one by now end with [ErrConflict].
func (j *Journal) cut(ctx context.Context, tx *sql.Tx, damage *[]error) (int, error) {
	type heir struct {
		id     string
		copied int
	}
	heirs, err := store.List(ctx, tx, func(row *sql.Rows) (h heir, err error) {
		err = row.Scan(&h.id, &h.copied)
		return h, err
	}, `SELECT id, copied FROM conversation WHERE cut = 1 ORDER BY id LIMIT $1`, cutStep)
	for _, h := range heirs {
		if err == nil {
			// without an event to refer to it is from before conversations referred to others,
			// and has a copy of what it continued
			_, _, err = j.rewrite(ctx, tx, damage, h.copied > 0, `SELECT seq, at, kind, payload FROM event WHERE redacted = 0 AND conversation = $1 ORDER BY seq`, h.id)
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, `INSERT INTO event (conversation, version, kind, at, exchanges, payload)
				SELECT id, version + 1, $1, CAST($2 AS BIGINT), exchanges, '{}' FROM conversation WHERE id = $3`, Cut, j.Now().UnixMicro(), h.id)
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, `UPDATE conversation SET version = version + 1, cut = 0 WHERE id = $1`, h.id)
		}
	}
	return len(heirs), err
}

// pruneStep is how many conversations one transaction of Prune deletes: few enough
// that a shopper's turn does not wait noticeably behind it.
const pruneStep = 100

// Prune deletes the conversations that have had no event since before, as
// [Journal.Delete] does, oldest first, and returns how many. Then it deletes what was
// done before then with products that no conversation led to. Interrupted it keeps
// what it has done.
func (j *Journal) Prune(ctx context.Context, before time.Time) (pruned int, err error) {
	for n := pruneStep; n == pruneStep && err == nil; pruned += n {
		n, err = j.remove(ctx, nil, `SELECT id FROM conversation WHERE updated < $1 ORDER BY updated, id LIMIT $2`, before.UnixMicro(), pruneStep)
	}
	for n := pruneStep; n == pruneStep && err == nil; {
		n, err = j.db.Exec(ctx, `DELETE FROM interaction WHERE seq IN
			(SELECT seq FROM interaction WHERE conversation IS NULL AND at < $1 ORDER BY at, seq LIMIT $2)`, before.UnixMicro(), pruneStep)
	}
	return pruned, j.erased(ctx, "pruning conversations", err)
}
