package agent_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"shopclerk/agent"
	"shopclerk/agent/clarify"
	"shopclerk/agent/dialog"
	"shopclerk/agent/shop/merchant"
	"shopclerk/agent/shopper"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// after is how many products fit once an open question of the conversation is
// answered, and no other.
func after(t *testing.T, a *agent.Agent, c dialog.Conversation, given dialog.Given) int {
	t.Helper()
	turn, err := a.Reply(context.Background(), &c, agent.Input{Answered: true, Answers: []dialog.Given{given}})
	if err != nil {
		t.Fatal(err)
	}
	if len(turn.Ranking.Relaxed) > 0 {
		return 0 // no product fits; those that nearly do are counted instead
	}
	return turn.Ranking.Full
}

// What a question says of its answers comes true: ticking one leaves as many
// products as it said, and truthful shoppers, one for each product, are left with
// as many on average.
func TestExplanationsComeTrue(t *testing.T) {
	a := clerk(t, false)
	a = a.With(func(c *agent.Config) { c.Questions = 3 })
	shop := readShop(t)
	unknown := 0
	for _, by := range []struct {
		policy string
		sample int
	}{{"joint", 0}, {"entropy", 0}, {"joint", 6}} { // they ask about different aspects
		a = a.With(func(c *agent.Config) {
			c.Policy, c.PolicyName, c.Sample = policy(t, by.policy), by.policy, by.sample
		})
		for _, category := range shop.categories {
			t.Run(fmt.Sprint(by.policy, by.sample, "/", category.Name), func(t *testing.T) {
				var c dialog.Conversation
				turn := mustReply(t, a, &c, browse(category.Path))
				if len(turn.Questions) == 0 && by.sample == 0 { // a handful is not asked about
					t.Fatal("nothing is asked")
				}
				for i, q := range turn.Questions {
					if q.Why.Fit != turn.Ranking.Full {
						t.Errorf("%s %d products fit, want %d", q.Text, q.Why.Fit, turn.Ranking.Full)
					}
					if want := average(t, a, c, i, shop.products); by.sample == 0 && math.Abs(q.Why.Left-want) > 1e-6 { // of a sample it is estimated
						t.Errorf("%s an answer leaves %.3f on average, said %.3f", q.Text, want, q.Why.Left)
					}
					unknown += q.None.Count
				}
			})
		}
	}
	if unknown == 0 {
		t.Error("every product has a value of all that is asked about: that those without are counted right is not tried")
	}
}

// average is how many products fit after a question of a conversation about one
// category, on average over truthful shoppers, one for each of its products.
func average(t *testing.T, a *agent.Agent, c dialog.Conversation, question int, products []catalog.Product) float64 {
	t.Helper()
	need := c.Need()
	sum, shoppers := 0.0, 0
	for i := range products {
		if !slices.Contains(need.Scope, products[i].Category) {
			continue
		}
		s := shopper.Shopper{Target: &products[i], Rand: rand.New(rand.NewPCG(1, 1))}
		given := s.Answer(c.Last().Questions[question : question+1])[0]
		given.Question = question
		sum += float64(after(t, a, c, given))
		shoppers++
	}
	return sum / float64(shoppers)
}

// The chance of the first page goes on where the question above left it, and the
// counts of the answers agree with each other, at every turn.
func TestExplanationsFollowEachOther(t *testing.T) {
	a := clerk(t, false)
	a = a.With(func(c *agent.Config) {
		c.Questions, c.Policy = 3, clarify.Joint{Redundancy: 0.15, AnswerFloor: 1, Sure: 1}
	})
	products := readShop(t).products
	for i := range products {
		visit(t, a, &products[i], 3, func(turn *agent.Turn) {
			page := 0.0
			for j, q := range turn.Questions {
				w := q.Why
				if j > 0 && w.Before != page {
					t.Errorf("%s begins at %v, the question above ends at %v", q.Text, w.Before, page)
				}
				if gain := w.After - w.Before; math.Abs(gain-q.Page) > 1e-9 || w.Before < 0 || w.After > 1+1e-9 {
					t.Errorf("%s lifts the page from %v to %v, expected gain %v", q.Text, w.Before, w.After, q.Page)
				}
				page = w.After
				for _, o := range append(slices.Clone(q.Options), q.Other, q.None) {
					if o.Count > w.Fit {
						t.Errorf("%s %q: %d answer so, of %d that fit", q.Text, o.Label, o.Count, w.Fit)
					}
				}
			}
		})
	}
}

// A clerk whom nobody has told about the shop says so; one who is given its word goes
// by what holds at the moment.
func TestMerchant(t *testing.T) {
	a := agent.New(agent.Config{})
	says := func() string {
		text, _ := a.Merchant().Answer(words.English, merchant.Payment)
		return text
	}
	if got := says(); got != "The shop has not told me how you can pay. Please ask the shop itself." {
		t.Errorf("untold, the clerk says %q", got)
	}
	told := ""
	a = a.With(func(c *agent.Config) {
		c.Shop = func() *merchant.Info {
			return &merchant.Info{Texts: map[string]map[string]string{merchant.Payment: {"en": told}}}
		}
	})
	for _, text := range []string{"By card.", "By invoice."} {
		told = text
		if got := says(); got != text {
			t.Errorf("told %q, the clerk says %q", text, got)
		}
	}
}

// An exchange says how its list and questions came about.
func TestRecorded(t *testing.T) {
	a := clerk(t, true)
	var c dialog.Conversation
	for _, tc := range []struct {
		name    string
		input   agent.Input
		path    []string
		relaxed int
		acts    []dialog.Act
	}{
		{"a category", browse(kettles), []string{"category"}, 0, nil},
		{"a wish", agent.Input{Message: "red"}, []string{"lexical", "category"}, 0, []dialog.Act{{Kind: dialog.Need}}},
		{"a wish that can not be met", agent.Input{Changes: []search.Change{{Op: search.AddWish, Text: "plaid", Condition: &catalog.Condition{Key: "colour", Values: []string{"plaid"}}}}},
			[]string{"category"}, 1, nil},
		{"the whole shop", agent.Input{Changes: []search.Change{{Op: search.Reset}}}, []string{"attributes", "found"}, 0, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			turn := mustReply(t, a, &c, tc.input)
			got := c.Last()
			want := &dialog.Exchange{
				Path: tc.path, Scope: turn.Need.Scope, Total: turn.Scope.Shelf.Rows(), Open: turn.Ranking.Open,
				Policy: dialog.Policy{Name: "joint", Version: clarify.Version}, Acts: tc.acts,
			}
			rest := cmpopts.IgnoreFields(dialog.Exchange{}, "Said", "Changes", "Reply", "Tells", "Questions", "Shown", "Fit", "Relaxed")
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
