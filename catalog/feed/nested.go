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
		if data = []byte(respelled.Replace(cell)); !json.Valid(data) {
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

// respelled turns what Python ({'a': None}) and Ruby ({"a"=>nil}) print into JSON, as far as
// no text in it has such a sign; what it makes of other text is not valid.
var respelled = strings.NewReplacer("'", `"`, "=>", ":", "None", "null", "nil", "null", "True", "true", "False", "false")
