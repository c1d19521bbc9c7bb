package desk

import (
	"context"
	"database/sql"
	"net/http"
	"strconv"

	"shopclerk/agent/store"
	"shopclerk/views"
	view "shopclerk/views/desk"
	"shopclerk/words"
)

// asked is what became of the questions about an aspect in a category; the category is empty
// for the whole shop and for several.
type asked struct {
	Category, Aspect, Text           string
	Asked, Answered, Skipped, Passed int
	Left                             int // the conversation ended there
}

const askedQuery = `
	SELECT category, aspect, max(text), count(*),
		sum(CASE outcome WHEN 'answered' THEN 1 ELSE 0 END), sum(CASE outcome WHEN 'skipped' THEN 1 ELSE 0 END),
		sum(CASE outcome WHEN 'passed' THEN 1 ELSE 0 END), sum(CASE outcome WHEN 'left' THEN 1 ELSE 0 END)
	FROM question WHERE at >= $1 AND at < $2 AND (category = $3 OR $3 = '')
	GROUP BY category, aspect ORDER BY count(*) DESC, category, aspect`

func (d *Desk) asked(ctx context.Context, from, to int64, category string) ([]asked, error) {
	out, err := store.List(ctx, d.Versions.DB.Reader, func(row *sql.Rows) (a asked, err error) {
		err = row.Scan(&a.Category, &a.Aspect, &a.Text, &a.Asked, &a.Answered, &a.Skipped, &a.Passed, &a.Left)
		return a, err
	}, askedQuery, from, to, category)
	return out, d.Versions.DB.Wrap("counting questions", err)
}

// offered is how often an option of a question was shown and picked.
type offered struct {
	Label         string
	Shown, Picked int
}

const offeredQuery = `
	SELECT label, count(*), sum(CASE WHEN picked THEN 1 ELSE 0 END)
	FROM offered WHERE at >= $1 AND at < $2 AND category = $3 AND aspect = $4
	GROUP BY label ORDER BY count(*) DESC, label`

func (d *Desk) offered(ctx context.Context, from, to int64, category, aspect string) ([]offered, error) {
	out, err := store.List(ctx, d.Versions.DB.Reader, func(row *sql.Rows) (o offered, err error) {
		err = row.Scan(&o.Label, &o.Shown, &o.Picked)
		return o, err
	}, offeredQuery, from, to, category, aspect)
	return out, d.Versions.DB.Wrap("counting options", err)
}

// questions shows what became of the questions, by category and aspect.
func (d *Desk) questions(w http.ResponseWriter, r *http.Request, _ string) error {
	f, from, to, err := d.filter(r)
	if err != nil {
		return err
	}
	all, err := d.asked(r.Context(), from, to, f.Category)
	if err != nil {
		return err
	}
	l := words.From(r.Context())
	t := view.Table{Caption: l.T("desk.asked-about"), CSV: address(Root+"/questions", f, "format", "csv"), Head: []string{
		l.T("desk.category"), l.T("desk.aspect"), l.T("desk.question"), l.T("desk.asked"), l.T("desk.answered"), l.T("desk.skipped"), l.T("desk.passed"), l.T("desk.left"),
	}}
	categories := d.Store(r.Context()).Categories()
	for _, a := range all {
		name := a.Category
		if name == "" {
			name = l.T("desk.several")
		}
		t.Rows = append(t.Rows, []view.Cell{
			{Text: name},
			{Text: label(categories, a.Category, a.Aspect), URL: address(Root+"/question", f, "in", a.Category, "aspect", a.Aspect)},
			{Text: a.Text}, {Text: strconv.Itoa(a.Asked)}, view.Count(l, a.Answered, a.Asked), view.Count(l, a.Skipped, a.Asked), view.Count(l, a.Passed, a.Asked), view.Count(l, a.Left, a.Asked),
		})
	}
	return d.sendTable(w, r, d.page(l.T("desk.questions"), Root+"/questions"), f, t)
}

// question shows how often the options of one question were shown and picked.
func (d *Desk) question(w http.ResponseWriter, r *http.Request, _ string) error {
	f, from, to, err := d.filter(r)
	if err != nil {
		return err
	}
	in, aspect := r.URL.Query().Get("in"), r.URL.Query().Get("aspect")
	all, err := d.offered(r.Context(), from, to, in, aspect)
	if err != nil {
		return err
	}
	l := words.From(r.Context())
	t := view.Table{Caption: l.T("desk.options"), CSV: address(Root+"/question", f, "in", in, "aspect", aspect, "format", "csv"), Head: []string{l.T("desk.option"), l.T("desk.shown"), l.T("desk.ticked")}}
	for _, o := range all {
		t.Rows = append(t.Rows, []view.Cell{{Text: o.Label}, {Text: strconv.Itoa(o.Shown)}, view.Count(l, o.Picked, o.Shown)})
	}
	title := label(d.Store(r.Context()).Categories(), in, aspect)
	return d.sendTable(w, r, d.page(title, Root+"/questions"), f, t, views.Link{Text: l.T("desk.back"), URL: address(Root+"/questions", f)})
}
