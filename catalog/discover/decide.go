package discover

import (
	"maps"
	"slices"
	"strings"

	"shopclerk/catalog"
)

// minParse is the share of an attribute's values that must read as numbers of
// compatible units before the attribute counts as numeric. What does not read
// is kept beside it as text.
const minParse = 0.9

// decide chooses how to convert the column, without its key.
func (c *column) decide(hint Hint) Rule {
	r := Rule{Raw: c.raw, Unit: hint.Unit}
	values := c.texts.values()
	switch {
	case c.isFlag(values):
		r.Kind = catalog.Flag
		return r
	case c.lists > 0:
		r.Kind = catalog.Multi
	case c.pairs.total > 0 && !c.isRange():
		r.Kind, r.Tuple = catalog.Single, true
	default:
		r.Comma = findCommaStyle(c.texts.counts, values)
		if u, ok := c.numeric(values, r.Comma, hint.Unit); ok {
			r.Kind, r.Unit = catalog.Numeric, u
			return r
		}
		r.Kind = catalog.Single
	}
	if hint.Unit == "" {
		r.Unit = ""
	}
	r.Comma = ""
	counts := map[string]int{}
	for _, of := range []sample{c.texts, c.elements} {
		for v, n := range of.counts {
			counts[v] += n
		}
	}
	all := slices.Sorted(maps.Keys(counts))
	if r.Seps = findSeparators(counts, all); len(r.Seps) > 0 {
		r.Kind = catalog.Multi
	}
	r.Spell = commonSpellings(counts, all, r.Seps)
	return r
}

// The signs of a range among pairs of numbers: it has products whose number
// does not vary, and it ascends but for slips. Numbers whose places mean
// different things show neither: 1920 and 1080 pixels, 2 modules of 16 GB.
const (
	minAlone  = 0.05
	minAscend = 0.95
)

func (c *column) isRange() bool {
	return float64(c.numbers.total) >= minAlone*float64(c.numbers.total+c.pairs.total) &&
		float64(c.ascends) >= minAscend*float64(c.pairs.total)
}

// isFlag reports whether every value says yes or no.
func (c *column) isFlag(values []string) bool {
	return c.numbers.total+c.pairs.total+c.lists == 0 && !slices.ContainsFunc(values, func(v string) bool {
		_, ok := parseFlag(v)
		return !ok
	})
}

// numeric reports whether the column's values are numbers, and in which unit:
// the hinted one, or the commonest.
func (c *column) numeric(values []string, style commaStyle, hinted string) (string, bool) {
	if c.isCode(values) {
		return "", false
	}
	units := make(map[string]int) // by symbol
	dims := make(map[string]int)
	if hinted != "" {
		dims[unitOf(hinted).dim] += c.numbers.total + c.pairs.total
	}
	bare := c.numbers.total + c.pairs.total
	total := bare + c.yes + c.no
	for _, v := range values {
		n := c.texts.counts[v]
		total += n
		q, ok := parseQuantity(v, style)
		switch {
		case !ok:
		case q.unit == "":
			bare += n
		default:
			units[q.unit] += n
			dims[unitOf(q.unit).dim] += n
		}
	}
	dim := Commonest(dims)
	if hinted != "" {
		dim = unitOf(hinted).dim
	}
	read := bare
	best := make(map[string]int)
	for u, n := range units {
		if unitOf(u).dim == dim {
			read += n
			best[u] = n
		}
	}
	if total == 0 || float64(read) < minParse*float64(total) {
		return "", false
	}
	if hinted != "" {
		return hinted, true
	}
	if u := Commonest(best); u != "" {
		return u, true
	}
	return trailingUnit(c.keyed), true
}

// Commonest returns the text with the highest count, the first of equals in the alphabet;
// "" is none.
func Commonest(counts map[string]int) string {
	best := ""
	for k, n := range counts {
		if k != "" && (best == "" || n > counts[best] || n == counts[best] && k < best) {
			best = k
		}
	}
	return best
}

// trailingUnit returns the unit that a key names at its end, as in
// "capacity_va", but not in "price_per_gb", where it is part of a ratio.
func trailingUnit(keyed []string) string {
	n := len(keyed)
	if n < 2 || n > 2 && keyed[n-2] == "per" || keyed[n-2] == "max" || keyed[n-2] == "min" {
		return ""
	}
	switch u, ok := unitFolded[keyed[n-1]]; {
	case !ok, u.dim == "length" && u.symbol != keyed[n-1]: // "in" and "feet" are words too
		return ""
	case keyed[n-1] == "in" || keyed[n-1] == "a" || keyed[n-1] == "s" || keyed[n-1] == "min" || len(keyed[n-1]) > 3:
		return ""
	default:
		return u.symbol
	}
}

// The signs of a code, a number that names and does not count: nearly all
// values are whole numbers of one length, of codeDigits or more, or of
// shortCodeDigits when hardly any two products share one.
const (
	codeDigits      = 8
	shortCodeDigits = 6
	codeShare       = 0.9
)

// isCode reports whether the column's numbers are identifiers.
func (c *column) isCode(values []string) bool {
	lengths := make(map[int]int)
	total, repeated := 0, 0
	count := func(v string, n int) {
		total += n
		if n > 1 {
			repeated += n
		}
		if strings.Trim(v, "0123456789") == "" {
			lengths[len(v)] += n
		}
	}
	for _, v := range values {
		count(v, c.texts.counts[v])
	}
	for _, v := range c.numbers.values() {
		count(v, c.numbers.counts[v])
	}
	shortest := codeDigits
	if 2*repeated < total {
		shortest = shortCodeDigits
	}
	for length, n := range lengths {
		if length >= shortest && float64(n) >= codeShare*float64(total) {
			return true
		}
	}
	return false
}

// findCommaStyle decides from all texts of a column what a comma between digits
// means there.
func findCommaStyle(counts map[string]int, values []string) commaStyle {
	commas, groups, decimals := 0, 0, 0
	for _, v := range values {
		for _, field := range strings.FieldsFunc(v, func(r rune) bool { return r != ',' && r != '.' && (r < '0' || r > '9') }) {
			i := strings.IndexByte(field, ',')
			if i <= 0 || i == len(field)-1 {
				continue
			}
			commas++
			whole, _, _ := strings.Cut(field, ".")
			if grouped(whole, ",") {
				groups++
			}
			if strings.Count(field, ",") == 1 {
				decimals++
			}
		}
	}
	switch {
	case commas == 0:
		return commaAny
	case isSeparator(counts, values, ",", true, nil):
		return commaList
	case groups == commas:
		return commaThousand
	case decimals == commas:
		return commaDecimal
	}
	return commaAny
}

// commonSpellings maps the folded form of texts that are spelled in several
// ways to the commonest, the alphabetically first of equals.
func commonSpellings(counts map[string]int, values, seps []string) map[string]string {
	forms := make(map[string]map[string]int)
	for _, v := range values {
		for _, p := range splitValue(v, seps) {
			f := fold(p)
			if forms[f] == nil {
				forms[f] = make(map[string]int)
			}
			forms[f][p] += counts[v]
		}
	}
	spell := make(map[string]string)
	for f, spellings := range forms {
		if len(spellings) > 1 {
			spell[f] = Commonest(spellings)
		}
	}
	return spell
}
