package tools

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strings"
)

// enumerated finds the values that a description lists, as some declare them.
var enumerated = regexp.MustCompile(`\[Enum\]:\s*(\[[^\]]*\])`)

// domain reads what a schema allows.
func (r *schemaReader) domain(o object, at, purpose string, depth int, seen []string) (Domain, error) {
	kind, err := kindOf(o, at)
	if err != nil {
		return Domain{}, err
	}
	if values, ok, err := constants(o, at); err != nil {
		return Domain{}, err
	} else if ok {
		if kind == "boolean" || len(values) == 2 && isBool(values[0].Of) && isBool(values[1].Of) {
			return Domain{Kind: Boolean}, nil
		}
		return Choice(values...), nil
	}
	if m := enumerated.FindStringSubmatch(purpose); m != nil && (kind == "string" || kind == "") {
		var listed []string
		if json.Unmarshal([]byte(m[1]), &listed) == nil && len(listed) > 1 {
			return OneOf(listed...), nil
		}
	}
	switch kind {
	case "boolean", "bool":
		return Flag(), nil
	case "integer", "int", "number", "float", "double":
		return numbers(o, at, kind)
	case "array", "list", "tuple":
		return r.list(o, at, depth, seen)
	case "string":
		return texts(o, at)
	case "", "object", "dict", "any", "null":
		return Domain{Kind: Opaque}, nil
	}
	return Domain{}, fault(at+"/type", "unknown type %s: use string, number, integer, boolean, array or object", short(kind))
}

func isBool(v any) bool { _, ok := v.(bool); return ok }

// kindOf returns the type that a schema names: of several, the one beside null. Empty
// if it names none or several.
func kindOf(o object, at string) (string, error) {
	switch t := o["type"].(type) {
	case nil:
		return "", nil
	case string:
		return t, nil
	case []any:
		var found []string
		for _, one := range t {
			if k, ok := one.(string); ok && k != "null" {
				found = append(found, k)
			}
		}
		if len(found) == 1 {
			return found[0], nil
		}
		return "", nil
	}
	return "", fault(at+"/type", "a type is a name or a list of names: write it so")
}

// constants reads enumerations.
func constants(o object, at string) (values []Value, ok bool, err error) {
	if c, ok := o["const"]; ok {
		return listed([]any{c}, at+"/const")
	}
	if e, ok := o["enum"]; ok {
		list, isList := e.([]any)
		if !isList || len(list) == 0 {
			return nil, false, fault(at+"/enum", "an enumeration is a list of at least one value: add some, or leave it out")
		}
		return listed(list, at+"/enum")
	}
	for _, key := range []string{"oneOf", "anyOf"} {
		list, isList := o[key].([]any)
		if !isList {
			continue
		}
		for i, one := range list {
			inner, isObject := one.(object)
			of, isConstant := inner["const"]
			if !isObject || !isConstant {
				values = nil
				break
			}
			some, _, err := listed([]any{of}, fmt.Sprintf("%s/%s/%d/const", at, key, i))
			if err != nil {
				return nil, false, err
			}
			for _, v := range some {
				v.Label, _ = inner["title"].(string)
				values = append(values, v)
			}
		}
		if values != nil {
			return values, true, nil
		}
	}
	if not, ok := o["not"].(object); ok && len(not) == 0 {
		return nil, true, nil // nothing is possible
	}
	return nil, false, nil
}

func listed(list []any, at string) (values []Value, ok bool, err error) {
	for i, of := range list {
		switch of.(type) {
		case nil:
			continue // "or null" is what not being required says
		case string, float64, bool:
			values = append(values, Value{Of: of})
		default:
			return nil, false, fault(fmt.Sprintf("%s/%d", at, i), "a listed value is a text, a number or a boolean: leave %s out", short(canonical(of)))
		}
	}
	return values, true, nil
}

// numbers reads the bounds of numbers.
func numbers(o object, at, kind string) (Domain, error) {
	d := Between(math.Inf(-1), math.Inf(1))
	if kind == "integer" || kind == "int" {
		d.Step = 1
	}
	for _, b := range []struct {
		key  string
		keep func(float64)
	}{
		{"minimum", func(f float64) { d.Low = max(d.Low, f) }},
		{"maximum", func(f float64) { d.High = min(d.High, f) }},
		{"exclusiveMinimum", func(f float64) { d.Low = max(d.Low, beyond(f, d.Step, 1)) }},
		{"exclusiveMaximum", func(f float64) { d.High = min(d.High, beyond(f, d.Step, -1)) }},
		{"multipleOf", func(f float64) { d.Step = f }},
	} {
		switch v := o[b.key].(type) {
		case nil, bool: // draft 4 wrote exclusive bounds as booleans
		case float64:
			b.keep(v)
		default:
			return Domain{}, fault(at+"/"+b.key, "a bound is a number: write one")
		}
	}
	d.Unit, _ = o["x-unit"].(string)
	d.Currency, _ = o["x-currency"].(string)
	return d, nil
}

// beyond is the next possible number past a bound that is excluded.
func beyond(f, step, way float64) float64 {
	if step > 0 {
		return f + way*step
	}
	return math.Nextafter(f, math.Inf(int(way)))
}

func texts(o object, at string) (Domain, error) {
	if format, _ := o["format"].(string); format == "date" {
		d := Day()
		d.Earliest, _ = o["x-earliest"].(string)
		d.Latest, _ = o["x-latest"].(string)
		return d, nil
	}
	d := Words()
	if p, ok := o["pattern"].(string); ok {
		d.Pattern = whole(p)
	} else if o["pattern"] != nil {
		return Domain{}, fault(at+"/pattern", "a pattern is a regular expression: write it as text")
	}
	if n, ok := o["maxLength"].(float64); ok {
		d.Longest = int(min(max(n, 1), LongestText))
	}
	return d, nil
}

func (r *schemaReader) list(o object, at string, depth int, seen []string) (Domain, error) {
	items := o["items"]
	if items == nil {
		items = object{"type": "string"}
	}
	inner, place, seen, err := r.resolve(items, at+"/items", depth+1, seen)
	if err != nil {
		return Domain{}, err
	}
	of, err := r.domain(inner, place, "", depth+1, seen)
	if err != nil {
		return Domain{}, err
	}
	if of.Kind == Opaque || of.Kind == List {
		return Domain{Kind: Opaque}, nil
	}
	d := Domain{Kind: List, Items: &of}
	for key, to := range map[string]*int{"minItems": &d.Fewest, "maxItems": &d.Most} {
		if n, ok := o[key].(float64); ok {
			*to = int(min(max(n, 0), MostItems))
		}
	}
	return d, nil
}

// anywhere begins the patterns of which a text only has to contain a match.
const anywhere = "(?s:.*)"

// whole turns a pattern that matches anywhere in a text, as JSON Schema's do, into one
// of the whole text. One that is anchored at both ends stays readable, so that texts
// can be searched for it.
func whole(p string) string {
	if inner, ok := strings.CutPrefix(p, "^"); ok && !strings.Contains(p, "|") && !strings.HasSuffix(p, `\$`) {
		if inner, ok = strings.CutSuffix(inner, "$"); ok {
			return inner
		}
	}
	if inner, ok := strings.CutPrefix(p, "^(?:"); ok { // as Domain.schema writes it
		if inner, ok = strings.CutSuffix(inner, ")$"); ok {
			return inner
		}
	}
	return anywhere + "(?:" + p + ")" + anywhere
}
