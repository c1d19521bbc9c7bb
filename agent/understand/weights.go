package understand

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"shopclerk/agent/language"
)

// leastBelief keeps the logarithm of what has none of the belief finite.
const leastBelief = 0.01

// evidence is what speaks for an aim and against it, by the names of aims.tsv: 0 or 1 but for
// shares, 0..1, logarithms and points, in nats.
type evidence = map[string]float64

// namedBy is the evidence of each rank.
var namedBy = map[matchRank]string{
	rankExact: "named in full", rankPart: "named in part", rankSynonym: "named by synonym",
	rankPartSynonym: "named in part by synonym", rankTail: "named by end", rankTailSynonym: "named by end of synonym",
}

// Weights weigh the evidence for what a clause is about: the share of an aim is the
// softmax of the sums of weight times evidence (a conditional logit, McFadden 1974).
type Weights []language.Part

//go:embed aims.tsv
var aimsFile string

// learnedWeights are those of aims.tsv; they are shared and not to be written.
var learnedWeights = sync.OnceValue(func() Weights {
	w, err := ParseWeights(aimsFile)
	if err != nil {
		panic("aims.tsv: " + err.Error()) // embedded: every test meets it
	}
	return w
})

// ParseWeights reads lines of a name, a tab and a weight; new evidence begins with 0. An error tells
// the line.
func ParseWeights(text string) (w Weights, err error) {
	for n, line := range strings.Split(strings.TrimSpace(text), "\n") {
		name, value, _ := strings.Cut(line, "\t")
		points, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return nil, fmt.Errorf("line %d: %q is no name with a weight", n+1, line)
		}
		w = append(w, language.Part{Feature: name, Points: points})
	}
	return w, nil
}

// String is the text that [ParseWeights] reads.
func (w Weights) String() string {
	var b strings.Builder
	for _, p := range w {
		fmt.Fprintf(&b, "%s\t%.2f\n", p.Feature, p.Points)
	}
	return b.String()
}

// judge sets the shares of aims and puts the likeliest first.
func (w Weights) judge(aims []aim) {
	shares := make([]float64, len(aims))
	for i := range aims {
		for _, p := range w {
			shares[i] += p.Points * aims[i].evidence[p.Feature]
		}
	}
	language.Softmax(shares)
	for i := range aims {
		aims[i].share = shares[i]
	}
	slices.SortStableFunc(aims, func(a, b aim) int { return cmp.Compare(b.share, a.share) })
}
