package feed

import (
	"bytes"
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
	for {
		l, err := t.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if len(bytes.TrimSpace(l.text)) == 0 && !l.tooLong(s.limit) {
			continue
		}
		if err := t.row(l); err != nil {
			return err
		}
	}
}

// tableReader reads the rows of a delimited file.
type tableReader struct {
	*sink
	lines     *lineReader
	ahead     []textLine // read but not yet used; texts are copies
	delimiter byte
	header    []string
	nameless  bool // the header is the first product
	cells     []string
	buf       []byte // of a row of several lines
}

// next returns the next line, from those read ahead first.
func (t *tableReader) next() (textLine, error) {
	if len(t.ahead) > 0 {
		l := t.ahead[0]
		t.ahead = t.ahead[1:]
		return l, nil
	}
	return t.lines.next()
}

// maxSpan bounds the lines of one row. Without it, a file in which every line
// opens a quote and none closes it would be searched to the limit for each line.
const maxSpan = 500

// row reads the row that begins with line l, and more lines when a quote is open
// at its end.
func (t *tableReader) row(l textLine) error {
	at := t.place(l.number, 0)
	if l.tooLong(t.limit) {
		return t.tooLong(at, "the line", l.size)
	}
	text, err := t.valid(at, l.text)
	if err != nil {
		return err
	}
	cells, closed := splitRow(t.cells[:0], text, t.delimiter)
	if closed {
		return t.take(at, t.fit(cells))
	}
	t.buf = append(t.buf[:0], text...) // reading on overwrites the line
	first := len(t.buf)
	spanned, closed, err := t.span()
	if err != nil {
		return err
	}
	if closed {
		whole, err := t.valid(at, t.buf)
		if err != nil {
			return err
		}
		cells, _ = splitRow(t.cells[:0], whole, t.delimiter)
		if cells = t.fit(cells); len(cells) == len(t.header) {
			return t.take(at, cells)
		}
	}
	// The quote was not meant as one, or its partner is lost: take the first
	// line for itself, quotes as they stand, and read the others anew.
	t.ahead = append(spanned, t.ahead...)
	cells = t.fit(strings.Split(string(t.buf[:first]), string(t.delimiter)))
	if len(cells) != len(t.header) {
		return t.problem(at, Malformed, "a quote (\") is opened and not closed; the line was left out. Write a quote inside a quoted field twice (\"\")")
	}
	return t.take(at, cells)
}

// span appends lines to buf until the quote open at its end is closed, and
// returns them. It gives up after maxSpan lines, at the limit and at the end of
// the file.
func (t *tableReader) span() (spanned []textLine, closed bool, err error) {
	open := true
	for open && len(t.buf) <= t.limit && len(spanned) < maxSpan {
		more, err := t.next()
		if errors.Is(err, io.EOF) {
			return spanned, false, nil
		}
		if err != nil {
			return nil, false, err
		}
		more.text = bytes.Clone(more.text) // reading on overwrites the line
		spanned = append(spanned, more)
		if more.tooLong(t.limit) {
			return spanned, false, nil
		}
		t.buf = append(append(t.buf, '\n'), more.text...)
		open = staysOpen(more.text, t.delimiter)
	}
	return spanned, !open, nil
}

// staysOpen reports whether a quote that is open before a line is open after it.
func staysOpen(b []byte, delimiter byte) bool {
	for {
		_, rest, closed := quotedField(b, delimiter)
		if !closed {
			return true
		}
		for rest != nil && (len(rest) == 0 || rest[0] != '"') {
			i := bytes.IndexByte(rest, delimiter)
			if i < 0 {
				return false
			}
			rest = rest[i+1:]
		}
		if rest == nil {
			return false
		}
		b = rest[1:]
	}
}

// take emits a row's cells as an entry.
func (t *tableReader) take(at Place, cells []string) error {
	t.cells = cells
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

// splitRow appends the fields of a row to cells. It reports false when a quote
// is open at the end.
func splitRow(cells []string, row []byte, delimiter byte) ([]string, bool) {
	for {
		if len(row) == 0 || row[0] != '"' {
			i := bytes.IndexByte(row, delimiter)
			if i < 0 {
				return append(cells, string(row)), true
			}
			cells = append(cells, string(row[:i]))
			row = row[i+1:]
			continue
		}
		cell, rest, closed := quotedField(row[1:], delimiter)
		if !closed {
			return cells, false
		}
		cells = append(cells, cell)
		if rest == nil {
			return cells, true
		}
		row = rest
	}
}

// quotedField reads a field behind its opening quote. The rest is what follows
// the delimiter, nil at the end of the row. A quote followed by neither a quote
// nor a delimiter stands for itself.
func quotedField(b []byte, delimiter byte) (cell string, rest []byte, closed bool) {
	var text []byte
	for {
		i := bytes.IndexByte(b, '"')
		if i < 0 {
			return "", nil, false
		}
		text = append(text, b[:i]...)
		after := b[i+1:]
		switch {
		case len(after) == 0:
			return string(text), nil, true
		case after[0] == delimiter:
			return string(text), after[1:], true
		case after[0] == '"':
			after = after[1:]
		}
		text = append(text, '"')
		b = after
	}
}
