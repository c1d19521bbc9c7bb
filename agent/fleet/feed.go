package fleet

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"shopclerk/agent/durable"
	"shopclerk/catalog/patch"
	"shopclerk/search/index"
)

// Append writes patches down for good, in their order: every process finds them by
// [Fleet.After]. They were taken at the database's time.
func (f *Fleet) Append(ctx context.Context, patches []patch.Patch) error {
	text, err := json.Marshal(patches)
	if err != nil {
		return fmt.Errorf("writing patches: %w", err)
	}
	_, err = f.feed.Writer.ExecContext(ctx, `WITH base AS MATERIALIZED (SELECT
			greatest((extract(epoch FROM clock_timestamp()) * 1000000)::bigint, coalesce((SELECT max(seq) FROM patch), 0) + 1) AS seq)
		INSERT INTO patch (seq, patch) SELECT base.seq + place - 1, one
		FROM base, json_array_elements(?::json) WITH ORDINALITY AS each (one, place)`, string(text))
	return f.feed.Wrap("writing patches", err)
}

// mostAfter bounds how many patches are read at once, a few megabytes.
const mostAfter = 5000

// After returns the patches after one, in their order: not all, where there are many. Call
// it until it returns none.
func (f *Fleet) After(ctx context.Context, sequence int64) ([]index.Logged, error) {
	out, err := durable.List(ctx, f.feed.Readers, func(row *sql.Rows) (l index.Logged, err error) {
		var text []byte
		if err = row.Scan(&l.Sequence, &text); err == nil {
			err = json.Unmarshal(text, &l.Patch)
		}
		l.At = l.Sequence
		return l, err
	}, `SELECT seq, patch FROM patch WHERE seq > ? ORDER BY seq LIMIT ?`, sequence, mostAfter)
	return out, f.feed.Wrap("reading patches", err)
}

// compactGrown compacts patches where there are twice as many as were left the last time, and
// returns how many are.
func (f *Fleet) compactGrown(ctx context.Context, before int) (left int, err error) {
	count := func() (n int, err error) {
		err = f.feed.Readers.QueryRowContext(ctx, `SELECT count(*) FROM patch`).Scan(&n)
		return n, err
	}
	n, err := count()
	if err == nil && n < max(compactFrom, 2*before) {
		return before, nil
	}
	if err == nil {
		err = f.Compact(ctx)
	}
	if err == nil {
		n, err = count()
	}
	if err != nil {
		return before, f.feed.Wrap("compacting patches", err)
	}
	return n, nil
}

// keptFor is how long patches are kept that say what no later one does: a process may begin
// with a catalogue that was imported no longer ago.
const keptFor = 365 * 24 * time.Hour

// Compact deletes patches that later ones have made void, and those that are too old.
// Whoever is behind meets fewer, and comes to the same.
func (f *Fleet) Compact(ctx context.Context) error {
	if _, err := f.feed.Writer.ExecContext(ctx, `DELETE FROM patch WHERE seq < ?`, time.Now().Add(-keptFor).UnixMicro()); err != nil {
		return f.feed.Wrap("compacting patches", err)
	}
	var all []index.Logged
	last := int64(0)
	for {
		list, err := f.After(ctx, last)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			break
		}
		all, last = append(all, list...), list[len(list)-1].Sequence
	}
	kept := []int64{}
	for _, l := range index.Compacted(all) {
		kept = append(kept, l.Sequence)
	}
	text, err := json.Marshal(kept)
	if err != nil {
		return fmt.Errorf("compacting patches: %w", err)
	}
	_, err = f.feed.Writer.ExecContext(ctx, `DELETE FROM patch WHERE seq <= ? AND seq NOT IN (SELECT one::bigint FROM json_array_elements_text(?::json) AS each (one))`,
		last, string(text))
	return f.feed.Wrap("compacting patches", err)
}
