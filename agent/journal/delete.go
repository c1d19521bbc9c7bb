package journal

import (
	"context"
	"fmt"
	"time"
)

// Delete removes a conversation with all its events; there is no way back. What it
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

// pruneStep is how many conversations one transaction of Prune deletes: few enough
// that a shopper's turn does not wait noticeably behind it.
const pruneStep = 100

// Prune deletes the conversations that have had no event since before, as
// [Journal.Delete] does, oldest first, and returns how many. Interrupted it keeps
// what it has done.
func (j *Journal) Prune(ctx context.Context, before time.Time) (int, error) {
	pruned := 0
	for {
		result, err := j.writer.ExecContext(ctx, `DELETE FROM conversation WHERE id IN
			(SELECT id FROM conversation WHERE updated < ? ORDER BY updated, id LIMIT ?)`, before.UnixMicro(), pruneStep)
		if err != nil {
			return pruned, j.wrap("pruning conversations", err)
		}
		n, err := result.RowsAffected()
		if err != nil {
			return pruned, j.wrap("pruning conversations", err)
		}
		pruned += int(n)
		if n < pruneStep {
			return pruned, nil
		}
	}
}
