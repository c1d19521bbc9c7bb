package embed

import (
	"math"
	"math/bits"
	"strings"
	"sync"
)

// Model embeds texts. It does not change once trained, and is safe for
// concurrent use.
type Model struct {
	dim        int
	features   []feature // sorted
	rarity     []float32 // inverse document frequency, per feature
	directions []float32 // row-major, features × dim: right singular vectors, damped
	numbers    map[feature]int32
	counters   *sync.Pool // of *counter
}

// Dim returns the length of the vectors.
func (m *Model) Dim() int { return m.dim }

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

// number numbers the features.
func (m *Model) number() {
	m.numbers = make(map[feature]int32, len(m.features))
	for i, f := range m.features {
		m.numbers[f] = int32(i)
	}
	m.counters = &sync.Pool{New: func() any {
		return &counter{words: map[string]wordKnown{}, sums: make([]float64, len(m.features)), found: make([]uint64, (len(m.features)+63)/64)}
	}}
}

// row returns the row of the matrix for the features of a text.
func (m *Model) row(bag []weighted) []cell {
	row := make([]cell, 0, len(bag))
	for _, f := range bag {
		if n, ok := m.numbers[f.feature]; ok {
			row = append(row, cell{n, f.weight})
		}
	}
	return m.scale(row)
}

// scale makes frequencies, in order of column, a row of the matrix: the logarithm of
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

// counter counts the known features of a text. What it returns is what features and row
// do, in half the time: a catalogue's texts have few words, a word's columns are looked
// up once, and a set of bits is in order without being sorted. It is for one goroutine.
type counter struct {
	words map[string]wordKnown
	sums  []float64 // per column, of those that were found
	found []uint64  // a bit per column
}

// wordKnown is what a model knows of a word.
type wordKnown struct {
	word  int32 // column, negative for none
	grams []int32
	each  float64
}

// read returns the row of a text.
func (m *Model) read(text string) []cell {
	r := m.counters.Get().(*counter)
	defer m.counters.Put(r)
	n := 0
	add := func(column int32, weight float64) {
		if bit := uint64(1) << (column % 64); r.found[column/64]&bit == 0 {
			r.found[column/64] |= bit
			r.sums[column] = 0
			n++
		}
		r.sums[column] += weight
	}
	for word := range wordsOf(text) {
		k, ok := r.words[word]
		if !ok {
			if k = m.knows(word); len(r.words) < wordsKnown {
				r.words[strings.Clone(word)] = k
			}
		}
		if k.word >= 0 {
			add(k.word, 1)
		}
		for _, g := range k.grams {
			add(g, k.each)
		}
	}
	row := make([]cell, 0, n)
	for i, set := range r.found {
		for ; set != 0; set &= set - 1 {
			column := int32(64*i + bits.TrailingZeros64(set))
			row = append(row, cell{column, r.sums[column]})
		}
		r.found[i] = 0
	}
	return m.scale(row)
}

// knows returns what the model knows of a word.
func (m *Model) knows(word string) wordKnown {
	s := spell(word)
	k := wordKnown{word: -1, each: s.each}
	if n, ok := m.numbers[s.word]; ok {
		k.word = n
	}
	for _, g := range s.grams {
		if n, ok := m.numbers[g]; ok {
			k.grams = append(k.grams, n)
		}
	}
	return k
}
