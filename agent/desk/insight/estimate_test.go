package insight

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// failer is a test or a property's.
type failer interface {
	Helper()
	Errorf(format string, args ...any)
}

func near(t failer, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s: %v, want %v ± %v", what, got, want, within)
	}
}

// The values are those of Newcombe's papers of 1998 ("Two-sided confidence intervals
// for the single proportion", table I; "Interval estimation for the difference
// between independent proportions", table II), to the digits printed there.
func TestShare(t *testing.T) {
	for _, c := range []struct {
		k, n      int
		low, high float64
	}{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
		{29, 29, 0.8830, 1},
	} {
		e := Share(c.k, c.n)
		near(t, "value", e.Value, float64(c.k)/float64(c.n), 0)
		near(t, "low", e.Low, c.low, 5e-5)
		near(t, "high", e.High, c.high, 5e-5)
	}
	if e := Share(0, 0); e != (Estimate{}) {
		t.Errorf("of nothing: %v", e)
	}
}

// The ends of a Wilson interval are the shares from which the one found is just z
// standard errors away.
func TestShareEndsAreJustNotRejected(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5000).Draw(t, "n")
		k := rapid.IntRange(0, n).Draw(t, "k")
		e := Share(k, n)
		if e.Low > e.Value || e.High < e.Value || e.Low < 0 || e.High > 1 {
			t.Fatalf("%d of %d: %+v", k, n, e)
		}
		for _, end := range []float64{e.Low, e.High} {
			if end > 0 && end < 1 {
				score := math.Abs(e.Value-end) / math.Sqrt(end*(1-end)/float64(n))
				near(t, "score of the end", score, 1.959963985, 1e-6)
			}
		}
	})
}

func TestDifferenceOfShares(t *testing.T) {
	for _, c := range []struct{ a, m, b, n, low, high float64 }{
		{56, 70, 48, 80, 0.0524, 0.3339},
		{9, 10, 3, 10, 0.1705, 0.8090},
		{6, 7, 2, 7, 0.0582, 0.8062},
		{5, 56, 0, 29, -0.0381, 0.1926},
		{0, 10, 0, 20, -0.1611, 0.2775},
		{10, 10, 0, 10, 0.6075, 1},
	} {
		d := Difference(Share(int(c.a), int(c.m)), Share(int(c.b), int(c.n)))
		near(t, "value", d.Value, c.a/c.m-c.b/c.n, 1e-12)
		near(t, "low", d.Low, c.low, 5e-5)
		near(t, "high", d.High, c.high, 5e-5)
	}
	if d := Difference(Share(1, 2), Estimate{}); d.Known() {
		t.Errorf("against nothing: %v", d)
	}
}

// The sample is Student's own (Biometrika 6, 1908): hours of sleep gained by ten
// patients.
func TestMean(t *testing.T) {
	m := Mean([]float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4})
	near(t, "mean", m.Value, 2.33, 1e-12)
	near(t, "low", m.Low, 0.8976775, 1e-6)
	near(t, "high", m.High, 3.7623225, 1e-6)
	if one := Mean([]float64{7}); one != (Estimate{7, 7, 7, 1}) {
		t.Errorf("of one: %v", one)
	}
	if none := Mean(nil); none.Known() {
		t.Errorf("of none: %v", none)
	}
}

func TestQuartiles(t *testing.T) {
	q := quartiles([]float64{7, 1, 3, 2})
	near(t, "low", q.Low, 1.75, 0)
	near(t, "median", q.Median, 2.5, 0)
	near(t, "high", q.High, 4, 0)
	if one := quartiles([]float64{5}); one != (Quartiles{5, 5, 5, 1}) {
		t.Errorf("of one: %v", one)
	}
}

func TestGoodness(t *testing.T) {
	// 3.841 is the 95 % point of chi-squared with one degree of freedom
	near(t, "one degree", goodnessOfFit([]int{5310, 4690}, []float64{0.5, 0.5}), math.Erfc(6.2/math.Sqrt2), 1e-12)
	// of two degrees the survival function is exp(−x/2): x = 100/300 + 25/300·… by hand below
	x := math.Pow(130-100, 2)/100 + math.Pow(95-100, 2)/100 + math.Pow(75-100, 2)/100
	near(t, "two degrees", goodnessOfFit([]int{130, 95, 75}, []float64{1. / 3, 1. / 3, 1. / 3}), math.Exp(-x/2), 1e-9)
	if p := goodnessOfFit([]int{500, 500}, []float64{0.5, 0.5}); p != 1 {
		t.Errorf("as intended: p = %v", p)
	}
	if p := goodnessOfFit(nil, nil); p != 1 {
		t.Errorf("of nothing: p = %v", p)
	}
}

// Of many ratios that are 1 hardly any is found above it; those that are, are found.
func TestAbove(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 3))
	draw := func(true float64) Estimate {
		log := math.Log(true) + 0.2*dice.NormFloat64()
		return Estimate{math.Exp(log), math.Exp(log - 0.2*normalQuantile), math.Exp(log + 0.2*normalQuantile), 100}
	}
	var ratios []Estimate
	for i := range 1000 {
		ratios = append(ratios, draw([]float64{1, 1, 1, 1, 3}[i%5]))
	}
	ratios = append(ratios, Estimate{}, Estimate{9, 8, 10, 5})
	above := Above(ratios)
	found, wrong := 0, 0
	for i := range 1000 {
		found += Indicator(above[i] && i%5 == 4)
		wrong += Indicator(above[i] && i%5 < 4)
	}
	if found < 195 || wrong > 20 || above[1000] || above[1001] {
		t.Errorf("found %d of 200, %d wrongly; unknown %v, few %v", found, wrong, above[1000], above[1001])
	}
	if n := len(Above(nil)); n != 0 {
		t.Errorf("of none %d", n)
	}
}

// Mean estimates a mean with Student's interval.
func Mean(xs []float64) Estimate {
	var s sample
	for _, x := range xs {
		s.add(x)
	}
	return s.mean()
}
