package spell

import "math/bits"

// Distance returns the optimal string alignment distance of two words, in edits: a
// letter put in, left out, replaced, or two neighbours exchanged, no part of a word
// being edited twice. It returns limit+1 where the distance is larger than limit.
func Distance(a, b []rune, limit int) int {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > limit {
		return limit + 1
	}
	var space [3][maxRunes + 1]int
	before, last, row := &space[0], &space[1], &space[2]
	if len(b) > maxRunes {
		return limit + 1
	}
	for j := range len(a) + 1 {
		last[j] = j
	}
	for i := 1; i <= len(b); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(a); j++ {
			d := last[j-1]
			if a[j-1] != b[i-1] {
				d = 1 + min(d, last[j], row[j-1])
				if i > 1 && j > 1 && a[j-1] == b[i-2] && a[j-2] == b[i-1] {
					d = min(d, before[j-2]+1)
				}
			}
			row[j] = d
			least = min(least, d)
		}
		if least > limit {
			return limit + 1
		}
		before, last, row = last, row, before
	}
	return min(last[len(a)], limit+1)
}

// maxRunes is the longest word that is compared.
const maxRunes = 24

// mask holds which letters a word has, one bit for each of 32 classes of runes. An
// edit changes at most two bits, so words whose masks differ in more than twice as
// many bits as edits are allowed need not be compared.
func mask(word []rune) (m uint32) {
	for _, r := range word {
		m |= 1 << (r % 32)
	}
	return m
}

func far(a, b uint32, limit int) bool { return bits.OnesCount32(a^b) > 2*limit }
