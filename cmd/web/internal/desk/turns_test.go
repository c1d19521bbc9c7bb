package desk

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/agent/desk/insight"
	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/catalog"
	"shopclerk/search"
)

// began is when the tests' conversations begin.
var began = time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)

// told makes a history, event by event.
type told struct {
	h  journal.History
	at time.Time
}

func tell() *told {
	return &told{h: journal.History{ID: "k7q2", Session: "abcdefghijklmnop", Created: began}, at: began}
}

// wait lets time pass.
func (c *told) wait(d time.Duration) *told { c.at = c.at.Add(d); return c }

func (c *told) add(e journal.Recorded) *told {
	e.Version, e.At = len(c.h.Events)+1, c.at
	c.h.Events = append(c.h.Events, e)
	c.h.Version, c.h.Updated = e.Version, c.at
	return c
}

func (c *told) say(said string, shown ...string) *told {
	return c.exchange(memory.Exchange{Said: said, Shown: shown, Questions: []memory.Posed{colour}, Fit: len(shown), Total: 100})
}

func (c *told) exchange(x memory.Exchange) *told {
	return c.add(journal.Recorded{Kind: journal.Exchanged, Exchange: &x})
}

// send sends the form with the colour question.
func (c *told) send(picked ...int) *told {
	a := colour.Answer
	a.Picked = picked
	return c.exchange(memory.Exchange{Changes: []search.Change{{ID: 10 + len(c.h.Events), Op: search.Answered, Answer: &a}}, Shown: []string{"p3"}, Fit: 1, Total: 100, Questions: []memory.Posed{colour}})
}

func (c *told) undo() *told {
	standing := func(e journal.Recorded) bool { return e.Kind == journal.Exchanged && !e.Undone }
	for i := range slices.Backward(c.h.Events) {
		if standing(c.h.Events[i]) {
			c.h.Events[i].Undone = true
			break
		}
	}
	return c.add(journal.Recorded{Kind: journal.Undone})
}

func (c *told) act(act journal.Act, product string, version int) *told {
	c.h.Interactions = append(c.h.Interactions, journal.Interaction{Session: c.h.Session, Conversation: c.h.ID, Act: act, Product: product, Version: version, At: c.at})
	return c
}

// colour is a question.
var colour = memory.Posed{
	Text: "Which colour?", Policy: "joint", Bits: 1.5,
	Options: []memory.Choice{{Label: "black", Count: 7}, {Label: "blue", Count: 3}},
	Answer: search.Answer{Key: "colour", Labels: []string{"black", "blue"},
		Options: []catalog.Condition{{Key: "colour", Values: []string{"black"}}, {Key: "colour", Values: []string{"blue"}}}},
}

// sketch writes turns for people.
func sketch(turns []replayTurn) []string {
	var out []string
	for _, t := range turns {
		line := fmt.Sprintf("%s %q from %d", t.at.Sub(began), t.exchange.Said, t.from)
		for _, d := range t.left {
			line += fmt.Sprintf("; to %d after %s", d.to, d.waited)
			if d.back {
				line += " back"
			}
			if d.sent {
				line += " sent"
			}
		}
		for _, a := range t.acts {
			line += "; " + string(a.Act) + " " + a.Product
		}
		for _, a := range t.answers(turns) {
			line += fmt.Sprintf("; ticked %v", a.picked)
		}
		out = append(out, line)
	}
	return out
}

