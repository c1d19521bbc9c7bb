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

// The evidence for an aim, by feature: 0 or 1 where nothing else is said.
const (
	asRuled         = iota // the rules of grammar alone take it so
	staying                // nothing is named
	stayingOn              // and something stood
	stayingRevised         // and the message changes what was said
	stayingLed             // the most that any category has of the belief, 0..1
	stayingBelieved        // what stood has of the belief, 0..1
	stayingFits            // share of what is said that what stood has values of, 0..1
	absentThing            // what is named is not sold
	absentOn               // and something stood
	absentLed              // the most that any category has of the belief, 0..1
	absentBelieved         // what stood has of the belief, 0..1
	absentUnseen           // no product has a word of it
	absentTail             // its last word names categories
	soldThing              // named by what products are called, or are a kind of
	soldBroader            // by what they are a kind of
	usedFor                // named by what it is for
	ledTo                  // led to by words
	namedExact             // by the whole name, and so on as ranks are
	namedPart
	namedAlternative
	namedPartSynonym
	namedTail
	namedTailSynonym
	namedTogether     // by several names
	believed          // what its categories have of the belief, 0..1
	believedLog       // ln of that
	withinStanding    // in what stood
	elsewhere         // away from what stood
	elsewhereRevised  // and the message changes what was said
	severalCategories // ln of how many categories it has
	severalNamed      // the same, of what is named by more than an end
	severalKinds      // ln of how many kinds, of which each may have several categories
	ledBelieved       // of the belief, by what it was led to, 0..1
	fitting           // share of what else is said that its products have values of, 0..1
	covering          // share of what is said that names it, 0..1
	talked            // how much more its word is said than products have it, 0..1
	corrected         // its word was corrected
	unwanted          // share of all stances to its name but that it is wanted, 0..1
	beginning         // its name begins the clause
	owned             // "my printer"
	ofMeasure         // a word of measure: "lightest"
	compared          // behind a comparative, where something stood: "a larger screen"
	linked            // behind a preposition that follows a product: "shoes for women"
	behindLink        // behind a preposition
	alsoValued        // a value of what else is named
	alsoLabelled      // an aspect beside its amount
	beforeForeign     // before a word that its products do not have
	behindForeign     // behind one that is no adjective
	beforeName        // before the name of another category
	lastNamed         // the last name
	uncapital         // a German word in small letters among others in capitals
	hinted            // points of the words together for its categories, in nats
	hintedUnwanted    // the points, by the share of the belief that nothing is wanted that is named
	hintedOn          // the points, where something stood
	absentHinted      // points of the plainest hint, by the share of the belief that nothing is wanted that is named
	toldOf            // share of the belief that its name is a part of what is told, 0..1
	features
)

// featureNames are the names of the features in aims.tsv and in explanations.
var featureNames = [features]string{
	"as ruled", "stays", "stays: something stood", "stays: revising", "stays: led elsewhere", "stays: believed", "stays: fits",
	"not sold", "not sold: something stood", "not sold: led elsewhere", "not sold: what stood is believed", "not sold: nowhere", "not sold: ends in a name",
	"sold as", "sold as a kind of", "used for", "led to",
	"named in full", "named in part", "named by synonym", "named in part by synonym", "named by end", "named by end of synonym", "named together",
	"believed", "ln believed", "within", "elsewhere", "elsewhere: revising", "ln categories", "ln categories named", "ln kinds", "led to: believed",
	"fits", "covers", "word of talk", "corrected", "not wanted", "begins", "owned", "word of measure", "behind a comparative", "linked", "behind a preposition",
	"also a value", "also an aspect", "before an unknown noun", "behind an unknown noun", "before a name", "last name", "small letters",
	"hinted", "hinted: nothing wanted", "hinted: something stood", "not sold: hinted elsewhere", "told of",
}

// namedBy is the feature of each rank.
var namedBy = map[matchRank]int{
	rankExact: namedExact, rankPart: namedPart, rankSynonym: namedAlternative,
	rankPartSynonym: namedPartSynonym, rankTail: namedTail, rankTailSynonym: namedTailSynonym,
}

// leastBelief keeps the logarithm of what has none of the belief finite.
const leastBelief = 0.01

// Weights weigh the evidence for what a clause is about: the share of an aim is the
// softmax of the sums of weight times feature (a conditional logit, McFadden 1974).
type Weights [features]float64

//go:embed aims.tsv
var aimsFile string

// learnedWeights are those of aims.tsv; they are shared and not to be written.
var learnedWeights = sync.OnceValue(func() *Weights {
	w, err := ParseWeights(aimsFile)
	if err != nil {
		panic("aims.tsv: " + err.Error()) // embedded: every test meets it
	}
	return w
})

// ParseWeights reads lines of a feature's name, a tab and its weight. A feature that is
// not named has weight 0. An error tells the line.
func ParseWeights(text string) (*Weights, error) {
	w := &Weights{}
	for n, line := range strings.Split(strings.TrimSpace(text), "\n") {
		name, value, _ := strings.Cut(line, "\t")
		i := slices.Index(featureNames[:], name)
		f, err := strconv.ParseFloat(value, 64)
		if i < 0 || err != nil {
			return nil, fmt.Errorf("line %d: %q is no feature with a weight", n+1, line)
		}
		w[i] = f
	}
	return w, nil
}

// String is the text that [ParseWeights] reads.
func (w *Weights) String() string {
	var b strings.Builder
	for i, v := range w {
		if v != 0 {
			fmt.Fprintf(&b, "%s\t%.2f\n", featureNames[i], v)
		}
	}
	return b.String()
}

// judge sets the shares of aims and puts the likeliest first.
func (w *Weights) judge(aims []aim) {
	shares := make([]float64, len(aims))
	for i := range aims {
		for k, v := range aims[i].features {
			shares[i] += w[k] * v
		}
	}
	language.Softmax(shares)
	for i := range aims {
		aims[i].share = shares[i]
	}
	slices.SortStableFunc(aims, func(a, b aim) int { return cmp.Compare(b.share, a.share) })
}
