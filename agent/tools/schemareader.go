package tools

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// schemaReader reads the schema of one tool's arguments.
type schemaReader struct {
	root  any
	place string
}

// properties reads the parameters of an object's schema. required says that the
// object itself is.
func (r *schemaReader) properties(s any, at, prefix string, required bool, depth int, seen []string) ([]Parameter, error) {
	o, at, seen, err := r.resolve(s, at, depth, seen)
	if err != nil {
		return nil, err
	}
	if kind, ok := o["type"].(string); ok && kind != "object" && kind != "dict" {
		return nil, fault(at+"/type", "arguments are of type %s: they must be an object", short(kind))
	}
	properties, ok := o["properties"].(object)
	if !ok && o["properties"] != nil {
		return nil, fault(at+"/properties", "properties are an object: name each")
	}
	needed := map[string]bool{}
	if list, ok := o["required"].([]any); ok {
		for i, n := range list {
			name, ok := n.(string)
			if _, known := properties[name]; !ok || !known {
				return nil, fault(fmt.Sprintf("%s/required/%d", at, i), "%s is required and is no property: add it, or do not require it", short(fmt.Sprint(n)))
			}
			needed[name] = true
		}
	} else if o["required"] != nil {
		return nil, fault(at+"/required", "it is a list of properties' names: write it so")
	}
	var out []Parameter
	for _, name := range r.order(properties, o) {
		parameters, err := r.parameter(properties[name], at+"/properties/"+name, prefix+name, required && needed[name], depth+1, seen)
		if err != nil {
			return nil, err
		}
		out = append(out, parameters...)
	}
	return out, nil
}

// order lists properties: the required ones in their order, which is where a
// document in JSON keeps one, then the others by name.
func (r *schemaReader) order(properties, o object) []string {
	var out []string
	if list, ok := o["required"].([]any); ok {
		for _, n := range list {
			if name := n.(string); !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// parameter reads one property: a parameter, or those of an object.
func (r *schemaReader) parameter(s any, at, name string, required bool, depth int, seen []string) ([]Parameter, error) {
	o, place, seen, err := r.resolve(s, at, depth, seen)
	if err != nil {
		return nil, err
	}
	if inner, ok := o["properties"].(object); ok && len(inner) > 0 {
		return r.properties(o, place, name+".", required, depth, seen)
	}
	p := Parameter{Name: name, Required: required}
	p.Purpose, _ = o["description"].(string)
	p.Label, _ = o["title"].(string)
	p.Importance, _ = o["x-importance"].(float64)
	if p.Domain, err = r.domain(o, place, p.Purpose, depth, seen); err != nil {
		return nil, err
	}
	if err := p.Domain.fault(); err != nil {
		return nil, fault(place, "%w", err)
	}
	if d := o["default"]; d != nil && d != "None" { // no value, as Python writes it
		if p.Default, err = p.Domain.Accept(d); err != nil {
			return nil, fault(place+"/default", "%w; or leave the default out", err)
		}
	}
	return []Parameter{p}, nil
}

// resolve follows references, and joins what a schema says with what it refers to.
func (r *schemaReader) resolve(s any, at string, depth int, seen []string) (object, string, []string, error) {
	if depth > deepest {
		return nil, "", nil, fault(at, "schemas lie more than %d deep in each other: flatten them", deepest)
	}
	if b, ok := s.(bool); ok && b {
		return object{}, at, seen, nil
	}
	o, ok := s.(object)
	if !ok {
		return nil, "", nil, fault(at, "a schema is an object: write one")
	}
	if inner, where, ok := nullable(o, at); ok {
		return r.resolve(inner, where, depth+1, seen)
	}
	ref, ok := o["$ref"].(string)
	if !ok {
		return o, at, seen, nil
	}
	if slices.Contains(seen, ref) {
		return nil, "", nil, fault(at+"/$ref", "%s refers to itself: write out the levels that are needed", short(ref))
	}
	path, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return nil, "", nil, fault(at+"/$ref", "%s lies outside: copy the schema into this one", short(ref))
	}
	target := r.root
	for _, part := range strings.Split(strings.TrimPrefix(path, "/"), "/") {
		if part == "" {
			continue
		}
		part = strings.NewReplacer("~1", "/", "~0", "~").Replace(part)
		inner, ok := target.(object)
		if !ok || inner[part] == nil {
			return nil, "", nil, fault(at+"/$ref", "there is no %s: define it, or correct the reference", short(ref))
		}
		target = inner[part]
	}
	found, where, seen, err := r.resolve(target, r.place+path, depth+1, append(slices.Clip(seen), ref))
	if err != nil {
		return nil, "", nil, err
	}
	joined := maps.Clone(found)
	for k, v := range o { // a description beside a reference counts
		if k != "$ref" {
			joined[k] = v
		}
	}
	return joined, where, seen, nil
}

// nullable returns what a schema of two alternatives allows beside null, joined with
// what stands beside the alternatives.
func nullable(o object, at string) (object, string, bool) {
	for _, key := range []string{"anyOf", "oneOf"} {
		list, _ := o[key].([]any)
		if len(list) != 2 {
			continue
		}
		for i, one := range list {
			null, _ := one.(object)
			inner, ok := list[1-i].(object)
			if !ok || null["type"] != "null" {
				continue
			}
			joined := maps.Clone(o)
			delete(joined, key)
			for k, v := range inner {
				if joined[k] == nil {
					joined[k] = v
				}
			}
			return joined, fmt.Sprintf("%s/%s/%d", at, key, 1-i), true
		}
	}
	return nil, "", false
}
