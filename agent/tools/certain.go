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
	named  bool    // a value stands beside the name of its parameter
	loose  bool    // … and some beside nothing that says whose it is, and have no form of their own

	object  int     // words for what the tool does it to
	covered float64 // see [Fit]
}

// certainty is how likely a call that was read in words is exactly one that is meant.
//
// The weights are those of a logistic regression over the calls that were decided on in
// the turns of the Berkeley leaderboard's conversations 0 to 99 (base and miss_param): is
// it one of those to be made? Fitted to nine tenths of the conversations and held against
// the other tenth, the expected calibration error is 0.04 and Brier's score 0.209, where
// 56 % of the calls are right. What has no place in a reading tells nothing more.
func (e *evidence) certainty() float64 {
	z := -0.10 - 0.87*e.rivals
	if e.deed {
		z += 1.07
	}
	if e.named {
		z += 0.61
	}
	if e.loose {
		z -= 1.21
	}
	return 1 / (1 + math.Exp(-z))
}

// mostRivals is how much better than this tool another can be said to fit.
const mostRivals = 1.5

// evidence is what speaks for a reading of a tool, with its claims.
func (k *Kit) evidence(r *reader, fits []fit, own fit, words []saidWord, claims []claim) *evidence {
	x := k.index()
	e := &evidence{covered: own.covered}
	for _, w := range words {
		e.deed = e.deed || r.matters(w.at) == 1 && x.does[own.tool][w.root]
		if x.to[own.tool][w.root] && !x.does[own.tool][w.root] {
			e.object++
		}
	}
	e.named = slices.ContainsFunc(claims, func(c claim) bool { return c.strength >= exactly && !c.cued || c.strength >= byForm+cued })
	e.loose = slices.ContainsFunc(claims, func(c claim) bool { return !c.cued && c.strength < byForm-bare })
	if at := slices.IndexFunc(fits, func(o fit) bool { return o.tool != own.tool }); at >= 0 {
		e.rivals = min(fits[at].score/own.score, mostRivals)
	}
	return e
}

// touches reports whether what is said is about what the tool does: its deed, or what it
// does it to. The weights are those of a logistic regression that tells the leaderboard's
// turns with the tools that are to be called from the same turns with others, of the same
// domain or of another, one to four at a time or all. Of turns whose tool is there it takes
// 1 % for strange where all tools are, and 9 % where one to four are, who say little of
// themselves; of those whose tool is not there it finds 44 % among tools of the same domain,
// and 70 % among those of another.
func (e *evidence) touches() bool {
	z := -2.65 + 1.26*float64(min(e.object, 3)) + 4.92*e.covered
	if e.deed {
		z += 2.03
	}
	return z > strangeness
}

// strangeness is where one of five is about the tool: asking what is meant would be worse
// than saying what can be done.
const strangeness = -1.39
