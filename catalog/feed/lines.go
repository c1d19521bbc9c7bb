package feed

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// textLine is one line of a text file.
type textLine struct {
	text   []byte // without the line break; empty when tooLong
	number int    // from 1
	size   int64  // bytes, without the line break
	open   bool   // the text ends without a line break, in it
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
		part, err := l.r.ReadSlice('\n')
		more = errors.Is(err, bufio.ErrBufferFull)
		line.open = errors.Is(err, io.EOF)
		if err != nil && !more && (!line.open || line.size+int64(len(part)) == 0) {
			return textLine{}, err
		}
		if line.size += int64(len(part)); line.size <= int64(l.limit)+int64(len("\r\n")) {
			l.buf = append(l.buf, part...)
		}
	}
	if text, ok := bytes.CutSuffix(l.buf, []byte("\n")); ok || line.open && len(l.buf) > 0 {
		text = bytes.TrimSuffix(text, []byte("\r"))
		line.size -= int64(len(l.buf) - len(text))
		line.text = text
	}
	if line.tooLong(l.limit) {
		l.buf, line.text = nil, nil // gives a long line's memory back
	}
	return line, nil
}
