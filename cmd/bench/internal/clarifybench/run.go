package clarifybench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"shopclerk/agent/tools"
	"shopclerk/cmd/internal/progress"
	"shopclerk/data/bench/domains"
)

// Setting is what is run.
type Setting struct {
	Cases   int     `json:"cases" default:"40" help:"Conversations of every domain and split."`
	Vague   float64 `json:"vague" default:"0" help:"Share of the simulated people's answers that are vague."`
	Seed    uint64  `json:"seed" default:"1" help:"Cases and people are drawn from it."`
	Wording Wording `json:"wording" default:"plain" enum:"plain,dev,fresh" help:"How people ask for a tool: in words near its own (plain), in everyday words that the reading of instructions was made with (dev), in some that it was not (fresh)."`
	Only    string  `json:"only,omitempty" placeholder:"DOMAIN" help:"Run only this domain."`
	Brief   bool    `kong:"-" json:"-"` // without the strategies of the tables of their own
	// Extra, if it has an agent, is played beside the strategies.
	Extra Strategy `kong:"-" json:"-"`
	// Proposer, if given, proposes calls for the words, which are not read then.
	Proposer *Proposer             `kong:"-" json:"-"`
	Splits   []string              `kong:"-" json:"-"` // only these; nil: all
	Report   func(done, total int) `kong:"-" json:"-"` // called as cases are done, if given
}

// Validate implements kong's check of the flags.
func (s *Setting) Validate() error {
	if s.Cases < 1 {
		return errors.New("--cases is at least 1")
	}
	if !(s.Vague >= 0 && s.Vague <= 1) {
		return errors.New("--vague is a share from 0 to 1")
	}
	return nil
}

// Played is one case and what every strategy made of its requests.
type Played struct {
	*Case
	Outcomes [][]*Outcome // by strategy, by request
	// Unproposed are, by request, the arguments that no sample of the setting's proposer has.
	Unproposed []int
}

// Run plays every case of the embedded domains with every strategy, on as many
// goroutines as there are processors. What it returns does not depend on how many
// there are.
func Run(ctx context.Context, set *Setting) (*Results, error) {
	all, err := Load(domains.FS)
	if err != nil {
		return nil, err
	}
	if set.Only != "" {
		all = slices.DeleteFunc(all, func(d *Domain) bool { return d.Name != set.Only })
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("there is no domain %q: leave --only out to see which there are", set.Only)
	}
	if set.Wording != "" && !slices.Contains(Wordings(), set.Wording) {
		return nil, fmt.Errorf("there is no wording %q: use one of %v", set.Wording, Wordings())
	}
	strategies := Strategies(!set.Brief)
	if set.Proposer != nil {
		strategies = proposing()
	}
	if set.Extra.Agent != nil {
		strategies = append(strategies, set.Extra)
	}
	r := &Results{Setting: set, Domains: all, Strategies: strategies}
	if r.Played, err = playAll(ctx, r); err != nil {
		return nil, err
	}
	return r, nil
}

func playAll(ctx context.Context, r *Results) ([]Played, error) {
	set := r.Setting
	var all []Played
	for _, d := range r.Domains {
		for _, split := range Splits() {
			if set.Splits != nil && !slices.Contains(set.Splits, split) {
				continue
			}
			for n := range set.Cases {
				c, err := Draw(d, split, n, set.Seed, set.Wording)
				if err != nil {
					return nil, err
				}
				all = append(all, Played{Case: c})
			}
		}
	}
	return all, progress.Each(ctx, len(all), set.Report, func(i int) error { return all[i].play(ctx, r.Strategies, set) })
}

// play plays one case.
func (p *Played) play(ctx context.Context, strategies []Strategy, set *Setting) error {
	p.Outcomes = make([][]*Outcome, len(strategies))
	now := p.Start.Clone()
	for n := range p.Requests {
		r := &p.Requests[n]
		id := fmt.Sprintf("%s/%d", p.ID(), n)
		all, err := now.Kit()
		if err != nil {
			return fmt.Errorf("playing %s: declaring the tools: %w", id, err)
		}
		// who knows which tool is meant sees that one only
		one, err := tools.New(now.tool(p.Domain.tool(r.Intent.Tool)))
		if err != nil {
			return fmt.Errorf("playing %s: declaring the tool: %w", id, err)
		}
		task := tools.Task{ID: id, Words: r.Text}
		if set.Proposer != nil {
			task.Candidates = set.Proposer.propose(now, r, rand.New(rand.NewPCG(set.Seed, hash(id))))
			p.Unproposed = append(p.Unproposed, now.unproposed(r, task.Candidates))
		}
		for i := range strategies {
			kit := all
			if strategies[i].Knows {
				kit = one
			}
			o, err := now.play(ctx, task, kit, r, &strategies[i], set.Vague, set.Seed)
			if err != nil {
				return fmt.Errorf("playing %s with %s: %w", id, strategies[i].Name, err)
			}
			p.Outcomes[i] = append(p.Outcomes[i], o)
		}
		if err := now.carry(r.Intent); err != nil {
			return fmt.Errorf("playing %s: going on: %w", p.ID(), err)
		}
	}
	return nil
}
