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
	line, err := l.r.ReadSlice('\n')
	size := int64(len(line))
	if errors.Is(err, bufio.ErrBufferFull) { // what is longer than the buffer is gathered
		l.buf = append(l.buf[:0], line...)
		for errors.Is(err, bufio.ErrBufferFull) {
			line, err = l.r.ReadSlice('\n')
			if size += int64(len(line)); size <= int64(l.limit)+2 { // +2: the line break
				l.buf = append(l.buf, line...)
			}
		}
		line = l.buf
	}
	if err != nil && !(errors.Is(err, io.EOF) && size > 0) {
		return textLine{}, err
	}
	if size > int64(len(line)) {
		l.buf = nil // gives a long line's memory back
		return textLine{number: l.number, size: size}, nil
	}
	line = trimBreak(line)
	out := textLine{line, l.number, int64(len(line))}
	if out.tooLong(l.limit) {
		out.text = nil
	}
	return out, nil
}

// trimBreak removes a line break: LF or CR LF.
func trimBreak(b []byte) []byte {
	if n := len(b); n > 0 && b[n-1] == '\n' {
		b = b[:n-1]
		if n > 1 && b[n-2] == '\r' {
			b = b[:n-2]
		}
	}
	return b
}
