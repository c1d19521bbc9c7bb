package embed

import (
	"cmp"
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

// weighted is a feature with its frequency in a text.
type weighted struct {
	feature feature
	weight  float64
}

// features returns the features of a text with their summed weights, in order
// of feature.
func features(text string) []weighted {
	var all []weighted
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		all = append(all, weighted{hash(wordSalt, word), 1})
		runes := []rune("^" + word + "$")
		runes = runes[:min(len(runes), maxWord+1)]
		// A letter group of the whole padded word would be the word again.
		grams := 0
		for n := minGram; n <= maxGram; n++ {
			grams += max(0, len(runes)-n)
		}
		if grams == 0 {
			continue
		}
		w := gramWeight / math.Sqrt(float64(grams))
		for n := minGram; n <= maxGram && n < len(runes); n++ {
			for i := 0; i+n <= len(runes); i++ {
				all = append(all, weighted{hash(gramSalt, string(runes[i:i+n])), w})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b weighted) int { return cmp.Compare(a.feature, b.feature) })
	merged := all[:0]
	for _, f := range all {
		if n := len(merged); n > 0 && merged[n-1].feature == f.feature {
			merged[n-1].weight += f.weight
			continue
		}
		merged = append(merged, f)
	}
	return merged
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
