package nlu

import (
	"iter"
	"math"
	"slices"
)

// Chain is a linear-chain conditional random field (Lafferty, McCallum and Pereira 2001) over
// tokens. A label's score at a token is the sum, over the token's features, of the weights of the
// label's columns; labels share columns, so that what is rare learns from what is alike. Scores of
// neighbouring labels depend on the class of the second token.
type Chain struct {
	Labels  [][]uint8   // columns of each label
	Width   int         // columns
	Joints  [][]float32 // by class of token: (label before)·len(Labels) + label
	factors [][]float64 // exponentials of the joints; those not allowed are 0
	allowed [][]bool    // by label before, last the beginning, and label
	// predecessors lists by label those that may stand before it, successors those behind it.
	predecessors, successors [][]int
}

// newChain returns a chain without weights. follows reports whether a label may stand behind
// another; from is −2 at the beginning.
func newChain(labels [][]uint8, follows func(from, to int) bool) Chain {
	n := len(labels)
	c := Chain{Labels: labels, allowed: make([][]bool, n+1), predecessors: make([][]int, n), successors: make([][]int, n)}
	for _, columns := range labels {
		c.Width = max(c.Width, int(slices.Max(columns))+1)
	}
	for from := range c.allowed {
		for to := range n {
			before := from
			if from == n {
				before = -2
			}
			allowed := follows(before, to)
			c.allowed[from] = append(c.allowed[from], allowed)
			if allowed && from < n {
				c.predecessors[to] = append(c.predecessors[to], from)
				c.successors[from] = append(c.successors[from], to)
			}
		}
	}
	return c.Blank()
}

// Blank returns the chain without weights.
func (c Chain) Blank() Chain {
	n := len(c.Labels)
	c.Joints, c.factors = make([][]float32, classes), make([][]float64, classes)
	for k := range c.Joints {
		c.Joints[k], c.factors[k] = make([]float32, (n+1)*n), make([]float64, (n+1)*n)
		for at := range c.Joints[k] {
			c.SetJoint(k, at, 0)
		}
	}
	return c
}

// SetJoint sets a joint of a class of tokens.
func (c *Chain) SetJoint(class, at int, v float32) {
	c.Joints[class][at] = v
	if n := len(c.Labels); c.allowed[at/n][at%n] {
		c.factors[class][at] = math.Exp(float64(v))
	}
}

// Lattice holds the scores and beliefs of one message. The zero value is ready to use.
type Lattice struct {
	Belief   []float64 // marginal probabilities of labels, by token·labels + label
	scores   []float64 // likewise, as the next ones
	alone    []float64 // the factors of the scores
	forward  []float64 // each token's sum to 1
	backward []float64
	scale    []float64 // by token what its forward values were divided by
	back     []int32   // of the best sequence: the label before
}

// Reset makes room for n tokens.
func (x *Lattice) Reset(n, labels int) {
	for _, list := range []*[]float64{&x.Belief, &x.scores, &x.alone, &x.forward, &x.backward} {
		*list = slices.Grow((*list)[:0], n*labels)[:n*labels]
	}
	x.scale = slices.Grow(x.scale[:0], n)[:n]
	x.back = slices.Grow(x.back[:0], n*labels)[:n*labels]
}

// Score adds up the columns of a token into its labels' scores.
func (c *Chain) Score(x *Lattice, i int, sums []float32) {
	row := x.scores[i*len(c.Labels):][:len(c.Labels)]
	for l, columns := range c.Labels {
		s := float32(0)
		for _, k := range columns {
			s += sums[k]
		}
		row[l] = float64(s)
	}
}

// Infer finds the beliefs by the forward-backward algorithm with scaling (Rabiner 1989).
func (c *Chain) Infer(x *Lattice, v *View) {
	n := len(c.Labels)
	for i := range v.toks {
		row := x.scores[i*n:][:n]
		top := row[0]
		for _, s := range row {
			top = max(top, s)
		}
		f := x.forward[i*n:][:n]
		joint, sum := c.factors[v.toks[i].class], 0.0
		for l := range n {
			s := 0.0
			if i == 0 {
				s = joint[n*n+l]
			} else {
				for _, from := range c.predecessors[l] {
					s += x.forward[(i-1)*n+from] * joint[from*n+l]
				}
			}
			x.alone[i*n+l] = math.Exp(row[l] - top)
			f[l] = s * x.alone[i*n+l]
			sum += f[l]
		}
		x.scale[i] = sum
		for l := range f {
			f[l] /= sum
		}
	}
	next := make([]float64, n)
	for i := len(v.toks) - 1; i >= 0; i-- {
		b := x.backward[i*n:][:n]
		if i == len(v.toks)-1 {
			for l := range b {
				b[l] = 1
			}
			continue
		}
		joint := c.factors[v.toks[i+1].class]
		for l := range next {
			next[l] = x.behind(i+1, l, n)
		}
		for l := range b {
			s := 0.0
			for _, to := range c.successors[l] {
				s += joint[l*n+to] * next[to]
			}
			b[l] = s
		}
	}
	for i := range x.Belief {
		x.Belief[i] = x.forward[i] * x.backward[i]
	}
}

// behind is what a label at a token, and all behind it, multiply the forward value before it by.
func (x *Lattice) behind(i, label, labels int) float64 {
	at := i*labels + label
	return x.alone[at] * x.backward[at] / x.scale[i]
}

// Pairs ranges over the joints that lead to a token's labels, with their probabilities.
func (c *Chain) Pairs(x *Lattice, v *View, i int) iter.Seq2[int, float64] {
	return func(yield func(at int, p float64) bool) {
		n, factor := len(c.Labels), c.factors[v.toks[i].class]
		for to := range n {
			next := x.behind(i, to, n)
			if i == 0 {
				if !yield(n*n+to, factor[n*n+to]*next) {
					return
				}
				continue
			}
			for _, from := range c.predecessors[to] {
				if !yield(from*n+to, x.forward[(i-1)*n+from]*factor[from*n+to]*next) {
					return
				}
			}
		}
	}
}

// best returns the best sequence of labels (Viterbi).
func (c *Chain) best(x *Lattice, v *View) []int {
	n := len(c.Labels)
	at := make([]float64, n)
	before := make([]float64, n)
	for i := range v.toks {
		joint := c.Joints[v.toks[i].class]
		for l := range n {
			top, from := math.Inf(-1), -1
			if i == 0 {
				if c.allowed[n][l] {
					top = float64(joint[n*n+l])
				}
			} else {
				for _, p := range c.predecessors[l] {
					if s := before[p] + float64(joint[p*n+l]); s > top {
						top, from = s, p
					}
				}
			}
			at[l] = top + x.scores[i*n+l]
			x.back[i*n+l] = int32(from)
		}
		at, before = before, at
	}
	out := make([]int, len(v.toks))
	k := 0
	for l := range before {
		if before[l] > before[k] {
			k = l
		}
	}
	for i := len(out) - 1; i >= 0; i-- {
		out[i] = k
		k = int(x.back[i*n+k])
	}
	return out
}
