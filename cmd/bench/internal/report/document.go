// Package report writes figures, each with its numbers in a table, as Markdown and as one
// HTML page that needs nothing else: charts are SVG, there is no script, and the page follows
// the reader's light or dark setting.
package report

import (
	"bytes"
	_ "embed" // the page and its style
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"shopclerk/search/metric"
)

// Document is a report: sections of figures, each with its numbers in a table. Markdown
// and HTML are functions of it alone, so that equal figures give equal bytes.
type Document struct {
	Title    string
	Lead     []string // paragraphs before the first section
	Sections []Section
}

// Section is one part of the report.
type Section struct {
	ID, Title string // ID is for links to it: letters, digits and "-"
	Text      []string
	Figures   []Figure
}

// Figure is charts side by side with their numbers beneath.
type Figure struct {
	Title  string
	Charts []Chart // none: the table stands alone
	Table  Table
	Notes  []string // paragraphs after the table
}

// Table is rows of cells under named columns. The first column names the row.
type Table struct {
	Columns []string
	Rows    [][]string
}

// Add adds a row.
func (t *Table) Add(cells ...string) { t.Rows = append(t.Rows, cells) }

// Markdown returns the report without its charts: the tables hold their numbers.
func (d *Document) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", d.Title)
	paragraphs(&b, d.Lead)
	for _, s := range d.Sections {
		fmt.Fprintf(&b, "\n## %s\n", s.Title)
		paragraphs(&b, s.Text)
		for _, f := range s.Figures {
			b.WriteString("\n### " + f.Markdown())
		}
	}
	return b.String()
}

// Markdown returns the figure's title, table and notes.
func (f *Figure) Markdown() string {
	var b strings.Builder
	b.WriteString(f.Title + "\n\n")
	f.Table.markdown(&b)
	paragraphs(&b, f.Notes)
	return b.String()
}

func paragraphs(b *strings.Builder, texts []string) {
	for _, t := range texts {
		b.WriteString("\n" + t + "\n")
	}
}

func (t *Table) markdown(b *strings.Builder) {
	row := func(cells []string) {
		b.WriteString("|")
		for _, c := range cells {
			b.WriteString(" " + escaped.Replace(c) + " |")
		}
		b.WriteString("\n")
	}
	row(t.Columns)
	b.WriteString("|---|" + strings.Repeat("---:|", max(0, len(t.Columns)-1)) + "\n")
	for _, r := range t.Rows {
		row(r)
	}
}

// escaped are the characters that would end a cell or begin a tag.
var escaped = strings.NewReplacer("|", `\|`, "<", "&lt;")

// Number spells a share or score with three decimals.
func Number(f float64) string { return strconv.FormatFloat(f, 'f', 3, 64) }

// Share spells a part of a whole as a share; of nothing, as a dash.
func Share(part, whole float64) string {
	if whole == 0 {
		return "–"
	}
	return Number(part / whole)
}

// Scored spells a score with its 95 % interval.
func Scored(i metric.Interval) string {
	return Number(i.Mean) + " (" + Number(i.Low) + "–" + Number(i.High) + ")"
}

// Signed spells a difference with its 95 % interval.
func Signed(i metric.Interval) string {
	return sign(i.Mean) + " (" + sign(i.Low) + " to " + sign(i.High) + ")"
}

// sign spells a number with its sign; what rounds to zero has none.
func sign(f float64) string {
	s := strings.TrimPrefix(Number(f), "-")
	switch {
	case s == "0.000":
		return s
	case f > 0:
		return "+" + s
	}
	return "−" + s
}

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"style":  func() template.CSS { return template.CSS(pageStyle) },
	"colour": func(i int) int { return i % 8 }, // of the style sheet
	"inline": inline,
}).Parse(pageText))

// HTML returns the report as one page that loads nothing and runs no script.
func (d *Document) HTML() (string, error) {
	var b bytes.Buffer
	if err := page.Execute(&b, d); err != nil {
		return "", fmt.Errorf("writing the page: %w", err)
	}
	return b.String(), nil
}

// inline renders the one mark-up that paragraphs have: `code`.
func inline(s string) template.HTML {
	parts := strings.Split(s, "`")
	for i, p := range parts {
		parts[i] = template.HTMLEscapeString(p)
		if i%2 == 1 {
			parts[i] = "<code>" + parts[i] + "</code>"
		}
	}
	return template.HTML(strings.Join(parts, ""))
}

// Chart is shares by turn, from the first one on.
type Chart struct {
	Title, Measure string
	First, Last    int
	Series         []Series
}

// Series is a line of a chart: the shares of the turns from the first one on.
type Series struct {
	Name   string
	Values []metric.Interval
}

// Turns lists the turns of the chart, of which there are two at least.
func (c Chart) Turns() (out []int) {
	for t := c.First; t <= max(c.Last, c.First+1); t++ {
		out = append(out, t)
	}
	return out
}

// X is where in the drawing of page.html, 360 wide, the i-th turn stands.
func (c Chart) X(i int) string {
	return fmt.Sprintf("%.1f", 40+312*float64(i)/float64(len(c.Turns())-1))
}

// Y is where in the drawing, 220 high, a share stands.
func (Chart) Y(share float64) string { return fmt.Sprintf("%.1f", 180-170*share) }

// Ticks are the shares that have a line across.
func (Chart) Ticks() []float64 { return []float64{0, .2, .4, .6, .8, 1} }
