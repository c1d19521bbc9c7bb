package clarifybench

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"shopclerk/agent/tools"
	"shopclerk/agent/tools/schema"
)

// The folders of real data, below one folder; each may be missing.
const (
	leaderboard = "bfcl"           // conversations of the Berkeley leaderboard
	noisy       = "noisytoolbench" // unclear instructions
	retail      = "tau-retail"     // tasks of a retail world
)

// rightCalls are calls to be made, and what the tools were that they could be made of.
type rightCalls struct {
	kit   *tools.Kit
	calls []tools.Call
}

// sources reads the right calls of every folder that there is, by its name.
func sources(files fs.FS) (map[string][]rightCalls, error) {
	out := map[string][]rightCalls{}
	var errs []error
	for name, read := range map[string]func(fs.FS) ([]rightCalls, error){leaderboard: leaderboardCalls, noisy: noisyCalls, retail: retailCalls} {
		if _, err := fs.Stat(files, name); err != nil {
			continue
		}
		folder, err := fs.Sub(files, name)
		if err == nil {
			out[name], err = read(folder)
		}
		errs = append(errs, err)
	}
	return out, errors.Join(errs...)
}

func readJSON(files fs.FS, name string, into any) error {
	text, err := fs.ReadFile(files, name)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		return fmt.Errorf("reading %s: %w", name, err)
	}
	return nil
}

// declare reads declarations; what is odd about some is left out.
func declare(declared any) (*tools.Kit, error) {
	text, err := json.Marshal(declared)
	if err != nil {
		return nil, err
	}
	all, _, err := schema.Read(text)
	if err != nil {
		return nil, err
	}
	return tools.New(all...)
}

// object is a JSON object.
type object = map[string]any

// retailCalls are those of the tasks. What declares the tools is not among the data: a
// parameter is required if every call has it, and of the type that it has there.
func retailCalls(files fs.FS) ([]rightCalls, error) {
	var tasks []struct {
		Criteria struct {
			Actions []struct {
				Name      string
				Arguments object
			}
		} `json:"evaluation_criteria"`
	}
	if err := readJSON(files, "tasks_train.json", &tasks); err != nil {
		return nil, err
	}
	properties, required, names := map[string]object{}, map[string][]string{}, []string{}
	r := rightCalls{}
	for _, t := range tasks {
		for _, a := range t.Criteria.Actions {
			maps.DeleteFunc(a.Arguments, func(_ string, of any) bool { return of == "" }) // no second line of an address
			r.calls = append(r.calls, tools.Call{Tool: a.Name, Arguments: a.Arguments})
			if properties[a.Name] == nil {
				properties[a.Name], required[a.Name], names = object{}, argumentNames(a.Arguments), append(names, a.Name)
			}
			required[a.Name] = slices.DeleteFunc(required[a.Name], func(name string) bool { return a.Arguments[name] == nil })
			for name, of := range a.Arguments {
				properties[a.Name][name] = object{"type": "string"}
				if _, list := of.([]any); list {
					properties[a.Name][name] = object{"type": "array", "items": object{"type": "string"}}
				}
			}
		}
	}
	var declared []object
	for _, name := range names {
		declared = append(declared, object{"name": name, "parameters": object{"type": "object", "properties": properties[name], "required": required[name]}})
	}
	var err error
	r.kit, err = declare(declared)
	return []rightCalls{r}, err
}

// unclear is an unclear instruction of NoisyToolBench, what is to be asked about it, what
// is answered then, and the calls to be made in the end.
type unclear struct {
	kind   string
	id     int
	query  string
	ask    string
	answer string
	kit    *tools.Kit
	calls  []tools.Call
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
		var items []item
		if err := readJSON(files, kind+".json", &items); err != nil {
			return nil, err
		}
		for _, it := range items {
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
			u := unclear{kind: kind, id: it.ID, query: it.Query, ask: it.Ask, answer: it.Clarification}
			var err error
			if u.kit, err = declare(declared); err != nil {
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

func noisyCalls(files fs.FS) ([]rightCalls, error) {
	all, err := unclears(files)
	var out []rightCalls
	for _, u := range all {
		out = append(out, rightCalls{u.kit, u.calls})
	}
	return out, err
}
