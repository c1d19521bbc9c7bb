package feed

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

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
// Of the lists named by each, every element's fields are one of the entry's variants.
//
// Syntax is checked first: the walk over text known to be valid needs no error handling,
// keeps the order of the fields and makes no maps.
func parseObject(e *entry, data []byte, each []string) error {
	if !json.Valid(data) {
		var ignored json.RawMessage
		err := json.Unmarshal(data, &ignored)
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			return fmt.Errorf("%w at byte %d, near %s", err, syntax.Offset, excerpt(data, syntax.Offset))
		}
		return err
	}
	w := newWalker(data)
	w.each, w.variants = each, &e.variants
	if w.token() != json.Delim('{') {
		return fmt.Errorf("a product is a JSON object in braces, not %s", excerpt(bytes.TrimSpace(data), 1))
	}
	w.object("", 0, e.add)
	return nil
}

// excerpt quotes the text around an offset, for messages.
func excerpt(data []byte, offset int64) string {
	const around = 20
	i := min(max(0, int(offset)-1), len(data))
	from, to := max(0, i-around), min(len(data), i+around)
	return strconv.Quote(string(bytes.ToValidUTF8(data[from:to], nil)))
}

// walker walks over valid JSON, a token at a time.
type walker struct {
	d        *json.Decoder
	each     []string
	variants *[][]fieldValue
}

func newWalker(data []byte) walker {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	return walker{d: d}
}

func (w walker) token() json.Token {
	t, _ := w.d.Token() // cannot fail: the text is valid, and walked over to its end
	return t
}

// object walks over an object behind its brace and gives its flattened fields to add.
func (w walker) object(prefix string, depth int, add func(string, catalog.Raw)) {
	for w.d.More() {
		name, _ := w.token().(string)
		key := prefix + name
		switch t := w.token(); {
		case isOpen(t) && depth >= maxDepth:
			w.skip()
		case t == json.Delim('{'):
			w.object(key+".", depth+1, add)
		case t == json.Delim('[') && depth == 0 && slices.Contains(w.each, name):
			w.elements(key)
		case t == json.Delim('['):
			add(key, w.list(key, depth, add))
		default:
			add(key, scalarOf(t))
		}
	}
	w.token() // }
}

// list walks over a list behind its bracket and returns its scalars, lists within it
// included. The objects within it are given to add.
func (w walker) list(key string, depth int, add func(string, catalog.Raw)) catalog.Raw {
	var values []catalog.Raw
	for w.d.More() {
		switch t := w.token(); {
		case isOpen(t) && depth >= maxDepth:
			w.skip()
		case t == json.Delim('['):
			values = append(values, w.list(key, depth+1, add).List...)
		case t == json.Delim('{'):
			w.listed(key, depth, add)
		default:
			if v := scalarOf(t); v.Kind != 0 {
				values = append(values, v)
			}
		}
	}
	w.token() // ]
	if values == nil {
		return catalog.Raw{}
	}
	return catalog.List(values...)
}

// elements walks over a list of variants behind its bracket.
func (w walker) elements(key string) {
	for w.d.More() {
		fields := newEntry()
		switch t := w.token(); {
		case t == json.Delim('{'):
			w.object(key+".", 1, fields.add)
		case isOpen(t):
			w.skip()
		}
		if len(fields.fields) > 0 {
			*w.variants = append(*w.variants, fields.fields)
		}
	}
	w.token() // ]
}

// listed walks over an object within a list.
func (w walker) listed(key string, depth int, add func(string, catalog.Raw)) {
	var inner []fieldValue
	w.object("", depth+1, func(k string, v catalog.Raw) {
		if v.Kind != 0 {
			inner = append(inner, fieldValue{k, v})
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

// skip walks over an object or a list behind its opening sign.
func (w walker) skip() {
	for depth := 1; depth > 0; {
		switch t := w.token(); {
		case isOpen(t):
			depth++
		case t == json.Delim('}') || t == json.Delim(']'):
			depth--
		}
	}
}

func isOpen(t json.Token) bool { return t == json.Delim('{') || t == json.Delim('[') }

// namedValue recognises an object that is one attribute.
func namedValue(fields []fieldValue) (name string, value catalog.Raw, ok bool) {
	unit := ""
	for _, f := range fields {
		switch f.key {
		case "name", "key", "label", "attribute_name", "attributeName":
			if f.value.Kind == catalog.RawText && name == "" {
				name = f.value.Text
			}
		case "value", "values", "attribute_value", "attributeValue":
			value = f.value
		case "unitText":
			unit = f.value.String()
		}
	}
	if unit != "" && value.Kind == catalog.RawNumber {
		value = catalog.Text(value.String() + " " + unit)
	}
	return name, value, name != "" && value.Kind != 0
}

// scalarOf is the value of a token; its Kind is 0 for null and "".
func scalarOf(t json.Token) catalog.Raw {
	switch t := t.(type) {
	case string:
		if t != "" {
			return catalog.Text(t)
		}
	case json.Number:
		return numberOrDigits(t.String())
	case bool:
		return catalog.Bool(t)
	}
	return catalog.Raw{}
}

// numberOrDigits keeps a whole number that a float64 would round as text: such a
// number is a name, an id or a bar code, and no two of them may become one.
func numberOrDigits(s string) catalog.Raw {
	const exact = 15 // decimal digits that every float64 keeps
	if len(s) > exact && !strings.ContainsAny(s, ".eE") {
		return catalog.Text(s)
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil { // out of range
		return catalog.Text(s)
	}
	return catalog.Number(f)
}