func TestTurns(t *testing.T) {
	for _, tc := range []struct {
		name string
		told *told
		want []string
	}{
		{"nothing", tell(), nil},
		{"one message", tell().say("tent", "p1"), []string{`0s "tent" from -1`}},
		{"an answer", tell().say("tent", "p1", "p3").wait(20 * time.Second).send(1), []string{
			`0s "tent" from -1; to 1 after 20s sent; ticked [1]`, `20s "" from 0`}},
		{"back and on", tell().say("tent").wait(time.Second).say("red").wait(2 * time.Second).undo().wait(3 * time.Second).say("blue"), []string{
			`0s "tent" from -1; to 1 after 1s; to 2 after 3s`, `1s "red" from 0; to 0 after 2s back`, `6s "blue" from 0`}},
		{"an answer taken back and given anew", tell().say("tent").wait(time.Second).send(0).wait(time.Second).undo().wait(time.Second).send(1), []string{
			`0s "tent" from -1; to 1 after 1s sent; to 2 after 1s sent; ticked [1]`, `1s "" from 0; to 0 after 1s back`, `3s "" from 0`}},
		{"an earlier answer edited in place", tell().say("tent").wait(time.Second).send(0).wait(time.Second).undo().undo().say("tent").send(1), []string{
			`0s "tent" from -1; to 1 after 1s sent; ticked [0]`, `1s "" from 0; to 2 after 1s`, `2s "" from 1`}},
		{"undone to nothing", tell().say("tent").wait(time.Second).undo().wait(time.Second).say("bag"), []string{
			`0s "tent" from -1; to 1 after 2s`, `2s "bag" from 0`}},
		{"acts by version", tell().say("tent", "p1").wait(time.Second).say("red", "p2").act(journal.Opened, "p1", 1).act(journal.Basket, "p2", 2), []string{
			`0s "tent" from -1; to 1 after 1s; opened p1`, `1s "red" from 0; basket p2`}},
		{"an act without a version", tell().say("tent", "p1").wait(time.Second).act(journal.Opened, "p1", 0).wait(time.Second).say("red"), []string{
			`0s "tent" from -1; to 1 after 2s; opened p1`, `2s "red" from 0`}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, sketch(turnsOf(&tc.told.h))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// source is a journal of one conversation.
type source struct{ h *journal.History }

func (s source) Mark(context.Context) (journal.Mark, error) { return journal.Mark{Changes: 1}, nil }

func (s source) Walk(_ context.Context, _ journal.Span, yield func(*journal.History) error) (journal.Mark, error) {
	return journal.Mark{Changes: 1}, yield(s.h)
}

func (s source) Existing(context.Context) (map[string]struct{}, error) {
	return map[string]struct{}{s.h.ID: {}}, nil
}

// facts digests a history as the desk's numbers do.
func facts(t interface{ Fatal(...any) }, h *journal.History) *insight.Facts {
	book := insight.NewBook(source{h}, counter.Personal)
	if err := book.Refresh(context.Background()); err != nil {
		t.Fatal(err)
	}
	return book.Facts(insight.Period{From: began.Add(-dayLength), To: began.Add(dayLength)})[0]
}

// The replay has the turns that the numbers count, in the same order: a link to turn
// 3 shows what was counted as the third.
func TestTurnsAreThoseOfTheNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := tell()
		for i := range rapid.IntRange(1, 12).Draw(t, "events") {
			c.wait(time.Duration(rapid.SampledFrom([]int{0, 0, 1, 5}).Draw(t, "wait")) * time.Second)
			standing := 0
			for _, e := range c.h.Events {
				if e.Kind == journal.Exchanged && !e.Undone {
					standing++
				}
			}
			switch rapid.IntRange(0, 2).Draw(t, "what") {
			case 0:
				c.say(fmt.Sprint("message ", i), "p1", "p2")
			case 1:
				c.send(rapid.IntRange(0, 1).Draw(t, "option"))
			case 2:
				if standing > 0 {
					c.undo()
				} else {
					c.say("again", "p2")
				}
			}
			if rapid.Bool().Draw(t, "act") {
				c.act(journal.Opened, "p1", rapid.IntRange(0, len(c.h.Events)).Draw(t, "version"))
			}
		}
		turns, counted := turnsOf(&c.h), facts(t, &c.h).Turns
		if len(turns) != len(counted) {
			t.Fatalf("%d turns are replayed, %d counted: %q", len(turns), len(counted), sketch(turns))
		}
		for i := range turns {
			if !turns[i].at.Equal(counted[i].At) || turns[i].exchange.Said != counted[i].Said || (len(turns[i].acts) > 0) != (len(counted[i].Touches) > 0) {
				t.Fatalf("turn %d is %q at %s, counted as %q at %s with %d touches", i+1, sketch(turns)[i], turns[i].at, counted[i].Said, counted[i].At, len(counted[i].Touches))
			}
		}
	})
}
