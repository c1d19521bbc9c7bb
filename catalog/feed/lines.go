package feed

import (
	"bufio"
	"errors"
	"io"
)

// textLine is one line of a text file.
type textLine struct {
	text   []byte // without the line break; empty when tooLong
	number int    // from 1
	size   int64  // bytes, without the line break
}

// lineReader splits a text into lines and holds none longer than its limit.
type lineReader struct {
	r      *bufio.Reader
	limit  int
	number int
	buf    []byte
}

// readBuffer is the size of read requests. Larger ones gain nothing measurable.
const readBuffer = 64 << 10

func newLines(r io.Reader, limit int) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, readBuffer), limit: limit}
}

func (l textLine) tooLong(limit int) bool { return l.size > int64(limit) }

// next returns the next line, io.EOF after the last. The text is valid until
// the call after. The text of a line longer than the limit is skipped, not
// kept: such a line has only its number and size.
func (l *lineReader) next() (textLine, error) {
	l.number++
	line := textLine{number: l.number}
	l.buf = l.buf[:0]
	for more := true; more; {
		var part []byte
		var err error
		if part, more, err = l.r.ReadLine(); err != nil {
			if errors.Is(err, io.EOF) && line.size > 0 {
				break
			}
			return textLine{}, err
		}
		if line.size += int64(len(part)); !line.tooLong(l.limit) {
			l.buf = append(l.buf, part...)
		}
	}
	if line.tooLong(l.limit) {
		l.buf = nil // gives a long line's memory back
	} else {
		line.text = l.buf
	}
	return line, nil
}
