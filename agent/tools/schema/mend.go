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
	// deepest is how many schemas may lie inside each other. A person can not be
	// asked about deeper ones, and recursion must end.
	deepest = 16
	// mostSchemas bounds a declaration once its references are written out: a few that
	// refer to each other twice are thousands.
	mostSchemas = 5000
)

// object is a JSON object.
type object = map[string]any

// keywords are those that are read, beside properties with what of them is required.
var keywords = strings.Fields("type items additionalProperties not anyOf oneOf allOf enum const default pattern description title format $ref " +
	"minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems minProperties maxProperties")

// typeNames are the types of JSON Schema by what declarations call them.
var typeNames = func() map[string]string {
	out := map[string]string{}
	for name, others := range map[string]string{
		"string":  "str text char varchar uuid id date datetime timestamp time duration url uri email file path binary byte password enum",
		"number":  "float double decimal numeric num real",
		"integer": "int long short int32 int64 uint",
		"boolean": "bool",
		"array":   "list tuple set sequence",
		"object":  "dict dictionary map hashmap struct record json",
		"null":    "none nil",
	} {
		for _, other := range append(strings.Fields(others), name) {
			out[other] = name
		}
	}
	return out
}()

// mender makes of a schema as it is declared one that can be relied on: every keyword
// has a value of its type, and references are written out. What it leaves out it notes.
type mender struct {
	root  any
	notes []string
	left  int // schemas that may still be read
}

func (m *mender) note(at, format string, args ...any) {
	m.notes = append(m.notes, at+": "+fmt.Sprintf(format, args...))
}

// read reads the schema of a tool's arguments.
func (m *mender) read(declared any, at string) *jsonschema.Schema {
	m.root, m.left = declared, mostSchemas
	out := &jsonschema.Schema{}
	text, err := json.Marshal(m.mend(declared, at, nil, 0))
	if err == nil {
		err = json.Unmarshal(text, out)
	}
	if err != nil { // a keyword that is not held against its type above
		m.note(at, "%v: the arguments are not checked", err)
		return &jsonschema.Schema{}
	}
	return out
}

func (m *mender) mend(s any, at string, seen []string, depth int) object {
	if m.left--; m.left < 0 || depth > deepest {
		m.note(at, "schemas lie too deep in each other: not read")
		return object{}
	}
	declared, ok := s.(object)
	switch s := s.(type) {
	case string: // {"size": "integer"}
		declared = object{"type": s}
	case bool:
		if !s {
			return object{"not": object{}}
		}
	default:
		if !ok {
			m.note(at, "a schema is an object: anything is taken")
		}
	}
	declared, seen = m.follow(declared, at, seen)
	out := object{}
	for _, key := range slices.Sorted(maps.Keys(declared)) {
		v := declared[key]
		if strings.HasPrefix(key, "x-") {
			out[key] = v
		} else if slices.Contains(keywords, key) && (v != nil || key == "const") {
			if of, ok := m.keyword(declared, key, at+"/"+key, seen, depth); !ok {
				m.note(at+"/"+key, "%s can not be read: left out", short(v))
			} else if of != nil || key == "const" {
				out[key] = of
			}
		}
	}
	if declared["properties"] != nil {
		m.properties(out, declared, at, seen, depth)
	}
	m.agree(out, at)
	return out
}

// follow joins a schema with what it refers to, and with all of allOf; of two
// alternatives one of which is null, the other is meant.
func (m *mender) follow(s object, at string, seen []string) (object, []string) {
	for {
		if ref, ok := s["$ref"].(string); ok {
			s = without(s, "$ref")
			to := m.at(ref)
			switch {
			case slices.Contains(seen, ref):
				m.note(at+"/$ref", "%q refers to itself: what lies inside is not checked", ref)
			case to == nil:
				m.note(at+"/$ref", "there is no %q here: anything is taken", ref)
			default:
				seen = append(slices.Clip(seen), ref)
				s = join(to, s)
			}
			continue
		}
		if all, ok := s["allOf"].([]any); ok {
			s = without(s, "allOf")
			for _, one := range all {
				inner, _ := one.(object)
				inner, seen = m.follow(inner, at, seen)
				s = join(inner, s)
			}
			continue
		}
		if inner, key := nullable(s); inner != nil {
			s = join(inner, without(s, key))
			continue
		}
		return s, seen
	}
}

// at finds what a reference means, nil if it is not in the document.
func (m *mender) at(ref string) object {
	path, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return nil
	}
	at := m.root
	for _, part := range strings.Split(strings.TrimPrefix(path, "/"), "/") {
		if part == "" {
			continue
		}
		inner, _ := at.(object)
		at = inner[strings.NewReplacer("~1", "/", "~0", "~").Replace(part)]
	}
	to, _ := at.(object)
	return to
}

func without(s object, key string) object {
	s = maps.Clone(s)
	delete(s, key)
	return s
}

