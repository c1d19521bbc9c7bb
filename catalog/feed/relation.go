package feed

import (
	"slices"
	"strings"

	"shopclerk/catalog/discover"
)

// How fields of one sample go with each other. All shares are 0..1.

// agreement returns how surely a field's value tells that of another: over the rows whose
// value of f more than one row has, the share that has the commonest value of g beside it
// (the g3 error of a functional dependency, Kivinen and Mannila 1995, without the rows
// that cannot err). rows is how many such rows there are.
func agreement(f, g *fieldStats) (share float64, rows int) {
	groups := make([]map[int32]int, len(f.cells))
	for row, a := range f.codes {
		if a < 0 || f.counts[a] < 2 || g.codes[row] < 0 {
			continue
		}
		if groups[a] == nil {
			groups[a] = map[int32]int{}
		}
		groups[a][g.codes[row]]++
	}
	most := 0
	for _, values := range groups {
		n, best := 0, 0
		for _, count := range values {
			n += count
			best = max(best, count)
		}
		if n > 1 {
			rows += n
			most += best
		}
	}
	if rows == 0 {
		return 0, 0
	}
	return float64(most) / float64(rows), rows
}

// leads returns the share of the rows in which the title begins with the value, and in
// which it has the value anywhere; 0 for the title itself.
func leads(f, title *fieldStats) (first, anywhere float64) {
	if title == nil || title == f {
		return 0, 0
	}
	n, begins, has := 0, 0, 0
	for row, c := range f.codes {
		if d := title.codes[row]; c >= 0 && d >= 0 {
			n++
			value, text := strings.ToLower(f.cells[c].text), strings.ToLower(title.cells[d].text)
			begins += discover.Indicator(strings.HasPrefix(text, value))
			has += discover.Indicator(len(value) > 1 && strings.Contains(text, value))
		}
	}
	return float64(begins) / float64(max(1, n)), float64(has) / float64(max(1, n))
}

// elements returns what the parts of a field's lists come to: how many a value has on
// average, and the share of parts that stand in two or more distinct values. Parts are
// separated by the sign given.
func (f *fieldStats) elements(separator string) (perValue, repeated float64) {
	counts := map[string]int{}
	total, values := 0, 0
	for i := range f.cells {
		parts := strings.Split(f.cells[i].text, separator)
		values += f.counts[i]
		total += f.counts[i] * len(parts)
		for j, p := range parts {
			if p = strings.ToLower(strings.TrimSpace(p)); p != "" && !slices.Contains(parts[:j], p) {
				counts[p]++
			}
		}
	}
	all, often := 0, 0
	for _, n := range counts {
		all += n
		if n >= 2 {
			often += n
		}
	}
	return float64(total) / float64(max(1, values)), float64(often) / float64(max(1, all))
}

// listed returns the separator under which a field's texts are lists over a closed
// vocabulary, "" when they are not: parts repeat that whole texts do not. A comma without
// a space behind it is no comma of a sentence, and needs less to be believed.
func (f *fieldStats) listed() string {
	const (
		sure   = 0.8
		likely = 0.4
	)
	best, most := "", 0.0
	for _, separator := range []string{", ", ",", "; ", ";", " | ", "|", ". ", "\n"} {
		least, several := sure, 1.15
		if len(separator) == 1 && separator != "\n" && f.perValue(separator+" ")*10 < f.perValue(separator) {
			least, several = likely, 1.05
		}
		if n, repeated := f.elements(separator); n >= several && repeated >= least && repeated > most+0.02 {
			best, most = separator, repeated
		}
	}
	return best
}
