package clarifybench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"

	"shopclerk/agent/tools"
	"shopclerk/agent/tools/schema"
)

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

// readLines reads a file of JSON, one value after the other.
func readLines[T any](files fs.FS, name string) ([]T, error) {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	var out []T
	for lines := json.NewDecoder(bytes.NewReader(text)); lines.More(); {
		var one T
		if err := lines.Decode(&one); err != nil {
			return nil, fmt.Errorf("reading %s: %w", name, err)
		}
		out = append(out, one)
	}
	return out, nil
}
