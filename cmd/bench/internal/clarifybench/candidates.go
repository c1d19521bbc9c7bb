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
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search/metric"
)

// Proposed counts what is decided about right calls of real data, proposed as candidates
// as they are and with what models do to them, by the data's name.
type Proposed map[string]map[string]*Share

// Share is how many of some cases were met as they should be.
type Share struct {
	Right int `json:"right"`
	Of    int `json:"of"`
}

// The ways to propose a call, in the order of the report.
const (
	wayRight     = "right: carried out"
	wayLacking   = "a required value is missing: asked for it and nothing else"
	wayUnknown   = "a value says that it is not known: asked for it"
	waySpelled   = "a value is written in four ways: carried out"
	wayContested = "two values of one weight: asked which"
	wayInvented  = "beside calls with an argument and a tool that there are not: carried out"
	wayOdd       = "of a tool declared with odd parts, beside one that is no declaration: carried out"
	wayNested    = "its arguments inside an object: carried out"
	wayInside    = "inside an object a required value is missing: asked for it and nothing else"
)

func proposedWays() []string {
	return []string{wayRight, wayLacking, wayUnknown, waySpelled, wayContested, wayInvented, wayOdd, wayNested, wayInside}
}

// unknowns are what models write for a value that they do not know.
var unknowns = []any{"<UNK>", "", "unknown", "N/A", "{{value}}"}

// Propose proposes the calls of the folders of real data.
func Propose(files fs.FS) (Proposed, error) {
	from, err := sources(files)
	out := Proposed{}
	for name, all := range from {
		p := proposer{rule: ruled(Ours, nil), counts: map[string]*Share{}}
		for _, r := range all {
			for _, call := range r.calls {
				if p.kit = r.kit; !declaredSo(r.kit.Tool(call.Tool), call) {
					continue
				}
				p.propose(call)
				if err := p.proposeDeclared(call); err != nil {
					return nil, fmt.Errorf("%s: %s: %w", name, call.Tool, err)
				}
			}
		}
		out[name] = p.counts
	}
	return out, err
}

// declaredSo reports whether a call is right by what declares its tool. Some of the data
// are not: an argument that it has not, an empty one that it requires.
func declaredSo(t *tools.Tool, c tools.Call) bool {
	for name, of := range c.Arguments {
		p := t.Parameter(name)
		if p == nil || of == "" {
			return false
		}
	}
	return true
}

// proposer proposes calls of a kit and counts what comes of it.
type proposer struct {
	kit    *tools.Kit
	rule   tools.Rule
	counts map[string]*Share
}

func (p *proposer) count(way string, met func(*tools.Decision) bool, calls ...tools.Call) {
	task := tools.Task{}
	for _, c := range calls {
		task.Candidates = append(task.Candidates, tools.Proposal{Call: c})
	}
	d, err := p.kit.Decide(task, tools.Scene{}, p.rule)
	if p.counts[way] == nil {
		p.counts[way] = &Share{}
	}
	p.counts[way].Of++
	p.counts[way].Right += int(metric.Indicator(err == nil && met(&d)))
}

// done reports whether a call was carried out, or is once it is confirmed.
func (p *proposer) done(right tools.Call) func(*tools.Decision) bool {
	return func(d *tools.Decision) bool {
		return (d.Do == tools.Execute || d.Do == tools.Confirm) && sameCall(p.kit, d.Call, &right)
	}
}

// asksOnly reports whether one thing is asked about, and nothing else.
func asksOnly(name string) func(*tools.Decision) bool {
	return func(d *tools.Decision) bool {
		return d.Do == tools.Ask && len(d.Questions) == 1 && d.Questions[0].Aspect == name
	}
}

// withArgument is a call with another argument in place of one; nil leaves it out.
func withArgument(c tools.Call, name string, of any) tools.Call {
	c.Arguments = maps.Clone(c.Arguments)
	c.Arguments[name] = of
	return c
}

