package clarifybench

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/tools"
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
