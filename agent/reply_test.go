package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/agent"
	"shopclerk/agent/clarify"
	"shopclerk/agent/dialog"
	"shopclerk/agent/shopper"
	"shopclerk/catalog"
	"shopclerk/search"
)

const kettles, tableLamps, floorLamps = "Kitchen > Kettles", "Home > Lighting > Table Lamps", "Home > Lighting > Floor Lamps"

// browse is the click on a category; on none, the whole shop.
func browse(paths ...string) agent.Input {
	return agent.Input{Changes: []search.Change{{Op: search.SetScope, Categories: paths}}}
}

// mustReply is Reply that must not fail.
func mustReply(t rapid.TB, a *agent.Agent, c *dialog.Conversation, in agent.Input) *agent.Turn {
	t.Helper()
	turn, err := a.Reply(context.Background(), c, in)
	if err != nil {
		t.Fatal(err)
	}
	return turn
}

// freeze is all of a conversation, to compare with later.
func freeze(t *testing.T, c *dialog.Conversation) string {
	t.Helper()
	blob, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return string(blob)
}

func TestErrorLeavesTheConversation(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, tc := range []struct {
		name string
		ctx  context.Context
		in   agent.Input
		want error
	}{
		{"a shopper who has gone", cancelled, agent.Input{Message: "red kettle"}, context.Canceled},
		{"one who has gone after an answer", cancelled, agent.Input{Answered: true, Answers: []dialog.Given{{Picked: []int{0}}}}, context.Canceled},
		{"an answer to what was not asked", context.Background(), agent.Input{Answered: true, Answers: []dialog.Given{{Question: 5}}}, dialog.ErrNoSuch},
		{"an option that was not shown, beside a message", context.Background(),
			agent.Input{Message: "red", Answered: true, Answers: []dialog.Given{{Picked: []int{99}}}}, dialog.ErrNoSuch},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a := clerk(t, false)
			var c dialog.Conversation
			mustReply(t, a, &c, browse(kettles))
			before := freeze(t, &c)
			if turn, err := a.Reply(tc.ctx, &c, tc.in); !errors.Is(err, tc.want) || turn != nil {
				t.Fatalf("got %v, %v; want %v", turn, err, tc.want)
			}
			if after := freeze(t, &c); after != before {
				t.Errorf("before %s\nafter  %s", before, after)
			}
			mustReply(t, a, &c, agent.Input{Message: "red"}) // and the talk goes on
			if len(c.Exchanges) != 2 {
				t.Errorf("%d exchanges", len(c.Exchanges))
			}
		})
	}
}

func TestReplyRecordsTheTurn(t *testing.T) {
	a := clerk(t, true)
	var c dialog.Conversation
	in := browse(kettles)
	in.Changes = append(make([]search.Change, 0, 8), in.Changes...) // with room behind
	in.Message = "up to 100 euros"
	turn := mustReply(t, a, &c, in)
	e := c.Last()
	if e == nil || e.Said != "up to 100 euros" || e.Reply != turn.Reply || e.Reply == "" {
		t.Fatalf("recorded %+v of %+v", e, turn)
	}
	if diff := cmp.Diff(turn.Questions, e.Questions); diff != "" || len(e.Questions) == 0 {
		t.Errorf("questions (-put +recorded):\n%s", diff)
	}
	if len(turn.Products) != a.Config().Page || len(turn.Ranking.Items) != a.Config().Page {
		t.Fatalf("%d products of %d places", len(turn.Products), len(turn.Ranking.Items))
	}
	for i, p := range turn.Products {
		if p.Ref != turn.Ranking.Items[i].Ref || e.Shown[i] != p.ID {
			t.Errorf("place %d: product %s, ref %d, recorded %s", i, p.ID, turn.Ranking.Items[i].Ref, e.Shown[i])
		}
	}
	for i, ch := range c.Changes() {
		if ch.ID != i+1 || ch.Turn != 1 {
			t.Errorf("change %d is numbered %d of turn %d", i, ch.ID, ch.Turn)
		}
	}
	for _, q := range turn.Questions {
		if q.Bits <= 0 || len(q.Options) != len(q.Answer.Options) || len(q.Options) != len(q.Answer.Labels) {
			t.Errorf("question %+v", q)
		}
		for i, o := range q.Options {
			if o.Label != q.Answer.Labels[i] || o.Count < 0 || o.Count > turn.Ranking.Full {
				t.Errorf("option %+v of %s", o, q.Text)
			}
		}
	}
	if in.Changes[0].ID != 0 || in.Changes[:2][1].Op != "" {
		t.Errorf("Reply writes into its input: %+v", in.Changes[:2])
	}
}

