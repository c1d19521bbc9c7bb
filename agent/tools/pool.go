package tools

import (
	"cmp"
	"math"
	"slices"

	"shopclerk/agent/clarify"
)

const (
	// mostSampled is how many samples are pooled; of more, whoever proposes them knows
	// shares well enough.
	mostSampled = 100
	// mostPooled is how many calls of a tool are made of samples.
	mostPooled = 64
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
	p := pool{samples: samples, said: map[*Tool][]int{}, logs: map[witness]float64{}}
	for i := range samples {
		t := samples[i].tool
		if _, seen := p.said[t]; seen {
			continue
		}
		p.said[t] = []int{}
		for n := range t.Parameters {
			if slices.ContainsFunc(samples, func(r reading) bool { return r.tool == t && r.slots[n].key(&t.Parameters[n]) != "" }) {
				p.said[t] = append(p.said[t], n)
			}
		}
	}
	var all []account
	for i := range samples {
		if t := samples[i].tool; !slices.ContainsFunc(all, func(a account) bool { return a.tool == t }) {
			all = append(all, p.accounts(t)...)
		}
	}
	// what a sample of another tool says is explained at best as well as by that tool's
	// likeliest call, and the tool is wrong
	for i := range all {
		for o := range samples {
			if samples[o].tool == all[i].tool {
				continue
			}
			best := slices.IndexFunc(all, func(a account) bool { return a.tool == samples[o].tool })
			w := all[best].witnesses[o]
			all[i].witnesses[o] = witness{w.agrees - 1, w.differs + 1}
		}
	}
	for i := range all {
		all[i] = p.weigh(all[i])
	}
	slices.SortStableFunc(all, func(a, b account) int { return cmp.Compare(b.log, a.log) })
	n := float64(len(samples))
	var out []reading
	for _, a := range all {
		a.weight = math.Exp((a.log - all[0].log) / (1 + (n-1)*alikeness))
		if a.weight >= leastPooled {
			out = append(out, a.reading)
		}
	}
	return out
}

// pool is what accounts of samples are made of.
type pool struct {
	samples []reading
	said    map[*Tool][]int // parameters of which some sample says something
	logs    map[witness]float64
}

// witness is what a sample says of a call.
type witness struct{ agrees, differs int }

// account is a call that may be meant, or the beginning of one.
type account struct {
	reading
	witnesses []witness // by sample
	log       float64   // of the samples' probability
}

// accounts are the likeliest calls of a tool that are made of what its samples say.
func (p *pool) accounts(t *Tool) []account {
	first := account{reading: reading{tool: t, slots: make([]slot, len(t.Parameters))}, witnesses: make([]witness, len(p.samples))}
	for i := range p.samples {
		if p.samples[i].tool == t {
			first.witnesses[i].agrees = 1
		}
	}
	out := []account{p.weigh(first)}
	for _, n := range p.said[t] {
		var next []account
		for _, before := range out {
			var tried []string
			for i := range p.samples {
				if p.samples[i].tool != t {
					continue
				}
				key := p.samples[i].slots[n].key(&t.Parameters[n])
				if slices.Contains(tried, key) {
					continue
				}
				tried = append(tried, key)
				a := before
				a.slots, a.witnesses = slices.Clone(before.slots), slices.Clone(before.witnesses)
				if key != "" {
					a.slots[n] = p.samples[i].slots[n]
				}
				for o := range p.samples {
					switch w := &a.witnesses[o]; {
					case p.samples[o].tool != t:
					case p.samples[o].slots[n].key(&t.Parameters[n]) == key:
						w.agrees++
					default:
						w.differs++
					}
				}
				next = append(next, p.weigh(a))
			}
		}
		slices.SortStableFunc(next, func(a, b account) int { return cmp.Compare(b.log, a.log) })
		out = next[:min(len(next), mostPooled)]
	}
	return out
}

// weigh sums up what the witnesses say.
func (p *pool) weigh(a account) account {
	noise := clarify.DefaultLikelihood()
	a.log = 0
	for _, w := range a.witnesses {
		log, known := p.logs[w]
		if !known {
			sum := 0.0
			for g, e := range noise.Noise {
				sum += noise.Prior[g] * math.Pow(1-e, float64(w.agrees)) * math.Pow(e, float64(w.differs))
			}
			log = math.Log(sum)
			p.logs[w] = log
		}
		a.log += log
	}
	return a
}

// key tells apart what samples say of a parameter; "" is nothing, which is its default.
func (s *slot) key(p *Parameter) string {
	if s.from != stated || p.Default != nil && same(s.values[0].Of, p.Default) {
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
