package agent_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"shopclerk/agent"
	"shopclerk/agent/clarify"
	"shopclerk/agent/memory"
	"shopclerk/agent/shopper"
	"shopclerk/catalog"
	"shopclerk/search"
)

// An exchange says how its list and questions came about.
func TestRecorded(t *testing.T) {
	a := clerk(t, true)
	var c memory.Conversation
	for _, tc := range []struct {
		name    string
		input   agent.Input
		path    []string
		relaxed int
		acts    []memory.Act
	}{
		{"a category", browse(kettles), []string{"category"}, 0, nil},
		{"a wish", agent.Input{Message: "red"}, []string{"lexical", "category"}, 0, []memory.Act{{Kind: memory.Need}}},
		{"a wish that can not be met", agent.Input{Changes: []search.Change{{Op: search.AddWish, Text: "plaid", Condition: &catalog.Condition{Key: "colour", Values: []string{"plaid"}}}}},
			[]string{"category"}, 1, nil},
		{"the whole shop", agent.Input{Changes: []search.Change{{Op: search.Reset}}}, []string{"attributes", "found"}, 0, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			turn := mustReply(t, a, &c, tc.input)
			got := c.Last()
			want := &memory.Exchange{
				Path: tc.path, Scope: turn.Need.Scope, Total: turn.Scope.Shelf.Rows(), Open: turn.Ranking.Open,
				Policy: memory.Policy{Name: "joint", Version: clarify.Version}, Acts: tc.acts,
			}
			rest := cmpopts.IgnoreFields(memory.Exchange{}, "Said", "Changes", "Reply", "Tells", "Questions", "Shown", "Fit", "Relaxed")
			if diff := cmp.Diff(want, got, rest); diff != "" || got.Total == 0 {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if len(got.Relaxed) != tc.relaxed {
				t.Errorf("relaxed the changes %v", got.Relaxed)
			}
			if tc.relaxed > 0 && got.Relaxed[0] != got.Changes[0].ID {
				t.Errorf("relaxed the changes %v, not the latest, %d", got.Relaxed, got.Changes[0].ID)
			}
		})
	}
}

// What answers tell is on average what was foretold: over truthful shoppers, as many
// after each product as the belief expects.
func TestRealisedIsAsForetold(t *testing.T) {
	a := clerk(t, false)
	a = a.With(func(c *agent.Config) { c.Questions = 3 })
	shop := readShop(t)
	several := false
	for _, category := range shop.categories {
		t.Run(category.Name, func(t *testing.T) {
			var c memory.Conversation
			in := browse(category.Path)
			turn := mustReply(t, a, &c, in)
			belief := map[catalog.Ref]float64{}
			for row, w := range clarify.Softmax(turn.Ranking.Scores) {
				belief[turn.Scope.Shelf.Refs[row]] = w
			}
			for i, q := range turn.Questions {
				sum := 0.0
				for k := range shop.products {
					p := &shop.products[k]
					if p.Category != category.Path {
						continue
					}
					s := shopper.Shopper{Target: p, Rand: rand.New(rand.NewPCG(1, 1))}
					given := s.Answer([]memory.Posed{q})[0]
					given.Question = i
					d := c
					mustReply(t, a, &d, agent.Input{Answered: true, Answers: []memory.Given{given}})
					told := d.Last().Realised
					if len(told) != 1 || told[0].Question != i {
						t.Fatalf("answering question %d, realised %v", i, told)
					}
					if len(given.Picked) == 1 && !given.Other && told[0].Bits != q.Options[given.Picked[0]].Bits {
						t.Errorf("%s %s told %v bits, foretold %v", q.Text, q.Options[given.Picked[0]].Label, told[0].Bits, q.Options[given.Picked[0]].Bits)
					}
					several = several || len(given.Picked) > 1
					sum += belief[p.Ref] * told[0].Bits
				}
				if math.Abs(sum-q.Tells) > 1e-3 || q.Tells <= 0 {
					t.Errorf("%s tells %.4f bits on average, foretold %.4f", q.Text, sum, q.Tells)
				}
				if i == 0 && q.Tells > q.Bits+1e-3 {
					t.Errorf("%s tells %.4f bits, without error %.4f", q.Text, q.Tells, q.Bits)
				}
			}
		})
	}
	if !several {
		t.Error("nobody ticked several options")
	}
}

// Skipped questions told nothing.
func TestRealisedOfNoAnswer(t *testing.T) {
	a := clerk(t, false)
	var c memory.Conversation
	mustReply(t, a, &c, browse(kettles))
	mustReply(t, a, &c, agent.Input{Answered: true})
	if told := c.Last().Realised; told != nil {
		t.Errorf("realised %v", told)
	}
}
