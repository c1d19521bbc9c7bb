package tools

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"shopclerk/agent/language"
)

// proposed makes readings of the candidate calls, in their order. A candidate that can
// not be meant, because there is no such tool or parameter, is left out with a note; one
// that says that no tool is meant is a reading of [noTool].
func (k *Kit) proposed(task *Task) (out []reading, notes []string) {
	known := map[argument]any{} // what texts say, each read once
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
			name := t.Parameters[i].Name
			of := p.Arguments[name]
			text, isText := of.(string)
			literal := slices.Contains(p.Literal, name) || isText && text != "" && strings.Contains(task.Words, text) && !strings.Contains(text, "<UNK>")
			if r.slots[i].literal = slices.Contains(p.Literal, name); !literal && isText {
				key := argument{&t.Parameters[i], text}
				if _, ok := known[key]; !ok {
					known[key] = key.of.Domain.proposed(of)
				}
				of = known[key]
			} else if !literal {
				of = t.Parameters[i].Domain.proposed(of)
			}
			if of != nil {
				r.slots[i].from, r.slots[i].values = originStated, []Value{{Of: of}}
			}
		}
		out = append(out, r)
	}
	unify(out)
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
	if slices.ContainsFunc(own().Placeholder, func(re *regexp.Regexp) bool { return re.MatchString(text) }) {
		return true // a blank that nobody filled in: "<city>", "{{city}}"
	}
	if text == "" || len(text) > longestUnsaid {
		return text == ""
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

// unify writes the texts that differ in case, spaces and full stops alone as the first reading
// writes them.
func unify(all []reading) {
	type spelled struct {
		parameter *Parameter
		folded    string
	}
	first := map[spelled]any{}
	for n := range all {
		for i := range all[n].slots {
			p, s := &all[n].tool.Parameters[i], &all[n].slots[i]
			if s.from != originStated || p.Domain.Kind != Text {
				continue
			}
			if text, ok := s.values[0].Of.(string); ok && !p.exactly(text) {
				of := spelled{p, foldText(text)}
				if first[of] == nil {
					first[of] = text
				}
				s.values[0].Of = first[of]
			}
		}
	}
}

// exactly reports whether case and spaces of a text mean something: of secrets, paths, code and ids, by the
// name of the parameter, its form, or what the text looks like.
func (p *Parameter) exactly(text string) bool {
	return p.Domain.Pattern != "" || slices.ContainsFunc(language.NameWords(p.Name), func(w string) bool { return own().Exact[w] }) ||
		strings.ContainsAny(text, `/\_=<>{}[]()$#@|~^*%+`) || strings.ContainsAny(text, "0123456789") && strings.ContainsFunc(text, unicode.IsLetter) && !strings.Contains(text, " ") ||
		language.NamesOne(text) || !strings.Contains(text, " ") && len(language.NameWords(text)) > 1
}

// foldText is a text without what people and models write now so, now so.
func foldText(text string) string {
	out := strings.Join(strings.Fields(strings.ToLower(strings.Trim(text, " \t\n.,;!\"'“”"))), " ")
	if out == "" {
		return text
	}
	return out
}
