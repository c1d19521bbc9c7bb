package clarify

import "slices"

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
	// LeastBits stops asking: a question that tells less is not worth reading.
	LeastBits float64
	// Sure stops asking: the probability that the page already holds the target.
	Sure float64
}

// DefaultJoint returns the parameters in use. On pc-parts HIT@10 hardly depends on
// them: PageWeight from 0 to 40 agrees within 0.003 at every turn, and Redundancy
// from 0 to 0.5 within 0.005 for truthful shoppers; both are set for the questions
// to read well.
func DefaultJoint() Joint {
	return Joint{PageWeight: 4, Redundancy: 0.15, LeastBits: 0.02, Sure: 0.995}
}

// Next implements [Policy].
func (j Joint) Next(s *Situation) []Question {
	p := NewPartition(s.Weights, s.Page)
	if p.Candidates() < 2 || p.Top() >= j.Sure {
		return nil
	}
	open := s.candidates(p)
	for i := range open {
		c := &open[i]
		asked, skipped := s.times(c.field.Key)
		c.scale = 1 / (1 + j.Redundancy*float64(asked+skipped))
		if c.field.Answerable > 0 {
			c.scale *= c.field.Answerable
		}
	}
	var out []Question
	had := Worth{}
	for len(out) < s.Batch {
		i, w := j.best(open, p, had)
		if i < 0 {
			break
		}
		chosen := open[i]
		out = append(out, chosen.question(p, Worth{Bits: w.Bits - had.Bits, Page: w.Page - had.Page}))
		p.Refine(chosen.split)
		had = w
		// the forms of one aspect exclude each other
		open = slices.DeleteFunc(open, func(c candidate) bool { return c.field == chosen.field })
	}
	return out
}

// best returns the candidate that is worth most on top of what the partition
// already tells, and the worth of both together; −1 when none tells enough.
func (j Joint) best(open []candidate, p *Partition, had Worth) (int, Worth) {
	best, bestValue, bestWorth := -1, 0.0, Worth{}
	for i := range open {
		w := p.Worth(open[i].split)
		if w.Bits-had.Bits < j.LeastBits {
			continue
		}
		if v := j.value(w, had) * open[i].scale; v > bestValue {
			best, bestValue, bestWorth = i, v, w
		}
	}
	return best, bestWorth
}

func (j Joint) value(w, had Worth) float64 {
	return w.Bits - had.Bits + j.PageWeight*(w.Page-had.Page)
}
