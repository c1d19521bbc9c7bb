package spell

import (
	"cmp"
	"math"
	"slices"
	"unicode/utf8"

	"shopclerk/search/lexical"
)

// Speller knows a catalogue's words. It is read-only once built and safe for
// concurrent use. A word takes some 60 bytes; finding what is near one takes time in
// proportion to the words of about its length, 2 ns each.
type Speller struct {
	words  []lexical.Word // by length in runes, then text
	runes  [][]rune
	masks  []uint32
	starts [maxRunes + 2]int // the first word of at least so many runes
	counts map[string]int
	most   int // products that have the commonest word
}

// New returns a speller of the words, each given once. Words of more than 24 letters
// are left out.
func New(words []lexical.Word) *Speller {
	s := &Speller{counts: make(map[string]int, len(words))}
	for _, w := range words {
		if n := utf8.RuneCountInString(w.Text); n <= maxRunes && w.Count > 0 {
			s.words = append(s.words, w)
			s.counts[w.Text] = w.Count
			s.most = max(s.most, w.Count)
		}
	}
	slices.SortFunc(s.words, func(a, b lexical.Word) int {
		return cmp.Or(cmp.Compare(utf8.RuneCountInString(a.Text), utf8.RuneCountInString(b.Text)), cmp.Compare(a.Text, b.Text))
	})
	s.runes, s.masks = make([][]rune, len(s.words)), make([]uint32, len(s.words))
	length := 0
	for i, w := range s.words {
		s.runes[i] = []rune(w.Text)
		s.masks[i] = mask(s.runes[i])
		for ; length <= len(s.runes[i]); length++ {
			s.starts[length] = i
		}
	}
	for ; length < len(s.starts); length++ {
		s.starts[length] = len(s.words)
	}
	return s
}

// editLimit is how many edits a word of n letters may be away from what was meant. Of the
// errors that people make about one in five has two edits (Damerau 1964), but with two
// a word of seven letters that the catalogue lacks is as near to another: "unicorn"
// to "uniform".
func editLimit(n int) int {
	switch {
	case n < 3:
		return 0
	case n < 8:
		return 1
	}
	return 2
}

// Candidate is a word that may have been meant.
type Candidate struct {
	Text  string
	Count int
	Edits int
	// Score is the log-likelihood that this was meant, up to a constant: see score.
	Score float64
}

// The prices of errors, as log-probabilities, and what frequency weighs. One edit
// costs as much as being 150 times rarer saves, so that a near word of some products
// goes before a farther one of thousands. Errors in the first letter are a tenth as
// likely as others (Pollock and Zamora, Automatic spelling correction in scientific
// and scholarly text, 1984), doubled letters and exchanged ones likelier.
const (
	editPrice  = 5.0
	firstPrice = 2.3
	easyRebate = 0.7
)

// score is ln(count) less the price of the edits.
func score(typed, meant []rune, count, edits int) float64 {
	p := math.Log(float64(count)) - editPrice*float64(edits)
	if !sameStart(typed, meant) {
		p -= firstPrice
	}
	if edits == 1 && easy(typed, meant) {
		p += easyRebate
	}
	return p
}

// sameStart reports whether two words, of two letters at least, begin with the same letter,
// or with the same two exchanged.
func sameStart(a, b []rune) bool { return a[0] == b[0] || a[0] == b[1] && a[1] == b[0] }

// easy reports whether two words, which are not the same, differ by an exchange of neighbours
// or by a letter doubled or not.
func easy(a, b []rune) bool {
	if len(a) == len(b) {
		i := 0
		for a[i] == b[i] {
			i++
		}
		return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i]
	}
	return slices.Equal(slices.Compact(slices.Clone(a)), slices.Compact(slices.Clone(b)))
}

// Near returns the words within the limit of edits, the likeliest first, at most k;
// ties go by text. The word itself is none of them.
func (s *Speller) Near(word string, k int) []Candidate {
	typed := []rune(word)
	edits := editLimit(len(typed))
	if edits == 0 || len(typed) > maxRunes {
		return nil
	}
	m := mask(typed)
	var out []Candidate
	from, to := s.starts[max(0, len(typed)-edits)], s.starts[min(maxRunes+1, len(typed)+edits+1)]
	for i := from; i < to; i++ {
		if far(m, s.masks[i], edits) {
			continue
		}
		d := Distance(typed, s.runes[i], edits)
		if d == 0 || d > edits || !allowed(typed, s.runes[i], d) {
			continue
		}
		w := s.words[i]
		out = append(out, Candidate{w.Text, w.Count, d, score(typed, s.runes[i], w.Count, d)})
	}
	slices.SortFunc(out, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Text, b.Text))
	})
	return out[:min(k, len(out))]
}

// allowed leaves out what is near by arithmetic only: of three letters typed, one
// may be missing or two exchanged, but none wrong or too many, since what remains
// is too little to tell a word by.
func allowed(typed, meant []rune, edits int) bool {
	if len(typed) > 3 {
		return len(meant) >= 3
	}
	return len(meant) == 4 || len(meant) == 3 && edits == 1 && easy(typed, meant)
}

// Spell returns the word of the catalogue that a single word was likeliest meant to
// be, by nearness and frequency alone; false when the speller knows the word or
// nothing near it.
func (s *Speller) Spell(word string) (string, bool) {
	if s.counts[word] > 0 {
		return "", false
	}
	if found := s.Near(word, 1); len(found) > 0 {
		return found[0].Text, true
	}
	return "", false
}
