package schema

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"shopclerk/agent/tools"
)

// domain reads what a schema allows.
func domain(s *jsonschema.Schema) tools.Domain {
	values, constant := constants(s)
	flags := 0
	for _, v := range values {
		if _, is := v.Of.(bool); is {
			flags++
		}
	}
	switch {
	case s.Type == "array" && s.Items != nil:
		return list(s)
	case s.Type == "boolean", constant && flags == 2 && len(values) == 2:
		return tools.Flag()
	case constant && s.Type != "array":
		return tools.Choice(values...)
	case s.Type == "integer", s.Type == "number":
		return numbers(s)
	case s.Type == "array":
		return list(&jsonschema.Schema{Items: &jsonschema.Schema{Type: "string"}, MinItems: s.MinItems, MaxItems: s.MaxItems})
	case s.Type == "string" && s.Format == "date":
		return tools.Day()
	case s.Type == "string":
		d := tools.Words()
		if s.Pattern != "" {
			d.Pattern = whole(s.Pattern)
		}
		if s.MaxLength != nil {
			d.Longest = min(max(*s.MaxLength, 1), tools.LongestText)
		}
		return d
	}
	return opaque(s)
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
			if !slices.ContainsFunc(values, func(v tools.Value) bool { return v.Of == of }) {
				values = append(values, tools.Value{Of: of, Label: label})
			}
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

// numbers reads the bounds of numbers; those that contradict each other count for nothing.
func numbers(s *jsonschema.Schema) tools.Domain {
	d := tools.Between(math.Inf(-1), math.Inf(1))
	if s.Type == "integer" {
		d.Step = 1
	}
	if s.MultipleOf != nil && *s.MultipleOf > 0 {
		d.Step = *s.MultipleOf
	}
	next := func(f, way float64) float64 { // the next possible number past an excluded bound
		if d.Step > 0 {
			return f + way*d.Step
		}
		return math.Nextafter(f, math.Inf(int(way)))
	}
	if s.Minimum != nil {
		d.Low = *s.Minimum
	}
	if s.Maximum != nil {
		d.High = *s.Maximum
	}
	if s.ExclusiveMinimum != nil {
		d.Low = max(d.Low, next(*s.ExclusiveMinimum, 1))
	}
	if s.ExclusiveMaximum != nil {
		d.High = min(d.High, next(*s.ExclusiveMaximum, -1))
	}
	d.Unit, _ = s.Extra["x-unit"].(string)
	d.Currency, _ = s.Extra["x-currency"].(string)
	if d.Low > d.High {
		d.Low, d.High = math.Inf(-1), math.Inf(1)
	}
	return d
}

func list(s *jsonschema.Schema) tools.Domain {
	of := domain(s.Items)
	if of.Kind == tools.Opaque || of.Kind == tools.List {
		return opaque(s)
	}
	d := tools.Domain{Kind: tools.List, Items: &of}
	if s.MinItems != nil {
		d.Fewest = min(max(*s.MinItems, 0), tools.MostItems)
	}
	if s.MaxItems != nil && *s.MaxItems >= d.Fewest {
		d.Most = min(*s.MaxItems, tools.MostItems)
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

// whole turns a pattern that matches anywhere in a text, as JSON Schema's do, into one of
// the whole text.
func whole(p string) string {
	inner, from := strings.CutPrefix(p, "^(?:") // as [Of] writes it
	inner, to := strings.CutSuffix(inner, ")$")
	if from && to {
		return inner
	}
	return tools.Anywhere + "(?:" + p + ")" + tools.Anywhere
}
