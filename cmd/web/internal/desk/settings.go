package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"shopclerk/agent/journal"
	"shopclerk/agent/settings"
	"shopclerk/agent/shop/merchant"
	"shopclerk/cmd/internal/live"
	"shopclerk/views"
	view "shopclerk/views/desk"
	"shopclerk/words"
)

// settingsRoot is the address of what is set; forms are below it.
const settingsRoot = Root + "/settings"

// versionsListed is how many versions of the settings can be gone back to on the page.
const versionsListed = 20

// settings lists what is set.
func (d *Desk) settings(w http.ResponseWriter, r *http.Request, _ string) error {
	saved, _ := strconv.ParseInt(r.URL.Query().Get("saved"), 10, 64)
	return d.showSettings(w, r, http.StatusOK, view.Settings{Saved: saved})
}

func (d *Desk) showSettings(w http.ResponseWriter, r *http.Request, status int, p view.Settings) error {
	ctx, l := r.Context(), words.From(r.Context())
	var err error
	if p.Versions, err = d.Versions.List(ctx, versionsListed+1); err != nil {
		return err
	}
	documents := make([]settings.Document, len(p.Versions)+1)
	for i, v := range p.Versions {
		if s, err := settings.Parse([]byte(v.JSON)); err == nil { // what was taken once, and is no more, tells nothing
			documents[i] = s.Lists
		}
	}
	t := d.telling(ctx)
	for i := range p.Versions {
		p.Versions[i].Changed = t.changes(documents[i+1], documents[i])
	}
	if len(p.Versions) > 0 {
		p.Base = p.Versions[0].Number
	}
	p.Versions = p.Versions[:min(len(p.Versions), versionsListed)]
	unknown := map[string]string{} // by place
	for _, line := range documents[0].Unknown(t) {
		place, what, _ := strings.Cut(line, ": ")
		unknown[place] = strings.TrimSpace(unknown[place] + "\n" + l.T("desk.set.idle", "What", what))
	}
	for _, k := range settings.Kinds {
		s := view.Section{Title: l.T(k.Title), Lead: l.T(k.Hint), Links: []views.Link{{Text: l.T("desk.set.add"), URL: link("/settings/" + k.Name)}}}
		for i, e := range documents[0][k.List] {
			s.Cards = append(s.Cards, view.Card{Title: t.entry(&k, e), Text: unknown[fmt.Sprintf("%s[%d]", k.List, i)], URL: link("/settings/"+k.Name, view.FieldEntry, strconv.Itoa(i))})
		}
		p.Kinds = append(p.Kinds, s)
	}
	return send(w, r, status, view.SettingsPage(d.page(l.T("desk.settings"), settingsRoot), p))
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

// replaceSettings makes the next version of an earlier one or of a document that was sent.
func (d *Desk) replaceSettings(w http.ResponseWriter, r *http.Request, _ string) error {
	r.Body = http.MaxBytesReader(w, r.Body, 4*settings.MostBytes) // what is longer has no base
	base, err := strconv.ParseInt(r.FormValue(view.FieldBase), 10, 64)
	if err != nil {
		return views.BadRequest("desk.no-base")
	}
	var text string
	if version, err := strconv.ParseInt(r.FormValue(view.FieldVersion), 10, 64); err == nil {
		before, err := d.Versions.Read(r.Context(), version) // version 0 is what there was before the first: nothing
		if err != nil {
			return err
		}
		if version > 0 {
			text = before.JSON
		}
	} else {
		file, _, err := r.FormFile(view.FieldFile)
		if err != nil {
			return d.showSettings(w, r, http.StatusUnprocessableEntity, view.Settings{Problem: words.T(r.Context(), "desk.set.no-file")})
		}
		sent, err := io.ReadAll(file)
		if err != nil {
			return err
		}
		text = string(sent)
	}
	if _, err := settings.Parse([]byte(text)); err != nil {
		return d.showSettings(w, r, http.StatusUnprocessableEntity, view.Settings{Problem: err.Error()})
	}
	err = d.keep(w, r, base, text)
	if errors.Is(err, ErrConflict) {
		return d.showSettings(w, r, http.StatusConflict, view.Settings{Problem: words.T(r.Context(), "desk.set.conflict")})
	}
	return err
}

// keep saves a document that was made of a version, puts it in force and leads to what is set.
func (d *Desk) keep(w http.ResponseWriter, r *http.Request, base int64, text string) error {
	who := cmp.Or(strings.TrimSpace(r.PostFormValue(view.FieldBy)), "desk")
	if err := d.Versions.Save(r.Context(), base, who, time.Now(), text); err != nil {
		return err
	}
	err := d.Versions.Refresh(r.Context())
	http.Redirect(w, r, fmt.Sprintf("%s?saved=%d", settingsRoot, base+1), http.StatusSeeOther)
	return err
}

// setting shows the form of an entry, and takes it.
func (d *Desk) setting(w http.ResponseWriter, r *http.Request, _ string) error {
	at := slices.IndexFunc(settings.Kinds, func(k settings.Kind) bool { return k.Name == r.PathValue("kind") })
	if at < 0 {
		return fmt.Errorf("settings of kind %q: %w", r.PathValue("kind"), journal.ErrNotFound)
	}
	if err := r.ParseForm(); err != nil {
		return views.BadRequest("desk.no-base")
	}
	latest, err := d.Versions.Read(r.Context(), 0)
	if err != nil {
		return err
	}
	set, err := settings.Parse([]byte(latest.JSON))
	if err != nil {
		return err
	}
	now := set.Lists
	e := &edit{Kind: &settings.Kinds[at], now: now, form: r.Form, entry: -1, base: latest.Number}
	posted := r.Method == http.MethodPost
	if n, err := strconv.Atoi(r.Form.Get(view.FieldEntry)); err == nil && n >= 0 && n < len(now[e.List]) {
		e.entry = n
	}
	status := http.StatusOK
	if posted && r.PostForm.Get(view.FieldBase) != strconv.FormatInt(latest.Number, 10) { // the places of entries are others
		status, e.entry, e.problems = http.StatusConflict, -1, []string{words.T(r.Context(), "desk.set.meanwhile", "Who", latest.Who)}
	}
	look, wanted := r.Form.Has(view.FieldLook), r.Form.Has(view.FieldPreview)
	if e.List == "facts" && (look || !posted) {
		e.quote(cmp.Or(live.From(r.Context()).Clerk.Merchant(), &merchant.Info{}).Texts, posted)
	} else {
		e.adopt(posted)
	}
	if posted && !look && status == http.StatusOK {
		text, s, err := e.check(d.telling(r.Context()))
		switch {
		case err == nil && wanted:
			e.shown = d.preview(r.Context(), e, set, s)
		case err == nil:
			if err = d.keep(w, r, latest.Number, text); err == nil || !errors.Is(err, ErrConflict) {
				return err
			}
			status, e.problems = http.StatusConflict, []string{words.T(r.Context(), "desk.set.conflict")}
		default:
			status, e.problems = http.StatusUnprocessableEntity, strings.Split(err.Error(), "\n")
		}
	}
	form, err := d.form(r, e)
	if err != nil {
		return err
	}
	return send(w, r, status, view.SettingPage(form))
}

// telling is what settings refer to, in words, at the catalogue of a context.
func (d *Desk) telling(ctx context.Context) *telling {
	return &telling{ctx, live.From(ctx), words.From(ctx)}
}
