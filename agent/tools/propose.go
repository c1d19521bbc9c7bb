package tools

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"shopclerk/agent/language"
)

// proposed makes readings of the candidate calls, in their order. A candidate that can
// not be meant, because there is no such tool or parameter, is left out with a note; one
// that says that no tool is meant is a reading of [noTool].
func (k *Kit) proposed(task *Task) (out []reading, notes []string) {
	spellings := spellingWeights{}
	for n := range task.Candidates {
		p := &task.Candidates[n]
		weight := 1.0
		if p.Weight > 0 && !math.IsInf(p.Weight, 0) {
			weight = p.Weight
		}
		if p.Fault != "" {
			notes = append(notes, fmt.Sprintf("candidate %d is left out: %s", n+1, p.Fault))
			continue
		}
		t := k.Tool(p.Tool)
		if p.Tool == "" {
			t = noTool
		} else if t == nil {
			notes = append(notes, fmt.Sprintf("candidate %d is left out: there is no tool %q", n+1, p.Tool))
			continue
		}
		if strange := t.Strange(p.Arguments); strange != "" && t != noTool {
			notes = append(notes, fmt.Sprintf("candidate %d is left out: the tool %s has no parameter %q", n+1, t.Name, strange))
			if !task.Sampled { // of a sample the rest counts
				continue
			}
		}
		r := reading{tool: t, weight: weight, slots: make([]slot, len(t.Parameters))}
		for i := range t.Parameters {
			if of := t.Parameters[i].Domain.proposed(p.Arguments[t.Parameters[i].Name]); of != nil {
				r.slots[i].from, r.slots[i].values = originStated, []Value{{Of: of}}
				spellings.count(&r, i)
			}
		}
		out = append(out, r)
	}
	for n := range out {
		spellings.settle(&out[n])
	}
	return out, notes
}

// noTool is what candidates are of that say that no tool is meant.
var noTool = &Tool{}

// Strange returns the name of an argument that the tool has no parameter for, "" if
// there is none.
func (t *Tool) Strange(args Arguments) string {
	first := ""
	for name := range args {
		if t.Parameter(name) == nil && (first == "" || name < first) {
			first = name
		}
	}
	return first
}

// proposed is the value that somebody proposes, nil where it says that the value is not
// known.
func (d Domain) proposed(of any) any {
	if text, isText := of.(string); isText {
		if _, listed := find(d.Values, text); listed {
			return of
		}
	}
	return knownParts(of)
}

// longestUnsaid is the longest text, in bytes, that is looked at for saying that a value
// is not known.
const longestUnsaid = 40

// unsaidValue reports whether a value says that it is not known: "<UNK>", "", "N/A".
func unsaidValue(of any) bool {
	text, ok := of.(string)
	if !ok {
		inner, isObject := of.(map[string]any)
		return of == nil || isObject && len(inner) == 0
	}
	text = strings.TrimSpace(text)
	if text == "" || len(text) > longestUnsaid {
		return text == ""
	}
	if inner := strings.TrimRight(strings.TrimLeft(text, "<{$"), "}>"); len(text)-len(inner) >= 2 && !strings.ContainsAny(inner, "<>{}/") && (text[0] == '<' || strings.HasPrefix(strings.TrimLeft(text, "$"), "{")) {
		return true // a blank that nobody filled in: "<city>", "{{city}}"
	}
	return strings.Trim(text, "?…") == "" || lists().Unknown.Are(language.Forms(text))
}

// knownParts leaves out of objects and lists what says that it is not known; nil when nothing
// is left of what held something.
func knownParts(of any) any {
	switch of := of.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, inner := range of {
			if inner = knownParts(inner); inner != nil {
				out[name] = inner
			}
		}
		if len(out) == 0 {
			return nil
		}
		return out
	case []any:
		out := make([]any, 0, len(of))
		for _, inner := range of {
			if object, isObject := inner.(map[string]any); isObject { // stays, and lacks something
				if inner = knownParts(object); inner == nil {
					inner = map[string]any{}
				}
			}
			if unsaid := unsaidValue(inner); unsaid && !isEmpty(inner) {
				return nil // nobody knows how many there are
			}
			out = append(out, inner)
		}
		return out
	}
	if unsaidValue(of) {
		return nil
	}
	return of
}

func isEmpty(of any) bool { o, isObject := of.(map[string]any); return isObject && len(o) == 0 }

// spellingWeights are the ways in which candidates write one value of a parameter, and how
// much weight has each.
type spellingWeights map[spelled]map[string]float64

// spelled is a value whatever its case, spaces and full stop.
type spelled struct {
	parameter *Parameter
	folded    string
}

func (s spellingWeights) key(r *reading, i int) (spelled, string, bool) {
	text, ok := r.slots[i].values[0].Of.(string)
	if !ok || r.tool.Parameters[i].Domain.Kind != Text {
		return spelled{}, "", false
	}
	return spelled{&r.tool.Parameters[i], foldText(text)}, text, true
}

func (s spellingWeights) count(r *reading, i int) {
	key, text, ok := s.key(r, i)
	if !ok {
		return
	}
	if s[key] == nil {
		s[key] = map[string]float64{}
	}
	s[key][text] += r.weight
}

// settle writes the values of a reading as the heaviest candidates write them.
func (s spellingWeights) settle(r *reading) {
	for i := range r.slots {
		if r.slots[i].from != originStated {
			continue
		}
		key, best, ok := s.key(r, i)
		if !ok || len(s[key]) == 1 {
			continue
		}
		for text, weight := range s[key] { // of equal ones the plainest
			if order := cmp.Or(cmp.Compare(s[key][best], weight), cmp.Compare(len(text), len(best)), cmp.Compare(text, best)); order < 0 {
				best = text
			}
		}
		r.slots[i].values[0].Of = best
	}
}

// foldText is a text without what people and models write now so, now so.
func foldText(text string) string {
	out := strings.Join(strings.Fields(strings.ToLower(strings.Trim(text, " \t\n.,;!\"'“”"))), " ")
	if out == "" {
		return text
	}
	return out
}
