package clarify

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// truth is what a shopper who wants a candidate of the pattern answers.
func truth(f *Field, options []Option, p Pattern) Answer {
	return Answer{Field: f, Options: options, Ticked: p, None: p == 0}
}

// anAnswer draws any answer to a question: true, wrong or indifferent.
func anAnswer(f *Field, options []Option) *rapid.Generator[Answer] {
	return rapid.Custom(func(t *rapid.T) Answer {
		var ticked Pattern
		for o := range options {
			if rapid.Bool().Draw(t, "ticked") {
				ticked |= 1 << o
			}
		}
		if rapid.Bool().Draw(t, "other") {
			ticked |= OtherBit
		}
		return Answer{Field: f, Options: options, Ticked: ticked, None: ticked == 0}
	})
}

func TestEvidenceIsALogProbability(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "candidates")
		weights := someWeights(n).Draw(t, "weights")
		var answers []Answer
		for range rapid.IntRange(0, 20).Draw(t, "answers") {
			f := aField("a", n).Draw(t, "field")
			answers = append(answers, anAnswer(f, someOptions(f, weights).Draw(t, "options")).Draw(t, "answer"))
		}
		got := Evidence(n, answers, DefaultLikelihood())
		if len(got) != n {
			t.Fatalf("%d entries for %d candidates", len(got), n)
		}
		for i, e := range got {
			if math.IsNaN(e) || math.IsInf(e, 0) || e > 0 {
				t.Fatalf("candidate %d has evidence %v", i, e)
			}
			if len(answers) == 0 && e != 0 {
				t.Fatalf("without answers, candidate %d has evidence %v", i, e)
			}
		}
		w := Softmax(got)
		slices.Reverse(answers)
		for i, e := range Evidence(n, answers, DefaultLikelihood()) {
			if math.Abs(e-got[i]) > 1e-9*(1+math.Abs(e)) {
				t.Fatalf("candidate %d: %v in one order of answers, %v in the other", i, got[i], e)
			}
			if w[i] == 0 {
				t.Fatalf("candidate %d of evidence %v has been lost", i, e)
			}
		}
	})
}

// A shopper who tells the truth never loses the product: the target's evidence is
// the largest there is, and exactly the candidates that would have answered every
// question the same way share it. It needs of the likelihood that the candidate's
// own answer is likelier than an overlapping, a disjoint or an unlisted one, and
// "no preference" likelier from one without a value.
func TestTruthNeverLosesTheTarget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "candidates")
		weights := someWeights(n).Draw(t, "weights")
		target := rapid.IntRange(0, n-1).Draw(t, "target")
		alike := make([]bool, n)
		for i := range alike {
			alike[i] = true
		}
		var answers []Answer
		for range rapid.IntRange(0, 15).Draw(t, "questions") {
			f := aField("a", n).Draw(t, "field")
			options := someOptions(f, weights).Draw(t, "options")
			patterns := f.Patterns(options)
			answers = append(answers, truth(f, options, patterns[target]))
			for i, p := range patterns {
				alike[i] = alike[i] && p == patterns[target]
			}
		}
		evidence := Evidence(n, answers, DefaultLikelihood())
		for i, e := range evidence {
			switch {
			case alike[i] && e != evidence[target]:
				t.Fatalf("candidate %d answers as the target does, and has %v instead of %v", i, e, evidence[target])
			case !alike[i] && e >= evidence[target]:
				t.Fatalf("candidate %d answers differently, and its %v is not below the target's %v", i, e, evidence[target])
			}
		}
	})
}

func TestEvidenceOrdersTheRelations(t *testing.T) {
	// red, red and blue, blue, unknown, green
	f := several("colour", []uint32{0}, []uint32{0, 1}, []uint32{1}, nil, []uint32{2})
	options := []Option{{Codes: []uint32{0}}, {Codes: []uint32{1}}}
	for _, tc := range []struct {
		name   string
		answer Answer
		want   [][]int // groups of equal evidence, best first
	}{
		{"one option", Answer{Ticked: 1}, [][]int{{0}, {1}, {3}, {2, 4}}},
		{"both options", Answer{Ticked: 3}, [][]int{{1}, {0, 2}, {3}, {4}}},
		{"something else", Answer{Ticked: OtherBit}, [][]int{{4}, {3}, {0, 1, 2}}},
		{"one option or something else", Answer{Ticked: 1 | OtherBit}, [][]int{{0, 1, 4}, {3}, {2}}},
		{"no preference", Answer{None: true}, [][]int{{3}, {0, 1, 2, 4}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.answer.Field, tc.answer.Options = f, options
			e := Evidence(f.Len(), []Answer{tc.answer}, DefaultLikelihood())
			for g, group := range tc.want {
				for _, i := range group {
					if e[i] != e[group[0]] {
						t.Errorf("candidates %d and %d differ: %v", i, group[0], e)
					}
					if g > 0 && e[i] >= e[tc.want[g-1][0]] {
						t.Errorf("candidate %d is not below those of %v: %v", i, tc.want[g-1], e)
					}
				}
			}
		})
	}
}

