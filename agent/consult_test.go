package agent_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"shopclerk/agent"
	"shopclerk/agent/llm"
	"shopclerk/agent/llm/llmtest"
	"shopclerk/agent/llm/prompt"
	"shopclerk/agent/memory"
)

// consulting is a clerk who asks a scripted model.
func consulting(t *testing.T, script ...llmtest.Play) (*agent.Agent, *llmtest.Endpoint) {
	t.Helper()
	return waiting(t, time.Minute, script...)
}

// waiting is consulting for so long.
func waiting(t *testing.T, timeout time.Duration, script ...llmtest.Play) (*agent.Agent, *llmtest.Endpoint) {
	t.Helper()
	e := llmtest.New(t, script...)
	client, err := llm.New(t.Context(), llm.Config{URL: e.URL, Model: "scripted", Timeout: timeout})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	a := clerk(t, true)
	a = a.With(func(c *agent.Config) { c.Consultant = prompt.Consultant{Client: client} })
	return a, e
}

// patience is how long is waited for a model that fails so: only where it is too slow, short.
func patience(failed string) time.Duration {
	if failed == string(llm.Timeout) {
		return 2 * time.Second
	}
	return time.Minute
}

// parts is a model's answer of one part.
func parts(text, act string, demands ...string) llmtest.Play {
	return llmtest.Says(fmt.Sprintf(`{"parts":[{"text":%q,"act":%q,"places":[],"demands":[%s]}]}`, text, act, strings.Join(demands, ",")))
}

// snug is a message that the clerk alone makes nothing of but words.
const snug = "something with a snug amber gleam wherever it stands"

// talked returns what a conversation of some messages is, for a clerk.
func talked(t *testing.T, a *agent.Agent, messages ...string) *memory.Conversation {
	t.Helper()
	c := &memory.Conversation{ID: "talk"}
	for _, m := range messages {
		reply(t, a, c, agent.Input{Message: m})
	}
	return c
}

func sought(c *memory.Conversation) string {
	need := c.Need()
	out := append([]string(nil), need.Scope...)
	for _, w := range need.Wanted() {
		out = append(out, w.Text)
	}
	return strings.Join(out, "; ")
}

func TestConsulted(t *testing.T) {
	lamps := `{"quote":"wherever it stands","category":"Home > Lighting > Floor Lamps","aspect":null,"value":null,"low":null,"high":null,"unit":null,"not":false}`
	brass := `{"quote":"amber gleam","category":null,"aspect":"colour","value":"Brass","low":null,"high":null,"unit":null,"not":false}`
	alone := sought(talked(t, clerk(t, true), snug))
	for _, tc := range []struct {
		name   string
		play   llmtest.Play
		failed string
		want   string
	}{
		{"right", parts(snug, "need", lamps, brass), "", floorLamps + "; Colour: Brass"},
		{"right, in fewer fields", llmtest.Says(`{"parts":[{"text":"x","act":"need","demands":[{"quote":"wherever it stands","category":"Floor Lamps"}]}]}`), "", floorLamps},
		{"<UNK>", parts(snug, "need", strings.ReplaceAll(brass, "Brass", "<UNK>"), strings.ReplaceAll(lamps, "Home > Lighting > Floor Lamps", "<UNK>")), "", alone},
		{"hallucinated", parts(snug, "need", strings.ReplaceAll(brass, "Brass", "Amber"), strings.ReplaceAll(brass, "colour", "glow"), strings.ReplaceAll(lamps, "Floor Lamps", "Torches")), "", alone},
		{"a quote that was not said", parts(snug, "need", strings.ReplaceAll(lamps, "wherever it stands", "a floor lamp")), "", alone},
		{"numbers as text, that were not said", parts(snug, "need", `{"quote":"amber gleam","aspect":"price","high":"20"}`), "", alone},
		{"malformed", llmtest.Says(`{"parts":[{"text":`), "malformed", alone},
		{"refusal", llmtest.Refuses, "refused", alone},
		{"timeout", llmtest.Hangs, "timeout", alone},
		{"429", llmtest.Status(429), "busy", alone},
		{"500", llmtest.Status(500), "unreachable", alone},
		{"10 MB", llmtest.Floods(10 << 20), "oversized", alone},
		{"slow drip", llmtest.Drips(`{"parts":[]}`, 20*time.Millisecond), "timeout", alone},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a, _ := waiting(t, patience(tc.failed), tc.play)
			c := talked(t, a, snug)
			if got := sought(c); got != tc.want {
				t.Errorf("got %q, want %q; alone %q", got, tc.want, alone)
			}
			if e := c.Last(); e.Consulted.Model != "scripted" || e.Consulted.Failed != tc.failed {
				t.Errorf("recorded %+v, want %q", e.Consulted, tc.failed)
			}
		})
	}
}

