package language

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Model is a multinomial logistic regression over named features: the share of a label
// is softmax(Σ over the features of weight[feature][label]). Its weights are learned
// from examples ([Learn]) and kept as text ([Model.Write]), so that every share can be
// told by its parts ([Model.Explain]).
type Model struct {
	Labels  []string             // ascending
	weights map[string][]float32 // by feature; one weight a label
}

// Example is what a model learns from.
type Example struct {
	Features []string
	Label    string
	Family   string  // examples alike, which cross-validation keeps together
	Weight   float64 // how much it counts; 0 counts as 1
}

// Predict returns the share of each label, in the order of Labels, sum 1.
func (m *Model) Predict(features []string) []float64 {
	out := make([]float64, len(m.Labels))
	for _, f := range features {
		for l, w := range m.weights[f] {
			out[l] += float64(w)
		}
	}
	Softmax(out)
	return out
}

// Softmax makes shares of logarithms, in their place: as exp(x), sum 1.
func Softmax(x []float64) {
	if len(x) == 0 {
		return
	}
	top, sum := slices.Max(x), 0.0
	for i := range x {
		x[i] = math.Exp(x[i] - top)
		sum += x[i]
	}
	for i := range x {
		x[i] /= sum
	}
}

// Knows reports whether a feature has weights.
func (m *Model) Knows(feature string) bool { return m.weights[feature] != nil }

// Part is what one feature adds to a label's score.
type Part struct {
	Feature string
	Points  float64
}

// Explain splits a label's score into the parts that add up to it, the largest first.
func (m *Model) Explain(features []string, label string) []Part {
	l, ok := slices.BinarySearch(m.Labels, label)
	if !ok {
		return nil
	}
	var out []Part
	for _, f := range features {
		if w := m.weights[f]; w != nil && w[l] != 0 {
			out = append(out, Part{f, float64(w[l])})
		}
	}
	slices.SortStableFunc(out, func(a, b Part) int { return cmp.Compare(math.Abs(b.Points), math.Abs(a.Points)) })
	return out
}

// The settings of learning. They were chosen by cross-validation over the examples:
// fewer rounds or more decay lose a point of accuracy, more rounds gain nothing.
const (
	learnRounds = 20
	learnRate   = 0.1
	learnDecay  = 1.5e-2 // L2, a step
	rareFeature = 2      // features of fewer examples than this are left out
	// leastWeight is the smallest weight that is kept: what is left out moves shares
	// by less than a hundredth and would be half of the file.
	leastWeight = 0.1
)

// Learn fits a model by stochastic gradient descent with AdaGrad's steps (Duchi,
// Hazan and Singer 2011) and L2 decay. The same examples and seed give the same model.
func Learn(examples []Example, seed uint64) *Model {
	labels, seen := map[string]bool{}, map[string]int{}
	for i := range examples {
		labels[examples[i].Label] = true
		for _, f := range examples[i].Features {
			seen[f]++
		}
	}
	m := &Model{Labels: slices.Sorted(maps.Keys(labels)), weights: map[string][]float32{}}
	names := slices.Sorted(maps.Keys(seen))
	names = slices.DeleteFunc(names, func(f string) bool { return seen[f] < rareFeature })
	at := make(map[string]int, len(names))
	for i, f := range names {
		at[f] = i
	}
	n := len(m.Labels)
	w, g := make([]float64, len(names)*n), make([]float64, len(names)*n)
	order := make([]int, len(examples))
	for i := range order {
		order[i] = i
	}
	r := rand.New(rand.NewPCG(seed, 0))
	shares := make([]float64, n)
	for range learnRounds {
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, e := range order {
			x := &examples[e]
			clear(shares)
			for _, f := range x.Features {
				if k, ok := at[f]; ok {
					for l := range shares {
						shares[l] += w[k*n+l]
					}
				}
			}
			Softmax(shares)
			right, _ := slices.BinarySearch(m.Labels, x.Label)
			weight := x.Weight
			if weight == 0 {
				weight = 1
			}
			for _, f := range x.Features {
				k, ok := at[f]
				if !ok {
					continue
				}
				for l := range shares {
					d := shares[l]
					if l == right {
						d--
					}
					d = weight*d + learnDecay*w[k*n+l]
					if math.Abs(d) < 1e-6 {
						continue
					}
					g[k*n+l] += d * d
					w[k*n+l] -= learnRate * d / (1e-3 + math.Sqrt(g[k*n+l]))
				}
			}
		}
	}
	for i, f := range names {
		row, any := make([]float32, n), false
		for l := range row {
			if v := math.Round(w[i*n+l]*100) / 100; math.Abs(v) >= leastWeight {
				row[l], any = float32(v), true
			}
		}
		if any {
			m.weights[f] = row
		}
	}
	return m
}

// Write writes the model as text: a line of the labels, then a line a feature with its
// weights as label=weight.
func (m *Model) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, strings.Join(m.Labels, "\t"))
	for _, f := range slices.Sorted(maps.Keys(m.weights)) {
		b.WriteString(f)
		for l, v := range m.weights[f] {
			if v != 0 {
				b.WriteString("\t" + strconv.Itoa(l) + "=" + strconv.FormatFloat(float64(v), 'g', 3, 32))
			}
		}
		b.WriteByte('\n')
	}
	return b.Flush()
}

// unpackModel reads a gzipped model.
func unpackModel(packed []byte) (*Model, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return ReadModel(string(text))
}

// ReadModel reads what [Model.Write] wrote. An error tells the line.
func ReadModel(text string) (*Model, error) {
	m := &Model{weights: map[string][]float32{}}
	for n, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		fields := strings.Split(line, "\t")
		if n == 0 {
			m.Labels = fields
			continue
		}
		row := make([]float32, len(m.Labels))
		for _, f := range fields[1:] {
			l, v, ok := strings.Cut(f, "=")
			label, err := strconv.Atoi(l)
			weight, err2 := strconv.ParseFloat(v, 32)
			if !ok || err != nil || err2 != nil || label < 0 || label >= len(row) {
				return nil, fmt.Errorf("line %d: %q is no weight", n+1, f)
			}
			row[label] = float32(weight)
		}
		m.weights[fields[0]] = row
	}
	return m, nil
}
