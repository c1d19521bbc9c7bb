package tools

import (
	"cmp"
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
	// of Kish's design effect. With a fifth the certainty of what 3, 5 and 10 samples of the
	// bench's proposer agree in is off by 0.04, 0.03 and 0.02 (expected calibration error).
	alikeness = 0.2
)

// pooled makes of samples, such as the calls that a language model gives when it is asked
// several times, the calls that may be meant.
//
// Where each of five arguments is wrong in one sample of ten, whole calls hardly ever
// agree, though their arguments do. So a sample is taken for a witness, who says several
// things of the call that is meant (the tool, each argument, or that it is not known) and
// errs in each with a rate ε of its own. With the rates and the prior of
// [clarify.DefaultLikelihood],
//
//	P(sample | call) = Σ_ε P(ε) (1−ε)^agrees ε^differs,
//
// as in [clarify.Evidence]: who differs from the others in one thing is believed less in
// the rest, so that arguments that were exchanged are settled together. That errors are
// as likely to be this one as any is the worst case. k samples of one proposer count as
// k/(1+(k−1)r) (Kish, Survey Sampling, 1965), r being [alikeness]. Their
// weights count for nothing: how often something is sampled says already how likely it is.
func pooled(samples []reading) []reading {
	samples = samples[:min(len(samples), mostSampled)]
	p := pool{samples: samples, keys: make([][]string, len(samples)), logs: map[witness]float64{}}
	for i := range samples {
		t := samples[i].tool
		for n := range t.Parameters {
			p.keys[i] = append(p.keys[i], samples[i].slots[n].key(&t.Parameters[n]))
		}
	}
	var all []account
	best := map[*Tool][]witness{} // of the likeliest call of a tool
	for i := range samples {
		if t := samples[i].tool; best[t] == nil {
			of := p.accounts(t)
			best[t], all = of[0].witnesses, append(all, of...)
		}
	}
	for i := range all {
		for o := range samples {
			if t := samples[o].tool; t != all[i].tool { // at best right but for the tool
				w := best[t][o]
				all[i].witnesses[o] = witness{w.agrees - 1, w.differs + 1}
			}
		}
		all[i].log = p.log(all[i].witnesses)
	}
	slices.SortStableFunc(all, likelier)
	var out []reading
	for _, a := range all {
		a.weight = math.Exp((a.log - all[0].log) / (1 + float64(len(samples)-1)*alikeness))
		if a.weight >= leastPooled {
			out = append(out, a.reading)
		}
	}
	return out
}

// pool is what accounts of samples are made of.
type pool struct {
	samples []reading
	keys    [][]string // what is said of a parameter, by sample
	logs    map[witness]float64
}

// witness counts in what a sample agrees with a call.
type witness struct{ agrees, differs int }

// account is a call that may be meant, or the beginning of one.
type account struct {
	reading
	witnesses []witness // by sample
	log       float64   // of the samples' probability
}

func likelier(a, b account) int { return cmp.Compare(b.log, a.log) }

// accounts are the likeliest calls of a tool that are made of what its samples say.
func (p *pool) accounts(t *Tool) []account {
	first := account{reading: reading{tool: t, slots: make([]slot, len(t.Parameters))}, witnesses: make([]witness, len(p.samples))}
	for i := range p.samples {
		if p.samples[i].tool == t {
			first.witnesses[i].agrees = 1
		}
	}
	out := []account{first}
	for n := range t.Parameters {
		said := map[string]slot{}
		for i := range slices.Backward(p.samples) {
			if s := &p.samples[i]; s.tool == t {
				said[p.keys[i][n]] = s.slots[n]
			}
		}
		if _, silent := said[""]; silent && len(said) == 1 {
			continue
		}
		var next []account
		for _, before := range out {
			for _, key := range slices.Sorted(maps.Keys(said)) {
				a := p.hear(before, n, key)
				if a.slots = slices.Clone(a.slots); key != "" {
					a.slots[n] = said[key]
				}
				next = append(next, a)
			}
		}
		slices.SortStableFunc(next, likelier)
		out = next[:min(len(next), mostPooled)]
	}
	return out
}

// hear adds to what the witnesses say of a call that a parameter is so.
func (p *pool) hear(a account, n int, key string) account {
	a.witnesses = slices.Clone(a.witnesses)
	for i := range p.samples {
		if p.samples[i].tool != a.tool {
		} else if p.keys[i][n] == key {
			a.witnesses[i].agrees++
		} else {
			a.witnesses[i].differs++
		}
	}
	a.log = p.log(a.witnesses)
	return a
}

// log is that of what the witnesses say.
func (p *pool) log(witnesses []witness) float64 {
	all := 0.0
	for _, w := range witnesses {
		if _, known := p.logs[w]; !known {
			sum := 0.0
			for g, e := range people.Noise {
				sum += people.Prior[g] * math.Pow(1-e, float64(w.agrees)) * math.Pow(e, float64(w.differs))
			}
			p.logs[w] = math.Log(sum)
		}
		all += p.logs[w]
	}
	return all
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
