package clarify

// answerFloor is what a question that nobody can answer keeps of its worth. Lower
// spares shoppers what they do not know, and costs those who know everything some
// information: on pc-parts 600 of these have HIT@10 0.345 and 0.952 after the first and second
// turn at 0.5, 0.287 and 0.892 at 0.25, and people on a phone find as much before they leave
// (docs/decisions.md): see `bench talk --set answer-floor=…`.
const answerFloor = 0.5

// AnswerScale returns what the worth of a question is multiplied with when the
// given share of shoppers can answer it, in [floor, 1] and rising: see
// [Field.Answerable]. 0 means that the share is not known, and counts as 1.
//
// The worth of an answer times the probability of getting one would be the share
// itself. The share is an estimate whose error is nearly as large as its spread, so
// that only part of it is believed: floor + (1 − floor)·share.
func AnswerScale(share, floor float64) float64 {
	if share == 0 {
		return 1
	}
	return floor + (1-floor)*share
}

// priorStrength is how many shown questions a level's expectation is worth to the next:
// the share estimated without any shopper to all categories together, and theirs to one
// category. By moments (strength = m(1−m)/v − 1) the labels of catalog/discover/testdata,
// read as 0.9, 0.5 and 0.1, would give 1.5 to the former, from the scatter of the estimate
// about them, and 4 to the latter, from the scatter of aspects that several categories
// have. Ten for both, because a question is also left unanswered out of haste, which says
// nothing of this aspect.
const priorStrength = 10

// Seen is how often a question was shown and how often answered:
// 0 ≤ Answered ≤ Shown. It counts as shown when the shopper sent the form it stood on,
// and as answered when anything was said to it, "no preference" included.
type Seen struct{ Shown, Answered int }

// Posterior returns the share of shoppers who can answer a question, in (0,1], once it
// was seen so often: the mean of a hierarchical Beta distribution, whose levels come from
// the widest to the narrowest and share no conversation. The mean of each is the prior of
// the next, with the strength of ten questions,
//
//	(10·prior + answered) / (10 + shown),
//
// as the empirical Bayes estimate of a beta-binomial shrinks a group's share towards that
// of all groups (Gelman et al., Bayesian Data Analysis, 5.3), with the strength given
// rather than fitted. It rises with every answer, falls with every skip, and tends to
// answered/shown of the narrowest level. A prior of 0 is one that nobody estimated and
// counts as 1.
func Posterior(prior float64, levels ...Seen) float64 {
	if prior == 0 {
		prior = 1
	}
	for _, n := range levels {
		prior = (priorStrength*prior + float64(n.Answered)) / (priorStrength + float64(n.Shown))
	}
	return prior
}

// usualCost is what a question costs of which nothing is known: see [Joint]'s Cost. On
// pc-parts and icecat shoppers who know everything are asked 6.1 and 3.6 questions at 0.01,
// where they were asked 6.8 and 4.6 when no question cost anything, and find as much. At
// 0.02 they are asked fewer still, and find less where they err.
const usualCost = 0.01
