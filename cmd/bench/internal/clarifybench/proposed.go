package clarifybench

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"shopclerk/agent/tools"
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search/metric"
)

// Proposed counts what is decided about right calls of real data, proposed as candidates
// as they are and with what models do to them, by the data's name.
type Proposed map[string]map[string]Share

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
)

var proposedWays = []string{wayRight, wayLacking, wayUnknown, waySpelled, wayContested, wayInvented}

// unknowns are what models write for a value that they do not know.
var unknowns = []any{"<UNK>", "", "unknown", "N/A", "{{value}}"}

// Propose proposes the calls of the folders of real data.
func Propose(files fs.FS) (Proposed, error) {
	from, err := sources(files)
	out := Proposed{}
	for name, all := range from {
		p := proposer{rule: ruled(Ours, nil), counts: map[string]Share{}}
		for _, r := range all {
			for _, call := range r.calls {
				if p.kit = r.kit; !declaredSo(r.kit.Tool(call.Tool), call) {
					continue
				}
				p.propose(call)
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
	counts map[string]Share
}

func (p *proposer) count(way string, met func(*tools.Decision) bool, calls ...tools.Call) {
	task := tools.Task{}
	for _, c := range calls {
		task.Candidates = append(task.Candidates, tools.Proposal{Call: c})
	}
	d, err := p.kit.Decide(task, tools.Scene{}, p.rule)
	n := p.counts[way]
	p.counts[way] = Share{n.Right + int(metric.Indicator(err == nil && met(&d))), n.Of + 1}
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

// section shows what became of the calls.
func (p Proposed) section() report.Section {
	from := slices.Sorted(maps.Keys(p))
	t := report.Table{Columns: append([]string{"proposed"}, from...)}
	for _, way := range proposedWays {
		row := []string{way}
		for _, name := range from {
			s := p[name][way]
			row = append(row, fmt.Sprintf("%s of %d", report.Share(float64(s.Right), float64(s.Of)), s.Of))
		}
		t.Add(row...)
	}
	return report.Section{ID: "proposed", Title: "Calls that a model proposes", Text: []string{
		"Calls to be made in real data, proposed as candidates: as they are, and with what models make of them. The data are the base conversations of the Berkeley leaderboard, ids 0 to 99, the tasks of tau-bench's retail world, whose tools are declared by what their calls have, and the instructions of NoisyToolBench with odd numbers. Calls that contradict what declares their tool are left out.",
	}, Figures: []report.Figure{{Title: "What was decided", Table: t}}}
}
