package clarifybench

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"maps"
	"math"
	"os"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/clarify"
	"shopclerk/agent/tools"
	"shopclerk/data"
)

// Scores are means over conversations of the means over their requests.
func TestMeasures(t *testing.T) {
	right := &Outcome{Covered: true, Tool: true, Params: 1, Asked: 2, Needless: 1, Needed: true}
	wrong := &Outcome{Tool: true, Params: .5, Asked: 0, Needed: true}
	idle := &Outcome{Covered: true, Tool: true, Params: 1, Asked: 1, Needless: 1}
	cases := []Played{
		{Case: &Case{Requests: make([]Request, 2)}, Outcomes: [][]*Outcome{{right, wrong}}},
		{Case: &Case{Requests: make([]Request, 1)}, Outcomes: [][]*Outcome{{idle}}},
	}
	for column, want := range map[string]float64{
		"coverage": .75, "TMR": 1, "PMR": .875, "success": .5, "questions": 1, "needless": .75, "precision": .5, "recall": .5, "wrong calls": 0,
	} {
		if got, ok := measure(column).score(cases, 0); !ok || math.Abs(got.Mean-want) > 1e-12 {
			t.Errorf("%s is %v, want %v", column, got.Mean, want)
		}
	}
}

func TestOutcomeScore(t *testing.T) {
	want := &tools.Call{Tool: "mv", Arguments: tools.Arguments{"source": "a", "destination": "b"}}
	for _, tt := range []struct {
		name string
		got  tools.Call
		out  Outcome
	}{
		{"the same", tools.Call{Tool: "mv", Arguments: tools.Arguments{"destination": "b", "source": "a"}}, Outcome{Covered: true, Tool: true, Params: 1}},
		{"one wrong", tools.Call{Tool: "mv", Arguments: tools.Arguments{"source": "a", "destination": "c"}}, Outcome{Tool: true, Params: .5}},
		{"one too many", tools.Call{Tool: "mv", Arguments: tools.Arguments{"source": "a", "destination": "b", "x": 1.0, "y": 2.0}}, Outcome{Tool: true, Params: .5}},
		{"another tool", tools.Call{Tool: "cp", Arguments: want.Arguments}, Outcome{}},
	} {
		var o Outcome
		o.score(want, &tt.got)
		o.Call = nil
		if diff := cmp.Diff(tt.out, o); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// People answer what they are asked, from what they mean.
func TestTruthful(t *testing.T) {
	meant := &tools.Call{Tool: "tail", Arguments: tools.Arguments{"file_name": "a.txt", "lines": 20.0, "stocks": []any{"a b", "c"}}}
	options := func(of ...any) (out []tools.Option) {
		for _, v := range of {
			out = append(out, tools.Option{Value: tools.Value{Of: v}})
		}
		return out
	}
	for _, tt := range []struct {
		name string
		q    tools.Question
		want tools.Reply
	}{
		{"an option", tools.Question{Aspect: "file_name", Options: options("b.txt", "a.txt")}, tools.Reply{Aspect: "file_name", Value: "a.txt"}},
		{"in words", tools.Question{Aspect: "lines", Options: options(5.0, 10.0)}, tools.Reply{Aspect: "lines", Words: "20"}},
		{"several in words", tools.Question{Aspect: "stocks"}, tools.Reply{Aspect: "stocks", Words: "'a b' and 'c'"}},
		{"no wish", tools.Question{Aspect: "mode", Options: options("l", "w")}, tools.Reply{Aspect: "mode", None: true}},
		{"which tool", tools.Question{Aspect: tools.WhichTool, Options: options("cat", "tail")}, tools.Reply{Aspect: tools.WhichTool, Value: "tail"}},
	} {
		if diff := cmp.Diff(tt.want, truthful(&tt.q, meant)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// A part that is removed counts as its theoretical maximum: the score is at least
// the whole one's, at any question.
func TestAblations(t *testing.T) {
	g := clarify.DefaultArgus()
	for _, a := range ablations()[1:] {
		without := a.policy.(clarify.Argus)
		if without.Score == nil {
			if without.Alpha != 0 {
				t.Errorf("%s: nothing is removed", a.name)
			}
			continue
		}
		for _, evpi := range []float64{0, .3, 1} {
			for _, reduction := range []float64{0, .4, 1} {
				for asked := range 4 {
					for n := range asked + 1 {
						whole, less := clarify.UCB(evpi+reduction, g.C, asked, n), without.Score(evpi, reduction, asked, n)
						if less < whole-1e-12 {
							t.Errorf("%s: the score %v of EVPI %v, regret %v, %d asked, %d about this is below %v", a.name, less, evpi, reduction, asked, n, whole)
						}
					}
				}
			}
		}
	}
}

// The domains have the papers' tools, 92 in all, and 40 conversations a split.
func TestDomains(t *testing.T) {
	all, err := Load(data.Bench())
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, d := range all {
		got[d.Name] = len(d.Tools)
		cases := map[string]int{}
		for _, c := range d.Cases {
			cases[c.Split]++
		}
		if diff := cmp.Diff(map[string]int{Explicit: 40, Ambiguous: 40, Infeasible: 40}, cases); diff != "" {
			t.Errorf("%s (-want +got):\n%s", d.Name, diff)
		}
	}
	want := map[string]int{"travel": 15, "documents": 18, "trading": 19, "vehicle": 22, "files": 18}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What is meant is possible when its turn comes, by the tools themselves; what is hidden or
// said wrongly is an argument of it.
func TestIntentsArePossible(t *testing.T) {
	all, err := Load(data.Bench())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range all {
		for _, c := range d.Cases {
			for _, r := range c.Requests {
				kit, err := d.kit(&r.State)
				if err != nil {
					t.Fatal(err)
				}
				tool := kit.Tool(r.Intent.Tool)
				for _, p := range tool.Parameters {
					of := r.Intent.Arguments[p.Name]
					if of == nil {
						if p.Required {
							t.Errorf("%s: %q: %s is not meant", c.ID, r.Text, p.Name)
						}
						continue
					}
					if _, err := p.Domain.At(r.Intent.Arguments).Accept(of); err != nil {
						t.Errorf("%s: %q: %s: %v", c.ID, r.Text, p.Name, err)
					}
				}
				if o := tool.Check(r.Intent.Arguments); len(o) > 0 {
					t.Errorf("%s: %q: %v", c.ID, r.Text, o)
				}
				if (len(r.Hidden) == 0) != (c.Split == Explicit) || (r.Corruption == "") != (c.Split != Infeasible) {
					t.Errorf("%s: hidden are %v, corrupted by %q", c.ID, r.Hidden, r.Corruption)
				}
				for _, name := range r.Hidden {
					if r.Intent.Arguments[name] == nil {
						t.Errorf("%s: %s is hidden, and not meant", c.ID, name)
					}
				}
			}
		}
	}
}

func run(t *testing.T, set Setting) *Results {
	t.Helper()
	r, err := Run(t.Context(), &set)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var update = flag.Bool("update", false, "make the scores found those that are expected")

const expected = "../../../../data/bench/expected-tools.json"

// expectations are what the small subset scores: exactly, since nothing here is random
// beyond the seed.
type expectations map[string]map[string]float64 // by split/strategy, by name

// A small subset scores what is expected.
func TestExpectedScores(t *testing.T) {
	text, err := os.ReadFile(expected)
	if err != nil {
		t.Fatal(err)
	}
	var want expectations
	if err := json.Unmarshal(text, &want); err != nil && !*update {
		t.Fatal(err)
	}
	r := run(t, Setting{Cases: 3})
	got := expectations{}
	for name, splits := range r.Figures() {
		for split, all := range splits {
			kept := map[string]float64{}
			for _, key := range []string{"coverage", "tool match", "parameter match", "questions", "wrong", "named"} {
				if f, ok := all[key]; ok {
					kept[key] = math.Round(f*1000) / 1000
				}
			}
			got[split+"/"+name] = kept
		}
	}
	if *update {
		text, err := json.MarshalIndent(got, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(expected, append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got), accept it with -update:\n%s", diff)
	}
}

// The report is the same bytes on any number of processors.
func TestSameBytes(t *testing.T) {
	report := func(processors int) string {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		return run(t, Setting{Cases: 2}).Document().Markdown()
	}
	if one, two := report(1), report(2); one != two {
		t.Errorf("one processor:\n%s\ntwo:\n%s", one, two)
	}
}

// An agent that is played beside the strategies meets what they meet.
func TestExtra(t *testing.T) {
	r, err := Run(context.Background(), &Setting{Cases: 2, Extra: Strategy{Name: "again", Agent: deciding(ruled(Ours, nil)), Pooled: true}})
	if err != nil {
		t.Fatal(err)
	}
	figures := r.Figures()
	for split, want := range figures[Ours] {
		if got := figures["again"][split]; !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", split, got, want)
		}
	}
}

// A run that is called off says so.
func TestRunFaults(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, &Setting{Cases: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if (&Setting{}).Validate() == nil {
		t.Error("no cases are taken")
	}
}
