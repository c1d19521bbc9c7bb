package discover

import (
	"strconv"
	"strings"

	"shopclerk/catalog"
)

// A column is what one raw attribute said over all records of a category.
type column struct {
	raw     string
	keyed   []string // the words of raw
	records int      // records with a plausible value
	lists   int      // records with a list that is not a pair of numbers
	values  sample   // values by their codes: see [decode]

	// titled counts the records whose title shows all words of the value;
	// affirmed those with a yes; keyTitled, of these, those whose title has all
	// words of the key from the i-th on: how many words are the feed's own prefix is
	// known only in the end.
	titled, affirmed int
	keyTitled        []int

	// visible sums, in thousandths, the share of each value's words that the
	// record's own title or description shows; keyVisible counts, per word of
	// the key, the records with a yes whose text has that word. Whole numbers
	// keep the sums independent of order.
	visible    int
	yes, no    int
	keyVisible []int
}

func newColumn(raw string) *column {
	c := &column{raw: raw, keyed: splitKey(raw)}
	c.keyTitled, c.keyVisible = make([]int, len(c.keyed)), make([]int, len(c.keyed))
	return c
}

// maxValueBytes bounds a remembered text. Longer ones are free texts, which
// need no exact statistics; products keep them whole.
const maxValueBytes = 200

// The first byte of a value's code tells what it is.
const (
	codeText    = "t"
	codeElement = "e" // of a list, each by itself
	codeNumber  = "n"
	codePair    = "p" // of numbers, "a b"
	codeFlag    = "f"
)

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
		c.values.add(codeText + Clip(Tidy(v.Text), maxValueBytes))
	case catalog.RawNumber:
		c.values.add(codeNumber + spellNumber(v.Number))
	case catalog.RawBool:
		c.values.add(codeFlag + yesNo(v.Bool))
		c.yes, c.no = c.yes+Indicator(v.Bool), c.no+Indicator(!v.Bool)
		for i, w := range c.keyed {
			c.keyVisible[i] += Indicator(v.Bool && vocab.current[w])
		}
		return
	case catalog.RawList:
		if a, b, ok := pairOf(v); ok {
			c.values.add(codePair + spellNumber(a) + " " + spellNumber(b))
			break
		}
		c.lists++
		for _, e := range flatten(v) {
			c.values.add(codeElement + Clip(Tidy(e.String()), maxValueBytes))
		}
	}
	shown, titled, all := 0, 0, 0
	for w := range wordsIn(Clip(v.String(), maxValueBytes)) {
		all++
		shown += Indicator(vocab.current[w])
		titled += Indicator(vocab.title[w])
	}
	c.visible += 1000 * shown / max(1, all)
	c.titled += Indicator(all > 0 && titled == all)
}

// visibility estimates how often shoppers see the column's values: the share of
// value words that the product's own text shows, beyond what chance gives if
// texts were shuffled between products, 0..1. For a flag it is the share of its
// products whose text names it.
func (c *column) visibility(prefix int, vocab *vocabulary) float64 {
	if c.yes+c.no > c.records/2 {
		best := 0.0
		for i, n := range c.keyVisible[prefix:] {
			if len(c.keyed[prefix+i]) > 2 {
				best = max(best, share(n, c.yes))
			}
		}
		return best
	}
	return beyond(share(c.visible, 1000*c.records), c.mean(func(v string) float64 {
		sum, all := 0.0, 0
		for w := range wordsIn(v) {
			sum += share(vocab.seen.counts[w], vocab.records)
			all++
		}
		return sum / float64(max(1, all))
	}))
}

// mean returns the mean of a figure of the values but yes and no, 0 without any.
func (c *column) mean(figure func(value string) float64) float64 {
	sum, n := 0.0, 0
	for _, code := range c.values.values() {
		if times := c.values.counts[code]; code[:1] != codeFlag {
			sum += float64(times) * figure(code[1:])
			n += times
		}
	}
	return sum / float64(max(1, n))
}

// decode returns the value of a code.
func decode(code string) catalog.Raw {
	text := code[1:]
	switch code[:1] {
	case codeElement:
		return catalog.List(catalog.Text(text))
	case codeNumber:
		f, _ := strconv.ParseFloat(text, 64) // what spellNumber wrote
		return catalog.Number(f)
	case codePair:
		a, b, _ := strings.Cut(text, " ")
		return catalog.List(decode(codeNumber+a), decode(codeNumber+b))
	case codeFlag:
		return catalog.Bool(text == "yes")
	}
	return catalog.Text(text)
}

// of returns the values of some kinds, without the first byte of their codes, with their counts.
func (c *column) of(kinds string) map[string]int {
	out := map[string]int{}
	for code, n := range c.values.counts {
		if strings.Contains(kinds, code[:1]) {
			out[code[1:]] += n
		}
	}
	return out
}

// spreads returns the distribution of the converted values, and of the texts
// that a Numeric rule could not read.
func (c *column) spreads(r *Rule) (values, rest spread) {
	values, rest = spread{}, spread{}
	for code, n := range c.values.counts {
		vs, left := r.values(decode(code))
		if r.Kind == catalog.Numeric && len(vs) == 2 { // a range counts as one value
			vs = []catalog.Value{{Text: vs[0].Text + " " + vs[1].Text}}
		}
		for _, v := range vs {
			values[v.Text] += n
		}
		for _, v := range left {
			rest[v.Text] += n
		}
	}
	return values, rest
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
