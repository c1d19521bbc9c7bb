package clarify

import "math"

// Answer is what a shopper did with one question. A question that was skipped is
// no Answer.
type Answer struct {
	Field   *Field
	Options []Option
	Ticked  Pattern // the options ticked; with OtherBit for "something else"
	None    bool    // "no preference": Ticked is then 0
}

// Likelihood holds how a shopper who wants candidate i answers: P(answer | i).
// All are probabilities in (0,1).
//
// One error rate cannot serve truthful and careless shoppers alike: with 0.03 a
// truthful one ends at HIT@10 0.967 on pc-parts, with 0.0001 at 0.993, while one
// answer in ten wrong needs the larger. So the rate is not a constant but unknown:
// Evidence sums over Noise with the weights Prior, and answers that agree with
// each other make the small rates likely, answers that contradict the large ones.
type Likelihood struct {
	Noise []float64 // error rates to sum over
	Prior []float64 // their prior weights, sum 1

	// Overlap is the probability, relative to an exact match, that a shopper ticks
	// a set that overlaps what the candidate has but is not equal to it: some tick
	// one of several colours, some tick an acceptable colour more.
	Overlap float64
	// Unlisted is the probability that a shopper can answer about a candidate for
	// which the catalogue has no value. The answer is then expected to follow the
	// other candidates' distribution.
	Unlisted float64
	// Indifferent is the probability of "no preference" about a candidate that
	// does have a value.
	Indifferent float64
}

// DefaultLikelihood is what `bench talk` found to hold on pc-parts, icecat,
// fashion and the generated shop, truthful and noisy alike.
func DefaultLikelihood() Likelihood {
	return Likelihood{
		Noise:       []float64{0.001, 0.02, 0.10, 0.25},
		Prior:       []float64{0.40, 0.30, 0.20, 0.10},
		Overlap:     0.10,
		Unlisted:    0.10,
		Indifferent: 0.05,
	}
}

// the ways a candidate can stand to an answer
const (
	equal = iota // the candidate would have given this answer
	overlap
	disjoint
	unspecified
	relations
)

// relation says how a candidate's pattern stands to an answer.
func (a *Answer) relation(p Pattern) int {
	switch {
	case p == 0 && a.None:
		return equal
	case p == 0:
		return unspecified
	case a.None:
		return disjoint
	case p == a.Ticked:
		return equal
	case p&a.Ticked != 0:
		return overlap
	}
	return disjoint
}

// Evidence returns, for each of n candidates, the log of the probability of all
// answers given that the shopper wants that candidate:
//
//	log Σ_ε P(ε) Π_a P(a | i, ε)
//
// summed over the error rates ε of the likelihood. It is at most 0, and 0 for
// every candidate when there are no answers.
func Evidence(n int, answers []Answer, l Likelihood) []float64 {
	out := make([]float64, n)
	if len(answers) == 0 {
		return out
	}
	logs := make([][]float64, len(l.Noise))
	for g := range logs {
		logs[g] = make([]float64, n)
	}
	patterns := make([]Pattern, n)
	for k := range answers {
		a := &answers[k]
		a.Field.patterns(a.Options, patterns)
		table := a.table(patterns, l)
		for g := range logs {
			row := table[g]
			lg := logs[g]
			for i, p := range patterns {
				lg[i] += row[p]
			}
		}
	}
	for i := range out {
		best := math.Inf(-1)
		for g := range logs {
			best = max(best, logs[g][i])
		}
		sum := 0.0
		for g := range logs {
			sum += l.Prior[g] * math.Exp(logs[g][i]-best)
		}
		out[i] = best + math.Log(sum)
	}
	return out
}

// table gives log P(answer | pattern, ε) for every error rate and pattern.
func (a *Answer) table(patterns []Pattern, l Likelihood) [][256]float64 {
	var counts [256]int
	for _, p := range patterns {
		counts[p]++
	}
	// share of the answer among candidates that have a value: what is expected of
	// one whose value is unknown
	agree, valued := 0, 0
	for p := 1; p < 256; p++ {
		if counts[p] == 0 {
			continue
		}
		valued += counts[p]
		if r := a.relation(Pattern(p)); r == equal || r == overlap {
			agree += counts[p]
		}
	}
	share := (float64(agree) + 0.5) / (float64(valued) + 1)

	options := max(1, len(a.Options))
	table := make([][256]float64, len(l.Noise))
	for g, e := range l.Noise {
		slip := e / float64(options)
		clear := (1 - e) * (1 - l.Indifferent)
		var by [relations]float64
		if a.None {
			by[equal] = (1 - e) * (1 - l.Unlisted)
			by[disjoint] = (1 - e) * l.Indifferent
		} else {
			by[equal] = clear + slip
			by[overlap] = clear*l.Overlap + slip
			by[disjoint] = slip
			by[unspecified] = (1-e)*l.Unlisted*share + slip
		}
		for p := range table[g] {
			if counts[p] > 0 {
				table[g][p] = math.Log(max(by[a.relation(Pattern(p))], math.SmallestNonzeroFloat64))
			}
		}
	}
	return table
}

// Softmax returns weights proportional to exp(logs), summing to 1; nil for none.
func Softmax(logs []float64) []float64 {
	if len(logs) == 0 {
		return nil
	}
	best := math.Inf(-1)
	for _, x := range logs {
		best = max(best, x)
	}
	w := make([]float64, len(logs))
	sum := 0.0
	for i, x := range logs {
		w[i] = math.Exp(x - best)
		sum += w[i]
	}
	for i := range w {
		w[i] /= sum
	}
	return w
}
