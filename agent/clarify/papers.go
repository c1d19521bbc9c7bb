package clarify

import (
	"cmp"
	"math"
)

// Epsilon is the certainty of a value whose domain has no end: ε of SAGE-Agent,
// section 7, and of Argus eq. 2.
const Epsilon = 1e-4

// Certainty returns p_c, how certain a parameter's value is (SAGE-Agent section
// 3.2, Argus eq. 2): 1/|D| when size values are still possible, 1 for one value
// (given, or the only one left), and [Epsilon] when there is no end to them (size
// below 1). It rises as the domain shrinks, which makes the certainty of a call
// monotone (SAGE-Agent prop. 1): answers only take values away.
func Certainty(size int) float64 {
	if size < 1 {
		return Epsilon
	}
	return 1 / float64(size)
}

// CallCertainty returns the certainty of a call, the product of its parameters'
// (SAGE-Agent section 3.2; Argus eq. 3, there written H although it is no
// entropy). It lies in [0,1] and is 1 exactly when every parameter is.
func CallCertainty(parameters []float64) float64 {
	c := 1.0
	for _, p := range parameters {
		c *= p
	}
	return c
}

// Regret returns w·(1 − p), one parameter's part of the loss expected from going
// ahead with uncertain values, which is the sum over the parameters (Argus eq. 5).
// It lies in [0, w], the importance w in [0,1]. The paper bounds the sum by 1
// "under normalised utilities", which holds when the weights sum to at most 1.
func Regret(importance, certainty float64) float64 { return importance * (1 - certainty) }

// UCB returns the upper confidence bound of a question's score S = EVPI + ΔRegret
// (Argus eq. 7): S + c·√(ln(N+1)/(n+1)), N being the questions asked so far and n
// those about this aspect. With S in [0,2] it lies in [0, 2 + c·√ln(N+1)] (Argus
// thm. B.3).
func UCB(score, c float64, asked, aboutThis int) float64 {
	return score + c*math.Sqrt(math.Log(float64(asked)+1)/float64(aboutThis+1))
}

// RisingThreshold returns τ_0 + α·N, which a question's score must exceed after N
// questions (Argus eq. 8). With α > 0 it outgrows the bound of [UCB], so that asking
// ends after finitely many questions, whatever the answers.
func RisingThreshold(tau0, alpha float64, asked int) float64 { return tau0 + alpha*float64(asked) }

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
	Delta    float64 // δ of algorithm 3: nothing is asked from this certainty, the mean by importance; 0 for any
	Budget   float64 // n_s: questions in all; 0 for no limit
	Feasible float64 // share of the heaviest weight from which a candidate counts as possible
	// Score makes a question's score of its EVPI (eq. 4), its reduction of regret
	// (eq. 6), the questions asked so far and those about its aspect; nil is [UCB] of
	// the sum of the first two (eq. 7). It is for ablations such as the paper's table 4.
	Score func(evpi, reduction float64, asked, aboutThis int) float64
}

// DefaultArgus returns the paper's parameters: c = 0.8, τ_0 = 0.6, α = 0.15
// (section C.2); δ, for which it gives none, is as SAGE-Agent's τ. Our belief rules nothing out, so that possible is what has a
// twentieth of the best candidate's weight: one contradicted answer takes away more.
func DefaultArgus() Argus { return Argus{C: 0.8, Tau0: 0.6, Alpha: 0.15, Delta: 0.95, Feasible: 0.05} }

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
	known, all := s.Settled, s.Settled
	for i, f := range s.Fields {
		domains[f] = f.domain(possible)
		certainties[i] = Certainty(max(1, len(domains[f]))) // nothing to know where nobody has a value
		known, all = known+cmp.Or(f.Importance, 1)*certainties[i], all+cmp.Or(f.Importance, 1)
	}
	if g.Delta > 0 && known >= g.Delta*all {
		return nil
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
		importance := cmp.Or(c.field.Importance, 1)
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
