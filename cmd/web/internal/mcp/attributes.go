package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"shopclerk/cmd/web/internal/api"
	"shopclerk/search"
)

// protocolFilters are the names of the filters that the protocol has.
var protocolFilters = []string{"categories", "price", "brand", "availability"}

// UnmarshalJSON reads the protocol's filters, and takes whatever else there is for
// filters by attributes.
func (f *Filters) UnmarshalJSON(text []byte) error {
	type known Filters
	if err := json.Unmarshal(text, (*known)(f)); err != nil {
		return err
	}
	if err := json.Unmarshal(text, &f.Attributes); err != nil {
		return err
	}
	maps.DeleteFunc(f.Attributes, func(name string, _ any) bool { return slices.Contains(protocolFilters, name) })
	return nil
}

// MarshalJSON writes what UnmarshalJSON reads.
func (f Filters) MarshalJSON() ([]byte, error) {
	type known Filters
	text, err := json.Marshal(known(f))
	if err != nil || len(f.Attributes) == 0 {
		return text, err
	}
	all := maps.Clone(f.Attributes)
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, err
	}
	return json.Marshal(all)
}

// attributeBounds is the schema of a filter by an attribute. It tells what there is and
// leaves the judging to demanded, which says what is wrong better than a schema of
// alternatives does.
func attributeBounds() *jsonschema.Schema {
	return &jsonschema.Schema{
		Types:       []string{"string", "number", "boolean", "array", "object"},
		Description: "By the key of an attribute that products tell in metadata.attributes: a value, a list any of whose values will do, or of a number {min, max}.",
	}
}

// attributes turns filters by attributes into changes; scope are the categories to look
// in, none for all.
func (c *searchCall) attributes(ctx context.Context, scope []string, wanted map[string]any) ([]search.Change, error) {
	limits := api.Limits{Clerk: c.Clerk}
	for _, k := range c.Store.Categories() {
		if len(scope) == 0 || slices.Contains(scope, k.Path) {
			limits.Categories = append(limits.Categories, &k)
		}
	}
	var out []search.Change
	for _, key := range slices.Sorted(maps.Keys(wanted)) {
		values, err := demanded(wanted[key])
		if err != nil {
			return nil, wrong("catalog.filters."+key, "%v: give a value, a list of 1 to %d, or of a number an object with min, max or both", err, mostListed)
		}
		changes, err := limits.Changes(ctx, key, values, false)
		var p *api.Problem
		if errors.As(err, &p) {
			return nil, wrong("catalog.filters."+key, "%s", strings.TrimSpace(advice(p)+" Beside attributes there are the filters "+strings.Join(protocolFilters, ", ")+"."))
		}
		if err != nil {
			return nil, err
		}
		out = append(out, changes...)
	}
	return out, nil
}

var errNoSpan = errors.New("it is no span of numbers")

// demanded writes what an attribute shall be as the HTTP API reads it.
func demanded(of any) ([]string, error) {
	list, ok := of.([]any)
	if !ok {
		list = []any{of}
	}
	if len(list) == 0 || len(list) > mostListed {
		return nil, fmt.Errorf("it is a list of %d values", len(list))
	}
	var out []string
	for _, v := range list {
		switch v := v.(type) {
		case map[string]any:
			if ok || len(v) == 0 {
				return nil, errNoSpan
			}
			for end, n := range v {
				if _, number := n.(float64); !number || end != "min" && end != "max" {
					return nil, errNoSpan
				}
			}
			out = append(out, plain(v["min"])+".."+plain(v["max"]))
		case string, float64, bool:
			text := plain(v)
			if text == "" || len(text) > longestID {
				return nil, fmt.Errorf("it has a value of %d bytes", len(text))
			}
			out = append(out, text)
		default:
			return nil, fmt.Errorf("it has the value %v", v)
		}
	}
	return out, nil
}

// plain writes a value of JSON as people do; nothing is no text.
func plain(of any) string {
	switch of := of.(type) {
	case nil:
		return ""
	case string:
		return of
	case float64:
		return strconv.FormatFloat(of, 'f', -1, 64)
	case bool:
		if of {
			return "yes" // as the catalogue has it
		}
		return "no"
	}
	return fmt.Sprint(of)
}
