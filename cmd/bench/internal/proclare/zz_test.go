package proclare

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"shopclerk/agent"
	"shopclerk/agent/memory"
	"shopclerk/agent/shopper"
	"slices"
	"shopclerk/search"
)

func TestZZ(t *testing.T) {
	ctx := context.Background()
	s, err := Open(ctx, os.Getenv("ZZ"))
	if err != nil { t.Fatal(err) }
	targets, _ := s.uniform(ctx, 500, 1)
	for i := range targets {
		target := &targets[i]
		var c memory.Conversation
		person := shopper.Shopper{Target: target, Rand: rand.New(rand.NewPCG(1, 1+uint64(i)))}
		in := agent.Input{Message: agent.CategoryName(target.Category)}
		log := ""
		for turn := 0; turn <= 5; turn++ {
			reply, err := s.clerk.Reply(ctx, &c, in)
			if err != nil { t.Fatal(err) }
			at := slices.IndexFunc(reply.Ranking.Items, func(it search.Ranked) bool { return it.Ref == target.Ref })
			row, _ := reply.Scope.Shelf.Row(target.Ref)
			log += fmt.Sprintf("  turn %d full %d rank %d fits %v\n", turn, reply.Ranking.Full, at+1, reply.Ranking.Fits[row])
			if len(reply.Questions) == 0 || turn == 5 {
				if at < 0 {
					fmt.Println(target.Category, target.ID, target.Title, log)
					for _, col := range reply.Scope.Shelf.Columns {
						vals := map[string]int{}
						left := reply.Ranking.Left()
						for r := range left { if left[r] { vals[fmt.Sprint(col.Cell(r))]++ } }
						fmt.Println("     ", col.Aspect.Key, col.Aspect.Askable, len(vals), col.Cell(row))
						if len(vals) < 8 { fmt.Println("         ", vals) }
					}
				}
				break
			}
			answers := person.Answer(reply.Questions)
			for _, g := range answers {
				q := reply.Questions[g.Question]
				log += fmt.Sprintf("    %s %q picked %v other %v none %v\n", q.Text, q.Answer.Labels, g.Picked, g.Other, g.None)
			}
			in = agent.Input{Answered: true, Answers: answers}
		}
	}
}
