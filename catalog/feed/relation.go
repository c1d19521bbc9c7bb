package feed

import (
	"iter"
	"math"
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

// determines reports whether values of f tell those of g, of which the commonest is not a
// good guess by itself.
func determines(f, g *fieldStats, least float64) bool {
	share, rows := agreement(f, g)
	return rows >= max(20, f.present/5) && share >= least && g.per(slices.Max(g.counts)) < 0.9
}

// valuePairs yields, of the rows that have both fields, the values.
func valuePairs(f, g *fieldStats) iter.Seq2[*valueProfile, *valueProfile] {
	return func(yield func(*valueProfile, *valueProfile) bool) {
		for row, c := range f.codes {
			if d := g.codes[row]; c >= 0 && d >= 0 && !yield(&f.cells[c], &g.cells[d]) {
				return
			}
		}
	}
}

// numberPairs yields, of the rows in which both fields have one, the numbers.
func numberPairs(f, g *fieldStats) iter.Seq2[float64, float64] {
	return func(yield func(x, y float64) bool) {
		for row := range f.codes {
			x, ok1 := f.at(row)
			y, ok2 := g.at(row)
			if ok1 && ok2 && !yield(x, y) {
				return
			}
		}
	}
}

// leads returns the share of the rows in which the title begins with the value, and in
// which it has the value anywhere.
func leads(f, title *fieldStats) (first, anywhere float64) {
	n, begins, has := 0, 0, 0
	for c, t := range valuePairs(f, title) {
		n++
		value, text := strings.ToLower(c.text), strings.ToLower(t.text)
		begins += discover.Indicator(strings.HasPrefix(text, value))
		has += discover.Indicator(len(value) > 1 && strings.Contains(text, value))
	}
	return float64(begins) / float64(max(1, n)), float64(has) / float64(max(1, n))
}

// contained returns the mean share of the words of a field's text that the title has.
func contained(f, title *fieldStats) float64 {
	const enough = 500 // rows
	n, sum := 0, 0.0
	for c, t := range valuePairs(f, title) {
		a, b := nameWords(c.text), nameWords(t.text)
		if len(a) == 0 || len(b) == 0 {
			continue
		}
		sum += overlap(a, b)
		if n++; n > enough {
			break
		}
	}
	return sum / float64(max(1, n))
}

func overlap(a, b []string) float64 {
	n := 0
	for _, w := range a {
		if slices.Contains(b, w) {
			n++
		}
	}
	return float64(n) / float64(len(a))
}

// shareBelow returns the share of the rows in which f's number is at most g's, and in which it
// is less.
func shareBelow(f, g *fieldStats) (most, less float64) {
	n, a, b := 0, 0, 0
	for x, y := range numberPairs(f, g) {
		if y != 0 {
			n++
			a += discover.Indicator(x <= y)
			b += discover.Indicator(x < y)
		}
	}
	return float64(a) / float64(max(1, n)), float64(b) / float64(max(1, n))
}

// correlation is Pearson's of the logarithms of two fields' positive numbers; 0 with fewer
// than ten pairs.
func correlation(f, g *fieldStats) float64 {
	var xs, ys []float64
	for x, y := range numberPairs(f, g) {
		if x > 0 && y > 0 {
			xs, ys = append(xs, math.Log(x)), append(ys, math.Log(y))
		}
	}
	const few = 10
	if len(xs) < few {
		return 0
	}
	mx, my := mean(xs), mean(ys)
	var sxy, sxx, syy float64
	for i := range xs {
		sxy += (xs[i] - mx) * (ys[i] - my)
		sxx += (xs[i] - mx) * (xs[i] - mx)
		syy += (ys[i] - my) * (ys[i] - my)
	}
	if sxx == 0 || syy == 0 {
		return 0
	}
	return sxy / math.Sqrt(sxx*syy)
}

func mean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(max(1, len(list)))
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
