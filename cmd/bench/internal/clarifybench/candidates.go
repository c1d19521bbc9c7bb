package clarifybench

import (
	"fmt"
	"io/fs"
	"strings"

	"shopclerk/agent/tools"
	"shopclerk/cmd/bench/internal/report"
)

// Proposed counts what is decided about right calls of the leaderboard's base
// conversations, proposed as candidates as they are and with what models do to them.
type Proposed map[string]*Share

// Share is how many of some cases were met as they should be.
type Share struct {
	Right int `json:"right"`
	Of    int `json:"of"`
}

// The ways to propose a call, in the order of the report.
const (
	asIs      = "right: carried out"
	lacking   = "a required value is missing: asked for it and nothing else"
	unknown   = "a value says that it is not known: asked for it"
	alike     = "a value is written in four ways: carried out"
	contested = "two values of one weight: asked which"
	invented  = "beside calls with an argument and a tool that there are not: carried out"
)

func proposedWays() []string { return []string{asIs, lacking, unknown, alike, contested, invented} }

// unknowns are what models write for a value that they do not know.
var unknowns = []any{"<UNK>", "", "unknown", "N/A", "{{value}}"}

// Propose proposes the calls of a folder of the leaderboard's files.
func Propose(files fs.FS) (Proposed, error) {
	from, err := newShelf(files)
	if err != nil {
		return nil, err
	}
	rule, err := tools.NewRule(Ours, nil)
	if err != nil {
		return nil, err
	}
	all, err := dialogues(files, kinds[0])
	if err != nil {
		return nil, err
	}
	out := Proposed{}
	for _, d := range all {
		for i := range d.truth {
			kit, err := from.kit(d, i)
			if err != nil {
				return nil, err
			}
			for _, text := range d.truth[i] {
				call, err := parseCall(text, kit)
				if err != nil {
					return nil, err
				}
				if kit.Tool(call.Tool) != nil {
					out.propose(kit, rule, call)
				}
			}
		}
	}
	return out, nil
}

func (p Proposed) propose(kit *tools.Kit, rule tools.Rule, right tools.Call) {
	count := func(way string, met func(*tools.Decision) bool, calls ...tools.Call) {
		task := tools.Task{}
		for _, c := range calls {
			task.Candidates = append(task.Candidates, tools.Proposal{Call: c})
		}
		d, err := kit.Decide(task, tools.Scene{}, rule)
		if p[way] == nil {
			p[way] = &Share{}
		}
		p[way].Of++
		p[way].Right += int(one(err == nil && met(&d)))
	}
	with := func(name string, of any) tools.Call {
		out := tools.Call{Tool: right.Tool, Arguments: tools.Arguments{name: of}}
		for n, v := range right.Arguments {
			if n != name {
				out.Arguments[n] = v
			}
		}
		return out
	}
	t := turn{kit: kit}
	done := func(d *tools.Decision) bool {
		return (d.Do == tools.Execute || d.Do == tools.Confirm) && t.same(d.Call, &right)
	}
	count(asIs, done, right)
	count(invented, done, right, with("made_up", 1.0), tools.Call{Tool: "made_up"})
	for _, name := range sorted(right.Arguments) {
		if q := kit.Tool(right.Tool).Parameter(name); q == nil || !q.Required {
			continue
		}
		asks := func(d *tools.Decision) bool {
			return d.Do == tools.Ask && len(d.Questions) == 1 && d.Questions[0].Aspect == name
		}
		count(lacking, asks, with(name, nil))
		for _, unsaid := range unknowns {
			count(unknown, asks, with(name, unsaid))
		}
		if of, text := right.Arguments[name].(string); text && strings.ToUpper(of) != of && kit.Tool(right.Tool).Parameter(name).Domain.Kind == tools.Text {
			count(alike, done, right, right, with(name, strings.ToUpper(of)), with(name, " "+of+" "), with(name, of+"."))
			count(contested, asks, right, with(name, of+"x"))
		}
	}
}

// section shows what became of the calls.
func (p Proposed) section() report.Section {
	t := report.Table{Columns: []string{"proposed", "cases", "met"}}
	for _, way := range proposedWays() {
		if s := p[way]; s != nil {
			t.Rows = append(t.Rows, []string{way, fmt.Sprint(s.Of), of(s.Right, s.Of)})
		}
	}
	return report.Section{ID: "proposed", Title: "Calls that a model proposes", Text: []string{
		"The calls to be made in the leaderboard's base conversations, proposed as candidates: as they are, and with what models make of them. No words are read.",
	}, Figures: []report.Figure{{Title: "What was decided", Table: t}}}
}
