package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"shopclerk/agent"
	"shopclerk/agent/dialog"
)

// scripted is a model that answers what the test says.
type scripted struct {
	answer string // "": it fails
	text   string // of the latest prompt
}

func (*scripted) Model() string { return "scripted" }

func (m *scripted) Answer(_ context.Context, _ string, texts [][2]string, _ json.RawMessage, into any) error {
	m.text = fmt.Sprintf("%q", texts)
	if m.answer == "" {
		return errors.New("no answer")
	}
	return json.Unmarshal([]byte(m.answer), into)
}

// sought lists what a conversation asks for.
func sought(c *dialog.Conversation) string {
	need := c.Need()
	out := append([]string(nil), need.Scope...)
	for _, w := range need.Wanted() {
		out = append(out, w.Text)
	}
	return strings.Join(out, "; ")
}

// A model's proposal counts only for words that nothing was made of, and only if the
// catalogue has it; a model that fails changes nothing.
func TestModelProposes(t *testing.T) {
	const snug = "something with a snug amber gleam wherever it stands"
	const lamps = "Home > Lighting > Floor Lamps"
	talk := func(answer string, messages ...string) (*dialog.Conversation, *scripted) {
		m := &scripted{answer: answer}
		a := clerk(t, true).With(func(c *agent.Config) { c.Model = m })
		c := &dialog.Conversation{ID: "talk"}
		for _, message := range messages {
			mustReply(t, a, c, agent.Input{Message: message})
		}
		return c, m
	}
	scope := func(said, category string) string {
		return fmt.Sprintf(`{"changes":[{"said":%q,"op":"scope","categories":[%q]}]}`, said, category)
	}
	wish := func(said, key, value string) string {
		return fmt.Sprintf(`{"changes":[{"said":%q,"op":"wish","key":%q,"values":[%q]}]}`, said, key, value)
	}
	alone, _ := talk("", snug)
	for _, tc := range []struct {
		name, answer string
		taken        int
		want         string // "": as without a model
	}{
		{"a category", scope("amber gleam", lamps), 1, lamps},
		{"an unknown category", scope("amber gleam", "Torches"), 0, ""},
		{"words that were not said", scope("floor lamp", lamps), 0, ""},
		{"no answer", "", 0, ""},
		{"nothing", `{"changes":[]}`, 0, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, m := talk(tc.answer, snug)
			want := tc.want
			if want == "" {
				want = sought(alone)
			}
			got := c.Last().Consulted
			if !strings.HasPrefix(sought(c), want) || got.Model != "scripted" || got.Taken != tc.taken || got.Failed != (tc.answer == "") {
				t.Errorf("sought %q, want %q: %+v", sought(c), want, got)
			}
			if !strings.Contains(m.text, `["message" "`+snug) {
				t.Errorf("the prompt lacks the message:\n%s", m.text)
			}
		})
	}
	c, m := talk(wish("amber gleam", "colour", "brass"), "a floor lamp with an amber gleam")
	if !strings.Contains(sought(c), "Colour: Brass") || !strings.Contains(m.text, "colour (Colour):") {
		t.Errorf("sought %q, prompt\n%s", sought(c), m.text)
	}
	if c, _ := talk(wish("amber gleam", "colour", "Amber"), "a floor lamp with an amber gleam"); strings.Contains(sought(c), "Amber") {
		t.Errorf("a value that the catalogue lacks: %q", sought(c))
	}
	if c, m := talk(wish("lamp", "colour", "Brass"), "a floor lamp"); m.text != "" || c.Last().Consulted != (dialog.Consulted{}) {
		t.Errorf("asked about a message that was read whole: %s", m.text)
	}
}
