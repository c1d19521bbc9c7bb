package desk

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"shopclerk/agent/settings"
	"shopclerk/agent/store"
	view "shopclerk/views/desk"
)

// ErrConflict reports settings that somebody else has saved meanwhile.
var ErrConflict = errors.New("the settings have changed meanwhile")

// Versions keeps the settings in the store and puts the last version in force. Each version
// stays. It is safe for concurrent use.
type Versions struct {
	DB    *store.DB
	Apply func(*settings.Settings) error // puts settings in force

	refreshing sync.Mutex
	version    int64 // in force
}

// Refresh puts the last version in force where it is another. An error leaves in force what
// is.
func (v *Versions) Refresh(ctx context.Context) error {
	v.refreshing.Lock()
	defer v.refreshing.Unlock()
	latest, err := v.Read(ctx, 0)
	if err != nil || latest.Number == v.version {
		return err
	}
	s, err := settings.Parse([]byte(latest.JSON))
	if err != nil {
		return fmt.Errorf("version %d of the settings: %w", latest.Number, err)
	}
	s.Version = latest.Number
	if err := v.Apply(s); err != nil {
		return fmt.Errorf("putting version %d of the settings in force: %w", latest.Number, err)
	}
	v.version = latest.Number
	return nil
}

// Read returns a version, 0 for the last; the zero one where there is none.
func (v *Versions) Read(ctx context.Context, number int64) (out view.Version, err error) {
	all, err := v.list(ctx, `WHERE version = $1 OR $1 = 0 ORDER BY version DESC LIMIT 1`, number)
	if len(all) > 0 {
		out = all[0]
	}
	return out, err
}

// List returns the last versions, newest first.
func (v *Versions) List(ctx context.Context, most int) ([]view.Version, error) {
	return v.list(ctx, `ORDER BY version DESC LIMIT $1`, most)
}

func (v *Versions) list(ctx context.Context, which string, arg any) ([]view.Version, error) {
	out, err := store.List(ctx, v.DB.Reader, func(row *sql.Rows) (out view.Version, err error) {
		var at int64
		err = row.Scan(&out.Number, &at, &out.Who, &out.JSON)
		out.At = time.UnixMicro(at)
		return out, err
	}, `SELECT version, at, who, json FROM setting `+which, arg)
	return out, v.DB.Wrap("reading the settings", err)
}

// Save adds a version that was made of another. Where that is not the last any more it is
// [ErrConflict], and nothing is saved; so is a document that [settings.Parse] refuses.
func (v *Versions) Save(ctx context.Context, base int64, who string, at time.Time, document string) error {
	if _, err := settings.Parse([]byte(document)); err != nil {
		return err
	}
	err := v.DB.Transact(ctx, func(tx *sql.Tx) error {
		var last int64
		if err := tx.QueryRowContext(ctx, `SELECT coalesce(max(version), 0) FROM setting`).Scan(&last); err != nil {
			return err
		}
		if last != base {
			return ErrConflict
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO setting (version, at, who, json) VALUES ($1, $2, $3, $4)`, last+1, at.UnixMicro(), who, document)
		return err
	})
	return v.DB.Wrap("saving the settings", err)
}
