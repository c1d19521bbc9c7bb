package discover

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"shopclerk/catalog"
)

// The weights of an aspect's answerability, in log odds: see [answerability].
// They are the rounded weights of a pairwise logistic fit to the aspects of half
// of the categories that testdata/answerable.json labels; the other half was not
// looked at. Leaving out the titles, the plainness or the name costs 0.10, 0.02
// and 0.03 of the share of pairs that the fit orders as the labels do. The coverage
// was added later, after a look at both halves: fitted to either, it weighs 0.66 and
// 0.44, and the half that is not fitted goes from 0.70 to 0.73 and from 0.82 to 0.82.
// The base makes the mean over the labels right when "most", "some" and "few"
// shoppers are read as 0.9, 0.5 and 0.1.
//
// Tried and left out, because the held-out half is ordered worse (0.70 before, fitted
// to the other): how much of the values titles and descriptions show together (0.68),
// how many texts have the words of the name (0.70, with the sign against it), and
// whether the name or the values are terms of the glossary (0.70; as a penalty of 0.5
// on the weights as they stand, 0.68): "HDMI" and "screen size" are terms, and most
// can say.
const (
	answerBase  = -0.4
	titleWeight = 3
	plainWeight = 1.2
	coverWeight = 0.5
	nameWeight  = 1.3
)

// evidence is what a column shows of how well shoppers know its values. All are
// shares, 0..1, but the length.
type evidence struct {
	titled   float64 // values that the product's title shows, beyond chance
	plain    float64 // how near the values are to plain words: see [spread.plain]
	repeated float64 // values that more than one product has
	covered  float64 // products that have a value
	name     int     // words of the attribute's name, at least 1
}

// answerability estimates the share of a category's shoppers who could answer a
// question about an aspect, in (0,1):
//
//	odds = exp(−0.4 + repeated · (3·√titled + 1.2·plain)) · √covered / name^1.3
//
// It reads four habits. Sellers put into a title what buyers look for, and the
// root lets an aspect that a quarter of the titles name count half as much as one
// that all of them name. Shoppers know values by words and by round numbers
// ("black", "about 16 GB"), not by codes or by numbers to the last digit
// ("LGA1151", "64.37"). And what people speak of often has a short name (Zipf's law of
// abbreviation, 1935), so "colour" is known to more of them than "maximum analog
// resolution". What buyers ask for, sellers fill in: at most a factor of 4 to 5, because
// below minCoverage nothing is asked. Values that are nearly unique identify a product, they do not
// describe it: however many titles show a part number, nobody comes with one in
// mind who still needs to be asked.
//
// It ranks the aspects of one category better than it counts shoppers, and it does
// not see what a shopper learned elsewhere: on aspects whose titles are model
// names it goes by spelling and name alone.
func answerability(e evidence) float64 {
	logOdds := answerBase + e.repeated*(titleWeight*math.Sqrt(e.titled)+plainWeight*e.plain) +
		coverWeight*math.Log(max(minCoverage, e.covered)) - nameWeight*math.Log(float64(max(1, e.name)))
	return 1 / (1 + math.Exp(-logOdds))
}

// answerable estimates what share of a category's shoppers could answer a question about a
// column whose values are spread so, with the first words of its key left out.
func (p *Profile) answerable(c *column, prefix int, kind catalog.Kind, values spread) float64 {
	e := evidence{
		plain: values.plain(kind), repeated: values.repeated(),
		covered: share(c.records, p.records), name: len(c.keyed) - prefix,
	}
	if kind == catalog.Flag { // a yes whose title has the attribute's name
		e.titled = beyond(share(c.keyTitled[prefix], c.affirmed), p.vocab.titleShare(slices.Values(c.keyed[prefix:])))
	} else {
		e.titled = beyond(share(c.titled, c.records), c.mean(func(v string) float64 { return p.vocab.titleShare(wordsIn(v)) }))
	}
	return answerability(e)
}

// beyond returns how much of what chance leaves open is seen, 0..1, as Cohen's
// kappa does.
func beyond(seen, chance float64) float64 {
	if chance >= 1 {
		return 0
	}
	return max(0, (seen-chance)/(1-chance))
}

// plain returns how near the values are to what people say, weighted by
// occurrences, 0..1: 1 for a word of letters, one over the number of significant
// digits for a number, 0 for a word that mixes letters and digits; the mean over a
// value's words. An answer of yes or no is plain.
func (d spread) plain(kind catalog.Kind) float64 {
	if kind == catalog.Flag {
		return 1
	}
	n, sum := 0, 0 // in thousandths: the sum must not depend on the order
	for v, c := range d {
		all, plain := 0, 0
		for w := range wordsIn(v) {
			all++
			plain += plainWord(w)
		}
		if all > 0 {
			n += c
			sum += c * plain / all
		}
	}
	return share(sum, 1000*n)
}

// plainWord returns the plainness of one word in thousandths.
func plainWord(w string) int {
	letters := strings.ContainsFunc(w, unicode.IsLetter)
	digits := strings.ContainsFunc(w, unicode.IsDigit)
	switch {
	case letters && digits:
		return 0
	case letters:
		return 1000
	}
	significant := strings.Trim(strings.ReplaceAll(w, ".", ""), "0")
	return 1000 / max(1, len(significant))
}
