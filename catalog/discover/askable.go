package discover

import (
	"cmp"
	"fmt"
	"maps"
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

// judge turns findings into aspects, sorted by key, and says which are askable: those
// that nothing speaks against and, of too many, those that tell most, weighed by how often
// shoppers see their values.
func judge(found []finding, records int) []catalog.Aspect {
	var aspects []catalog.Aspect
	var open []*catalog.Aspect
	visibility := make(map[string]float64, len(found))
	for _, f := range found {
		a := &catalog.Aspect{
			Key: f.key, Label: f.label, Kind: f.rule.Kind, Unit: f.rule.Unit, Coverage: share(f.records, records),
			Distinct: len(f.spread), Entropy: Entropy(maps.Values(f.spread)), Answerable: f.answerable,
		}
		visibility[a.Key] = f.visibility
		if a.Why = f.objection(a, records, len(found)); a.Why == "" {
			open = append(open, a)
		} else {
			aspects = append(aspects, *a)
		}
		if f.rule.Rest != "" {
			aspects = append(aspects, catalog.Aspect{
				Key: f.rule.Rest, Label: f.label + " (note)", Kind: catalog.Single,
				Coverage: share(f.rest.total(), records), Distinct: len(f.rest), Entropy: Entropy(maps.Values(f.rest)),
				Why: "the texts of a numeric attribute that are not numbers",
			})
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
	for i, a := range open {
		if a.Askable = i < maxAskable; !a.Askable {
			a.Why = fmt.Sprintf("%d other aspects tell more", maxAskable)
		}
		aspects = append(aspects, *a)
	}
	slices.SortFunc(aspects, func(a, b catalog.Aspect) int { return strings.Compare(a.Key, b.Key) })
	return aspects
}

// objection returns the first reason not to ask about an aspect of a category that has so
// many attributes, "" when there is none.
func (f *finding) objection(a *catalog.Aspect, records, attributes int) string {
	length, repeated, machine := f.spread.meanLen(), f.spread.repeated(), f.spread.machine()
	named, large := a.Kind != catalog.Numeric, records >= smallCategory
	for _, test := range []struct {
		fails  bool
		reason string
	}{
		{f.column == nil && a.Key == catalog.KeyRating, "shown and ranked by, not asked"},
		{a.Distinct < 2, "all products that have it agree"},
		{named && length > maxValueLen, fmt.Sprintf("free text: values have %.0f characters on average", length)},
		{machine != "", machine + ": for machines, not for shoppers"},
		{large && a.Coverage < minCoverage, fmt.Sprintf("only %.1f %% of products have it", 100*a.Coverage)},
		{large && a.Coverage*a.Entropy < minInformation, "nearly all products that have it agree"},
		{large && named && repeated < minRepeated, fmt.Sprintf("identifier: only %.0f %% of its values occur twice", 100*repeated)},
		{attributes > richCategory && f.visibility < minVisibility, fmt.Sprintf("titles and descriptions show %.1f %% of its values: shoppers do not see it", 100*f.visibility)},
	} {
		if test.fails {
			return test.reason
		}
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
		for v, c := range d {
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

// meanLen returns the mean length of the values in bytes, weighted by occurrences.
func (d spread) meanLen() float64 {
	sum := 0
	for v, c := range d {
		sum += c * len(v)
	}
	return share(sum, d.total())
}

func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}
