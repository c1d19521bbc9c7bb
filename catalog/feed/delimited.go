package feed

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"

	"shopclerk/catalog"
)

// readDelimited reads a table: see readHeader for its separator and header. Quoting follows RFC 4180,
// and a quote inside a field that does not begin with one is an ordinary
// character, as in 27" monitor.
//
// A field in quotes may hold line breaks. A quote that is never closed would
// swallow the rest of the file; so a row that spans lines and does not come out
// with as many fields as the header is taken to be one broken line, and reading
// goes on with the next.
func readDelimited(s *sink, r io.Reader) error {
	t := &tableReader{sink: s, lines: newLines(r, s.limit)}
	if err := t.readHeader(); err != nil {
		if errors.Is(err, io.EOF) {
			return nil
		}
		return err
	}
	t.restart()
	for {
		t.row, t.size, t.ended = t.row[:0], 0, false
		cells, err := t.csv.Read()
		t.row = slices.DeleteFunc(t.row, func(l textLine) bool {
			return len(cells) < 2 && len(bytes.TrimSpace(l.text)) == 0 && !l.tooLong(t.limit)
		})
		switch {
		case len(t.row) == 0 && errors.Is(err, io.EOF):
			return nil
		case len(t.row) == 0 && err == nil: // a line of blanks
		case err != nil && !errors.Is(err, errLong) && !errors.Is(err, io.EOF):
			return err
		case len(t.row) > 1 && (err != nil || t.ended || len(t.fit(cells)) != len(t.header)):
			err = t.recover()
		case t.row[0].open && (t.ended || len(t.fit(cells)) < len(t.header)): // ended: within a quote
			return t.problem(t.place(t.row[0].number, 0), CutOff, "the file ends in the middle of this row; what follows is missing. Fetch it again")
		default:
			err = t.take(t.place(t.row[0].number, 0), t.fit(cells))
		}
		if err != nil {
			return err
		}
	}
}

// tableReader reads the rows of a delimited file.
type tableReader struct {
	*sink
	lines     *lineReader
	ahead     []textLine // to be read before lines
	delimiter byte
	header    []string
	nameless  bool // the header is the first product

	csv   *csv.Reader // of the lines, which it gets one by one
	rest  []byte      // of the last line, what csv has not read
	row   []textLine  // the lines of the row at hand
	size  int         // bytes of row
	ended bool        // the file ended within the row
}

func (t *tableReader) restart() {
	t.csv = newCSV(t, t.delimiter)
	t.csv.ReuseRecord, t.rest = true, nil
}

// next returns the next line as a copy, from those read ahead first.
func (t *tableReader) next() (textLine, error) {
	if len(t.ahead) > 0 {
		l := t.ahead[0]
		t.ahead = t.ahead[1:]
		return l, nil
	}
	l, err := t.lines.next()
	l.text = bytes.Clone(l.text)
	return l, err
}

// maxSpan bounds the lines of one row. Without it, a file in which every line
// opens a quote and none closes it would be searched to the limit for each line.
const maxSpan = 500

// Read gives csv a line at a time, and [errLong] where a row has too many.
func (t *tableReader) Read(p []byte) (int, error) {
	if len(t.rest) == 0 {
		l, err := t.next()
		for err == nil && l.tooLong(t.limit) && len(t.row) == 0 {
			if err = t.tooLong(t.place(l.number, 0), "the line", l.size); err == nil {
				l, err = t.next()
			}
		}
		t.ended = errors.Is(err, io.EOF)
		if err == nil {
			l.text, err = t.valid(t.place(l.number, 0), l.text)
		}
		if err != nil {
			return 0, err
		}
		t.row, t.size = append(t.row, l), t.size+len(l.text)
		if l.tooLong(t.limit) || t.size > t.limit || len(t.row) > maxSpan {
			return 0, errLong
		}
		t.rest = append(append(t.rest, l.text...), '\n')
	}
	n := copy(p, t.rest)
	t.rest = t.rest[n:]
	return n, nil
}

// recover takes the first line of the row for itself, quotes as they stand, and has the
// others read anew: the quote was not meant as one, or its partner is lost.
func (t *tableReader) recover() error {
	t.ahead = append(slices.Clone(t.row[1:]), t.ahead...)
	t.restart()
	at := t.place(t.row[0].number, 0)
	cells := t.fit(strings.Split(string(t.row[0].text), string(t.delimiter)))
	if len(cells) != len(t.header) {
		return t.problem(at, Malformed, "a quote (\") is opened and not closed; the line was left out. Write a quote inside a quoted field twice (\"\")")
	}
	return t.take(at, cells)
}

// take emits a row's cells as an entry.
func (t *tableReader) take(at Place, cells []string) error {
	if len(cells) != len(t.header) {
		return t.problem(at, Malformed, "the row has %d fields, the header has %d; the row was left out. A field that holds %q must stand in quotes",
			len(cells), len(t.header), t.delimiter)
	}
	if !t.nameless && len(cells) > 1 && slices.EqualFunc(cells, t.header, func(c, name string) bool { return strings.TrimSpace(c) == name }) {
		return nil // the header once more, as files put end to end have it
	}
	t.entry.reset(at)
	for i, c := range cells {
		if c = strings.TrimSpace(c); c != "" && !t.entry.nested(t.header[i], c) {
			t.entry.add(t.header[i], catalog.Text(c))
		}
	}
	return t.emit(t.entry)
}

// fit drops empty cells beyond the header's, which trailing delimiters make.
func (t *tableReader) fit(cells []string) []string {
	for len(cells) > len(t.header) && strings.TrimSpace(cells[len(cells)-1]) == "" {
		cells = cells[:len(cells)-1]
	}
	return cells
}

// newCSV returns a reader of rows of any number of fields.
func newCSV(r io.Reader, delimiter byte) *csv.Reader {
	c := csv.NewReader(r)
	c.Comma, c.LazyQuotes, c.FieldsPerRecord = rune(delimiter), true, -1
	return c
}

// splitRow returns the fields of a line; none of a blank one.
func splitRow(line []byte, delimiter byte) []string {
	cells, _ := newCSV(bytes.NewReader(line), delimiter).Read() // fails for nothing but an empty line
	return cells
}
