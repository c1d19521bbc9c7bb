package schema

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent/tools"
)

// object is a JSON object.
type object = map[string]any

// typeNames are the types of JSON Schema by what declarations call them; "" is any.
var typeNames = map[string]string{
	"string": "string", "str": "string", "text": "string", "enum": "string", "date": "string", "datetime": "string",
	"number": "number", "float": "number", "double": "number", "integer": "integer", "int": "integer", "long": "integer",
	"boolean": "boolean", "bool": "boolean", "array": "array", "list": "array", "tuple": "array",
	"object": "object", "dict": "object", "map": "object", "null": "null", "none": "null", "any": "", "": "",
}

// reader reads the schemas of one document. What it cannot read is left out with a note.
type reader struct {
	root  any
	notes []string
	// left is how many schemas, and properties joined, it still reads: references double what
	// a document of a few lines says with every level.
	left *int
}

const (
	// mostRead bounds what is read of one call of [Read]: an eighth of a second of work, and several times the tools of
	// the largest servers known.
	mostRead = 75_000
	// readPerValue bounds what is read of a schema to check one value of an argument.
	readPerValue = 32
)

func (r *reader) note(at, format string, args ...any) {
	r.notes = append(r.notes, at+": "+fmt.Sprintf(format, args...))
}

// follow returns a schema joined with what it refers to and with all of allOf. Alternatives
// that are null go; a single alternative that is left is the schema. seen are the references
// that led here: a schema inside itself is cut off.
func (r *reader) follow(declared any, at string, seen []string) (object, []string) {
	s, ok := declared.(object)
	if name, isType := declared.(string); isType { // {"size": "integer"}
		return object{"type": name}, seen
	}
	if declared == false { // nothing is possible
		return object{"enum": []any{nil}}, seen
	}
	if !ok && declared != true {
		r.note(at, "a schema is an object: anything is taken")
	}
	s = maps.Clone(s)
	for {
		properties, _ := s["properties"].(object)
		if *r.left -= 1 + len(s) + len(properties); *r.left < 0 {
			return object{}, seen
		}
		if ref, ok := s["$ref"].(string); ok {
			delete(s, "$ref")
			to := r.at(ref)
			if slices.Contains(seen, ref) || to == nil {
				r.note(at+"/$ref", "%q refers to itself, or to nothing in the document: not checked", ref)
			} else {
				seen = append(slices.Clip(seen), ref)
				s = join(to, s)
			}
		} else if all, ok := s["allOf"].([]any); ok {
			delete(s, "allOf")
			for _, one := range all {
				inner, _ := one.(object)
				s = join(inner, s)
			}
		} else if inner, key := only(s); inner != nil {
			delete(s, key)
			s = join(inner, s)
		} else {
			return s, seen
		}
	}
}

// at finds what a reference means, nil if it is not in the document.
func (r *reader) at(ref string) object {
	path, ok := strings.CutPrefix(ref, "#")
	at := r.root
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
	out := object{}
	maps.Copy(out, under)
	for key, v := range over {
		if properties, ok := v.(object); ok && key == "properties" {
			joined := maps.Clone(properties)
			below, _ := out[key].(object)
			maps.Copy(joined, below)
			maps.Copy(joined, properties)
			v = joined
		}
		if list, ok := v.([]any); ok && key == "required" {
			below, _ := out[key].([]any)
			v = slices.Concat(below, list)
		}
		out[key] = v
	}
	return out
}

// alternatives are those of a schema that are not null.
func alternatives(s object, key string) []any {
	list, _ := s[key].([]any)
	return slices.DeleteFunc(slices.Clone(list), isNull)
}

func isNull(declared any) bool { s, _ := declared.(object); return s["type"] == "null" }

// nullable reports whether a schema takes null.
func nullable(declared any) bool {
	s, _ := declared.(object)
	has := func(key string, null func(any) bool) bool {
		list, _ := s[key].([]any)
		return slices.ContainsFunc(list, null)
	}
	return s["nullable"] == true || has("type", func(of any) bool { return of == "null" }) || has("enum", func(of any) bool { return of == nil }) ||
		has("anyOf", isNull) || has("oneOf", isNull)
}

// only returns the only alternative that a schema has beside null, and where.
func only(s object) (object, string) {
	for _, key := range []string{"anyOf", "oneOf"} {
		if left := alternatives(s, key); len(left) == 1 {
			inner, _ := left[0].(object)
			return inner, key
		}
	}
	return nil, ""
}

