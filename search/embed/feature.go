package embed

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strings"
	"sync"
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

// weighted is a feature with its frequency in a text.
type weighted struct {
	feature feature
	weight  float64
}

// reader makes features of texts, one after the other. It remembers those of words, of
// which a catalogue's texts have few, and is for one goroutine.
type reader struct {
	words map[string]spelt
	at    map[feature]int32 // of one text: where the feature stands
}

// spelt is the features of a word.
type spelt struct {
	word  feature
	grams []feature // in their order, also those that it has twice
	each  float64   // weight of each of them
}

// wordsKnown is how many words a reader remembers, some 150 bytes each. Product texts
// with more of them are mostly numbers, which are quick to read.
const wordsKnown = 50_000

var readers = sync.Pool{New: func() any { return &reader{words: map[string]spelt{}, at: map[feature]int32{}} }}

// features returns the features of a text with their summed weights, in order of feature.
func features(text string) []weighted {
	r := readers.Get().(*reader)
	defer readers.Put(r)
	return r.features(text)
}

// features returns the features of a text with their summed weights, in order of feature.
// Weights are summed in the order of the text.
func (r *reader) features(text string) []weighted {
	clear(r.at)
	var all []weighted
	add := func(f feature, weight float64) {
		if i, ok := r.at[f]; ok {
			all[i].weight += weight
			return
		}
		r.at[f] = int32(len(all))
		all = append(all, weighted{f, weight})
	}
	for word := range wordsOf(text) {
		s, ok := r.words[word]
		if !ok {
			s = spell(word)
			if len(r.words) < wordsKnown {
				r.words[strings.Clone(word)] = s
			}
		}
		add(s.word, 1)
		for _, g := range s.grams {
			add(g, s.each)
		}
	}
	slices.SortFunc(all, func(a, b weighted) int { return cmp.Compare(a.feature, b.feature) })
	return all
}

// wordsOf yields the words of a text, in lower case.
func wordsOf(text string) iter.Seq[string] {
	return strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// spell returns the features of a word.
func spell(word string) spelt {
	s := spelt{word: hash(wordSalt, word)}
	runes := []rune("^" + word + "$")
	runes = runes[:min(len(runes), maxWord+1)]
	// A letter group of the whole padded word would be the word again.
	for n := minGram; n <= maxGram && n < len(runes); n++ {
		for i := 0; i+n <= len(runes); i++ {
			s.grams = append(s.grams, hash(gramSalt, string(runes[i:i+n])))
		}
	}
	counted := 0
	for n := minGram; n <= maxGram; n++ {
		counted += max(0, len(runes)-n)
	}
	if counted > 0 {
		s.each = gramWeight / math.Sqrt(float64(counted))
	}
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
