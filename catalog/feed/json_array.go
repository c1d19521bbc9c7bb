package feed

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// readJSONArray reads a JSON array of objects, or the first array of objects
// inside an object, as in {"data": {"products": [ … ]}}. The array is never held in memory, only one element of it at a time.
func readJSONArray(s *sink, r io.Reader) error {
	b := bufio.NewReaderSize(r, sniffLength)
	head, _ := b.Peek(sniffLength) // an error comes again
	at, ok := locate(json.NewDecoder(bytes.NewReader(head)), head)
	if !ok {
		return s.problem(s.place(0, 0), Malformed, "no list of products was found: a JSON feed is a list of objects, an object that has such a list, or one object per line; this begins with %s", excerpt(bytes.TrimSpace(head), 0))
	}
	a := &arrayReader{sink: s, in: &meteredReader{r: io.MultiReader(strings.NewReader("["), b), line: 1 + bytes.Count(head[:at], []byte("\n"))}}
	_, _ = b.Discard(at) // cannot fail: it is there
	a.d = json.NewDecoder(a.in)
	if err := a.elements(); err != nil {
		return a.failed(err)
	}
	return a.close(len(bytes.TrimSpace(head[:at])) > 1)
}

// close reads what follows the list, for a file that goes on or ends in the middle has
// lost products, and an archive knows at its end whether it is whole. wrapped says whether
// the list stands in an object.
func (a *arrayReader) close(wrapped bool) error {
	a.in.max = 0
	line := a.in.lineAt(a.d.InputOffset())
	rest, part, last := io.MultiReader(a.d.Buffered(), a.in), make([]byte, readBuffer), byte(0)
	for {
		n, err := rest.Read(part)
		a.in.lineAt(a.in.n) // forgets what it has passed
		if text := bytes.TrimSpace(part[:n]); len(text) > 0 {
			last = text[len(text)-1]
		}
		switch {
		case last != 0 && !wrapped:
			return a.problem(a.place(line, 0), CutOff, "the file goes on after the list of products; what follows was not read. Put all products in one list, or one object per line")
		case errors.Is(err, io.EOF) && wrapped && last != '}' && last != ']':
			return a.failed(err)
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// locate finds the list of products in the beginning of a document: the offset behind its
// bracket.
func locate(d *json.Decoder, head []byte) (int, bool) {
	t, err := d.Token()
	at := int(d.InputOffset())
	switch {
	case err != nil:
		return 0, false
	case t == json.Delim('['):
		if next := bytes.TrimSpace(head[at:]); len(next) == 0 || next[0] == '{' || next[0] == ']' && at == 1 {
			return at, true
		}
	case t != json.Delim('{'):
		return 0, false
	}
	for d.More() {
		if t == json.Delim('{') {
			if _, err := d.Token(); err != nil {
				return 0, false
			}
		}
		before := d.InputOffset()
		if at, ok := locate(d, head); ok {
			return at, true
		}
		if d.InputOffset() == before { // what does not parse is not passed over
			return 0, false
		}
	}
	_, _ = d.Token() // of what does not parse no list is found
	return 0, false
}

// arrayReader reads the elements of a list of products.
type arrayReader struct {
	*sink
	in      *meteredReader
	d       *json.Decoder
	element int
}

func (a *arrayReader) elements() error {
	if _, err := a.d.Token(); err != nil {
		return err
	}
	for a.d.More() {
		a.in.allow(a.limit)
		a.element++
		var text json.RawMessage
		if err := a.d.Decode(&text); err != nil {
			return err
		}
		at := a.place(a.in.lineAt(a.d.InputOffset()-int64(len(text))), a.element)
		var err error
		if len(text) > a.limit {
			err = a.tooLong(at, "the element", int64(len(text)))
		} else {
			err = a.parse(at, text)
		}
		if err != nil {
			return err
		}
	}
	_, err := a.d.Token()
	return err
}

// failed reports an error of the text, which costs what follows it.
func (a *arrayReader) failed(err error) error {
	at := a.place(a.in.lineAt(a.d.InputOffset()), a.element)
	syntax := (*json.SyntaxError)(nil)
	switch {
	case err == nil || errors.As(err, new(halt)) || errors.Is(err, errEnough):
		return err
	case errors.Is(err, errLong):
		if err := a.tooLong(at, "the element", a.in.n-a.d.InputOffset()); err != nil {
			return err
		}
		return a.problem(at, CutOff, "the products after this one are missing")
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		at.Line = a.in.lineAt(a.in.n)
		return a.problem(at, CutOff, "the file ends in the middle of the list; products after this line are missing. Fetch it again")
	case errors.As(err, &syntax):
		return a.problem(at, CutOff, "%v; the products from here on are missing. Export the file anew", err)
	}
	return err
}

// errLong ends the reading of a text with a product that is longer than one may be.
var errLong = errors.New("longer than one product may be")

// meteredReader counts lines, and fails when more is read than is allowed for one product.
type meteredReader struct {
	r      io.Reader
	n, max int64
	breaks []int64 // offsets of line breaks that lineAt has not passed
	line   int
}

// allow admits one more product.
func (m *meteredReader) allow(limit int) { m.max = m.n + int64(limit) + readBuffer }

// Read reads on, as far as is allowed.
func (m *meteredReader) Read(p []byte) (int, error) {
	if m.max > 0 && m.n > m.max {
		return 0, errLong
	}
	n, err := m.r.Read(p)
	for i, c := range p[:n] {
		if c == '\n' {
			m.breaks = append(m.breaks, m.n+int64(i))
		}
	}
	m.n += int64(n)
	return n, err
}

// lineAt returns the line of an offset; offsets ascend from call to call.
func (m *meteredReader) lineAt(offset int64) int {
	for len(m.breaks) > 0 && m.breaks[0] < offset {
		m.line++
		m.breaks = m.breaks[1:]
	}
	return m.line
}
