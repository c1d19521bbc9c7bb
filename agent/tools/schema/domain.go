package schema

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"shopclerk/agent/language"
	"shopclerk/agent/tools"
)

// enumerated finds the values that a description lists, as some declare them.
var enumerated = regexp.MustCompile(`\[Enum\]:\s*(\[[^\]]*\])`)

// domain reads what a schema allows.
func (m *mender) domain(s *jsonschema.Schema, at string) tools.Domain {
	values, constant := constants(s)
	bools := slices.DeleteFunc(slices.Clone(values), func(v tools.Value) bool { _, is := v.Of.(bool); return !is })
	switch {
	case constant && (s.Type == "boolean" || len(values) == 2 && len(bools) == 2):
		return tools.Flag()
	case constant:
		return tools.Choice(values...)
	}
	if of := enumeration(s); of != nil && (s.Type == "string" || s.Type == "") {
		return tools.OneOf(of...)
	}
	switch s.Type {
	case "boolean":
		return tools.Flag()
	case "integer", "number":
		return numbers(s)
	case "array":
		return m.list(s, at)
	case "string":
		return texts(s)
	}
	return opaque(s)
}

// enumeration are the values that a description enumerates, sorted; nil where it does not.
func enumeration(s *jsonschema.Schema) []string {
	var of []string
	if found := enumerated.FindStringSubmatch(s.Description); found == nil || json.Unmarshal([]byte(found[1]), &of) != nil || len(of) < 2 {
		return nil
	}
	slices.Sort(of)
	return slices.Compact(of)
}

// constants reads enumerations. Of null nothing is kept: that is what not being required
// says; and nothing is constant where a value is a list or an object.
func constants(s *jsonschema.Schema) ([]tools.Value, bool) {
	var values []tools.Value
	scalar := true
	add := func(of any, label string) {
		switch of.(type) {
		case nil:
		case string, float64, bool:
			values = append(values, tools.Value{Of: of, Label: label})
		default:
			scalar = false
		}
	}
	switch {
	case s.Const != nil:
		add(*s.Const, "")
	case s.Enum != nil:
		for _, of := range s.Enum {
			add(of, "")
		}
	case s.Not != nil && len(s.Not.Properties) == 0 && s.Not.Type == "" && s.Not.Enum == nil && s.Not.Const == nil:
		return nil, true // nothing is possible
	default:
		for _, one := range slices.Concat(s.OneOf, s.AnyOf) {
			if scalar = scalar && one.Const != nil; scalar {
				add(*one.Const, one.Title)
			}
		}
	}
	return values, scalar && len(values) > 0
}

// numbers reads the bounds of numbers.
func numbers(s *jsonschema.Schema) tools.Domain {
	d := tools.Between(math.Inf(-1), math.Inf(1))
	if s.Type == "integer" {
		d.Step = 1
	}
	if s.MultipleOf != nil {
		d.Step = *s.MultipleOf
	}
	for of, keep := range map[*float64]func(float64){
		s.Minimum:          func(f float64) { d.Low = max(d.Low, f) },
		s.Maximum:          func(f float64) { d.High = min(d.High, f) },
		s.ExclusiveMinimum: func(f float64) { d.Low = max(d.Low, beyond(f, d.Step, 1)) },
		s.ExclusiveMaximum: func(f float64) { d.High = min(d.High, beyond(f, d.Step, -1)) },
	} {
		if of != nil {
			keep(*of)
		}
	}
	d.Unit, _ = s.Extra["x-unit"].(string)
	d.Currency, _ = s.Extra["x-currency"].(string)
	if d.Low > d.High { // by bounds of both kinds
		d.Low, d.High = math.Inf(-1), math.Inf(1)
	}
	return d
}

// measuredIn finds the unit that a description says numbers are in: "in gallons".
var measuredIn = regexp.MustCompile(`(?i)\bin (\pL{3,})`)

// unit is the unit that a number is in by its name ("liter") or description ("in
// meters"); empty where neither says one. Units of one or two letters are words as well.
func unit(name, description string) string {
	said := language.NameWords(name)
	for _, m := range measuredIn.FindAllStringSubmatch(description, -1) {
		said = append(said, language.NameStems(m[1])...)
	}
	for _, w := range said {
		if u, known := language.KnownUnit(w); known && len(w) > 2 {
			return u.Name
		}
	}
	return ""
}

// beyond is the next possible number past a bound that is excluded.
func beyond(f, step, way float64) float64 {
	if step > 0 {
		return f + way*step
	}
	return math.Nextafter(f, math.Inf(int(way)))
}

func texts(s *jsonschema.Schema) tools.Domain {
	if s.Format == "date" {
		d := tools.Day()
		d.Earliest, _ = s.Extra["x-earliest"].(string)
		d.Latest, _ = s.Extra["x-latest"].(string)
		return d
	}
	d := tools.Words()
	d.Layout, d.Values = layout(s.Description), toldValues(s.Description)
	if s.Pattern != "" {
		d.Pattern = whole(s.Pattern)
	}
	if s.MaxLength != nil {
		d.Longest = min(max(*s.MaxLength, 1), tools.LongestText)
	}
	return d
}

