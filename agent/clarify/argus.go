package clarify

// Argus is the policy of Argus (algorithms 2 and 3): the questions of the highest
// upper confidence bound on EVPI plus reduction of regret that exceed a threshold
// which rises with every question (eq. 4 to 8). It looks at domains, not at
// weights: a value is possible or not, and the certainty of an aspect is one over
// the number of values still possible.
//
// Eq. 4 prints EVPI = H(t) − E[H(t|r)] with H the certainty of eq. 3, which an
// answer can only raise, so that the printed difference is never positive, against
// theorem B.1; it would be right if H were an uncertainty. What is meant, and
// computed here, is the expected rise of the certainty, E[H(t|r)] − H(t) ≥ 0.
type Argus struct {
	C        float64 // c of eq. 7: how much to explore
	Tau0     float64 // τ_0 of eq. 8
	Alpha    float64 // α of eq. 8
	Budget   float64 // n_s: questions in all; 0 for no limit
	Feasible float64 // share of the heaviest weight from which a candidate counts as possible
	// Score makes a question's score of its EVPI (eq. 4), its reduction of regret
	// (eq. 6), the questions asked so far and those about its aspect; nil is [UCB] of
	// the sum of the first two (eq. 7). It is for ablations such as the paper's table 4.
	Score func(evpi, reduction float64, asked, aboutThis int) float64
}

// DefaultArgus returns the paper's parameters: c = 0.8, τ_0 = 0.6, α = 0.15
// (section C.2). Our belief rules nothing out, so that possible is what has a
// twentieth of the best candidate's weight: one contradicted answer takes away more.
func DefaultArgus() Argus { return Argus{C: 0.8, Tau0: 0.6, Alpha: 0.15, Feasible: 0.05} }

// Next implements [Policy].
func (g Argus) Next(s *Situation) []Question {
	p := s.Partition()
	batch := s.within(g.Budget)
	if p.Candidates() < 2 || batch == 0 {
		return nil
	}
	possible := p.order[:0:0]
	for i, c := range p.order {
		if p.weights[i] >= g.Feasible*p.weights[0] {
			possible = append(possible, c)
		}
	}
	domains := make(map[*Field][]uint32, len(s.Fields))
	certainties := make([]float64, len(s.Fields))
	for i, f := range s.Fields {
		domains[f] = f.domain(possible)
		certainties[i] = Certainty(max(1, len(domains[f]))) // nothing to know where nobody has a value
	}
	call := CallCertainty(certainties)
	asked := len(s.Asked)
	rate := g.Score
	if rate == nil {
		rate = func(evpi, reduction float64, asked, n int) float64 { return UCB(evpi+reduction, g.C, asked, n) }
	}
	threshold := RisingThreshold(g.Tau0, g.Alpha, asked)
	return s.best(p, batch, func(c *candidate) (float64, bool) {
		domain := domains[c.field]
		if len(domain) < 2 {
			return 0, false
		}
		before := Certainty(len(domain))
		after := c.field.expected(c.options, domain)
		importance := 1.0
		if c.field.Importance > 0 {
			importance = c.field.Importance
		}
		// of the product and of the sum only this parameter's part changes
		evpi := call * (after/before - 1)
		reduction := Regret(importance, before) - Regret(importance, after)
		n, _ := s.times(c.field.Key)
		score := rate(evpi, reduction, asked, n)
		return score, score > threshold
	})
}

// domain lists the codes that some of the candidates have, ascending.
func (f *Field) domain(candidates []int32) []uint32 {
	has := make([]bool, f.Size)
	for _, i := range candidates {
		for _, c := range f.row(int(i)) {
			has[c] = true
		}
	}
	var out []uint32
	for c, yes := range has {
		if yes {
			out = append(out, uint32(c))
		}
	}
	return out
}

// expected returns E_r[p_c] over the answers to a question, every value of the
// domain being equally likely, as the certainty assumes: an answer leaves the
// values of its option, "something else" those not shown.
func (f *Field) expected(options []Option, domain []uint32) float64 {
	m := f.masks(options)
	var sizes [256]int
	for _, c := range domain {
		sizes[m.code(c)]++
	}
	sum := 0.0
	for _, n := range sizes {
		sum += float64(n) / float64(len(domain)) * Certainty(n)
	}
	return sum
}
