package api

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// refBase is where schemas of the contract refer to each other.
const refBase = "#/components/schemas/"

// Schema returns a schema of the contract that stands by itself: what it refers to, and
// what that refers to, is among its definitions. It is for those who say the same by
// another protocol.
func Schema(name string) (json.RawMessage, error) {
	var document struct {
		Components struct {
			Schemas map[string]json.RawMessage `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(contractText, &document); err != nil {
		return nil, fmt.Errorf("reading the contract: %w", err)
	}
	schemas := document.Components.Schemas
	var root map[string]json.RawMessage
	if err := json.Unmarshal(schemas[name], &root); err != nil {
		return nil, fmt.Errorf("reading the contract's schema %q: %w", name, err)
	}
	defs := map[string]json.RawMessage{}
	gather(schemas[name], schemas, defs)
	if len(defs) > 0 {
		text, err := json.Marshal(defs)
		if err != nil {
			return nil, err
		}
		root["$defs"] = text
	}
	text, err := json.Marshal(root)
	return bytes.ReplaceAll(text, []byte(refBase), []byte("#/$defs/")), err
}

// gather adds to defs all schemas that a text refers to, however indirectly.
func gather(text json.RawMessage, schemas, defs map[string]json.RawMessage) {
	parts := bytes.Split(text, []byte(`"`+refBase))
	for _, part := range parts[1:] {
		name, _, _ := bytes.Cut(part, []byte(`"`))
		if _, known := defs[string(name)]; !known {
			defs[string(name)] = schemas[string(name)]
			gather(schemas[string(name)], schemas, defs)
		}
	}
}
