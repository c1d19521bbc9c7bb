package discover

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"shopclerk/catalog"
)

// What an aspect must show before a shopper is asked about it.
const (
	// minCoverage is the share of products that must have a value. Below it
	// the answer leaves nearly everything as it was.
	minCoverage = 0.05
	// minInformation is the coverage times the entropy, in bits, that a
	// question can at most bring. A flag that one product in 200 carries has
	// about 0.05.
	minInformation = 0.05
	// minRepeated is the share of text values that more than one product must
	// have: model codes and names are nearly unique.
	minRepeated = 0.5
	// maxValueLen is the mean length, in bytes, of values that still fit on a
	// button; longer ones are free texts.
	maxValueLen = 40
	// smallCategory is the size below which shares say little: only the number
	// of values is asked for.
	smallCategory = 20
	// richCategory is the number of attributes, askable or not, beyond which
	// visibility decides: a feed with so many of them carries the warehouse's
	// (pallets, certificates, customs codes) beside the shopper's, where one with
	// ten was kept for shoppers.
	richCategory = 20
	// minVisibility is the share of values, beyond chance, that titles and
	// descriptions must show in a rich category: what sellers never mention,
	// shoppers cannot be expected to know.
	minVisibility = 0.03
	// maxAskable bounds a category's questions. Ten turns of three questions
	// each is more than any conversation has.
	maxAskable = 30
)

// judge turns findings into aspects, sorted by key, and says which are askable.
func judge(found []finding, records int) []catalog.Aspect {
	aspects := make([]catalog.Aspect, 0, len(found))
	visibility := make(map[string]float64, len(found))
	for _, f := range found {
		a := f.aspect(records)
		a.Why = f.objection(a, records)
		visibility[a.Key] = f.visibility
		if f.field {
			visibility[a.Key] = 1
		}
		aspects = append(aspects, a)
		if f.rule.Rest != "" {
			aspects = append(aspects, catalog.Aspect{
				Key: f.rule.Rest, Label: f.label + " (note)", Kind: catalog.Single,
				Coverage: share(f.restSpread.total(), records), Distinct: f.restSpread.distinct(), Entropy: f.restSpread.entropy(),
				Why: "the texts of a numeric attribute that are not numbers",
			})
		}
	}
	if len(found) > richCategory {
		for i := range aspects {
			a := &aspects[i]
			if v := visibility[a.Key]; a.Why == "" && v < minVisibility {
				a.Why = fmt.Sprintf("titles and descriptions show %.1f %% of its values: shoppers do not see it", 100*v)
			}
		}
	}
	capAskable(aspects, visibility)
	for i := range aspects {
		aspects[i].Askable = aspects[i].Why == ""
	}
	slices.SortFunc(aspects, func(a, b catalog.Aspect) int { return strings.Compare(a.Key, b.Key) })
	return aspects
}

// capAskable keeps the aspects that tell most, weighed by how often shoppers
// see their values.
func capAskable(aspects []catalog.Aspect, visibility map[string]float64) {
	var open []*catalog.Aspect
	for i := range aspects {
		if aspects[i].Why == "" {
			open = append(open, &aspects[i])
		}
	}
	// Beyond six equally likely values (five options and "other") an answer
	// tells no more.
	worth := func(a *catalog.Aspect) float64 {
		return a.Coverage * min(a.Entropy, math.Log2(6)) * (0.1 + visibility[a.Key])
	}
	slices.SortFunc(open, func(a, b *catalog.Aspect) int {
		return cmp.Or(cmp.Compare(worth(b), worth(a)), strings.Compare(a.Key, b.Key))
	})
	for i := maxAskable; i < len(open); i++ {
		open[i].Why = fmt.Sprintf("%d other aspects tell more", maxAskable)
	}
}

func (f *finding) aspect(records int) catalog.Aspect {
	n := f.records
	if f.column != nil {
		n = f.column.records - f.restSpread.total()
	}
	return catalog.Aspect{
		Key: f.key, Label: f.label, Kind: f.rule.Kind, Unit: f.rule.Unit,
		Coverage: share(n, records), Distinct: f.spread.distinct(), Entropy: f.spread.entropy(),
		Answerable: f.answerable,
	}
}

// objection says why an aspect cannot be asked about, "" when it can as far as
// its own values tell.
func (f *finding) objection(a catalog.Aspect, records int) string {
	if a.Key == catalog.KeyRating && f.field {
		return "shown and ranked by, not asked"
	}
	if a.Distinct < 2 {
		return "all products that have it agree"
	}
	if n := f.valueLen(); a.Kind != catalog.Numeric && n > maxValueLen {
		return fmt.Sprintf("free text: values have %.0f characters on average", n)
	}
	if what := f.spread.machine(); what != "" {
		return what + ": for machines, not for shoppers"
	}
	if records < smallCategory {
		return ""
	}
	if a.Coverage < minCoverage {
		return fmt.Sprintf("only %.1f %% of products have it", 100*a.Coverage)
	}
	if a.Coverage*a.Entropy < minInformation {
		return "nearly all products that have it agree"
	}
	if r := f.spread.repeated(); a.Kind != catalog.Numeric && r < minRepeated {
		return fmt.Sprintf("identifier: only %.0f %% of its values occur twice", 100*r)
	}
	return ""
}

// The forms of values that programs write for programs.
var machineForms = []struct {
	name string
	form *regexp.Regexp
}{
	{"addresses", regexp.MustCompile(`(?i)^(https?:|//|www\.)\S+$|^\S+/\S+\.(jpe?g|png|webp|gif|svg|html?)$`)},
	{"colours of screens", regexp.MustCompile(`^#[0-9a-fA-F]{3}([0-9a-fA-F]{3})?$`)},
	{"times", regexp.MustCompile(`^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}`)},
	{"records", regexp.MustCompile(`^[\[{].*[\]}]$`)},
}

// machine names what most of the values are that no shopper says, "" when they are not.
func (d spread) machine() string {
	const mostly = 0.8
	for _, m := range machineForms {
		n := 0
		for v, c := range d.counts {
			if m.form.MatchString(v) {
				n += c
			}
		}
		if share(n, d.total()) >= mostly {
			return m.name
		}
	}
	return ""
}

// valueLen returns the mean length of the values, weighted by occurrences.
func (f *finding) valueLen() float64 {
	sum := 0
	for v, c := range f.spread.counts {
		sum += c * len(v)
	}
	return share(sum, f.spread.total())
}

func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}
