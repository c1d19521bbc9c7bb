package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"
)

// Bucket is a token bucket: of a kind of limit, by a key.
type Bucket struct {
	Kind  string
	Key   string
	N     int           // tokens that are taken, at most Burst
	Burst int           // tokens it holds
	Every time.Duration // that a token comes
}

// Table says which buckets are meant.
type Table string

// The tables there are.
const (
	Tries Table = "try"  // few, and remembered when the database fails over
	Paces Table = "pace" // many, and forgotten then
)

const (
	// takeTime is how long buckets may take: it is milliseconds, and where it is more,
	// whoever asks goes by what the process has counted itself.
	takeTime = 500 * time.Millisecond
	// awayTime is how long they are not asked for after they could not be had, so that a
	// database that hangs does not make everybody wait.
	awayTime = time.Second
	// mostKeys is of how many keys each has a bucket of its own, of either table at some
	// hundred bytes each. What comes beyond until the next sweep, and while there are more,
	// shares mostShared.
	mostKeys   = 1 << 16
	mostShared = 1 << 12
)

// Take takes tokens of all buckets, no two of one kind and key, or of none, and returns how
// long to wait for those of the first that has too few; 0: they were taken. It is exact over
// all processes, by the database's clock. An error says that the database can not tell now.
func (f *Fleet) Take(ctx context.Context, of Table, buckets ...Bucket) (wait time.Duration, err error) {
	if until := f.away.Load(); time.Now().UnixMicro() < until {
		return 0, errAway
	}
	query, args := f.taking(of, buckets)
	within, cancel := context.WithTimeout(context.WithoutCancel(ctx), takeTime) // one who leaves costs no connection
	defer cancel()
	var micros int64
	if err := f.limits.Writer.QueryRowContext(within, query, args...).Scan(&micros); err != nil {
		if f.away.Swap(time.Now().Add(awayTime).UnixMicro()) == 0 {
			slog.Warn("limits hold for each process alone until the database answers", "error", err)
		}
		return 0, f.limits.Wrap("asking how fast somebody may ask", err)
	}
	if f.away.Swap(0) != 0 {
		slog.Info("limits hold over all processes again")
	}
	return time.Duration(micros) * time.Microsecond, nil
}

var errAway = errors.New("asking how fast somebody may ask: the database did not answer lately")

// taking is the statement of [Fleet.Take]. A bucket's state is when it will be full: what is
// taken puts that off, and there is too little when it would be further away than a burst
// takes. It commits without waiting for a disk or a standby: the lock of the schema, which
// makes it one after the other, is held for that long.
func (f *Fleet) taking(of Table, buckets []Bucket) (query string, args []any) {
	var rows []string
	for i, b := range buckets {
		rows = append(rows, fmt.Sprintf(`(%d, ?::text, ?::bigint, ?::bigint)`, i))
		args = append(args, f.key(b), int64(b.N)*b.Every.Microseconds(), int64(b.Burst)*b.Every.Microseconds())
	}
	return `WITH want (place, key, cost, depth) AS (VALUES ` + strings.Join(rows, ", ") + `),
		clock AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now, set_config('synchronous_commit', 'off', true) AS fast),
		due AS (SELECT place, key, greatest(full_at, now) + cost AS full_at, greatest(full_at, now) + cost - depth - now AS wait
			FROM want CROSS JOIN clock LEFT JOIN ` + string(of) + ` USING (key)),
		taken AS (INSERT INTO ` + string(of) + ` (key, full_at) SELECT key, full_at FROM due WHERE NOT EXISTS (SELECT FROM due WHERE wait > 0)
			ON CONFLICT (key) DO UPDATE SET full_at = excluded.full_at)
		SELECT coalesce((SELECT wait FROM due WHERE wait > 0 ORDER BY place LIMIT 1), 0)`, args
}

// key is a bucket's in the table, which tells nothing of addresses or names.
func (f *Fleet) key(b Bucket) string {
	sum := sha256.Sum256([]byte(b.Kind + " " + b.Key))
	if f.crowded.Load() {
		return fmt.Sprintf("%s %d", b.Kind, (int(sum[0])<<8|int(sum[1]))%mostShared)
	}
	return hex.EncodeToString(sum[:16])
}

// sweep forgets the buckets that are full, and finds out whether there are too many.
func (f *Fleet) sweep(ctx context.Context) error {
	crowded := false
	for _, of := range []Table{Tries, Paces} {
		var left int
		if _, err := f.limits.Writer.ExecContext(ctx, `DELETE FROM `+string(of)+` WHERE full_at < extract(epoch FROM clock_timestamp()) * 1000000`); err != nil {
			return f.limits.Wrap("forgetting who was quiet", err)
		}
		if err := f.limits.Readers.QueryRowContext(ctx, `SELECT count(*) FROM `+string(of)).Scan(&left); err != nil {
			return f.limits.Wrap("counting who was not quiet", err)
		}
		crowded = crowded || left > mostKeys
	}
	f.crowded.Store(crowded)
	_, err := f.limits.Writer.ExecContext(ctx, `DELETE FROM question WHERE until < `+clockNow)
	return f.limits.Wrap("forgetting what nobody answered", err)
}
