package schema

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

const (
	// deepest is how many schemas may lie inside each other: recursion must end.
	deepest = 16
	// mostSchemas bounds a declaration once its references are written out.
	mostSchemas = 5000
)

// object is a JSON object.
type object = map[string]any

// typeNames are the types of JSON Schema by what declarations call them.
var typeNames = map[string]string{
	"string": "string", "str": "string", "text": "string", "enum": "string", "date": "string", "datetime": "string",
	"number": "number", "float": "number", "double": "number", "integer": "integer", "int": "integer", "long": "integer",
	"boolean": "boolean", "bool": "boolean", "array": "array", "list": "array", "tuple": "array",
	"object": "object", "dict": "object", "map": "object", "null": "null", "none": "null", "any": "", "": "",
}

// cleaner makes a schema that the library reads out of a declaration: references are
// written out, and what the library can not read is left out with a note.
type cleaner struct {
	root  any
	notes []string
	left  int // schemas that may still be read
}

func (c *cleaner) note(at, format string, args ...any) {
	c.notes = append(c.notes, at+": "+fmt.Sprintf(format, args...))
}

// read reads the schema of a tool's arguments.
func (c *cleaner) read(declared any, at string) *jsonschema.Schema {
	c.root, c.left = declared, mostSchemas
	out := &jsonschema.Schema{}
	text, err := json.Marshal(c.clean(declared, at, nil, 0))
	if err == nil {
		err = json.Unmarshal(text, out)
	}
	if err != nil {
		c.note(at, "%v: the arguments are not checked", err)
		return &jsonschema.Schema{}
	}
	return out
}

func (c *cleaner) clean(s any, at string, seen []string, depth int) object {
	if c.left--; c.left < 0 || depth > deepest {
		c.note(at, "schemas lie too deep in each other: not read")
		return object{}
	}
	declared, ok := s.(object)
	if name, isType := s.(string); isType { // {"size": "integer"}
		declared, ok = object{"type": name}, true
	}
	if s == false { // nothing is possible
		return object{"not": object{}}
	}
	if !ok && s != true {
		c.note(at, "a schema is an object: anything is taken")
	}
	declared, seen = c.follow(declared, at, seen)
	out := object{}
	for _, key := range slices.Sorted(maps.Keys(declared)) {
		place := at + "/" + key
		switch v := declared[key]; key {
		case "type":
			t, known := typeOf(v)
			if !known {
				c.note(place, "%s can not be read: left out", short(v))
			} else if t != nil {
				out[key] = t
			}
		case "items", "additionalProperties", "not":
			out[key] = c.clean(v, place, seen, depth+1)
		case "anyOf", "oneOf":
			list, _ := v.([]any)
			cleaned := make([]any, len(list))
			for i := range list {
				cleaned[i] = c.clean(list[i], fmt.Sprintf("%s/%d", place, i), seen, depth+1)
			}
			out[key] = cleaned
		case "properties":
			c.properties(out, declared, at, seen, depth)
		case "required", "$defs", "definitions", "$schema", "$id":
		default:
			if of, err := json.Marshal(object{key: v}); err == nil {
				alone := &jsonschema.Schema{}
				if err = json.Unmarshal(of, alone); err == nil {
					_, err = alone.Resolve(nil) // compiles a pattern
				}
				if list, isList := v.([]any); err != nil || v == nil && key != "const" || key == "enum" && isList && len(list) == 0 {
					c.note(place, "%s can not be read: left out", short(v))
				} else {
					out[key] = v
				}
			}
		}
	}
	return out
}

// follow joins a schema with what it refers to, and with all of allOf; of two
// alternatives one of which is null, the other is meant.
func (c *cleaner) follow(s object, at string, seen []string) (object, []string) {
	s = maps.Clone(s)
	for range mostSchemas {
		if ref, ok := s["$ref"].(string); ok {
			delete(s, "$ref")
			to := c.at(ref)
			if slices.Contains(seen, ref) || to == nil {
				c.note(at+"/$ref", "%q refers to itself, or to nothing in the document: not checked", ref)
			} else {
				seen = append(slices.Clip(seen), ref)
				s = join(to, s)
			}
		} else if all, ok := s["allOf"].([]any); ok {
			delete(s, "allOf")
			for _, one := range all {
				inner, _ := one.(object)
				inner, seen = c.follow(inner, at, seen)
				s = join(inner, s)
			}
		} else if inner, key := nullable(s); inner != nil {
			delete(s, key)
			s = join(inner, s)
		} else {
			break
		}
	}
	return s, seen
}

// at finds what a reference means, nil if it is not in the document.
func (c *cleaner) at(ref string) object {
	path, ok := strings.CutPrefix(ref, "#")
	at := c.root
	for _, part := range strings.FieldsFunc(path, func(r rune) bool { return r == '/' }) {
		inner, _ := at.(object)
		at = inner[strings.NewReplacer("~1", "/", "~0", "~").Replace(part)]
	}
	to, isObject := at.(object)
	if !ok || !isObject {
		return nil
	}
	return to
}

// join lays one schema over another: what the upper says counts, properties and what is
// required add up.
func join(under, over object) object {
	out := maps.Clone(under)
	if out == nil {
		out = object{}
	}
	for key, v := range over {
		below, isObject := out[key].(object)
		properties, both := v.(object)
		list, isList := out[key].([]any)
		more, lists := v.([]any)
		switch {
		case key == "properties" && isObject && both:
			joined := maps.Clone(below)
			maps.Copy(joined, properties)
			out[key] = joined
		case key == "required" && isList && lists:
			out[key] = slices.Concat(list, more)
		default:
			out[key] = v
		}
	}
	return out
}

// nullable returns what a schema of two alternatives allows beside null, and where.
func nullable(s object) (object, string) {
	for _, key := range []string{"anyOf", "oneOf"} {
		list, _ := s[key].([]any)
		for i, one := range list {
			if null, _ := one.(object); len(list) == 2 && null["type"] == "null" {
				inner, _ := list[1-i].(object)
				return inner, key
			}
		}
	}
	return nil, ""
}

// typeOf reads the name of a type, or of several, of which null is left out; nil is any.
func typeOf(v any) (any, bool) {
	list, several := v.([]any)
	if !several {
		name, ok := v.(string)
		t, known := typeNames[strings.ToLower(strings.TrimSpace(name))]
		if !known || !ok {
			return nil, false
		}
		if t == "" {
			return nil, true
		}
		return t, true
	}
	var out []any
	for _, one := range list {
		if t, known := typeOf(one); known && t != nil && t != "null" && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	if len(out) == 1 {
		return out[0], true
	}
	return out, len(out) > 0
}

// properties reads an object's properties and which of them it must have.
func (c *cleaner) properties(out, declared object, at string, seen []string, depth int) {
	properties, ok := declared["properties"].(object)
	if !ok {
		c.note(at+"/properties", "properties are an object: left out")
		return
	}
	cleaned, required := object{}, []any{}
	list, _ := declared["required"].([]any)
	for _, of := range list {
		if name, ok := of.(string); ok && properties[name] != nil && !slices.Contains(required, of) {
			required = append(required, of)
		} else if !ok || properties[name] == nil {
			c.note(at+"/required", "%s is no property: left out", short(of))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		cleaned[name] = c.clean(properties[name], at+"/properties/"+name, seen, depth+1)
	}
	out["properties"], out["required"] = cleaned, required
}

// short writes a value for a note.
func short(v any) string {
	text, err := json.Marshal(v)
	if err != nil || len(text) > 60 {
		return "what is written"
	}
	return string(text)
}
