package desk

import (
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"shopclerk/agent/settings"
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
