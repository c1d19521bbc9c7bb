package readiness

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
)

// Kind names a trouble with an aspect.
type Kind string

// The kinds of trouble.
const (
	Gaps     Kind = "gaps"     // Number: the share of products that have no value, 0..1
	Agree    Kind = "agree"    // (nearly) all products that have a value have the same one; Number: the share of the commonest
	TooMany  Kind = "many"     // most values are those of one product only; Number: the share of such values
	Prose    Kind = "prose"    // values are texts to read; Number: their mean length in characters
	Hard     Kind = "hard"     // few shoppers are expected to be able to answer; Number: the share who are, 0..1
	Units    Kind = "units"    // amounts in several units that one question can not compare; Texts: one of each
	NoNumber Kind = "nonumber" // a number is asked for and some products have a text instead; Number: how many
	Unasked  Kind = "unasked"  // the import leaves it out for another reason; Texts: its words
)

// Trouble is what keeps an aspect from being asked about, or from telling more.
type Trouble struct {
	Kind   Kind
	Number float64
	Texts  []string
}

// What counts as trouble. The import decides what is asked about (see
// catalog/discover), by looser bounds: these say what is worth mending.
const (
	// someGaps is the share of products without a value from which filling them in is
	// worth a word.
	someGaps = 0.2
	// nearlyAll is the share of the commonest value from which a question tells next
	// to nothing.
	nearlyAll = 0.95
	// mostlyOnce is the share of values which one product has only, from which they
	// are names rather than choices.
	mostlyOnce = 0.5
	// longText is the mean length, in characters, from which values are read rather
	// than chosen from.
	longText = 40
	// fewAnswer is the share of shoppers able to answer below which a question is
	// mostly skipped.
	fewAnswer = 0.35
	// someAmounts is the share of texts that must be amounts for a column to be one of
	// amounts.
	someAmounts = 0.5
)

func troubles(a *Aspect, c *catalog.Column, s *catalog.Shelf) []Trouble {
	var out []Trouble
	if a.Valued == 0 {
		return []Trouble{{Kind: Gaps, Number: 1}}
	}
	if share := 1 - float64(a.Valued)/float64(s.Rows()); share >= someGaps {
		out = append(out, Trouble{Kind: Gaps, Number: share})
	}
	commonest, once, length := describe(c)
	switch share := float64(commonest) / float64(a.Valued); {
	case share >= nearlyAll:
		out = append(out, Trouble{Kind: Agree, Number: share})
	case a.Kind != catalog.Numeric && length > longText:
		out = append(out, Trouble{Kind: Prose, Number: length})
	case a.Kind != catalog.Numeric && len(c.Values) > mostOptions && once > mostlyOnce:
		out = append(out, Trouble{Kind: TooMany, Number: once})
	}
	if a.Answerable > 0 && a.Answerable < fewAnswer {
		out = append(out, Trouble{Kind: Hard, Number: a.Answerable})
	}
	if units := unitExamples(c); len(units) > 1 {
		out = append(out, Trouble{Kind: Units, Texts: units})
	}
	if note := s.Column(a.Key + "_note"); note != nil && a.Kind == catalog.Numeric {
		out = append(out, Trouble{Kind: NoNumber, Number: float64(countValued(note))})
	}
	if !a.Askable && len(out) == 0 && a.Why != "" && a.Key != catalog.KeyRating { // never asked about, by design
		out = append(out, Trouble{Kind: Unasked, Texts: []string{a.Why}})
	}
	return out
}

// describe returns how many products have the commonest value, the share of values
// that one product has, and the mean length of a product's value in characters.
func describe(c *catalog.Column) (commonest int, once, length float64) {
	letters, single := 0, 0
	for code, n := range c.Counts() {
		letters += n * utf8.RuneCountInString(c.Values[code].Text)
		commonest = max(commonest, n)
		if n == 1 {
			single++
		}
	}
	if len(c.Codes) == 0 {
		return 0, 0, 0
	}
	return commonest, float64(single) / float64(len(c.Values)), float64(letters) / float64(len(c.Codes))
}

// unitExamples returns, of a column of texts that are mostly amounts, one value for each
// way to measure: those of one dimension can be compared, others not. nil for other
// columns.
func unitExamples(c *catalog.Column) []string {
	if c.Aspect.Kind == catalog.Numeric || c.Aspect.Kind == catalog.Flag {
		return nil
	}
	type example struct {
		text     string
		products int
	}
	counts := c.Counts()
	by := map[string]example{}
	amounts, all := 0, 0
	for code, v := range c.Values {
		all += counts[code]
		unit := ""
		if dimension, _, ok := discover.Measure(v.Text); ok {
			amounts += counts[code]
			unit = dimension
		} else if !isBareNumber(v.Text) {
			continue
		}
		if e := by[unit]; e.products < counts[code] {
			by[unit] = example{v.Text, counts[code]}
		}
	}
	if float64(amounts) < someAmounts*float64(all) {
		return nil
	}
	examples := slices.SortedFunc(maps.Values(by), func(a, b example) int {
		return cmp.Or(cmp.Compare(b.products, a.products), strings.Compare(a.text, b.text))
	})
	out := make([]string, len(examples))
	for i, e := range examples {
		out[i] = e.text
	}
	return out
}

// isBareNumber reports whether a text is a number without a unit.
func isBareNumber(text string) bool {
	t := strings.TrimSpace(text)
	return t != "" && strings.IndexFunc(t, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' && r != ',' }) < 0
}
