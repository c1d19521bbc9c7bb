package embed

import (
	"math"
	"sync"
)

// Model embeds texts. It does not change once trained, and is safe for
// concurrent use.
type Model struct {
	dim        int
	features   []feature  // sorted
	rarity     []float32  // inverse document frequency, per feature
	directions []float32  // row-major, features × dim: right singular vectors, damped
	readers    *sync.Pool // of *reader
}

// Embed returns the vector of a text: unit length, or all zero when the model
// knows nothing in the text. The cosine of two texts is their vectors' inner
// product.
func (m *Model) Embed(text string) []float32 {
	sum := make([]float64, m.dim)
	addRows(sum, m.read(text), m.directions, m.dim, 0)
	length := 0.0
	for _, s := range sum {
		length += s * s
	}
	vector := make([]float32, m.dim)
	// Below this length, what is left is rounding error, not meaning.
	if length = math.Sqrt(length); length > 1e-9 {
		for i, s := range sum {
			vector[i] = float32(s / length)
		}
	}
	return vector
}

// ready makes the model read texts.
func (m *Model) ready() {
	numbers := make(map[feature]int32, len(m.features))
	for i, f := range m.features {
		numbers[f] = int32(i)
	}
	column := func(f feature) int32 {
		if n, ok := numbers[f]; ok {
			return n
		}
		return -1
	}
	m.readers = &sync.Pool{New: func() any { return newReader(column) }}
}

// read returns the row of a text.
func (m *Model) read(text string) []cell {
	r := m.readers.Get().(*reader)
	defer m.readers.Put(r)
	return m.scale(r.read(text))
}

// scale makes weights, in order of column, a row of the matrix: the logarithm of
// each times the feature's rarity, scaled to unit length.
func (m *Model) scale(row []cell) []cell {
	length := 0.0
	for i, c := range row {
		v := math.Log1p(c.value) * float64(m.rarity[c.column])
		row[i].value = v
		length += v * v
	}
	length = math.Sqrt(length)
	for i := range row {
		row[i].value /= length
	}
	return row
}
