package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"shopclerk/agent/language"
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
	seen, left := map[string]bool{}, mostRead
	for i, item := range all {
		if left < 0 {
			notes = append(notes, fmt.Sprintf("/%d: more is declared than is read: left out from here on", i))
			break
		}
		r := &reader{left: &left}
		t, ok := r.tool(item, fmt.Sprintf("/%d", i))
		switch {
		case !ok:
		case seen[t.Name]:
			r.note(fmt.Sprintf("/%d", i), "there is another tool %q: left out", t.Name)
		case len(declared) == tools.MostTools:
			r.note(fmt.Sprintf("/%d", i), "more than %d tools: left out", tools.MostTools)
		default:
			seen[t.Name] = true
			declared = append(declared, t)
		}
		notes = append(notes, r.notes...)
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
		named = append(named, join(tool, object{"name": name}))
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
func (r *reader) tool(item any, at string) (tools.Tool, bool) {
	o, _ := item.(object)
	for _, key := range []string{"function", "toolSpec"} {
		if inner, ok := o[key].(object); ok {
			if hints := o["annotations"]; hints != nil { // beside what OpenAI and Bedrock have
				inner = join(object{"annotations": hints}, inner)
			}
			o, at = inner, at+"/"+key
		}
	}
	t := tools.Tool{Effect: tools.Irreversible} // MCP's default: who says nothing may destroy something
	t.Name, _ = o["name"].(string)
	if !tools.Named(t.Name) {
		r.note(at+"/name", "%s is no name of a tool: left out", short(o["name"]))
		return t, false
	}
	t.Purpose, _ = o["description"].(string)
	hints, _ := o["annotations"].(object)
	if t.Title, _ = o["title"].(string); t.Title == "" {
		t.Title, _ = hints["title"].(string)
	}
	if hints["readOnlyHint"] == true {
		t.Effect = tools.Reads
	} else if hints["destructiveHint"] == false {
		t.Effect = tools.Changes
	}
	for _, key := range []string{"parameters", "parametersJsonSchema", "inputSchema", "input_schema"} {
		if s := o[key]; s != nil {
			if inner, ok := s.(object); ok && inner["json"] != nil { // Bedrock's
				s = inner["json"]
			}
			r.root = s
			r.parameters(&t, s, at+"/"+key, nil, level{})
			nameInner(&t)
			break
		}
	}
	return t, true
}

// nameInner calls fields inside objects by their own names, where no other parameter is called so.
func nameInner(t *tools.Tool) {
	of := map[string][]*tools.Parameter{}
	for i := range t.Parameters {
		p := &t.Parameters[i]
		last := p.Path[len(p.Path)-1]
		of[last] = append(of[last], p)
	}
	for name, all := range of {
		if p := all[0]; len(all) == 1 && p.Label == "" && len(p.Path) > 1 {
			p.Label = strings.Join(language.NameWords(name), " ")
		}
	}
}

// deepest is the level from which an object is read as one value: references make a few lines
// nest without end, and each question and note names all levels.
const deepest = 16

// level is an object inside the arguments.
type level struct {
	path   []string
	within string // the beginning of the names in the optional object around it, "" for none
}

// parameters adds those of an object's schema.
func (r *reader) parameters(t *tools.Tool, declared any, at string, seen []string, l level) {
	s, seen := r.follow(declared, at, seen)
	if kind := r.kind(s, at); kind != "" && kind != "object" {
		r.note(at+"/type", "arguments of type %q: none are read", kind)
		return
	}
	properties, _ := s["properties"].(object)
	for _, key := range []string{"anyOf", "oneOf"} {
		for n, of := range alternatives(s, key) {
			one, _ := r.follow(of, fmt.Sprintf("%s/%s/%d", at, key, n), seen)
			if more, _ := one["properties"].(object); more != nil {
				properties = join(object{"properties": more}, object{"properties": properties})["properties"].(object)
			}
			if set := required(one); len(set) > 0 && l.path == nil {
				t.Either = append(t.Either, set)
			}
		}
	}
	needed := required(s)
	for _, name := range needed {
		if properties[name] == nil {
			r.note(at+"/required", "%q is no property: left out", name)
		}
	}
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(properties)), func(name string) bool { return slices.Contains(needed, name) })
	for _, name := range append(slices.Clone(needed), names...) { // the required ones in their order, in which JSON keeps them
		if *r.left < 0 {
			return
		}
		p := tools.Parameter{Path: append(slices.Clip(l.path), name), Within: l.within}
		p.Name = strings.Join(p.Path, ".")
		needed := slices.Contains(needed, name)
		p.Nullable = needed && nullable(properties[name])
		p.Required = needed && !p.Nullable
		place := at + "/properties/" + name
		switch {
		case properties[name] == nil:
			continue
		case !tools.Named(p.Name) || t.Parameter(p.Name) != nil || len(t.Parameters) == tools.MostParameters:
			r.note(place, "no name of its own, or too many: left out")
			continue
		}
		inner, on := r.follow(properties[name], place, seen)
		p.Purpose, _ = inner["description"].(string)
		p.Label, _ = inner["title"].(string)
		// an object that must be there, and of which nothing must, is one value
		if below, _ := inner["properties"].(object); len(below) == 0 || len(p.Path) == deepest || p.Required && len(required(inner)) == 0 {
			p.Domain = r.domain(inner, place, on)
			r.preset(&p, inner["default"], place)
			t.Parameters = append(t.Parameters, p)
			continue
		}
		under := level{p.Path, p.Name + "."}
		if p.Required { // with the object around it
			under.within = l.within
		}
		r.parameters(t, inner, place, on, under)
	}
}

// preset takes a default, where the domain holds it.
func (r *reader) preset(p *tools.Parameter, of any, at string) {
	if of == nil || of == "None" { // no value, as Python writes it
		return
	}
	var o *tools.Objection
	p.Implied = true
	if p.Default, o = p.Domain.Accept(of); o != nil {
		r.note(at+"/default", "%v: left out", o)
	}
}
