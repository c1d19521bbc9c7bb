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
	// atoms is how finely an ordered aspect's distribution is cut before the best
	// ranges are searched: the search is quadratic in it, and a sixty-fourth of
	// the belief is finer than any bound a shopper cares about.
	atoms = 64
	// roundness is what a range bound pays, in bits of the question's entropy, for
	// each significant digit beyond the first: "under 100" beats "under 97.3"
	// unless the latter tells clearly more.
	roundness = 0.05
)

// Options makes the options of a question about the field on the current belief,
// in every form worth considering: the heaviest values and, for an ordered field,
// ranges that share the belief evenly between round bounds. A form that can not
// have two different answers is left out. weights has one entry a candidate; at
// most m options (2..MaxOptions) are made.
func Options(f *Field, weights []float64, m int) [][]Option {
	m = min(m, MaxOptions)
	mass := make([]float64, f.Size)
	valued := 0.0
	for i, w := range weights {
		codes := f.row(i)
		if len(codes) == 0 || w == 0 {
			continue
		}
		valued += w
		if f.ordered() && len(codes) > 1 {
			// a range counts half at each end
			mass[codes[0]] += w / 2
			mass[codes[len(codes)-1]] += w / 2
			continue
		}
		for _, c := range codes {
			mass[c] += w
		}
	}
	if valued <= 0 {
		return nil
	}
	var forms [][]Option
	if f.ordered() {
		forms = append(forms, ranges(f.Numbers, mass, m))
	}
	if v := values(mass, valued, m); !f.ordered() {
		forms = append(forms, v)
	} else if !f.Continuous && whole(f.Numbers, v) {
		forms = append(forms, numbers(f.Numbers, v))
	}
	return slices.DeleteFunc(forms, func(options []Option) bool { return !f.divides(options, weights) })
}

// divides reports whether two candidates that have weight and values would answer
// differently. All may tick the same although each option has its share: when
// they all have several values, or span all ranges.
func (f *Field) divides(options []Option, weights []float64) bool {
	if len(options) == 0 {
		return false
	}
	masks := f.masks(options)
	var first Pattern
	var block [256]Pattern // the first few candidates nearly always settle it
	for from := 0; from < len(weights); from += len(block) {
		some := block[:min(len(block), len(weights)-from)]
		f.fill(options, masks, from, some)
		for i, p := range some {
			if p == 0 || weights[from+i] == 0 {
				continue
			}
			if first == 0 {
				first = p
			}
			if p != first {
				return true
			}
		}
	}
	return false
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

// values offers the m heaviest codes, heaviest first, ties by code.
func values(mass []float64, valued float64, m int) []Option {
	type weighed struct {
		code uint32
		mass float64
	}
	var all []weighed
	for c, w := range mass {
		if w > 0 && w >= leastMass*valued { // the product of two small numbers may be 0
			all = append(all, weighed{uint32(c), w})
		}
	}
	slices.SortFunc(all, func(a, b weighed) int {
		return cmp.Or(cmp.Compare(b.mass, a.mass), cmp.Compare(a.code, b.code))
	})
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

// atom is a run of neighbouring numbers that are not told apart.
type atom struct {
	first, last float64
	mass        float64
}

// ranges cuts an ordered distribution into at most m ranges. It maximises the
// entropy of the ranges less the price of unround bounds, by dynamic programming
// over the places between atoms.
func ranges(numbers, mass []float64, m int) []Option {
	total := 0.0
	for _, w := range mass {
		total += w
	}
	var runs []atom
	for c, w := range mass {
		if w <= 0 {
			continue
		}
		if n := len(runs); n > 0 && runs[n-1].mass+w <= total/atoms {
			runs[n-1].last = numbers[c]
			runs[n-1].mass += w
			continue
		}
		runs = append(runs, atom{numbers[c], numbers[c], w})
	}
	n := len(runs)
	if n < 2 {
		return nil
	}
	bounds := make([]float64, n) // bounds[i] separates runs[i-1] from runs[i]
	price := make([]float64, n)
	for i := 1; i < n; i++ {
		bounds[i] = Round(runs[i-1].last, runs[i].first)
		price[i] = roundness * float64(digits(bounds[i])-1)
	}
	upTo := make([]float64, n+1)
	for i, r := range runs {
		upTo[i+1] = upTo[i] + r.mass/total
	}
	bit := func(from, to int) float64 {
		p := upTo[to] - upTo[from]
		if p < leastMass {
			return math.Inf(-1) // never an empty range
		}
		return -p * math.Log2(p)
	}
	// best[j][i]: the most that runs[:i] can give in j ranges
	best := make([][]float64, m+1)
	from := make([][]int, m+1)
	for j := range best {
		best[j], from[j] = make([]float64, n+1), make([]int, n+1)
		for i := range best[j] {
			best[j][i] = math.Inf(-1)
		}
	}
	for i := 1; i <= n; i++ {
		best[1][i] = bit(0, i)
	}
	for j := 2; j <= m; j++ {
		for i := j; i <= n; i++ {
			for c := j - 1; c < i; c++ {
				if v := best[j-1][c] + bit(c, i) - price[c]; v > best[j][i] {
					best[j][i], from[j][i] = v, c
				}
			}
		}
	}
	use := 1
	for j := 2; j <= m; j++ {
		if best[j][n] > best[use][n] {
			use = j
		}
	}
	if use < 2 {
		return nil
	}
	cuts := make([]int, use+1)
	cuts[use] = n
	for j, i := use, n; j > 1; j-- {
		i = from[j][i]
		cuts[j-1] = i
	}
	out := make([]Option, use)
	for j := range out {
		low, high := math.Inf(-1), math.Inf(1)
		if j > 0 {
			low = bounds[cuts[j]]
		}
		if j < use-1 {
			high = bounds[cuts[j+1]]
		}
		out[j] = Option{Low: low, High: high}
	}
	return out
}

// Round returns the roundest number in (low, high]: one with the fewest
// significant digits; of those a multiple of five in the last digit rather than
// of two, rather than any; of those the largest. low < high.
func Round(low, high float64) float64 {
	if low < 0 && high >= 0 {
		return 0
	}
	for e := exponent(max(-low, high)); e >= -9; e-- {
		for _, step := range []float64{5, 2, 1} {
			s := scale(step, e)
			// the division may fall just short of a multiple, so the next is tried too
			k := math.Floor(high / s)
			for _, k := range []float64{k + 1, k} {
				if x := tidy(k*s, e); low < x && x <= high {
					return x
				}
			}
		}
	}
	return high
}

func exponent(x float64) int { return int(math.Floor(math.Log10(x))) }

func scale(step float64, e int) float64 { return step * math.Pow(10, float64(e)) }

// tidy removes the binary dust of a multiple of 10^e.
func tidy(x float64, e int) float64 {
	if e >= 0 {
		return math.Round(x)
	}
	p := math.Pow(10, float64(-e))
	return math.Round(x*p) / p
}

// digits counts the significant digits of a bound, at most 6.
func digits(x float64) int {
	if x == 0 {
		return 1
	}
	x = math.Abs(x)
	x /= math.Pow(10, math.Floor(math.Log10(x)))
	for d := 1; d < 6; d++ {
		if y := math.Round(x*1e6) / 1e6; math.Abs(y-math.Round(y)) < 1e-6 {
			return d
		}
		x *= 10
	}
	return 6
}
