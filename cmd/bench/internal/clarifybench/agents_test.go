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
// writes steps, judgements, candidates, what a service returns, or verdicts. It ends when
// something was returned.
func plays(asked llmtest.Asked) llmtest.Play {
	task, text := asked.Messages[0].Content, asked.Messages[1].Content
	told, done := strings.Contains(text, "Bergen"), strings.Contains(text, "returned: sun")
	step := map[string]string{"thought": "t", "act": "ask", "parameter": "city", "say": "Which city?", "tool": "", "arguments": ""}
	switch {
	case strings.Contains(task, "compare what an agent did"):
		return llmtest.Says(fmt.Sprintf(`{"calls": true, "answer": %v}`, strings.Contains(text, `"final":"The sun shines."`)))
	case strings.Contains(task, "stand in for a service"):
		return llmtest.Says(`{"returned": "sun"}`)
	case strings.Contains(task, "The calls are made"):
		return llmtest.Says(`{"say": "The sun shines."}`)
	case strings.Contains(task, "which calls they may mean") && done:
		return llmtest.Says(`{"calls": [{"tool": "", "arguments": "{}"}]}`)
	case strings.Contains(task, "which calls they may mean"):
		return llmtest.Says(fmt.Sprintf(`{"calls": [{"tool": %q, "arguments": "{\"city\": \"<UNK>\"}", "weight": 0.2}, {"tool": %[1]q, "arguments": "{\"mood\": 1}", "weight": 0.8}]}`, tool))
	case strings.Contains(task, `"continue"`) && told:
		step["act"] = "continue"
	case done:
		step["act"], step["say"] = "finish", "The sun shines."
	case told && !strings.Contains(text, "tried"): // it goes wrong first, and is taken back
		step["act"], step["tool"], step["arguments"] = "call", "rain_dance", "{}"
	case told:
		step["act"], step["tool"], step["arguments"] = "call", tool, `{"city": "Bergen"}`
	}
	out, _ := json.Marshal(step)
	return llmtest.Says(string(out))
}

// Every agent of the papers asks what it is to ask, calls what is then right, and says what
// was returned. Of those that act, only the ones that can go back mend a step that leads nowhere.
func TestMethods(t *testing.T) {
	for name, m := range methods {
		judged := 0
		client := scripted(t, llmtest.By(func(asked llmtest.Asked) llmtest.Play {
			if strings.Contains(asked.Messages[0].Content, `"continue"`) {
				judged++
			}
			if schemas := strings.Contains(asked.Messages[1].Content, `"required"`); schemas && !m.domains {
				t.Errorf("%s sees schemas:\n%s", name, asked.Messages[1].Content)
			}
			return plays(asked)
		}))
		all, err := Evaluate(t.Context(), noisyFiles(t), name, client)
		if err != nil {
			t.Fatal(err)
		}
		e := all[0]
		mends := m.requests > 0 || m.back > 0
		if !e.Asked || e.Exact != mends || e.Called == nil || !*e.Called || *e.Answered != mends {
			t.Errorf("%s: %+v", name, e)
		}
		if mends && e.Final != "The sun shines." || e.Steps < 2 || m.check != "" && e.Steps < 4 {
			t.Errorf("%s: %d steps, in the end %q", name, e.Steps, e.Final)
		}
		// before the question, the wrong call, the one after going back, and the end
		if m.check != "" && m.back > 0 && judged < 4*3 {
			t.Errorf("%s judged %d times", name, judged)
		}
	}
}

