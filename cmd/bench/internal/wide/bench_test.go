package wide

import (
	"testing"

	"shopclerk/agent"
	"shopclerk/agent/memory"
	"shopclerk/agent/understand"
	"shopclerk/search"
	"shopclerk/search/index"
)

// small is the table of the tests: what does not depend on its size must hold of it too.
const small = 3000

func open(tb testing.TB, rows int) *agent.Agent {
	tb.Helper()
	dir := tb.TempDir()
	if _, err := index.Build(tb.Context(), dir, index.FromSeq(Records(1, rows)), index.Options{Seed: 1}); err != nil {
		tb.Fatal(err)
	}
	shop, err := index.Open(tb.Context(), dir, nil)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = shop.Close() })
	clerk, err := agent.Hire(tb.Context(), shop.Engine, understand.Synonyms{})
	if err != nil {
		tb.Fatal(err)
	}
	return clerk
}

// talk begins with a message and ticks the first option of every question, so many turns.
func talk(tb testing.TB, clerk *agent.Agent, turns int, each func(*agent.Turn)) {
	tb.Helper()
	var c memory.Conversation
	in := agent.Input{Message: Category}
	for range turns {
		t, err := clerk.Reply(tb.Context(), &c, in)
		if err != nil {
			tb.Fatal(err)
		}
		each(t)
		in = agent.Input{Answered: true}
		for i := range t.Questions {
			in.Answers = append(in.Answers, memory.Given{Question: i, Picked: []int{0}})
		}
		if len(t.Questions) == 0 {
			return
		}
	}
}

// No option of a question stands for a list that nobody could read, and what is
// remembered of a turn is short.
func TestOptionsAreShort(t *testing.T) {
	asked := 0
	talk(t, open(t, small), 4, func(turn *agent.Turn) {
		for _, q := range turn.Questions {
			asked++
			for i, o := range q.Answer.Options {
				if len(o.Values) > 300 {
					t.Errorf("%s: option %q stands for %d values", q.Answer.Key, q.Answer.Labels[i], len(o.Values))
				}
			}
		}
	})
	if asked == 0 {
		t.Error("nothing was asked")
	}
}

// BenchmarkTurns is a conversation of five turns with its facets over the whole table:
// divide by five.
func BenchmarkTurns(b *testing.B) {
	clerk := open(b, Rows)
	for b.Loop() {
		talk(b, clerk, 5, func(t *agent.Turn) { search.Facets(t.Scope.Shelf, t.Ranking, Columns) })
	}
}

// BenchmarkImport is the import of the whole table.
func BenchmarkImport(b *testing.B) {
	for b.Loop() {
		if _, err := index.Build(b.Context(), b.TempDir(), index.FromSeq(Records(1, Rows)), index.Options{Seed: 1}); err != nil {
			b.Fatal(err)
		}
	}
}
