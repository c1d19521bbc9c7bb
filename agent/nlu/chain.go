package nlu

import (
	"math"
	"slices"
)

// chain is a linear-chain conditional random field (Lafferty, McCallum and Pereira 2001) over
// tokens. A label's score at a token is the sum, over the token's features, of the weights of the
// label's columns; labels share columns, so that what is rare learns from what is alike. Scores of
// neighbouring labels depend on the class of the second token.
type chain struct {
	labels  [][]uint8   // columns of each label
	width   int         // columns
	allowed [][]bool    // by label before, last the beginning, and label
	joints  [][]float32 // by class of token: (label before)·len(labels) + label
}

// newChain returns a chain without weights. follows reports whether a label may stand behind
// another; from is −2 at the beginning.
func newChain(labels [][]uint8, follows func(from, to int) bool) chain {
	n := len(labels)
	c := chain{labels: labels, allowed: make([][]bool, n+1)}
	for _, columns := range labels {
		c.width = max(c.width, int(slices.Max(columns))+1)
	}
	for from := range c.allowed {
		for to := range n {
			before := from
			if from == n {
				before = -2
			}
			c.allowed[from] = append(c.allowed[from], follows(before, to))
		}
	}
	return c.blank()
}

// blank returns the chain without weights.
func (c chain) blank() chain {
	c.joints = make([][]float32, classes)
	for k := range c.joints {
		c.joints[k] = make([]float32, (len(c.labels)+1)*len(c.labels))
	}
	return c
}

// lattice holds the scores and beliefs of one message.
type lattice struct {
	n        int       // tokens
	scores   []float64 // of labels, by token·labels + label
	forward  []float64 // likewise, each token's summing to 1
	backward []float64
	belief   []float64 // marginal probabilities; until finish, the factors of the scores
	scale    []float64 // by token what its forward values were divided by
	back     []int32   // of the best sequence: the label before
}

func (x *lattice) reset(n, labels int) {
	x.n = n
	if need := n * labels; cap(x.scores) < need {
		x.scores, x.forward, x.backward, x.belief = make([]float64, need), make([]float64, need), make([]float64, need), make([]float64, need)
		x.back, x.scale = make([]int32, need), make([]float64, need)
	}
	x.scores, x.forward, x.backward, x.belief, x.back = x.scores[:n*labels], x.forward[:n*labels], x.backward[:n*labels], x.belief[:n*labels], x.back[:n*labels]
}

// score adds up the columns of a token into its labels' scores.
func (c *chain) score(x *lattice, i int, sums []float32) {
	row := x.scores[i*len(c.labels):][:len(c.labels)]
	for l, columns := range c.labels {
		s := float32(0)
		for _, k := range columns {
			s += sums[k]
		}
		row[l] = float64(s)
	}
}

// edges are a chain's joints as factors, by class; those not allowed are 0. predecessors lists by
// label what may stand before it.
type edges struct {
	factors      [][]float64
	predecessors [][]int
	successors   [][]int
}

func (c *chain) edges() edges {
	n := len(c.labels)
	e := edges{factors: make([][]float64, classes), predecessors: make([][]int, n), successors: make([][]int, n)}
	for k := range e.factors {
		e.factors[k] = make([]float64, (n+1)*n)
	}
	for from := range n + 1 {
		for to := range n {
			if !c.allowed[from][to] {
				continue
			}
			if from < n {
				e.predecessors[to] = append(e.predecessors[to], from)
				e.successors[from] = append(e.successors[from], to)
			}
			for k := range e.factors {
				e.factors[k][from*n+to] = math.Exp(float64(c.joints[k][from*n+to]))
			}
		}
	}
	return e
}

// infer does the forward-backward algorithm with scaling (Rabiner 1989).
func (c *chain) infer(x *lattice, e *edges, toks []glance) {
	n := len(c.labels)
	for i := range x.n {
		row := x.scores[i*n:][:n]
		top := row[0]
		for _, s := range row {
			top = max(top, s)
		}
		f := x.forward[i*n:][:n]
		joint, sum := e.factors[toks[i].class], 0.0
		for l := range n {
			s := 0.0
			if i == 0 {
				s = joint[n*n+l]
			} else {
				for _, from := range e.predecessors[l] {
					s += x.forward[(i-1)*n+from] * joint[from*n+l]
				}
			}
			x.belief[i*n+l] = math.Exp(row[l] - top) // the factor of the label alone, for now
			f[l] = s * x.belief[i*n+l]
			sum += f[l]
		}
		x.scale[i] = sum
		for l := range f {
			f[l] /= sum
		}
	}
	for i := x.n - 1; i >= 0; i-- {
		b := x.backward[i*n:][:n]
		if i == x.n-1 {
			for l := range b {
				b[l] = 1
			}
			continue
		}
		joint := e.factors[toks[i+1].class]
		next := make([]float64, n)
		for l := range next {
			next[l] = x.belief[(i+1)*n+l] * x.backward[(i+1)*n+l] / x.scale[i+1]
		}
		for l := range b {
			s := 0.0
			for _, to := range e.successors[l] {
				s += joint[l*n+to] * next[to]
			}
			b[l] = s
		}
	}
}

// finish makes the beliefs of what infer left.
func (x *lattice) finish() {
	for i := range x.belief {
		x.belief[i] = x.forward[i] * x.backward[i]
	}
}

// best returns the best sequence of labels (Viterbi).
func (c *chain) best(x *lattice, e *edges, toks []glance) []int {
	n := len(c.labels)
	at := make([]float64, n)
	before := make([]float64, n)
	for i := range x.n {
		joint := c.joints[toks[i].class]
		for l := range n {
			top, from := math.Inf(-1), -1
			if i == 0 {
				if c.allowed[n][l] {
					top = float64(joint[n*n+l])
				}
			} else {
				for _, p := range e.predecessors[l] {
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
	out := make([]int, x.n)
	k := 0
	for l := range before {
		if before[l] > before[k] {
			k = l
		}
	}
	for i := x.n - 1; i >= 0; i-- {
		out[i] = k
		k = int(x.back[i*n+k])
	}
	return out
}
