package clarifybench

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
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
				properties[a.Name], required[a.Name], names = object{}, slices.Collect(maps.Keys(a.Arguments)), append(names, a.Name)
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

func noisyCalls(files fs.FS) ([]rightCalls, error) {
	all, err := unclears(files)
	var out []rightCalls
	for _, u := range all {
		out = append(out, rightCalls{u.kit, u.calls})
	}
	return out, err
}

// classes are the files of the leaderboard's declarations.
var classes = map[string]string{
	"GorillaFileSystem": "gorilla_file_system", "MathAPI": "math_api", "MessageAPI": "message_api", "TwitterAPI": "posting_api",
	"TicketAPI": "ticket_api", "TradingBot": "trading_bot", "TravelAPI": "travel_booking", "VehicleControlAPI": "vehicle_control",
}

// leaderboardCalls reads the calls of the Berkeley leaderboard's base conversations, by turn.
func leaderboardCalls(files fs.FS) ([]rightCalls, error) {
	declared := map[string][]tools.Tool{}
	for class, name := range classes {
		lines, err := readLines[json.RawMessage](files, "func_doc/"+name+".jsonl")
		if err != nil {
			return nil, err
		}
		text, _ := json.Marshal(lines) // of what was JSON
		if declared[class], _, err = schema.Read(text); err != nil {
			return nil, fmt.Errorf("reading %s: %w", name, err)
		}
	}
	type conversation struct {
		ID       string     `json:"id"`
		Classes  []string   `json:"involved_classes"`
		Excluded []string   `json:"excluded_function"`
		Truth    [][]string `json:"ground_truth"`
	}
	asked, err := readLines[conversation](files, "multi_turn_base.jsonl")
	if err != nil {
		return nil, err
	}
	answered, err := readLines[conversation](files, "possible_answer/multi_turn_base.jsonl")
	if err != nil {
		return nil, err
	}
	truth := map[string][][]string{}
	for _, a := range answered {
		truth[a.ID] = a.Truth
	}
	var out []rightCalls
	for _, c := range asked {
		var all []tools.Tool
		for _, class := range c.Classes {
			all = append(all, slices.DeleteFunc(slices.Clone(declared[class]), func(t tools.Tool) bool { return slices.Contains(c.Excluded, t.Name) })...)
		}
		kit, err := tools.New(all...)
		if err != nil {
			return nil, fmt.Errorf("conversation %s: %w", c.ID, err)
		}
		r := rightCalls{kit: kit}
		for _, text := range slices.Concat(truth[c.ID]...) {
			call, err := parseCall(text, kit)
			if err != nil {
				return nil, err
			}
			if kit.Tool(call.Tool) != nil {
				r.calls = append(r.calls, call)
			}
		}
		out = append(out, r)
	}
	return out, nil
}

// pythonTokens are the tokens of a call: texts in quotes, names and numbers, marks.
var pythonTokens = regexp.MustCompile(`(?s)'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[\w.+-]+|\S`)

// pythonEscapes are what a backslash in quotes stands before.
var pythonEscapes = regexp.MustCompile(`(?s)\\(.)`)

// pythonJSON are tokens that JSON writes otherwise.
var pythonJSON = map[string]string{"(": "[", ")": "]", "True": "true", "False": "false", "None": "null"}

// parseCall reads a call as the leaderboard writes it, in Python: mv(source='a',
// destination='b'), by writing each argument as JSON. An argument without a name gets that
// of the tool's parameter at its place; those of an object are named after it and a dot.
func parseCall(text string, kit *tools.Kit) (tools.Call, error) {
	name, rest, _ := strings.Cut(strings.TrimSpace(text), "(")
	c := tools.Call{Tool: name, Arguments: tools.Arguments{}}
	tokens := pythonTokens.FindAllString(rest, -1)
	parameter, value, depth, n := "", "", 0, 0
	for i, token := range tokens {
		switch {
		case depth == 0 && (token == "," || token == ")"):
			if t := kit.Tool(name); parameter == "" && t != nil && n < len(t.Parameters) {
				parameter = t.Parameters[n].Name
			}
			var of any
			if err := json.Unmarshal([]byte(value), &of); value != "" && err != nil {
				return c, fmt.Errorf("reading the call %q: %s: %w", text, parameter, err)
			}
			if fields, ok := of.(object); ok {
				for name, of := range fields {
					c.Arguments[parameter+"."+name] = of
				}
			} else if of != nil {
				c.Arguments[parameter] = of
			}
			if token == ")" {
				return c, nil
			}
			parameter, value, n = "", "", n+1
			continue
		case depth == 0 && i+1 < len(tokens) && tokens[i+1] == "=":
			parameter = token
			continue
		case depth == 0 && token == "=":
			continue
		case strings.Contains("[({", token):
			depth++
		case strings.Contains("])}", token):
			depth--
			value = strings.TrimSuffix(value, ",") // of a tuple of one
		case len(token) > 1 && strings.ContainsAny(token[:1], `'"`):
			quoted, _ := json.Marshal(pythonEscapes.ReplaceAllString(token[1:len(token)-1], "$1"))
			token = string(quoted)
		}
		value += cmp.Or(pythonJSON[token], token)
	}
	return c, fmt.Errorf("reading the call %q: it does not end", text)
}