// join lays one schema over another: what the upper says counts, properties and what is
// required add up.
func join(under, over object) object {
	out := maps.Clone(over)
	if out == nil {
		out = object{}
	}
	for key, v := range under {
		switch was := out[key].(type) {
		case nil:
			out[key] = v
		case object:
			if inner, ok := v.(object); ok && key == "properties" {
				was = maps.Clone(was)
				for name, p := range inner {
					if was[name] == nil {
						was[name] = p
					}
				}
				out[key] = was
			}
		case []any:
			if more, ok := v.([]any); ok && key == "required" {
				out[key] = slices.Concat(was, more)
			}
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

// keyword is the value of a keyword, mended where it holds schemas or was once written
// otherwise; nil where it says nothing, and not ok where the library can not read it.
func (m *mender) keyword(declared object, key, at string, seen []string, depth int) (of any, ok bool) {
	v := declared[key]
	list, isList := v.([]any)
	switch key {
	case "type":
		return m.types(v)
	case "items", "additionalProperties", "not":
		if !isList {
			return m.mend(v, at, seen, depth+1), true
		} else if len(list) == 1 { // by position; one for all is what can be read
			return m.mend(list[0], at, seen, depth+1), true
		}
		return nil, false
	case "anyOf", "oneOf", "allOf":
		mended := make([]any, len(list))
		for i := range list {
			mended[i] = m.mend(list[i], fmt.Sprintf("%s/%d", at, i), seen, depth+1)
		}
		return mended, isList
	case "enum":
		return distinct(list), len(list) > 0
	case "exclusiveMinimum", "exclusiveMaximum":
		if was, old := v.(bool); old { // draft 4 says it of the bound beside it
			if n, bounded := declared[strings.ToLower(strings.TrimPrefix(key, "exclusive"))].(float64); was && bounded {
				return n, true
			}
			return nil, true
		}
	}
	text, err := json.Marshal(object{key: v})
	alone := &jsonschema.Schema{}
	if err == nil {
		err = json.Unmarshal(text, alone)
	}
	if err == nil {
		_, err = alone.Resolve(nil) // compiles a pattern
	}
	return v, err == nil
}

// types reads the name of a type, or several.
func (m *mender) types(v any) (any, bool) {
	if list, ok := v.([]any); ok {
		var out []any
		for _, one := range list {
			if t, ok := m.types(one); ok && t != nil && !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
		if len(out) == 2 {
			if at := slices.Index(out, any("null")); at >= 0 {
				out = slices.Delete(out, at, at+1)
			}
		}
		if len(out) == 1 {
			return out[0], true
		}
		return out, len(out) > 0
	}
	name, ok := v.(string)
	head, inner, generic := strings.Cut(strings.ToLower(strings.TrimSpace(name)), "[")
	if head == "optional" && generic {
		return m.types(strings.TrimSuffix(inner, "]"))
	}
	if cut := strings.IndexAny(head, " (<,"); cut > 0 {
		head = head[:cut]
	}
	t, known := typeNames[head]
	if unrestricted := head == "any" || head == "mixed" || head == ""; ok && unrestricted {
		return nil, true
	}
	return t, ok && known
}

// properties reads an object's properties and which of them it must have.
func (m *mender) properties(out, declared object, at string, seen []string, depth int) {
	properties, ok := declared["properties"].(object)
	if !ok {
		m.note(at+"/properties", "properties are an object: left out")
		return
	}
	mended := object{}
	required := []any{}
	need := func(name string) {
		if !slices.Contains(required, any(name)) {
			required = append(required, name)
		}
	}
	list, ok := declared["required"].([]any)
	if _, flag := declared["required"].(bool); !ok && !flag && declared["required"] != nil {
		m.note(at+"/required", "it is a list of properties' names: left out")
	}
	for _, of := range list {
		if name, ok := of.(string); ok && properties[name] != nil {
			need(name)
		} else {
			m.note(at+"/required", "%s is no property: left out", short(of))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		mended[name] = m.mend(properties[name], at+"/properties/"+name, seen, depth+1)
		if inner, ok := properties[name].(object); ok && inner["required"] == true { // draft 3
			need(name)
		}
	}
	out["properties"], out["required"] = mended, required
}

// agree leaves out what contradicts itself.
func (m *mender) agree(s object, at string) {
	for _, pair := range [][2]string{{"minimum", "maximum"}, {"exclusiveMinimum", "exclusiveMaximum"}, {"minLength", "maxLength"}, {"minItems", "maxItems"}} {
		low, _ := s[pair[0]].(float64)
		high, bounded := s[pair[1]].(float64)
		if bounded && s[pair[0]] != nil && low > high {
			m.note(at, "no value is from %v to %v: both bounds left out", low, high)
			delete(s, pair[0])
			delete(s, pair[1])
		}
	}
	if step, ok := s["multipleOf"].(float64); ok && step <= 0 {
		delete(s, "multipleOf")
	}
	list, _ := s["enum"].([]any)
	if isList := func(v any) bool { _, ok := v.([]any); return ok }; s["type"] == "array" && len(list) > 0 && !slices.ContainsFunc(list, isList) {
		items, _ := s["items"].(object)
		if items == nil {
			items = object{}
		}
		if items["enum"] == nil {
			items["enum"] = list
		}
		s["items"] = items
		delete(s, "enum")
		m.note(at+"/enum", "taken for what the items can be")
	}
}

// distinct keeps of equal values one.
func distinct(list []any) []any {
	var out []any
	for _, v := range list {
		if !slices.ContainsFunc(out, func(o any) bool { return jsonschema.Equal(o, v) }) {
			out = append(out, v)
		}
	}
	return out
}

// short writes a value for a note.
func short(v any) string {
	text, err := json.Marshal(v)
	if err != nil || len(text) > 60 {
		return "what is written"
	}
	return string(text)
}