// What a call returned leads to the next one.
func TestSeveralCalls(t *testing.T) {
	files := noisyFiles(t)
	two := strings.Replace(string(files["noisytoolbench/IMR.json"].Data), `\"Bergen\"}"}`, `\"Bergen\"}"}, {"name": "get_weather_for_Sky", "arguments": "{\"city\": \"Oslo\"}"}`, 1)
	files["noisytoolbench/IMR.json"].Data = []byte(strings.Replace(two, `"clarification": "Bergen"`, `"clarification": "Bergen and Oslo"`, 1))
	for name, m := range methods {
		client := scripted(t, llmtest.By(func(asked llmtest.Asked) llmtest.Play {
			task, text := asked.Messages[0].Content, asked.Messages[1].Content
			again := strings.Count(text, "returned: sun") == 1
			switch {
			case again && strings.Contains(task, "which calls they may mean"):
				return llmtest.Says(fmt.Sprintf(`{"calls": [{"tool": %q, "arguments": "{\"city\": \"Oslo\"}"}]}`, tool))
			case again && strings.Contains(task, `"finish"`):
				return llmtest.Says(fmt.Sprintf(`{"thought": "", "act": "call", "parameter": "", "say": "", "tool": %q, "arguments": "{\"city\": \"Oslo\"}"}`, tool))
			case strings.Contains(text, "Bergen and Oslo") && strings.Contains(task, `"finish"`) && strings.Count(text, "returned: sun") == 0:
				return llmtest.Says(fmt.Sprintf(`{"thought": "", "act": "call", "parameter": "", "say": "", "tool": %q, "arguments": "{\"city\": \"Bergen\"}"}`, tool))
			case strings.Contains(text, "Bergen and Oslo") && strings.Contains(task, "which calls they may mean") && strings.Count(text, "returned: sun") == 0:
				return llmtest.Says(fmt.Sprintf(`{"calls": [{"tool": %q, "arguments": "{\"city\": \"Bergen\"}"}]}`, tool))
			}
			return plays(asked)
		}))
		all, err := Evaluate(t.Context(), files, name, client)
		if err != nil {
			t.Fatal(err)
		}
		e := all[1]
		// who proposed before it asked is answered "Bergen and Oslo", which is no city
		if e.Kind != "IMR" || m.style != "" && !e.Exact || e.Answered == nil || !*e.Answered {
			t.Errorf("%s: %+v", name, e)
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
				return llmtest.Says(`{"thought": "", "act": "continue", "parameter": "", "say": ""}`)
			}
			if strings.Contains(task, `"finish"`) {
				shown = append(shown, text)
			}
			step := map[string]string{"thought": "", "act": "finish", "parameter": "", "say": "", "tool": "", "arguments": ""}
			switch {
			case strings.Contains(text, "tried") && !strings.Contains(text, "returned"): // from the beginning
				step["act"], step["tool"], step["arguments"] = "call", tool, `{"city": "Bergen"}`
			case !strings.Contains(text, refusal) && !strings.Contains(text, "returned"):
				step["act"], step["parameter"], step["say"] = "ask", "mood", "Which mood?"
			}
			if strings.Contains(text, refusal) && strings.Contains(text, "tried") { // nothing leads on from here
				step["act"], step["tool"] = "finish", ""
			}
			out, _ := json.Marshal(step)
			if strings.Contains(task, "stand in for a service") {
				out = []byte(`{"returned": "sun"}`)
			}
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

// Steps are rewarded by what was right, and a line each tells of them, with all that led to them.
func TestRollouts(t *testing.T) {
	var b strings.Builder
	if err := run(t, Setting{Cases: 1}).Rollouts(&b, Ours); err != nil {
		t.Fatal(err)
	}
	asked, later := 0, 0
	for line := range strings.Lines(b.String()) {
		var s Step
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			t.Fatal(err)
		}
		if s.Agent != Ours || len(s.Tools) == 0 || s.Prompt[0].Role != "system" || s.Prompt[1].Role != "user" || s.Reward > 1.5+1+kindReward || s.Reward < 1.5 {
			t.Errorf("%+v", s)
		}
		if strings.Contains(s.Completion, "<answer>\n<ASK>\n<TOOLCALL>\n[{") && strings.Contains(s.Completion, "<UNK>") {
			asked++
		}
		if n := len(s.Prompt); n > 2 {
			later++
			if s.Prompt[2].Role != "assistant" || s.Prompt[n-1].Role == "assistant" || s.Prompt[n-1].Content == "" {
				t.Errorf("what led to it is %+v", s.Prompt[2:])
			}
		}
	}
	if asked == 0 || later == 0 {
		t.Error("nothing was asked, or nothing came of it")
	}
}

// What has not the form loses the parts of the reward for it.
func TestFormed(t *testing.T) {
	whole := completion(&Move{Decision: tools.Decision{Do: tools.Decline}, Says: "No."}, 1)
	for text, want := range map[string]float64{
		whole:                                1.5,
		"I can not help":                     0,
		whole + strings.Repeat("x", 100):     .5 - .1 + .5,
		strings.ReplaceAll(whole, "\n", " "): .5,
		strings.Replace(whole, "<answer>", "<ANSWER>", 1): .375,
		strings.Replace(whole, "<reasoning>", "Well.", 1): .375,
	} {
		if got := formed(text); math.Abs(got-want) > 1e-9 {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// The reward is worked out by hand.
func TestReward(t *testing.T) {
	meant := &tools.Call{Tool: "mv", Arguments: tools.Arguments{"source": strings.Repeat("a", longEnough)}}
	short := &tools.Call{Tool: "mv"}
	calls := func(tool, source string) *Move {
		return &Move{Decision: tools.Decision{Do: tools.Execute, Call: &tools.Call{Tool: tool, Arguments: tools.Arguments{"source": strings.Repeat(source, longEnough)}}}}
	}
	for _, tt := range []struct {
		name      string
		move      *Move
		certainty float64
		right     tools.Do
		meant     *tools.Call
		want      float64
	}{
		{"a sure call that is right", calls("mv", "a"), 1, tools.Execute, meant, 1.5 + 1 + 2},
		{"in few words", &Move{Decision: tools.Decision{Do: tools.Decline}, Says: "x"}, 1, tools.Decline, meant, 1.5 + .5 + 1.5},
		{"an unsure call that is right", calls("mv", "a"), .25, tools.Execute, meant, 1.5 + 1 + .5},
		{"other arguments", calls("mv", "b"), .5, tools.Execute, meant, 1.5 + .75 + 1},
		{"another tool", calls("cp", "a"), .5, tools.Execute, short, 1.5 + .5 + 1},
		{"a call where a question was meant", calls("mv", "a"), 1, tools.Ask, meant, 1.5},
		{"a question where nothing is sure", &Move{Decision: tools.Decision{Do: tools.Ask}}, 0, tools.Ask, meant, 1.5 + .5 + 2},
		{"a question where all is sure", &Move{Decision: tools.Decision{Do: tools.Ask}}, 1, tools.Ask, meant, 1.5 + .5},
		{"a question where a call was meant", &Move{Decision: tools.Decision{Do: tools.Ask}}, 0, tools.Execute, meant, 1.5},
		{"declined", &Move{Decision: tools.Decision{Do: tools.Decline}, Says: strings.Repeat("x", longEnough)}, .9, tools.Decline, meant, 1.5 + .5 + 2},
		{"nothing of use", &Move{Decision: tools.Decision{Do: tools.Decline}, Says: "Well.", Malformed: true}, 1, tools.Decline, meant, .5},
	} {
		if got := reward(tt.move, completion(tt.move, tt.certainty), tt.certainty, tt.right, tt.meant); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// Who sees that an argument is made up asks, who sees no tool for it declines, and the counts are worked out by hand.
func TestWhenToCall(t *testing.T) {
	weather := `"{\"name\": \"get_weather\", \"description\": \"The weather of a city.\", \"annotations\": {\"readOnlyHint\": true}, \"parameters\": {\"type\": \"dict\", \"required\": [\"city\"], \"properties\": {\"city\": {\"type\": \"string\"}}}}"`
	line := func(said, right, tools, call string) string {
		return fmt.Sprintf(`{"uuid": %q, "question": %[1]q, "correct_answer": %q, "tools": [%s], "answers": {"direct": "Fine.", "tool_call": %q}}`+"\n", said, right, tools, call)
	}
	bergen := `{"name": "get_weather", "arguments": {"city": "Bergen"}}`
	files := fstest.MapFS{"when2call/when2call_test_mcq.jsonl": &fstest.MapFile{Data: []byte(line("How is the weather in Bergen?", "tool_call", weather, "<TOOLCALL>["+bergen+"]</TOOLCALL>") +
		line("How is the weather?", "request_for_info", weather, bergen) + line("Book me a room in Bergen.", "cannot_answer", "", bergen) + line("How is it in Bergen?", "cannot_answer", weather, bergen))}}
	for name, want := range map[string]struct{ accuracy, f1 float64 }{Ours: {.75, (2./3 + 1 + 2./3) / 3}, "sage": {.5, (.5 + 0 + 2./3) / 3}} {
		agent, err := NewAgent(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ActWhenToCall(t.Context(), files, agent)
		if err != nil {
			t.Fatal(err)
		}
		if accuracy, f1 := got.scores(); math.Abs(accuracy-want.accuracy)+math.Abs(f1-want.f1) > 1e-9 || got.Bare != 1 || got.Called != 0 {
			t.Errorf("%s: accuracy %v, F1 %v of %+v, want %+v", name, accuracy, f1, got, want)
		}
	}
	if none, err := ActWhenToCall(t.Context(), noisyFiles(t), nil); none != nil || err != nil {
		t.Errorf("without the file: %v, %v", none, err)
	}
}
