package feed

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
)

// separators are the signs that may stand between the fields of a table, the commonest
// first: among equals it is taken.
var separators = []byte{',', ';', '\t', '|', '~', '^', 0x01, 0x1f, 0x1e}

// headerSample is how many lines the separator and the header are told by; what fits
// these fits the file.
const headerSample = 40

// readHeader reads the first lines, and finds out by what the fields are separated, which
// line names them, and whether any does. A table may begin with a few lines about itself;
// they are passed over. One without header has its fields named by its first product,
// which is read as a product too.
func (t *tableReader) readHeader() error {
	var lines []textLine
	for len(lines) <= headerSample {
		l, err := t.next()
		if errors.Is(err, io.EOF) && len(lines) > 0 {
			break
		}
		if err != nil {
			return err
		}
		if len(bytes.TrimSpace(l.text)) == 0 && !l.tooLong(t.limit) && len(lines) == 0 {
			continue
		}
		if l.tooLong(t.limit) && len(lines) == 0 {
			return errors.New("the header line is longer than one product may be; is this a table?")
		}
		lines = append(lines, l)
	}
	lines = lines[preamble(lines):]
	t.delimiter = sniffDelimiter(lines[0].text, lines[1:])
	text, err := t.valid(t.place(lines[0].number, 0), lines[0].text)
	if err != nil {
		return err
	}
	cells := splitRow(text, t.delimiter)
	t.ahead = lines[1:]
	if t.headerless(cells) {
		t.ahead = lines
		t.nameless = true
		t.remark("the table has no header: its fields are named by its first product")
	} else if lines[0].number > 1 {
		t.remark(fmt.Sprintf("the header is in line %d; what stands before it was passed over", lines[0].number))
	}
	t.name(cells)
	return nil
}

// name names the fields.
func (t *tableReader) name(cells []string) {
	t.header = nil
	for i, name := range cells {
		if name = strings.TrimSpace(name); name == "" {
			name = "column_" + strconv.Itoa(i+1)
		}
		t.header = append(t.header, name)
	}
	if t.columns != nil {
		t.columns(t.header)
	}
}

// preamble returns how many of the first lines are about the table and not of it: they
// have hardly a field, where the line in the middle has four or more. A line in the middle
// may be one of a quoted field; so the first line stays where the row after it, whatever
// lines that takes, has as many fields.
func preamble(lines []textLine) int {
	const most, least, hardly = 10, 4, 2
	if first, second := firstRows(lines); nonEmpty(first) > hardly && len(second) == len(first) {
		return 0
	}
	middle := lines[len(lines)/2].text
	d := sniffDelimiter(middle, lines)
	fields := nonEmpty(splitRow(middle, d))
	for i, l := range lines[:min(most, len(lines))] {
		if fields >= least && nonEmpty(splitRow(l.text, d))*2 > fields {
			return i
		}
	}
	return 0
}

// nonEmpty counts the cells that hold something.
func nonEmpty(cells []string) (n int) {
	for _, c := range cells {
		n += discover.Indicator(strings.TrimSpace(c) != "")
	}
	return n
}

// firstRows returns the fields of the first two rows, by the delimiter of the first line.
func firstRows(lines []textLine) (first, second []string) {
	var text bytes.Buffer
	for _, l := range lines {
		text.Write(l.text)
		text.WriteByte('\n')
	}
	c := newCSV(&text, sniffDelimiter(lines[0].text, lines[1:]))
	first, _ = c.Read() // what fails has no fields
	second, _ = c.Read()
	return first, second
}

// sniffDelimiter picks the delimiter under which most of the following lines
// have as many fields as the header; among equals the one that makes the most
// fields, then the order of the candidates decides.
func sniffDelimiter(header []byte, sample []textLine) byte {
	best, bestRows, bestFields := byte(','), -1, 1
	for _, d := range separators {
		fields, rows := len(splitRow(header, d)), 0
		if fields < 2 {
			continue
		}
		for _, l := range sample {
			rows += discover.Indicator(len(splitRow(l.text, d)) == fields)
		}
		if rows > bestRows || rows == bestRows && fields > bestFields {
			best, bestRows, bestFields = d, rows, fields
		}
	}
	return best
}

// headerless reports whether the first line is a product like those below it: where a
// column has numbers, addresses or dates, so has the first line, and none of its fields is
// what a shop calls a field.
func (t *tableReader) headerless(first []string) bool {
	const few = 3 // products below it, to know the columns by
	var rows [][]string
	for _, l := range t.ahead {
		if cells := splitRow(l.text, t.delimiter); len(cells) == len(first) {
			rows = append(rows, cells)
		}
	}
	if len(rows) < few {
		return false
	}
	same, other := 0, 0
	for i, cell := range first {
		if name := readName(cell); len(cell) < 40 && name.of("id", "title", "price", "category", "description", "brand", "image", "link") >= 0.7 {
			return false
		}
		kinds, of := map[string]int{}, 0
		for _, r := range rows {
			kinds[kindOf(r[i])]++
			of += discover.Indicator(strings.TrimSpace(r[i]) != "")
		}
		kind := discover.Commonest(kinds)
		if kind == "text" || kind == "" || kinds[kind]*10 < of*8 || strings.TrimSpace(cell) == "" {
			continue
		}
		if kindOf(cell) == kind {
			same++
		} else {
			other++
		}
	}
	return other == 0 && (same >= 2 || same == 1 && len(first) <= 3)
}

// kindOf sorts a cell roughly.
func kindOf(s string) string {
	c, ok := profileOf(catalog.Text(s))
	switch {
	case !ok:
		return ""
	case c.shape&(isURL|isPicture) != 0:
		return "address"
	case c.shape&isDate != 0:
		return "date"
	case c.shape&isAmount != 0:
		return "number"
	}
	return "text"
}
