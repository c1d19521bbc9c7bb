package language

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// TestModel shares the belief by weights, tells their parts, and writes what it read.
func TestModel(t *testing.T) {
	text := "ask\tneed\tthanks\nbye\t2=1.5\nred\t0=-0.5\t1=1\n"
	m, err := ReadModel(text)
	if err != nil {
		t.Fatal(err)
	}
	ask, need, thanks := math.Exp(-0.5), math.Exp(1), math.Exp(1.5)
	for said, want := range map[string][]float64{
		"red":     {ask / (ask + need + 1), need / (ask + need + 1), 1 / (ask + need + 1)},
		"red bye": {ask / (ask + need + thanks), need / (ask + need + thanks), thanks / (ask + need + thanks)},
		"unheard": {1. / 3, 1. / 3, 1. / 3},
	} {
		for l, got := range m.Predict(strings.Fields(said)) {
			if math.Abs(got-want[l]) > 1e-9 {
				t.Errorf("%q is %s by %.4f, want %.4f", said, m.Labels[l], got, want[l])
			}
		}
	}
	if got := (&Model{}).Predict([]string{"red"}); len(got) != 0 {
		t.Errorf("without labels: %v", got)
	}
	if got := (&Model{Labels: []string{"a", "b"}, weights: map[string][]float32{"x": {800, 0}}}).Predict([]string{"x"}); got[0] != 1 || got[1] != 0 {
		t.Errorf("a score beyond what exp can tell is shared as %v", got)
	}
	if !m.Knows("red") || m.Knows("unheard") {
		t.Error("what has weights")
	}
	if got := m.Explain([]string{"unheard", "bye", "red"}, "need"); !slices.Equal(got, []Part{{"red", 1}}) {
		t.Errorf("a need by %v", got)
	}
	if got := m.Explain([]string{"red"}, "order"); got != nil {
		t.Errorf("no act by %v", got)
	}
	var b strings.Builder
	if err := m.Write(&b); err != nil || b.String() != text {
		t.Errorf("wrote %q, %v", b.String(), err)
	}
	for line, want := range map[string]string{
		"red\t0": `line 3: "0" is no weight`, "red\tx=1": `line 3: "x=1" is no weight`, "red\t0=x": `line 3: "0=x" is no weight`,
		"red\t-1=1": `line 3: "-1=1" is no weight`, "red\t2=1": `line 3: "2=1" is no weight`,
	} {
		if _, err := ReadModel("a\tb\nbye\t1=1\n" + line); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", line, err, want)
		}
	}
	if parts := (&Model{Labels: []string{"a"}, weights: map[string][]float32{"x": {1}, "y": {-2}, "z": {1.5}}}).Explain([]string{"x", "y", "z"}, "a"); !slices.Equal(parts, []Part{{"y", -2}, {"z", 1.5}, {"x", 1}}) {
		t.Errorf("the largest part first: %v", parts)
	}
}

// TestLearn holds what is learned against AdaGrad's steps, written down once more for features
// that never meet, and leaves out what only one example has.
func TestLearn(t *testing.T) {
	examples := []Example{
		{Features: []string{"red"}, Label: "need"}, {Features: []string{"red", "once"}, Label: "need"},
		{Features: []string{"bye"}, Label: "thanks", Weight: 2}, {Features: []string{"bye"}, Label: "thanks", Weight: 2},
	}
	m := Learn(examples, 1)
	for feature, tc := range map[string]struct {
		right  int // of two labels
		weight float64
	}{"red": {0, 1}, "bye": {1, 2}} {
		var w, g [2]float64
		for range 2 * learnRounds {
			sum := math.Exp(w[0]) + math.Exp(w[1])
			shares := [2]float64{math.Exp(w[0]) / sum, math.Exp(w[1]) / sum}
			shares[tc.right]--
			for l, d := range shares {
				d = tc.weight*d + learnDecay*w[l]
				g[l] += d * d
				w[l] -= learnRate * d / (1e-3 + math.Sqrt(g[l]))
			}
		}
		for l, want := range w {
			if parts := m.Explain([]string{feature}, m.Labels[l]); len(parts) != 1 || math.Abs(parts[0].Points-want) > 0.0051 {
				t.Errorf("%s weighs %v for %s, want %.2f", feature, parts, m.Labels[l], want)
			}
		}
	}
	if m.Knows("once") {
		t.Error("what one example has is learned")
	}
	for _, e := range examples {
		l, _ := slices.BinarySearch(m.Labels, e.Label)
		if share := m.Predict(e.Features)[l]; share < 0.8 {
			t.Errorf("%q is %s by %.2f", e.Features, e.Label, share)
		}
	}
	var a, b strings.Builder
	if err := m.Write(&a); err != nil {
		t.Fatal(err)
	}
	if err := Learn(examples, 1).Write(&b); err != nil || a.String() != b.String() {
		t.Errorf("learned %q, and then %q of the same", a.String(), b.String())
	}
}
