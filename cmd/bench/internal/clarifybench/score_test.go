package clarifybench

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/tools"
)

// Scores are means over conversations of the means over their requests.
func TestOf(t *testing.T) {
	right := &Outcome{Covered: true, Tool: true, Params: 1, Asked: 2, Needless: 1, Needed: true}
	wrong := &Outcome{Tool: true, Params: .5, Asked: 0, Needed: true}
	idle := &Outcome{Covered: true, Tool: true, Params: 1, Asked: 1, Needless: 1}
	cases := []Played{
		{Case: &Case{Requests: make([]Request, 2)}, Outcomes: [][]*Outcome{{right, wrong}}},
		{Case: &Case{Requests: make([]Request, 1)}, Outcomes: [][]*Outcome{{idle}}},
	}
	s := Of(cases, 0)
	for _, tt := range []struct {
		name      string
		got, want float64
	}{
		{"coverage", s.Coverage.Mean, .75}, {"tool", s.Tool.Mean, 1}, {"parameters", s.Params.Mean, .875},
		{"success", s.Success.Mean, .5}, {"questions", s.Questions.Mean, 1}, {"needless", s.Needless.Mean, .75},
		{"requests", float64(s.Requests), 3}, {"needed", float64(s.Needed), 2}, {"asked", float64(s.Asked), 2},
		{"precision", s.Precision.Mean, .5}, {"recall", s.Recall.Mean, .5}, {"wrong", s.Wrong.Mean, 0},
	} {
		if math.Abs(tt.got-tt.want) > 1e-12 {
			t.Errorf("%s is %v, want %v", tt.name, tt.got, tt.want)
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
func TestUser(t *testing.T) {
	r := &Request{Intent: tools.Call{Tool: "tail", Arguments: tools.Arguments{"file_name": "a.txt", "lines": 20.0, "stocks": []any{"a b", "c"}}}}
	options := func(of ...any) (out []tools.Option) {
		for _, v := range of {
			out = append(out, tools.Option{Value: tools.Value{Of: v}})
		}
		return out
	}
	for _, tt := range []struct {
		name  string
		q     tools.Question
		vague float64
		want  tools.Reply
	}{
		{"an option", tools.Question{Aspect: "file_name", Options: options("b.txt", "a.txt")}, 0, tools.Reply{Aspect: "file_name", Value: "a.txt"}},
		{"in words", tools.Question{Aspect: "lines", Options: options(5.0, 10.0)}, 0, tools.Reply{Aspect: "lines", Words: "20"}},
		{"several in words", tools.Question{Aspect: "stocks"}, 0, tools.Reply{Aspect: "stocks", Words: "'a b' and 'c'"}},
		{"no wish", tools.Question{Aspect: "mode", Options: options("l", "w")}, 0, tools.Reply{Aspect: "mode", None: true}},
		{"which tool", tools.Question{Aspect: tools.WhichTool, Options: options("cat", "tail")}, 0, tools.Reply{Aspect: tools.WhichTool, Value: "tail"}},
		{"vague", tools.Question{Aspect: "file_name", Options: options("b.txt", "a.txt")}, 1, tools.Reply{Aspect: "file_name", Not: []any{"b.txt"}}},
		{"vague without options", tools.Question{Aspect: "file_name"}, 1, tools.Reply{Aspect: "file_name"}},
	} {
		u := &user{request: r, vague: tt.vague, asked: map[string]int{}}
		if diff := cmp.Diff(tt.want, u.answer(&tt.q)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
