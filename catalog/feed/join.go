package feed

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"shopclerk/catalog"
)

// join makes one value of several fields: "{Make} {Model} ({Year})". It is written among
// [Fields] in that form, and in JSON as {"join": ["Make", "Model", "Year"], "as":
// "{1} {2} ({3})"}, where "as" may be left out when the values only stand side by side.
type join struct {
	fields []string
	before []string // literal text in front of each value, dropped with it
	after  []string // and behind it, up to the first space
}

var placesOf = regexp.MustCompile(`\{([^{}]+)\}`)

// isJoin reports whether an element of Fields is a join.
func isJoin(s string) bool { return placesOf.MatchString(s) }

// parseJoin reads a join. It holds no field when s is none.
func parseJoin(s string) join {
	var j join
	end := 0
	for _, m := range placesOf.FindAllStringSubmatchIndex(s, -1) {
		between := s[end:m[0]]
		if n := len(j.fields); n > 0 {
			if i := strings.IndexByte(between, ' '); i >= 0 {
				j.after[n-1], between = between[:i], between[i:]
			} else {
				j.after[n-1] = ""
			}
		}
		j.fields = append(j.fields, s[m[2]:m[3]])
		j.before = append(j.before, between)
		j.after = append(j.after, "")
		end = m[1]
	}
	if n := len(j.fields); n > 0 {
		j.after[n-1] = s[end:]
	}
	return j
}

// value joins the values that are there; it is absent without the first.
func (j *join) value(values []catalog.Raw) catalog.Raw {
	var b strings.Builder
	for i, v := range values {
		text := oneLine(v.String())
		if text == "" && i == 0 {
			return catalog.Raw{}
		}
		if text == "" {
			continue
		}
		b.WriteString(j.before[i])
		b.WriteString(text)
		b.WriteString(j.after[i])
	}
	return catalog.Text(strings.TrimSpace(b.String()))
}

// joinOf writes a join of fields with a text between them.
func joinOf(between string, names ...string) string {
	return "{" + strings.Join(names, "}"+between+"{") + "}"
}

// joinJSON is a join in JSON.
type joinJSON struct {
	Join []string `json:"join"`
	As   string   `json:"as,omitempty"`
}

func (j joinJSON) text() (string, error) {
	if len(j.Join) == 0 {
		return "", fmt.Errorf(`a join needs "join": [fields]`)
	}
	if j.As == "" {
		return joinOf(" ", j.Join...), nil
	}
	as := j.As
	for i, name := range j.Join {
		as = strings.ReplaceAll(as, fmt.Sprintf("{%d}", i+1), "{"+name+"}")
	}
	return as, nil
}

func marshalField(s string) any {
	if !isJoin(s) {
		return s
	}
	out := joinJSON{Join: parseJoin(s).fields}
	as := s
	for i, name := range out.Join {
		as = strings.Replace(as, "{"+name+"}", fmt.Sprintf("{%d}", i+1), 1)
	}
	if s != joinOf(" ", out.Join...) {
		out.As = as
	}
	return out
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
		var j joinJSON
		if err := json.Unmarshal(item, &j); err != nil {
			return fmt.Errorf(`a field is a text, a list of texts or {"join": [texts]}, not %s`, b)
		}
		text, err := j.text()
		if err != nil {
			return err
		}
		*f = append(*f, text)
	}
	return nil
}

// MarshalJSON writes a single field by itself.
func (f Fields) MarshalJSON() ([]byte, error) {
	list := make([]any, len(f))
	for i, s := range f {
		list[i] = marshalField(s)
	}
	if len(list) == 1 {
		return json.Marshal(list[0])
	}
	return json.Marshal(list)
}
