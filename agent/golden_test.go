package agent_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent"
	"shopclerk/agent/clarify"
	"shopclerk/agent/dialog"
	"shopclerk/agent/reply"
	"shopclerk/agent/shopper"
	"shopclerk/catalog"
	"shopclerk/words"
)

// golden holds text to what a file of testdata says; -update rewrites the file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := "testdata/" + name
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s (-want +got); rewrite it with -update:\n%s", file, diff)
	}
}

// visit lets a truthful shopper in on the target's category for so many turns,
// and calls each with every turn, the opening being the first.
func visit(t *testing.T, a *agent.Agent, target *catalog.Product, turns int, each func(turn *agent.Turn)) {
	t.Helper()
	s := shopper.Shopper{Target: target, Rand: rand.New(rand.NewPCG(1, uint64(target.Ref)))}
	var c dialog.Conversation
	turn := mustReply(t, a, &c, browse(target.Category))
	each(turn)
	for range turns {
		if len(turn.Questions) == 0 {
			return
		}
		turn = mustReply(t, a, &c, agent.Input{Answered: true, Answers: s.Answer(turn.Questions)})
		each(turn)
	}
}

// The questions that each policy puts to a shopper who wants the Ono smart kettle,
// with what they are expected to tell.
func TestQuestionsGolden(t *testing.T) {
	a := clerk(t, false)
	products := readShop(t).products
	target := &products[slices.IndexFunc(products, func(p catalog.Product) bool { return p.ID == "k11" })]
	var out strings.Builder
	for _, name := range clarify.Policies() {
		fmt.Fprintf(&out, "== %s\n", name)
		a = a.With(func(c *agent.Config) { c.Policy, c.PolicyName = policy(t, name), name })
		n := 0
		visit(t, a, target, 3, func(turn *agent.Turn) {
			fmt.Fprintf(&out, "turn %d: %d of %d, k11 at %d\n", n, turn.Ranking.Full, turn.Ranking.Open, rank(turn, target))
			for i, q := range turn.Questions {
				fmt.Fprintf(&out, "  %s  (%.3f bits, page %+.3f)\n", q.Text, q.Bits, q.Page)
				for _, o := range append(slices.Clone(q.Options), named(q.Other, "else "), named(q.None, "no preference")) {
					fmt.Fprintf(&out, "    %-20s %2d\n", o.Label, o.Count)
				}
				why := reply.ExplainQuestion(words.English, &q, i)
				for _, line := range []string{why.Effect, why.Unknown} {
					if line != "" {
						fmt.Fprintf(&out, "    > %s\n", line)
					}
				}
			}
			n++
		})
	}
	golden(t, "questions.golden", out.String())
}

// named puts words before a choice's label.
func named(c dialog.Choice, words string) dialog.Choice {
	c.Label = strings.TrimSpace(words + c.Label)
	return c
}

// How far each policy gets truthful shoppers, one for each product: the share of
// targets at the first place, and on the page, after each turn of two questions.
func TestRanksGolden(t *testing.T) {
	a := clerk(t, false)
	products := readShop(t).products
	var out strings.Builder
	fmt.Fprintf(&out, "%-10s %-6s %5s %5s %5s %5s\n", "policy", "", "0", "1", "2", "3")
	for _, name := range clarify.Policies() {
		a = a.With(func(c *agent.Config) { c.Policy = policy(t, name) })
		var first, page [4]float64
		for i := range products {
			n := 0
			last := 0
			visit(t, a, &products[i], 3, func(turn *agent.Turn) {
				last = rank(turn, &products[i])
				tally(&first, &page, n, last)
				n++
			})
			for ; n < len(first); n++ { // nothing more was asked
				tally(&first, &page, n, last)
			}
		}
		for _, row := range []struct {
			name string
			hits [4]float64
		}{{"first", first}, {"page", page}} {
			fmt.Fprintf(&out, "%-10s %-6s", name, row.name)
			for _, h := range row.hits {
				fmt.Fprintf(&out, " %5.2f", h/float64(len(products)))
			}
			fmt.Fprintln(&out)
		}
	}
	golden(t, "ranks.golden", out.String())
}

// tally counts a target's place at a turn.
func tally(first, page *[4]float64, turn, rank int) {
	if rank == 1 {
		first[turn]++
	}
	if rank > 0 {
		page[turn]++
	}
}

func policy(t *testing.T, name string) clarify.Policy {
	t.Helper()
	p, err := clarify.Configure(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// rank is the target's place on the page, from 1; 0 when it is not there.
func rank(turn *agent.Turn, target *catalog.Product) int {
	return 1 + slices.IndexFunc(turn.Products, func(p catalog.Product) bool { return p.ID == target.ID })
}
