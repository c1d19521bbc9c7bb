package understand

// A Quantity is a number that a text states, with the unit or currency said of it.
// It is for rooms that read other things than wishes, and spell what they find
// with this room's numerals, units and currencies.
type Quantity struct {
	From, To  int     // bytes of the text
	Low, High float64 // equal unless a range was stated
	Unit      string  // as this room names it ("GB"), empty when none was said
	Currency  string  // ISO 4217, empty when none was said
	Spelled   bool    // in words: "three". "One" may as well be a pronoun
}

// Quantities reads the numbers of a text, in their order. Digits that touch letters
// which are no unit are parts of names and no quantities: the 2110 of "tn-2110".
func Quantities(text string) []Quantity {
	toks := tokenize(text)
	p := &amounts{toks: toks, chunks: chunksOf(toks)}
	var out []Quantity
	for i := 0; i < len(toks); {
		a, next := p.at(i)
		if next > i {
			q := Quantity{Low: a.low, High: a.high, Currency: a.currency}
			if a.measured {
				q.Unit = a.unit.name
			}
			out = append(out, q.within(toks, i, next))
			i = next
			continue
		}
		if v, next := numeral(toks, i); next > i {
			out = append(out, Quantity{Low: v, High: v, Spelled: true}.within(toks, i, next))
			i = next
			continue
		}
		i++
	}
	return out
}

// within tells a quantity where it stands.
func (q Quantity) within(toks []token, from, to int) Quantity {
	q.From, q.To = toks[from].start, toks[to-1].end
	return q
}

// Convert turns an amount of one unit into another's, both as a person or a
// catalogue spells them. It reports false when they measure different things.
func Convert(x float64, from, to string) (float64, bool) {
	a, ok := unitNamed(from)
	b, known := unitNamed(to)
	if !ok || !known || a.dimension != b.dimension {
		return 0, false
	}
	return x * a.factor / b.factor, true
}

// A Token is a word, a number or a mark of a text.
type Token struct {
	From, To int    // bytes of the text
	Form     string // folded: lower case, no accents, no apostrophe
	Stem     string // form without the English plural
	Mark     bool   // punctuation
	Number   bool   // digits that read as a number
	Glued    bool   // no space before it
}

// Tokens splits a text as messages are split: letters and digits apart, even where
// they touch.
func Tokens(text string) []Token {
	toks := tokenize(text)
	out := make([]Token, len(toks))
	for i, t := range toks {
		out[i] = Token{t.start, t.end, t.form, t.stem, t.kind == mark, t.kind == number, t.glued}
	}
	return out
}

// Misspelt reports whether a folded word that is not known may have been meant to
// be a known one: one edit away from four letters on, two from eight on.
func Misspelt(form, known string) bool {
	n := len([]rune(form))
	switch {
	case n < shortWord:
		return false
	case n < longWord:
		return distance(form, known) <= 1
	}
	return distance(form, known) <= 2
}
