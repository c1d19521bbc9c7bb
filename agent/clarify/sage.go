package clarify

// Sage is the policy of SAGE-Agent: the questions of most EVPI less the cost of
// asking about the same again, until none is worth a share of the best candidate's
// probability (eq. 3 to 6 and algorithm 1). The paper asks one question at a time;
// of a batch each must pass by itself.
//
// In a shop with thousands of products of equal weight EVPI_1 counts answers: each
// makes one product the best. It is blind to how evenly they share the others.
type Sage struct {
	Lambda float64 // λ of eq. 4: what asking about an aspect again costs
	Alpha  float64 // α of eq. 6: the share of max π that a question must be worth
	Tau    float64 // τ_exec: act when the best candidate is so certain
	Budget float64 // n_s: questions in all; 0 for no limit
	K      float64 // k of EVPI_k; 1 in the paper
}

// DefaultSage returns the paper's parameters: λ = 0.5 and α = 0.1 (section 7). It
// gives none for τ_exec and n_s: τ is where acting is all but sure to be right, and
// the number of questions is left to the rule.
func DefaultSage() Sage { return Sage{Lambda: 0.5, Alpha: 0.1, Tau: 0.95, K: 1} }

// Next implements [Policy].
func (g Sage) Next(s *Situation) []Question {
	p := NewPartition(s.Weights, int(g.K))
	batch := s.within(g.Budget)
	if p.Candidates() < 2 || p.weights[0] >= g.Tau || batch == 0 {
		return nil
	}
	least := g.Alpha * p.weights[0]
	return s.best(p, batch, func(c *candidate) (float64, bool) {
		asked, _ := s.times(c.field.Key)
		score := c.gain.Page - g.Lambda*float64(asked) // eq. 4
		return score, score >= least && score > 0
	})
}
