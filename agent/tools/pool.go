package tools

import (
	"maps"
	"math"
	"slices"
)

const (
	// mostSampled is how many samples are pooled; of more, the first.
	mostSampled = 50
	// mostPooled is how many calls of a tool are made of samples.
	mostPooled = 32
	// leastPooled is the share of the likeliest call's weight that a call of samples has.
	leastPooled = 1e-3
	// alikeness is how much samples of one proposer err alike, the intra-class correlation
	// of Kish's design effect.
	alikeness = 0.2
	// erring is how often a sample is wrong in one thing.
	erring = 0.02
)

// pooled makes of samples, such as the calls that a language model gives when it is asked
// several times, the calls that may be meant. Where each of five arguments is wrong in one
// sample of ten, whole calls hardly ever agree, though their arguments do: so each sample is
// a witness of the tool and of every argument by itself, who errs in one of ten. k samples of
// one proposer count as k/(1+(k−1)r) (Kish, Survey Sampling, 1965), r being [alikeness]. Their
// weights count for nothing: how often something is sampled says already how likely it is.
func pooled(samples []*reading) (out []*reading) {
	samples = samples[:min(len(samples), mostSampled)]
	worth := math.Log((1-erring)/erring) / (1 + float64(len(samples)-1)*alikeness) // of a witness, in nats
	for first := range samples {
		t := samples[first].tool
		of := slices.DeleteFunc(slices.Clone(samples), func(r *reading) bool { return r.tool != t })
		if slices.ContainsFunc(samples[:first], func(r *reading) bool { return r.tool == t }) {
			continue
		}
		calls := []*reading{{tool: t, weight: worth * float64(len(of)), slots: make([]slot, len(t.Parameters))}} // weight is a logarithm
		for n := range t.Parameters {
			said, count := map[string]slot{}, map[string]float64{}
			for _, r := range slices.Backward(of) {
				key := r.slots[n].key(&t.Parameters[n])
				said[key], count[key] = r.slots[n], count[key]+1
			}
			var next []*reading
			for _, r := range calls {
				for _, key := range slices.Sorted(maps.Keys(said)) {
					with := &reading{tool: t, weight: r.weight + worth*(count[key]-float64(len(of))), slots: slices.Clone(r.slots)}
					if key != "" {
						with.slots[n] = said[key]
					}
					next = append(next, with)
				}
			}
			rank(next)
			calls = next[:min(len(next), mostPooled)]
		}
		out = append(out, calls...)
	}
	rank(out)
	for i := range slices.Backward(out) {
		out[i].weight = math.Exp(out[i].weight - out[0].weight)
	}
	return slices.DeleteFunc(out, func(r *reading) bool { return r.weight < leastPooled })
}

// key tells apart what samples say of a parameter; "" is nothing, which is its default.
func (s *slot) key(p *Parameter) string {
	if s.from != originStated || p.Default != nil && same(s.values[0].Of, p.Default) {
		return ""
	}
	of := s.values[0].Of
	if p.Domain.Present == nil {
		if good, err := p.Domain.Accept(of); err == nil {
			of = good
		}
	}
	return canonical(of)
}
