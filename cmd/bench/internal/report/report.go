// Package report writes a report of figures, each with its numbers in a table, as
// Markdown and as one HTML page that needs nothing else: charts are SVG drawn here,
// there is no script, and the page follows the reader's light or dark setting. Both
// are functions of the document alone, so that equal figures give equal bytes.
package report

import (
	"strconv"
	"strings"

	"shopclerk/views/chart"
)

// Document is a report.
type Document struct {
	Title    string
	Lead     []string // paragraphs before the first section
	Sections []Section
}

// Section is one part of the report.
type Section struct {
	ID      string // for links to it: letters, digits and "-"
	Title   string
	Text    []string // paragraphs
	Figures []Figure
}

// Figure is charts side by side with their numbers beneath.
type Figure struct {
	Title  string
	Charts []chart.Chart // none: the table stands alone
	Table  Table
	Notes  []string // paragraphs after the table
}

// Table is rows of cells under named columns. The first column names the row.
type Table struct {
	Columns []string
	Rows    [][]string
}

// Number spells a share or score with three decimals.
func Number(f float64) string { return strconv.FormatFloat(f, 'f', 3, 64) }

// Scored spells a score with its 95 % interval.
func Scored(mean, low, high float64) string {
	return Number(mean) + " (" + Number(low) + "–" + Number(high) + ")"
}

// Signed spells a difference with its 95 % interval.
func Signed(mean, low, high float64) string {
	return sign(mean) + " (" + sign(low) + " to " + sign(high) + ")"
}

// sign spells a number with its sign; what rounds to nothing has none.
func sign(f float64) string {
	s := Number(f)
	switch {
	case s == "0.000" || s == "-0.000":
		return "0.000"
	case f > 0:
		return "+" + s
	}
	return "−" + strings.TrimPrefix(s, "-")
}
