package agent

import (
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"shopclerk/agent/clarify"
	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/agent/store"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// talker goes on with a conversation as [Agent.Reply] does, without a catalogue:
// what is asked next is told.
type talker struct{ memory.Conversation }

// ask ends a turn that made the changes with questions about the aspects.
func (c *talker) ask(said string, changes []search.Change, aspects ...string) {
	e := memory.Exchange{Said: said, Changes: c.Number(changes)}
	for _, key := range aspects {
		q := memory.Posed{Text: "Which " + key + "?", Policy: "joint", Answer: search.Answer{Key: key}}
		for _, label := range []string{"Lamps", "Tents"} {
			q.Options = append(q.Options, memory.Choice{Label: label})
			q.Answer.Options = append(q.Answer.Options, catalog.Condition{Key: key, Values: []string{label}})
			q.Answer.Labels = append(q.Answer.Labels, label)
		}
		e.Questions = append(e.Questions, q)
	}
	c.Exchanges = append(c.Exchanges, e)
}

// form is what the open questions' form changes when it is sent.
func (c *talker) form(given ...memory.Given) []search.Change {
	changes, err := c.Answers(words.English, given)
	if err != nil {
		panic(err)
	}
	return scoped(changes)
}

func among(categories ...string) search.Change {
	return search.Change{Op: search.SetScope, Text: "among", Categories: categories}
}

func seen(shown, answered int) clarify.Seen { return clarify.Seen{Shown: shown, Answered: answered} }

func TestTally(t *testing.T) {
	wish := func(key string) search.Change {
		return search.Change{Op: search.AddWish, Condition: &catalog.Condition{Key: key, Values: []string{"red"}}}
	}
	for _, tc := range []struct {
		name string
		talk func(c *talker)
		want map[questionTopic]clarify.Seen
	}{
		{"nothing was answered yet", func(c *talker) {
			c.ask("", []search.Change{among("Tents")}, "colour")
		}, nil},
		{"a tick, a tick on something else, no preference, a skip", func(c *talker) {
			c.ask("", []search.Change{among("Tents")}, "colour", "size", "price", "weight")
			c.ask("", c.form(memory.Given{Picked: []int{1}}, memory.Given{Question: 1, Other: true}, memory.Given{Question: 2, None: true}))
		}, map[questionTopic]clarify.Seen{
			{"Tents", "colour"}: seen(1, 1), {"Tents", "size"}: seen(1, 1), {"Tents", "price"}: seen(1, 1), {"Tents", "weight"}: seen(1, 0),
			{anywhere, "colour"}: seen(1, 1), {anywhere, "size"}: seen(1, 1), {anywhere, "price"}: seen(1, 1), {anywhere, "weight"}: seen(1, 0),
		}},
		{"a message in place of answers is no skip", func(c *talker) {
			c.ask("", []search.Change{among("Tents")}, "colour")
			c.ask("under 50", []search.Change{wish("price")}, "colour")
			c.ask("", c.form())
		}, map[questionTopic]clarify.Seen{
			{"Tents", "colour"}:  seen(1, 0),
			{anywhere, "colour"}: seen(1, 0),
		}},
		{"a chip removed is no skip", func(c *talker) {
			c.ask("", []search.Change{among("Tents")}, "colour")
			c.ask("", []search.Change{{Op: search.Drop, Target: 1}})
		}, nil},
		{"a question in several categories", func(c *talker) {
			c.ask("", []search.Change{among("Tents", "Lamps", "Tents")}, "colour")
			c.ask("", c.form())
		}, map[questionTopic]clarify.Seen{
			{"Tents", "colour"}: seen(1, 0), {"Lamps", "colour"}: seen(1, 0),
			{anywhere, "colour"}: seen(1, 0),
		}},
		{"a question to the whole shop, about the category too", func(c *talker) {
			c.ask("red", nil, "category", "colour")
			c.ask("", c.form(memory.Given{Picked: []int{0}}), "colour")
			c.ask("", c.form(memory.Given{None: true}), "size")
			c.ask("", c.form())
		}, map[questionTopic]clarify.Seen{
			{"", "category"}: seen(1, 1), {"", "colour"}: seen(1, 0), {"Lamps", "colour"}: seen(1, 1), {"Lamps", "size"}: seen(1, 0),
			{anywhere, "category"}: seen(1, 1), {anywhere, "colour"}: seen(2, 1), {anywhere, "size"}: seen(1, 0),
		}},
		{"the category alone", func(c *talker) {
			c.ask("red", nil, "category")
			c.ask("", c.form(memory.Given{Picked: []int{0, 1}}))
		}, map[questionTopic]clarify.Seen{
			{"", "category"}:       seen(1, 1),
			{anywhere, "category"}: seen(1, 1),
		}},
		{"the category said in place of ticked", func(c *talker) {
			c.ask("red", nil, "category")
			c.ask("tents", []search.Change{{Op: search.SetScope, Said: "tents", Categories: []string{"Tents"}}})
		}, nil},
		{"typed beside a question: it is answered when the words speak of it, and others may be", func(c *talker) {
			c.ask("", []search.Change{among("Tents")}, "colour", "size", "price")
			c.ask("reddish", append(c.form(memory.Given{Question: 2, None: true}), wish("colour")))
		}, map[questionTopic]clarify.Seen{
			{"Tents", "colour"}: seen(1, 1), {"Tents", "price"}: seen(1, 1),
			{anywhere, "colour"}: seen(1, 1), {anywhere, "price"}: seen(1, 1),
		}},
		{"after starting over the scope is the whole shop", func(c *talker) {
			c.ask("", []search.Change{among("Tents")}, "colour")
			c.ask("", []search.Change{{Op: search.Reset}}, "colour")
			c.ask("", c.form())
		}, map[questionTopic]clarify.Seen{
			{"", "colour"}:       seen(1, 0),
			{anywhere, "colour"}: seen(1, 0),
		}},
		{"a click in the same turn moves the answer nowhere", func(c *talker) {
			c.ask("", []search.Change{among("Tents")}, "colour")
			c.ask("", append([]search.Change{among("Lamps")}, c.form()...))
		}, map[questionTopic]clarify.Seen{
			{"Tents", "colour"}:  seen(1, 0),
			{anywhere, "colour"}: seen(1, 0),
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var c talker
			tc.talk(&c)
			var tally Tally
			tally.Add(c.Exchanges, 0)
			if diff := cmp.Diff(tc.want, tally.counts, counted...); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			tally.Remove(c.Exchanges, 0)
			tally.Remove(c.Exchanges, 0)
			if len(tally.counts) > 0 {
				t.Errorf("after taking it back twice: %v", tally.counts)
			}
		})
	}
}

var counted = []cmp.Option{cmp.AllowUnexported(questionTopic{}), cmpopts.EquateEmpty()}

// A tally kept while shoppers talk, undo and go back is the one that is made of the
// journal afterwards.
func TestTallyEqualsJournal(t *testing.T) {
	ctx := t.Context()
	rapid.Check(t, func(r *rapid.T) {
		db, err := store.Open(ctx, t.TempDir())
		if err != nil {
			r.Fatal(err)
		}
		defer db.Close()
		book := journal.New(db)
		var kept Tally
		talks := make([]talker, rapid.IntRange(1, 3).Draw(r, "shoppers"))
		versions := make([]int, len(talks))
		for i := range talks {
			if talks[i].ID, err = book.Start(ctx, "aaaaaaaaaaaaaaaaaaaaaaaaaa", "v1"); err != nil {
				r.Fatal(err)
			}
		}
		for range rapid.IntRange(1, 12).Draw(r, "turns") {
			i := rapid.IntRange(0, len(talks)-1).Draw(r, "who")
			c := &talks[i]
			var event journal.Event
			if len(c.Exchanges) > 0 && rapid.IntRange(0, 3).Draw(r, "undo") == 0 {
				kept.Remove(c.Exchanges, len(c.Exchanges)-1)
				if err := c.Undo(); err != nil {
					r.Fatal(err)
				}
				event = journal.Undo()
			} else {
				someTurn(r, c)
				kept.Add(c.Exchanges, len(c.Exchanges)-1)
				event = journal.Exchange(*c.Last())
			}
			if versions[i], err = book.Append(ctx, c.ID, versions[i], event); err != nil {
				r.Fatal(err)
			}
		}
		var made Tally
		for c, err := range book.Latest(ctx, 100) {
			if err != nil {
				r.Fatal(err)
			}
			made.Add(c.Exchanges, 0)
		}
		if diff := cmp.Diff(kept.counts, made.counts, counted...); diff != "" {
			r.Fatalf("(-kept +made of the journal):\n%s", diff)
		}
		for at, n := range made.counts {
			if n.Shown < 1 || n.Answered < 0 || n.Answered > n.Shown {
				r.Fatalf("%v: %+v", at, n)
			}
		}
	})
}

// someTurn draws what a shopper does and is asked next.
func someTurn(t *rapid.T, c *talker) {
	var changes []search.Change
	said := ""
	if rapid.IntRange(0, 3).Draw(t, "click") == 0 {
		changes = append(changes, among(rapid.SliceOfN(rapid.SampledFrom([]string{"Lamps", "Tents"}), 0, 2).Draw(t, "scope")...))
	}
	if last := c.Last(); last != nil && len(last.Questions) > 0 && rapid.IntRange(0, 3).Draw(t, "message") > 0 {
		var given []memory.Given
		for i := range last.Questions {
			given = append(given, memory.Given{
				Question: i, Picked: rapid.SliceOfNDistinct(rapid.IntRange(0, 1), 0, 2, rapid.ID).Draw(t, "picked"),
				Other: rapid.Bool().Draw(t, "other"), None: rapid.Bool().Draw(t, "none"),
			})
		}
		changes = append(changes, c.form(given...)...)
	}
	if rapid.IntRange(0, 3).Draw(t, "words") == 0 {
		said = "red"
		changes = append(changes, search.Change{Op: search.AddWish, Condition: &catalog.Condition{Key: "colour", Values: []string{"red"}}})
	}
	asks := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"category", "colour", "price", "size"}), 0, 3, rapid.ID).Draw(t, "asks")
	c.ask(said, changes, asks...)
}

