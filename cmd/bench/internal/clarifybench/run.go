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
	Cases int     `json:"cases" default:"40" help:"Conversations of every domain and split."`
	Vague float64 `json:"vague" default:"0" help:"Share of the simulated people's answers that are vague."`
	Seed  uint64  `json:"seed" default:"1" help:"Cases, people and the model that proposes calls are drawn from it."`
	Only  string  `json:"only,omitempty" placeholder:"DOMAIN" help:"Run only this domain."`
	// Extra, if it has an agent, is played beside the strategies.
	Extra  Strategy              `kong:"-" json:"-"`
	Report func(done, total int) `kong:"-" json:"-"` // called as cases are done, if given
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
	// Unproposed counts, by request, the arguments that no sample of the proposer has right.
	Unproposed []int
}

// Results are the cases played and by whom.
type Results struct {
	Setting    *Setting
	Domains    []*Domain
	Proposer   Proposer
	Strategies []Strategy
	Played     []Played
	Proposed   Proposed               // nil without real data
	Unclear    map[string][]Evaluated // unclear instructions, by agent
}

// Run plays every case of the embedded domains with every strategy, on as many
// goroutines as there are processors. What it returns does not depend on how many
// there are.
func Run(ctx context.Context, set *Setting) (*Results, error) {
	r := &Results{Setting: set, Strategies: Strategies()}
	var err error
	if r.Domains, err = Load(domains.FS); err != nil {
		return nil, err
	}
	if r.Proposer, err = loadProposer(); err != nil {
		return nil, err
	}
	if set.Only != "" {
		r.Domains = slices.DeleteFunc(r.Domains, func(d *Domain) bool { return d.Name != set.Only })
	}
	if len(r.Domains) == 0 {
		return nil, fmt.Errorf("there is no domain %q: leave --only out to see which there are", set.Only)
	}
	if set.Extra.Agent != nil {
		r.Strategies = append(r.Strategies, set.Extra)
	}
	for _, d := range r.Domains {
		for _, split := range Splits() {
			for n := range set.Cases {
				c, err := Draw(d, split, n, set.Seed)
				if err != nil {
					return nil, err
				}
				r.Played = append(r.Played, Played{Case: c})
			}
		}
	}
	return r, progress.Each(ctx, len(r.Played), set.Report, func(i int) error { return r.Played[i].play(ctx, r) })
}

// play plays one case.
func (p *Played) play(ctx context.Context, r *Results) error {
	p.Outcomes = make([][]*Outcome, len(r.Strategies))
	now := p.Start.Clone()
	for n := range p.Requests {
		q := &p.Requests[n]
		id := fmt.Sprintf("%s/%d", p.ID(), n)
		kit, err := now.Kit()
		if err != nil {
			return fmt.Errorf("playing %s: declaring the tools: %w", id, err)
		}
		task := tools.Task{ID: id, Words: q.Text}
		task.Candidates = r.Proposer.propose(now, q, rand.New(rand.NewPCG(r.Setting.Seed, hash(id))))
		p.Unproposed = append(p.Unproposed, now.unproposed(q, task.Candidates))
		for i := range r.Strategies {
			o, err := now.play(ctx, task, kit, q, &r.Strategies[i], r.Setting.Vague, r.Setting.Seed)
			if err != nil {
				return fmt.Errorf("playing %s with %s: %w", id, r.Strategies[i].Name, err)
			}
			p.Outcomes[i] = append(p.Outcomes[i], o)
		}
		if err := now.carry(q.Intent); err != nil {
			return fmt.Errorf("playing %s: going on: %w", p.ID(), err)
		}
	}
	return nil
}
