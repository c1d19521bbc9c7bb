package desk

import (
	"cmp"
	"context"
	"database/sql"
	"embed"
	"encoding/csv"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"shopclerk/agent/store"
	"shopclerk/catalog"
	"shopclerk/views"
	view "shopclerk/views/desk"
	"shopclerk/words"
)

//go:embed sql
var queries embed.FS

// rows returns what read makes of each row of the query of a name.
func rows[T any](ctx context.Context, d *Desk, name string, read func(*sql.Rows) (T, error), args ...any) ([]T, error) {
	query, err := queries.ReadFile("sql/" + name + ".sql")
	if err != nil {
		return nil, err
	}
	out, err := store.List(ctx, d.Versions.DB.Reader, read, string(query), args...)
	return out, d.Versions.DB.Wrap("reading "+name, err)
}

// read returns the rows of the query of a name, each in the fields of a T.
func read[T any](ctx context.Context, d *Desk, name string, fields func(*T) []any, args ...any) ([]T, error) {
	return rows(ctx, d, name, func(row *sql.Rows) (t T, err error) {
		err = row.Scan(fields(&t)...)
		return t, err
	}, args...)
}

// query reads rows for a report. An error is the report's, which is not sent then.
func query[T any](r *report, name string, fields func(*T) []any, args ...any) []T {
	out, err := read(r.Context(), r.Desk, name, fields, args...)
	r.err = cmp.Or(r.err, err)
	return out
}

const (
	usualDays = 30      // how far back a page looks that is not told
	pageRows  = 20      // that a table of a page has at most
	mostRows  = 1 << 20 // that one of CSV has
)

// report is a request for a page of tables, and the page as far as it is built.
type report struct {
	*Desk
	*http.Request
	words      *words.Language
	categories []catalog.Category
	from, to   int64 // microseconds, to excluded
	zone       *time.Location
	filter     view.Filter
	page       view.Page
	sections   []view.Section
	err        error // the first of building it
}

// report answers with the page that build makes, or with one of its tables as CSV.
func (d *Desk) report(build func(*report)) func(http.ResponseWriter, *http.Request, string) error {
	return func(w http.ResponseWriter, request *http.Request, _ string) error {
		r, err := d.begin(w, request)
		if err != nil {
			return err
		}
		if build(r); r.err != nil {
			return r.err
		}
		if i := slices.IndexFunc(r.sections, func(s view.Section) bool { return s.ID != "" && s.ID == r.csv() }); i >= 0 {
			return sendCSV(w, &r.sections[i])
		}
		return send(w, request, http.StatusOK, view.Report(r.page, r.filter, r.sections))
	}
}

// csv is the id of the table that is wanted as CSV; "" for a page.
func (r *report) csv() string { return r.URL.Query().Get("csv") }

// most is how many rows a table has.
func (r *report) most() int {
	if r.csv() != "" {
		return mostRows
	}
	return pageRows
}

// add adds a section, with its address as CSV.
func (r *report) add(s view.Section) {
	if s.ID != "" && len(s.Table.Rows) > 0 {
		q := r.URL.Query()
		q.Set("csv", s.ID)
		s.CSV = address(r.URL.Path, q)
	}
	r.sections = append(r.sections, s)
}

// address returns a page with parameters. The days and the zone are kept by a cookie.
func address(page string, q url.Values) string {
	for name := range q {
		if q.Get(name) == "" && name != "in" {
			q.Del(name)
		}
	}
	return page + "?" + q.Encode()
}

// link returns the address of a page of the desk with parameters, a name and a value in turn.
func link(page string, parameters ...string) string {
	q := url.Values{}
	for i := 0; i+1 < len(parameters); i += 2 {
		q.Set(parameters[i], parameters[i+1])
	}
	return address(Root+page, q)
}

// periodCookie keeps the days and the zone that were chosen last.
const periodCookie = "desk-period"

