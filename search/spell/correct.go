package spell

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"shopclerk/search"
)

// Counts tells how many products have words; their number may be cut at any bound
// that still tells few from many.
type Counts interface {
	// Having returns how many products have a word anywhere.
	Having(word string) (int, error)
	// Together returns how many titles have both words.
	Together(a, b string) (int, error)
}

const (
	// near is how many candidates for a word are held against its context.
	near = 8
	// beside is how many times commoner another spelling must be for a word that
	// the catalogue has to be taken for an error: titles misspell a word about once in
	// a hundred or two, and a name that is near a common word is rarer than that.
	beside = 100
	// contextWeight is what each other word of the query says of a candidate, by the
	// logarithm of how many titles have both.
	contextWeight = 1.0
	// splitPrice is what a forgotten space costs: as much as an edit, and less because
	// two words that both exist, in one title, hardly arise from another error.
	splitPrice = 3.0
	// short is the length of a word up to which an edit makes a word of other words too
	// often for nearness alone to tell: such a word is corrected to one that stands in
	// titles with what else was said, or, where nothing else was, to one that begins
	// alike. In a shop of clothes "table lamp" is no "cable".
	short = 6
	// joined is how many products must have a compound for two words to be read as
	// it: one may be an error itself.
	joined = 2
)

// Correct returns the corrections of a query, in its order; each From is a part of
// the query as it stands there. The words of exact are
// as they are meant. fold returns a text in lower case and without
// accents.
func (s *Speller) Correct(query string, exact []string, fold func(string) string, have Counts) ([]search.Correction, error) {
	kept := map[string]bool{}
	for _, text := range exact {
		for _, at := range spans(text) {
			kept[fold(text[at.from:at.to])] = true
		}
	}
	c := correcting{Speller: s, have: have, query: query}
	for _, at := range spans(query) {
		w := typedWord{span: at, folded: fold(query[at.from:at.to])}
		w.exact = kept[w.folded]
		var err error
		if w.count, err = have.Having(w.folded); err != nil {
			return nil, err
		}
		c.words = append(c.words, w)
	}
	var out []search.Correction
	for i := 0; i < len(c.words); i++ {
		found, taken, err := c.at(i)
		if err != nil {
			return nil, err
		}
		if taken > 0 {
			out = append(out, found)
			i += taken - 1
		}
	}
	return out, nil
}

// span is where a word stands in a text, in bytes.
type span struct{ from, to int }

// spans returns the words of a text that stand between spaces and signs.
func spans(text string) []span {
	var out []span
	from := -1
	for i, r := range text {
		in := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || r == '\''
		if in && from < 0 {
			from = i
		}
		if !in && from >= 0 {
			out, from = append(out, span{from, i}), -1
		}
	}
	if from >= 0 {
		out = append(out, span{from, len(text)})
	}
	return out
}

// typedWord is one of those that were typed.
type typedWord struct {
	span
	folded string
	count  int // products that have it
	exact  bool
}

func (w *typedWord) letters() bool {
	return strings.IndexFunc(w.folded, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

// correcting is a query under correction.
type correcting struct {
	*Speller
	have  Counts
	query string
	words []typedWord
}

// at returns the correction of the word at i and how many words it takes.
func (c *correcting) at(i int) (found search.Correction, taken int, err error) {
	w := &c.words[i]
	if w.exact {
		return found, 0, nil
	}
	typed := c.query[w.from:w.to]
	if i+1 < len(c.words) && !c.words[i+1].exact && strings.TrimSpace(c.query[w.to:c.words[i+1].from]) == "" {
		next := &c.words[i+1]
		if n := c.counts[w.folded+next.folded]; n >= joined && w.letters() && next.letters() {
			known := w.count > 0 && next.count > 0
			return search.Correction{At: w.from, From: c.query[w.from:next.to], To: w.folded + next.folded, Beside: known}, 2, nil
		}
	}
	best := Candidate{Score: math.Inf(-1)}
	if w.letters() && beside*w.count <= c.most {
		if best, err = c.likeliest(i); err != nil {
			return found, 0, err
		}
	}
	if w.count > 0 {
		if best.Edits == 1 && len(w.folded) > 3 {
			return search.Correction{At: w.from, From: typed, To: best.Text, Beside: true}, 1, nil
		}
		return found, 0, nil
	}
	parts, err := c.parts(w)
	if err != nil {
		return found, 0, err
	}
	if parts.Score > best.Score {
		best = parts
	}
	if best.Text == "" {
		return found, 0, nil
	}
	return search.Correction{At: w.from, From: typed, To: best.Text}, 1, nil
}

// likeliest returns the candidate for the word at i that fits the other words best.
func (c *correcting) likeliest(i int) (Candidate, error) {
	w := &c.words[i]
	candidates := slices.DeleteFunc(c.Near(w.folded, near), func(o Candidate) bool { return o.Count < beside*w.count })
	context := false
	for k := range candidates {
		o := &candidates[k]
		meets := 0
		for j := range c.words {
			if j == i || c.words[j].count == 0 {
				continue
			}
			context = context || len(c.words[j].folded) > short/2
			n, err := c.have.Together(o.Text, c.words[j].folded)
			if err != nil {
				return Candidate{}, err
			}
			meets += n
			o.Score += contextWeight * math.Log1p(float64(n))
		}
		if typed, meant := []rune(w.folded), []rune(o.Text); meets == 0 && len(typed) <= short && (context || !sameStart(typed, meant)) {
			o.Score = math.Inf(-1)
		}
	}
	candidates = slices.DeleteFunc(candidates, func(o Candidate) bool {
		return math.IsInf(o.Score, -1) || w.count > 0 && !sameStart([]rune(w.folded), []rune(o.Text))
	})
	if len(candidates) == 0 {
		return Candidate{Score: math.Inf(-1)}, nil
	}
	return slices.MaxFunc(candidates, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(a.Score, b.Score), cmp.Compare(b.Text, a.Text))
	}), nil
}

// parts returns the two words that a word was run together of, where one letter may
// stand for the end of the first and the beginning of the second ("hardisk"). Both
// must exist and stand in a title together.
func (c *correcting) parts(w *typedWord) (Candidate, error) {
	best := Candidate{Score: math.Inf(-1)}
	letters := []rune(w.folded)
	for i := 2; i+2 <= len(letters); i++ {
		for overlap := range 2 {
			a, b := string(letters[:i+overlap]), string(letters[i:])
			if len(a) < 4 && len(b) < 4 {
				continue // two words this short make up almost anything
			}
			n, both, err := c.pair(a, b)
			if err != nil {
				return best, err
			}
			if both == 0 {
				continue
			}
			p := math.Log(float64(n)) + contextWeight*math.Log1p(float64(both)) - splitPrice*float64(1+overlap)
			if p > best.Score {
				best = Candidate{Text: a + " " + b, Count: both, Edits: 1, Score: p}
			}
		}
	}
	return best, nil
}

// pair returns how many products have the rarer of two words, and how many titles
// have both.
func (c *correcting) pair(a, b string) (rarer, both int, err error) {
	n, err := c.have.Having(a)
	if err != nil || n == 0 {
		return 0, 0, err
	}
	m, err := c.have.Having(b)
	if err != nil || m == 0 {
		return 0, 0, err
	}
	both, err = c.have.Together(a, b)
	return min(n, m), both, err
}
