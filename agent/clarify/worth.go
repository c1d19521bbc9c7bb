package clarify

import (
	"cmp"
	"math"
	"slices"
)

// Entropy returns -Σ p·log2 p in bits over masses that sum to at most 1; zero
// masses add nothing.
func Entropy(masses []float64) float64 {
	h := 0.0
	for _, p := range masses {
		if p > 0 {
			h -= p * math.Log2(p)
		}
	}
	return h
}

// Worth is what asking is expected to bring.
type Worth struct {
	// Bits is the expected information gain: H(belief) − Σ mass(cell)·H(cell),
	// which is the entropy of the cells' masses.
	Bits float64
	// Page is EVPI_k = Σ_cells T_k(cell) − T_k(all), T_k being the sum of the k largest
	// weights: by how much likelier the target is among the first k once the answer is known. k = 1 is EVPI of
	// SAGE-Agent eq. 3, E_r[max π(·|r)] − max π, summed exactly over the answers; a
	// shop lists k = 10. It lies in [0, 1 − T_k(all)], so that it vanishes as the
	// belief sharpens (SAGE-Agent prop. 2): at least 0 because T_k is a maximum of
	// linear functions of the weights, hence convex, and Jensen's inequality says
	// E[T_k(π|r)] ≥ T_k(E[π|r]). (The paper's proof calls the maximum concave; with
	// a concave function the inequality would point the other way.) Its claim that
	// EVPI is submodular is one about entropy, and does not hold for EVPI: two
	// questions can be worth nothing alone and all together. Bits is submodular.
	Page float64
	// Found is by how much likelier the target is to be found before the shopper leaves:
	// the gain of V, see [Partition.foresee].
	Found float64
}

const (
	// looked is how many of the first candidates people look at: of ten results that a
	// page lists a phone shows three.
	looked = 3
	// usualHazard is the share of shoppers who leave at a question: half of all after
	// eight. In 153 recorded conversations nine clerks in ten ask at most three.
	usualHazard = 0.08
	// usualBits is what the answer to a question tells.
	usualBits = 2
)

// Partition is the joint partition of candidates by the questions chosen so far:
// the cell of every candidate that still has weight. Candidates are kept by
// descending weight, so that T_k of every cell is one pass.
type Partition struct {
	order   []int32   // candidates with weight, heaviest first, ties by index
	weights []float64 // of order
	cells   []int32   // of order
	count   int       // number of cells
	k       int       // page size
	top     float64   // T_k of the whole belief
	logs    []float64 // w·log2 w, of order
	value   float64   // V of the whole belief

	scratch []cell // by joint cell
}

// cell is what is summed up over the candidates of one.
type cell struct {
	mass float64
	logs float64 // Σ w·log2 w
	top  float64 // mass of those looked at
	held int     // candidates counted so far
}

// negligible is the share of the heaviest weight below which a candidate can not
// change which question is best; leaving it out makes late turns cheap.
const negligible = 1e-6

// NewPartition starts with one cell that holds everybody. Weights sum to 1.
func NewPartition(weights []float64, k int) *Partition {
	p := &Partition{k: k, count: 1}
	heaviest := 0.0
	for _, w := range weights {
		heaviest = max(heaviest, w)
	}
	p.order = make([]int32, 0, len(weights))
	for i, w := range weights {
		if w > heaviest*negligible {
			p.order = append(p.order, int32(i))
		}
	}
	slices.SortStableFunc(p.order, func(a, b int32) int { return cmp.Compare(weights[b], weights[a]) })
	p.weights = make([]float64, len(p.order))
	sum := 0.0
	for i, c := range p.order {
		p.weights[i] = weights[c]
		sum += weights[c]
	}
	for i := range p.weights {
		p.weights[i] /= sum
		if i < k {
			p.top += p.weights[i]
		}
	}
	p.cells, p.logs = make([]int32, len(p.order)), make([]float64, len(p.order))
	last, log := 0.0, 0.0
	for i, w := range p.weights {
		if w != last { // neighbours are often equal
			last, log = w, w*math.Log2(w)
		}
		p.logs[i] = log
	}
	p.value = p.Worth(p.whole()).Found
	return p
}

// whole is the split by a question that everybody answers alike.
func (p *Partition) whole() *Split {
	return &Split{patterns: []Pattern{0}, of: make([]uint8, len(p.order))}
}