// kind reads the type of a schema, "" for any; of several types that are not null it is any.
func (r *reader) kind(s object, at string) string {
	names, several := s["type"].([]any)
	if !several {
		names = []any{s["type"]}
	}
	var out []string
	for _, of := range names {
		name, _ := of.(string)
		t, known := typeNames[strings.ToLower(strings.TrimSpace(name))]
		switch {
		case !known || name == "" && of != nil && of != "":
			r.note(at+"/type", "%s cannot be read: left out", short(of))
		case t != "null":
			out = append(out, t)
		}
	}
	if len(out) != 1 {
		return ""
	}
	return out[0]
}

// number reads a keyword that is a number.
func (r *reader) number(s object, key, at string) (float64, bool) {
	f, ok := s[key].(float64)
	if !ok && s[key] != nil {
		r.note(at+"/"+key, "%s cannot be read: left out", short(s[key]))
	}
	return f, ok
}

// count reads a keyword that is a number of things, from least to most; least without it.
func (r *reader) count(s object, key, at string, least, most int) int {
	f, ok := r.number(s, key, at)
	if !ok {
		return least
	}
	return int(min(max(f, float64(least)), float64(most)))
}

// domain reads what a schema that was followed allows.
func (r *reader) domain(s object, at string, seen []string) tools.Domain {
	kind := r.kind(s, at)
	values, constant := r.constants(s, at)
	if kind == "array" {
		return r.list(s, at, seen)
	}
	if constant {
		if len(values) == 2 && !slices.ContainsFunc(values, func(v tools.Value) bool { _, is := v.Of.(bool); return !is }) {
			return tools.Domain{Kind: tools.Boolean}
		}
		return tools.Choice(values...)
	}
	switch {
	case kind == "boolean":
		return tools.Domain{Kind: tools.Boolean}
	case kind == "integer" || kind == "number":
		return r.numbers(s, kind, at)
	case kind != "string":
		return r.opaque(s)
	case s["format"] == "date":
		return tools.Domain{Kind: tools.Date}
	}
	d := tools.Words()
	name, _ := s["format"].(string)
	d.Pattern = formats[name]
	if p, ok := s["pattern"].(string); ok {
		if _, err := regexp.Compile(p); err != nil {
			r.note(at+"/pattern", "%v: left out", err)
		} else { // which matches anywhere in a text
			d.Pattern = "(?s:.*)(?:" + p + ")(?s:.*)"
		}
	}
	if s["maxLength"] != nil {
		d.Longest = r.count(s, "maxLength", at, 1, tools.LongestText)
	}
	return d
}

// formats are the patterns of the formats of texts that can be told by their form.
var formats = map[string]string{
	"email": `[^@\s]+@[^@\s]+\.[^@\s.]+`, "idn-email": `[^@\s]+@[^@\s]+\.[^@\s.]+`, "uuid": `[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}`,
	"uri": `[A-Za-z][A-Za-z0-9+.-]*:\S+`, "url": `[A-Za-z][A-Za-z0-9+.-]*:\S+`, "ipv4": `(?:\d{1,3}\.){3}\d{1,3}`, "time": `\d{2}:\d{2}(?::\d{2})?.*`,
	"date-time": `\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2})?.*`,
}

// constants reads enumerations. Of null nothing is kept: that is what not being required
// says; and nothing is constant where a value is a list or an object.
func (r *reader) constants(s object, at string) (values []tools.Value, constant bool) {
	list, _ := s["enum"].([]any)
	if list != nil && len(list) == 0 {
		r.note(at+"/enum", "[] cannot be read: left out")
		return nil, false
	}
	labels := make([]string, len(list))
	if of, ok := s["const"]; ok {
		list, labels = []any{of}, []string{""}
	} else if list == nil {
		for _, of := range slices.Concat(alternatives(s, "oneOf"), alternatives(s, "anyOf")) {
			one, _ := of.(object)
			label, _ := one["title"].(string)
			if one["const"] == nil {
				return nil, false
			}
			list, labels = append(list, one["const"]), append(labels, label)
		}
	}
	listed := map[any]bool{nil: true}
	for i, of := range list {
		switch of.(type) {
		case nil, string, float64, bool:
		default:
			return nil, false
		}
		if !listed[of] {
			listed[of] = true
			values = append(values, tools.Value{Of: of, Label: labels[i]})
		}
	}
	return values, len(list) > 0
}

