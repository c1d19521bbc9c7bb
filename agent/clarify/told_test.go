package clarify

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// divergence is D(after ‖ before) by its definition.
func divergence(after, before []float64) float64 {
	d := 0.0
	for i, p := range after {
		if p > 0 {
			d += p * math.Log2(p/before[i])
		}
	}
	return d
}

// What an answer told is the divergence of the beliefs before and after it, summed
// candidate by candidate.
func TestToldEqualsBruteForce(t *testing.T) {
	l := DefaultLikelihood()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 30).Draw(t, "candidates")
		weights := someWeights(n).Draw(t, "weights")
		f := aField("a", n).Draw(t, "field")
		options := someOptions(f, weights).Draw(t, "options")
		a := anAnswer(f, options).Draw(t, "answer")

		p := NewPartition(weights, 10)
		spread := p.Spread(p.Split(f, options))
		before := make([]float64, n) // the belief without those that do not matter
		for i, c := range p.order {
			before[c] = p.weights[i]
		}
		// the model gives one without a value the share of those with one who agree;
		// by weight, where Evidence counts heads
		agree, valued := 0.0, 0.0
		patterns := f.Patterns(options)
		for i, w := range before {
			if patterns[i] != 0 {
				valued += w
				if patterns[i]&a.Ticked != 0 {
					agree += w
				}
			}
		}
		after := make([]float64, n)
		sum := 0.0
		for i, w := range before {
			for g, e := range l.Noise {
				slip := e / float64(len(options))
				if a.Ticked == OtherBit || a.Ticked.Count() > 1 {
					slip *= l.Elaborate
				}
				var p float64
				switch q := patterns[i]; {
				case a.None && q == 0:
					p = (1 - e) * (1 - l.Unlisted)
				case a.None:
					p = (1 - e) * l.Indifferent
				case q == 0 && valued == 0:
					p = (1-e)*l.Unlisted*0.5 + slip
				case q == 0:
					p = (1-e)*l.Unlisted*agree/valued + slip
				case q == a.Ticked:
					p = (1-e)*(1-l.Indifferent) + slip
				case q&a.Ticked != 0:
					p = (1-e)*(1-l.Indifferent)*l.Overlap + slip
				default:
					p = slip
				}
				after[i] += w * l.Prior[g] * p
			}
			sum += after[i]
		}
		for i := range after {
			after[i] /= sum
		}
		want, got := divergence(after, before), l.Told(spread, len(options), a.Ticked)
		if !near(want, got) {
			t.Fatalf("%v bits, want %v", got, want)
		}
	})
}

// Where every candidate has a value, the belief after an answer is the one that
// Evidence leads to.
func TestToldAgreesWithEvidence(t *testing.T) {
	l := DefaultLikelihood()
	f := several("colour", []uint32{0}, []uint32{0, 1}, []uint32{1}, []uint32{2}, []uint32{3}, []uint32{0, 2})
	options := []Option{{Codes: []uint32{0}}, {Codes: []uint32{1}}, {Codes: []uint32{2}}}
	weights := []float64{0.3, 0.1, 0.2, 0.1, 0.05, 0.25}
	p := NewPartition(weights, 2)
	spread := p.Spread(p.Split(f, options))
	for _, ticked := range []Pattern{1, 2, 3, 4, 5, 7, OtherBit, 1 | OtherBit, 0} {
		logs := Evidence(len(weights), []Answer{{Field: f, Options: options, Ticked: ticked, None: ticked == 0}}, l)
		for i, w := range weights {
			logs[i] += math.Log(w)
		}
		if want, got := divergence(Softmax(logs), weights), l.Told(spread, len(options), ticked); !near(got, want) {
			t.Errorf("ticks %b: %v bits, want %v", ticked, got, want)
		}
	}
}

// What is as likely of all tells nothing, and neither does what is likely of nobody.
func TestToldNothing(t *testing.T) {
	certain := Likelihood{Noise: []float64{0}, Prior: []float64{1}}
	if bits := DefaultLikelihood().Told(&Spread{0: 1}, 2, 1); bits != 0 {
		t.Errorf("where nobody has a value an answer tells %v bits", bits)
	}
	if bits := certain.Told(&Spread{1: 0.5, 2: 0.5}, 3, 4); bits != 0 {
		t.Errorf("an answer that nobody gives tells %v bits", bits)
	}
}

// No answer tells less than nothing, none is expected to tell more than the question
// parts the belief, and answers without error tell just that.
func TestTellsIsAtMostTheGain(t *testing.T) {
	certain := Likelihood{Noise: []float64{0}, Prior: []float64{1}}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "candidates")
		weights := someWeights(n).Draw(t, "weights")
		f := aField("a", n).Draw(t, "field")
		options := someOptions(f, weights).Draw(t, "options")
		p := NewPartition(weights, 10)
		split := p.Split(f, options)
		spread := p.Spread(split)
		gain := p.Worth(split).Bits
		if told := DefaultLikelihood().Told(spread, len(options), anAnswer(f, options).Draw(t, "answer").Ticked); told < 0 || math.IsNaN(told) || math.IsInf(told, 0) {
			t.Fatalf("an answer tells %v bits", told)
		}
		if tells := DefaultLikelihood().Tells(spread, len(options)); tells < 0 || tells > gain+1e-9 {
			t.Fatalf("tells %v bits, parts %v", tells, gain)
		}
		if tells := certain.Tells(spread, len(options)); !near(tells, gain) {
			t.Fatalf("without error it tells %v bits, parts %v", tells, gain)
		}
	})
}

func BenchmarkTells(b *testing.B) {
	var s Spread
	for p := range 6 {
		s[1<<p] = 1.0 / 6
	}
	for b.Loop() {
		DefaultLikelihood().Tells(&s, 5)
	}
}
