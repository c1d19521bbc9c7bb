package clarify

// answerFloor is what a question that nobody can answer keeps of its worth. Lower
// spares shoppers who skip what they do not know more such questions, and costs
// those who know everything some information. On pc-parts (HIT@10 after the turns 1,
// 2 and 3) shoppers who skip as the labels of catalog/discover say go from 0.144,
// 0.565 and 0.812 without it to 0.182, 0.592 and 0.828 at 0.7, and no further at
// 0.6; shoppers who know everything go from 0.422 to 0.406 after the first turn at
// 0.7, to 0.404 at 0.6, and lose nothing later.
const answerFloor = 0.7

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

// priorStrength is how many shown questions the share that was estimated without
// any shopper is worth. The scatter of that estimate about what people say of the
// aspects (catalog/discover/testdata) would give it 1.5; ten, because a question
// is also left unanswered out of haste, which says nothing of this aspect.
const priorStrength = 10

// Posterior returns the share of shoppers who can answer a question, in (0,1],
// once it was shown so often and answered so often: the mean of the Beta
// distribution with the prior as its mean and the strength of ten questions,
//
//	(10·prior + answered) / (10 + shown).
//
// It tends to answered/shown. A prior of 0 is one that nobody estimated and counts
// as 1. A question counts as shown when the shopper sent the form it stood on, and
// as answered when anything was said to it, "no preference" included.
// 0 ≤ answered ≤ shown.
func Posterior(prior float64, answered, shown int) float64 {
	if prior == 0 {
		prior = 1
	}
	return (priorStrength*prior + float64(answered)) / (priorStrength + float64(shown))
}