func TestTallyAnswerable(t *testing.T) {
	filled := &Tally{counts: map[questionTopic]clarify.Seen{
		{"Tents", "colour"}: seen(20, 5), {"Lamps", "colour"}: seen(20, 5), {"", "colour"}: seen(40, 40), {anywhere, "colour"}: seen(75, 48),
	}}
	shrunk := func(prior float64, elsewhere, here clarify.Seen) float64 {
		expected := (10*prior + float64(elsewhere.Answered)) / float64(10+elsewhere.Shown)
		return (10*expected + float64(here.Answered)) / float64(10+here.Shown)
	}
	for _, tc := range []struct {
		name   string
		tally  *Tally
		scope  []string
		aspect string
		prior  float64
		want   float64
	}{
		{"no tally", nil, []string{"Tents"}, "colour", 0.7, 0.7},
		{"an empty tally", &Tally{}, []string{"Tents"}, "colour", 0.7, 0.7},
		{"an aspect not asked about", filled, []string{"Tents"}, "size", 0.7, 0.7},
		{"an unknown prior stays unknown", filled, []string{"Tents"}, "size", 0, 0},
		{"a category", filled, []string{"Tents"}, "colour", 0.7, shrunk(0.7, seen(55, 43), seen(20, 5))},
		{"a category, unknown prior", filled, []string{"Tents"}, "colour", 0, shrunk(1, seen(55, 43), seen(20, 5))},
		{"categories that are asked together count once", filled, []string{"Lamps", "Tents"}, "colour", 0.7, shrunk(0.7, seen(55, 43), seen(20, 5))},
		{"a category where it was not asked learns from the others", filled, []string{"Stoves"}, "colour", 0.7, (7 + 48) / 85.0},
		{"the whole shop", filled, nil, "colour", 0.5, shrunk(0.5, seen(35, 8), seen(40, 40))},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := tc.tally.Answerable(tc.scope, tc.aspect, tc.prior)
			if diff := cmp.Diff(tc.want, got, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Shoppers who talk at the same time are all counted.
func TestTallyConcurrently(t *testing.T) {
	const shoppers = 50
	var c talker
	c.ask("", []search.Change{among("Tents")}, "colour")
	c.ask("", c.form())
	var tally Tally
	var wait sync.WaitGroup
	for range shoppers {
		wait.Go(func() {
			tally.Add(c.Exchanges, 0)
			if got := tally.Answerable([]string{"Tents"}, "colour", 1); got >= 1 || got < clarify.Posterior(1, clarify.Seen{Shown: shoppers}) {
				t.Errorf("answerable by %v", got)
			}
		})
	}
	wait.Wait()
	if got := tally.counts[questionTopic{"Tents", "colour"}]; got != (clarify.Seen{Shown: shoppers}) {
		t.Errorf("counted %+v", got)
	}
}