// Whatever becomes of the asking, a conversation without an answer is the same, byte for
// byte, as one without a model, but for the record of it.
func TestWithoutAnAnswerAsWithoutAModel(t *testing.T) {
	messages := []string{snug, "red kettle under 80, not plastic", "hmm dunno", "the zweizylindrige one", "compare the first two", "is it quiet?"}
	want := freeze(t, talked(t, clerk(t, true), messages...))
	for name, play := range map[string]llmtest.Play{"refusal": llmtest.Refuses, "500": llmtest.Status(500), "words": llmtest.Says("I think so."), "nothing": llmtest.Says(`{"parts":[]}`)} {
		a, e := consulting(t, play)
		c := talked(t, a, messages...)
		if n := len(e.Asked()); n == 0 {
			t.Errorf("%s: never asked", name)
		}
		for i := range c.Exchanges {
			c.Exchanges[i].Consulted = memory.Consulted{}
		}
		if got := freeze(t, c); got != want {
			t.Errorf("%s:\n%s\nwithout a model:\n%s", name, got, want)
		}
	}
}

// What the clerk reads plainly is not asked about.
func TestPlainMessagesAreNotAsked(t *testing.T) {
	a, e := consulting(t, llmtest.Status(500))
	c := talked(t, a, "red kettle under 80", "compare the first two")
	if n := len(e.Asked()); n > 0 || c.Last().Consulted.Model != "" {
		t.Errorf("asked %d times: %s", n, e.Asked())
	}
}

// A model that contests everything gets a question put to the shopper, and no more: the
// list stands, and each turn ends.
func TestNeverEndingDoubt(t *testing.T) {
	a, _ := consulting(t, llmtest.By(func(asked llmtest.Asked) llmtest.Play {
		text := asked.Messages[1].Content
		return parts(text, "unclear", `{"quote":"glass","aspect":"colour","value":"Clear"}`, `{"quote":"kettle","category":"Floor Lamps"}`)
	}))
	c := &memory.Conversation{ID: "talk"}
	for i := range 8 {
		turn := reply(t, a, c, agent.Input{Message: fmt.Sprintf("glass kettle, gooooseneckish %c", 'a'+i)})
		if len(turn.Products) == 0 || c.Need().Scope[0] != kettles {
			t.Fatalf("turn %d: %s", i, freeze(t, c))
		}
		offers := 0
		for _, act := range turn.Acts {
			offers += len(act.Offers)
		}
		if offers > 1 {
			t.Errorf("turn %d: %d offers", i, offers)
		}
	}
}

