package discover

import "shopclerk/catalog"

// A column is what one raw attribute said over all records of a category.
type column struct {
	raw     string
	keyed   []string // the words of raw
	records int      // records with a plausible value

	texts    sample // single texts
	elements sample // texts and numbers inside lists
	numbers  sample // single numbers
	pairs    sample // lists of exactly two numbers, as "a b"
	yes, no  int
	lists    int // records with a list that is not a pair of numbers
	ascends  int // pairs whose first number is not above the second

	// visible sums, in thousandths, the share of each value's words that the
	// record's own title or description shows; keyVisible counts, per word of
	// the key, the records with a yes whose text has that word. Whole numbers
	// keep the sums independent of order.
	visible    int
	keyVisible []int

	// titled counts the records whose title shows all words of the value;
	// affirmed those with a yes; keyTitled, of these, those whose title has all
	// words of the key from the i-th on: how many words are the feed's own prefix is
	// known only in the end.
	titled, affirmed int
	keyTitled        []int
}

func newColumn(raw string) *column {
	c := &column{raw: raw, keyed: splitKey(raw)}
	c.keyVisible, c.keyTitled = make([]int, len(c.keyed)), make([]int, len(c.keyed))
	return c
}

// samples are those of the values, but for yes and no.
func (c *column) samples() []*sample {
	return []*sample{&c.texts, &c.numbers, &c.pairs, &c.elements}
}

// mean returns the mean of a figure of the values, which is given for so many occurrences
// of one at once; false without any value.
func (c *column) mean(figure func(value string, times float64) float64) (float64, bool) {
	sum, n := 0.0, 0
	for _, s := range c.samples() {
		for _, v := range s.values() {
			sum += figure(v, float64(s.counts[v]))
			n += s.counts[v]
		}
	}
	return sum / float64(n), n > 0
}

// maxValueBytes bounds a remembered text. Longer ones are free texts, which
// need no exact statistics; products keep them whole.
const maxValueBytes = 200

func (c *column) add(v catalog.Raw, vocab *vocabulary) {
	c.records++
	if affirms(v) {
		c.affirmed++
		for i := len(c.keyed) - 1; i >= 0 && vocab.title[c.keyed[i]]; i-- {
			c.keyTitled[i]++
		}
	}
	switch v.Kind {
	case catalog.RawText:
		c.texts.add(clip(tidy(v.Text), maxValueBytes))
	case catalog.RawNumber:
		c.numbers.add(spellNumber(v.Number))
	case catalog.RawBool:
		if !v.Bool {
			c.no++
			return
		}
		c.yes++
		for i, w := range c.keyed {
			if vocab.current[w] {
				c.keyVisible[i]++
			}
		}
		return
	case catalog.RawList:
		if a, b, ok := pairOf(v); ok {
			c.pairs.add(spellNumber(a) + " " + spellNumber(b))
			if a <= b {
				c.ascends++
			}
			break
		}
		c.lists++
		for _, e := range flatten(v) {
			c.elements.add(clip(tidy(e.String()), maxValueBytes))
		}
	}
	shown, titled, all := 0, 0, 0
	for w := range wordsIn(clip(v.String(), maxValueBytes)) {
		all++
		if vocab.current[w] {
			shown++
		}
		if vocab.title[w] {
			titled++
		}
	}
	if all > 0 {
		c.visible += 1000 * shown / all
		if titled == all {
			c.titled++
		}
	}
}

// visibility estimates how often shoppers see the column's values: the share of
// value words that the product's own text shows, beyond what chance gives if
// texts were shuffled between products, 0..1. For a flag it is the share of its
// products whose text names it.
func (c *column) visibility(prefix int, vocab *vocabulary) float64 {
	if c.yes+c.no > c.records/2 {
		best := 0.0
		for i, n := range c.keyVisible[prefix:] {
			if len(c.keyed[prefix+i]) > 2 && c.yes > 0 {
				best = max(best, float64(n)/float64(c.yes))
			}
		}
		return best
	}
	chance, ok := c.mean(func(v string, times float64) float64 {
		sum, all := 0.0, 0
		for w := range wordsIn(v) {
			sum += vocab.share(w)
			all++
		}
		return times * sum / float64(max(1, all))
	})
	if !ok {
		return 0
	}
	return beyond(float64(c.visible)/1000/float64(c.records), chance)
}

// placeholders are texts by which feeds say nothing. "None" and "no" are not
// among them: they are answers.
var placeholders = map[string]bool{
	"": true, "-": true, "--": true, "n/a": true, "na": true, "null": true, "nil": true, "unknown": true, "?": true,
	"not available": true, "not specified": true, "unspecified": true, "tbd": true, "tbc": true,
}

// affirms reports whether a value affirms what its key names.
func affirms(v catalog.Raw) bool {
	const longest = len("true")
	if v.Kind != catalog.RawText || len(v.Text) > longest {
		return v.Kind == catalog.RawBool && v.Bool
	}
	said, ok := parseFlag(v.Text)
	return ok && said
}

// plausible reports whether a raw value says something.
func plausible(v catalog.Raw) bool {
	switch v.Kind {
	case catalog.RawText:
		return !placeholders[fold(v.Text)]
	case catalog.RawNumber:
		return v.Number-v.Number == 0 // neither infinite nor NaN
	case catalog.RawBool:
		return true
	case catalog.RawList:
		return len(flatten(v)) > 0
	}
	return false
}

// flatten returns the plausible scalars of a list, nested ones included.
func flatten(v catalog.Raw) []catalog.Raw {
	var out []catalog.Raw
	for _, e := range v.List {
		switch {
		case e.Kind == catalog.RawList:
			out = append(out, flatten(e)...)
		case plausible(e):
			out = append(out, e)
		}
	}
	return out
}

// pairOf returns the numbers of a list of exactly two.
func pairOf(v catalog.Raw) (a, b float64, ok bool) {
	if v.Kind != catalog.RawList || len(v.List) != 2 {
		return 0, 0, false
	}
	a, b = v.List[0].Number, v.List[1].Number
	numbers := v.List[0].Kind == catalog.RawNumber && v.List[1].Kind == catalog.RawNumber
	return a, b, numbers && plausible(v.List[0]) && plausible(v.List[1])
}
