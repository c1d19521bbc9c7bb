package desk

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The fields of an address that ask for a table as a file.
const (
	fieldFormat = "format"
	fieldTable  = "table"
	formatCSV   = "csv"
)

// asksCSV reports whether a table is asked for and not a page.
func (r *Request) asksCSV() bool { return r.query.Get(fieldFormat) == formatCSV }

// sendCSV answers with one of the page's tables, in the order that the page shows.
func (p *Page) sendCSV(w http.ResponseWriter, r *Request) error {
	id := r.query.Get(fieldTable)
	i := slices.IndexFunc(p.Tables, func(t *Table) bool { return t.ID == id })
	if id == "" && len(p.Tables) == 1 {
		i = 0
	}
	if i < 0 {
		return fmt.Errorf("%w: the page has no table %q", ErrNotFound, id)
	}
	table := p.Tables[i]
	body, err := table.CSV(r)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "text/csv; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="`+table.fileName()+`"`)
	_, err = w.Write(body)
	return err
}

// fileName names the table's file. That it has not all rows stands in its name, where
// no program takes it for a row.
func (t *Table) fileName() string {
	if t.Of > len(t.Rows) {
		return fmt.Sprintf("%s-first-%d-of-%d.csv", t.ID, len(t.Rows), t.Of)
	}
	return t.ID + ".csv"
}

// CSV writes the table as RFC 4180 has it: lines end in CR LF, the first names the
// columns by their keys. Numbers are written for programs, in every language with a
// point and no groups; an interval is two columns of its own. A text that a
// spreadsheet would take for a formula is made one by an apostrophe before it.
func (t *Table) CSV(r *Request) ([]byte, error) {
	intervals := t.intervals()
	var head []string
	for i, c := range t.Columns {
		head = append(head, c.Key)
		if intervals[i] {
			head = append(head, c.Key+"_low", c.Key+"_high")
		}
	}
	lines := [][]string{head}
	for _, row := range t.sorted(r) {
		var line []string
		for i, c := range row {
			line = append(line, c.raw(t.Columns[i].Kind))
			switch {
			case intervals[i] && c.Low < c.High:
				line = append(line, formatNumber(c.Low), formatNumber(c.High))
			case intervals[i]:
				line = append(line, "", "")
			}
		}
		lines = append(lines, line)
	}
	var b bytes.Buffer
	out := csv.NewWriter(&b)
	out.UseCRLF = true
	if err := out.WriteAll(lines); err != nil {
		return nil, fmt.Errorf("writing the table %s: %w", t.ID, err)
	}
	return b.Bytes(), nil
}

// intervals says of each column whether a cell of it has an interval.
func (t *Table) intervals() []bool {
	out := make([]bool, len(t.Columns))
	for _, row := range t.Rows {
		for i, c := range row {
			out[i] = out[i] || t.Columns[i].Kind.number() && c.Low < c.High
		}
	}
	return out
}

// raw writes a cell for programs.
func (c Cell) raw(kind Kind) string {
	switch kind {
	case Text:
		return escapeFormula(c.Text)
	case Moment:
		if c.At.IsZero() {
			return ""
		}
		return c.At.UTC().Format(time.RFC3339)
	}
	return formatNumber(c.Number)
}

// formatNumber writes a number for programs; what is not known is empty.
func formatNumber(f float64) string {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return ""
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// escapeFormula keeps a spreadsheet from running a text that a shopper typed: what begins a
// formula (OWASP, CSV injection) is preceded by an apostrophe, which spreadsheets
// take for the mark of a text. Line ends within would begin a cell anew in some.
func escapeFormula(s string) string {
	for _, lead := range s {
		switch lead {
		case ' ', '\u00a0', '\ufeff': // spreadsheets skip these before they look
			continue
		case '=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠':
			return "'" + strings.NewReplacer("\r", " ", "\n", " ").Replace(s)
		}
		break
	}
	return s
}