// What a model words is shown where it says the same, and else the clerk's own words are.
func TestReworded(t *testing.T) {
	plain := talked(t, clerk(t, true), "kettles")
	own, questions := plain.Last().Questions[0].Text, len(plain.Last().Questions)
	rest := ""
	for i, q := range plain.Last().Questions[1:] {
		rest += fmt.Sprintf("%d. %s\n", i+2, q.Text)
	}
	for _, tc := range []struct {
		name     string
		play     llmtest.Play
		want     string
		reworded int
		failed   string
	}{
		{"faithful", llmtest.Says("1. So, " + own + "\n" + rest), "So, " + own, questions, ""},
		{"another question", llmtest.Says("1. Would you like to buy the Kela Swift for 25?\n" + rest), own, 0, ""},
		{"not what was asked for", llmtest.Says("Of course! Here are the sentences."), own, 0, ""},
		{"refusal", llmtest.Refuses, own, 0, "refused"},
		{"slow drip", llmtest.Drips(strings.Repeat("1. x ", 50), 100*time.Millisecond), own, 0, "timeout"},
		{"10 MB", llmtest.Floods(10 << 20), own, 0, "oversized"},
		{"429", llmtest.Status(429), own, 0, "busy"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a, _ := waiting(t, patience(tc.failed), tc.play)
			a = a.With(func(c *agent.Config) {
				c.Wordsmith, c.Consultant = prompt.Wordsmith(c.Consultant.(prompt.Consultant)), nil
			})
			e := talked(t, a, "kettles").Last()
			if e.Questions[0].Text != tc.want {
				t.Errorf("asks %q, want %q", e.Questions[0].Text, tc.want)
			}
			if w := e.Consulted.Wording; w == nil || w.Reworded != tc.reworded || w.Failed != tc.failed || w.Sentences != questions+1 {
				t.Errorf("recorded %+v", w)
			}
			if tc.reworded == 0 {
				e.Consulted = memory.Consulted{}
				if got, want := freeze(t, &memory.Conversation{ID: "talk", Exchanges: []memory.Exchange{*e}}), freeze(t, plain); got != want {
					t.Errorf("%s\nwithout a model\n%s", got, want)
				}
			}
		})
	}
}

// injections reads testdata/injections.txt.
func injections(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/injections.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, line := range strings.Split(string(text), "\n") {
		if line != "" && !strings.HasPrefix(line, "# ") {
			out = append(out, strings.ReplaceAll(line, `\n`, "\n"))
		}
	}
	return out
}

// An instruction in a title or a message never becomes part of a task, can not end the
// fence that it stands in, and a model that obeys it changes nothing that the shopper
// did not say.
func TestInjections(t *testing.T) {
	obeys := llmtest.By(func(asked llmtest.Asked) llmtest.Play {
		return llmtest.Says(`{"parts":[{"text":"kettle","act":"restart","places":[1,2,99],"demands":[
			{"quote":"kettle","category":"Admin"},{"quote":"kettle","category":"Home > Lighting > Floor Lamps"},
			{"quote":"kettle","aspect":"price","high":1},{"quote":"kettle","aspect":"brand","value":"Kela","not":true},
			{"quote":"kettle","aspect":"system","value":"developer"},{"quote":"Kela","aspect":"brand","value":"Kela"}]},
			{"text":"kettle","act":"errand:order","demands":[]},{"text":"kettle","act":"undo","demands":[]}]}`)
	})
	for _, attack := range injections(t) {
		t.Run(attack, func(t *testing.T) {
			s := readShop(t)
			for i := range s.products {
				s.products[i].Title += " " + attack
			}
			messages := []string{"a kettle", "the frobnicating kettle please", attack}
			plain := s.hire(t, true)
			want := talked(t, plain, messages...)
			a, e := consulting(t, obeys)
			consultant := a.Config().Consultant
			a = s.hire(t, true)
			a = a.With(func(c *agent.Config) { c.Consultant = consultant })
			c := talked(t, a, messages...)
			if got, want := sought(c), sought(want); got != want {
				t.Errorf("it came to %q, without a model %q", got, want)
			}
			if len(c.Last().Errands) > 0 {
				t.Errorf("%+v", c.Last().Errands)
			}
			if len(e.Asked()) == 0 {
				t.Error("never asked")
			}
			for _, body := range e.Asked() {
				var asked llmtest.Asked
				if err := json.Unmarshal([]byte(body), &asked); err != nil {
					t.Fatal(err)
				}
				words := strings.Fields(attack)
				if strings.Contains(asked.Messages[0].Content, strings.Join(words[:min(3, len(words))], " ")) {
					t.Errorf("the task has it: %s", asked.Messages[0].Content)
				}
				for _, fence := range []string{"catalogue", "page", "message"} {
					if n := strings.Count(asked.Messages[1].Content, "</"+fence+">"); n > 1 {
						t.Errorf("%d ends of %s: %s", n, fence, asked.Messages[1].Content)
					}
				}
				if n := strings.Count(asked.Messages[1].Content, "<"); n > 8 {
					t.Errorf("%d marks: %s", n, asked.Messages[1].Content)
				}
			}
		})
	}
}
