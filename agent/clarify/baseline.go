package clarify

import (
	"cmp"
	"slices"
)

// entropy asks about the aspects whose answers are least certain, each by itself:
// active task disambiguation without a view of the batch.
func entropy(s *Situation) []Question {
	p := NewPartition(s.Weights, s.Page)
	if p.Candidates() < 2 {
		return nil
	}
	return s.best(p, func(_ candidate, w Worth) float64 { return w.Bits })
}

// frequency asks about the aspects that most of the candidates have, as a clerk
// does who only looks at statistics: ProductAgent without a language model.
func frequency(s *Situation) []Question {
	p := NewPartition(s.Weights, s.Page)
	return s.best(p, func(c candidate, _ Worth) float64 {
		asked, _ := s.times(c.field.Key)
		known := 1.0
		for pattern, m := range p.Masses(c.split) {
			if pattern == 0 {
				known -= m
			}
		}
		return known / float64(1+asked)
	})
}

// random asks about aspects drawn from the situation's source of randomness.
func random(s *Situation) []Question {
	p := NewPartition(s.Weights, s.Page)
	return s.best(p, func(candidate, Worth) float64 { return s.Rand.Float64() })
}

// best ranks every question that can be asked by its own score, ties by the
// fields' order, and returns the first Batch.
func (s *Situation) best(p *Partition, score func(candidate, Worth) float64) []Question {
	type scored struct {
		candidate
		worth Worth
		score float64
	}
	var all []scored
	for _, c := range s.candidates(p) {
		w := p.Worth(c.split)
		all = append(all, scored{c, w, score(c, w)})
	}
	slices.SortStableFunc(all, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	var out []Question
	for _, c := range all {
		if len(out) == s.Batch {
			break
		}
		if !slices.ContainsFunc(out, func(q Question) bool { return q.Field == c.field }) {
			out = append(out, c.question(p, c.worth))
		}
	}
	return out
}
