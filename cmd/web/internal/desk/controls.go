package desk

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"shopclerk/agent/desk/control"
	"shopclerk/catalog"
	"shopclerk/views"
	view "shopclerk/views/desk"
)

const (
	fieldDone  = "done"  // what the last step did: doneSet or doneUndone
	fieldUndo  = "undo"  // the entry that could not be undone
	fieldEntry = "entry" // the entry to undo
	fieldOlder = "older" // lists what was done before this entry

	doneSet    = "set"
	doneUndone = "undone"
)

// deedsShown is how many entries a page of the history lists: some screens.
const deedsShown = 50

// controls is the page of what is in force and of all that was done.
func (d *Desk) controls(r *Request) (*Page, error) {
	w := r.Words
	log := d.Board.Log()
	inForce, deeds := d.inForce(r, log), d.deeds(r, log)
	history, err := d.history(r, log, deeds)
	if err != nil {
		return nil, err
	}
	notice, problem := d.notice(r, log)
	p := &Page{
		Title: w.T("desk.controls.title"), Lead: w.T("desk.controls.lead"),
		ByCategory: true, Tables: []*Table{deeds},
	}
	p.add(r, "add", "desk.controls.add", "").More = view.LinksView(d.kindLinks(r))
	p.add(r, "in-force", "desk.controls.in-force", "", inForce)
	p.add(r, "history", "desk.controls.history", "desk.controls.history-text").More = view.HistoryView(history)
	p.Body = templ.Join(view.NoticeView(notice, problem), view.ReportView(p.Report))
	return p, nil
}

// kindLinks lead to the forms, for the category that is looked at.
func (d *Desk) kindLinks(r *Request) []view.Described {
	var out []view.Described
	for _, k := range control.Kinds {
		out = append(out, view.Described{
			Link: views.Link{Text: r.Words.T(settingKinds[k].name), URL: settingAddress(control.Slot{Kind: k, Category: r.Category})},
			Text: r.Words.T(settingKinds[k].lead),
		})
	}
	return out
}

// inForce is a row for every setting in force of the chosen category, those of every
// category among them.
func (d *Desk) inForce(r *Request, log control.Log) *Table {
	w := r.Words
	type c = columnSpec[control.Standing]
	list := slices.DeleteFunc(slices.Clone(log.Controls().Standing()), func(s control.Standing) bool { return !r.concerns(s.Category) })
	return newTable(r, "settings", "desk.controls.in-force", "desk.controls.in-force-counts", "desk.controls.none", list,
		c{"category", "desk.controls.category", Text, "", textCell(func(s *control.Standing) string { return categoryName(w, s.Category) })},
		c{"what", "desk.controls.what", Text, "", func(s *control.Standing) Cell { return Name(d.slotText(w, s.Slot())).To(settingAddress(s.Slot())) }},
		c{"setting", "desk.controls.setting", Text, "", func(s *control.Standing) Cell {
			value := Name(d.settingText(w, s.Setting))
			if !s.On(d.Clerk.Today()) {
				value = value.With(w.T("desk.controls.not-today"))
			}
			return value
		}},
		c{"since", "desk.controls.since", Moment, "", func(s *control.Standing) Cell { return When(log.Entry(s.Sequence).At) }},
		c{"who", "desk.controls.who", Text, "", textCell(func(s *control.Standing) string { return log.Entry(s.Sequence).Who })},
	).long("setting")
}

// concerns reports whether what is set of a category holds in the chosen one.
func (r *Request) concerns(category string) bool {
	return r.Category == "" || category == "" || category == r.Category
}

// deeds is a row for everything that was done to the chosen category, the latest
// first.
func (d *Desk) deeds(r *Request, log control.Log) *Table {
	w := r.Words
	type c = columnSpec[control.Event]
	return newTable(r, "history", "desk.controls.history", "desk.controls.history-counts", "desk.controls.none-done", d.events(r, log),
		c{"number", "desk.controls.number", Count, "", countCell(func(e *control.Event) int { return int(e.Sequence) })},
		c{"when", "desk.controls.when", Moment, "", func(e *control.Event) Cell { return When(e.At) }},
		c{"who", "desk.controls.who", Text, "", textCell(func(e *control.Event) string { return e.Who })},
		c{"what", "desk.controls.what", Text, "", textCell(func(e *control.Event) string { return d.deedText(r, e) })},
		c{"before", "desk.controls.before", Text, "", textCell(func(e *control.Event) string { return d.settingText(w, e.Before) })},
		c{"after", "desk.controls.after", Text, "", textCell(func(e *control.Event) string { return d.settingText(w, e.After) })},
		c{"undone_by", "desk.controls.undone-by", Count, "", func(e *control.Event) Cell { return orUnknown(float64(e.UndoneBy), e.UndoneBy != 0) }},
	)
}

