package tools

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Arguments are a call's values by parameter, of the Go type of the parameter's
// [Kind]. A parameter that is not among them, or nil, is unknown: ⊥.
type Arguments map[string]any

// Text returns an argument as text, empty when it is unknown.
func (a Arguments) Text(name string) string {
	if a[name] == nil {
		return ""
	}
	return spell(a[name])
}

// Number returns an argument that is a number.
func (a Arguments) Number(name string) (f float64, ok bool) { f, ok = a[name].(float64); return f, ok }

// Bool returns an argument that is true or false; false when it is unknown.
func (a Arguments) Bool(name string) bool { b, _ := a[name].(bool); return b }

// List returns an argument that is a list, as texts.
func (a Arguments) List(name string) []string {
	items, _ := a[name].([]any)
	var out []string
	for _, i := range items {
		out = append(out, spell(i))
	}
	return out
}

// Call is a candidate call: a tool and those of its arguments that are known.
type Call struct {
	Tool      string    `json:"tool"`
	Arguments Arguments `json:"arguments"`
}

// Nested returns the arguments as the tool's own schema nests them: the argument
// "address.city" is the city of the object address.
func (c Call) Nested(t *Tool) map[string]any {
	var out any = map[string]any{}
	for i := range t.Parameters {
		p := &t.Parameters[i]
		of, within := c.Arguments[p.Name], p.Within == ""
		for name := range c.Arguments {
			within = within || strings.HasPrefix(name, p.Within)
		}
		if of != nil || p.Nullable && within {
			out = with(out, p.Levels(), of)
		}
	}
	return out.(map[string]any)
}

// with returns a value with something put inside it, by the names and places that lead there.
func with(whole any, path []string, of any) any {
	if len(path) == 0 {
		return of
	}
	if list, isList := whole.([]any); isList {
		list = slices.Clone(list)
		if n, err := strconv.Atoi(path[0]); err == nil && n >= 0 && n < len(list) {
			list[n] = with(list[n], path[1:], of)
		}
		return list
	}
	object, _ := whole.(map[string]any)
	out := map[string]any{}
	maps.Copy(out, object)
	out[path[0]] = with(out[path[0]], path[1:], of)
	return out
}

// Flat puts the values of nested objects under the parameters' names; null is ⊥, and
// what should be an object may be the text of one. What the tool has no parameter for
// stands under its own name.
func (t *Tool) Flat(nested map[string]any) Arguments {
	args := Arguments{}
	var flatten func(nested map[string]any, above []string)
	flatten = func(nested map[string]any, above []string) {
		for _, name := range slices.Sorted(maps.Keys(nested)) {
			of, path, inside := nested[name], append(slices.Clip(above), name), false
			at := slices.IndexFunc(t.Parameters, func(p Parameter) bool {
				levels := p.Levels()
				inside = inside || len(levels) > len(path) && slices.Equal(levels[:len(path)], path)
				return slices.Equal(levels, path)
			})
			switch inner, isObject := Decoded(of).(map[string]any); {
			case of == nil:
			case at >= 0:
				args[t.Parameters[at].Name] = of
			case inside && isObject:
				flatten(inner, path)
			case !inside || knownParts(of) != nil:
				args[strings.Join(path, ".")] = of
			}
		}
	}
	flatten(nested, nil)
	return args
}

// Fingerprint tells calls apart: equal calls have equal fingerprints, whatever the
// order of their arguments, and it cannot be chosen (SHA-256). A confirmation
// holds for one fingerprint.
func (c Call) Fingerprint() string {
	var b strings.Builder
	b.WriteString(c.Tool)
	for _, name := range slices.Sorted(maps.Keys(c.Arguments)) {
		if c.Arguments[name] != nil {
			b.WriteByte(0)
			b.WriteString(name)
			b.WriteByte(0)
			b.WriteString(canonical(c.Arguments[name]))
		}
	}
	sum := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(sum[:16])
}

// Key is the idempotency key of a call within a task: the same for a repeated
// submission, another for the same call in another task.
func (c Call) Key(task string) string {
	sum := sha256.Sum256([]byte(task + "\x00" + c.Fingerprint()))
	return hex.EncodeToString(sum[:16])
}

// canonical writes a value so that equal values, and no others, are written alike.
func canonical(of any) string { return string(appendCanonical(nil, of)) }

func appendCanonical(b []byte, of any) []byte {
	switch of := of.(type) {
	case string:
		return strconv.AppendQuote(b, of)
	case float64:
		return strconv.AppendFloat(b, of, 'g', -1, 64)
	case bool:
		return strconv.AppendBool(b, of)
	case unknown:
		return strconv.AppendInt(append(b, '?'), int64(of), 10)
	}
	text, err := json.Marshal(of) // sorts the keys of objects
	if err != nil {
		panic(err) // what came from JSON always writes
	}
	return append(b, text...)
}

// same reports whether two values are equal.
func same(a, b any) bool { return key(a) == key(b) }

// key is what can be compared of a value: itself, as most are texts and numbers, or what it is written as.
func key(of any) any {
	switch of.(type) {
	case nil, string, float64, bool, unknown:
		return of
	}
	return [1]string{canonical(of)}
}
