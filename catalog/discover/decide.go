package discover

import (
	"cmp"
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
	texts := c.of(codeText)
	switch {
	case c.isFlag():
		r.Kind = catalog.Flag
		return r
	case c.lists > 0:
		r.Kind = catalog.Multi
	case c.isTuple():
		r.Kind = catalog.Single
	default:
		comma := findCommaStyle(texts)
		if u, ok := c.numeric(texts, comma, hint.Unit); ok {
			r.Kind, r.Unit, r.Comma = catalog.Numeric, u, comma
			return r
		}
		r.Kind = catalog.Single
	}
	counts := c.of(codeText + codeElement)
	if r.Seps = findSeparators(counts); len(r.Seps) > 0 {
		r.Kind = catalog.Multi
	}
	r.Spell = commonSpellings(counts, r.Seps)
	return r
}

// The signs of a range among pairs of numbers: it has products whose number
// does not vary, and it ascends but for slips. Numbers whose places mean
// different things show neither: 1920 and 1080 pixels, 2 modules of 16 GB.
const (
	minAlone  = 0.05
	minAscend = 0.95
)

// isTuple reports whether the column has pairs of numbers that are no ranges.
func (c *column) isTuple() bool {
	numbers, pairs, ascends := 0, 0, 0
	for code, n := range c.values.counts {
		switch code[:1] {
		case codeNumber:
			numbers += n
		case codePair:
			pairs += n
			if a, b, _ := pairOf(decode(code)); a <= b {
				ascends += n
			}
		}
	}
	isRange := float64(numbers) >= minAlone*float64(numbers+pairs) && float64(ascends) >= minAscend*float64(pairs)
	return pairs > 0 && !isRange
}

// isFlag reports whether every value says yes or no.
func (c *column) isFlag() bool {
	for code := range c.values.counts {
		if _, ok := parseFlag(code[1:]); !ok || code[:1] != codeFlag && code[:1] != codeText {
			return false
		}
	}
	return true
}

// numeric reports whether the column's values are numbers, and in which unit:
// the hinted one, or the commonest.
func (c *column) numeric(texts map[string]int, style commaStyle, hinted string) (string, bool) {
	if c.isCode() {
		return "", false
	}
	total, bare := 0, 0
	for code, n := range c.values.counts {
		total += n
		bare += n * Indicator(code[:1] == codeNumber || code[:1] == codePair)
	}
	units := make(map[string]int) // by symbol
	dims := make(map[string]int)
	for v, n := range texts {
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
	for u, n := range units {
		if unitOf(u).dim == dim {
			read += n
		} else {
			delete(units, u)
		}
	}
	if total == 0 || float64(read) < minParse*float64(total) {
		return "", false
	}
	return cmp.Or(hinted, Commonest(units), trailingUnit(c.keyed)), true
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
func (c *column) isCode() bool {
	lengths := make(map[int]int)
	total, repeated := 0, 0
	for v, n := range c.of(codeText + codeNumber) {
		total += n
		if n > 1 {
			repeated += n
		}
		if strings.Trim(v, "0123456789") == "" {
			lengths[len(v)] += n
		}
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
func findCommaStyle(counts map[string]int) commaStyle {
	commas, groups, decimals := 0, 0, 0
	for v := range counts {
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
	case isSeparator(counts, ",", true, nil):
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
func commonSpellings(counts map[string]int, seps []string) map[string]string {
	forms := make(map[string]map[string]int)
	for v, n := range counts {
		for _, p := range splitValue(v, seps) {
			f := fold(p)
			if forms[f] == nil {
				forms[f] = make(map[string]int)
			}
			forms[f][p] += n
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