// A product whose value is not listed is expected to answer as the others do: by
// the share of those with a value that agree, if its shopper can tell at all.
func TestUnlistedFollowsTheOthers(t *testing.T) {
	// three red, one red and blue, one blue, one unknown
	f := several("colour", []uint32{0}, []uint32{0}, []uint32{0}, []uint32{0, 1}, []uint32{1}, nil)
	options := []Option{{Codes: []uint32{0}}, {Codes: []uint32{1}}}
	l := Likelihood{Noise: []float64{0.1}, Prior: []float64{1}, Overlap: 0.2, Unlisted: 0.3, Elaborate: 0.5, Indifferent: 0.4}
	for _, tc := range []struct {
		name   string
		ticked Pattern
		agree  float64 // of five
	}{{"red", 1, 4}, {"blue", 2, 2}, {"both", 3, 5}, {"something else", OtherBit, 0}} {
		got := Evidence(f.Len(), []Answer{{Field: f, Options: options, Ticked: tc.ticked}}, l)[5]
		// half a candidate is added to either side, so that no share is 0 or 1
		slip := 0.1 / 2
		if tc.ticked.Count() > 1 || tc.ticked == OtherBit {
			slip *= 0.5
		}
		want := math.Log(0.9*0.3*(tc.agree+0.5)/6 + slip)
		if !near(got, want) {
			t.Errorf("%s: the unknown has %v, want %v", tc.name, got, want)
		}
	}
}

// One wrong answer among consistent ones is forgiven: the target stays ahead of a
// candidate that two answers contradict.
func TestOneWrongAnswerIsForgiven(t *testing.T) {
	var answers []Answer
	for q := range 6 {
		f := single("a", q%2, 1-q%2) // the two candidates differ in everything
		options := []Option{{Codes: []uint32{0}}, {Codes: []uint32{1}}}
		p := f.Patterns(options)[0]
		if q == 3 {
			p = f.Patterns(options)[1]
		}
		answers = append(answers, Answer{Field: f, Options: options, Ticked: p})
	}
	e := Evidence(2, answers, DefaultLikelihood())
	if e[0] <= e[1] {
		t.Errorf("five answers to one leave the target at %v, the other at %v", e[0], e[1])
	}
}

// An answer that fits neither of two candidates makes large error rates likely,
// so that what tells the two apart counts for less.
func TestContradictionWeakensAnswers(t *testing.T) {
	options := []Option{{Codes: []uint32{0}}, {Codes: []uint32{1}}}
	apart := Answer{Field: single("apart", 0, 1, 1), Options: options, Ticked: 1}
	alike := Answer{Field: single("alike", 0, 0, 1), Options: options}
	gap := func(ticked Pattern) float64 {
		alike.Ticked = ticked
		e := Evidence(3, []Answer{apart, alike}, DefaultLikelihood())
		return e[0] - e[1]
	}
	if fits, contradicts := gap(1), gap(2); contradicts >= fits || contradicts <= 0 {
		t.Errorf("beside an answer that fits both the two are %v apart, beside one that fits neither %v", fits, contradicts)
	}
}

// Of so many that they are looked at in parts, those who answer alike have the same evidence
// and the same weight, whichever part they are in.
func TestEvidenceOfMany(t *testing.T) {
	const n = 4 * 16_384
	codes := make([]int, n)
	for i := range codes {
		codes[i] = i % 3
	}
	f := single("colour", codes...)
	e := Evidence(n, []Answer{{Field: f, Options: []Option{{Codes: []uint32{0}}, {Codes: []uint32{1}}}, Ticked: 1}}, DefaultLikelihood())
	w := Softmax(e)
	for i := range e {
		if alike := i % 3; e[i] != e[alike] || w[i] != w[alike] {
			t.Fatalf("candidate %d has %v and weighs %v, candidate %d %v and %v", i, e[i], w[i], alike, e[alike], w[alike])
		}
	}
	if e[0] <= e[1] || e[1] != e[2] {
		t.Errorf("who was ticked has %v, the others %v and %v", e[0], e[1], e[2])
	}
}

func TestDefaultLikelihood(t *testing.T) {
	l := DefaultLikelihood()
	if len(l.Noise) != len(l.Prior) || len(l.Noise) == 0 {
		t.Fatalf("%d error rates with %d weights", len(l.Noise), len(l.Prior))
	}
	sum := 0.0
	for _, p := range l.Prior {
		sum += p
	}
	if !near(sum, 1) {
		t.Errorf("the prior sums to %v", sum)
	}
	for _, p := range append(slices.Concat(l.Noise, l.Prior), l.Overlap, l.Unlisted, l.Indifferent) {
		if p <= 0 || p >= 1 {
			t.Errorf("%v is no probability in (0,1)", p)
		}
	}
}

func TestSoftmax(t *testing.T) {
	if Softmax(nil) != nil {
		t.Error("nobody has weight")
	}
	rapid.Check(t, func(t *rapid.T) {
		logs := rapid.SliceOfN(rapid.Float64Range(-1e6, 1e6), 1, 30).Draw(t, "logs")
		if rapid.Bool().Draw(t, "one is out") {
			logs = append(logs, math.Inf(-1))
		}
		w := Softmax(logs)
		sum := 0.0
		for i := range w {
			if !(w[i] >= 0 && w[i] <= 1) {
				t.Fatalf("weight %v", w[i])
			}
			sum += w[i]
			for j := range w {
				if logs[i] < logs[j] && w[i] > w[j] {
					t.Fatalf("%v has more weight than %v", logs[i], logs[j])
				}
			}
		}
		if !near(sum, 1) {
			t.Fatalf("weights sum to %v", sum)
		}
	})
	w := Softmax([]float64{math.Log(3), 0, math.Inf(-1)})
	if !near(w[0], 0.75) || !near(w[1], 0.25) || w[2] != 0 {
		t.Errorf("3 to 1 to nothing gives %v", w)
	}
}
