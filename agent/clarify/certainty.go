package clarify

import "math"

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
