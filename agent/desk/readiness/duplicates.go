package readiness

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
)

// Reason says why two values look like the same.
type Reason string

// The reasons, the surest first.
const (
	Punctuation Reason = "punctuation" // but for case, spaces, hyphens, accents: "USB-C", "USB C"
	Amount      Reason = "amount"      // the same amount in another unit: "1 kg", "1000 g"
	Variant     Reason = "variant"     // British and American: "grey", "gray"
	Plural      Reason = "plural"      // one and several: "Headphone", "Headphones"
	Synonym     Reason = "synonym"     // with another name beside it: "Headphones", "Headphones/headset"
	Typo        Reason = "typo"        // one letter differs, and one of the two is rare: "Wireles", "Wireless"
)

var reasons = []Reason{Punctuation, Amount, Variant, Plural, Synonym, Typo}

// Spelling is one of the values of a group, and how many products have it.
type Spelling struct {
	Text     string
	Products int
}

// Duplicate is a group of values of one aspect that look the same.
type Duplicate struct {
	Label    string     // the commonest of them: what they could be merged into
	Values   []Spelling // at least two, the commonest first, then by text
	Reasons  []Reason   // why, the surest first
	Products int        // that have any of the values
	// Missed is how many of the products a shopper who ticks the commonest value
	// does not find among those that match: they have another spelling only.
	Missed int
	Bits   float64 // what merging this group alone adds to the aspect's best question
}

// mergeGroups turns duplicates into merges.
func mergeGroups(duplicates []Duplicate) []catalog.Group {
	out := make([]catalog.Group, len(duplicates))
	for i, d := range duplicates {
		out[i].Label = d.Label
		for _, v := range d.Values {
			out[i].Values = append(out[i].Values, v.Text)
		}
	}
	return out
}

// findDuplicates finds the groups of a column's values that look the same.
func findDuplicates(c *catalog.Column, names *Names) []Duplicate {
	if k := c.Aspect.Kind; k != catalog.Single && k != catalog.Multi {
		return nil
	}
	if _, _, length := describe(c); length > longText {
		return nil // texts to read: nobody chooses from them, in one spelling or two
	}
	l := newLikeness(c, names)
	l.alike()
	l.synonyms()
	l.typos()
	var out []Duplicate
	for _, codes := range l.groups() {
		d := l.duplicate(codes)
		apart, merged := merging(c, mergeGroups([]Duplicate{d}))
		d.Bits = merged.Bits - apart.Bits
		out = append(out, d)
	}
	slices.SortFunc(out, func(a, b Duplicate) int {
		return cmp.Or(cmp.Compare(b.Missed, a.Missed), strings.Compare(a.Label, b.Label))
	})
	return out
}

// likeness finds which values of a column are alike: a union of pairs, each with
// its reason.
type likeness struct {
	column *catalog.Column
	counts []int // products by code
	forms  []form
	names  *Names
	parent []int // union-find
	why    map[[2]int]Reason
}

func newLikeness(c *catalog.Column, names *Names) *likeness {
	n := len(c.Values)
	l := &likeness{column: c, counts: c.Counts(), forms: make([]form, n), names: names, parent: make([]int, n), why: map[[2]int]Reason{}}
	for code, v := range c.Values {
		l.forms[code] = forms(v.Text)
		l.parent[code] = code
	}
	return l
}

func (l *likeness) root(code int) int {
	for l.parent[code] != code {
		l.parent[code] = l.parent[l.parent[code]]
		code = l.parent[code]
	}
	return code
}

// unite takes two values as the same.
func (l *likeness) unite(a, b int, why Reason) {
	if ra, rb := l.root(a), l.root(b); ra != rb {
		l.parent[max(ra, rb)] = min(ra, rb)
		l.why[[2]int{min(a, b), max(a, b)}] = why
	}
}

// alike unites the values of equal forms, surest reason first.
func (l *likeness) alike() {
	by := func(why Reason, key func(code int) string) {
		seen := map[string]int{}
		for code := range l.forms {
			k := key(code)
			if k == "" {
				continue
			}
			if other, ok := seen[k]; ok {
				l.unite(other, code, why)
			} else {
				seen[k] = code
			}
		}
	}
	by(Punctuation, func(code int) string { return l.forms[code].plain })
	by(Amount, func(code int) string {
		dimension, amount, ok := discover.Measure(l.column.Values[code].Text)
		if !ok {
			return ""
		}
		return fmt.Sprintf("%s %.9g", dimension, amount)
	})
	by(Variant, func(code int) string { return l.forms[code].spelt })
	by(Plural, func(code int) string { return l.forms[code].number })
}

// synonyms unites a value that names a thing in two ways with the commoner of the
// values that name it in one.
func (l *likeness) synonyms() {
	for code, v := range l.column.Values {
		common := -1
		for _, part := range l.names.synonymForms(v.Text) {
			for other := range l.forms {
				if other != code && l.forms[other].number == part && (common < 0 || l.counts[other] > l.counts[common]) {
					common = other
				}
			}
		}
		if common >= 0 {
			l.unite(code, common, Synonym)
		}
	}
}

// groups lists the codes of values that are alike, in the order of their first.
func (l *likeness) groups() [][]int {
	by := map[int][]int{}
	var roots []int
	for code := range l.parent {
		r := l.root(code)
		if len(by[r]) == 1 {
			roots = append(roots, r)
		}
		by[r] = append(by[r], code)
	}
	slices.Sort(roots)
	out := make([][]int, len(roots))
	for i, r := range roots {
		out[i] = by[r]
	}
	return out
}

// duplicate describes a group.
func (l *likeness) duplicate(codes []int) Duplicate {
	var d Duplicate
	for _, code := range codes {
		d.Values = append(d.Values, Spelling{l.column.Values[code].Text, l.counts[code]})
	}
	slices.SortFunc(d.Values, func(a, b Spelling) int {
		return cmp.Or(cmp.Compare(b.Products, a.Products), strings.Compare(a.Text, b.Text))
	})
	d.Label = d.Values[0].Text
	for _, why := range reasons {
		for pair, reason := range l.why {
			if reason == why && l.root(pair[0]) == l.root(codes[0]) {
				d.Reasons = append(d.Reasons, why)
				break
			}
		}
	}
	for i := range len(l.column.Offsets) - 1 {
		any, label := false, false
		for _, code := range l.column.Row(i) {
			if slices.Contains(codes, int(code)) {
				any = true
				label = label || l.column.Values[code].Text == d.Label
			}
		}
		if any {
			d.Products++
			if !label {
				d.Missed++
			}
		}
	}
	return d
}
