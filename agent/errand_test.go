package agent_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent"
	"shopclerk/agent/dialog"
	"shopclerk/agent/journal"
	"shopclerk/agent/tools"
	"shopclerk/search"
	"shopclerk/words"
)

// at is what a shopper at a desk does.
func at(d *desk, in agent.Input) agent.Input {
	d.serve(&in, nil)
	return in
}

// What was not asked is no answer, and changes nothing.
func TestWrongClicks(t *testing.T) {
	a, d := clerk(t, false), newDesk(t)
	var c dialog.Conversation
	mustReply(t, a, &c, at(d, agent.Input{Message: "cancel my order"}))
	asked := c.Waiting()
	if asked == nil || len(asked.Inquiries) != 1 {
		t.Fatalf("nothing is asked: %+v", c.Errands())
	}
	other := tools.Reply{Aspect: "order", Value: "W1001"} // of the shopper, and not on offer
	for name, in := range map[string]agent.Input{
		"no such errand":         {Errand: &agent.ErrandInput{Task: "other", Drop: true}},
		"yes to a question":      {Errand: &agent.ErrandInput{Task: asked.Task.ID, Yes: true}},
		"no to a question":       {Errand: &agent.ErrandInput{Task: asked.Task.ID, No: true}},
		"not on offer":           {Errand: &agent.ErrandInput{Task: asked.Task.ID, Replies: []tools.Reply{other}}},
		"not asked":              {Errand: &agent.ErrandInput{Task: asked.Task.ID, Replies: []tools.Reply{{Aspect: "reason", Words: "late"}}}},
		"a tool there is not":    {Wants: &tools.Proposal{Call: tools.Call{Tool: "fly"}}},
		"nothing at all":         {Errand: &agent.ErrandInput{Task: asked.Task.ID}},
		"several things":         {Errand: &agent.ErrandInput{Task: asked.Task.ID, Yes: true, Drop: true}},
		"a parameter it has not": {Wants: &tools.Proposal{Call: tools.Call{Tool: "cancel_order", Arguments: tools.Arguments{"colour": "red"}}}},
	} {
		before := len(c.Exchanges)
		_, err := a.Reply(t.Context(), &c, at(d, in))
		usage := name == "nothing at all" || name == "several things" || name == "a parameter it has not"
		if err == nil || errors.Is(err, dialog.ErrNoSuch) == usage || len(c.Exchanges) != before {
			t.Errorf("%s: %v, %d exchanges after %d", name, err, len(c.Exchanges), before)
		}
	}
	for _, in := range []agent.Input{{Errand: &agent.ErrandInput{Task: asked.Task.ID, Drop: true}}, {Wants: &tools.Proposal{Call: tools.Call{Tool: "cancel_order"}}}} {
		if _, err := a.Reply(t.Context(), &c, in); !errors.Is(err, dialog.ErrNoSuch) {
			t.Errorf("without a counter: %v", err)
		}
	}
	if d.runs != 0 {
		t.Errorf("%d calls were carried out", d.runs)
	}
}

// Somebody without the counter is answered, and leaves the errand as it is.
func TestErrandsWaitForTheirOwner(t *testing.T) {
	a, d := clerk(t, false), newDesk(t)
	var c dialog.Conversation
	mustReply(t, a, &c, browse("Kitchen > Kettles"))
	mustReply(t, a, &c, at(d, agent.Input{Message: "cancel my order"}))
	before := c.Errands()
	turn := mustReply(t, a, &c, agent.Input{Message: "yes, cancel the first one"})
	if turn.Reply == "" {
		t.Error("not answered")
	}
	if diff := cmp.Diff(before, c.Errands()); diff != "" {
		t.Errorf("the errand changed (-before +after):\n%s", diff)
	}
}

// A task's id is the same for a form that is sent again, and for no other.
func TestTaskIDs(t *testing.T) {
	a, d := clerk(t, false), newDesk(t)
	ids := func(submission, message string) []string {
		in := at(d, agent.Input{Message: message, Submission: "x"})
		in.Submission = submission
		var c dialog.Conversation
		mustReply(t, a, &c, in)
		var out []string
		for _, e := range c.Errands() {
			out = append(out, e.Task.ID)
		}
		return out
	}
	const two = "cancel order W1003 and cancel order W1004"
	first, again := ids("a", two), ids("a", two)
	if len(first) != 2 || first[0] == first[1] || !cmp.Equal(first, again) {
		t.Errorf("ids of the same form: %q and %q", first, again)
	}
	seen := map[string]bool{first[0]: true, first[1]: true}
	for _, list := range [][]string{ids("b", two), ids("a", "cancel order W1003"), ids("", two), ids("", two)} {
		for _, id := range list {
			if seen[id] || len(id) < 20 {
				t.Errorf("the id %q was there before, or is too short", id)
			}
			seen[id] = true
		}
	}
}

