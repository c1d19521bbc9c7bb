package clarifybench

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"shopclerk/agent/llm"
	"shopclerk/agent/llm/llmtest"
	"shopclerk/agent/tools"
)

func scripted(t *testing.T, play llmtest.Play) *llm.Client {
	t.Helper()
	e := llmtest.New(t, play)
	c, err := llm.New(llm.Config{URL: e.URL, Model: "scripted", Concurrency: 1, Timeout: time.Second, Pause: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// noisyFiles is one instruction: which city is meant was not said.
func noisyFiles(t *testing.T) fstest.MapFS {
	t.Helper()
	item := `[{"query_id": 1, "query": "How is the weather?", "question need to be asked": "Which city do you mean?", "clarification": "Bergen",
		"api_list": [{"tool_name": "Sky", "api_name": "Get Weather", "api_description": "The weather of a city.", "optional_parameters": [],
			"required_parameters": [{"name": "city", "type": "STRING", "description": "Name of the city."}]}],
		"expected API calling": [{"name": "get_weather_for_Sky", "arguments": "{\"is_city\": \"Bergen\"}"}]}]`
	out := fstest.MapFS{}
	for _, kind := range noisyKinds {
		out["noisytoolbench/"+kind+".json"] = &fstest.MapFile{Data: []byte(item)}
	}
	beyond, _, _ := strings.Cut(item, `,
		"expected`)
	out["noisytoolbench/IBTC.json"].Data = []byte(beyond + "}]")
	return out
}

const tool = "get_weather_for_sky"

// plays is a model that asks which city, and calls once it has been told; by its task it
// writes steps, judgements, candidates or verdicts.
func plays(asked llmtest.Asked) llmtest.Play {
	task, text := asked.Messages[0].Content, asked.Messages[1].Content
	told := strings.Contains(text, "Bergen")
	step := map[string]string{"thought": "t", "act": "ask", "parameter": "city", "question": "Which city?", "tool": "", "arguments": ""}
	switch {
	case strings.Contains(task, "compare what an agent did"):
		return llmtest.Says(`{"calls": true, "answer": false}`)
	case strings.Contains(task, "which calls they may mean"):
		return llmtest.Says(fmt.Sprintf(`{"calls": [{"tool": %q, "arguments": "{\"city\": \"<UNK>\", \"mood\": 1}", "weight": 0.2}, {"tool": %[1]q, "arguments": "{}", "weight": 0.8}]}`, tool))
	case strings.Contains(task, `"continue"`) && told:
		step["act"] = "continue"
	case told && !strings.Contains(text, "tried"): // it goes wrong first, and is taken back
		step["act"], step["tool"], step["arguments"] = "call", "rain_dance", "{}"
	case told:
		step["act"], step["tool"], step["arguments"] = "call", tool, `{"city": "Bergen"}`
	}
	out, _ := json.Marshal(step)
	return llmtest.Says(string(out))
}

// Every agent of the papers asks what it is to ask, and calls what is then right. Of those
// that act, only the ones that can go back mend a step that leads nowhere.
func TestMethods(t *testing.T) {
	for name, m := range methods {
		client := scripted(t, llmtest.By(plays))
		all, err := Evaluate(t.Context(), noisyFiles(t), name, client)
		if err != nil {
			t.Fatal(err)
		}
		e := all[0]
		mends := m.requests > 0 || m.back > 0
		if !e.Asked || e.Exact != mends || e.Called == nil || !*e.Called || *e.Answered {
			t.Errorf("%s: %+v", name, e)
		}
		if e.Steps < 2 || m.check != "" && e.Steps < 4 {
			t.Errorf("%s: %d steps", name, e.Steps)
		}
	}
}

// Where nothing leads on, who searches depth first goes back before a question that led
// nowhere, and forgets what it heard to it; who does not comes to an end.
func TestGoesBack(t *testing.T) {
	for name, m := range methods {
		if m.style == "" {
			continue
		}
		var shown []string // to the one that chooses steps
		client := scripted(t, llmtest.By(func(asked llmtest.Asked) llmtest.Play {
			task, text := asked.Messages[0].Content, asked.Messages[1].Content
			if strings.Contains(task, `"continue"`) {
				return llmtest.Says(`{"thought": "", "act": "continue", "parameter": "", "question": ""}`)
			}
			shown = append(shown, text)
			step := map[string]string{"thought": "", "act": "finish", "parameter": "", "question": "", "tool": "", "arguments": ""}
			switch {
			case strings.Contains(text, "Which mood?"): // tried from the beginning
				step["act"], step["tool"], step["arguments"] = "call", tool, `{"city": "Bergen"}`
			case !strings.Contains(text, "asked about"):
				step["act"], step["parameter"], step["question"] = "ask", "mood", "Which mood?"
			}
			out, _ := json.Marshal(step)
			return llmtest.Says(string(out))
		}))
		all, err := Evaluate(t.Context(), noisyFiles(t), name, client)
		if err != nil {
			t.Fatal(err)
		}
		if e := all[0]; e.Exact != (m.back > 0) || e.Redundant != 1 {
			t.Errorf("%s: %+v", name, e)
		}
		if heard := strings.Contains(shown[4%len(shown)], refusal); m.back > 0 && heard {
			t.Errorf("%s: back at the beginning it knows what it heard later:\n%s", name, shown[4])
		}
	}
}

// A model that gives nothing of use ends the task, and nothing is called.
func TestMethodsBroken(t *testing.T) {
	for what, play := range map[string]llmtest.Play{"words": llmtest.Says("I would rather not."), "refusal": llmtest.Refuses, "error": llmtest.Status(500)} {
		for name := range methods {
			client := scripted(t, play)
			all, err := Evaluate(t.Context(), noisyFiles(t), name, client)
			if err != nil {
				t.Fatal(err)
			}
			if e := all[0]; e.Asked || e.Exact || e.Steps != 1 {
				t.Errorf("%s, %s: %+v", what, name, e)
			}
		}
	}
}

// Agents have names; those that ask a model need one.
func TestNewAgent(t *testing.T) {
	for _, name := range tools.Policies() {
		if _, err := NewAgent(name, nil); err != nil {
			t.Error(err)
		}
	}
	for name, want := range map[string]string{"guru": "choose one of", "react": "--model-url"} {
		if _, err := NewAgent(name, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name := range methods {
		m := methods[name]
		for _, text := range []string{"propose", "act", "again", "judge", m.style, m.check} {
			if text != "" && len(prompt(text)) < 20 {
				t.Errorf("%s: there is no text %s", name, text)
			}
		}
	}
}

// Whoever asks by a policy asks what is expected, and refuses what no tool does.
func TestEvaluate(t *testing.T) {
	all, err := Evaluate(t.Context(), noisyFiles(t), Ours, nil)
	if err != nil {
		t.Fatal(err)
	}
	if e := all[0]; !e.Asked || !e.Exact || e.Redundant != 0 || e.Steps != 3 || e.Called != nil {
		t.Errorf("%+v", e)
	}
	if e := all[3]; e.Kind != "IBTC" || e.Redundant != 0 || !e.Asked {
		t.Errorf("%+v", e)
	}
}

func TestLikeness(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want float64
	}{
		{"Which city?", "Which city do you mean?", 1 / math.Sqrt2},
		{"Which city?", "Which colour?", 0},
		{"", "Which city?", 0},
		{"the cities", "city", 1},
	} {
		if got := likeness(tt.a, tt.b); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%q and %q: %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}

// Steps are rewarded by what was right, and a line each tells of them.
func TestRollouts(t *testing.T) {
	var b strings.Builder
	if err := run(t, Setting{Cases: 1}).Rollouts(&b, Ours); err != nil {
		t.Fatal(err)
	}
	asked := 0
	for line := range strings.Lines(b.String()) {
		var s Step
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			t.Fatal(err)
		}
		if s.Agent != Ours || s.Prompt[0].Content == "" || s.Reward > formReward+1+kindReward || s.Reward < formReward {
			t.Errorf("%+v", s)
		}
		if strings.Contains(s.Completion, "\nASK ") {
			asked++
		}
	}
	if asked == 0 {
		t.Error("nothing was asked")
	}
}

// The reward is worked out by hand.
func TestReward(t *testing.T) {
	meant := &tools.Call{Tool: "mv", Arguments: tools.Arguments{"source": "a"}}
	calls := func(tool, source string) *Move {
		return &Move{Decision: tools.Decision{Do: tools.Execute, Call: &tools.Call{Tool: tool, Arguments: tools.Arguments{"source": source}}}}
	}
	long := strings.Repeat("x", longEnough)
	for _, tt := range []struct {
		name      string
		move      *Move
		answer    string
		certainty float64
		right     tools.Do
		want      float64
	}{
		{"a sure call that is right", calls("mv", "a"), long, 1, tools.Execute, 1.5 + 1 + 2},
		{"in few words", calls("mv", "a"), "x", 1, tools.Execute, 1.5 + 1 + 1.5},
		{"an unsure call that is right", calls("mv", "a"), long, .25, tools.Execute, 1.5 + 1 + .5},
		{"other arguments", calls("mv", "b"), long, .5, tools.Execute, 1.5 + .75 + 1},
		{"another tool", calls("cp", "a"), long, .5, tools.Execute, 1.5 + .5 + 1},
		{"a call where a question was meant", calls("mv", "a"), long, 1, tools.Ask, 1.5},
		{"a question where nothing is sure", &Move{Decision: tools.Decision{Do: tools.Ask}}, long, 0, tools.Ask, 1.5 + .5 + 2},
		{"a question where all is sure", &Move{Decision: tools.Decision{Do: tools.Ask}}, long, 1, tools.Ask, 1.5 + .5},
		{"a question where a call was meant", &Move{Decision: tools.Decision{Do: tools.Ask}}, long, 0, tools.Execute, 1.5},
		{"declined", &Move{Decision: tools.Decision{Do: tools.Decline}}, long, .9, tools.Decline, 1.5 + .5 + 2},
	} {
		if got := reward(tt.move, tt.answer, tt.certainty, tt.right, meant); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
