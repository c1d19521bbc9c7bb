package tools

import (
	"encoding/json"
	"math"
	"strings"
)

// dialect is the JSON Schema that schemas are written in.
const dialect = "https://json-schema.org/draft/2020-12/schema"

// object is a JSON object that keeps no order: encoding/json sorts its keys, so that
// equal declarations are written alike.
type object = map[string]any

// Schema returns the JSON Schema of the tool's arguments, with the domains as they
// are now while nothing is known. [Read] reads it back.
func (t *Tool) Schema() json.RawMessage {
	s := t.schema()
	s["$schema"] = dialect
	return write(s)
}

// OpenAI returns the tool in the function format of OpenAI's chat completions.
func (t *Tool) OpenAI() json.RawMessage {
	return write(object{"type": "function", "function": object{"name": t.Name, "description": t.describe(), "parameters": t.schema()}})
}

// MCP returns the tool in the format of the Model Context Protocol.
func (t *Tool) MCP() json.RawMessage {
	return write(object{
		"name": t.Name, "title": t.title(), "description": t.describe(), "inputSchema": t.schema(),
		"annotations": object{"readOnlyHint": t.Effect == Reads, "destructiveHint": t.Effect == Irreversible, "idempotentHint": true},
	})
}

// describe is the purpose and how people ask.
func (t *Tool) describe() string {
	if len(t.Examples) == 0 {
		return t.Purpose
	}
	return strings.TrimSpace(t.Purpose + examplesMark + strings.Join(t.Examples, " | "))
}

// examplesMark stands between purpose and examples in a description.
const examplesMark = " Examples: "

func write(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic("tools: writing a schema: " + err.Error()) // only maps, texts and finite numbers are in it
	}
	return text
}

// schema nests parameters with dots in their names as objects.
func (t *Tool) schema() object {
	root := object{"type": "object", "properties": object{}, "required": []string{}, "additionalProperties": false}
	for i := range t.Parameters {
		p := &t.Parameters[i]
		at := root
		parts := strings.Split(p.Name, ".")
		for _, part := range parts[:len(parts)-1] {
			properties := at["properties"].(object)
			inner, ok := properties[part].(object)
			if !ok || inner["properties"] == nil {
				inner = object{"type": "object", "properties": object{}, "required": []string{}, "additionalProperties": false}
				properties[part] = inner
			}
			if p.Required {
				require(at, part)
			}
			at = inner
		}
		last := parts[len(parts)-1]
		at["properties"].(object)[last] = p.schema()
		if p.Required {
			require(at, last)
		}
	}
	return root
}

func require(at object, name string) {
	required := at["required"].([]string)
	for _, r := range required {
		if r == name {
			return
		}
	}
	at["required"] = append(required, name)
}

func (p *Parameter) schema() object {
	s := p.Domain.At(Arguments{}).schema()
	if p.Purpose != "" {
		s["description"] = p.Purpose
	}
	if p.Label != "" {
		s["title"] = p.Label
	}
	if p.Default != nil {
		s["default"] = p.Default
	}
	if p.Importance != 0 {
		s["x-importance"] = p.Importance
	}
	if p.Domain.Present != nil {
		s["x-data-dependent"] = true
	}
	return s
}

func (d Domain) schema() object {
	switch d.Kind {
	case Finite:
		return d.listedSchema()
	case Boolean:
		return object{"type": "boolean"}
	case Number:
		s := object{"type": "number"}
		if d.Step == 1 && (math.IsInf(d.Low, 0) || d.Low == math.Trunc(d.Low)) {
			s["type"] = "integer"
		} else if d.Step > 0 {
			s["multipleOf"] = d.Step
		}
		if !math.IsInf(d.Low, 0) {
			s["minimum"] = d.Low
		}
		if !math.IsInf(d.High, 0) {
			s["maximum"] = d.High
		}
		if d.Unit != "" {
			s["x-unit"] = d.Unit
		}
		if d.Currency != "" {
			s["x-currency"] = d.Currency
		}
		return s
	case Date:
		s := object{"type": "string", "format": "date"}
		if d.Earliest != "" {
			s["x-earliest"] = d.Earliest
		}
		if d.Latest != "" {
			s["x-latest"] = d.Latest
		}
		return s
	case Text:
		s := object{"type": "string"}
		if d.Pattern != "" {
			s["pattern"] = "^(?:" + d.Pattern + ")$"
		}
		if d.Longest > 0 {
			s["maxLength"] = d.Longest
		}
		return s
	case List:
		s := object{"type": "array", "items": d.Items.At(nil).schema()}
		if d.Fewest > 0 {
			s["minItems"] = d.Fewest
		}
		if d.Most > 0 {
			s["maxItems"] = d.Most
		}
		return s
	}
	return object{}
}

// listedSchema writes an enumeration: with the values' names where they have any.
func (d Domain) listedSchema() object {
	kinds := map[string]bool{}
	labelled := false
	var plain, titled []any
	for _, v := range d.Values {
		switch v.Of.(type) {
		case string:
			kinds["string"] = true
		case float64:
			kinds["number"] = true
		default:
			kinds["boolean"] = true
		}
		plain = append(plain, v.Of)
		one := object{"const": v.Of}
		if v.Label != "" {
			one["title"] = v.Label
			labelled = true
		}
		titled = append(titled, one)
	}
	if len(d.Values) == 0 { // nothing is possible now; an empty enumeration is no schema
		return object{"type": "string", "not": object{}}
	}
	s := object{}
	if labelled {
		s["oneOf"] = titled
	} else {
		s["enum"] = plain
	}
	if len(kinds) == 1 {
		for k := range kinds {
			s["type"] = k
		}
	}
	return s
}