// More than one can follow is not begun, and the shopper is told.
func TestTooManyInstructions(t *testing.T) {
	a, d := clerk(t, false), newDesk(t)
	var c dialog.Conversation
	mustReply(t, a, &c, at(d, agent.Input{Message: "cancel order W1003" + strings.Repeat(" and cancel order W1004", 5)}))
	errands := c.Errands()
	if len(errands) != 5 || errands[4].Ending != dialog.Declined || !strings.Contains(errands[4].Say, "cancel order W1004, cancel order W1004") {
		t.Errorf("%d errands, the last %+v", len(errands), errands[len(errands)-1])
	}
}

// What is typed below a question about products is about products.
func TestTypedAnswersAreNoInstructions(t *testing.T) {
	a, d := clerk(t, false), newDesk(t)
	var c dialog.Conversation
	mustReply(t, a, &c, browse("Kitchen > Kettles"))
	mustReply(t, a, &c, at(d, agent.Input{Answered: true, Message: "cancel my order", Typed: []string{"cancel my order", ""}}))
	if len(c.Errands()) > 0 || len(c.Changes()) < 2 {
		t.Errorf("errands %+v, changes %+v", c.Errands(), c.Changes())
	}
}

// When the counter can not be opened, nothing is said and nothing changes.
func TestClosedCounter(t *testing.T) {
	a := clerk(t, false)
	var c dialog.Conversation
	closed := errors.New("the shop's orders cannot be read")
	_, err := a.Reply(t.Context(), &c, agent.Input{Message: "cancel my order", Counter: func(context.Context) (agent.Counter, error) { return nil, closed }})
	if !errors.Is(err, closed) || len(c.Exchanges) != 0 {
		t.Errorf("%v, %d exchanges", err, len(c.Exchanges))
	}
	// a click on products needs no counter
	in := browse("Kitchen > Kettles")
	in.Counter = func(context.Context) (agent.Counter, error) { return nil, closed }
	if _, err := a.Reply(t.Context(), &c, in); err != nil {
		t.Error(err)
	}
}

// An errand changes nothing about the need.
func TestErrandsLeaveTheNeed(t *testing.T) {
	a, d := clerk(t, false), newDesk(t)
	var c dialog.Conversation
	mustReply(t, a, &c, browse("Kitchen > Kettles"))
	mustReply(t, a, &c, agent.Input{Message: "red"})
	before := search.Fold(c.Changes())
	for _, in := range []agent.Input{{Message: "cancel order W1003"}, {Message: "yes"}, {Wants: &tools.Proposal{Call: tools.Call{Tool: "show_basket"}}}} {
		mustReply(t, a, &c, at(d, in))
	}
	if diff := cmp.Diff(before, search.Fold(c.Changes())); diff != "" || d.runs != 2 {
		t.Errorf("%d calls; the need (-before +after):\n%s", d.runs, diff)
	}
}

// Whose text was redacted is gone on with by nobody: a yes to what can no longer be read
// does nothing, and says so.
func TestRedactedErrands(t *testing.T) {
	a, d := clerk(t, false), newDesk(t)
	for _, message := range []string{"cancel order W1003", "return the kettle from order W1001"} {
		var c dialog.Conversation
		mustReply(t, a, &c, at(d, agent.Input{Message: message}))
		e := c.Waiting()
		e.Task.Words = journal.Redacted
		for name := range e.Decision.Call.Arguments {
			e.Decision.Call.Arguments[name] = journal.Redacted
		}
		in := agent.ErrandInput{Task: e.Task.ID, Yes: e.Decision.Do == tools.Confirm}
		if !in.Yes {
			in.Replies = []tools.Reply{{Aspect: e.Inquiries[0].Question.Aspect, Words: "York"}}
		}
		turn := mustReply(t, a, &c, at(d, agent.Input{Errand: &in}))
		if got := turn.Errands[0]; got.Deed != nil || got.Say == "" {
			t.Errorf("%q went on as %+v", message, got)
		}
	}
	if n := d.changes(); n > 0 {
		t.Errorf("%d changes were made", n)
	}
}

// TestWaiting has said in every situation of testdata/waiting.txt, which says at its top
// how it is written, whatever stands there.
func TestWaiting(t *testing.T) {
	text, err := os.ReadFile("testdata/waiting.txt")
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
	golden(t, "waiting.txt", strings.Join(out, "\n"))
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
