package clarify

import (
	"cmp"
	"math"
	"slices"
)

// Joint asks the batch whose answers together are of most use: the first question
// maximises what its own partition is good for, the next what the joint partition with
// those before it is. Two questions about the same thing are of little use together, which
// is what choosing each by itself cannot see.
//
// One utility decides what is asked and whether: by how much likelier the target is found
// before the shopper leaves ([Worth.Found]), as far as people can answer, less what the
// question itself costs. A question without any use is not asked.
type Joint struct {
	// Cost is the share of shoppers who leave at a question and would not have left otherwise.
	// It counts against V, which is what they forgo.
	Cost float64
	// Redundancy is λ of SAGE-Agent's eq. 4, in the share of a question's value
	// lost for each time its aspect has been asked about before; a skipped question
	// counts twice, because the shopper has shown that it is hard to answer.
	Redundancy float64
	// AnswerFloor is what a question that nobody can answer keeps of its worth, in
	// [0,1]; 1 asks as if everybody could answer everything. See [AnswerScale].
	AnswerFloor float64
	// Sure stops asking: the probability that the page already holds the target.
	Sure float64
}

// DefaultJoint returns the parameters in use. Comparing first questions by what is best asked
// next (two-step look-ahead) was measured and left out: of 1,800 people on a phone in four
// shops it changed how many found the target before leaving by no more than its interval.
func DefaultJoint() Joint {
	return Joint{Cost: usualCost, Redundancy: 0.15, AnswerFloor: answerFloor, Sure: 0.999}
}

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
		c.scale = AnswerScale(c.field.Answerable, j.AnswerFloor) / (1 + j.Redundancy*float64(asked+skipped))
		c.gain = c.alone
	}
	var out []Question
	had := p.Worth(p.whole())
	for _, q := range s.Chosen {
		split := p.Split(q.Field, q.Options)
		had = p.Worth(split)
		p.Refine(split)
	}
	for len(out) < s.Batch {
		best := j.best(open, p, had)
		if best < 0 {
			break
		}
		chosen := open[best]
		out = append(out, Question{Field: chosen.field, Options: chosen.options, Worth: chosen.gain})
		p.Refine(chosen.split)
		had.Bits += chosen.gain.Bits
		had.Page += chosen.gain.Page
		had.Found += chosen.gain.Found
		open = without(open, chosen.field)
	}
	return out
}

// slack is by what factor the use of a question may have grown with those before it and
// still be found. It shrinks as a rule, as bits do; V has no such bound, and what grows to
// more than twice of what it was may be overlooked.
const slack = 2

// use is what asking brings where V is now so much, and grows by gain once there is an
// answer.
func (j Joint) use(c *candidate, gain, now float64) float64 { return c.scale*gain - j.Cost*now }

// best returns the candidate that is of most use on top of what the partition already
// tells, −1 when none is of any. It looks at the candidates in the order of their use when
// last looked at, and stops when no other is likely to win.
func (j Joint) best(open []candidate, p *Partition, had Worth) int {
	now := p.value + had.Found
	order, last := make([]int, len(open)), make([]float64, len(open))
	for i := range open {
		order[i], last[i] = i, j.use(&open[i], slack*open[i].gain.Found, now)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(last[b], last[a]) })
	best, most := -1, math.Inf(-1)
	for _, i := range order {
		if last[i] < most {
			break
		}
		c := &open[i]
		w := c.alone
		if p.count > 1 {
			w = p.Worth(c.split)
		}
		c.gain = Worth{w.Bits - had.Bits, w.Page - had.Page, w.Found - had.Found}
		if use := j.use(c, c.gain.Found, now); j.worthwhile(c, use) && (use > most || use == most && i < best) {
			best, most = i, use
		}
	}
	return best
}

const (
	// useless is what rounding may leave of nothing.
	useless = 1e-9
	// leastBits is what a question that costs nothing has to tell.
	leastBits = 0.02
)

// worthwhile reports whether a candidate of some use is asked about. V is foreseen, and may
// fall a little where much is told: what costs nothing is asked as long as it tells anything.
func (j Joint) worthwhile(c *candidate, use float64) bool {
	return use > useless || j.Cost == 0 && c.gain.Bits >= leastBits
}
