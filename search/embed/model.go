package embed

import "math"

// Model embeds texts. It does not change once trained, and is safe for
// concurrent use.
type Model struct {
	dim        int
	features   []feature // sorted
	rarity     []float32 // inverse document frequency, per feature
	directions []float32 // row-major, features × dim: right singular vectors, damped
	numbers    map[feature]int32
}

// Dim returns the length of the vectors.
func (m *Model) Dim() int { return m.dim }

// Embed returns the vector of a text: unit length, or all zero when the model
// knows nothing in the text. The cosine of two texts is their vectors' inner
// product.
func (m *Model) Embed(text string) []float32 {
	sum := make([]float64, m.dim)
	cells := m.row(features(text))
	for ; len(cells) >= 4; cells = cells[4:] {
		m.addFour(sum, cells)
	}
	for _, c := range cells {
		for i, d := range m.direction(c) {
			sum[i] += c.value * float64(d)
		}
	}
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

// direction returns that of a cell's feature.
func (m *Model) direction(c cell) []float32 { return m.directions[int(c.column)*m.dim:][:m.dim] }

// addFour adds the directions of four cells, each at its value, in their order: four
// additions for one load and store of the sum take two thirds of the time, and a text of
// a hundred words has three hundred features.
func (m *Model) addFour(sum []float64, cells []cell) {
	a, b, c, d := cells[0].value, cells[1].value, cells[2].value, cells[3].value
	da, db := m.direction(cells[0])[:len(sum)], m.direction(cells[1])[:len(sum)]
	dc, dd := m.direction(cells[2])[:len(sum)], m.direction(cells[3])[:len(sum)]
	for i, s := range sum {
		s += a * float64(da[i])
		s += b * float64(db[i])
		s += c * float64(dc[i])
		s += d * float64(dd[i])
		sum[i] = s
	}
}

// number numbers the features.
func (m *Model) number() {
	m.numbers = make(map[feature]int32, len(m.features))
	for i, f := range m.features {
		m.numbers[f] = int32(i)
	}
}

// row returns a text's row of the matrix, in order of column: the logarithm of
// each known feature's frequency times its rarity, scaled to unit length.
func (m *Model) row(bag []weighted) []cell {
	row := make([]cell, 0, len(bag))
	length := 0.0
	for _, f := range bag {
		n, ok := m.numbers[f.feature]
		if !ok {
			continue
		}
		v := math.Log1p(f.weight) * float64(m.rarity[n])
		row = append(row, cell{n, v})
		length += v * v
	}
	length = math.Sqrt(length)
	for i := range row {
		row[i].value /= length
	}
	return row
}
