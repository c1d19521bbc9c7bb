package feed

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"shopclerk/catalog"
)

// node is a JSON object whose nesting means something. Its methods take what is
// missing, or of another type, for absent.
type node map[string]any

// decodeNode reads one JSON object; numbers keep their digits.
func decodeNode(text []byte) (node, error) {
	v, err := decodeJSON(text)
	if err != nil {
		return nil, err
	}
	if n, ok := v.(map[string]any); ok {
		return n, nil
	}
	return nil, fmt.Errorf("a product is a JSON object in braces, not %s", excerpt(text, 1))
}

// syntaxError is an error of syntax, with its place in the text.
type syntaxError struct {
	error
	offset int64
}

func decodeJSON(text []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	if err == nil {
		if _, err := d.Token(); !errors.Is(err, io.EOF) {
			return nil, syntaxError{fmt.Errorf("text after the end of the object, near %s", excerpt(text, d.InputOffset()+1)), d.InputOffset()}
		}
		return v, nil
	}
	if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
		return nil, syntaxError{fmt.Errorf("%w at byte %d, near %s", err, syntax.Offset, excerpt(text, syntax.Offset)), syntax.Offset}
	}
	return nil, syntaxError{fmt.Errorf("%w, after %s", err, excerpt(text, int64(len(text)))), int64(len(text))}
}

// text returns the first of the fields that is a text or a number.
func (n node) text(keys ...string) string {
	for _, k := range keys {
		if s := textOf(n[k]); s != "" {
			return s
		}
	}
	return ""
}

// textOf spells a text, a number or a boolean; of a list its first that can be.
func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return strings.TrimSpace(strings.ToValidUTF8(v, "\uFFFD"))
	case json.Number:
		return v.String()
	case bool:
		return fmt.Sprint(v)
	case []any:
		for _, w := range v {
			if s := textOf(w); s != "" {
				return s
			}
		}
	}
	return ""
}

// object returns a field that is an object, or the first of a list of them.
func (n node) object(key string) node {
	if list := n.list(key); len(list) > 0 {
		return list[0]
	}
	return nil
}

// list returns a field's objects: those of a list, or the one that it is.
func (n node) list(key string) []node {
	switch v := n[key].(type) {
	case map[string]any:
		return []node{v}
	case []any:
		var out []node
		for _, w := range v {
			if o, ok := w.(map[string]any); ok {
				out = append(out, o)
			}
		}
		return out
	}
	return nil
}

// texts returns a field's texts: those of a list, or the one that it is.
func (n node) texts(key string) []string {
	list, ok := n[key].([]any)
	if !ok {
		list = []any{n[key]}
	}
	var out []string
	for _, v := range list {
		if s := textOf(v); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// keys returns the names of the fields in order, so that every reading is the same.
func (n node) keys() []string {
	return slices.Sorted(maps.Keys(n))
}

// rawOf is a value as attributes have it: texts, numbers, booleans and lists of them;
// its Kind is 0 for objects.
func rawOf(v any) catalog.Raw {
	switch v := v.(type) {
	case string:
		if s := textOf(v); s != "" {
			return catalog.Text(s)
		}
	case json.Number:
		return numberOrDigits(v.String())
	case bool:
		return catalog.Bool(v)
	case []any:
		var list []catalog.Raw
		for _, w := range v {
			if r := rawOf(w); r.Kind != 0 && r.Kind != catalog.RawList {
				list = append(list, r)
			}
		}
		return listOf(list)
	}
	return catalog.Raw{}
}

// begin starts an entry that a format makes of an object.
func (t *translation) begin(at Place, m membership) {
	t.out.reset(at)
	t.out.member = m
}

// put adds a text under a key unless it is empty.
func (t *translation) put(key, text string) {
	if text != "" {
		t.out.add(key, catalog.Text(text))
	}
}

// add adds an attribute under a name that the feed gives, and returns the key, which
// differs where the name is that of a field with a role.
func (t *translation) add(name string, v catalog.Raw) string {
	name = strings.TrimSpace(strings.ToValidUTF8(name, "\uFFFD"))
	if name == "" || v.Kind == 0 {
		return ""
	}
	if slices.Contains(madeFields, fold(name)) {
		name += " (attribute)"
	}
	t.out.add(name, v)
	return name
}

// options adds the options of a variant, each an object of a name and a value, as
// attributes that tell it apart. The only form of a product has none of its own.
func (t *translation) options(list []node) {
	for _, o := range list {
		if o.text("value") == onlyForm {
			continue
		}
		if key := t.add(o.text("name"), rawOf(o["value"])); key != "" {
			t.out.member.options = append(t.out.member.options, key)
		}
	}
}

// onlyForm is the option of a product that has no options, as Shopify writes it.
const onlyForm = "Default Title"

// madeFields are the names under which formats that make their entries give roles.
var madeFields = []string{
	"id", "title", "description", "category", "brand", "price", "currency", "image", "link", "rating", "ratings", "availability", "stock",
}
