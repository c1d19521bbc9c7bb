package clarify

import (
	"cmp"
	"slices"
)

// entropy asks about the aspects whose answers are least certain, each by itself:
// active task disambiguation without a view of the batch.
func entropy(s *Situation) []Question {
	p := s.Partition()
	if p.Candidates() < 2 {
		return nil
	}
	return s.best(p, s.Batch, func(c *candidate) (float64, bool) { return c.gain.Bits, true })
}

// frequency asks about the aspects that most of the candidates have, as a clerk
// does who only looks at statistics: ProductAgent without a language model.
func frequency(s *Situation) []Question {
	p := s.Partition()
	return s.best(p, s.Batch, func(c *candidate) (float64, bool) {
		asked, _ := s.times(c.field.Key)
		known := 1 - p.Spread(c.split)[0]
		return known / float64(1+asked), true
	})
}

// random asks about aspects drawn from the situation's source of randomness.
func random(s *Situation) []Question {
	p := s.Partition()
	return s.best(p, s.Batch, func(*candidate) (float64, bool) { return s.Rand.Float64(), true })
}

// best ranks every question that can be asked by its own score, ties by the
// fields' order, and returns the first of those that pass, one an aspect. The
// score is computed once a question, whose gain by itself is known then.
func (s *Situation) best(p *Partition, batch int, score func(*candidate) (value float64, pass bool)) []Question {
	type scored struct {
		candidate
		score float64
	}
	var all []scored
	for _, c := range s.candidates() {
		c.gain = p.Worth(c.split)
		if v, pass := score(&c); pass {
			all = append(all, scored{c, v})
		}
	}
	slices.SortStableFunc(all, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	var out []Question
	for i := range all {
		c := &all[i].candidate
		if slices.ContainsFunc(out, func(q Question) bool { return q.Field == c.field }) {
			continue
		}
		if len(out) == batch {
			break
		}
		out = append(out, Question{Field: c.field, Options: c.options, Worth: c.gain})
	}
	return out
}
