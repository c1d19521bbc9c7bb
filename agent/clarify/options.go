package clarify

import (
	"cmp"
	"math"
	"slices"
)

// leastMass is the share of the belief an option must hold to be offered: one
// that a shopper in two hundred would tick is a line to read for nothing.
const leastMass = 0.005

// Options makes the options of a question about the field on the current belief, in
// every form worth considering: names, as [Field.Names] has them, and for an ordered
// field ranges between round bounds, and single numbers. weights has one entry a
// candidate; at most m options (2..MaxOptions) are made.
//
// A form has two options at least. Each is true of some candidate that has weight, and of
// none is it true of nearly all: a form that can not keep to that is left out.
//
// "Something else" is an answer too, and ranges that leave it empty waste it: of m+1
// parts of equal weight the last is not offered but left for it, so that five options
// tell up to log2 6 bits.
func Options(f *Field, weights []float64, m int) [][]Option {
	return f.offer(&offering{weights: weights, m: m})
}

// offering is what options are made for.
type offering struct {
	weights []float64
	left    []bool  // by candidate: the options are to be true of these; nil: of those with weight
	within  *within // what may be offered of a field that was asked about; nil: all
	m       int
}

// counts reports whether a candidate is one of those that options are made for.
func (o *offering) counts(i int) bool {
	if o.left != nil && !o.left[i] {
		return false
	}
	return o.weights[i] > 0
}

// offer makes the forms of options.
func (f *Field) offer(o *offering) [][]Option {
	m := min(o.m, MaxOptions)
	mass, valued := f.masses(o)
	var out [][]Option
	if !f.ordered() {
		if options := f.name(o, mass, valued, m); options != nil {
			out = append(out, options)
		}
		return out
	}
	if options := o.within.clip(roundRanges(f.Numbers, mass, m, f.Continuous)); f.sound(o, options) {
		out = append(out, options)
	}
	if numbers := heaviestNumbers(f.Numbers, mass, valued, m); !f.Continuous && whole(numbers) {
		if options := singleNumbers(numbers); f.sound(o, options) {
			out = append(out, options)
		}
	}
	return out
}

// masses returns the weight of every code that may be offered, and of all candidates that
// have one; a candidate with several codes counts in each, one that spans a range of
// numbers half at either end.
func (f *Field) masses(o *offering) (mass []float64, valued float64) {
	mass = make([]float64, f.Size)
	for i, w := range o.weights {
		from, to := f.Offsets[i], f.Offsets[i+1]
		if from == to || !o.counts(i) {
			continue
		}
		valued += w
		codes := f.Codes[from:to]
		if len(codes) > 1 && f.ordered() {
			mass[codes[0]] += w / 2
			mass[codes[len(codes)-1]] += w / 2
			continue
		}
		for _, c := range codes {
			mass[c] += w
		}
	}
	if o.within != nil {
		for c := range mass {
			if !o.within.codes[c] {
				mass[c] = 0
			}
		}
	}
	return mass, valued
}

// ticks counts the candidates that options are made for, and those of them that would
// tick each; kinds is how many different answers they would give.
func (f *Field) ticks(o *offering, options []Option) (each []int, all, kinds int) {
	each = make([]int, len(options))
	m := f.masks(options)
	var seen [256]bool
	for i := range o.weights {
		if !o.counts(i) {
			continue
		}
		all++
		p := m.of(f.row(i))
		if p != 0 && !seen[p] {
			seen[p] = true
			kinds++
		}
		for n := range each {
			if p.Has(n) {
				each[n]++
			}
		}
	}
	return each, all, kinds
}

// sound reports whether options can be put as they are: two at least, each true of
// somebody and of not nearly everybody, and not all with the same answer.
func (f *Field) sound(o *offering, options []Option) bool {
	if len(options) < 2 || slices.ContainsFunc(options, o.within.shown) {
		return false
	}
	each, all, kinds := f.ticks(o, options)
	return kinds > 1 && !slices.ContainsFunc(each, func(n int) bool { return n == 0 || o.common(n, all) })
}

// common reports whether so many of all have something that whoever wants it has said
// nothing, or hardly anything where people look on by themselves: nine of ten.
func (o *offering) common(n, all int) bool { return n == all || o.left != nil && 10*n >= 9*all }

// heaviestNumbers lists up to m of the numbers whose codes hold at least leastMass, those of
// the heaviest, ties by code.
func heaviestNumbers(numbers, mass []float64, valued float64, m int) []float64 {
	var codes []int
	for c, w := range mass {
		if w > 0 && w >= leastMass*valued { // the product of two small numbers may be 0
			codes = append(codes, c)
		}
	}
	slices.SortStableFunc(codes, func(a, b int) int { return cmp.Compare(mass[b], mass[a]) })
	out := make([]float64, min(m, len(codes)))
	for i := range out {
		out[i] = numbers[codes[i]]
	}
	return out
}

// whole reports whether single numbers read well as options: "16 GB" and "2.5 GHz",
// but not "64.37 CFM".
func whole(numbers []float64) bool {
	return !slices.ContainsFunc(numbers, func(n float64) bool { return n != math.Trunc(n) && digits(n) > 2 })
}

// singleNumbers offers the intervals that hold just one number each, ascending.
func singleNumbers(numbers []float64) []Option {
	var out []Option
	for _, n := range slices.Sorted(slices.Values(numbers)) {
		out = append(out, Option{Low: n, High: math.Nextafter(n, math.Inf(1))})
	}
	return out
}
