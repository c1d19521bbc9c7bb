package clarifybench

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"shopclerk/agent/tools"
	"shopclerk/agent/tools/schema"
	"shopclerk/cmd/bench/internal/reading"
)

// kinds are the types of JSON Schema by those of Go.
var kinds = map[string]string{"string": "string", "float64": "number", "bool": "boolean", "[]interface {}": "array", "map[string]interface {}": "object"}

// infer declares what values have in common: of objects the fields, of which those are required that all have.
func infer(values []any) object {
	kind, fields, declared, items, required := kinds[fmt.Sprintf("%T", values[0])], map[string][]any{}, object{}, []any(nil), []string(nil)
	for _, of := range values {
		list, _ := of.([]any)
		items = append(items, list...)
		o, _ := of.(object)
		for name, one := range o {
			fields[name] = append(fields[name], one)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if declared[name] = infer(fields[name]); len(fields[name]) == len(values) {
			required = append(required, name)
		}
	}
	switch {
	case items != nil:
		return object{"type": kind, "items": infer(items)}
	case required == nil: // its keys are data, or it has none
		return object{"type": kind}
	}
	return object{"type": kind, "properties": declared, "required": required}
}

// records are how many of each file of tau-bench's shop are written.
const records = 12

// bookkeeping reads the calls of tau-bench's shop, and makes one of each record; what they have in common declares
// their tools.
func bookkeeping(files fs.FS) (out []stated, err error) {
	calls, words := map[string][]any{}, map[string][]string{}
	add := func(name, said string, of any) {
		calls[name], words[name] = append(calls[name], of), append(words[name], said)
	}
	tasks, err := reading.ReadLines[[]struct {
		Scenario struct{ Instructions map[string]string } `json:"user_scenario"`
		Criteria struct{ Actions []object }               `json:"evaluation_criteria"`
	}](files, "tau-retail/tasks_train.json")
	for _, t := range slices.Concat(tasks...) {
		for _, a := range t.Criteria.Actions {
			add(a["name"].(string), t.Scenario.Instructions["known_info"], a["arguments"])
		}
	}
	for _, file := range []string{"orders", "products", "users"} {
		all, also := reading.ReadLines[object](files, "tau-retail/"+file+".json")
		if err = errors.Join(err, also); err != nil {
			return nil, err
		}
		for _, id := range slices.Sorted(maps.Keys(all[0]))[:records] {
			add("write_"+file, "", all[0][id])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(calls)) {
		text, _ := json.Marshal(object{"name": name, "parameters": infer(calls[name])}) // of JSON
		declared, _, err := schema.Read(text)
		if err != nil {
			return nil, err
		}
		kit, err := tools.New(declared...)
		if err != nil {
			return nil, err
		}
		for i, of := range calls[name] {
			c := tools.Call{Tool: name, Arguments: declared[0].Flat(of.(object))}
			out = append(out, propose("tau-retail", kit, words[name][i], c, func(_ string, of any) bool { return holds(words[name][i], of) }))
		}
	}
	return out, nil
}
