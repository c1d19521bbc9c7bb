package clarifybench

import (
	"fmt"
	"io/fs"
	"maps"
	"strings"

	"shopclerk/agent/tools"
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search/metric"
)

// Proposed counts what is decided about the right calls of NoisyToolBench, proposed as
// candidates as they are and with what models do to them.
type Proposed map[string]Share

// Share is how many of some cases were met as they should be.
type Share struct {
	Right int `json:"right"`
	Of    int `json:"of"`
}

// The ways to propose a call.
const (
	wayRight     = "right: carried out"
	wayLacking   = "a required value is missing: asked for it and nothing else"
	wayUnknown   = "a value says that it is not known: asked for it"
	waySpelled   = "a value is written in four ways: carried out"
	wayContested = "two values of one weight: asked which"
	wayInvented  = "beside calls with an argument and a tool that there are not: carried out"
)

// proposedWays are they in the order of the report.
var proposedWays = []string{wayRight, wayLacking, wayUnknown, waySpelled, wayContested, wayInvented}

// unknowns are what models write for a value that they do not know.
var unknowns = []any{"<UNK>", "", "unknown", "N/A", "{{value}}"}

// Propose proposes the calls that the instructions of a folder expect.
func Propose(files fs.FS) (Proposed, error) {
	all, err := unclears(files)
	out := Proposed{}
	for _, u := range all {
		for _, call := range u.calls {
			if declared(u.kit.Tool(call.Tool), call) {
				out.propose(u.kit, call)
			}
		}
	}
	return out, err
}

// declared reports whether a call is right by what declares its tool. Some of the data are
// not: an argument that it has not, an empty one that it requires.
func declared(t *tools.Tool, c tools.Call) bool {
	for name, of := range c.Arguments {
		if t.Parameter(name) == nil || of == "" {
			return false
		}
	}
	return true
}

func (p Proposed) propose(kit *tools.Kit, right tools.Call) {
	rule := ruled(Ours, nil)
	count := func(way string, met func(*tools.Decision) bool, calls ...tools.Call) {
		var task tools.Task
		for _, c := range calls {
			task.Candidates = append(task.Candidates, tools.Proposal{Call: c})
		}
		d, err := kit.Decide(task, tools.Scene{}, rule)
		n := p[way]
		p[way] = Share{n.Right + int(metric.Indicator(err == nil && met(&d))), n.Of + 1}
	}
	done := func(d *tools.Decision) bool { // once it is confirmed, if that is asked for
		return (d.Do == tools.Execute || d.Do == tools.Confirm) && sameCall(kit, d.Call, &right)
	}
	with := func(name string, of any) tools.Call {
		c := tools.Call{Tool: right.Tool, Arguments: maps.Clone(right.Arguments)}
		c.Arguments[name] = of
		return c
	}
	count(wayRight, done, right)
	count(wayInvented, done, right, with("made_up", 1.0), tools.Call{Tool: "made_up"})
	for _, q := range kit.Tool(right.Tool).Parameters {
		if !q.Required || right.Arguments[q.Name] == nil {
			continue
		}
		asks := func(d *tools.Decision) bool {
			return d.Do == tools.Ask && len(d.Questions) == 1 && d.Questions[0].Aspect == q.Name
		}
		count(wayLacking, asks, with(q.Name, nil))
		for _, unsaid := range unknowns {
			count(wayUnknown, asks, with(q.Name, unsaid))
		}
		if of, text := right.Arguments[q.Name].(string); text && strings.ToUpper(of) != of && q.Domain.Kind == tools.Text {
			count(waySpelled, done, right, right, with(q.Name, strings.ToUpper(of)), with(q.Name, " "+of+" "), with(q.Name, of+"."))
			count(wayContested, asks, right, with(q.Name, of+"x"))
		}
	}
}

// section shows what became of the calls.
func (p Proposed) section() report.Section {
	t := report.Table{Columns: []string{"proposed", "met"}}
	for _, way := range proposedWays {
		t.Add(way, fmt.Sprintf("%s of %d", report.Share(float64(p[way].Right), float64(p[way].Of)), p[way].Of))
	}
	return report.Section{ID: "proposed", Title: "Calls that a model proposes", Text: []string{
		"The calls to be made in NoisyToolBench's instructions with odd numbers, proposed as candidates: as they are, and with what models make of them. Calls that contradict what declares their tool are left out.",
	}, Figures: []report.Figure{{Title: "What was decided", Table: t}}}
}
