package clarifybench

import (
	"context"
	"errors"
	"fmt"

	"shopclerk/agent/tools"
	"shopclerk/cmd/internal/progress"
	"shopclerk/data/bench"
)

// Setting is what is run.
type Setting struct {
	Cases int `json:"cases" default:"40" help:"Conversations of every domain and split, of the 40 that there are."`
	// Extra, if it has an agent, is played beside the strategies.
	Extra  Strategy              `kong:"-" json:"-"`
	Report func(done, total int) `kong:"-" json:"-"` // called as cases are done, if given
}

// Validate implements kong's check of the flags.
func (s *Setting) Validate() error {
	if s.Cases < 1 {
		return errors.New("--cases is at least 1")
	}
	return nil
}

// Played is one case and what every strategy made of its requests.
type Played struct {
	*Case
	domain   *Domain
	Outcomes [][]*Outcome // by strategy, by request
}

// Results are the cases played and by whom.
type Results struct {
	Setting    *Setting
	Domains    []*Domain
	Strategies []Strategy
	Played     []Played
	Unclear    map[string][]Evaluated // unclear instructions, by agent
}

// Run plays every case of the embedded domains with every strategy, on as many goroutines
// as there are processors, whose number changes nothing of what it returns.
func Run(ctx context.Context, set *Setting) (*Results, error) {
	r := &Results{Setting: set, Strategies: Strategies()}
	var err error
	if r.Domains, err = Load(bench.FS); err != nil {
		return nil, err
	}
	if set.Extra.Agent != nil {
		r.Strategies = append(r.Strategies, set.Extra)
	}
	for _, d := range r.Domains {
		n := map[string]int{} // by split
		for i := range d.Cases {
			c := &d.Cases[i]
			if n[c.Split]++; n[c.Split] <= set.Cases {
				r.Played = append(r.Played, Played{Case: c, domain: d})
			}
		}
	}
	return r, progress.Each(ctx, len(r.Played), set.Report, func(i int) error { return r.Played[i].play(ctx, r.Strategies) })
}

// play lets every strategy meet the requests of one case. Whatever a strategy did, the next
// request finds the state that the intended call left.
func (p *Played) play(ctx context.Context, strategies []Strategy) error {
	p.Outcomes = make([][]*Outcome, len(strategies))
	for n := range p.Requests {
		q := &p.Requests[n]
		task := tools.Task{ID: fmt.Sprintf("%s/%d", p.ID, n), Words: q.Text, Candidates: q.candidates()}
		kit, err := p.domain.kit(&q.State)
		if err != nil {
			return fmt.Errorf("playing %s: declaring the tools: %w", task.ID, err)
		}
		for i, st := range strategies {
			task.Sampled = st.Pooled
			e := &encounter{Request: q, kit: kit, out: &Outcome{Needed: len(q.Unsettled) > 0}, answered: map[string]bool{}}
			if err := meet(ctx, st.Agent, kit, task, e); err != nil {
				return fmt.Errorf("playing %s with %s: %w", task.ID, st.Name, err)
			}
			p.Outcomes[i] = append(p.Outcomes[i], e.out)
		}
	}
	return nil
}

// candidates are the samples, equal ones with their number as the weight of each.
func (r *Request) candidates() []tools.Proposal {
	equal := map[string]float64{}
	for _, c := range r.Samples {
		equal[c.Fingerprint()]++
	}
	var out []tools.Proposal
	for _, c := range r.Samples {
		out = append(out, tools.Proposal{Call: c, Weight: equal[c.Fingerprint()]})
	}
	return out
}
