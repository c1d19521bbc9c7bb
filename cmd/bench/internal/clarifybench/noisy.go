package clarifybench

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"shopclerk/agent/tools"
	"shopclerk/agent/tools/schema"
	"shopclerk/cmd/bench/internal/reading"
)

// object is a JSON object.
type object = map[string]any

// unclear is an unclear instruction of NoisyToolBench, what is to be asked about it, what
// is answered then, and the calls to be made in the end.
type unclear struct {
	kind          string
	id            int
	query         string
	ask           string
	clarification string
	kit           *tools.Kit
	calls         []tools.Call
}

// noisyKinds are the kinds of unclear instruction, by their files' names: key information
// is missing, several things can be meant, something is wrong, no tool can do it.
var noisyKinds = []string{"IMKI", "IMR", "IwE", "IBTC"}

// unclears reads those instructions that have odd numbers, and all that no tool can do.
func unclears(files fs.FS) ([]unclear, error) {
	type parameters []struct {
		Name, Type, Description string
		Default                 any
	}
	type item struct {
		Tools []struct {
			Tool        string     `json:"tool_name"`
			Name        string     `json:"api_name"`
			Description string     `json:"api_description"`
			Required    parameters `json:"required_parameters"`
			Optional    parameters `json:"optional_parameters"`
		} `json:"api_list"`
		Query, Clarification string
		Ask                  string `json:"question need to be asked"`
		Calls                []struct {
			Name      string
			Arguments any
		} `json:"expected API calling"`
		ID int `json:"query_id"`
	}
	var out []unclear
	for _, kind := range noisyKinds {
		lists, err := reading.ReadLines[[]item](files, "noisytoolbench/"+kind+".json")
		if err != nil {
			return nil, err
		}
		for _, it := range slices.Concat(lists...) {
			if it.ID%2 == 0 && kind != "IBTC" {
				continue
			}
			var declared []object
			for _, t := range it.Tools {
				properties, required := object{}, []string{}
				for n, p := range slices.Concat(t.Required, t.Optional) {
					properties[p.Name] = object{"type": p.Type, "description": p.Description}
					if n < len(t.Required) {
						required = append(required, p.Name)
					}
				}
				declared = append(declared, object{"name": identifier(t.Name) + "_for_" + identifier(t.Tool), "description": t.Description,
					"parameters": object{"type": "object", "properties": properties, "required": required}})
			}
			u := unclear{kind: kind, id: it.ID, query: it.Query, ask: it.Ask, clarification: it.Clarification}
			text, _ := json.Marshal(declared) // of texts
			all, _, err := schema.Read(text)  // what is odd about some is left out
			if err == nil {
				u.kit, err = tools.New(all...)
			}
			if err != nil {
				return nil, fmt.Errorf("%s %d: %w", kind, it.ID, err)
			}
			for _, c := range it.Calls {
				name, args, err := schema.Call(object{"name": strings.ToLower(c.Name), "arguments": c.Arguments})
				if t := u.kit.Tool(name); err == nil && t != nil {
					u.calls = append(u.calls, tools.Call{Tool: name, Arguments: likeDeclared(t, args)})
				}
			}
			out = append(out, u)
		}
	}
	return out, nil
}

// identifier spells a name as the benchmark's calls do.
func identifier(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }), "_")
}

// likeDeclared names arguments as the tool does: the calls write them in lower case, and
// is_id for id.
func likeDeclared(t *tools.Tool, args object) tools.Arguments {
	out := tools.Arguments{}
	for name, of := range args {
		for _, p := range t.Parameters {
			if strings.EqualFold(p.Name, name) || "is_"+strings.ToLower(p.Name) == name {
				name = p.Name
			}
		}
		out[name] = of
	}
	return out
}
