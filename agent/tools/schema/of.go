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
	empty := func() *jsonschema.Schema {
		return &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}, Required: []string{}, AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}}}
	}
	require := func(s *jsonschema.Schema, name string, needed bool) {
		if needed && !slices.Contains(s.Required, name) {
			s.Required = append(s.Required, name)
		}
	}
	root := empty()
	for i := range t.Parameters {
		p := &t.Parameters[i]
		at, path := root, p.Levels()
		for _, part := range path[:len(path)-1] {
			inner := at.Properties[part]
			if inner == nil || inner.Properties == nil {
				inner = empty()
				at.Properties[part] = inner
			}
			require(at, part, p.Required)
			at = inner
		}
		last := path[len(path)-1]
		require(at, last, p.Required || p.Expected)
		if p.Whole { // its properties follow
			continue
		}
		s := of(p.Domain.At(tools.Arguments{}))
		s.Description, s.Title = p.Purpose, p.Label
		if p.Default != nil {
			s.Default, _ = json.Marshal(p.Default) // a value of the domain's
		}
		at.Properties[last] = s
	}
	return root
}

// of writes a domain.
func of(d tools.Domain) *jsonschema.Schema {
	s := &jsonschema.Schema{}
	switch d.Kind {
	case tools.Finite:
		if len(d.Values) == 0 { // nothing is possible now; an empty enumeration is no schema
			return &jsonschema.Schema{Type: "string", Not: &jsonschema.Schema{}}
		}
		for _, v := range d.Values {
			s.OneOf = append(s.OneOf, &jsonschema.Schema{Const: &v.Of, Title: v.Label})
		}
	case tools.Boolean:
		s.Type = "boolean"
	case tools.Number:
		s.Type = "number"
		if d.Step > 0 {
			s.MultipleOf = &d.Step
		}
		if !math.IsInf(d.Low, 0) {
			s.Minimum = &d.Low
		}
		if !math.IsInf(d.High, 0) {
			s.Maximum = &d.High
		}
	case tools.Date:
		s.Type, s.Format = "string", "date"
	case tools.Text:
		s.Type = "string"
		if d.Pattern != "" {
			s.Pattern = "^(?:" + d.Pattern + ")$"
		}
		if d.Longest > 0 {
			s.MaxLength = &d.Longest
		}
	case tools.List:
		s.Type, s.Items = "array", of(d.Items.At(nil))
		if d.Fewest > 0 {
			s.MinItems = &d.Fewest
		}
		if d.Most > 0 {
			s.MaxItems = &d.Most
		}
	}
	return s
}
