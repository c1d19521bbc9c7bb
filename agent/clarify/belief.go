package clarify

import (
	"math"
	"slices"

	"shopclerk/search"
)

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
	// Elaborate is how likely a slip is to be more than one click on one option, in
	// (0,1]: several ticks or "something else" are hardly made by mistake.
	Elaborate float64
	// Indifferent is the probability of "no preference" about a candidate that
	// does have a value.
	Indifferent float64
}

// DefaultLikelihood is what `bench talk` found to hold on pc-parts, icecat,
// fashion and the generated shop, truthful and careless alike. On pc-parts none of
// the values tried (Overlap 0.01 to 0.10, Unlisted 0.02 to 0.10, Indifferent 0.01 to
// 0.05) moved HIT@10 of careless shoppers by more than 0.015 at any turn; Elaborate
// of 1 cost them about 0.005.
func DefaultLikelihood() Likelihood {
	return Likelihood{
		Noise:       []float64{0.001, 0.02, 0.10, 0.25},
		Prior:       []float64{0.40, 0.30, 0.20, 0.10},
		Overlap:     0.05,
		Unlisted:    0.05,
		Elaborate:   0.2,
		Indifferent: 0.02,
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
	patterns, tables := make([][]Pattern, len(answers)), make([][][relations]float64, len(answers))
	_ = search.Parallel(len(answers), func(k int) error {
		a := &answers[k]
		patterns[k] = a.Field.Patterns(a.Options)
		tables[k] = a.table(patterns[k], l)
		return nil
	})
	search.EachSpan(n, func(_, from, to int) { evidence(out, from, to, answers, patterns, tables, l) })
	return out
}

// evidence is [Evidence] for the candidates from up to but not including to.
func evidence(out []float64, from, to int, answers []Answer, patterns [][]Pattern, tables [][][relations]float64, l Likelihood) {
	logs := make([]float64, len(l.Noise)) // by error rate
	for i := from; i < to; i++ {
		clear(logs)
		for k := range answers {
			r := answers[k].relation(patterns[k][i])
			for g := range logs {
				logs[g] += tables[k][g][r]
			}
		}
		best, sum := slices.Max(logs), 0.0
		for g, x := range logs {
			sum += l.Prior[g] * math.Exp(x-best)
		}
		out[i] = best + math.Log(sum)
	}
}

// table gives log P(answer | relation, ε) for every error rate.
func (a *Answer) table(patterns []Pattern, l Likelihood) [][relations]float64 {
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
	table := make([][relations]float64, len(l.Noise))
	for g, e := range l.Noise {
		for r, p := range l.of(a, len(a.Options), share, e) {
			table[g][r] = math.Log(max(p, math.SmallestNonzeroFloat64))
		}
	}
	return table
}

// of gives P(answer | relation, ε) of an answer to a question with so many options.
// share is that of the candidates with a value of which it is at least partly true.
func (l *Likelihood) of(a *Answer, options int, share, e float64) (by [relations]float64) {
	slip := e / float64(max(1, options))
	if a.Ticked == OtherBit || a.Ticked.Count() > 1 {
		slip *= l.Elaborate
	}
	unslipped := (1 - e) * (1 - l.Indifferent)
	if a.None {
		by[equal] = (1 - e) * (1 - l.Unlisted)
		by[disjoint] = (1 - e) * l.Indifferent
		return by
	}
	by[equal] = unslipped + slip
	by[overlap] = unslipped*l.Overlap + slip
	by[disjoint] = slip
	by[unspecified] = (1-e)*l.Unlisted*share + slip
	return by
}

// Softmax returns weights proportional to exp(logs), summing to 1; nil for none.
func Softmax(logs []float64) []float64 {
	if len(logs) == 0 {
		return nil
	}
	best := slices.Max(logs)
	w := make([]float64, len(logs))
	search.EachSpan(len(logs), func(_, from, to int) {
		last, e := best, 1.0
		for i := from; i < to; i++ {
			if logs[i] != last { // neighbours are often equal
				last, e = logs[i], math.Exp(logs[i]-best)
			}
			w[i] = e
		}
	})
	sum := 0.0 // one after the other: it is to be the same on any number of processors
	for _, x := range w {
		sum += x
	}
	for i := range w {
		w[i] /= sum
	}
	return w
}
