package clarify

// DefaultSample is on how many candidates at most, about, questions are chosen.
const DefaultSample = 20_000

// Sample keeps to about n candidates at most, where there are more: each by chance, with
// probability n × its weight, for certain from 1/n on. What a choice costs then does not
// grow with the catalogue. It returns which candidates are left, ascending; nil: all.
//
// Weights are divided by that probability, so that sums over candidates are on average
// what they were (Horvitz & Thompson 1952): the belief of 1/n and more is exact, and the
// share of an answer is off by 1/(2√n) at most, one standard deviation.
//
// The fields are the situation's own and changed in place. It is done before anything is
// chosen.
func (s *Situation) Sample(n int) (rows []int32) {
	if len(s.Weights) <= n {
		return nil
	}
	var weights []float64
	var left []bool
	sum := 0.0
	for i, w := range s.Weights {
		p := min(1, float64(n)*w)
		if p < 1 && s.Rand.Float64() >= p {
			continue
		}
		rows, weights = append(rows, int32(i)), append(weights, w/p)
		sum += w / p
		if s.Left != nil {
			left = append(left, s.Left[i])
		}
	}
	for i := range weights {
		weights[i] /= sum
	}
	s.Weights, s.Left = weights, left
	for _, f := range s.Fields {
		f.pick(rows)
	}
	return rows
}

// pick keeps to some candidates.
func (f *Field) pick(rows []int32) {
	offsets, codes := make([]uint32, 1, len(rows)+1), make([]uint32, 0, len(rows))
	for _, row := range rows {
		codes = append(codes, f.row(int(row))...)
		offsets = append(offsets, uint32(len(codes)))
	}
	f.Offsets, f.Codes = offsets, codes
}
