package feed

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"shopclerk/catalog"
)

// join makes one value of several fields: "{Group} > {Subgroup}". It is written among
// [Fields] in that form, and in JSON as {"join": ["Group", "Subgroup"], "between": " > "},
// where "between" may be left out for a space.
type join struct {
	fields  []string
	between string
}

var placesOf = regexp.MustCompile(`\{([^{}]+)\}([^{}]*)`)

// parseJoin reads a join. It holds no field when s is none.
func parseJoin(s string) join {
	var j join
	for i, m := range placesOf.FindAllStringSubmatch(s, -1) {
		j.fields = append(j.fields, m[1])
		if i == 0 {
			j.between = m[2]
		}
	}
	return j
}

// value joins the values that are there; it is absent without the first.
func (j *join) value(values []catalog.Raw) catalog.Raw {
	var texts []string
	for i, v := range values {
		text := oneLine(v.String())
		if text == "" && i == 0 {
			return catalog.Raw{}
		}
		if text != "" {
			texts = append(texts, text)
		}
	}
	return catalog.Text(strings.Join(texts, j.between))
}

// joinOf returns a join of fields with a text between them.
func joinOf(between string, names ...string) string {
	return "{" + strings.Join(names, "}"+between+"{") + "}"
}

// joinJSON is a join in JSON.
type joinJSON struct {
	Join    []string `json:"join"`
	Between string   `json:"between,omitempty"`
}

// UnmarshalJSON reads a text, a join, or a list of such.
func (f *Fields) UnmarshalJSON(b []byte) error {
	var list []json.RawMessage
	if json.Unmarshal(b, &list) != nil {
		list = []json.RawMessage{b}
	}
	*f = nil
	for _, item := range list {
		var one string
		if json.Unmarshal(item, &one) == nil {
			if one != "" {
				*f = append(*f, one)
			}
			continue
		}
		j := joinJSON{Between: " "}
		if err := json.Unmarshal(item, &j); err != nil || len(j.Join) == 0 {
			return fmt.Errorf(`a field is a text, a list of texts or {"join": [texts]}, not %s`, b)
		}
		*f = append(*f, joinOf(j.Between, j.Join...))
	}
	return nil
}

// MarshalJSON writes a single field by itself.
func (f Fields) MarshalJSON() ([]byte, error) {
	list := make([]any, len(f))
	for i, s := range f {
		list[i] = s
		if j := parseJoin(s); j.fields != nil {
			list[i] = joinJSON{j.fields, j.between}
		}
	}
	if len(list) == 1 {
		return json.Marshal(list[0])
	}
	return json.Marshal(list)
}
