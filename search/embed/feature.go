package embed

import (
	"iter"
	"math"
	"slices"
	"strings"
	"unicode"
)

const (
	// minGram and maxGram are the lengths of the letter groups, in runes. At
	// three and four, words that share a stem or differ by a typing error
	// share most groups, and the number of different groups stays bounded.
	minGram, maxGram = 3, 4

	// gramWeight is what all letter groups of a word weigh beside the word
	// itself. They bring variants together; at the full weight they would also
	// bring together words that only look alike.
	gramWeight = 0.5

	// maxWord is the longest word taken in, in runes; the rest is cut.
	maxWord = 32
)

// feature is a word or a letter group, known by its hash. With 64 bits, two of
// a hundred thousand features collide once in four billion models.
type feature uint64

// cell is one entry of a sparse row.
type cell struct {
	column int32
	value  float64
}

// reader counts the features of texts, one text after the other. It remembers those of words,
// of which a catalogue's texts have few, and is for one goroutine.
type reader struct {
	column func(feature) int32 // negative for a feature that does not count
	words  map[string]spelt
	sums   []float64 // by column, of those in seen; else 0
	seen   []int32
}

// spelt is the columns of a word's features that count.
type spelt struct {
	word  []int32
	grams []int32 // in their order, also those that it has twice
	each  float64 // weight of each of them
}

// wordsKnown is how many words a reader remembers, some 150 bytes each. Product texts
// with more of them are mostly numbers, which are quick to read.
const wordsKnown = 50_000

func newReader(column func(feature) int32) *reader {
	return &reader{column: column, words: map[string]spelt{}}
}

// read returns the columns of a text with their summed weights, in order of column. Weights
// are summed in the order of the text.
func (r *reader) read(text string) []cell {
	for word := range wordsOf(text) {
		s, ok := r.words[word]
		if !ok {
			if s = r.spell(word); len(r.words) < wordsKnown {
				r.words[strings.Clone(word)] = s
			}
		}
		r.add(s.word, 1)
		r.add(s.grams, s.each)
	}
	slices.Sort(r.seen)
	row := make([]cell, len(r.seen))
	for i, c := range r.seen {
		row[i], r.sums[c] = cell{c, r.sums[c]}, 0
	}
	r.seen = r.seen[:0]
	return row
}

func (r *reader) add(columns []int32, weight float64) {
	for _, c := range columns {
		for int(c) >= len(r.sums) {
			r.sums = append(r.sums, 0)
		}
		if r.sums[c] == 0 {
			r.seen = append(r.seen, c)
		}
		r.sums[c] += weight
	}
}

// wordsOf yields the words of a text, in lower case.
func wordsOf(text string) iter.Seq[string] {
	return strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// spell returns the features of a word that count.
func (r *reader) spell(word string) (s spelt) {
	add := func(to *[]int32, f feature) {
		if c := r.column(f); c >= 0 {
			*to = append(*to, c)
		}
	}
	add(&s.word, hash(wordSalt, word))
	runes := []rune("^" + word + "$")
	runes = runes[:min(len(runes), maxWord+1)]
	counted := 0
	// A letter group of the whole padded word would be the word again.
	for n := minGram; n <= maxGram && n < len(runes); n++ {
		for i := 0; i+n <= len(runes); i++ {
			add(&s.grams, hash(gramSalt, string(runes[i:i+n])))
		}
		counted += len(runes) - n
	}
	s.each = gramWeight / math.Sqrt(float64(max(1, counted)))
	return s
}

// Words and letter groups of the same spelling are different features.
const (
	wordSalt = 'w'
	gramSalt = 'g'
)

// hash is FNV-1a with a salt before the text.
func hash(salt byte, text string) feature {
	const offset, prime = 14695981039346656037, 1099511628211
	h := (uint64(offset) ^ uint64(salt)) * prime
	for i := 0; i < len(text); i++ {
		h = (h ^ uint64(text[i])) * prime
	}
	return feature(h)
}
