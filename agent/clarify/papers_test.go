package clarify

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// SAGE-Agent, proposition 2.3: the sharper the belief, the less a question can be
// worth; at most what the page does not hold yet.
func TestEVPIVanishesAsTheBeliefSharpens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 30).Draw(t, "candidates")
		f := aField("a", n).Draw(t, "field")
		weights := someWeights(n).Draw(t, "weights")
		options := someOptions(f, weights).Draw(t, "options")
		target := rapid.IntRange(0, n-1).Draw(t, "target")
		for _, sure := range []float64{0, 0.5, 0.9, 0.999, 1} {
			sharp := make([]float64, n)
			for i, w := range weights {
				sharp[i] = (1 - sure) * w
			}
			sharp[target] += sure
			p := NewPartition(sharp, 1)
			if v := p.Worth(p.Split(f, options)).Page; v < -1e-12 || v > 1-sure+1e-6 {
				t.Fatalf("EVPI %v of a belief that is %v sure", v, sure)
			}
		}
	})
}

// Two questions can be worth nothing alone and everything together, so that EVPI
// is not submodular, whatever SAGE-Agent's proposition 2.2 says of it.
func TestEVPIIsNotSubmodular(t *testing.T) {
	// of four equal candidates each field tells two from two, both together all four
	a, b := single("a", 0, 1, 0, 1), single("b", 0, 1, 1, 0)
	yes := []Option{{Codes: []uint32{0}}, {Codes: []uint32{1}}}
	p := NewPartition(flat(4), 1)
	alone := p.Worth(p.Split(b, yes)).Page
	first := p.Worth(p.Split(a, yes)).Page
	p.Refine(p.Split(a, yes))
	second := p.Worth(p.Split(b, yes)).Page - first
	if !near(alone, 0.25) || !near(first, 0.25) || !near(second, 0.5) {
		t.Errorf("alone %v, after the first (%v) %v: the second question was to be worth more than it is alone", alone, first, second)
	}
}

// Asking ends: SAGE-Agent's theorem 1 (the cost of asking again grows by λ a time)
// and Argus' rising threshold, against any answers.
func TestPapersPoliciesTerminate(t *testing.T) {
	for _, tc := range []struct {
		name   string
		policy Policy
		most   func(aspects int) int
	}{
		// a question is worth at most 1, so that an aspect is asked about while λ·n < 1
		{"sage", DefaultSage(), func(aspects int) int { return aspects * int(math.Ceil(1/DefaultSage().Lambda)) }},
		{"argus", DefaultArgus(), func(int) int {
			n := 0
			for g := DefaultArgus(); RisingThreshold(g.Tau0, g.Alpha, n) < UCB(2, g.C, n, 0); n++ {
			}
			return n
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				s := aSituation(t)()
				s.Asked, s.Batch = nil, 1
				n := len(s.Weights)
				var answers []Answer
				for {
					s.Weights = Softmax(Evidence(n, answers, DefaultLikelihood()))
					questions := tc.policy.Next(s)
					if len(questions) == 0 {
						return
					}
					q := questions[0]
					skipped := rapid.Bool().Draw(t, "skipped")
					if !skipped {
						answers = append(answers, anAnswer(q.Field, q.Options).Draw(t, "answer"))
					}
					s.Asked = append(s.Asked, Asked{Key: q.Field.Key, Options: q.Options, Skipped: skipped})
					if len(s.Asked) > tc.most(len(s.Fields)) {
						t.Fatalf("%d questions, at most %d were to be asked", len(s.Asked), tc.most(len(s.Fields)))
					}
				}
			})
		})
	}
}

// The score of Argus that is its own equals leaving it out; another decides which
// question is best.
func TestArgusScore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := aSituation(t)()
		own, given, none := DefaultArgus(), DefaultArgus(), DefaultArgus()
		given.Score = func(evpi, reduction float64, asked, n int) float64 { return UCB(evpi+reduction, given.C, asked, n) }
		none.Score = func(_, _ float64, asked, _ int) float64 { return RisingThreshold(none.Tau0, none.Alpha, asked) }
		want, got := own.Next(s), given.Next(s)
		if len(got) != len(want) {
			t.Fatalf("%d questions, want %d", len(got), len(want))
		}
		for i := range want {
			if got[i].Field != want[i].Field {
				t.Fatalf("question %d is about %s, want %s", i, got[i].Field.Key, want[i].Field.Key)
			}
		}
		if q := none.Next(s); len(q) > 0 {
			t.Fatalf("questions that do not exceed the threshold are asked: %v", q)
		}
	})
}

// What Argus weighs by hand: of four values, as certain as a quarter, two are left by an
// answer; a second parameter of two values halves what the call is certain of.
func TestArgusParts(t *testing.T) {
	colour, size := single("colour", 0, 1, 2, 3), single("size", 0, 1, -1, -1)
	colour.Importance = 0.5
	s := &Situation{Weights: flat(4), Fields: []*Field{colour, size}, Batch: 1, Options: 2, Page: 1}
	g, asked := DefaultArgus(), map[float64]float64{} // reduction by EVPI
	g.Score = func(evpi, reduction float64, _, _ int) float64 { asked[evpi] = reduction; return 1 }
	g.Next(s)
	// the colour is one of two that are named (a quarter of the candidates each) or of two
	// others: 1/4·1 + 1/4·1 + 1/2·1/2 = 3/4 instead of 1/4; the size is certain instead of 1/2
	want := map[float64]float64{1. / 8 * (3 - 1): 0.5 * (0.75 - 0.25), 1. / 8 * (2 - 1): 0.5}
	if diff := cmp.Diff(want, asked); diff != "" {
		t.Error(diff)
	}
}

