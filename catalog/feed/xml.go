package feed

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"

	"shopclerk/catalog"
)

// itemElements are the elements that hold one product: RSS, Atom, and the plain
// XML feeds that shop systems export.
var itemElements = []string{"item", "entry", "product", "offer"}

// readXML reads the items of an RSS or Atom feed, or of a plain list of
// products, whatever its elements are called: see guessItem. Elements become fields by their
// local names, the elements within them dotted ("shipping.price"), attributes too
// ("price.currency"). Document type declarations are passed over, so that no entity is
// defined.
func readXML(s *sink, r io.Reader) error {
	b := bufio.NewReaderSize(r, readBuffer)
	head, _ := b.Peek(readBuffer) // an error comes again
	if text := trimPartial(head); utf8.Valid(text) && bytes.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 {
		s.legacy = nil // whatever is declared
	}
	other := guessItem(head)
	in := &meteredReader{r: s.text(b)}
	d := xml.NewDecoder(in)
	d.Strict = false
	d.Entity = xml.HTMLEntity
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // the text is UTF-8 by now
	item, root := 0, ""
	for {
		in.allow(s.limit)
		in.breaks = nil // the decoder counts lines itself
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			if item == 0 {
				return s.problem(s.place(0, 0), Malformed, "no product was found: an XML feed has <%s> elements, this has <%s>", strings.Join(itemElements, ">, <"), root)
			}
			return nil
		}
		if err != nil {
			line, _ := d.InputPos()
			return s.brokenXML(s.place(line, item), err)
		}
		start, ok := token.(xml.StartElement)
		root = cmp.Or(root, start.Name.Local)
		if !ok || !slices.Contains(itemElements, start.Name.Local) && (other == "" || start.Name.Local != other) {
			continue
		}
		item++
		line, _ := d.InputPos()
		from := d.InputOffset()
		s.entry.reset(s.place(line, item))
		if start.Name.Local != "item" && start.Name.Local != "entry" { // theirs are about the feed
			for _, a := range start.Attr {
				if a.Name.Space == "" && a.Name.Local != "xmlns" && a.Value != "" {
					s.entry.add(a.Name.Local, catalog.Text(a.Value))
				}
			}
		}
		if _, err := parseElements(s.entry.add, d, 0); err != nil {
			return s.brokenXML(s.entry.place, err)
		}
		if size := d.InputOffset() - from; size > int64(s.limit) {
			err = s.tooLong(s.entry.place, "the item", size)
		} else {
			err = s.emit(s.entry)
		}
		if err != nil {
			return err
		}
	}
}

// text returns a stream as valid UTF-8 without control characters.
func (s *sink) text(r io.Reader) io.Reader {
	clean := transform.Chain(runes.ReplaceIllFormed(), runes.Remove(runes.Predicate(func(r rune) bool {
		return r < ' ' && r != '\n' && r != '\t' && r != '\r' || r == 0xFFFE || r == 0xFFFF
	})))
	if s.legacy != nil {
		s.remark("not UTF-8: it is read as " + s.legacy.name)
		r = s.legacy.decoder.Reader(r)
	}
	return transform.NewReader(r, clean)
}

// unfinished reports whether a document ends before its elements do.
func unfinished(err error) bool {
	syntax := (*xml.SyntaxError)(nil)
	return errors.As(err, &syntax) && strings.Contains(syntax.Msg, "unexpected EOF")
}

// brokenXML reports an error of the text, which costs what follows it.
func (s *sink) brokenXML(at Place, err error) error {
	syntax := (*xml.SyntaxError)(nil)
	switch {
	case unfinished(err):
		return s.problem(at, CutOff, "the file ends in the middle; the items from here on are missing. Fetch it again")
	case errors.Is(err, errLong):
		if err := s.tooLong(at, "the item", int64(s.limit)+1); err != nil {
			return err
		}
		return s.problem(at, CutOff, "the items after this one are missing")
	case errors.As(err, &syntax):
		return s.problem(at, CutOff, "%v; the items from here on are missing. Export the file anew", err)
	}
	return err
}

// parseElements gives the elements up to the end of the current one to add, and
// returns the text that stands between them.
func parseElements(add func(string, catalog.Raw), d *xml.Decoder, depth int) (string, error) {
	var text strings.Builder
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
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
				err = d.Skip()
			} else {
				err = parseElement(add, d, token, depth)
			}
			if err != nil {
				return "", err
			}
		}
	}
}

func parseElement(add func(string, catalog.Raw), d *xml.Decoder, start xml.StartElement, depth int) error {
	key := start.Name.Local
	var inner []fieldValue
	text, err := parseElements(func(k string, v catalog.Raw) { inner = append(inner, fieldValue{k, v}) }, d, depth+1)
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

// guessItem returns the local name of the elements that hold one product each, from the
// beginning of a file that has none of [itemElements]: the first that comes twice
// below the root, as <SHOPITEM> or <o> of national price comparisons. It is "" when none does.
func guessItem(head []byte) string {
	d := xml.NewDecoder(bytes.NewReader(head))
	d.Strict = false
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	depth, seen := 0, map[string]bool{}
	for {
		switch token, err := d.RawToken(); t := token.(type) {
		case xml.StartElement:
			depth++
			switch name := t.Name.Local; {
			case slices.Contains(itemElements, name):
				return ""
			case depth == 2 && seen[name]:
				return name
			case depth == 2:
				seen[name] = true
			}
		case xml.EndElement:
			depth--
		default:
			if err != nil {
				return ""
			}
		}
	}
}
