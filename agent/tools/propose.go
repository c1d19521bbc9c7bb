package tools

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"shopclerk/agent/language"
)

// noTool is what candidates are of that say that no tool is meant.
var noTool = &Tool{}

// proposed makes readings of the candidate calls, in their order. What cannot be meant, because there is no such
// tool or parameter, is left out with a note; a candidate that says that no tool is meant is a reading of [noTool].
func (k *Kit) proposed(task *Task) (out []*reading, notes []string) {
	known := map[string]*Tool{"": noTool}
	read := map[argument]any{}  // what texts mean, each read once
	first := map[argument]any{} // how what differs in case and spaces alone was written first
	value := func(p *Parameter, of any) any {
		text, isText := of.(string)
		if list, isList := Decoded(of).([]any); isList && len(list) == 0 && p.Domain.Fewest > 0 {
			return nil
		}
		if !isText {
			return knownParts(of)
		}
		key := argument{p, text}
		if _, done := read[key]; !done {
			if !p.Domain.told(of) && unsaid(text) && !slices.Contains(language.NameWords(p.Name), "format") && (text == "" || strings.Contains(text, "<UNK>") || !strings.Contains(task.Words, text)) {
				of = nil
			} else if folded := (argument{p, foldText(text)}); (p.Domain.Kind == Text || p.Domain.Kind == Opaque) && !p.exactly(text) {
				if first[folded] == nil {
					first[folded] = of
				}
				of = first[folded]
			}
			read[key] = of
		}
		return read[key]
	}
	for n := range task.Candidates {
		p := &task.Candidates[n]
		t, found := known[p.Tool]
		if !found {
			t = k.Tool(p.Tool)
			known[p.Tool] = t
		}
		fault := p.Fault
		if fault == "" && t == nil {
			fault = fmt.Sprintf("there is no tool %q", p.Tool)
		} else if fault == "" && t != noTool {
			if strange := t.Strange(p.Arguments); strange != "" {
				fault = fmt.Sprintf("the tool %s has no parameter %q", t.Name, strange)
			}
		}
		if fault != "" {
			notes = append(notes, fmt.Sprintf("candidate %d is left out: %s", n+1, fault))
			if t == nil || p.Fault != "" || !task.Sampled { // of a sample the rest counts
				continue
			}
		}
		r := &reading{tool: t, weight: 1, slots: make([]slot, len(t.Parameters))}
		if p.Weight > 0 && !math.IsInf(p.Weight, 0) {
			r.weight = p.Weight
		}
		stated := make([]Value, len(t.Parameters))
		for i := range t.Parameters {
			q, s := &t.Parameters[i], &r.slots[i]
			of := p.Arguments[q.Name]
			if slices.Contains(p.Literal, q.Name) { // meant as it stands, and need not be looked up
				s.grounding = &Grounding{q.Name, FromWords, answered}
			} else {
				of = value(q, of)
			}
			if of != nil {
				stated[i].Of = of
				s.from, s.values = originStated, stated[i:i+1:i+1]
			}
		}
		out = append(out, r)
	}
	return out, notes
}

// told reports whether a text is plainly a value: a listed one, or a number or day of the domain.
func (d *Domain) told(of any) bool {
	_, ok := find(d.Values, of)
	if d.Present == nil && (d.Kind == Number || d.Kind == Date) {
		_, o := d.Accept(of)
		ok = o == nil
	}
	return ok
}

// Strange returns the name of an argument that the tool has no parameter for, "" if
// there is none.
func (t *Tool) Strange(args Arguments) string {
	strange := ""
	for name := range args {
		if t.at(name) < 0 && (strange == "" || name < strange) {
			strange = name
		}
	}
	return strange
}

// longestPlaceholder is how many bytes a text has at most that as a whole says that a value is not known.
const longestPlaceholder = 60

// unsaid reports whether a text says that a value is not known: "<UNK>", "", "N/A", "[your name]".
func unsaid(text string) bool {
	text = strings.TrimSpace(text)
	if len(text) <= longestPlaceholder && (strings.Trim(text, "?…") == "" || is("placeholder", text) || is("unknown", language.Forms(text)...)) {
		return true
	}
	return strings.ContainsAny(text, "<{[_") && is("gap", text)
}

// knownParts leaves out of objects what says that it is not known; nil when nothing is left, or when an item of a
// list is not known: then nobody knows how many there are. An object of a list stays, and lacks something.
func knownParts(of any) any {
	switch of := of.(type) {
	case string:
		if unsaid(of) && of != "none" { // which a field can be: "backlight": "none"
			return nil
		}
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
		out := make([]any, len(of))
		for i, inner := range of {
			out[i] = knownParts(inner)
			if _, isObject := inner.(map[string]any); isObject && out[i] == nil {
				out[i] = map[string]any{}
			}
			if out[i] == nil {
				return nil
			}
		}
		return out
	}
	return of
}

// exactly reports whether case and spaces of a text mean something: of secrets, paths, code and ids, by the
// name of the parameter, its form, or what the text looks like.
func (p *Parameter) exactly(text string) bool {
	one := !strings.Contains(text, " ")
	letters := strings.ContainsFunc(text, unicode.IsLetter)
	return p.Domain.Pattern != "" || letters && one && (strings.ContainsAny(text, "0123456789") || language.NamesOne(text)) ||
		slices.ContainsFunc(language.NameWords(p.Name), func(w string) bool { return is("exact", w) }) || letters && is("code", text)
}

// foldText is a text without what people and models write now so, now so.
func foldText(text string) string {
	if out := strings.Join(strings.Fields(strings.ToLower(strings.Map(func(r rune) rune {
		if strings.ContainsRune("'’‘", r) {
			return -1
		}
		return r
	}, strings.Trim(text, " \t\n.,;!\"“”")))), " "); out != "" {
		return out
	}
	return text
}