// events are those of the chosen category.
func (d *Desk) events(r *Request, log control.Log) []control.Event {
	return slices.DeleteFunc(log.History(), func(e control.Event) bool { return !r.concerns(e.Category) })
}

// deedText says what an entry did.
func (d *Desk) deedText(r *Request, e *control.Event) string {
	what := d.slotIn(r.Words, e.Slot)
	if e.Undo != 0 {
		return r.Words.T("desk.controls.undo-of", "Number", strconv.FormatInt(e.Undo, 10), "What", what)
	}
	return what
}

// history presents a page of what was done, with its buttons.
func (d *Desk) history(r *Request, log control.Log, table *Table) (view.History, error) {
	w := r.Words
	out := view.History{
		Caption: table.Caption, Empty: table.Empty,
		CSV: table.View(r).CSV,
	}
	older := int64(0)
	if text := r.query.Get(fieldOlder); text != "" {
		var err error
		if older, err = strconv.ParseInt(text, 10, 64); err != nil {
			return out, fmt.Errorf("%w: %q is no entry", views.ErrBad, text)
		}
	}
	for _, e := range d.events(r, log) {
		if older > 0 && e.Sequence >= older {
			continue
		}
		if len(out.Rows) == deedsShown {
			last := out.Rows[deedsShown-1].Number
			out.Older = views.Link{Text: w.T("desk.earlier"), URL: r.With(fieldOlder, last, fieldDone, "", fieldUndo, "") + "#history"}
			break
		}
		row := view.Deed{
			Number: strconv.FormatInt(e.Sequence, 10), When: Minute(e.At), Who: e.Who,
			What: d.deedText(r, &e), Link: settingAddress(e.Slot),
			Before: d.settingText(w, e.Before), After: d.settingText(w, e.After),
		}
		if e.UndoneBy == 0 {
			row.Undo = views.Form{Action: controlsSection.path() + "/undo", Hidden: []views.Field{{Name: fieldEntry, Value: row.Number}}}
			row.Button = w.T("desk.controls.undo")
			if e.Undo != 0 {
				row.Button = w.T("desk.controls.redo")
			}
			if r.Category != "" {
				row.Undo.Hidden = append(row.Undo.Hidden, views.Field{Name: fieldCategory, Value: r.Category})
			}
		} else {
			row.Note = w.T("desk.controls.undone-note", "Number", strconv.FormatInt(e.UndoneBy, 10))
		}
		out.Rows = append(out.Rows, row)
	}
	return out, nil
}

// notice says what the last step did, or why the entry could not be undone.
func (d *Desk) notice(r *Request, log control.Log) (text string, problem bool) {
	switch r.query.Get(fieldDone) {
	case doneSet:
		return r.Words.T("desk.controls.done-set"), false
	case doneUndone:
		return r.Words.T("desk.controls.done-undone"), false
	}
	if n, err := strconv.ParseInt(r.query.Get(fieldUndo), 10, 64); err == nil {
		var p *control.Problem
		if errors.As(log.Judge(control.Act{Undo: n}, d.shop(r.Context())), &p) {
			return r.Words.T("desk.controls.not-undone", "Number", strconv.FormatInt(n, 10), "Why", problemText(r.Words, p)), true
		}
	}
	return "", false
}

// undo undoes an entry.
func (d *Desk) undo(r *Request) (string, error) {
	n, err := strconv.ParseInt(r.PostFormValue(fieldEntry), 10, 64)
	if err != nil {
		return "", fmt.Errorf("%w: %q is no entry", views.ErrBad, r.PostFormValue(fieldEntry))
	}
	result, value := fieldDone, doneUndone
	err = d.Board.Do(r.Context(), r.Who, control.Act{Undo: n}, d.shop(r.Context()))
	var p *control.Problem
	switch {
	case errors.As(err, &p):
		result, value = fieldUndo, strconv.FormatInt(n, 10)
	case err != nil:
		return "", err
	}
	return buildAddress(controlsSection.path(), url.Values{}, result, value, fieldCategory, r.PostFormValue(fieldCategory)), nil
}

// shop is what settings are judged against: the catalogue as it was imported.
func (d *Desk) shop(ctx context.Context) control.Shop {
	categories := d.Store.Categories()
	has := func(category, aspect, value string) bool {
		for i := range categories {
			if category != "" && categories[i].Path != category {
				continue
			}
			shelf, err := d.Clerk.Config().Engine.Shelf(ctx, categories[i].Path)
			if err != nil {
				continue
			}
			if c := shelf.Column(aspect); c != nil && len(c.Find(&catalog.Condition{Key: aspect, Values: []string{value}})) > 0 {
				return true
			}
		}
		return false
	}
	sold := func(id string) (string, bool) {
		p, err := d.Store.Product(ctx, id)
		return p.Category, err == nil
	}
	return control.Shop{Categories: categories, Has: has, Sold: sold}
}
