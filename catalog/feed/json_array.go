package feed

import (
	"bufio"
	"errors"
	"io"
)

// readJSONArray reads a JSON array of objects, or the first array of objects
// inside an object, as in {"data": {"products": [ … ]}}. The array is never held in memory,
// only one element of it at a time. An element that does not parse, or is too long, costs
// itself alone as long as its brackets and quotes match.
func readJSONArray(s *sink, r io.Reader) error {
	a := &arrayReader{sink: s, r: bufio.NewReaderSize(r, readBuffer), line: 1}
	err := a.read()
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return s.problem(s.place(a.line, a.element), Malformed, "the file ends in the middle of the list; products after this line are missing. Was the download cut off?")
	}
	return err
}

// arrayReader cuts a JSON array into the text of its elements.
type arrayReader struct {
	*sink
	r       *bufio.Reader
	line    int
	element int
	buf     []byte
	size    int64 // of the current element, also when it is not kept
}

func (a *arrayReader) read() error {
	c, err := a.skipSpace()
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return err
	}
	found := c == '['
	if c == '{' {
		found, err = a.findList(0)
	}
	if err != nil {
		return err
	}
	if !found {
		return a.problem(a.place(0, 0), Malformed, "no list of products was found: a JSON feed is a list of objects, an object that has such a list, or one object per line")
	}
	return a.elements()
}

// findList reads on behind the opening brace of an object to behind the bracket
// that opens the first list of objects within it.
func (a *arrayReader) findList(depth int) (bool, error) {
	for {
		c, err := a.member()
		if c == 0 || err != nil {
			return false, err
		}
		switch {
		case c == '{' && depth < maxDepth:
			if found, err := a.findList(depth + 1); found || err != nil {
				return found, err
			}
			continue
		case c == '[':
			first, err := a.skipSpace()
			if err != nil {
				return false, unexpected(err)
			}
			a.unread()
			if first == '{' {
				return true, nil
			}
		}
		if err := a.value(c, false); err != nil {
			return false, err
		}
	}
}

// elements reads the elements of a list behind its opening bracket.
func (a *arrayReader) elements() error {
	for {
		c, err := a.skipSpace()
		switch {
		case err != nil:
			return unexpected(err)
		case c == ']':
			return nil
		case c == ',':
			continue
		}
		a.element++
		at := a.place(a.line, a.element)
		a.buf, a.size = a.buf[:0], 0
		if err := a.value(c, true); err != nil {
			return err
		}
		if a.size > int64(a.limit) {
			a.buf = nil // gives a long element's memory back
			err = a.tooLong(at, "the element", a.size)
		} else {
			err = a.parse(at, a.buf)
		}
		if err != nil {
			return err
		}
	}
}

// member reads the name of an object's next field and returns the first byte of its value, 0
// when the object has ended.
func (a *arrayReader) member() (byte, error) {
	for {
		c, err := a.skipSpace()
		switch {
		case err != nil:
			return 0, unexpected(err)
		case c == '}':
			return 0, nil
		case c == ',':
			continue
		case c != '"':
			return 0, a.problem(a.place(a.line, 0), Malformed, "expected the name of a field in quotes, found %q; what follows was left out", c)
		}
		if err := a.value(c, false); err != nil {
			return 0, err
		}
		if c, err = a.skipSpace(); err == nil && c == ':' {
			c, err = a.skipSpace()
		}
		return c, unexpected(err)
	}
}

// value reads a value that begins with c, which has been read, to its end. It is
// kept in buf when keep is set, as far as the limit.
//
// It works on what the buffer holds rather than byte by byte, for every byte of
// a feed passes here.
func (a *arrayReader) value(c byte, keep bool) error {
	if c != '{' && c != '[' && c != '"' {
		return a.bare(c, keep)
	}
	a.take(c, keep)
	depth, quoted, escaped := 1, false, false
	if c == '"' {
		depth, quoted = 0, true
	}
	for {
		if _, err := a.r.Peek(1); err != nil { // fills the buffer when it is empty
			return unexpected(err)
		}
		window, _ := a.r.Peek(a.r.Buffered()) // cannot fail: it is there
		n, ended := 0, false
		for n < len(window) && !ended {
			c := window[n]
			n++
			switch {
			case c == '\n':
				a.line++
				escaped = false
			case escaped:
				escaped = false
			case quoted:
				escaped = c == '\\'
				quoted = c != '"'
				ended = !quoted && depth == 0
			case c == '"':
				quoted = true
			case c == '{' || c == '[':
				depth++
			case c == '}' || c == ']':
				depth--
				ended = depth <= 0
			}
		}
		if room := int64(a.limit) - a.size; keep && room > 0 {
			a.buf = append(a.buf, window[:min(int64(n), room)]...)
		}
		a.size += int64(n)
		_, _ = a.r.Discard(n) // cannot fail: it is there
		if ended {
			return nil
		}
	}
}

// bare reads a number, a name such as true, or what else stands there without
// quotes and brackets.
func (a *arrayReader) bare(c byte, keep bool) error {
	for {
		a.take(c, keep)
		var err error
		if c, err = a.r.ReadByte(); err != nil {
			return unexpected(err)
		}
		switch c {
		case ',', ']', '}', ' ', '\n', '\t', '\r':
			a.unread()
			return nil
		}
	}
}

// take counts a byte of the current value, and keeps it as far as the limit.
func (a *arrayReader) take(c byte, keep bool) {
	if a.size++; keep && a.size <= int64(a.limit) {
		a.buf = append(a.buf, c)
	}
}

// skipSpace returns the next byte that is not white space.
func (a *arrayReader) skipSpace() (byte, error) {
	for {
		c, err := a.r.ReadByte()
		if err != nil {
			return 0, err
		}
		switch c {
		case '\n':
			a.line++
		case ' ', '\t', '\r':
		default:
			return c, nil
		}
	}
}

// unread puts back the byte just read, which must not be a counted line break.
func (a *arrayReader) unread() {
	_ = a.r.UnreadByte() // cannot fail right after ReadByte
}

// unexpected turns the end of the file into an end too early.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
