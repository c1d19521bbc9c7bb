package feed

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"golang.org/x/net/html"
)

// readHTML reads the products that a page tells search engines of: the JSON-LD in its
// scripts, of which one may have the product and another its breadcrumb. What is
// broken around them does not matter.
func readHTML(s *sink, r io.Reader) error {
	z := html.NewTokenizer(r)
	z.SetMaxBuf(s.limit)
	line, told := 1, false
	d := newDocument()
	inside := false
	for {
		kind := z.Next()
		begin := line
		line += bytes.Count(z.Raw(), []byte("\n"))
		switch kind {
		case html.ErrorToken:
			if err := z.Err(); errors.Is(err, html.ErrBufferExceeded) {
				return s.tooLong(s.place(begin, 0), "a script or text of the page", int64(s.limit)+1)
			} else if !errors.Is(err, io.EOF) {
				return err
			}
			if len(d.products) == 0 && !told {
				return s.problem(s.place(0, 0), Malformed, "no schema.org Product was found in the page's <script type=\"application/ld+json\">; save the page of a product as the browser's inspector shows it")
			}
			return d.emit(s)
		case html.StartTagToken:
			name, more := z.TagName()
			inside = false
			for script := string(name) == "script"; script && more; {
				var key, value []byte
				key, value, more = z.TagAttr()
				inside = inside || string(key) == "type" && strings.Contains(strings.ToLower(string(value)), "ld+json")
			}
		case html.TextToken:
			if inside {
				ok, err := d.parse(s, s.place(begin, 0), z.Raw())
				if err != nil {
					return err
				}
				told = told || !ok
			}
			inside = false
		}
	}
}
