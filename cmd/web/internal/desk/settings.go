package desk

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"shopclerk/agent/settings"
	"shopclerk/agent/store"
	"shopclerk/views"
	view "shopclerk/views/desk"
	"shopclerk/words"
)

// versionsListed is how many versions of the settings can be gone back to on the page.
const versionsListed = 50

// settings shows the settings, or an earlier version of them, to be edited.
func (d *Desk) settings(w http.ResponseWriter, r *http.Request, _ string) error {
	latest, err := d.Versions.Read(r.Context(), 0)
	if err != nil {
		return err
	}
	p := view.Settings{JSON: latest.JSON, Base: latest.Number, Saved: r.URL.Query().Has("saved")}
	if n, _ := strconv.ParseInt(r.URL.Query().Get("version"), 10, 64); n > 0 {
		old, err := d.Versions.Read(r.Context(), n)
		if err != nil {
			return err
		}
		p.JSON = old.JSON
	}
	return d.showSettings(w, r, http.StatusOK, p)
}

func (d *Desk) showSettings(w http.ResponseWriter, r *http.Request, status int, p view.Settings) error {
	p.Example = settings.Example
	var err error
	if p.Versions, err = d.Versions.List(r.Context(), versionsListed); err != nil {
		return err
	}
	if s, err := settings.Parse([]byte(p.JSON)); err == nil {
		p.Unknown = s.Unknown(d.Store(r.Context()).Categories())
	}
	return send(w, r, status, view.SettingsPage(d.page(words.T(r.Context(), "desk.settings"), Root+"/settings"), p))
}

// download sends the settings as a file.
func (d *Desk) download(w http.ResponseWriter, r *http.Request, _ string) error {
	latest, err := d.Versions.Read(r.Context(), 0)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Disposition", `attachment; filename="settings.json"`)
	_, err = io.WriteString(w, latest.JSON)
	return err
}

// save saves what was sent, and puts it in force. What is wrong with it, or was changed
// meanwhile, is shown above the text as it was sent.
func (d *Desk) save(w http.ResponseWriter, r *http.Request, _ string) error {
	r.Body = http.MaxBytesReader(w, r.Body, 4*settings.MostBytes) // what is longer has no base
	base, err := strconv.ParseInt(r.FormValue(view.FieldBase), 10, 64)
	if err != nil {
		return views.BadRequest("desk.no-base")
	}
	document := r.FormValue(view.FieldJSON)
	_, problem := settings.Parse([]byte(document))
	if problem == nil {
		err = d.Versions.Save(r.Context(), base, "desk", time.Now(), document)
		if err == nil {
			err = d.Versions.Refresh(r.Context())
			http.Redirect(w, r, Root+"/settings?saved", http.StatusSeeOther)
		}
		if !errors.Is(err, ErrConflict) {
			return err
		}
		problem = errors.New(words.T(r.Context(), "desk.conflict"))
	}
	status := http.StatusUnprocessableEntity
	if errors.Is(err, ErrConflict) {
		status = http.StatusConflict
	}
	return d.showSettings(w, r, status, view.Settings{JSON: document, Base: base, Problem: problem.Error()})
}

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
	var at int64
	err = v.DB.Reader.QueryRowContext(ctx, `SELECT version, at, json FROM setting WHERE version = $1 OR $1 = 0 ORDER BY version DESC LIMIT 1`, number).
		Scan(&out.Number, &at, &out.JSON)
	if errors.Is(err, sql.ErrNoRows) {
		return view.Version{}, nil
	}
	out.At = time.UnixMicro(at)
	return out, v.DB.Wrap("reading the settings", err)
}

// List returns the last versions without their documents, newest first.
func (v *Versions) List(ctx context.Context, most int) ([]view.Version, error) {
	out, err := store.List(ctx, v.DB.Reader, func(row *sql.Rows) (view.Version, error) {
		var out view.Version
		var at int64
		err := row.Scan(&out.Number, &at)
		out.At = time.UnixMicro(at)
		return out, err
	}, `SELECT version, at FROM setting ORDER BY version DESC LIMIT $1`, most)
	return out, v.DB.Wrap("listing the settings' versions", err)
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