// Clone returns a copy that is refined by itself.
func (p *Partition) Clone() *Partition {
	c := *p
	c.cells = slices.Clone(p.cells)
	c.scratch = nil
	return &c
}

// Candidates returns how many candidates still have weight that matters.
func (p *Partition) Candidates() int { return len(p.order) }

// Top returns T_k of the whole belief.
func (p *Partition) Top() float64 { return p.top }

// Split is a question's partition of the candidates that have weight: the number
// of distinct patterns and each candidate's.
type Split struct {
	patterns []Pattern // by number
	of       []uint8   // by candidate, in the partition's order
}

// Split numbers the patterns that a question with these options gives the
// partition's candidates.
func (p *Partition) Split(f *Field, options []Option) *Split {
	s := &Split{of: make([]uint8, len(p.order))}
	m := f.masks(options)
	var number [256]uint16
	for i, c := range p.order {
		q := m.of(f.row(int(c)))
		if number[q] == 0 {
			s.patterns = append(s.patterns, q)
			number[q] = uint16(len(s.patterns))
		}
		s.of[i] = uint8(number[q] - 1)
	}
	return s
}

// Spread is the belief by what would be answered: the mass of every pattern of a
// question. It sums to 1.
type Spread [256]float64

// Spread returns the belief by the patterns of a split.
func (p *Partition) Spread(s *Split) *Spread {
	var out Spread
	for i, n := range s.of {
		out[s.patterns[n]] += p.weights[i]
	}
	return &out
}

// divides reports whether two candidates that have values answer differently.
func (s *Split) divides() bool {
	n := len(s.patterns)
	if slices.Contains(s.patterns, 0) {
		n--
	}
	return n > 1
}

// Worth returns what is known after asking the questions chosen so far and this
// one: the joint partition's bits, and the gains of its page and of V.
func (p *Partition) Worth(s *Split) Worth {
	w := Worth{Page: p.sum(s) - p.top, Found: -p.value}
	for i := range p.scratch {
		if c := &p.scratch[i]; c.mass > 0 {
			w.Bits -= c.mass * math.Log2(c.mass)
			w.Found += p.foresee(c)
		}
	}
	return w
}

// foresee returns V of a cell, times its mass. Who has not found the target is asked at least
// once more, and with H bits left to tell n = 1 + max(0, H − log2 look)/usualBits times until
// it is among those looked at; each question is survived by 1 − usualHazard:
//
//	V = T + (1 − T)·(1 − usualHazard)^n
//
// On pc-parts hazards of 0.04 to 0.15 and 1 to 3 bits come to the same: `bench talk --person`.
func (p *Partition) foresee(c *cell) float64 {
	if c.mass <= c.top {
		return c.top
	}
	more := math.Log2(c.mass) - c.logs/c.mass - math.Log2(float64(p.look()))
	return c.top + (c.mass-c.top)*math.Exp((1+max(0, more)/usualBits)*math.Log1p(-usualHazard))
}

// look is how many of a page's candidates are looked at.
func (p *Partition) look() int { return min(looked, p.k) }

// sum fills the scratch with the joint cells of the partition and one more question, and
// returns the sum of T_k over them.
func (p *Partition) sum(s *Split) (page float64) {
	n := len(s.patterns)
	if joint := n * p.count; cap(p.scratch) < joint {
		p.scratch = make([]cell, joint)
	} else {
		p.scratch = p.scratch[:joint]
		clear(p.scratch)
	}
	look := p.look()
	for i, w := range p.weights {
		c := &p.scratch[int(p.cells[i])*n+int(s.of[i])]
		c.mass += w
		c.logs += p.logs[i]
		if c.held < p.k {
			page += w
			if c.held < look {
				c.top += w
			}
			c.held++
		}
	}
	return page
}

// Refine splits every cell by the question, as if it had been asked.
func (p *Partition) Refine(s *Split) {
	n := int32(len(s.patterns))
	number := make([]int32, int(n)*p.count)
	p.count = 0
	for i := range p.cells {
		c := p.cells[i]*n + int32(s.of[i])
		if number[c] == 0 {
			p.count++
			number[c] = int32(p.count)
		}
		p.cells[i] = number[c] - 1
	}
}
