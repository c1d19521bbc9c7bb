package feed

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"shopclerk/catalog"
)

// itemElements are the elements that hold one product: RSS, Atom, and the plain
// XML feeds that shop systems export.
var itemElements = []string{"item", "entry", "product", "offer"}

// readXML reads the items of an RSS or Atom feed, or of a plain list of
// products, whatever its elements are called: see guessItem. Elements become fields by their local names, the elements within
// them dotted ("shipping.price"), attributes too ("price.currency"). Document
// type declarations are passed over, so that no entity is defined.
//
// Items are cut out of the stream before they are parsed: one that does not
// parse, or is too long, costs itself alone.
func readXML(s *sink, r io.Reader) error {
	x := &itemReader{sink: s, r: bufio.NewReaderSize(r, readBuffer), line: 1}
	head, err := x.r.Peek(readBuffer)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	x.other = guessItem(head)
	for {
		err := x.next()
		switch {
		case errors.Is(err, io.EOF) && x.depth > 0:
			return s.problem(s.place(x.start, x.item), Malformed, "the file ends in the middle of this <%s>. Was the download cut off?", x.name)
		case errors.Is(err, io.EOF) && x.item == 0:
			return s.problem(s.place(0, 0), Malformed, "no product was found: an XML feed has <%s> elements", strings.Join(itemElements, ">, <"))
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// itemReader cuts an XML file into the text of its items.
type itemReader struct {
	*sink
	r     *bufio.Reader
	line  int
	item  int    // items begun
	other string // an element that holds items, where none of itemElements does
	name  string // of the current item's element
	start int    // its line
	depth int    // elements of that name open; 0 outside an item
	buf   []byte
	size  int64
}

// next reads text up to and including the next tag, comment or section, and
// emits the item that the tag ends.
func (x *itemReader) next() error {
	if err := x.until("<"); err != nil {
		return err
	}
	switch head, _ := x.r.Peek(8); {
	case bytes.HasPrefix(head, []byte("!--")):
		return x.until("-->")
	case bytes.HasPrefix(head, []byte("![CDATA[")):
		return x.until("]]>")
	case bytes.HasPrefix(head, []byte("?")):
		return x.until("?>")
	}
	t, err := x.tag()
	if err != nil {
		return err
	}
	closing := bytes.HasPrefix(t.text, []byte("/"))
	name := localName(bytes.TrimPrefix(t.text, []byte("/")))
	switch {
	case x.depth == 0 && !closing && !t.empty && (slices.Contains(itemElements, name) || x.other != "" && name == x.other):
		x.name, x.depth, x.start = name, 1, x.line
		x.item++
		x.buf = append(append(append(x.buf[:0], '<'), t.text...), '>')
		x.size = t.size + 2 // the brackets
	case x.depth > 0 && name == x.name && closing:
		if x.depth--; x.depth == 0 {
			return x.flush()
		}
	case x.depth > 0 && name == x.name && !t.empty:
		x.depth++
	}
	return nil
}

// flush parses and emits the item in buf.
func (x *itemReader) flush() error {
	at := x.place(x.start, x.item)
	if x.size > int64(x.limit) {
		x.buf = nil // gives a long item's memory back
		return x.tooLong(at, "the item", x.size)
	}
	text, err := x.valid(at, x.buf)
	if err != nil {
		return err
	}
	x.entry.reset(at)
	if err := parseItem(x.entry, text); err != nil {
		return x.problem(at, Malformed, "%v; the item was left out", err)
	}
	return x.emit(x.entry)
}

// until reads to behind the end marker.
func (x *itemReader) until(end string) error {
	matched := 0
	for matched < len(end) {
		c, err := x.byte()
		if err != nil {
			return err
		}
		switch {
		case c == end[matched]:
			matched++
		case end == "]]>" && matched == 2 && c == ']', end == "-->" && matched == 2 && c == '-':
		case c == end[0]:
			matched = 1
		default:
			matched = 0
		}
	}
	return nil
}

// scannedTag is a tag without its brackets.
type scannedTag struct {
	text  []byte // at most maxTag bytes of it
	size  int64
	empty bool // closes itself
}

// maxTag bounds the text of a tag that is kept. Only its name matters here.
const maxTag = 4096

// tag reads the rest of a tag.
func (x *itemReader) tag() (scannedTag, error) {
	var t scannedTag
	var quote byte
	for {
		c, err := x.byte()
		if err != nil {
			return scannedTag{}, err
		}
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return t, nil
		}
		t.empty = c == '/' && quote == 0
		if t.size++; t.size <= maxTag {
			t.text = append(t.text, c)
		}
	}
}

// byte returns the next byte, and keeps it when it is an item's.
func (x *itemReader) byte() (byte, error) {
	c, err := x.r.ReadByte()
	if err != nil {
		return 0, err
	}
	if c == '\n' {
		x.line++
	}
	if x.depth > 0 {
		if x.size++; x.size <= int64(x.limit) {
			x.buf = append(x.buf, c)
		}
	}
	return c, nil
}

// localName is the name at the start of a tag without its namespace prefix.
func localName(tag []byte) string {
	if i := bytes.IndexAny(tag, " \t\r\n/"); i >= 0 {
		tag = tag[:i]
	}
	if i := bytes.IndexByte(tag, ':'); i >= 0 {
		tag = tag[i+1:]
	}
	return string(tag)
}

// parseItem reads the text of one item into the entry's fields.
func parseItem(e *entry, text []byte) error {
	d := xml.NewDecoder(bytes.NewReader(text))
	d.Strict = false
	d.Entity = xml.HTMLEntity
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // the text is UTF-8 by now
	own, err := d.Token()                                                              // the item's own element
	if err != nil {
		return fmt.Errorf("parsing the item: %w", err)
	}
	if start, ok := own.(xml.StartElement); ok && start.Name.Local != "item" && start.Name.Local != "entry" { // theirs are about the feed
		for _, a := range start.Attr {
			if a.Name.Space == "" && a.Name.Local != "xmlns" && a.Value != "" {
				e.add(a.Name.Local, catalog.Text(a.Value))
			}
		}
	}
	_, err = parseElements(e.add, d, "", 0)
	return err
}

// parseElements gives the elements up to the end of the current one to add, and
// returns the text that stands between them.
func parseElements(add func(string, catalog.Raw), d *xml.Decoder, prefix string, depth int) (string, error) {
	var text strings.Builder
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return text.String(), nil
		}
		if err != nil {
			return "", fmt.Errorf("parsing the item: %w", err)
		}
		switch token := token.(type) {
		case xml.CharData:
			text.Write(token)
		case xml.EndElement:
			return text.String(), nil
		case xml.StartElement:
			if depth >= maxDepth {
				if err := d.Skip(); err != nil {
					return "", fmt.Errorf("parsing the item: %w", err)
				}
				continue
			}
			if err := parseElement(add, d, token, prefix, depth); err != nil {
				return "", err
			}
		}
	}
}

func parseElement(add func(string, catalog.Raw), d *xml.Decoder, start xml.StartElement, prefix string, depth int) error {
	key := prefix + start.Name.Local
	var inner []fieldValue
	text, err := parseElements(func(k string, v catalog.Raw) { inner = append(inner, fieldValue{k, v}) }, d, "", depth+1)
	if err != nil {
		return err
	}
	if name, v, ok := namedValue(inner); ok {
		add(key+"."+name, v)
		return nil
	}
	text = strings.TrimSpace(text)
	for _, a := range start.Attr {
		if a.Name.Local == "name" && text != "" { // <param name="Colour">Red</param>
			add(key+"."+a.Value, catalog.Text(text))
			return nil
		}
	}
	if text != "" {
		add(key, catalog.Text(text))
	}
	for _, a := range start.Attr {
		switch {
		case a.Name.Space == "xmlns" || a.Name.Local == "xmlns" || a.Value == "":
		case a.Name.Local == "href" && text == "": // Atom's link
			add(key, catalog.Text(a.Value))
		default:
			add(key+"."+a.Name.Local, catalog.Text(a.Value))
		}
	}
	for _, f := range inner {
		add(key+"."+f.key, f.value)
	}
	return nil
}
