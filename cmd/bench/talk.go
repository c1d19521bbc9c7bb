package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"sync"
	"time"

	"shopclerk/agent"
	"shopclerk/agent/clarify"
	"shopclerk/agent/memory"
	"shopclerk/agent/shopper"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/search/index"
	"shopclerk/search/metric"
)

// talk is conversational PROCLARE: shoppers with a target in mind answer the
// clerk's questions, and the list is scored after every turn.
type talk struct {
	Data      string  `required:"" type:"existingdir" help:"Data directory."`
	Shoppers  int     `default:"500" help:"Number of simulated shoppers."`
	Turns     int     `default:"5" help:"Turns after the opening."`
	Questions int     `default:"3" help:"Questions a turn."`
	Options   int     `default:"5" help:"Options a question."`
	Policy    string  `default:"joint" help:"How questions are chosen: ${policies}."`
	Wrong     float64 `default:"0" help:"Probability that an answer is a random option."`
	Skip      float64 `default:"0" help:"Probability that a question is not answered."`
	Seed      uint64  `default:"1" help:"Seed of targets, answers and the random policy."`
	JSON      bool    `name:"json" help:"Print one JSON object instead of a table."`
}

// talkResult is what one run found. Index 0 of the lists is the opening.
type talkResult struct {
	Policy    string             `json:"policy"`
	Shoppers  int                `json:"shoppers"`
	Hit       []float64          `json:"hit@10"`
	MRR       []float64          `json:"mrr@10"`
	CI95      intervals          `json:"ci95"`
	Questions float64            `json:"questions"` // mean asked over all turns
	TurnMS    map[string]float64 `json:"turn_ms"`
}

// intervals are 95 % bootstrap intervals, one a turn.
type intervals struct {
	Hit [][2]float64 `json:"hit@10"`
	MRR [][2]float64 `json:"mrr@10"`
}

// page is k of HIT@k and MRR@k.
const page = 10

// Run implements the command.
func (t *talk) Run(ctx context.Context) error {
	r, err := t.result(ctx)
	if err != nil {
		return err
	}
	if t.JSON {
		return json.NewEncoder(os.Stdout).Encode(r)
	}
	return r.print(os.Stdout)
}

// result lets all shoppers talk and scores them.
func (t *talk) result(ctx context.Context) (r talkResult, err error) {
	policy, err := clarify.ByName(t.Policy)
	if err != nil {
		return r, err
	}
	shop, clerk, err := open(ctx, t.Data)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, shop.Close()) }()
	clerk.Policy, clerk.PolicyName = policy, t.Policy
	clerk.Questions, clerk.Options, clerk.Seed = t.Questions, t.Options, t.Seed
	runs, err := t.all(ctx, clerk, shop)
	if err != nil {
		return r, err
	}
	return t.score(runs), nil
}

// talked is one shopper's conversation.
type talked struct {
	ranks     []int // of the target after each turn, from 1; 0 when not on the page
	questions int
	times     []time.Duration
}

// all lets every shopper talk. Shoppers are independent and seeded by number, so
// the result does not depend on how many run at once.
func (t *talk) all(ctx context.Context, clerk *agent.Agent, shop *index.Shop) ([]talked, error) {
	targets, err := t.targets(ctx, shop)
	if err != nil {
		return nil, err
	}
	out := make([]talked, len(targets))
	errs := make([]error, len(targets))
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for k := range workers {
		wg.Go(func() {
			for i := k; i < len(targets); i += workers {
				out[i], errs[i] = t.one(ctx, clerk, &targets[i], uint64(i))
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// targets draws products uniformly from the whole shop.
func (t *talk) targets(ctx context.Context, shop *index.Shop) ([]catalog.Product, error) {
	rng := rand.New(rand.NewPCG(t.Seed, 0))
	refs := make([]catalog.Ref, t.Shoppers)
	for i := range refs {
		refs[i] = catalog.Ref(1 + rng.IntN(shop.Catalogue.Size()))
	}
	var out []catalog.Product
	for chunk := range slices.Chunk(refs, 500) {
		for _, r := range chunk {
			p, err := shop.Catalogue.Products(ctx, []catalog.Ref{r})
			if err != nil {
				return nil, err
			}
			out = append(out, p...)
		}
	}
	return out, nil
}

// one talks for one shopper: the opening names the category, then every turn
// answers the questions of the one before.
func (t *talk) one(ctx context.Context, clerk *agent.Agent, target *catalog.Product, number uint64) (talked, error) {
	var c memory.Conversation
	s := shopper.Shopper{Target: target, Wrong: t.Wrong, Skip: t.Skip, Rand: rand.New(rand.NewPCG(t.Seed, 1+number))}
	var out talked
	in := agent.Input{Message: agent.CategoryName(target.Category)}
	for turn := 0; turn <= t.Turns; turn++ {
		began := time.Now()
		reply, err := clerk.Reply(ctx, &c, in)
		if err != nil {
			return out, fmt.Errorf("shopper %d, turn %d: %w", number, turn, err)
		}
		out.times = append(out.times, time.Since(began))
		at := slices.IndexFunc(reply.Ranking.Items, func(it search.Ranked) bool { return it.Ref == target.Ref })
		out.ranks = append(out.ranks, at+1)
		in = agent.Input{}
		if turn < t.Turns && len(reply.Questions) > 0 {
			out.questions += len(reply.Questions)
			in.Answered, in.Answers = true, s.Answer(reply.Questions)
		}
	}
	return out, nil
}

func (t *talk) score(runs []talked) talkResult {
	r := talkResult{Policy: t.Policy, Shoppers: len(runs), TurnMS: map[string]float64{}}
	var times []float64
	for turn := 0; turn <= t.Turns; turn++ {
		hit, mrr := make([]float64, len(runs)), make([]float64, len(runs))
		for i, run := range runs {
			if rank := run.ranks[turn]; rank > 0 {
				hit[i], mrr[i] = 1, 1/float64(rank)
			}
			times = append(times, float64(run.times[turn])/float64(time.Millisecond))
		}
		h, m := metric.Mean(hit, t.Seed), metric.Mean(mrr, t.Seed)
		r.Hit, r.MRR = append(r.Hit, h.Mean), append(r.MRR, m.Mean)
		r.CI95.Hit = append(r.CI95.Hit, [2]float64{h.Low, h.High})
		r.CI95.MRR = append(r.CI95.MRR, [2]float64{m.Low, m.High})
	}
	for _, run := range runs {
		r.Questions += float64(run.questions) / float64(len(runs))
	}
	slices.Sort(times)
	r.TurnMS["p50"] = times[len(times)/2]
	r.TurnMS["p99"] = times[len(times)*99/100]
	return r
}

func (r *talkResult) print(w io.Writer) error {
	fmt.Fprintf(w, "policy %s, %d shoppers, %.1f questions each, turn p50 %.1f ms, p99 %.1f ms\n\n",
		r.Policy, r.Shoppers, r.Questions, r.TurnMS["p50"], r.TurnMS["p99"])
	fmt.Fprintf(w, "turn   HIT@10  95 %%             MRR@10  95 %%\n")
	for i := range r.Hit {
		if _, err := fmt.Fprintf(w, "%4d   %.3f   %.3f to %.3f   %.3f   %.3f to %.3f\n", i,
			r.Hit[i], r.CI95.Hit[i][0], r.CI95.Hit[i][1], r.MRR[i], r.CI95.MRR[i][0], r.CI95.MRR[i][1]); err != nil {
			return err
		}
	}
	return nil
}