// numbers reads the bounds of numbers; those that contradict each other count for nothing.
func (r *reader) numbers(s object, kind, at string) tools.Domain {
	d := tools.Between(math.Inf(-1), math.Inf(1))
	if kind == "integer" {
		d.Step = 1
	}
	if f, ok := r.number(s, "multipleOf", at); ok && f > 0 {
		d.Step = f
	}
	bound := func(key string, way int) float64 { // the first possible number that way
		f, ok := r.number(s, key, at)
		switch {
		case !ok:
			return math.Inf(-way)
		case !strings.HasPrefix(key, "exclusive"):
			return f
		case d.Step > 0:
			return f + float64(way)*d.Step
		}
		return math.Nextafter(f, math.Inf(way))
	}
	low, high := max(bound("minimum", 1), bound("exclusiveMinimum", 1)), min(bound("maximum", -1), bound("exclusiveMaximum", -1))
	if low <= high {
		d.Low, d.High = low, high
	}
	return d
}

func (r *reader) list(s object, at string, seen []string) tools.Domain {
	of := tools.Words()
	if s["items"] != nil {
		items, seen := r.follow(s["items"], at+"/items", seen)
		of = r.domain(items, at+"/items", seen)
	}
	if of.Kind == tools.Opaque || of.Kind == tools.List {
		return r.opaque(s)
	}
	d := tools.Domain{Kind: tools.List, Items: &of, Fewest: r.count(s, "minItems", at, 0, tools.MostItems)}
	if most := r.count(s, "maxItems", at, 0, tools.MostItems); most >= d.Fewest {
		d.Most = most
	}
	return d
}

// opaque is the domain of whatever keeps a schema.
func (r *reader) opaque(s object) tools.Domain {
	return tools.Domain{Kind: tools.Opaque, Fits: func(of any) (any, *tools.Objection) {
		left := readPerValue * tools.Parts(of)
		quiet := reader{root: r.root, left: &left}
		good, lacking, ok := quiet.fits(s, of, "", nil)
		switch {
		case len(lacking) > 0:
			return nil, &tools.Objection{Value: good, Because: tools.Lacks, Lacking: lacking}
		case !ok && left >= 0: // what takes too long to check is taken
			return nil, &tools.Objection{Value: of, Because: tools.WrongForm}
		}
		return good, nil
	}}
}

// fits holds a value against a schema, and returns it as the schema has it: a number that is written as text is
// one. It lists what the value must have inside and has not, by its place, and reports whether all the rest is as
// the schema has it.
func (r *reader) fits(declared, of any, at string, seen []string) (good any, lacking []string, ok bool) {
	s, seen := r.follow(declared, "", seen)
	kind := r.kind(s, "")
	if *r.left < 0 || of == nil && nullable(declared) {
		return of, nil, true
	}
	if kind == "object" || kind == "array" {
		of = tools.Decoded(of)
	}
	ok = true
	inside := func(schema, of any, name string) any {
		inner, more, fits := r.fits(schema, of, strings.TrimPrefix(at+"."+name, "."), nil)
		lacking, ok = append(lacking, more...), ok && fits
		return inner
	}
	switch whole := of.(type) {
	case object:
		properties, _ := s["properties"].(object)
		for _, name := range required(s) {
			if whole[name] == nil && !nullable(properties[name]) {
				lacking = append(lacking, strings.TrimPrefix(at+"."+name, "."))
			}
		}
		copied := maps.Clone(whole)
		for _, name := range slices.Sorted(maps.Keys(whole)) {
			if inner := properties[name]; inner != nil && whole[name] != nil {
				copied[name] = inside(inner, whole[name], name)
			}
		}
		good, ok = copied, ok && (kind == "" || kind == "object")
	case []any:
		copied := slices.Clone(whole)
		for i := range whole {
			if s["items"] != nil {
				copied[i] = inside(s["items"], whole[i], strconv.Itoa(i))
			}
		}
		good, ok = copied, ok && (kind == "" || kind == "array")
	default:
		if d := r.domain(s, "", seen); d.Kind != tools.Opaque {
			same, err := d.Accept(of)
			_, wasText := of.(string)
			_, isText := same.(string)
			return same, nil, err == nil && (wasText || !isText)
		}
		good, ok = of, kind == ""
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		if all := alternatives(s, key); len(all) > 0 {
			var least []string // that an alternative lacks which fits otherwise
			some := slices.ContainsFunc(all, func(one any) bool {
				other, missing, fits := r.fits(one, of, at, seen)
				if fits && len(missing) > 0 && (least == nil || len(missing) < len(least)) {
					least = missing
				}
				if fits = fits && len(missing) == 0; fits && s["properties"] == nil {
					good = other
				}
				return fits
			})
			if !some {
				lacking, ok = append(lacking, least...), ok && least != nil
			}
		}
	}
	return good, lacking, ok
}

// required are the names of the properties that an object must have.
func required(s object) []string {
	var out []string
	list, _ := s["required"].([]any)
	for _, of := range list[:min(len(list), tools.MostParameters)] {
		if name, ok := of.(string); ok && !slices.Contains(out, name) {
			out = append(out, name)
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
