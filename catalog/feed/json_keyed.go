package feed

import (
	"bytes"
	"encoding/json"
	"strings"

	"shopclerk/catalog/discover"
)

// Some feeds are an object whose fields are the products, each under its id:
// {"123": {"title": …}, "124": {…}}, by itself or within another object.

// keyedReach is how much of a file's beginning is looked at for such an object. Two
// products are to fit in it; of one alone it is believed when its key is its id.
const keyedReach = readBuffer

// peeked is a JSON value as far as the beginning of a file shows it.
type peeked struct {
	open    json.Delim // '{' or '['; 0 for anything else
	text    string     // of a text or number
	names   []string   // of an object's fields
	values  []*peeked  // of these, or of a list; the last may not be whole
	partial bool       // the file goes on within it
}

// peekJSON reads a value as far as it goes.
func peekJSON(d *json.Decoder) *peeked {
	t, err := d.Token()
	if err != nil {
		return nil
	}
	p := &peeked{}
	switch t := t.(type) {
	case json.Delim:
		p.open = t
	case string:
		p.text = t
		return p
	case json.Number:
		p.text = t.String()
		return p
	default:
		return p
	}
	for d.More() {
		if p.open == '{' {
			name, err := d.Token()
			if err != nil {
				p.partial = true
				return p
			}
			p.names = append(p.names, name.(string)) // where a name is no text, Token fails
		}
		v := peekJSON(d)
		if v == nil {
			p.names, p.partial = p.names[:len(p.values)*discover.Indicator(p.open == '{')], true
			return p
		}
		p.values = append(p.values, v)
		if v.partial {
			p.partial = true
			return p
		}
	}
	if _, err := d.Token(); err != nil {
		p.partial = true
	}
	return p
}

// keyed is where products stand under their ids.
type keyed struct {
	path []string // names of the fields that lead to the object of them
	id   string   // the field that gets the key; "": the products have it already
}

// findKeyed looks for an object of products in the beginning of a file. nil: there is
// none, or a list of objects comes first.
func findKeyed(head []byte) *keyed {
	d := json.NewDecoder(bytes.NewReader(head))
	d.UseNumber()
	k, _ := peekJSON(d).keyed(nil)
	return k
}

// keyed finds the object of products in an object; a list of objects ends the search.
func (p *peeked) keyed(path []string) (k *keyed, ended bool) {
	if p == nil || p.open != '{' || len(path) > maxDepth {
		return nil, false
	}
	if id, ok := p.products(); ok {
		return &keyed{path, id}, true
	}
	for i, v := range p.values {
		if v.open == '[' && len(v.values) > 0 && v.values[0].open == '{' {
			return nil, true
		}
		if k, ended := v.keyed(append(path[:len(path):len(path)], p.names[i])); ended {
			return k, true
		}
	}
	return nil, false
}

// products reports whether an object's fields are products, and which field of theirs
// would be the key: most are objects that are alike, and what they have in common is a
// title and something else that products have.
func (p *peeked) products() (id string, ok bool) {
	var counts = map[string]int{}
	n, same := 0, 0
	for i, v := range p.values {
		if v.open != '{' {
			continue
		}
		n++
		own := false // its key stands in it too
		for k, name := range v.names {
			if v.values[k].open == 0 {
				counts[name]++
			}
			own = own || v.values[k].open == 0 && v.values[k].text == p.names[i]
			if of := readName(name); v.values[k].open == '[' && len(v.values[k].values) > 0 && v.values[k].values[0].open == '{' && vocabularyOnce().entity[strings.ToLower(name)] && of.of("aspect") == 0 {
				return "", false // {"lamps": {"title": …, "products": [{…}]}}
			}
		}
		same += discover.Indicator(own)
	}
	if n == 0 || n*3 < len(p.values)*2 {
		return "", false
	}
	if n == 1 && same == 0 && !strings.ContainsAny(p.names[0], "0123456789") {
		return "", false // {"product": {…}}
	}
	title, other, id := false, false, "id"
	for name, times := range counts {
		if times*2 < n {
			continue
		}
		switch of := readName(name); {
		case fold(name) == "id":
			id = ""
		case of.of("title") >= 0.7:
			title = true
		case of.of("price", "sale", "list", "image", "description", "brand", "id", "barcode", "link", "stock", "category") >= 0.7:
			other = true
		}
	}
	for _, v := range p.values { // a price may be a record of its own
		for k, name := range v.names {
			of := readName(name)
			other = other || v.open == '{' && v.values[k].open != 0 && of.of("price", "image", "images", "brand", "category") >= 0.7
		}
	}
	return id, title && other
}

// keyed reads the products of an object that stands behind the opening brace of the file.
func (a *arrayReader) keyed(k *keyed) error {
	for _, name := range k.path {
		if found, err := a.enter(name); !found || err != nil {
			return err
		}
	}
	for {
		name, c, err := a.member("the id of a product")
		switch {
		case err != nil:
			return err
		case name == nil:
			return nil
		case c != '{':
			if err := a.value(c, false); err != nil {
				return err
			}
			continue
		}
		a.element++
		at := a.place(a.line, a.element)
		a.buf, a.size = append(a.buf[:0], '{'), 0
		if k.id != "" {
			a.buf = append(append(append(a.buf, `"`+k.id+`":`...), name...), ',')
		}
		from := len(a.buf)
		if err := a.value(c, true); err != nil {
			return err
		}
		text := append(a.buf[:from:from], bytes.TrimSpace(a.buf[from+1:])...) // without the brace that was read
		if bytes.Equal(text[from:], []byte("}")) {
			continue // nothing is said of it
		}
		if err := a.finish(at, "the product", text); err != nil {
			return err
		}
	}
}

// enter reads on to behind the brace that opens the object of a name.
func (a *arrayReader) enter(name string) (bool, error) {
	for {
		text, c, err := a.member("the name of a field")
		if err != nil || text == nil {
			return false, err
		}
		var is string
		if err := json.Unmarshal(text, &is); err == nil && is == name && c == '{' {
			return true, nil
		}
		if err := a.value(c, false); err != nil {
			return false, err
		}
	}
}

// member reads the name of an object's next field, in its quotes, and the first byte of its
// value; what says what the name is. No name: the object has ended.
func (a *arrayReader) member(what string) (name []byte, c byte, err error) {
	for {
		c, err := a.skipSpace()
		switch {
		case err != nil:
			return nil, 0, unexpected(err)
		case c == '}':
			return nil, 0, nil
		case c == ',':
			continue
		case c != '"':
			return nil, 0, a.problem(a.place(a.line, a.element), Malformed, "expected %s in quotes, found %q; what follows was left out", what, c)
		}
		a.buf, a.size = a.buf[:0], 0
		if err := a.value(c, true); err != nil {
			return nil, 0, err
		}
		name = bytes.Clone(a.buf)
		if c, err = a.skipSpace(); err == nil && c == ':' {
			c, err = a.skipSpace()
		}
		if err != nil {
			return nil, 0, unexpected(err)
		}
		return name, c, nil
	}
}
