package clarify

import (
	"cmp"
	"math"
	"slices"
)

const (
	// leastMass is the share of the belief an option must hold to be offered: one
	// that a shopper in two hundred would tick is a line to read for nothing.
	leastMass = 0.005
	// named is how many values a question with groups offers by their own name, the
	// heaviest ones. Two of five keep what most people look for one tap away. On
	// pc-parts HIT@10 after the first turn is 0.400 with none, 0.397 with two, 0.387
	// with three and 0.359 without groups (expected over all products, truthful).
	named = 2
	// mostOverlap is how many codes a candidate may have on average for its names to
	// be grouped: where each has a dozen, every group holds nearly everybody.
	mostOverlap = 1.5
	// mostGrouped is how many names are offered in groups. An option stands for all of
	// its names, in what is remembered and searched for too, and of a longer list each
	// group holds hundreds: what has so many names is typed, under "something else", and
	// only those are offered by themselves that many candidates have. Of pc-parts, icecat
	// and fashion the longest list that is asked about has 683.
	mostGrouped = 1000
)

// Options makes the options of a question about the field on the current belief,
// in every form worth considering: values, the tail of a long list in groups, and
// for an ordered field ranges between round bounds. A form that can not have two
// different answers is left out. weights has one entry a candidate; at most m
// options (2..MaxOptions) are made.
//
// "Something else" is an answer too, and a form that leaves it empty wastes it: of
// m+1 parts of equal weight the last is not offered but left for it, so that five
// options tell up to log2 6 bits. On pc-parts that alone raises HIT@10 after the
// first turn from 0.341 to 0.359.
func Options(f *Field, weights []float64, m int) [][]Option {
	return slices.DeleteFunc(forms(f, weights, m), func(options []Option) bool { return !f.divides(options, weights) })
}

// forms is Options without the check that the answers can differ.
func forms(f *Field, weights []float64, m int) [][]Option {
	m = min(m, MaxOptions)
	mass, valued, single := f.masses(weights)
	if valued <= 0 {
		return nil
	}
	v := values(mass, valued, m)
	codes := sum(mass) / valued // a candidate
	switch {
	case f.ordered():
		out := [][]Option{ranges(f.Numbers, mass, m)}
		if !f.Continuous && whole(f.Numbers, v) {
			out = append(out, numbers(f.Numbers, v))
		}
		return out
	case f.Letters != nil && len(v) == m && codes <= mostOverlap && possible(mass) <= mostGrouped:
		rest := valued // of something else
		if single {
			for _, o := range v {
				rest -= mass[o.Codes[0]]
			}
		} else {
			rest = f.others(v, weights)
		}
		if rest > valued/float64(m+1) { // it would be ticked more often than an even share of the options
			return [][]Option{groups(f.Letters, mass, m)}
		}
	}
	return [][]Option{v}
}

// masses returns the weight of every code and of all candidates that have one; a
// candidate with several codes counts in each, one that spans a range of numbers
// half at either end. single says that none has several.
func (f *Field) masses(weights []float64) (mass []float64, valued float64, single bool) {
	single = true
	mass = make([]float64, f.Size)
	for i, w := range weights {
		from, to := f.Offsets[i], f.Offsets[i+1]
		if from == to || w == 0 {
			continue
		}
		valued += w
		if to-from == 1 {
			mass[f.Codes[from]] += w
			continue
		}
		single = false
		codes := f.Codes[from:to]
		if f.ordered() {
			mass[codes[0]] += w / 2
			mass[codes[len(codes)-1]] += w / 2
			continue
		}
		for _, c := range codes {
			mass[c] += w
		}
	}
	return mass, valued, single
}

// possible counts the codes that have weight.
func possible(mass []float64) int {
	n := 0
	for _, w := range mass {
		if w > 0 {
			n++
		}
	}
	return n
}

func sum(mass []float64) float64 {
	s := 0.0
	for _, w := range mass {
		s += w
	}
	return s
}

