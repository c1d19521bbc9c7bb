package clarify

import "math"

const (
	// atoms is how finely a distribution is cut before the best division is
	// searched: the search is quadratic in it, and a sixty-fourth of the belief is
	// finer than any bound a shopper cares about.
	atoms = 64
	// digitPrice is what a bound between ranges pays, in bits of the question's
	// entropy, for each significant digit beyond the first: "under 100" beats
	// "under 97.3" unless the latter tells clearly more. On pc-parts HIT@10 after the
	// first turn goes from 0.399 at no price to 0.393 at 0.1, and people find as much.
	digitPrice = 0.15
)

// run is a run of neighbouring codes that are not told apart.
type run struct {
	first, last int // codes
	mass        float64
	price       float64 // of a bound before it, in bits
}

// join joins neighbours that are alike.
func join(runs []run, alike func(r, next run) bool) []run {
	var out []run
	for _, r := range runs {
		if n := len(out); n > 0 && alike(out[n-1], r) {
			out[n-1].last = r.last
			out[n-1].mass += r.mass
			continue
		}
		out = append(out, r)
	}
	return out
}

// divide joins neighbouring runs into at most m parts, none of them all but empty.
// It maximises the entropy of the parts less the price of the bounds between
// them, by dynamic programming.
func divide(runs []run, m int) []run {
	n := len(runs)
	if n < 2 {
		return runs[:min(n, 1)]
	}
	upTo := make([]float64, n+1)
	for i, r := range runs {
		upTo[i+1] = upTo[i] + r.mass
	}
	total := upTo[n]
	bits := func(from, to int) float64 {
		p := (upTo[to] - upTo[from]) / total
		if p < leastMass {
			return math.Inf(-1)
		}
		return -p * math.Log2(p)
	}
	// best[j][i]: the most that runs[:i] can give in j parts
	best := make([][]float64, m+1)
	from := make([][]int, m+1)
	for j := range best {
		best[j], from[j] = make([]float64, n+1), make([]int, n+1)
		for i := range best[j] {
			best[j][i] = math.Inf(-1)
		}
	}
	for i := 1; i <= n; i++ {
		best[1][i] = bits(0, i)
	}
	for j := 2; j <= m; j++ {
		for i := j; i <= n; i++ {
			for c := j - 1; c < i; c++ {
				if v := best[j-1][c] + bits(c, i) - runs[c].price; v > best[j][i] {
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
	out := make([]run, use)
	for j, end := use, n; j > 0; j-- {
		start := from[j][end] // 0 for the first part
		out[j-1] = run{first: runs[start].first, last: runs[end-1].last}
		end = start
	}
	return out
}

// roundRanges offers ranges that share an ordered distribution evenly between round
// bounds; of m+1 the last is left for "something else". Where no round bound tells two
// numbers apart they stay together. Of money bounds are those of [Amount].
func roundRanges(numbers, mass []float64, m int, money bool) []Option {
	var runs []run
	for c, w := range mass {
		if w > 0 {
			runs = append(runs, run{first: c, last: c, mass: w})
		}
	}
	bound := func(r, next run) (float64, bool) {
		low, high := numbers[r.last], numbers[next.first]
		if money {
			return Amount(low, high)
		}
		x := Round(low, high)
		return x, digits(x) < 3 // a third digit is not how people divide anything
	}
	price := func(r, next run) float64 {
		x, _ := bound(r, next)
		d := digits(x)
		if d > 1 && fives(x) {
			return digitPrice * (float64(d) - 1.5) // 45, but not 44
		}
		return digitPrice * float64(d-1)
	}
	// neighbours that no round bound tells apart stay together; so do those that hold no more
	// than an atom, but where the bound between them is the roundest: of one digit
	apart := func(r, next run) bool { _, round := bound(r, next); return !round }
	runs = join(runs, apart)
	total := 0.0
	for _, r := range runs {
		total += r.mass
	}
	runs = join(runs, func(r, next run) bool { return r.mass+next.mass <= total/atoms && price(r, next) > 0 })
	runs = join(runs, apart)
	for i := 1; i < len(runs); i++ {
		runs[i].price = price(runs[i-1], runs[i])
	}
	parts := divide(runs, m+1)
	if len(parts) < 2 {
		return nil
	}
	out := make([]Option, min(len(parts), m))
	low := math.Inf(-1)
	for j := range out {
		high := math.Inf(1)
		if j+1 < len(parts) {
			high, _ = bound(parts[j], parts[j+1])
		}
		out[j] = Option{Low: low, High: high}
		low = high
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

// fives reports whether the last digit of a number that counts is 5.
func fives(x float64) bool {
	return math.Mod(math.Round(math.Abs(x)/scale(1, exponent(math.Abs(x))-digits(x)+1)), 5) == 0
}

// amounts are the bounds that people divide money at, of each power of ten. Neighbours
// differ by a fifth or more: nobody has a budget of 19 but not of 20.
var amounts = []float64{1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8}

// Amount returns a bound between amounts of money, in (low, high]: the roundest, of
// those the largest; false where there is none. 0 ≤ low < high.
func Amount(low, high float64) (float64, bool) {
	best, found := 0.0, false
	if high <= 0 {
		return 0, false
	}
	for e := exponent(high); e >= exponent(max(low, high/100)); e-- {
		for _, a := range amounts {
			x := tidy(scale(a*10, e-1), e-1)
			if low < x && x <= high && (!found || digits(x) < digits(best) || digits(x) == digits(best) && x > best) {
				best, found = x, true
			}
		}
	}
	return best, found
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
