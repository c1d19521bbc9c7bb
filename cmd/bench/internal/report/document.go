// Package report writes figures, each with its numbers in a table, as Markdown and as one
// HTML page that needs nothing else: charts are SVG drawn here, there is no script, and the
// page follows the reader's light or dark setting.
package report

import (
	"bytes"
	_ "embed" // the page and its style
	"fmt"
	"html"
	"html/template"
	"math"
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
	"draw":   func(c Chart) template.HTML { return template.HTML(c.svg()) }, // which escapes what it writes
	"colour": func(i int) int { return i % colours },
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

// Chart is lines over two axes that begin at zero or From.
type Chart struct {
	Title, X, Y string
	From, To    float64 // of the horizontal axis
	Most        float64 // of the vertical axis
	Series      []Series
}

// Series is a line of a chart.
type Series struct {
	Name   string
	Points []Point
}

// Point is a value with its 95 % interval.
type Point struct{ X, Y, Low, High float64 }

// ByTurn makes a chart of shares by turn.
func ByTurn(title, measure string, from, to int, series []Series) Chart {
	return Chart{Title: title, X: "turn", Y: measure, From: float64(from), To: float64(max(to, from+1)), Most: 1, Series: series}
}

// TurnSeries makes a series of intervals by turn, the first of turn from.
func TurnSeries(name string, from int, intervals []metric.Interval) Series {
	s := Series{Name: name}
	for i, v := range intervals {
		s.Points = append(s.Points, Point{float64(from + i), v.Mean, v.Low, v.High})
	}
	return s
}

// The drawing in user units; the page scales it.
const (
	chartWidth, chartHeight = 360.0, 220.0
	plotLeft, plotRight     = 40.0, 352.0
	plotTop, plotBottom     = 10.0, 180.0
	ticks                   = 5
	colours                 = 8 // of the style sheet
)

// svg draws the chart. Its class s0 to s7 colours a series.
func (c *Chart) svg() string {
	var b strings.Builder
	x := func(v float64) float64 { return plotLeft + (v-c.From)/(c.To-c.From)*(plotRight-plotLeft) }
	y := func(v float64) float64 { return plotBottom - v/c.Most*(plotBottom-plotTop) }
	fmt.Fprintf(&b, `<svg viewBox="0 0 %g %g" role="img" aria-label="%s against %s; the table beneath has the numbers">`,
		chartWidth, chartHeight, html.EscapeString(c.Y), html.EscapeString(c.X))
	for i := range ticks + 1 {
		v := c.Most * float64(i) / ticks
		fmt.Fprintf(&b, `<line class="grid" x1="%g" x2="%g" y1="%.1f" y2="%.1f"/><text class="tick" x="%g" y="%.1f" text-anchor="end">%.3g</text>`,
			plotLeft, plotRight, y(v), y(v), plotLeft-6, y(v)+4, v)
	}
	step := math.Ceil((c.To - c.From) / 12)
	for v := c.From; v <= c.To; v += step {
		fmt.Fprintf(&b, `<text class="tick" x="%.1f" y="%g" text-anchor="middle">%g</text>`, x(v), plotBottom+16, v)
	}
	fmt.Fprintf(&b, `<text class="label" x="%g" y="%g" text-anchor="end">%s</text>`, plotRight, plotBottom+34, html.EscapeString(c.X))
	for i, s := range c.Series {
		fmt.Fprintf(&b, `<g class="s%d"><title>%s</title><polyline points="`, i%colours, html.EscapeString(s.Name))
		for _, p := range s.Points {
			fmt.Fprintf(&b, "%.1f,%.1f ", x(p.X), y(p.Y))
		}
		b.WriteString(`"/>`)
		for _, p := range s.Points {
			fmt.Fprintf(&b, `<line class="whisker" x1="%.1[1]f" x2="%.1[1]f" y1="%.1[2]f" y2="%.1[3]f"/><circle class="mark" cx="%.1[1]f" cy="%.1[4]f" r="2.5"/>`,
				x(p.X), y(p.Low), y(p.High), y(p.Y))
		}
		b.WriteString("</g>")
	}
	b.WriteString("</svg>")
	return b.String()
}
