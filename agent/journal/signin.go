package journal

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

const (
	// SignInIdle ends a sign-in at the desk that nothing was asked in: a desk left alone.
	SignInIdle = 30 * time.Minute
	// SignInTime ends every sign-in at the desk: a working day.
	SignInTime = 12 * time.Hour
	// mostSignIns bounds them. The desk has a few people; whoever has been away longest makes room.
	mostSignIns = 200
	// seenEvery is how often it is written that somebody was seen, at most: what is idle ends
	// so much before its time at worst, and not every click waits for the disk.
	seenEvery = time.Minute
)

// SignIn signs a person in at the desk, under a key that nobody can guess and that is not
// what opens: a hash of that.
func (j *Journal) SignIn(ctx context.Context, key, person string, now time.Time) error {
	return j.file.Wrap("signing in at the desk", j.file.Transact(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM signin WHERE seen <= ?1 OR began <= ?2`, now.Add(-SignInIdle).UnixMicro(), now.Add(-SignInTime).UnixMicro())
		if err == nil {
			_, err = tx.ExecContext(ctx, `DELETE FROM signin WHERE key NOT IN (SELECT key FROM signin ORDER BY seen DESC, key LIMIT ?1)`, mostSignIns-1)
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, `INSERT INTO signin (key, person, began, seen) VALUES (?1, ?2, ?3, ?3)`, key, person, now.UnixMicro())
		}
		return err
	}))
}

// SignedIn returns who is signed in under a key, "" for nobody, and keeps them from going
// idle.
func (j *Journal) SignedIn(ctx context.Context, key string, now time.Time) (person string, err error) {
	var began, seen int64
	err = j.file.Readers.QueryRowContext(ctx, `SELECT person, began, seen FROM signin WHERE key = ?`, key).Scan(&person, &began, &seen)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err == nil && (now.Sub(time.UnixMicro(seen)) >= SignInIdle || now.Sub(time.UnixMicro(began)) >= SignInTime) {
		return "", nil
	}
	if err == nil && now.Sub(time.UnixMicro(seen)) >= seenEvery {
		_, err = j.file.Writer.ExecContext(ctx, `UPDATE signin SET seen = ?1 WHERE key = ?2 AND seen < ?1`, now.UnixMicro(), key)
	}
	if err != nil {
		return "", j.file.Wrap("asking who is signed in at the desk", err)
	}
	return person, nil
}

// SignOut ends what is signed in under a key. A key of nothing is no error.
func (j *Journal) SignOut(ctx context.Context, key string) error {
	_, err := j.file.Writer.ExecContext(ctx, `DELETE FROM signin WHERE key = ?`, key)
	return j.file.Wrap("signing out at the desk", err)
}

// SignOutOthers ends the sign-ins of all but some people.
func (j *Journal) SignOutOthers(ctx context.Context, people []string) error {
	query, args := `DELETE FROM signin WHERE TRUE`, []any{}
	for _, p := range people {
		query, args = query+` AND person <> ?`, append(args, p)
	}
	_, err := j.file.Writer.ExecContext(ctx, query, args...)
	return j.file.Wrap("signing others out at the desk", err)
}
