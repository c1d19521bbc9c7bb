package clarify

// Oracle knows what the shopper wants: it asks, one after the other, the questions
// whose true answers leave the least weight beside the target. No policy that
// chooses greedily among the same questions can do better on truthful shoppers
// turn by turn, so that it shows the ceiling of an evaluation. It is no policy for
// people.
type Oracle struct {
	// Truth returns the target's own pattern for a question.
	Truth func(f *Field, options []Option) Pattern
}

// Next implements [Policy].
func (o Oracle) Next(s *Situation) []Question {
	p := s.Partition()
	open := s.candidates()
	alive := make([]bool, len(p.order))
	left := 1.0
	for i := range alive {
		alive[i] = true
	}
	var out []Question
	for len(out) < s.Batch {
		best, bestLeft := -1, left
		for i, c := range open {
			if w := p.left(c.split, o.Truth(c.field, c.options), alive); w < bestLeft-1e-12 {
				best, bestLeft = i, w
			}
		}
		if best < 0 {
			return out
		}
		c := open[best]
		truth := o.Truth(c.field, c.options)
		for i := range alive {
			alive[i] = alive[i] && c.split.patterns[c.split.of[i]] == truth
		}
		left = bestLeft
		out = append(out, c.question(p, p.Worth(c.split)))
		open = without(open, c.field)
	}
	return out
}

// left returns the weight of the candidates alive that would answer as told.
func (p *Partition) left(s *Split, answer Pattern, alive []bool) float64 {
	sum := 0.0
	for i, w := range p.weights {
		if alive[i] && s.patterns[s.of[i]] == answer {
			sum += w
		}
	}
	return sum
}
