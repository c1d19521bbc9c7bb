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
// inside an object, as in {"data": {"products": [ … ]}}, or an object of products by id: see
// [keyedObject]. The array is never held in memory, only one element of it at a time.
func readJSONArray(s *sink, r io.Reader) error {
	b := bufio.NewReaderSize(r, sniffLength)
	head, err := b.Peek(sniffLength)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if len(bytes.TrimSpace(head)) == 0 {
		return nil
	}
	list, ok := locate(json.NewDecoder(bytes.NewReader(head)), head)
	if !ok {
		return s.problem(s.place(0, 0), Malformed, "no list of products was found: a JSON feed is a list of objects, an object that has such a list, an object of products by id, or one object per line")
	}
	a := &arrayReader{sink: s, in: &meteredReader{r: io.MultiReader(strings.NewReader(list.open), b), line: 1 + bytes.Count(head[:list.at], []byte("\n"))}}
	_, _ = b.Discard(list.at) // cannot fail: it is there
	a.d = json.NewDecoder(a.in)
	return a.failed(a.elements(list))
}

// readJSONObject reads a single JSON object, which is the product.
func readJSONObject(s *sink, r io.Reader) error {
	return readJSONArray(s, io.MultiReader(strings.NewReader("["), r, strings.NewReader("]")))
}

// productList is where products stand in a JSON document.
type productList struct {
	at    int    // behind the sign that opens it
	open  string // "[", or "{" for an object of products by id
	named bool   // the products of an object have an "id" of their own
}

// locate finds the list of products in the beginning of a document.
func locate(d *json.Decoder, head []byte) (productList, bool) {
	t, err := d.Token()
	at := int(d.InputOffset())
	switch {
	case err != nil:
		return productList{}, false
	case t == json.Delim('['):
		if next := bytes.TrimSpace(head[at:]); len(next) == 0 || next[0] == '{' || next[0] == ']' && at == 1 {
			return productList{at: at, open: "["}, true
		}
	case t == json.Delim('{'):
		if keyed, named := keyedObject(head[at:]); keyed {
			return productList{at, "{", named}, true
		}
	default:
		return productList{}, false
	}
	for d.More() {
		if t == json.Delim('{') {
			if _, err := d.Token(); err != nil {
				return productList{}, false
			}
		}
		before := d.InputOffset()
		if list, ok := locate(d, head); ok {
			return list, true
		}
		if d.InputOffset() == before { // what does not parse is not passed over
			return productList{}, false
		}
	}
	_, _ = d.Token() // of what does not parse no list is found
	return productList{}, false
}

// keyedObject reports whether an object holds products by id: its first two members are
// objects that share most of their fields. head is what follows its brace; named reports
// whether the products have an "id" of their own.
func keyedObject(head []byte) (keyed, named bool) {
	d := json.NewDecoder(io.MultiReader(strings.NewReader("{"), bytes.NewReader(head)))
	var first, second map[string]json.RawMessage
	_, err := d.Token()
	for _, member := range []*map[string]json.RawMessage{&first, &second} {
		if err == nil {
			_, err = d.Token()
		}
		if err == nil {
			err = d.Decode(member)
		}
	}
	shared := 0
	for name := range first {
		if _, ok := second[name]; ok {
			shared++
		}
	}
	_, named = first["id"]
	_, nested := first["products"]
	return err == nil && !nested && shared >= 2 && 2*shared >= min(len(first), len(second)), named
}

// arrayReader reads the elements of a list of products.
type arrayReader struct {
	*sink
	in      *meteredReader
	d       *json.Decoder
	element int
}

func (a *arrayReader) elements(list productList) error {
	if _, err := a.d.Token(); err != nil {
		return err
	}
	for a.d.More() {
		a.in.allow(a.limit)
		var key json.Token
		var err error
		if list.open == "{" {
			if key, err = a.d.Token(); err != nil {
				return err
			}
		}
		a.element++
		var text json.RawMessage
		if err := a.d.Decode(&text); err != nil {
			return err
		}
		at := a.place(a.in.lineAt(a.d.InputOffset()-int64(len(text))), a.element)
		if id, err := json.Marshal(key); err == nil && key != nil && len(text) > 2 && text[0] == '{' && !list.named {
			text = append([]byte(`{"id":`+string(id)+`,`), text[1:]...)
		}
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
		return a.tooLong(at, "the element", a.in.n-a.d.InputOffset())
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		at.Line = a.in.lineAt(a.in.n)
		return a.problem(at, Malformed, "the file ends in the middle of the list; products after this line are missing. Was the download cut off?")
	case errors.As(err, &syntax):
		return a.problem(at, Malformed, "%v; the products from here on are missing. Export the file anew", err)
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
