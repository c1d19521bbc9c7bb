package agent_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/dialog"
	"shopclerk/words"
)

// TestWaiting has said in every situation of testdata/waiting.txt, which says at its top
// how it is written, whatever stands there.
func TestWaiting(t *testing.T) {
	const file = "testdata/waiting.txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	with := clerk(t, false)
	p := &play{t: t, clerk: with, desk: newDesk(t)}
	var out, setup []string
	language := words.English
	for _, line := range strings.Split(string(text), "\n") {
		said, _, _ := strings.Cut(line, " => ")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "= "):
			setup, language = nil, words.Lookup(line[2:4])
		case strings.HasPrefix(line, "@ "):
			setup = append(setup, line[2:])
		default:
			p.talk, p.ctx = dialog.Conversation{}, words.With(context.Background(), language)
			for _, s := range setup {
				p.act(s)
			}
			before := p.desk.runs
			p.act("> " + said)
			line = said + " => " + stand(&p.talk)
			if p.desk.runs > before { // what was done is done
				p.desk = newDesk(t)
			}
		}
		out = append(out, line)
	}
	got := strings.Join(out, "\n")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(strings.Split(string(text), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("(-expected +happened):\n%s", diff)
	}
}

// stand is how the errands of the last exchange stand, and "search" where it was about
// what is looked for, or about anything else.
func stand(c *dialog.Conversation) string {
	var out []string
	last := c.Last()
	for _, e := range last.Errands {
		s := string(e.Ending)
		if e.Open() {
			s = string(e.Decision.Do)
		}
		if e.Decision.Call != nil {
			s += " " + e.Decision.Call.Tool
			for _, p := range []string{"order", "product", "quantity", "item", "items", "street"} {
				if of := e.Decision.Call.Arguments.Text(p); of != "" {
					s += " " + p + "=" + of
				}
			}
		}
		for _, q := range e.Inquiries {
			s += " " + q.Question.Aspect + "?"
		}
		out = append(out, s)
	}
	if len(last.Changes) > 0 || slices.ContainsFunc(last.Acts, func(a dialog.Act) bool { return a.Kind != dialog.DoErrand }) {
		out = append(out, "search")
	}
	if out == nil {
		out = []string{"nothing"}
	}
	return strings.Join(out, "; ")
}