func (p *proposer) propose(right tools.Call) {
	done := p.done(right)
	p.count(wayRight, done, right)
	p.count(wayInvented, done, right, withArgument(right, "made_up", 1.0), tools.Call{Tool: "made_up"})
	for _, q := range p.kit.Tool(right.Tool).Parameters {
		if !q.Required || right.Arguments[q.Name] == nil {
			continue
		}
		p.count(wayLacking, asksOnly(q.Name), withArgument(right, q.Name, nil))
		for _, unsaid := range unknowns {
			p.count(wayUnknown, asksOnly(q.Name), withArgument(right, q.Name, unsaid))
		}
		if of, text := right.Arguments[q.Name].(string); text && strings.ToUpper(of) != of && q.Domain.Kind == tools.Text {
			p.count(waySpelled, done, right, right, withArgument(right, q.Name, strings.ToUpper(of)), withArgument(right, q.Name, " "+of+" "), withArgument(right, q.Name, of+"."))
			p.count(wayContested, asksOnly(q.Name), right, withArgument(right, q.Name, of+"x"))
		}
	}
}

// oddities are parameters as they are declared and can not be: a default of another type
// and one that is not listed, a pattern of another dialect, a type that there is not, an
// enumeration beside the items, a list where an object is.
var oddities = object{
	"größe": object{"type": "integer", "default": "many"}, "mode": object{"enum": []any{"a", "b"}, "default": "c", "type": "string"},
	"code": object{"type": "string", "pattern": "(?<=a)b"}, "blob": object{"type": "complex128"},
	"tags": object{"type": "array", "enum": []any{"a", "b"}}, "extra": []any{"x"},
}

// proposeDeclared proposes a call of its tool declared otherwise.
func (p *proposer) proposeDeclared(right tools.Call) error {
	t := p.kit.Tool(right.Tool)
	text, err := json.Marshal(schema.Of(t))
	if err != nil {
		return err
	}
	declared := func(change func(s object) object) *proposer {
		var s object
		if err = errors.Join(err, json.Unmarshal(text, &s)); err != nil {
			return nil
		}
		other := *p
		var declaredErr error
		other.kit, declaredErr = declare([]any{object{"name": t.Name, "parameters": change(s)}, object{"name": 7, "parameters": "none"}})
		err = errors.Join(err, declaredErr)
		return &other
	}
	strange := declared(func(s object) object {
		properties, _ := s["properties"].(object)
		for name, of := range oddities {
			if properties[name] == nil {
				properties[name] = of
			}
		}
		return s
	})
	whole := declared(func(s object) object {
		return object{"type": "object", "properties": object{"request": s}, "required": []any{"request"}}
	})
	if err != nil {
		return err
	}
	strange.count(wayOdd, strange.done(right), right)
	inner := func(c tools.Call) tools.Call {
		return tools.Call{Tool: c.Tool, Arguments: whole.kit.Tool(c.Tool).Flat(object{"request": c.Nested(t)})}
	}
	if len(right.Arguments) > 0 { // a required object that is empty is asked about
		whole.count(wayNested, whole.done(inner(right)), inner(right))
	}
	for _, q := range t.Parameters {
		if q.Required && right.Arguments[q.Name] != nil {
			whole.count(wayInside, asksOnly("request."+q.Name), inner(withArgument(right, q.Name, nil)))
		}
	}
	return nil
}

// section shows what became of the calls.
func (p Proposed) section() report.Section {
	from := slices.Sorted(maps.Keys(p))
	t := report.Table{Columns: append([]string{"proposed"}, from...)}
	for _, way := range proposedWays() {
		row := []string{way}
		for _, name := range from {
			s := p[name][way]
			if s == nil {
				s = &Share{}
			}
			row = append(row, fmt.Sprintf("%s of %d", shareText(s.Right, s.Of), s.Of))
		}
		t.Rows = append(t.Rows, row)
	}
	return report.Section{ID: "proposed", Title: "Calls that a model proposes", Text: []string{
		"Calls to be made in real data, proposed as candidates: as they are, and with what models make of them. The data are the base conversations of the Berkeley leaderboard, ids 0 to 99, the tasks of tau-bench's retail world, whose tools are declared by what their calls have, and the instructions of NoisyToolBench with odd numbers. Calls that contradict what declares their tool are left out.",
	}, Figures: []report.Figure{{Title: "What was decided", Table: t}}}
}
