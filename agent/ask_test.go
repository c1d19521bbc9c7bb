package agent_test

import (
	"slices"
	"testing"

	"shopclerk/agent"
	"shopclerk/agent/dialog"
	"shopclerk/catalog"
)

// asked lists the aspects of a turn's questions.
func asked(t *agent.Turn) []string {
	var keys []string
	for _, q := range t.Questions {
		keys = append(keys, q.Answer.Key)
	}
	return keys
}

// What was skipped, excluded or given is not asked about again; nothing is asked about a short
// list, and only the kind where that is unknown.
func TestQuestionsThatAreNotAsked(t *testing.T) {
	say := func(messages ...string) *agent.Turn {
		a := clerk(t, true)
		var c dialog.Conversation
		turn := mustReply(t, a, &c, browse(kettles))
		for _, m := range messages {
			turn = mustReply(t, a, &c, agent.Input{Message: m})
		}
		return turn
	}
	if keys := asked(say()); len(keys) == 0 {
		t.Fatal("nothing is asked at first")
	}
	for _, tc := range []struct {
		name     string
		messages []string
		key      string
	}{
		{"a colour that was excluded", []string{"not black"}, "colour"},
		{"a budget that was given", []string{"up to 100 euros"}, catalog.KeyPrice},
	} {
		if turn := say(tc.messages...); slices.Contains(asked(turn), tc.key) {
			t.Errorf("%s: asked about %v", tc.name, asked(turn))
		}
	}
	if turn := say("asdf qwer"); len(turn.Questions) > 0 {
		t.Errorf("asked after what was not understood: %v", asked(turn))
	}
	if turn := say("black"); turn.Fit() >= 7 || len(turn.Questions) > 0 {
		t.Errorf("of %d products asked about %v", turn.Fit(), asked(turn))
	}

	a := clerk(t, true)
	var c dialog.Conversation
	first := asked(mustReply(t, a, &c, browse(kettles)))
	for range 3 {
		turn := mustReply(t, a, &c, agent.Input{Answered: true})
		for _, key := range asked(turn) {
			if slices.Contains(first, key) {
				t.Errorf("%s is asked about though it was skipped", key)
			}
		}
		first = append(first, asked(turn)...)
	}

	var alone dialog.Conversation
	if keys := asked(mustReply(t, a, &alone, agent.Input{Message: "lumo"})); !slices.Equal(keys, []string{catalog.KeyCategory}) {
		t.Errorf("of what is of an unknown kind %v are asked about", keys)
	}
}
