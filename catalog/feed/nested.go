package feed

import (
	"encoding/json"
	"strings"
)

// maxNested bounds the bytes of a cell that is read as JSON.
const maxNested = 256 << 10

// nested adds a cell of a table that holds JSON, or a list or record as Python and Ruby
// print it, as its flat fields. It reports false for a cell that is none.
func (e *entry) nested(key, cell string) bool {
	n := len(cell)
	if n < 2 || n > maxNested || !(cell[0] == '[' && cell[n-1] == ']' || cell[0] == '{' && cell[n-1] == '}') {
		return false
	}
	data := []byte(cell)
	if !json.Valid(data) {
		if data = respellJSON(cell); !json.Valid(data) {
			return false
		}
	}
	w := newWalker(data)
	if w.token() == json.Delim('{') {
		w.object(key+".", 1, e.add)
		return true
	}
	if v := w.list(key, 1, e.add); v.Kind != 0 {
		if len(v.List) == 1 {
			v = v.List[0]
		}
		e.add(key, v)
	}
	return true
}

// respellJSON turns what Python ({'a': None}) and Ruby ({"a"=>nil}) print into JSON. What
// it makes of other text is not valid.
func respellJSON(s string) []byte {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\'':
			end := i + 1
			for end < len(s) && s[end] != c {
				if s[end] == '\\' {
					end++
				}
				end++
			}
			if end >= len(s) {
				return nil
			}
			text := s[i+1 : end]
			if c == '\'' {
				text = strings.ReplaceAll(strings.ReplaceAll(text, `\'`, `'`), `"`, `\"`)
			}
			b.WriteString(`"` + strings.ReplaceAll(text, `\x`, `\\x`) + `"`)
			i = end
		case c == '=' && strings.HasPrefix(s[i:], "=>"):
			b.WriteByte(':')
			i++
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			end := i
			for end < len(s) && (s[end] >= 'a' && s[end] <= 'z' || s[end] >= 'A' && s[end] <= 'Z') {
				end++
			}
			switch word := s[i:end]; word {
			case "None", "nil", "nan", "NaN":
				b.WriteString("null")
			case "True", "False":
				b.WriteString(strings.ToLower(word))
			default:
				b.WriteString(word)
			}
			i = end - 1
		default:
			b.WriteByte(c)
		}
	}
	return []byte(b.String())
}
