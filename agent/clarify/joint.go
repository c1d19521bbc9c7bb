package clarify

import (
	"cmp"
	"math"
	"slices"
)

// Joint asks the batch whose answers together are worth most: the first question
// maximises the value of its own partition, the next the value of the joint
// partition with those before it. Two questions about the same thing are worth
// little together, which is what choosing each by itself cannot see.
//
// The value mixes bits and page gain (see [Worth]). With thousands of equal
// candidates the page gain is nearly flat and the bits lead; once a page holds
// much of the belief, the page gain is what the shopper feels.
type Joint struct {
	// PageWeight is what a certain gain of the whole page is worth in bits.
	PageWeight float64
	// Redundancy is λ of SAGE-Agent's eq. 4, in the share of a question's value
	// lost for each time its aspect has been asked about before; a skipped question
	// counts twice, because the shopper has shown that it is hard to answer.
	Redundancy float64
	// AnswerFloor is what a question that nobody can answer keeps of its worth, in
	// [0,1]; 1 asks as if everybody could answer everything. See [AnswerScale].
	AnswerFloor float64
	// LeastBits stops asking: a question that tells less is not worth reading.
	LeastBits float64
	// Sure stops asking: the probability that the page already holds the target.
	Sure float64
}

// DefaultJoint returns the parameters in use, found on pc-parts with 1,000
// shoppers. HIT@10 hardly depends on them: PageWeight from 1 to 10 agrees within
// 0.01 at every turn, truthful and careless, and Redundancy of 0.05 does with 0.15,
// which keeps a conversation moving. Sure and LeastBits trade questions for places
// within the page: at 0.995 truthful shoppers are asked 8.4 questions for MRR@10
// 0.833, at 0.999 8.8 for 0.841, and HIT@10 is the same.
func DefaultJoint() Joint {
	return Joint{PageWeight: 4, Redundancy: 0.15, AnswerFloor: answerFloor, LeastBits: 0.02, Sure: 0.999}
}

// rivals is how many questions that were not chosen each question remembers.
const rivals = 3

// Next implements [Policy].
func (j Joint) Next(s *Situation) []Question {
	p := s.Partition()
	if p.Candidates() < 2 || p.Top() >= j.Sure {
		return nil
	}
	open := s.candidates()
	for i := range open {
		c := &open[i]
		asked, skipped := s.times(c.field.Key)
		c.asked = asked
		c.scale = AnswerScale(c.field.Answerable, j.AnswerFloor) / (1 + j.Redundancy*float64(asked+skipped))
		c.bits = math.Inf(1)
	}
	var out []Question
	had := Worth{}
	for _, q := range s.Chosen {
		split := p.Split(q.Field, q.Options)
		had = p.Worth(split)
		p.Refine(split)
	}
	for len(out) < s.Batch {
		best, lost := j.best(open, p, had)
		if best < 0 {
			break
		}
		chosen := open[best]
		q := chosen.question(p, chosen.gain)
		q.Rivals = lost
		out = append(out, q)
		p.Refine(chosen.split)
		had.Bits += chosen.gain.Bits
		had.Page += chosen.gain.Page
		open = without(open, chosen.field)
	}
	return out
}

// best returns the candidate that is worth most on top of what the partition
// already tells, −1 when none tells enough, and its rivals. It looks at the
// candidates in the order of the most they can be worth and stops when no other
// can win: bits never grow from one question of the batch to the next, because
// entropy is submodular, and [Partition.atMost] bounds the page gain.
func (j Joint) best(open []candidate, p *Partition, had Worth) (int, []Rival) {
	type bound struct {
		candidate int
		value     float64
	}
	bounds := make([]bound, len(open))
	for i, c := range open {
		bounds[i] = bound{i, c.scale * j.value(Worth{c.bits, p.atMost(len(c.split.patterns)) - had.Page})}
	}
	slices.SortFunc(bounds, func(a, b bound) int {
		return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(a.candidate, b.candidate))
	})
	best, bestValue := -1, 0.0
	var seen []bound
	for _, b := range bounds {
		if best >= 0 && b.value < bestValue-1e-9 {
			break
		}
		c := &open[b.candidate]
		w := c.alone
		if p.count > 1 {
			w = p.Worth(c.split)
		}
		c.gain = Worth{w.Bits - had.Bits, w.Page - had.Page}
		c.bits = c.gain.Bits
		v := c.scale * j.value(c.gain)
		seen = append(seen, bound{b.candidate, v})
		if c.bits >= j.LeastBits && (v > bestValue || v == bestValue && b.candidate < best) {
			best, bestValue = b.candidate, v
		}
	}
	if best < 0 {
		return best, nil
	}
	slices.SortFunc(seen, func(a, b bound) int {
		return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(a.candidate, b.candidate))
	})
	var lost []Rival
	for _, b := range seen {
		c := &open[b.candidate]
		if c.field != open[best].field && len(lost) < rivals &&
			!slices.ContainsFunc(lost, func(r Rival) bool { return r.Field == c.field }) {
			lost = append(lost, Rival{c.field, c.gain, c.scale, c.asked})
		}
	}
	return best, lost
}

func (j Joint) value(gain Worth) float64 { return gain.Bits + j.PageWeight*gain.Page }
