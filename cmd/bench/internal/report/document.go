// Package report writes figures, each with its numbers in a table, as Markdown and as one
// HTML page that needs nothing else: charts are SVG drawn here, there is no script, and the
// page follows the reader's light or dark setting.
package report

import (
	"fmt"
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
