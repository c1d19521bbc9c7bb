package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"shopclerk/agent/tools"
)

// longest is how many bytes of declarations are read: the tools of the largest servers
// known take a few hundred kilobytes.
const longest = 4 << 20

// Read reads declarations of tools as OpenAI, Anthropic, Gemini, Bedrock, the Vercel AI SDK
// or the Model Context Protocol have them, or as {name, description, parameters}: one, a
// list of them, an object that holds them, or one after the other, a line each.
//
// The notes say what was left out of them, and where ("/2/parameters/properties/size").
// [tools.New] takes what is returned. The error is that of text that is no JSON, or far
// too long.
func Read(data []byte) (declared []tools.Tool, notes []string, err error) {
	if len(data) > longest {
		return nil, nil, fmt.Errorf("reading tools: %d bytes: at most %d are read; declare fewer tools at a time", len(data), longest)
	}
	decoder := json.NewDecoder(strings.NewReader(string(data)))
	var all []any
	for {
		var one any
		if err := decoder.Decode(&one); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, nil, fmt.Errorf("reading tools: byte %d: %w; send JSON", decoder.InputOffset(), err)
		}
		all = append(all, unpack(one)...)
	}
	seen := map[string]bool{}
	for i, item := range all {
		c := &cleaner{}
		t, ok := c.tool(item, fmt.Sprintf("/%d", i))
		switch {
		case !ok:
		case seen[t.Name]:
			c.note(fmt.Sprintf("/%d", i), "there is another tool %q: left out", t.Name)
		case len(declared) == tools.MostTools:
			c.note(fmt.Sprintf("/%d", i), "more than %d tools: left out", tools.MostTools)
		default:
			seen[t.Name] = true
			declared = append(declared, t)
		}
		notes = append(notes, c.notes...)
	}
	return declared, notes, nil
}

// unpack lists the declarations that a value is or holds.
func unpack(of any) []any {
	if list, ok := of.([]any); ok {
		var out []any
		for _, one := range list {
			out = append(out, unpack(one)...)
		}
		return out
	}
	o, _ := of.(object)
	for _, key := range []string{"tools", "functionDeclarations", "function_declarations"} {
		if o[key] != nil {
			return unpack(o[key])
		}
	}
	var named []any // as the Vercel AI SDK has them, by name
	for _, name := range slices.Sorted(maps.Keys(o)) {
		tool, ok := o[name].(object)
		if !ok || tool["parameters"] == nil && tool["inputSchema"] == nil || name == "function" || name == "toolSpec" {
			named = nil
			break
		}
		tool = maps.Clone(tool)
		tool["name"] = name
		named = append(named, tool)
	}
	if named != nil {
		return named
	}
	if of == nil {
		return nil
	}
	return []any{of}
}

// tool reads one declaration.
func (c *cleaner) tool(item any, at string) (tools.Tool, bool) {
	o, _ := item.(object)
	for _, key := range []string{"function", "toolSpec"} {
		if inner, ok := o[key].(object); ok {
			o, at = inner, at+"/"+key
		}
	}
	t := tools.Tool{Effect: tools.Changes} // who says nothing may change something
	t.Name, _ = o["name"].(string)
	if !tools.Named(t.Name) {
		c.note(at+"/name", "%s is no name of a tool: left out", short(o["name"]))
		return t, false
	}
	t.Title, _ = o["title"].(string)
	t.Purpose, _ = o["description"].(string)
	if hints, ok := o["annotations"].(object); ok {
		if title, ok := hints["title"].(string); ok && t.Title == "" {
			t.Title = title
		}
		if reads, _ := hints["readOnlyHint"].(bool); reads {
			t.Effect = tools.Reads
		} else if destroys, _ := hints["destructiveHint"].(bool); destroys {
			t.Effect = tools.Irreversible
		}
	}
	for _, key := range []string{"parameters", "inputSchema", "input_schema"} {
		if s := o[key]; s != nil {
			if inner, ok := s.(object); ok && inner["json"] != nil { // Bedrock's
				s = inner["json"]
			}
			c.parameters(&t, c.read(s, at+"/"+key), at+"/"+key, level{required: true})
			break
		}
	}
	return t, true
}

// level is an object inside the arguments.
type level struct {
	path     []string
	required bool   // the call can not do without it
	within   string // the name of the object, "" for the arguments themselves
}

// parameters adds those of an object's schema.
func (c *cleaner) parameters(t *tools.Tool, s *jsonschema.Schema, at string, l level) {
	if s.Type != "" && s.Type != "object" {
		c.note(at+"/type", "arguments of type %q: none are read", s.Type)
		return
	}
	for _, name := range order(s) {
		p := tools.Parameter{Path: append(slices.Clip(l.path), name), Within: l.within}
		p.Name = strings.Join(p.Path, ".")
		needed := slices.Contains(s.Required, name)
		p.Required, p.Expected = l.required && needed, needed && !l.required
		place := at + "/properties/" + name
		if !tools.Named(p.Name) || t.Parameter(p.Name) != nil || len(t.Parameters) == tools.MostParameters {
			c.note(place, "no name of its own, or too many: left out")
			continue
		}
		inner := s.Properties[name]
		p.Purpose, p.Label = inner.Description, inner.Title
		if len(inner.Properties) == 0 {
			p.Domain = domain(inner)
			c.preset(&p, inner, place)
			t.Parameters = append(t.Parameters, p)
			continue
		}
		if len(inner.Required) == 0 && needed { // it must be there, and nothing of it must
			p.Whole, p.Domain = true, opaque(inner)
			t.Parameters = append(t.Parameters, p)
		}
		under := level{path: p.Path, required: p.Required, within: p.Name + "."}
		if p.Expected { // with the object around it
			under.within = l.within
		}
		c.parameters(t, inner, place, under)
	}
}

// preset takes the default, where the domain holds it.
func (c *cleaner) preset(p *tools.Parameter, s *jsonschema.Schema, at string) {
	var of any
	if json.Unmarshal(s.Default, &of) != nil || of == nil || of == "None" { // no value, as Python writes it
		return
	}
	var err error
	p.Implied = true
	if p.Default, err = p.Domain.Accept(of); err != nil {
		p.Default = nil
		c.note(at+"/default", "%v: left out", err)
	}
}

// order lists properties: the required ones in their order, which is where a document in
// JSON keeps one, then the others by name.
func order(s *jsonschema.Schema) []string {
	out := slices.Clone(s.Required)
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}
