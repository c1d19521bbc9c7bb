package clarify

import "math"

// Version numbers the ways in which this room has chosen questions. It rises with
// every change after which a policy of the same name and settings can ask something
// else, so that what was recorded before and after is not taken for the same.
const Version = 3

// Spread is the belief by what would be answered: the mass of every pattern of a
// question. It sums to 1.
type Spread [256]float64

// Spread returns the belief by the patterns of a split.
func (p *Partition) Spread(s *Split) *Spread {
	var out Spread
	for i, n := range s.of {
		out[s.patterns[n]] += p.weights[i]
	}
	return &out
}

// Told returns how many bits an answer to a question with so many options tells:
// the divergence of the belief after it from the belief before,
//
//	D(π' ‖ π) = Σ_i π'_i log2 (π'_i / π_i),  π'_i = π_i L_i / Z,  Z = Σ_i π_i L_i
//
// (Kullback & Leibler 1951; its mean over answers is the information gain of
// Lindley 1956). L_i is the likelihood of the answer, P(answer | i), of the error
// rates weighed by their prior; candidates of one pattern share it, so that the sum
// is over patterns:
//
//	D = Σ_p m_p (L_p / Z) log2 (L_p / Z)
//
// No ticks are "no preference". It is at least 0, and 0 for an answer that is
// equally likely of all.
func (l Likelihood) Told(s *Spread, options int, ticked Pattern) float64 {
	a := Answer{Ticked: ticked, None: ticked == 0}
	var mass [relations]float64
	for p, m := range s {
		if m > 0 {
			mass[a.relation(Pattern(p))] += m
		}
	}
	valued := 1 - s[0]
	share := 0.5
	if valued > 0 {
		share = min(1, (mass[equal]+mass[overlap])/valued)
	}
	var likelihood [relations]float64
	for g, e := range l.Noise {
		for r, p := range l.of(&a, options, share, e) {
			likelihood[r] += l.Prior[g] * p
		}
	}
	z := 0.0
	for r, m := range mass {
		z += m * likelihood[r]
	}
	bits := 0.0
	for r, m := range mass {
		if x := likelihood[r] / z; m > 0 && x > 0 {
			bits += m * x * math.Log2(x)
		}
	}
	return max(0, bits)
}

// Tells returns how many bits an answer to a question is expected to tell, of
// shoppers who answer truthfully and are as the belief expects: Σ_p m_p Told(p).
func (l Likelihood) Tells(s *Spread, options int) float64 {
	sum := 0.0
	for p, m := range s {
		if m > 0 {
			sum += m * l.Told(s, options, Pattern(p))
		}
	}
	return sum
}
