package discover

import (
	"slices"
	"strings"
)

// separators lists what may stand between the values of a multi-valued text,
// from the most to the least telling. A comma or semicolon separates with or
// without a space after it; a slash only counts where it is spaced or, more
// strictly, where its parts are seen alone ("24/16" and "TCP/IP" are not lists).
var separators = []struct {
	text  string
	alone bool // every part must occur as a whole value somewhere
}{
	{"|", false},
	{";", false},
	{"\\n", false}, // feeds that escaped their line breaks twice
	{"\n", false},
	{",", false},
	{" / ", false},
	{"/", true},
	{" & ", true},
	{" + ", true},
	{" and ", true},
}

// The evidence a separator needs. Known parts are those that occur alone or, if
// they are more than digits, in at least two different combinations: the "000"
// of many thousands is no value.
const (
	// minKnown is the share of parts, weighted by occurrences, that must be
	// known. Lower splits phrases that contain the separator by accident.
	minKnown = 0.65
	// minKnownDistinct is the same over distinct values: a single frequent
	// value must not decide for a column of phrases.
	minKnownDistinct = 0.5
	// maxRepeats is the share of values that may name a part twice. Careless
	// lists do now and then ("Wired, Wired, Wireless"), tuples such as
	// "24/8/12/24" mostly.
	maxRepeats = 0.2
	// maxPartLen is the mean length in bytes above which parts are sentences.
	maxPartLen = 40
)

// findSeparators decides which separators split the values of one attribute.
func findSeparators(counts map[string]int) []string {
	var found []string
	for _, sep := range separators {
		if isSeparator(counts, sep.text, sep.alone, found) {
			found = append(found, sep.text)
		}
	}
	return found
}

// Separates reports whether a text separates the values of one attribute, whose texts are
// counted.
func Separates(counts map[string]int, separator string) bool {
	return isSeparator(counts, separator, false, nil)
}

func isSeparator(counts map[string]int, sep string, alone bool, before []string) bool {
	whole := make(map[string]bool)
	combos := make(map[string]int)
	type compound struct {
		parts []string
		count int
	}
	var compounds []compound
	repeats := 0
	for v, n := range counts {
		for _, part := range splitValue(v, before) {
			parts := splitValue(part, []string{sep})
			if len(parts) == 1 {
				whole[fold(part)] = true
				continue
			}
			seen := make(map[string]bool, len(parts))
			repeated := false
			for i, p := range parts {
				parts[i] = fold(p)
				repeated = repeated || seen[parts[i]]
				if !seen[parts[i]] {
					seen[parts[i]] = true
					combos[parts[i]]++
				}
			}
			if repeated {
				repeats += n
			}
			compounds = append(compounds, compound{parts, n})
		}
	}
	var parts, known, weighted, knownWeighted, length, occurrences int
	for _, c := range compounds {
		occurrences += c.count
		for _, p := range c.parts {
			parts++
			weighted += c.count
			length += len(p)
			if whole[p] || !alone && combos[p] > 1 && strings.Trim(p, "0123456789") != "" {
				known++
				knownWeighted += c.count
			}
		}
	}
	switch {
	case parts == 0 || length > maxPartLen*parts:
		return false
	case float64(repeats) > maxRepeats*float64(occurrences):
		return false
	}
	return float64(knownWeighted) >= minKnown*float64(weighted) &&
		float64(known) >= minKnownDistinct*float64(parts)
}

// splitValue splits v at every separator outside parentheses, trims the parts
// and leaves out empty and repeated ones. It returns at least one part.
func splitValue(v string, seps []string) []string {
	if len(seps) == 0 {
		return []string{v}
	}
	var parts []string
	put := func(p string) {
		p = strings.TrimSpace(p)
		p = strings.TrimSpace(strings.TrimPrefix(p, "- ")) // bullet lists
		if p != "" {
			parts = append(parts, p)
		}
	}
	depth, start := 0, 0
scan:
	for i := 0; i < len(v); i++ {
		switch v[i] {
		case '(':
			depth++
		case ')':
			depth = max(0, depth-1)
		}
		if depth > 0 {
			continue
		}
		for _, sep := range seps {
			if strings.HasPrefix(v[i:], sep) {
				put(v[start:i])
				start = i + len(sep)
				i = start - 1
				continue scan
			}
		}
	}
	put(v[start:])
	if len(parts) == 0 {
		return []string{v}
	}
	return parts
}

// uniqueFold drops parts that equal an earlier one up to case and spacing.
func uniqueFold(parts []string) []string {
	var out, folds []string
	for _, p := range parts {
		if f := fold(p); !slices.Contains(folds, f) {
			folds, out = append(folds, f), append(out, p)
		}
	}
	return out
}

// Tidy trims a text, collapses its runs of white space and drops empty lines.
// Line breaks stay, for they may separate values.
func Tidy(s string) string {
	if !strings.ContainsAny(s, "\n\r") {
		return strings.Join(strings.Fields(s), " ")
	}
	var lines []string
	for line := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// fold is the spelling under which variants of one value meet.
func fold(s string) string { return strings.ToLower(Tidy(s)) }