// others returns the weight of the candidates that would answer "something else".
func (f *Field) others(options []Option, weights []float64) float64 {
	patterns := f.Patterns(options)
	rest := 0.0
	for i, w := range weights {
		if w > 0 && patterns[i] == OtherBit {
			rest += w
		}
	}
	return rest
}

// divides reports whether two candidates that have weight and values would answer
// differently. All may tick the same although each option has its share: when
// they all have several values, or span all ranges.
func (f *Field) divides(options []Option, weights []float64) bool {
	if len(options) == 0 {
		return false
	}
	m := f.masks(options)
	var first Pattern
	for i, w := range weights { // the first few candidates nearly always settle it
		if w == 0 {
			continue
		}
		p := f.pattern(i, m)
		if first == 0 {
			first = p
		}
		if p != first && p != 0 {
			return true
		}
	}
	return false
}

// weighed is a code and the weight of the candidates that have it.
type weighed struct {
	code uint32
	mass float64
}

// heaviest lists the codes that hold at least leastMass, heaviest first, ties by
// code.
func heaviest(mass []float64, valued float64) []weighed {
	var all []weighed
	for c, w := range mass {
		if w > 0 && w >= leastMass*valued { // the product of two small numbers may be 0
			all = append(all, weighed{uint32(c), w})
		}
	}
	slices.SortFunc(all, func(a, b weighed) int {
		return cmp.Or(cmp.Compare(b.mass, a.mass), cmp.Compare(a.code, b.code))
	})
	return all
}

// values offers the m heaviest codes.
func values(mass []float64, valued float64, m int) []Option {
	all := heaviest(mass, valued)
	if len(all) > m {
		all = all[:m]
	}
	if len(all) == 0 || len(all) == 1 && all[0].mass >= valued*(1-leastMass) {
		return nil // everybody would give the same answer
	}
	out := make([]Option, len(all))
	for i, a := range all {
		out[i] = Option{Codes: []uint32{a.code}}
	}
	return out
}

// groups offers the heaviest codes by themselves and the others in runs of
// neighbouring names that share the rest evenly: "A to F". letters is [Field.Letters].
func groups(letters func(before, code uint32) int, mass []float64, m int) []Option {
	rest := sum(mass)
	var out []Option
	alone := map[uint32]bool{}
	for _, a := range heaviest(mass, rest) {
		parts := float64(m + 1 - len(out))
		if len(out) >= named && a.mass < rest/parts || parts <= 2 {
			break
		}
		out = append(out, Option{Codes: []uint32{a.code}})
		alone[a.code] = true
		rest -= a.mass
	}
	var tail []run
	for c, w := range mass {
		if w <= 0 || alone[uint32(c)] {
			continue
		}
		r := run{first: c, last: c, mass: w}
		if n := len(tail); n > 0 { // the first has no bound before it
			r.price = lengthPrice * float64(letters(uint32(tail[n-1].last), uint32(c))-1)
		}
		tail = append(tail, r)
	}
	parts := m + 1 - len(out)
	cuts := divide(merge(tail), parts)
	for _, part := range cuts[:min(len(cuts), m-len(out))] { // the last is something else
		var o Option
		for c := part.first; c <= part.last; c++ {
			if !alone[uint32(c)] && mass[c] > 0 {
				o.Codes = append(o.Codes, uint32(c))
			}
		}
		out = append(out, o)
	}
	return out
}

// whole reports whether single numbers read well as options: "16 GB" and "2.5 GHz",
// but not "64.37 CFM".
func whole(all []float64, options []Option) bool {
	for _, o := range options {
		if n := all[o.Codes[0]]; n != math.Trunc(n) && digits(n) > 2 {
			return false
		}
	}
	return true
}

// numbers turns options of one code each into the intervals that hold just that
// number, ascending.
func numbers(all []float64, options []Option) []Option {
	slices.SortFunc(options, func(a, b Option) int { return cmp.Compare(a.Codes[0], b.Codes[0]) })
	out := make([]Option, len(options))
	for i, o := range options {
		n := all[o.Codes[0]]
		out[i] = Option{Low: n, High: math.Nextafter(n, math.Inf(1))}
	}
	return out
}
