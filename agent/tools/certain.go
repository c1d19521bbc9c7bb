package tools

import (
	"math"
	"slices"
)

// evidence is what speaks for a reading of words, beside that it is the likeliest: a
// share of the belief says which reading is likelier than others, and not that any is
// right.
type evidence struct {
	deed   bool    // what the tool does is said, and not aside
	rivals float64 // score of the next tool, as a share of this one's
	left   int     // quotations, names and numbers that have no place, as far as three
	named  bool    // a value stands beside the name of its parameter
}

// certainty is how likely a call that was read in words is exactly one that is meant.
//
// The weights are those of a logistic regression over the calls that were decided on in
// the turns of the Berkeley leaderboard's conversations 0 to 99 (base and miss_param): is
// it one of those to be made? Fitted to nine tenths of the conversations and held against
// the other tenth, the expected calibration error is 0.04 and Brier's score 0.222, where
// three of five calls are right.
func (e *evidence) certainty() float64 {
	z := 0.11 - 0.52*e.rivals - 0.42*float64(e.left)
	if e.deed {
		z += 0.74
	}
	if e.named {
		z += 0.57
	}
	return 1 / (1 + math.Exp(-z))
}

// mostRivals is how much better than this tool another can be said to fit.
const mostRivals = 1.5

// evidence is what speaks for a reading of a tool, with its claims.
func (k *Kit) evidence(r *reader, fits []fit, own fit, words []saidWord, claims []claim) *evidence {
	e := &evidence{left: min(len(r.unplaced(claims))+r.spare(claims), 3), deed: k.index().does(own.tool, r.text, words)}
	e.named = slices.ContainsFunc(claims, func(c claim) bool { return c.strength >= exactly && !c.cued || c.strength >= byForm+cued })
	if at := slices.IndexFunc(fits, func(o fit) bool { return o.tool != own.tool }); at >= 0 {
		e.rivals = min(fits[at].score/own.score, mostRivals)
	}
	return e
}

// does reports whether the first word of a tool's name, title or purpose, or another for
// the same, is said, and not aside.
func (x *index) does(tool int, t *text, words []saidWord) bool {
	for _, w := range words {
		if t.matters(w.at) == 1 && x.deedsOf[tool][w.root] {
			return true
		}
	}
	return false
}
