package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// longestArguments is how many bytes of arguments are read. No person could confirm
// more, and no call that people ask for in words has more.
const longestArguments = 256 << 10

// ParseArguments reads a call's arguments from JSON: an object, or a text that holds
// one, as OpenAI's format writes it. Nested objects become arguments with dots in
// their names; null is ⊥. It checks each value against its domain as far as that
// does not depend on the present state; [Kit.Decide] checks the rest. All faults are
// returned together, each with its place and remedy.
func (t *Tool) ParseArguments(data []byte) (Arguments, error) {
	if len(data) > longestArguments {
		return nil, fmt.Errorf("arguments of %s: %d bytes: at most %d are read; shorten them", t.Name, len(data), longestArguments)
	}
	var of any
	if err := json.Unmarshal(data, &of); err != nil {
		return nil, fmt.Errorf("arguments of %s: %w; send a JSON object", t.Name, err)
	}
	if inner, ok := of.(string); ok {
		of = nil
		if err := json.Unmarshal([]byte(inner), &of); err != nil {
			return nil, fmt.Errorf("arguments of %s, inside the text: %w; send a JSON object", t.Name, err)
		}
	}
	o, ok := of.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("arguments of %s: they are no object; name each argument", t.Name)
	}
	args := Arguments{}
	var faults []error
	t.flatten(o, "", args, &faults, 0)
	if len(faults) > 0 {
		return nil, fmt.Errorf("arguments of %s: %w", t.Name, errors.Join(faults...))
	}
	return args, nil
}

// flatten puts the values of an object under the parameters' names.
func (t *Tool) flatten(o map[string]any, prefix string, args Arguments, faults *[]error, depth int) {
	for _, name := range slices.Sorted(maps.Keys(o)) {
		of, full := o[name], prefix+name
		if of == nil {
			continue
		}
		p := t.Parameter(full)
		if p == nil {
			if inner, ok := of.(map[string]any); ok && depth < deepest && t.within(full+".") {
				t.flatten(inner, full+".", args, faults, depth+1)
				continue
			}
			*faults = append(*faults, fault("/"+full, "the tool has no such parameter: leave it out"))
			continue
		}
		if p.Domain.Present == nil {
			accepted, err := p.Domain.Accept(of)
			if err != nil {
				*faults = append(*faults, fault("/"+full, "%w", err))
				continue
			}
			of = accepted
		} else if _, isObject := of.(map[string]any); isObject {
			*faults = append(*faults, fault("/"+full, "an object where a single value is needed: give that"))
			continue
		}
		args[full] = of
	}
}

// within reports whether a parameter's name begins so.
func (t *Tool) within(prefix string) bool {
	return slices.ContainsFunc(t.Parameters, func(p Parameter) bool { return len(p.Name) > len(prefix) && p.Name[:len(prefix)] == prefix })
}
