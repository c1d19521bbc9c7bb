package desk

import (
	"cmp"
	"database/sql"
	"net/http"
	"strconv"

	"shopclerk/agent/store"
	"shopclerk/views"
	view "shopclerk/views/desk"
	"shopclerk/words"
)

// askedQuery counts what became of the questions about each aspect in each category; the
// category is empty for the whole shop and for several.
const askedQuery = `
	SELECT category, aspect, max(text), count(*),
		sum(CASE outcome WHEN 'answered' THEN 1 ELSE 0 END), sum(CASE outcome WHEN 'skipped' THEN 1 ELSE 0 END),
		sum(CASE outcome WHEN 'passed' THEN 1 ELSE 0 END), sum(CASE outcome WHEN 'left' THEN 1 ELSE 0 END)
	FROM asked WHERE at >= $1 AND at < $2 AND (category = $3 OR $3 = '')
	GROUP BY category, aspect ORDER BY count(*) DESC, category, aspect`

// offeredQuery counts how often each option of a question was shown and picked.
const offeredQuery = `
	SELECT label, count(*), sum(CASE WHEN picked THEN 1 ELSE 0 END)
	FROM offered WHERE at >= $1 AND at < $2 AND category = $3 AND aspect = $4
	GROUP BY label ORDER BY count(*) DESC, label`

// questions shows what became of the questions, by category and aspect.
func (d *Desk) questions(w http.ResponseWriter, r *http.Request, _ string) error {
	f, from, to, err := d.filter(r)
	if err != nil {
		return err
	}
	l := words.From(r.Context())
	t := view.Table{Caption: l.T("desk.asked-about"), CSV: address(Root+"/questions", f, "format", "csv"), Head: []string{
		l.T("desk.category"), l.T("desk.aspect"), l.T("desk.question"), l.T("desk.asked"), l.T("desk.answered"), l.T("desk.skipped"), l.T("desk.passed"), l.T("desk.left"),
	}}
	categories := d.Store(r.Context()).Categories()
	t.Rows, err = store.List(r.Context(), d.Versions.DB.Reader, func(row *sql.Rows) ([]view.Cell, error) {
		var category, aspect, text string
		var asked, answered, skipped, passed, left int
		err := row.Scan(&category, &aspect, &text, &asked, &answered, &skipped, &passed, &left)
		return []view.Cell{
			{Text: cmp.Or(category, l.T("desk.several"))},
			{Text: label(categories, category, aspect), URL: address(Root+"/question", f, "in", category, "aspect", aspect)},
			{Text: text}, {Text: strconv.Itoa(asked)}, view.Count(l, answered, asked), view.Count(l, skipped, asked), view.Count(l, passed, asked), view.Count(l, left, asked),
		}, err
	}, askedQuery, from, to, f.Category)
	if err != nil {
		return d.Versions.DB.Wrap("counting questions", err)
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
	l := words.From(r.Context())
	t := view.Table{Caption: l.T("desk.options"), CSV: address(Root+"/question", f, "in", in, "aspect", aspect, "format", "csv"), Head: []string{l.T("desk.option"), l.T("desk.shown"), l.T("desk.ticked")}}
	t.Rows, err = store.List(r.Context(), d.Versions.DB.Reader, func(row *sql.Rows) ([]view.Cell, error) {
		var option string
		var shown, picked int
		err := row.Scan(&option, &shown, &picked)
		return []view.Cell{{Text: option}, {Text: strconv.Itoa(shown)}, view.Count(l, picked, shown)}, err
	}, offeredQuery, from, to, in, aspect)
	if err != nil {
		return d.Versions.DB.Wrap("counting options", err)
	}
	title := label(d.Store(r.Context()).Categories(), in, aspect)
	return d.sendTable(w, r, d.page(title, Root+"/questions"), f, t, views.Link{Text: l.T("desk.back"), URL: address(Root+"/questions", f)})
}
