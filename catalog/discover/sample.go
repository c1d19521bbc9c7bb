package discover

import (
	"cmp"
	"iter"
	"maps"
	"math"
	"slices"
)

// sampleCap bounds the distinct values remembered per attribute. A text
// attribute with more is an identifier or a free text, of which a sample tells
// all we need; at 16,384 the ten attributes of a large category stay within a
// few tens of megabytes.
const sampleCap = 1 << 14

// A sample counts the distinct values that come first.
type sample struct {
	limit  int // of distinct values; 0: sampleCap
	full   bool
	counts map[string]int
	total  int // occurrences, counted or not
}

func (s *sample) add(v string) {
	s.total++
	if s.counts == nil {
		s.counts = make(map[string]int)
	}
	if _, ok := s.counts[v]; ok || len(s.counts) < cmp.Or(s.limit, sampleCap) {
		s.counts[v]++
	} else {
		s.full = true
	}
}

// values returns the counted values in ascending order.
func (s *sample) values() []string { return slices.Sorted(maps.Keys(s.counts)) }

// A spread is the distribution of an aspect's values.
type spread map[string]int

// total returns the occurrences.
func (d spread) total() int {
	n := 0
	for _, c := range d {
		n += c
	}
	return n
}

// Entropy returns the entropy in bits of values that occur so often each. Equal counts
// are added as one, in order of size, so that the sum depends neither on the order of the
// values nor on their names.
func Entropy(counts iter.Seq[int]) float64 {
	times := map[int]int{}
	n := 0
	for c := range counts {
		if c > 0 {
			times[c]++
			n += c
		}
	}
	if n == 0 {
		return 0
	}
	sum := 0.0
	for _, c := range slices.Sorted(maps.Keys(times)) {
		sum += float64(times[c]) * float64(c) * math.Log2(float64(c))
	}
	return max(0, math.Log2(float64(n))-sum/float64(n))
}

// repeated returns the share of occurrences whose value occurs more than once.
func (d spread) repeated() float64 {
	repeated := 0
	for _, c := range d {
		if c > 1 {
			repeated += c
		}
	}
	return share(repeated, d.total())
}