// What is typed into an empty field is nothing.
func TestBlankMessage(t *testing.T) {
	a := clerk(t, false)
	var c dialog.Conversation
	mustReply(t, a, &c, browse(kettles))
	need := c.Need()
	turn := mustReply(t, a, &c, agent.Input{Message: " \t\n"})
	if diff := cmp.Diff(need, turn.Need); diff != "" {
		t.Errorf("the need (-before +after):\n%s", diff)
	}
}

// asking is a policy that puts one question, about the aspect of a key.
func asking(key string) clarify.Policy {
	return clarify.PolicyFunc(func(s *clarify.Situation) []clarify.Question {
		for _, f := range s.Fields {
			if f.Key == key {
				options := clarify.Options(f, s.Weights, s.Options)[0]
				return []clarify.Question{{Field: f, Options: options}}
			}
		}
		return nil
	})
}

// The answer to "what kind of product" is where to look, not evidence.
func TestCategoryAnswerSetsTheScope(t *testing.T) {
	a := clerk(t, false)
	a = a.With(func(c *agent.Config) { c.Policy = asking(catalog.KeyCategory) })
	var c dialog.Conversation
	turn := mustReply(t, a, &c, browse())
	labels := turn.Questions[0].Answer.Labels
	if want := []string{"Kettles", "Table Lamps", "Floor Lamps"}; !slices.Equal(labels, want) || turn.Questions[0].Text != "What kind of product?" {
		t.Fatalf("asks %q with %q, want %q", turn.Questions[0].Text, labels, want)
	}
	for _, tc := range []struct {
		name  string
		given dialog.Given
		scope []string
		rows  int
		says  int // evidence kept
	}{
		{"one", dialog.Given{Picked: []int{1}}, []string{tableLamps}, 10, 0},
		{"two", dialog.Given{Picked: []int{1, 2}}, []string{floorLamps, tableLamps}, 18, 0},
		{"something else", dialog.Given{Other: true}, nil, 34, 1},
		{"no preference", dialog.Given{None: true}, nil, 34, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			talk := c
			talk.Exchanges = slices.Clone(c.Exchanges)
			turn := mustReply(t, a, &talk, agent.Input{Answered: true, Answers: []dialog.Given{tc.given}})
			if !slices.Equal(turn.Need.Scope, tc.scope) || turn.Scope.Shelf.Rows() != tc.rows || len(turn.Need.Evidence) != tc.says {
				t.Errorf("looks at %d products in %q with %d answers", turn.Scope.Shelf.Rows(), turn.Need.Scope, len(turn.Need.Evidence))
			}
		})
	}
}

// Shoppers who tell the truth never lose their product, whatever is asked: it
// meets all that they have said, and no product has a higher score.
func TestTruthfulShoppersKeepTheirProduct(t *testing.T) {
	a := clerk(t, false)
	targets := readShop(t).products
	for _, name := range clarify.Policies() {
		for _, opening := range []agent.Input{browse(kettles), browse(tableLamps, floorLamps), browse()} {
			for i := range targets {
				target := &targets[i]
				if scope := opening.Changes[0].Categories; len(scope) > 0 && !slices.Contains(scope, target.Category) {
					continue
				}
				truthful(t, a, name, opening, target)
			}
		}
	}
}

