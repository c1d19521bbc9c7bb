package journal_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"shopclerk/agent/dialog"
	"shopclerk/agent/journal"
	"shopclerk/catalog"
	"shopclerk/search"
)

var (
	text   = rapid.String()
	texts  = rapid.SliceOfN(text, 0, 3)
	number = rapid.Float64().Filter(func(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) })

	condition = rapid.Custom(func(t *rapid.T) catalog.Condition {
		c := catalog.Condition{Key: text.Draw(t, "key"), Values: texts.Draw(t, "values")}
		if rapid.Bool().Draw(t, "ranged") {
			c.Range = &catalog.Range{
				Low: rapid.Ptr(number, true).Draw(t, "low"), High: rapid.Ptr(number, true).Draw(t, "high"), Closed: rapid.Bool().Draw(t, "closed"),
			}
		}
		return c
	})
	answer = rapid.Custom(func(t *rapid.T) search.Answer {
		return search.Answer{
			Key: text.Draw(t, "key"), Options: rapid.SliceOfN(condition, 0, 2).Draw(t, "options"), Labels: texts.Draw(t, "labels"),
			Picked: rapid.SliceOfN(rapid.IntRange(-9, 9), 0, 3).Draw(t, "picked"), Other: rapid.Bool().Draw(t, "other"), None: rapid.Bool().Draw(t, "none"),
		}
	})
	change = rapid.Custom(func(t *rapid.T) search.Change {
		return search.Change{
			ID: rapid.Int().Draw(t, "id"), Turn: rapid.Int().Draw(t, "turn"), Op: search.Op(text.Draw(t, "op")), Text: text.Draw(t, "text"),
			Words: texts.Draw(t, "words"), Categories: texts.Draw(t, "categories"), Condition: rapid.Ptr(condition, true).Draw(t, "condition"),
			Not: rapid.Bool().Draw(t, "not"), Answer: rapid.Ptr(answer, true).Draw(t, "answer"), Refs: texts.Draw(t, "refs"), Target: rapid.Int().Draw(t, "target"),
		}
	})
	choice = rapid.Custom(func(t *rapid.T) dialog.Choice {
		return dialog.Choice{Label: text.Draw(t, "label"), Count: rapid.Int().Draw(t, "count")}
	})
	posed = rapid.Custom(func(t *rapid.T) dialog.Posed {
		return dialog.Posed{
			Text: text.Draw(t, "text"), Options: rapid.SliceOfN(choice, 0, 2).Draw(t, "options"), Answer: answer.Draw(t, "answer"),
			Bits: number.Draw(t, "bits"), Page: number.Draw(t, "page"),
			Help: text.Draw(t, "help"), Worded: rapid.Int64().Draw(t, "worded"), Other: choice.Draw(t, "other"), None: choice.Draw(t, "none"),
			Why: dialog.Why{Fit: rapid.Int().Draw(t, "fit"), Left: number.Draw(t, "left"), Before: number.Draw(t, "before"), After: number.Draw(t, "after")},
		}
	})
	exchange = rapid.Custom(func(t *rapid.T) dialog.Exchange {
		return dialog.Exchange{
			Said: text.Draw(t, "said"), Typed: texts.Draw(t, "typed"), Changes: rapid.SliceOfN(change, 0, 2).Draw(t, "changes"), Reply: text.Draw(t, "reply"),
			Questions: rapid.SliceOfN(posed, 0, 2).Draw(t, "questions"), Shown: texts.Draw(t, "shown"), Errands: rapid.SliceOfN(errand, 0, 1).Draw(t, "errands"),
			Path: texts.Draw(t, "path"), Scope: texts.Draw(t, "scope"), Total: rapid.Int().Draw(t, "total"), Open: rapid.Int().Draw(t, "open"),
			Relaxed: rapid.SliceOfN(rapid.Int(), 0, 2).Draw(t, "relaxed"),
			Policy: dialog.Policy{
				Name: text.Draw(t, "policy"), Version: rapid.Int().Draw(t, "version"),
			},
			Settings: rapid.Int64().Draw(t, "in force"),
		}
	})
)

// Whatever is said and undone, at every version the journal holds the conversation
// that dialog held.
func TestLoadEqualsMemory(t *testing.T) {
	j := fresh(t)
	rapid.Check(t, func(r *rapid.T) {
		id := start(t, j, alice)
		c := dialog.Conversation{ID: id}
		history := []dialog.Conversation{c}
		for range rapid.IntRange(0, 3).Draw(r, "appends") {
			var events []journal.Event
			expected := len(history) - 1
			for range rapid.IntRange(0, 4).Draw(r, "events") {
				if len(c.Exchanges) > 0 && rapid.IntRange(0, 2).Draw(r, "undo") == 0 {
					if err := c.Undo(); err != nil {
						r.Fatal(err)
					}
					events = append(events, journal.Undo())
				} else {
					e := exchange.Draw(r, "exchange")
					c.Exchanges = append(c.Exchanges[:len(c.Exchanges):len(c.Exchanges)], e)
					events = append(events, journal.Exchange(e))
				}
				history = append(history, c)
			}
			if got := add(t, j, id, expected, events...); got != len(history)-1 {
				r.Fatalf("version %d after %d events", got, len(history)-1)
			}
		}
		for version, want := range history {
			got, err := j.At(t.Context(), id, version)
			if err != nil {
				r.Fatal(err)
			}
			if diff := cmp.Diff(want, got.Conversation, cmpopts.EquateEmpty()); diff != "" {
				r.Fatalf("at version %d (-dialog +journal):\n%s", version, diff)
			}
		}
		if diff := cmp.Diff(c, load(t, j, id).Conversation, cmpopts.EquateEmpty()); diff != "" {
			r.Fatalf("loaded (-dialog +journal):\n%s", diff)
		}
	})
}
