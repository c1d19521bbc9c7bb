package tools

import (
	"math"
	"slices"
)

// evidence is what speaks for a reading of words, beside that it is the likeliest: a
// share of the belief says which reading is likelier than others, and not that any is
// right.
type evidence struct {
	deed  bool // what the tool does is said, and not aside
	named bool // a value stands beside the name of its parameter
	loose bool // … and some beside nothing that says whose it is, and have no form of their own

	fit       float64 // score, as a share of the best tool's
	explained float64 // see [index.explained]
	told      float64 // share of what was said, by its idf, that is what the tool does or does it to
	cued      int     // values beside what announces them

	object  int     // words for what the tool does it to
	covered float64 // see [Fit]
}

// certainty is how likely a call that was read in words is exactly one that is meant, by
// its share of the belief.
//
// The weights are those of a logistic regression over the calls that were decided on in
// the turns of the Berkeley leaderboard's conversations 0 to 99 (base and miss_param): is
// it one of those to be made? Fitted to nine tenths of the conversations and held against
// the other tenth, the expected calibration error is 0.02 and Brier's score 0.202, where
// 60 % of the calls are right. What was said of the tool is in the share: it tells nothing
// more.
func (e *evidence) certainty(share float64) float64 {
	share = min(max(share, 0.02), 0.98)
	z := -0.25 + 0.41*math.Log(share/(1-share))
	if e.named {
		z += 0.57
	}
	if e.loose {
		z -= 2.54
	}
	return 1 / (1 + math.Exp(-z))
}

// weight is how likely a reading is beside the others of the same words, up to a factor.
//
// The weights are those of a conditional logistic regression over the readings of the
// leaderboard's turns (as for [evidence.certainty]), of which those are right whose tool is
// to be called. Held against a fifth of the conversations that it was not fitted to, the
// tool of the heaviest reading is right in 80 % of the turns, and as often as its share
// says; with the weights of tools that say how people ask for them it was 73 %.
func (e *evidence) weight(r *reading, spare int) float64 {
	z := 2.34*math.Log(e.fit) + 2.02*math.Log(e.explained) + 3.83*e.told + 1.14*float64(e.cued) -
		1.97*float64(len(r.unplaced)) - 0.87*float64(spare)
	if e.deed {
		z += 1.34
	}
	for i := range r.slots {
		if r.slots[i].wanted {
			z += 1.71
		}
		if r.tool.Parameters[i].Required && r.slots[i].from == originNone {
			z -= 0.22
		}
	}
	return math.Exp(z)
}

// evidence is what speaks for a reading of a tool, with its claims.
func (k *Kit) evidence(r *valueReader, fits []toolFit, own toolFit, words []saidWord, claims []claim) *evidence {
	x := k.index()
	e := &evidence{covered: own.covered, fit: own.score / fits[0].score, explained: x.explained(own.tool, words, claims)}
	all := 0.0
	for _, w := range words {
		if w.root != anyNumber {
			idf := x.idf(w.root)
			all += idf
			if x.does[own.tool][w.root] || x.to[own.tool][w.root] {
				e.told += idf
			}
		}
		e.deed = e.deed || matters(r.Text, w.at) == 1 && x.does[own.tool][w.root]
		if x.to[own.tool][w.root] && !x.does[own.tool][w.root] {
			e.object++
		}
	}
	e.told /= max(all, 1)
	for _, c := range claims {
		if c.cued {
			e.cued++
		}
	}
	e.named = slices.ContainsFunc(claims, func(c claim) bool {
		return c.strength >= strengthExact && !c.cued || c.strength >= strengthForm+bonusName
	})
	e.loose = slices.ContainsFunc(claims, func(c claim) bool { return !c.cued && c.strength < strengthForm-strengthBare })
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