func truthful(t *testing.T, a *agent.Agent, policy string, opening agent.Input, target *catalog.Product) {
	t.Helper()
	configured, err := clarify.Configure(policy, nil)
	if err != nil {
		t.Fatal(err)
	}
	a = a.With(func(c *agent.Config) { c.Policy = configured })
	s := shopper.Shopper{Target: target, Rand: rand.New(rand.NewPCG(1, uint64(target.Ref)))}
	var c dialog.Conversation
	turn := mustReply(t, a, &c, opening)
	for range 4 {
		if len(turn.Questions) == 0 {
			return
		}
		turn = mustReply(t, a, &c, agent.Input{Answered: true, Answers: s.Answer(turn.Questions)})
		row, ok := turn.Scope.Shelf.Row(target.Ref)
		if !ok {
			t.Fatalf("%s, %s: the product is gone from the shelf", policy, target.ID)
		}
		if best := slices.Max(turn.Ranking.Scores); turn.Ranking.Scores[row] < best {
			t.Fatalf("%s, %s scores %v, another %v after %s", policy, target.ID, turn.Ranking.Scores[row], best, freeze(t, &c))
		}
		for _, w := range turn.Need.Wanted() {
			if w.Demand.Condition.Holds(target.Of(w.Demand.Condition.Key)) == w.Demand.Not {
				t.Fatalf("%s, %s: a true answer counts against it: %q", policy, target.ID, w.Text)
			}
		}
		if len(turn.Ranking.Relaxed) > 0 || turn.Ranking.Full == 0 {
			t.Fatalf("%s, %s: left out %q of the truth", policy, target.ID, turn.Ranking.Relaxed)
		}
	}
}

// Equal input gives equal replies, on one processor or eight, from agents that
// have talked to others before.
func TestReplyIsDeterministic(t *testing.T) {
	talk := func(t *testing.T, a *agent.Agent) string {
		t.Helper()
		var c dialog.Conversation
		for _, in := range []agent.Input{
			{Message: "black kettle under 60"}, {Answered: true, Answers: []dialog.Given{{Question: 0, Picked: []int{1, 0}}}},
			{Message: "start over"}, browse(tableLamps, floorLamps), {Answered: true, Answers: []dialog.Given{{Question: 0, Other: true}}},
		} {
			if in.Answered && len(c.Last().Questions) == 0 {
				continue // "none" has not asked
			}
			mustReply(t, a, &c, in)
		}
		return freeze(t, &c)
	}
	for _, policy := range clarify.Policies() {
		t.Run(policy, func(t *testing.T) {
			agents := []*agent.Agent{clerk(t, true), clerk(t, true)}
			configured, err := clarify.Configure(policy, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i, a := range agents {
				agents[i] = a.With(func(c *agent.Config) { c.Policy, c.Seed = configured, 5 })
			}
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
			first := talk(t, agents[0])
			mustReply(t, agents[1], &dialog.Conversation{}, agent.Input{Message: "brass lamp"})
			runtime.GOMAXPROCS(8)
			for range 3 {
				if again := talk(t, agents[1]); again != first {
					t.Fatalf("at first %s\nlater    %s", first, again)
				}
			}
		})
	}
}

func TestHire(t *testing.T) {
	a := clerk(t, false)
	if a.Config().Currency != "EUR" {
		t.Errorf("the shop's currency is %q", a.Config().Currency)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	s := readShop(t)
	if _, err := agent.Hire(cancelled, s.engine(t, false)); !errors.Is(err, context.Canceled) {
		t.Errorf("hiring in a shop that closes: %v", err)
	}
}

// Looking does not ask.
func TestLook(t *testing.T) {
	a := clerk(t, false)
	need := search.Fold([]search.Change{{ID: 1, Op: search.SetScope, Categories: []string{kettles}}})
	turn, err := a.Look(context.Background(), need, search.Page{Limit: 3})
	if err != nil || len(turn.Questions) != 0 || len(turn.Products) != 3 {
		t.Errorf("%+v, %v", turn, err)
	}
}