var (
	// options find the values that a text tells of in passing: "Options are: a, b, c.",
	// "(Buy/Sell)"; and explained those that it explains: "'l' for lines".
	options   = regexp.MustCompile(`(?i)(?:\b(?:options|choices|values|one of)\b[^:.;(]{0,20}:|\[Enum\]:)\s*([^.;)]+)|\((\w+(?:/\w+)+)\)`)
	explained = regexp.MustCompile(`['"]([^'"]{1,30})['"]\s+(?:for|means|=)\s+([\w ]+)`)
)

// toldValues are the values that a description tells of, with what it calls them.
func toldValues(description string) []tools.Value {
	var out []tools.Value
	add := func(of, name string) {
		v := tools.Value{Of: strings.Trim(of, " '\"")}
		if name != "" {
			v.Names = []string{strings.TrimSpace(name)}
		}
		if v.Of != "" && len(out) < tools.MostItems {
			out = append(out, v)
		}
	}
	for _, m := range explained.FindAllStringSubmatch(description, -1) {
		add(m[1], m[2])
	}
	if found := options.FindStringSubmatch(description); found != nil && out == nil {
		for _, of := range strings.FieldsFunc(found[1]+found[2], func(r rune) bool { return r == ',' || r == '/' || r == '|' }) {
			if of = strings.TrimPrefix(strings.TrimSpace(of), "or "); strings.Count(of, " ") <= 2 {
				add(of, "")
			}
		}
	}
	return out
}

// dateForm is how a description says that dates are written: YYYY-MM-DD, %d/%m/%Y.
var dateForm = regexp.MustCompile(`(?i)%?(yyyy|mm|dd|[ymd])([-/.]?)%?(yyyy|mm|dd|[ymd])([-/.]?)%?(yyyy|mm|dd|[ymd])`)

// layout returns the layout of package time that a description asks for, "" if none.
func layout(description string) string {
	for _, found := range dateForm.FindAllStringSubmatch(description, -1) {
		out := ""
		for _, part := range found[1:] {
			switch strings.ToLower(part) {
			case "yyyy", "y":
				out += "2006"
			case "mm", "m":
				out += "01"
			case "dd", "d":
				out += "02"
			default:
				out += part
			}
		}
		if strings.Contains(out, "2006") && strings.Contains(out, "01") && strings.Contains(out, "02") {
			return out
		}
	}
	return ""
}

func (m *mender) list(s *jsonschema.Schema, at string) tools.Domain {
	items := s.Items
	if items == nil {
		items = &jsonschema.Schema{Type: "string"}
	}
	of := m.domain(items, at+"/items")
	if of.Kind == tools.Opaque || of.Kind == tools.List {
		return opaque(s)
	}
	if values := enumeration(s); values != nil && of.Kind == tools.Text { // of its items, said of the list
		of = tools.OneOf(values...)
	}
	d := tools.Domain{Kind: tools.List, Items: &of}
	if s.MinItems != nil {
		d.Fewest = min(max(*s.MinItems, 0), tools.MostItems)
	}
	if s.MaxItems != nil {
		d.Most = min(max(*s.MaxItems, 0), tools.MostItems)
	}
	return d
}

// opaque is the domain of whatever keeps a schema.
func opaque(s *jsonschema.Schema) tools.Domain {
	d := tools.Domain{Kind: tools.Opaque}
	checked, err := s.CloneSchemas().Resolve(nil)
	if err != nil {
		return d
	}
	d.Fits = func(of any) ([]string, bool) {
		lacking := missingInside(s, of, "")
		return lacking, len(lacking) == 0 && checked.Validate(of) == nil
	}
	return d
}

// missingInside lists what a value must have inside and has not, by its place.
func missingInside(s *jsonschema.Schema, of any, at string) []string {
	var out []string
	switch of := of.(type) {
	case object:
		for _, name := range s.Required {
			if of[name] == nil {
				out = append(out, strings.TrimSpace(at+" "+name))
			}
		}
		for _, name := range slices.Sorted(maps.Keys(of)) {
			if inner := s.Properties[name]; inner != nil {
				out = append(out, missingInside(inner, of[name], strings.TrimSpace(at+" "+name))...)
			}
		}
	case []any:
		for i := range of {
			place := at
			if len(of) > 1 {
				place = strings.TrimSpace(fmt.Sprintf("%s %d:", at, i+1))
			}
			if s.Items != nil {
				out = append(out, missingInside(s.Items, of[i], place)...)
			}
		}
	}
	return out
}

// whole turns a pattern that matches anywhere in a text, as JSON Schema's do, into one
// of the whole text. One that is anchored at both ends stays readable, so that texts
// can be searched for it.
func whole(p string) string {
	if inner, ok := strings.CutPrefix(p, "^"); ok && !strings.Contains(p, "|") && !strings.HasSuffix(p, `\$`) {
		if inner, ok = strings.CutSuffix(inner, "$"); ok {
			return inner
		}
	}
	if inner, ok := strings.CutPrefix(p, "^(?:"); ok { // as it is written here
		if inner, ok = strings.CutSuffix(inner, ")$"); ok {
			return inner
		}
	}
	return tools.Anywhere + "(?:" + p + ")" + tools.Anywhere
}
