package clarify

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// manyCandidates is the size of a large category.
const manyCandidates = 50_000

// manyFields makes ten aspects as a shop has them: brands, colours (several a
// product), numbers and ranges, with gaps, some following others.
func manyFields(n int) []*Field {
	r := rand.New(rand.NewPCG(1, 2))
	brand := make([]int, n)
	fields := make([]*Field, 10)
	for k := range fields {
		f := &Field{Key: fmt.Sprint("aspect ", k), Size: 8 << k, Offsets: make([]uint32, 1, n+1)}
		f.Size = min(f.Size, 1000)
		if k%3 == 1 {
			for c := range f.Size {
				f.Numbers = append(f.Numbers, float64(c)*1.25)
			}
		}
		for i := range n {
			code := int(float64(f.Size) * r.Float64() * r.Float64())
			switch {
			case k == 0:
				brand[i] = code
			case k%2 == 0: // follows the brand
				code = (brand[i]*7 + code/4) % f.Size
			}
			row := []uint32{uint32(code)}
			if k%4 == 3 || k == 1 {
				row = append(row, uint32((code+1+r.IntN(3))%f.Size))
			}
			if r.IntN(10) == 0 {
				row = nil
			}
			slices.Sort(row)
			f.Codes = append(f.Codes, slices.Compact(row)...)
			f.Offsets = append(f.Offsets, uint32(len(f.Codes)))
		}
		fields[k] = f
	}
	return fields
}

// BenchmarkJoint chooses three questions of five options among ten aspects.
func BenchmarkJoint(b *testing.B) {
	s := &Situation{Weights: flat(manyCandidates), Fields: manyFields(manyCandidates), Batch: 3, Options: 5, Page: 10}
	j := DefaultJoint()
	if len(j.Next(s)) != 3 {
		b.Fatal("nothing to ask")
	}
	b.ReportAllocs()
	for b.Loop() {
		j.Next(s)
	}
}

// BenchmarkEvidence weighs the candidates by fifteen answers: five turns of three.
func BenchmarkEvidence(b *testing.B) {
	fields := manyFields(manyCandidates)
	weights := flat(manyCandidates)
	var answers []Answer
	for q := range 15 {
		f := fields[q%len(fields)]
		options := Options(f, weights, 5)[0]
		answers = append(answers, truth(f, options, f.Patterns(options)[q]))
	}
	b.ReportAllocs()
	for b.Loop() {
		Evidence(manyCandidates, answers, DefaultLikelihood())
	}
}
