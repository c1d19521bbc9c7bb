package schema

import (
	"encoding/json"
	"math"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"shopclerk/agent/tools"
)

// Of returns the JSON Schema of a tool's arguments, with the domains as they are now
// while nothing is known. [Read] reads it back. Parameters with dots in their names are
// nested as objects.
func Of(t *tools.Tool) *jsonschema.Schema {
	root := nothing()
	for i := range t.Parameters {
		p := &t.Parameters[i]
		at, path := root, p.Levels()
		for _, part := range path[:len(path)-1] {
			inner := at.Properties[part]
			if inner == nil || inner.Properties == nil {
				inner = nothing()
				at.Properties[part] = inner
				at.PropertyOrder = append(at.PropertyOrder, part)
			}
			if p.Required {
				require(at, part)
			}
			at = inner
		}
		last := path[len(path)-1]
		if p.Required || p.Expected {
			require(at, last)
		}
		if p.Whole { // its properties follow
			continue
		}
		at.Properties[last] = parameter(p)
		at.PropertyOrder = append(at.PropertyOrder, last)
	}
	return root
}

// nothing is the schema of an object without properties.
func nothing() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}, Required: []string{}, AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}}}
}

func require(s *jsonschema.Schema, name string) {
	if !slices.Contains(s.Required, name) {
		s.Required = append(s.Required, name)
	}
}

func parameter(p *tools.Parameter) *jsonschema.Schema {
	s := schemaOf(p.Domain.At(tools.Arguments{}))
	s.Description, s.Title = p.Purpose, p.Label
	if p.Default != nil {
		s.Default, _ = json.Marshal(p.Default) // a value of the domain's
	}
	if p.Importance != 0 {
		extra(s, "x-importance", p.Importance)
	}
	if p.Domain.Present != nil {
		extra(s, "x-data-dependent", true)
	}
	return s
}

// extra adds a keyword of our own, unless its value says nothing.
func extra(s *jsonschema.Schema, key string, value any) {
	if value == "" {
		return
	}
	if s.Extra == nil {
		s.Extra = map[string]any{}
	}
	s.Extra[key] = value
}

// schemaOf writes a domain.
func schemaOf(d tools.Domain) *jsonschema.Schema {
	s := &jsonschema.Schema{}
	switch d.Kind {
	case tools.Finite:
		return listed(d.Values)
	case tools.Boolean:
		s.Type = "boolean"
	case tools.Number:
		s.Type = "number"
		if d.Step == 1 && (math.IsInf(d.Low, 0) || d.Low == math.Trunc(d.Low)) {
			s.Type = "integer"
		} else if d.Step > 0 {
			s.MultipleOf = &d.Step
		}
		if !math.IsInf(d.Low, 0) {
			s.Minimum = &d.Low
		}
		if !math.IsInf(d.High, 0) {
			s.Maximum = &d.High
		}
		extra(s, "x-unit", d.Unit)
		extra(s, "x-currency", d.Currency)
	case tools.Date:
		s.Type, s.Format = "string", "date"
		extra(s, "x-earliest", d.Earliest)
		extra(s, "x-latest", d.Latest)
	case tools.Text:
		s.Type = "string"
		if d.Pattern != "" {
			s.Pattern = "^(?:" + d.Pattern + ")$"
		}
		if d.Longest > 0 {
			s.MaxLength = &d.Longest
		}
	case tools.List:
		s.Type, s.Items = "array", schemaOf(d.Items.At(nil))
		if d.Fewest > 0 {
			s.MinItems = &d.Fewest
		}
		if d.Most > 0 {
			s.MaxItems = &d.Most
		}
	}
	return s
}

// listed writes an enumeration: with the values' names where they have any.
func listed(values []tools.Value) *jsonschema.Schema {
	if len(values) == 0 { // nothing is possible now; an empty enumeration is no schema
		return &jsonschema.Schema{Type: "string", Not: &jsonschema.Schema{}}
	}
	s := &jsonschema.Schema{}
	kinds := map[string]bool{}
	named := slices.ContainsFunc(values, func(v tools.Value) bool { return v.Label != "" })
	for _, v := range values {
		switch v.Of.(type) {
		case string:
			s.Type = "string"
		case float64:
			s.Type = "number"
		default:
			s.Type = "boolean"
		}
		kinds[s.Type] = true
		if named {
			s.OneOf = append(s.OneOf, &jsonschema.Schema{Const: &v.Of, Title: v.Label})
		} else {
			s.Enum = append(s.Enum, v.Of)
		}
	}
	if len(kinds) > 1 {
		s.Type = ""
	}
	return s
}
