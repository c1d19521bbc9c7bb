package clarifybench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent/tools"
)

// Conversations are what our strategy does in the real multi-turn conversations of
// the Berkeley Function Calling Leaderboard, by their kind: "base", "miss_param",
// "miss_func". Words are read turn by turn; a turn may need several calls, of which
// the first reading names one.
type Conversations map[string]*Turns

// Turns counts what was decided in the turns of one kind of conversation.
type Turns struct {
	Turns    int `json:"turns"`
	Wanting  int `json:"wanting"`      // nothing can be called: a parameter or a function is missing
	Asked    int `json:"asked"`        // … and something was asked
	Refused  int `json:"refused"`      // … and it was said that this can not be done
	Acting   int `json:"acting"`       // something is to be called
	Needless int `json:"needless"`     // … and something was asked instead
	Ready    int `json:"ready"`        // … and a call was decided on
	Match    int `json:"match"`        // … whose tool is among those to be called
	Likely   int `json:"likely_match"` // the likeliest call is of such a tool, decided or asked about
}

// classes are the files of the tools' declarations.
var classes = map[string]string{
	"GorillaFileSystem": "gorilla_file_system", "MathAPI": "math_api", "MessageAPI": "message_api", "TwitterAPI": "posting_api",
	"TicketAPI": "ticket_api", "TradingBot": "trading_bot", "TravelAPI": "travel_booking", "VehicleControlAPI": "vehicle_control",
}

// dialogue is a conversation as the leaderboard writes it.
type dialogue struct {
	ID       string `json:"id"`
	Question [][]struct {
		Content string `json:"content"`
	} `json:"question"`
	Classes  []string            `json:"involved_classes"`
	Excluded []string            `json:"excluded_function"`
	Missed   map[string][]string `json:"missed_function"` // by the turn from which they are there
	truth    [][]string
}

// Converse reads the conversations of a folder of the leaderboard's files and decides
// in each of their turns.
func Converse(files fs.FS) (Conversations, error) {
	declared := map[string][]tools.Tool{}
	for class, name := range classes {
		lines, err := readLines(files, "func_doc/"+name+".jsonl")
		if err != nil {
			return nil, err
		}
		text := slices.Concat([]byte("["), bytes.Join(lines, []byte(",")), []byte("]"))
		if declared[class], err = tools.Read(text); err != nil {
			return nil, fmt.Errorf("reading %s: %w", name, err)
		}
	}
	rule, err := tools.NewRule(Ours, nil)
	if err != nil {
		return nil, err
	}
	out := Conversations{}
	for _, kind := range []string{"base", "miss_param", "miss_func"} {
		all, err := dialogues(files, kind)
		if err != nil {
			return nil, err
		}
		out[kind] = &Turns{}
		for _, d := range all {
			if err := out[kind].add(d, declared, rule); err != nil {
				return nil, fmt.Errorf("conversation %s: %w", d.ID, err)
			}
		}
	}
	return out, nil
}

func readLines(files fs.FS, name string) ([][]byte, error) {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	return bytes.Split(bytes.TrimSpace(text), []byte("\n")), nil
}

// dialogues reads the conversations of a kind with the calls that are right.
func dialogues(files fs.FS, kind string) ([]*dialogue, error) {
	name := "multi_turn_" + kind + ".jsonl"
	questions, err := readLines(files, name)
	if err != nil {
		return nil, err
	}
	answers, err := readLines(files, "possible_answer/"+name)
	if err != nil {
		return nil, err
	}
	truth := map[string][][]string{}
	for _, line := range answers {
		var a struct {
			ID    string     `json:"id"`
			Truth [][]string `json:"ground_truth"`
		}
		if err := json.Unmarshal(line, &a); err != nil {
			return nil, fmt.Errorf("reading possible_answer/%s: %w", name, err)
		}
		truth[a.ID] = a.Truth
	}
	var out []*dialogue
	for _, line := range questions {
		d := &dialogue{}
		if err := json.Unmarshal(line, d); err != nil {
			return nil, fmt.Errorf("reading %s: %w", name, err)
		}
		if d.truth = truth[d.ID]; len(d.truth) != len(d.Question) {
			return nil, fmt.Errorf("conversation %s has %d turns and %d answers", d.ID, len(d.Question), len(d.truth))
		}
		out = append(out, d)
	}
	return out, nil
}

// add decides in every turn of a conversation. What is said after a question answers
// it, and is put before the words it is about otherwise.
func (n *Turns) add(d *dialogue, declared map[string][]tools.Tool, rule tools.Rule) error {
	var before string // the instruction that nothing could be done about
	for turn, said := range d.Question {
		kit, err := d.kit(declared, turn)
		if err != nil {
			return err
		}
		words := before
		for _, s := range said {
			words = strings.TrimSpace(words + " " + s.Content)
		}
		decision, err := kit.Decide(tools.Task{ID: d.ID, Words: words}, tools.Scene{Recent: d.recent(turn)}, rule)
		if err != nil {
			return err
		}
		n.count(&decision, d.truth[turn])
		before = ""
		if len(d.truth[turn]) == 0 {
			before = words
		}
	}
	return nil
}

// kit declares the tools that there are at a turn.
func (d *dialogue) kit(declared map[string][]tools.Tool, turn int) (*tools.Kit, error) {
	var all []tools.Tool
	for _, class := range d.Classes {
		for _, t := range declared[class] {
			if !slices.Contains(d.Excluded, t.Name) && !d.missed(t.Name, turn) {
				all = append(all, t)
			}
		}
	}
	return tools.New(all...)
}

func (d *dialogue) missed(name string, turn int) bool {
	for from, names := range d.Missed {
		if at, err := strconv.Atoi(from); err == nil && turn < at && slices.Contains(names, name) {
			return true
		}
	}
	return false
}

// recent are the texts in the calls of earlier turns, newest first.
func (d *dialogue) recent(turn int) []tools.Value {
	var out []tools.Value
	for i := turn - 1; i >= 0; i-- {
		for _, call := range d.truth[i] {
			for k, part := range strings.Split(call, "'") {
				if k%2 == 1 && part != "" && !slices.ContainsFunc(out, func(v tools.Value) bool { return v.Of == part }) {
					out = append(out, tools.Value{Of: part})
				}
			}
		}
	}
	return out
}

func (n *Turns) count(d *tools.Decision, truth []string) {
	n.Turns++
	if len(truth) == 0 {
		n.Wanting++
		n.Asked += int(one(d.Do == tools.Ask))
		n.Refused += int(one(d.Do == tools.Decline))
		return
	}
	right := d.Call != nil && slices.ContainsFunc(truth, func(call string) bool { return strings.HasPrefix(call, d.Call.Tool+"(") })
	n.Acting++
	n.Needless += int(one(d.Do == tools.Ask))
	n.Likely += int(one(right))
	if d.Do == tools.Execute || d.Do == tools.Confirm {
		n.Ready++
		n.Match += int(one(right))
	}
}
