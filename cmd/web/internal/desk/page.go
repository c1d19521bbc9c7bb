package desk

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"shopclerk/cmd/internal/live"
	"shopclerk/static"
	"shopclerk/views"
	"shopclerk/views/chart"
	view "shopclerk/views/desk"
)

// Page is what a page of the desk shows.
type Page struct {
	Title  string
	Lead   string          // what the page is for; may be empty
	Report view.Report     // what most pages show, or
	Body   templ.Component // what this one shows; nil: the report
	Tables []*Table        // those that can be had as CSV, drawn in the report or the body

	ByPeriod   bool     // the page is of a period, and offers the choice of one
	ByCategory bool     // the page is of a category, and offers the choice of one
	Alone      bool     // the period is not compared with the one before
	Keep       []string // further fields of the address that these choices leave as they are
}

// add adds a section to a page's report, with tables, each under the figure that draws it,
// which can be had as CSV. title and text are ids of words; text may be empty.
func (p *Page) add(r *Request, id, title, text string, tables ...*Table) *view.Section {
	s := view.Section{ID: id, Title: r.Words.T(title)}
	if text != "" {
		s.Text = r.Words.T(text)
	}
	for _, t := range tables {
		if t.Figure == "" {
			s.Tables = append(s.Tables, t.View(r))
			continue
		}
		s.Figures = append(s.Figures, view.Figure{ID: t.Figure, Title: t.Caption, Counts: t.Counts, Charts: []chart.Chart{t.Chart}, Table: t.View(r)})
	}
	p.Tables = append(p.Tables, tables...)
	p.Report.Sections = append(p.Report.Sections, s)
	return &p.Report.Sections[len(p.Report.Sections)-1]
}

// addIf adds a section of one table where it has rows. As a file the table can be had
// without them, too.
func (p *Page) addIf(r *Request, id, title, text string, t *Table) {
	if len(t.Rows) > 0 {
		p.add(r, id, title, text, t)
	} else {
		p.Tables = append(p.Tables, t)
	}
}

// without says why the page has nothing to show.
func (p *Page) without(e view.Empty) *Page {
	p.Report.Sections = []view.Section{{ID: "none", Empty: e}}
	return p
}

// pageRoute is one page of the desk: see routes.go.
type pageRoute struct {
	path string
	nav  section
	get  func(*Desk, *Request) (*Page, error)
}

// actionRoute is something that can be done at the desk: it returns where to go then.
type actionRoute struct {
	path string
	role Role // that it takes
	post func(*Desk, *Request) (to string, err error)
}

// show answers with a page, or with one of its tables as CSV.
func (d *Desk) show(p pageRoute) handler {
	return d.of(func(d *Desk, w http.ResponseWriter, r *Request) error {
		content, err := p.get(d, r)
		if err != nil {
			return err
		}
		if r.asksCSV() {
			return content.sendCSV(w, r)
		}
		body := content.Body
		if body == nil {
			body = view.ReportView(content.Report)
		}
		frame := d.frame(r, p, content)
		return d.send(w, r.Request, http.StatusOK, templ.ComponentFunc(func(ctx context.Context, out io.Writer) error {
			return view.Frame(frame).Render(templ.WithChildren(ctx, body), out)
		}))
	})
}

// of has a page made of the generation that is sold from when it is asked for.
func (d *Desk) of(make func(*Desk, http.ResponseWriter, *Request) error) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		ctx, release, err := d.Live.Enter(r.Context())
		if err != nil {
			return err
		}
		defer release()
		at := *d
		at.Generation = live.From(ctx)
		request, err := at.read(r.WithContext(ctx))
		if err != nil {
			return err
		}
		return make(&at, w, request)
	}
}

// act does something and goes on to a page.
func (d *Desk) act(a actionRoute) handler {
	return d.of(func(d *Desk, w http.ResponseWriter, r *Request) error {
		to, err := a.post(d, r)
		if err != nil {
			return err
		}
		http.Redirect(w, r.Request, to, http.StatusSeeOther)
		return nil
	})
}

// send draws a whole page and then answers with it.
func (d *Desk) send(w http.ResponseWriter, r *http.Request, status int, c templ.Component) error {
	body, err := views.Render(r.Context(), c)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, err = w.Write(body)
	return err
}

// assets are the files that the desk's pages load.
func assets() view.Assets {
	return view.Assets{Style: static.URL("desk.css"), Script: static.URL("desk.js"), Icon: static.URL("icon.svg")}
}

// frame presents what is around a page.
func (d *Desk) frame(r *Request, p pageRoute, c *Page) view.Page {
	out := view.Page{Title: c.Title, Lead: c.Lead, Shop: d.Shop, Home: "/", Assets: assets(), Logout: logoutPath}
	for i := range sections {
		s := section(i)
		entry := view.NavEntry{Text: r.Words.T(sections[s].name), URL: r.To(s.path()), Current: s == p.nav}
		if s == todaySection {
			entry.URL = r.To(s.path(), fieldCategory, "") // of the whole shop, wherever one has looked since
		}
		out.Nav = append(out.Nav, entry)
	}
	out.Picker = view.Picker{Action: r.URL.EscapedPath()}
	if c.ByPeriod {
		out.Picker.Periods = periods(r)
		out.Picker.From, out.Picker.To = r.Period.From.Format(time.DateOnly), r.Period.Last().Format(time.DateOnly)
		out.Picker.Against = r.Words.T("desk.period.alone")
	}
	if c.ByPeriod && !c.Alone {
		before := r.Period.Before()
		out.Picker.Against = r.Words.T("desk.period.against", "From", before.From.Format(time.DateOnly), "To", before.Last().Format(time.DateOnly))
	}
	if c.ByCategory {
		out.Picker.Categories = d.categories(r)
	}
	for _, name := range c.Keep {
		for _, v := range r.query[name] {
			out.Picker.Hidden = append(out.Picker.Hidden, views.Field{Name: name, Value: v})
		}
	}
	return out
}

// periods are the links to the usual periods.
func periods(r *Request) []view.Choice {
	out := make([]view.Choice, 0, len(usualPeriods))
	for _, n := range usualPeriods {
		out = append(out, view.Choice{
			Text:   r.Words.N("desk.period.days", n),
			URL:    r.With(fieldPeriod, strconv.Itoa(n), fieldFrom, "", fieldTo, ""),
			Chosen: r.Period.same(daysBack(n, r.Now)),
		})
	}
	return out
}

// categories are the catalogue's, all of them first.
func (d *Desk) categories(r *Request) []view.Choice {
	out := []view.Choice{{Text: r.Words.T("desk.category.all"), Chosen: r.Category == ""}}
	for _, c := range d.Store.Categories() {
		out = append(out, view.Choice{Value: c.Path, Text: c.Name, Chosen: c.Path == r.Category})
	}
	return out
}
