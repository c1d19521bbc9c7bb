package feed

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"shopclerk/catalog"
)

// maxDepth bounds how deep nested objects are flattened; deeper ones are left
// out. No feed for people nests its attributes deeper, and a key's length grows
// with the depth.
const maxDepth = 12

// parseObject reads a JSON object into the entry's fields. Nested objects become
// dotted keys, "size.width". Of lists of objects, those that are lists of names
// and values ([{"name": "Colour", "value": "Red"}]) become a key per name, the
// others a list per inner key. Null, "" and empty lists are absent.
//
// Syntax is checked by encoding/json; the walk over text known to be valid needs
// no error handling, keeps the order of the fields and makes no maps.
func parseObject(e *entry, data []byte) error {
	if !json.Valid(data) {
		var ignored json.RawMessage
		err := json.Unmarshal(data, &ignored)
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			return fmt.Errorf("%w at byte %d, near %s", err, syntax.Offset, near(data, syntax.Offset))
		}
		return err
	}
	w := walker{data: data, keys: e.keys}
	w.space()
	if w.data[w.i] != '{' {
		return fmt.Errorf("a product is a JSON object in braces, not %s", near(data, int64(w.i)+1))
	}
	w.object("", 0, e.add)
	return nil
}

// near quotes the text around an offset, for messages.
func near(data []byte, offset int64) string {
	const around = 20
	i := min(max(0, int(offset)-1), len(data))
	from, to := max(0, i-around), min(len(data), i+around)
	return strconv.Quote(string(bytes.ToValidUTF8(data[from:to], nil)))
}

// walker walks over valid JSON.
type walker struct {
	data []byte
	i    int
	keys interner
}

func (w *walker) space() {
	for w.i < len(w.data) {
		switch w.data[w.i] {
		case ' ', '\t', '\n', '\r':
			w.i++
		default:
			return
		}
	}
}

// object walks over an object and gives its flattened fields to add.
func (w *walker) object(prefix string, depth int, add func(string, catalog.Raw)) {
	w.i++ // {
	for {
		w.space()
		switch w.data[w.i] {
		case '}':
			w.i++
			return
		case ',':
			w.i++
			w.space()
		}
		key := w.key(prefix)
		w.space()
		w.i++ // :
		w.space()
		switch c := w.data[w.i]; {
		case (c == '{' || c == '[') && depth >= maxDepth:
			w.skip()
		case c == '{':
			w.object(key+".", depth+1, add)
		case c == '[':
			add(key, w.list(key, depth, add))
		default:
			add(key, w.scalar())
		}
	}
}

func (w *walker) key(prefix string) string {
	raw := w.text()
	if prefix == "" {
		if raw.plain {
			return w.keys.text(raw.bytes)
		}
		return raw.String()
	}
	return w.keys.text(append([]byte(prefix), raw.String()...))
}

// list walks over a list and returns its scalars, lists within it included. The
// objects within it are given to add.
func (w *walker) list(key string, depth int, add func(string, catalog.Raw)) catalog.Raw {
	var values []catalog.Raw
	w.i++ // [
	for {
		w.space()
		switch c := w.data[w.i]; {
		case c == ']':
			w.i++
			if values == nil {
				return catalog.Raw{}
			}
			return catalog.List(values...)
		case c == ',':
			w.i++
		case (c == '[' || c == '{') && depth >= maxDepth:
			w.skip()
		case c == '[':
			if inner := w.list(key, depth+1, add); inner.Kind != 0 {
				values = append(values, inner.List...)
			}
		case c == '{':
			w.listed(key, depth, add)
		default:
			if v := w.scalar(); v.Kind != 0 {
				values = append(values, v)
			}
		}
	}
}

// listed walks over an object within a list.
func (w *walker) listed(key string, depth int, add func(string, catalog.Raw)) {
	var inner []field
	w.object("", depth+1, func(k string, v catalog.Raw) {
		if v.Kind != 0 {
			inner = append(inner, field{k, v})
		}
	})
	if name, v, ok := namedValue(inner); ok {
		add(key+"."+name, v)
		return
	}
	for _, f := range inner {
		add(key+"."+f.key, f.value)
	}
}

// namedValue recognises an object that is one attribute.
func namedValue(fields []field) (name string, value catalog.Raw, ok bool) {
	for _, f := range fields {
		switch f.key {
		case "name", "key", "label", "attribute_name":
			if f.value.Kind == catalog.RawText && name == "" {
				name = f.value.Text
			}
		case "value", "values", "attribute_value":
			value = f.value
		}
	}
	return name, value, name != "" && value.Kind != 0
}

func (w *walker) scalar() catalog.Raw {
	switch w.data[w.i] {
	case '"':
		if s := w.text().String(); s != "" {
			return catalog.Text(s)
		}
		return catalog.Raw{}
	case 't':
		w.i += len("true")
		return catalog.Bool(true)
	case 'f':
		w.i += len("false")
		return catalog.Bool(false)
	case 'n':
		w.i += len("null")
		return catalog.Raw{}
	}
	start := w.i
	for w.i < len(w.data) && isNumberByte(w.data[w.i]) {
		w.i++
	}
	return numberOrDigits(w.data[start:w.i])
}

func isNumberByte(c byte) bool {
	return c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E'
}

// numberOrDigits keeps a whole number that a float64 would round as text: such a
// number is a name, an id or a bar code, and no two of them may become one.
func numberOrDigits(b []byte) catalog.Raw {
	const exact = 15 // decimal digits that every float64 keeps
	if len(b) > exact && !bytes.ContainsAny(b, ".eE") {
		return catalog.Text(string(b))
	}
	f, err := strconv.ParseFloat(string(b), 64)
	if err != nil { // out of range
		return catalog.Text(string(b))
	}
	return catalog.Number(f)
}

// jsonText is a JSON string between its quotes.
type jsonText struct {
	bytes []byte
	plain bool // without escapes
}

func (t jsonText) String() string {
	if t.plain {
		return string(t.bytes)
	}
	var s string
	quoted := append(append([]byte{'"'}, t.bytes...), '"')
	if json.Unmarshal(quoted, &s) != nil || !utf8.ValidString(s) {
		return string(bytes.ToValidUTF8(t.bytes, []byte("\uFFFD")))
	}
	return s
}

func (w *walker) text() jsonText {
	w.i++ // "
	start, plain := w.i, true
	for {
		switch w.data[w.i] {
		case '\\':
			plain = false
			w.i += 2
		case '"':
			w.i++
			return jsonText{w.data[start : w.i-1], plain}
		default:
			w.i++
		}
	}
}

// skip walks over an object or a list.
func (w *walker) skip() {
	for depth := 0; ; {
		switch w.data[w.i] {
		case '"':
			w.text()
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		w.i++
		if depth == 0 {
			return
		}
	}
}
