package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

const (
	// longestDeclaration is how many bytes of declarations are read: the tools of
	// the largest servers known take a few hundred kilobytes.
	longestDeclaration = 4 << 20
	// deepest is how many schemas may lie inside each other. A person can not be
	// asked about deeper ones, and recursion must end.
	deepest = 16
)

// Read reads declarations of tools: in the function format of OpenAI, in the format
// of the Model Context Protocol, or as {name, description, parameters}; one, a list
// of them, or an object whose "tools" is a list; or one after the other, a line each.
//
// JSON Schema is read as far as a person can be asked about it: types, enumerations
// (enum, const, and oneOf or anyOf of constants with titles), bounds, formats,
// patterns, defaults, references within the document. Objects inside objects become
// parameters with dots in their names. What is left, such as lists of objects,
// becomes an [Opaque] parameter: it can be passed on, and not be asked about.
//
// Every error says where ("/tools/2/parameters/properties/size"), what, and what to
// do.
func Read(data []byte) ([]Tool, error) {
	if len(data) > longestDeclaration {
		return nil, fmt.Errorf("reading tools: %d bytes: at most %d are read; declare fewer tools at a time", len(data), longestDeclaration)
	}
	decoder := json.NewDecoder(strings.NewReader(string(data)))
	var all []any
	for {
		var one any
		if err := decoder.Decode(&one); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("reading tools: byte %d: %w; send JSON", decoder.InputOffset(), err)
		}
		all = append(all, one)
	}
	var document any = all
	if len(all) == 1 {
		document = all[0]
	}
	var out []Tool
	var faults []error
	place := ""
	if o, ok := document.(object); ok && o["tools"] != nil {
		document, place = o["tools"], "/tools"
	}
	list, ok := document.([]any)
	if !ok {
		list = []any{document}
	}
	for i, item := range list {
		at := place
		if ok {
			at = fmt.Sprintf("%s/%d", place, i)
		}
		t, err := readTool(item, at)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		out = append(out, t)
	}
	if len(faults) > 0 {
		return nil, fmt.Errorf("reading tools: %w", errors.Join(faults...))
	}
	if _, err := New(out...); err != nil {
		return nil, fmt.Errorf("reading tools: %w", err)
	}
	return out, nil
}

// readTool reads one declaration.
func readTool(item any, at string) (Tool, error) {
	o, ok := item.(object)
	if !ok {
		return Tool{}, fault(at, "a tool is an object: give it a name, a description and parameters")
	}
	if inner, ok := o["function"].(object); ok {
		o, at = inner, at+"/function"
	}
	t := Tool{}
	if t.Name, ok = o["name"].(string); !ok || t.Name == "" {
		return Tool{}, fault(at+"/name", "a tool needs a name: add one")
	}
	t.Title, _ = o["title"].(string)
	t.Purpose, _ = o["description"].(string)
	if purpose, examples, ok := strings.Cut(t.Purpose, examplesMark); ok {
		t.Purpose, t.Examples = purpose, strings.Split(examples, " | ")
	}
	t.Effect = Changes // who says nothing may change something
	if hints, ok := o["annotations"].(object); ok {
		if title, ok := hints["title"].(string); ok && t.Title == "" {
			t.Title = title
		}
		if reads, _ := hints["readOnlyHint"].(bool); reads {
			t.Effect = Reads
		} else if destroys, _ := hints["destructiveHint"].(bool); destroys {
			t.Effect = Irreversible
		}
	}
	for _, key := range []string{"parameters", "inputSchema", "input_schema"} {
		s, ok := o[key]
		if !ok || s == nil {
			continue
		}
		r := schemaReader{root: s, place: at + "/" + key}
		parameters, err := r.properties(s, r.place, "", true, 0, nil)
		if err != nil {
			return Tool{}, err
		}
		t.Parameters = parameters
		break
	}
	return t, nil
}

// fault is an error with its place, as a JSON pointer (RFC 6901).
func fault(at, format string, args ...any) error {
	if at == "" {
		at = "/"
	}
	return fmt.Errorf("%s: %w", at, fmt.Errorf(format, args...))
}