// Of what is possible from half of the heaviest weight on, a value at just that is.
func TestArgusFeasible(t *testing.T) {
	colour := single("colour", 0, 1, 2)
	for _, tc := range []struct {
		name    string
		weights []float64
		want    float64 // EVPI of naming two of what is possible
	}{
		{"three values, of which an answer leaves one", []float64{0.5, 0.25, 0.25}, 1 - 1./3},
		{"two values, of which an answer leaves one", []float64{0.5, 0.26, 0.24}, 1 - 1./2},
	} {
		got, g := 0.0, Argus{Feasible: 0.5}
		g.Score = func(evpi, _ float64, _, _ int) float64 { got = evpi; return evpi }
		g.Next(&Situation{Weights: tc.weights, Fields: []*Field{colour}, Batch: 1, Options: 3, Page: 1})
		if !near(got, tc.want) {
			t.Errorf("%s: EVPI %v, want %v", tc.name, got, tc.want)
		}
	}
}

// What is asked about is of some use.
func TestJointAsksWhatIsOfUse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := aSituation(t)()
		j := DefaultJoint()
		for _, q := range j.Next(s) {
			asked, skipped := s.times(q.Field.Key)
			if AnswerScale(q.Field.Answerable, j.AnswerFloor)/(1+j.Redundancy*float64(asked+skipped))*q.Worth.Found <= 0 {
				t.Fatalf("%q is asked about and of no use", q.Field.Key)
			}
		}
	})
}

// SAGE-Agent by hand: of four alike a question that halves them makes one in two the best
// instead of one in four, which is worth a quarter.
func TestSage(t *testing.T) {
	for _, tc := range []struct {
		name  string
		sage  Sage
		asked int
		asks  bool
	}{
		{"worth as much as the best is likely", Sage{Alpha: 1, Tau: 1, K: 1}, 0, true},
		{"worth less", Sage{Alpha: 1.01, Tau: 1, K: 1}, 0, false},
		{"as sure as it takes to act", Sage{Tau: 0.25, K: 1}, 0, false},
		{"less sure", Sage{Tau: 0.26, K: 1}, 0, true},
		{"it costs what it is worth", Sage{Lambda: 0.25, Tau: 1, K: 1}, 1, false},
		{"it costs less", Sage{Lambda: 0.24, Tau: 1, K: 1}, 1, true},
	} {
		s := &Situation{Weights: flat(4), Fields: []*Field{single("half", 0, 0, 1, 1)}, Batch: 1, Options: 2, Page: 1,
			Asked: slices.Repeat([]Asked{{Key: "half", Skipped: true}}, tc.asked)}
		if got := keys(tc.sage.Next(s)); (got != "") != tc.asks {
			t.Errorf("%s: asks about %q", tc.name, got)
		}
	}
}

func TestConfigure(t *testing.T) {
	p, err := Configure("sage", map[string]float64{"lambda": 0.2, "budget": 3})
	if err != nil {
		t.Fatal(err)
	}
	want := DefaultSage()
	want.Lambda, want.Budget = 0.2, 3
	if *p.(*Sage) != want {
		t.Errorf("got %+v, want %+v", p, want)
	}
	if p, err := Configure("sage", map[string]float64{"alpha": 0}); err != nil || p.(*Sage).Alpha != 0 {
		t.Errorf("nought is set to %+v: %v", p, err)
	}
	if again, _ := Configure("sage", nil); *again.(*Sage) != DefaultSage() {
		t.Errorf("the default has changed to %+v", again)
	}
	for _, tc := range []struct {
		name, policy, setting string
		value                 float64
		names                 []string // what the error must name
	}{
		{"no such policy", "oracle", "x", 1, []string{`"oracle"`, "argus, entropy, frequency, joint, none, random, sage"}},
		{"no such setting", "argus", "lambda", 1, []string{"argus", `"lambda"`, "tau0"}},
		{"nothing to set", "entropy", "k", 1, []string{"entropy", "no settings"}},
		{"no number", "joint", "sure", math.NaN(), []string{"sure", "NaN"}},
		{"negative", "joint", "sure", -1, []string{"sure", "-1"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := Configure(tc.policy, map[string]float64{tc.setting: tc.value})
			if err == nil {
				t.Fatal("accepted")
			}
			for _, n := range tc.names {
				if !strings.Contains(err.Error(), n) {
					t.Errorf("%q does not name %q", err, n)
				}
			}
		})
	}
	for _, name := range Policies() {
		for _, s := range Settings(name) {
			if s.Name == "" || *s.Value < 0 {
				t.Errorf("setting %+v of %s", s, name)
			}
		}
	}
	if !slices.ContainsFunc(Settings("argus"), func(s Setting) bool { return s.Name == "tau0" && *s.Value == 0.6 }) {
		t.Errorf("settings of argus: %+v", Settings("argus"))
	}
}

// A budget bounds the questions of a conversation.
func TestBudget(t *testing.T) {
	for _, name := range []string{"sage", "argus"} {
		p, err := Configure(name, map[string]float64{"budget": 2})
		if err != nil {
			t.Fatal(err)
		}
		s := twins()
		if got := len(p.Next(s)); got != 2 {
			t.Errorf("%s asks %d questions of a batch of three and a budget of two", name, got)
		}
		s.Asked = []Asked{{Key: "rare"}, {Key: "colour"}}
		if got := p.Next(s); len(got) != 0 {
			t.Errorf("%s asks %q beyond its budget", name, keys(got))
		}
		s.Asked, s.Chosen = nil, []Question{{Field: s.Fields[0]}}
		if got := len(p.Next(s)); got != 1 {
			t.Errorf("%s asks %d questions beside one that stands, of a budget of two", name, got)
		}
	}
}

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
