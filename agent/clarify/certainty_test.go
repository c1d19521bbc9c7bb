package clarify

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// SAGE-Agent, proposition 1: a call's certainty lies in [0,1], never falls as
// answers take values away, and is 1 exactly when every parameter is given.
func TestCallCertaintyIsMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.IntRange(0, 50), 1, 8).Draw(t, "sizes of the domains, 0 for endless")
		certainty := func() float64 {
			p := make([]float64, len(sizes))
			for i, n := range sizes {
				p[i] = Certainty(n)
			}
			return CallCertainty(p)
		}
		before := certainty()
		for range 20 {
			i := rapid.IntRange(0, len(sizes)-1).Draw(t, "parameter asked about")
			most := sizes[i]
			if most == 0 {
				most = 1000
			}
			sizes[i] = rapid.IntRange(1, most).Draw(t, "values left")
			after := certainty()
			if after < before || after < 0 || after > 1 {
				t.Fatalf("certainty goes from %v to %v", before, after)
			}
			given := true
			for _, n := range sizes {
				given = given && n == 1
			}
			if (after == 1) != given {
				t.Fatalf("certainty %v with domains of %v", after, sizes)
			}
			before = after
		}
	})
}

// Argus, theorems B.1 and B.2 as they are meant: asking about one parameter raises
// the expected certainty of the call and lowers its expected regret, both by
// something in [0,1] when the importance does not exceed 1; and B.3.
func TestArgusBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "candidates")
		f := aField("a", n).Draw(t, "field")
		weights := someWeights(n).Draw(t, "weights")
		options := someOptions(f, weights).Draw(t, "options")
		var all []int32
		for i := range n {
			all = append(all, int32(i))
		}
		domain := f.domain(all)
		if len(domain) == 0 {
			return
		}
		other := rapid.Float64Range(Epsilon, 1).Draw(t, "certainty of another parameter")
		w := rapid.Float64Range(0, 1).Draw(t, "importance")
		before, after := Certainty(len(domain)), f.expected(options, domain)
		evpi := CallCertainty([]float64{after, other}) - CallCertainty([]float64{before, other})
		reduction := Regret(w, before) - Regret(w, after)
		if evpi < -1e-12 || evpi > 1 || reduction < -1e-12 || reduction > 1 {
			t.Fatalf("EVPI %v, regret reduced by %v", evpi, reduction)
		}
		asked := rapid.IntRange(0, 100).Draw(t, "asked")
		about := rapid.IntRange(0, asked).Draw(t, "about this")
		c := rapid.Float64Range(0, 2).Draw(t, "c")
		if u := UCB(evpi+reduction, c, asked, about); u < -1e-12 || u > 2+c*math.Sqrt(math.Log(float64(asked)+1))+1e-12 {
			t.Fatalf("upper confidence bound %v", u)
		}
	})
}

func TestCertaintyByHand(t *testing.T) {
	if Certainty(4) != 0.25 || Certainty(1) != 1 || Certainty(0) != Epsilon {
		t.Error("certainty of four values, one, and no end of them")
	}
	if got := Regret(0.2, 0.25); !near(got, 0.15) {
		t.Errorf("regret %v", got)
	}
	if got := UCB(0.3, 0.8, 0, 0); got != 0.3 {
		t.Errorf("before anything was asked there is nothing to explore: %v", got)
	}
	if got := UCB(0.3, 0.8, 3, 1); !near(got, 0.3+0.8*math.Sqrt(math.Log(4)/2)) {
		t.Errorf("upper confidence bound %v", got)
	}
	if got := RisingThreshold(0.6, 0.15, 4); !near(got, 1.2) {
		t.Errorf("threshold %v", got)
	}
}
