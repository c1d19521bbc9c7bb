package feed

import (
	"math"
	"slices"
	"strings"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
)

// fieldStats is what the sample says about one field.
type fieldStats struct {
	naming
	name  string // as the feed spells it
	order int    // of first appearance

	rows    int            // of the sample
	present int            // of these, with a value; placeholders are none
	codes   []int32        // by row the number of its value in cells; −1 without one
	cells   []valueProfile // distinct values, by first appearance
	counts  []int          // products that have each
	index   map[string]int32

	currency map[string]int // products by currency that the value names
}

func newFieldStats(name string, order int) *fieldStats {
	return &fieldStats{naming: readName(name), name: name, order: order, index: map[string]int32{}, currency: map[string]int{}}
}

// add notes the value of a row. Rows come in ascending order; those passed over have none.
func (f *fieldStats) add(row int, v catalog.Raw) {
	for len(f.codes) < row {
		f.codes = append(f.codes, -1)
	}
	if len(f.codes) > row { // a field that comes twice
		return
	}
	text := v.String()
	key := strings.TrimSpace(discover.Clip(text, maxCell))
	code, known := f.index[key]
	if !known {
		c, ok := profileOf(v)
		if !ok {
			f.codes = append(f.codes, -1)
			return
		}
		code = int32(len(f.cells))
		f.index[key] = code
		f.cells = append(f.cells, c)
		f.counts = append(f.counts, 0)
	}
	f.codes = append(f.codes, code)
	f.counts[code]++
	f.present++
	if c := f.cells[code].currency; c != "" {
		f.currency[c]++
	}
}

// close brings the field to the length of the sample.
func (f *fieldStats) close(rows int) {
	for len(f.codes) < rows {
		f.codes = append(f.codes, -1)
	}
	f.rows = rows
	f.index = nil
}

// The shares below are of the products that have the field.

// share returns the share whose values have all of the shapes.
func (f *fieldStats) share(s shape) float64 {
	return f.per(f.count(func(c *valueProfile) bool { return c.shape&s == s }))
}

// any returns the share whose values have one of the shapes.
func (f *fieldStats) any(s shape) float64 {
	return f.per(f.count(func(c *valueProfile) bool { return c.shape&s != 0 }))
}

func (f *fieldStats) per(n int) float64 { return float64(n) / float64(max(1, f.present)) }

// fill is the share of all products that have the field.
func (f *fieldStats) fill() float64 { return float64(f.present) / float64(max(1, f.rows)) }

func (f *fieldStats) distinct() int { return len(f.cells) }

func (f *fieldStats) unique() float64 { return f.per(len(f.cells)) }

func (f *fieldStats) meanChars() float64 {
	n := 0
	for i := range f.cells {
		n += f.cells[i].chars * f.counts[i]
	}
	return f.per(n)
}

// count returns how many products have values that fit.
func (f *fieldStats) count(fits func(*valueProfile) bool) int {
	n := 0
	for i := range f.cells {
		if fits(&f.cells[i]) {
			n += f.counts[i]
		}
	}
	return n
}

// growth is the exponent by which distinct values grow with products (Heaps' law),
// between the first half of the sample and all of it: near 1 for names, near 0 for a
// closed list, whatever the sample's size. It is kept within 0..1.
func (f *fieldStats) growth() float64 {
	seen, half, n := 0, 0, 0
	for _, c := range f.codes {
		if c < 0 {
			continue
		}
		if n++; 2*n <= f.present {
			seen = max(seen, int(c)+1)
			half = n
		}
	}
	if seen == 0 || half == f.present {
		return 0
	}
	return min(1, max(0, math.Log(float64(len(f.cells))/float64(seen))/math.Log(float64(f.present)/float64(half))))
}

// amounts returns the numbers of the products, one per product, ascending.
func (f *fieldStats) amounts() []float64 {
	var list []float64
	for i := range f.cells {
		if f.cells[i].shape&(isAmount|isRated) != 0 {
			for range f.counts[i] {
				list = append(list, f.cells[i].number)
			}
		}
	}
	slices.Sort(list)
	return list
}

// median returns the median of the numbers, and the largest; 0 without any.
func (f *fieldStats) median() (median, largest float64) {
	list := f.amounts()
	if len(list) == 0 {
		return 0, 0
	}
	return list[len(list)/2], list[len(list)-1]
}

// at returns the number of a row.
func (f *fieldStats) at(row int) (float64, bool) {
	c := f.codes[row]
	if c < 0 || f.cells[c].shape&(isAmount|isRated|isMeasure) == 0 {
		return 0, false
	}
	return f.cells[c].number, true
}

// counted reports whether the values count the rows: 0, 1, 2, … or 1, 2, 3, … Sampled
// rows are steps apart, so they need only ascend, and nearly all do.
func (f *fieldStats) counted() (from float64, ok bool) {
	const few = 5 // rows that may ascend by chance
	if f.present < few || f.fill() < 0.95 || f.share(isWhole) < 0.99 || f.unique() < 0.99 {
		return 0, false
	}
	from, last, steps := math.Inf(1), math.Inf(1), 0
	for row := range f.codes {
		if v, ok := f.at(row); ok {
			steps += discover.Indicator(v > last && v <= last+64)
			from, last = min(from, v), v
		}
	}
	return from, steps >= (f.present-1)*95/100 && last < 70*float64(len(f.codes))
}
