package proclare

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"shopclerk/agent"
	"shopclerk/agent/clarify"
	"shopclerk/agent/memory"
	"shopclerk/agent/shopper"
	"shopclerk/catalog"
	"shopclerk/cmd/internal/progress"
	"shopclerk/search"
)

// Visit is one shopper's conversation.
type Visit struct {
	// Ranks holds, for each list, the target's rank after the opening and each
	// turn, from 1; 0 when it is not on the first page. A conversation that ended
	// early keeps its last list.
	Ranks map[string][]int
	Asked [][]Asked // the questions of each turn; shorter than Ranks when asking ended
	Probe []Probe   // after each turn, when asked for
	Times []time.Duration
	Met   Meeting // of people
	SQL   Queries // of the policy productagent-llm
}

// Asked is a question that was put.
type Asked struct {
	Key string
	// Again is how alike the question is to the most alike of earlier turns, 0..1
	// (see [alike]); −1 in the first turn.
	Again float64
}

// Talk lets all shoppers of a condition talk to the clerk.
func (s *Shop) Talk(ctx context.Context, t *Talk) ([]Visit, error) {
	if t.Policy == ModelPolicy && (s.Model == nil || t.Statistics != FromBelief || t.Person != "") {
		return nil, fmt.Errorf("the policy %s asks a model, makes its own statistics, and talks to shoppers only: --model-url names one", ModelPolicy)
	}
	targets, err := s.uniform(ctx, t.Shoppers, t.Seed)
	if err != nil {
		return nil, err
	}
	out := make([]Visit, len(targets))
	err = progress.Each(ctx, len(targets), s.Progress, func(i int) (err error) {
		visit := s.visit
		if t.Person != "" {
			visit = s.meet
		}
		out[i], err = visit(ctx, t, &targets[i], uint64(i))
		if err != nil {
			return fmt.Errorf("shopper %d: %w", i, err)
		}
		return nil
	})
	return out, err
}

// replier is a clerk as a simulated shopper meets it.
type replier func(context.Context, *memory.Conversation, agent.Input) (*agent.Turn, error)

// hire returns a clerk for one conversation under the condition.
func (s *Shop) hire(ctx context.Context, t *Talk, target *catalog.Product, number uint64, opening string) (replier, *statistics, error) {
	c := s.clerk.Config()
	if s.Model != nil && t.Policy != ModelPolicy {
		c.Model = s.Model
	}
	c.PolicyName = t.Policy
	c.Questions, c.Options, c.Page = t.Questions, t.Options, Page
	c.Seed = t.Seed<<20 + number // every shopper meets another chance
	st := &statistics{ctx: ctx, shop: s, source: t.Statistics, opening: opening, rng: rand.New(rand.NewPCG(t.Seed, 1<<40+number))}
	var err error
	switch {
	case t.Statistics == FromNothing:
		c.Policy = clarify.PolicyFunc(blind)
		return agent.New(c).Reply, st, nil
	case t.Policy == policyProductAgent:
		c.Policy = clarify.PolicyFunc(productAgent)
	case t.Policy == ModelPolicy:
		st.model = &productAgentModel{ctx: ctx, client: s.Model, file: s.file, opening: opening}
		c.Policy = clarify.PolicyFunc(st.model.ask)
		return st.instruct(c), st, nil
	case t.Policy == policyOracle:
		return oracle(c, target), st, nil
	default:
		c.Policy, err = clarify.Configure(t.Policy, t.Set)
	}
	if t.Statistics != FromBelief {
		return st.instruct(c), st, err
	}
	return agent.New(c).Reply, st, err
}

// converse lets a shopper talk to a clerk for the condition's turns: hear gets every reply
// and returns what is said next, or that the conversation is over.
func (s *Shop) converse(ctx context.Context, t *Talk, reply replier, c *memory.Conversation, opening string, hear func(turn int, reply *agent.Turn, took time.Duration) (agent.Input, bool, error)) error {
	in, on := agent.Input{Message: opening}, true
	for turn := 0; on && turn <= t.Turns; turn++ {
		began := time.Now()
		said, err := reply(ctx, c, in)
		if err == nil {
			in, on, err = hear(turn, said, time.Since(began))
		}
		if err != nil {
			return fmt.Errorf("turn %d: %w", turn, err)
		}
	}
	return nil
}

// visit talks for one shopper: after the opening every turn answers the questions
// of the one before. A clerk that asks nothing has ended the conversation.
func (s *Shop) visit(ctx context.Context, t *Talk, target *catalog.Product, number uint64) (Visit, error) {
	var c memory.Conversation
	v := Visit{Ranks: map[string][]int{}}
	person := shopper.Shopper{Target: target, Wrong: t.Wrong, Skip: t.Skip, Terse: t.Terse, Rand: rand.New(rand.NewPCG(t.Seed, 1+number))}
	opening := catalog.LastLevel(target.Category)
	if t.Opening == OpenQuery {
		opening = shopper.Query(target, shopper.Degree(t.Degree), rand.New(rand.NewPCG(t.Seed, 1<<41+number)))
	}
	clerk, st, err := s.hire(ctx, t, target, number, opening)
	if err != nil {
		return v, err
	}
	err = s.converse(ctx, t, clerk, &c, opening, func(turn int, reply *agent.Turn, took time.Duration) (in agent.Input, on bool, err error) {
		v.Times = append(v.Times, took)
		if err := s.score(ctx, t, &v, st, opening, reply, target.Ref); err != nil || turn == t.Turns || len(reply.Questions) == 0 {
			return in, false, err
		}
		v.ask(&c, reply.Questions)
		return agent.Input{Answered: true, Answers: person.Answer(reply.Questions)}, true, nil
	})
	if st.model != nil {
		v.SQL = st.model.queries
	}
	for name, ranks := range v.Ranks {
		for len(ranks) <= t.Turns {
			ranks = append(ranks, ranks[len(ranks)-1])
		}
		v.Ranks[name] = ranks
	}
	return v, err
}

// score notes where the target stands on every list after a turn.
func (s *Shop) score(ctx context.Context, t *Talk, v *Visit, st *statistics, opening string, reply *agent.Turn, target catalog.Ref) error {
	at := slices.IndexFunc(reply.Ranking.Items, func(it search.Ranked) bool { return it.Ref == target })
	v.Ranks[Own] = append(v.Ranks[Own], at+1)
	query := keywords(opening, &reply.Need)
	if st.model != nil && len(t.Lists) > 0 {
		query = st.model.query(&reply.Need)
	}
	for _, name := range t.Lists {
		found, err := s.retrieve(ctx, name, query, reply.Need.Scope, Depth)
		if err != nil {
			return fmt.Errorf("listing by %s: %w", name, err)
		}
		v.Ranks[name] = append(v.Ranks[name], slices.Index(found[:min(Page, len(found))], target)+1)
	}
	if t.Probe {
		v.Probe = append(v.Probe, probe(reply))
	}
	return nil
}

// ask notes the questions of a turn. The conversation's last exchange is that turn.
func (v *Visit) ask(c *memory.Conversation, questions []memory.Posed) {
	var asked []Asked
	for i := range questions {
		a := Asked{Key: questions[i].Answer.Key, Again: -1}
		for _, x := range c.Exchanges[:len(c.Exchanges)-1] {
			for j := range x.Questions {
				a.Again = max(a.Again, alike(&questions[i], &x.Questions[j]))
			}
		}
		asked = append(asked, a)
	}
	v.Asked = append(v.Asked, asked)
}
