package feed

import (
	"regexp"
	"slices"
	"strings"

	"shopclerk/data"
)

// spellings lists, by format, how each of its fields is also spelled: by other versions of
// the shop system, and in the languages it writes headers in. "#" stands for a number.
var spellings = embeddedTable[map[string]map[string][]string](data.FeedColumns)

// columns finds the fields of one format under every spelling.
type columns struct {
	names map[string]string // folded spelling → the format's own name
	memo  map[string]string // the feed's spelling → name, "" for a field that the format does not know
	each  []string
}

func (p *preset) columns() *columns {
	c := &columns{names: map[string]string{}, memo: map[string]string{}, each: p.Each}
	for name, others := range spellings[p.Name] {
		c.names[tight(name)] = name
		for _, o := range others {
			c.names[tight(o)] = name
		}
	}
	for _, n := range slices.Concat(p.All, p.Some) {
		c.names[tight(n)] = n
	}
	return c
}

// tight is fold without what headers are punctuated by, so that "In stock?" and
// "En stock ?" are found however they are spaced.
func tight(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '_', '?', '*', '’', '\'', '(', ')', ':', '.', '/', '\u00a0', '\u202f':
			return -1
		}
		return r
	}, fold(s))
}

// name returns the format's own name for a field of the feed, "" for one that it does
// not know. A "#" in it is the number that the field has.
func (c *columns) name(key string) string {
	if n, ok := c.memo[key]; ok {
		return n
	}
	t := tight(key)
	n, ok := c.names[t]
	if list, rest, more := strings.Cut(key, "."); more && slices.Contains(c.each, list) {
		n, ok = "variant."+rest, true
	}
	if bare, note, more := strings.Cut(key, " ("); !ok && more && !strings.HasPrefix(note, "product.metafields") {
		n, ok = c.names[tight(bare)] // "Categories (x,y,z...)"
	}
	if !ok {
		if digits := someDigits.FindString(t); digits != "" {
			if n, ok = c.names[strings.Replace(t, digits, "#", 1)]; ok {
				n = strings.Replace(n, "#", digits, 1)
			}
		}
	}
	if len(c.memo) < maxInterned {
		c.memo[key] = n
	}
	return n
}

var someDigits = regexp.MustCompile(`[0-9]+`)

// canonical returns the mapping with its fields named as its format names them.
func (m Mapping) canonical() Mapping {
	p := presetNamed(m.Format)
	if p == nil {
		return m
	}
	if m.Price != nil {
		price := *m.Price
		m.Price = &price
	}
	if m.Rating != nil {
		rating := *m.Rating
		m.Rating = &rating
	}
	c := p.columns()
	for _, f := range m.fields() {
		*f = slices.Clone(*f)
		for i, name := range *f {
			if own := c.name(name); own != "" {
				(*f)[i] = own
			}
		}
	}
	return m
}
