package clarifybench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent/tools"
	"shopclerk/agent/tools/schema"
)

// Conversations are what our strategy does in the real multi-turn conversations of
// the Berkeley Function Calling Leaderboard, by their kind.
type Conversations map[string]*Turns

// bfclKinds are those of the conversations: whole ones, and those in which a parameter or
// a function is missing at first.
var bfclKinds = []string{"base", "miss_param", "miss_func"}

// clausewise is how a kind is called whose turns are decided about clause by clause.
func clausewise(kind string) string { return kind + ", by clause" }

// conversationKinds lists the kinds in both ways, in the order of the report.
func conversationKinds() []string {
	var out []string
	for _, kind := range bfclKinds {
		out = append(out, kind, clausewise(kind))
	}
	return out
}

// actThresholds are the shares of the belief from which bolder variants of ours act; its own
// is 0.95.
var actThresholds = []float64{0.3, 0.5, 0.7, 0.9}

// actingFromName is how the conversations of a kind are called in which ours acts from a share
// of the belief.
func actingFromName(kind string, sure float64) string {
	return fmt.Sprintf("%s, acting from %v", kind, sure)
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

// Converse reads the leaderboard's conversations below a folder of real data and decides
// in each of their turns. The error is [fs.ErrNotExist] where they are not there.
func Converse(files fs.FS) (Conversations, error) {
	files, err := fs.Sub(files, leaderboard)
	if err != nil {
		return nil, err
	}
	from, err := newShelf(files)
	if err != nil {
		return nil, err
	}
	rule := ruled(Ours, nil)
	rule.Trust = tools.DefaultTrust
	out := Conversations{}
	for _, kind := range bfclKinds {
		all, err := dialogues(files, kind)
		if err != nil {
			return nil, err
		}
		out[kind], out[clausewise(kind)] = &Turns{}, &Turns{}
		for _, d := range all {
			whole, cut := out[kind].converse(d, from, rule, false), out[clausewise(kind)].converse(d, from, rule, true)
			if err := errors.Join(whole, cut); err != nil {
				return nil, fmt.Errorf("conversation %s: %w", d.ID, err)
			}
		}
		for _, sure := range actThresholds {
			n := &Turns{}
			for _, d := range all {
				if err := n.converse(d, from, actingFrom(sure), false); err != nil {
					return nil, fmt.Errorf("conversation %s: %w", d.ID, err)
				}
			}
			out[actingFromName(kind, sure)] = n
		}
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

// dialogues reads the conversations of a kind with the calls that are right.
func dialogues(files fs.FS, kind string) ([]*dialogue, error) {
	name := "multi_turn_" + kind + ".jsonl"
	out, err := readLines[*dialogue](files, name)
	if err != nil {
		return nil, err
	}
	answers, err := readLines[struct {
		ID    string     `json:"id"`
		Truth [][]string `json:"ground_truth"`
	}](files, "possible_answer/"+name)
	if err != nil {
		return nil, err
	}
	truth := map[string][][]string{}
	for _, a := range answers {
		truth[a.ID] = a.Truth
	}
	for _, d := range out {
		if d.truth = truth[d.ID]; len(d.truth) != len(d.Question) {
			return nil, fmt.Errorf("conversation %s has %d turns and %d answers", d.ID, len(d.Question), len(d.truth))
		}
	}
	return out, nil
}

// converse decides in every turn of a conversation. What is said after a turn in
// which nothing could be called is added to its words: it says what was missing.
func (n *Turns) converse(d *dialogue, from *shelf, rule tools.Rule, cut bool) error {
	turns := make([]turn, len(d.Question))
	past, before := "", "" // what was said up to now, and the instruction that nothing could be done about
	var calls []tools.Call
	for i, said := range d.Question {
		t := &turns[i]
		t.id, t.cut = fmt.Sprintf("%s/%d", d.ID, i), cut
		var err error
		if t.kit, err = from.kit(d, i); err != nil {
			return err
		}
		for _, text := range d.truth[i] {
			c, err := parseCall(text, t.kit)
			if err != nil {
				return err
			}
			t.truth = append(t.truth, c)
		}
		t.past, t.recent = past, mentionedBefore(calls, nil)
		t.before = slices.Clone(calls)
		slices.Reverse(t.before)
		for _, s := range said {
			t.said = strings.TrimSpace(t.said + " " + s.Content)
		}
		t.words = strings.TrimSpace(before + " " + t.said)
		past += " " + t.said
		for _, c := range t.truth { // a value concluded once is named from then on
			for _, name := range argumentNames(c.Arguments) {
				past += " " + spell(c.Arguments[name])
			}
		}
		calls = append(calls, t.truth...)
		before = ""
		if len(t.truth) == 0 {
			before = t.words
		}
	}
	var left []clause
	for i := range turns {
		for k := i + 1; k < len(turns) && turns[i].later == nil; k++ {
			turns[i].later = turns[k].truth
		}
		var err error
		if left, err = n.add(&turns[i], left, rule); err != nil {
			return err
		}
	}
	return nil
}

func argumentNames(a tools.Arguments) []string { return slices.Sorted(maps.Keys(a)) }

// shelf holds what the leaderboard declares, by class, and the kits made of it:
// making one learns its words, which many conversations share.
type shelf struct {
	declared map[string][]tools.Tool
	kits     map[string]*tools.Kit // by the names of their tools
}

// newShelf reads what the leaderboard declares.
func newShelf(files fs.FS) (*shelf, error) {
	s := &shelf{declared: map[string][]tools.Tool{}, kits: map[string]*tools.Kit{}}
	for class, name := range classes {
		lines, err := readLines[json.RawMessage](files, "func_doc/"+name+".jsonl")
		if err != nil {
			return nil, err
		}
		text, _ := json.Marshal(lines) // of what was JSON
		if s.declared[class], _, err = schema.Read(text); err != nil {
			return nil, fmt.Errorf("reading %s: %w", name, err)
		}
	}
	return s, nil
}

// kit declares the tools that there are at a turn.
func (s *shelf) kit(d *dialogue, index int) (*tools.Kit, error) {
	var all []tools.Tool
	var names []string
	for _, class := range d.Classes {
		for _, t := range s.declared[class] {
			if !slices.Contains(d.Excluded, t.Name) && !d.missed(t.Name, index) {
				all, names = append(all, t), append(names, t.Name)
			}
		}
	}
	key := strings.Join(names, " ")
	if kit := s.kits[key]; kit != nil {
		return kit, nil
	}
	kit, err := tools.New(all...)
	s.kits[key] = kit
	return kit, err
}

func (d *dialogue) missed(name string, index int) bool {
	for from, names := range d.Missed {
		if at, err := strconv.Atoi(from); err == nil && index < at && slices.Contains(names, name) {
			return true
		}
	}
	return false
}
