package discover

import (
	"cmp"
	"hash/fnv"
	"io"
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

// A sample counts values exactly while there are at most cap distinct ones, and
// beyond that keeps a uniform sample of the distinct values, each still with its
// exact count (distinct sampling, Gibbons 2001): a value is kept while the low
// level bits of its hash are zero, and the level rises whenever the table is
// full. What is kept depends on the set of values and not on their order.
type sample struct {
	limit  int // 0: sampleCap
	level  uint
	counts map[string]int
	total  int // occurrences, kept or not
}

func (s *sample) add(v string) {
	s.total++
	if n, ok := s.counts[v]; ok {
		s.counts[v] = n + 1
		return
	}
	if hash(v)&(1<<s.level-1) != 0 {
		return
	}
	if s.counts == nil {
		s.counts = make(map[string]int)
	}
	s.counts[v] = 1
	for len(s.counts) > cmp.Or(s.limit, sampleCap) {
		s.level++
		maps.DeleteFunc(s.counts, func(v string, _ int) bool { return hash(v)&(1<<s.level-1) != 0 })
	}
}

// scale is how many distinct values each kept one stands for.
func (s *sample) scale() float64 { return math.Ldexp(1, int(s.level)) }

// values returns the kept values in ascending order.
func (s *sample) values() []string { return slices.Sorted(maps.Keys(s.counts)) }

// hash is FNV-1a with a final mix, so that the low bits are uniform. It must
// not be seeded: samples have to be the same in every process.
func hash(s string) uint64 {
	f := fnv.New64a()
	io.WriteString(f, s) // never fails
	h := f.Sum64()
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	return h
}

// A spread is the distribution of an aspect's values.
type spread struct {
	counts map[string]int
	scale  float64
}

// total returns the occurrences counted, unscaled.
func (d spread) total() int {
	n := 0
	for _, c := range d.counts {
		n += c
	}
	return n
}

func (d spread) distinct() int { return int(float64(len(d.counts)) * d.scale) }

// entropy returns the distribution's entropy in bits.
func (d spread) entropy() float64 { return entropyOf(maps.Values(d.counts), d.scale) }

// entropyOf returns the entropy in bits of values that occur so often each, every one
// standing for scale. Equal counts are added as one, in order of size, so that the sum
// depends neither on the order of the values nor on their names.
func entropyOf(counts iter.Seq[int], scale float64) float64 {
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
	// With a sample both sums grow by scale, which cancels except for the total
	// inside the logarithm.
	return max(0, math.Log2(float64(n)*scale)-sum/float64(n))
}

// repeated returns the share of occurrences whose value occurs more than once.
func (d spread) repeated() float64 {
	repeated := 0
	for _, c := range d.counts {
		if c > 1 {
			repeated += c
		}
	}
	return share(repeated, d.total())
}