// begin reads what a page is to show: the days and the zone of the address, else those chosen
// before, else the last 30 days of this machine's zone.
func (d *Desk) begin(w http.ResponseWriter, request *http.Request) (*report, error) {
	r := &report{Desk: d, Request: request, words: words.From(request.Context()), categories: d.Store(request.Context()).Categories(), zone: time.Local, to: 1 << 62}
	q, chosen := request.URL.Query(), url.Values{}
	if c, err := request.Cookie(periodCookie); err == nil {
		chosen, _ = url.ParseQuery(c.Value) // what is damaged was not chosen
	}
	was := chosen.Encode()
	switch {
	case q.Has("days"):
		chosen = url.Values{"days": q["days"], "zone": chosen["zone"]}
	case q.Has("from") || q.Has("to"):
		chosen = url.Values{"from": {q.Get("from")}, "to": {q.Get("to")}, "zone": chosen["zone"]}
	}
	if zone := strings.TrimSpace(q.Get("zone")); zone != "" {
		chosen.Set("zone", zone)
	}
	if zone := chosen.Get("zone"); zone != "" {
		var err error
		if r.zone, err = time.LoadLocation(zone); err != nil {
			return nil, views.BadRequest("desk.no-zone", "Zone", zone)
		}
	}
	f := &r.filter
	f.From, f.To, f.Zone, f.Category, f.Text = chosen.Get("from"), chosen.Get("to"), chosen.Get("zone"), q.Get("category"), strings.TrimSpace(q.Get("text"))
	if days, err := strconv.Atoi(chosen.Get("days")); err == nil || chosen.Get("from")+chosen.Get("to") == "" {
		f.Days = cmp.Or(max(0, days), usualDays)
		f.From = time.Now().In(r.zone).AddDate(0, 0, -f.Days).Format(time.DateOnly)
	}
	for _, bound := range []struct {
		day   string
		add   int
		micro *int64
	}{{f.From, 0, &r.from}, {f.To, 1, &r.to}} {
		if bound.day == "" {
			continue
		}
		at, err := time.ParseInLocation(time.DateOnly, bound.day, r.zone)
		if err != nil {
			return nil, views.BadRequest("desk.no-day", "Day", bound.day)
		}
		*bound.micro = at.AddDate(0, 0, bound.add).UnixMicro()
	}
	if now := chosen.Encode(); now != was {
		http.SetCookie(w, &http.Cookie{Name: periodCookie, Value: now, Path: Root, HttpOnly: true, Secure: d.door.secure, SameSite: http.SameSiteStrictMode})
	}
	f.Path = request.URL.Path
	for _, c := range r.categories {
		f.Categories = append(f.Categories, c.Path)
	}
	for _, name := range sought {
		if name != "text" && q.Has(name) {
			f.Keep = append(f.Keep, views.Field{Name: name, Value: q.Get(name)})
		}
	}
	return r, nil
}

// sendCSV sends a table as CSV. A text that a spreadsheet would take for a formula begins with an
// apostrophe there.
func sendCSV(w http.ResponseWriter, s *view.Section) error {
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="`+s.ID+`.csv"`)
	out := csv.NewWriter(w)
	_ = out.Write(s.Table.Head) // Error tells
	for _, row := range s.Table.Rows {
		line := make([]string, len(row))
		for i, c := range row {
			line[i] = c.Text
			if c.Text != "" && strings.Contains("=+-@\t\r", c.Text[:1]) {
				line[i] = "'" + c.Text
			}
		}
		_ = out.Write(line)
	}
	out.Flush()
	return out.Error()
}

// heads are the heads of a table's columns, by the ids of their texts.
func (r *report) heads(ids ...string) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = r.words.T(id)
	}
	return out
}

// moment is a cell of a time in microseconds.
func (r *report) moment(at int64) view.Cell {
	return view.Cell{Text: time.UnixMicro(at).In(r.zone).Format("2006-01-02 15:04"), Whole: true}
}

// number is a cell of a count.
func number(n int) view.Cell { return view.Cell{Text: strconv.Itoa(n)} }

// money is a cell of an amount in minor units, with its currency in the next.
func money(minor int64, currency string) []view.Cell {
	return []view.Cell{{Text: strconv.FormatFloat(catalog.Price{Minor: minor}.Major(), 'f', 2, 64)}, {Text: currency}}
}

// interval returns Wilson's score interval of 95 % for k of n cases (Wilson 1927).
func interval(k, n int) (low, high float64) {
	const z = 1.96
	p, m := float64(k)/float64(n), float64(n)
	middle, half := p+z*z/(2*m), z*math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return (middle - half) / (1 + z*z/m), (middle + half) / (1 + z*z/m)
}
