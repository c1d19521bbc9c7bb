package feed

import (
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

// listed returns the separator under which a field's texts are lists over a closed
// vocabulary, "" when they are not.
func (f *fieldStats) listed() string {
	texts := map[string]int{}
	for i := range f.cells {
		texts[f.cells[i].text] += f.counts[i]
	}
	for _, separator := range []string{"|", ";", "\n", ",", ". "} {
		if discover.Separates(texts, separator) {
			return separator
		}
	}
	return ""
}
