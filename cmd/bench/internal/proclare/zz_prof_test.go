package proclare

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"syscall"
	"testing"

	"shopclerk/agent"
	"shopclerk/agent/memory"
	"shopclerk/agent/shopper"
	"math/rand/v2"
)

func cpu() float64 {
	var r syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return float64(r.Utime.Nano()+r.Stime.Nano()) / 1e6
}

// CPU milliseconds per turn, one at a time, by kind.
func TestZZProfile(t *testing.T) {
	dir := os.Getenv("PROF_DIR")
	if dir == "" {
		t.Skip()
	}
	ctx := context.Background()
	c0 := cpu()
	shop, err := Open(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("open and hire %.0f ms cpu\n", cpu()-c0)
	n := 60
	if s := os.Getenv("PROF_N"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	targets, err := shop.uniform(ctx, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	times := map[string][]float64{}
	do := func(kind string, f func()) {
		a := cpu()
		f()
		times[kind] = append(times[kind], cpu()-a)
		if kind != "all" {
			times["all"] = append(times["all"], times[kind][len(times[kind])-1])
		}
	}
	for i := range targets {
		target := &targets[i]
		var c memory.Conversation
		person := shopper.Shopper{Target: target, Rand: rand.New(rand.NewPCG(1, 1+uint64(i)))}
		in := agent.Input{Message: agent.CategoryName(target.Category)}
		kind := "begin"
		if i%2 == 1 {
			in.Message = shopper.Query(target, shopper.Degree("reworded"), rand.New(rand.NewPCG(1, 1<<41+uint64(i))))
			kind = "begin query"
		}
		for turn := 0; turn <= 4; turn++ {
			var reply *agent.Turn
			do(kind, func() { reply, err = shop.clerk.Reply(ctx, &c, in) })
			if err != nil {
				t.Fatal(err)
			}
			kind = "answer"
			in = agent.Input{Answered: true, Answers: person.Answer(reply.Questions)}
			if turn == 1 {
				kind = "message"
				w := shopper.Query(target, shopper.Degree("vague"), rand.New(rand.NewPCG(1, 1<<42+uint64(i))))
				in = agent.Input{Message: w}
				if i%4 == 0 && len(target.Attributes) > 0 {
					a := target.Attributes[i%len(target.Attributes)]
					in = agent.Input{Message: a.Values[0].Text}
				}
				if i%7 == 0 {
					in = agent.Input{Message: "not " + target.Attributes[0].Values[0].Text}
				}
			} else if len(reply.Questions) == 0 {
				break
			}
		}
		do("similar", func() { _, err = shop.clerk.Similar(ctx, target.Category, target.Ref, 6) })
		if err != nil {
			t.Fatal(err)
		}
		do("suggest", func() { _, err = shop.clerk.Suggest(ctx, target.Title[:min(5, len(target.Title))], 5) })
	}
	for _, k := range []string{"all", "begin", "begin query", "answer", "message", "similar", "suggest"} {
		l := times[k]
		slices.Sort(l)
		if len(l) > 0 {
			fmt.Printf("%-12s %4d  p50 %6.1f  p90 %6.1f  p99 %6.1f  max %6.1f ms cpu\n", k, len(l), l[len(l)/2], l[len(l)*9/10], l[len(l)*99/100], l[len(l)-1])
		}
	}
}
