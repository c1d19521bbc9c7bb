package reply

import (
	"strings"
	"unicode/utf8"

	"shopclerk/catalog"
)

const (
	// longestName is how many letters of a title an answer says: enough to know it by
	// in the list beside, and two of them fit on a line of a screen.
	longestName = 48
	// longestValue is how many letters of one product's values are said where several
	// products stand beside each other.
	longestValue = 40
	// longestQuote is how many letters of a description are quoted: a sentence or so.
	longestQuote = 160
	// mostNames is how many products a sentence names before it counts the rest.
	mostNames = 3
)

// squeeze replaces runs of spaces and line ends by one space, but keeps the no-break spaces
// between a number and its unit.
func squeeze(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r <= ' ' }), " ")
}

// Shorten cuts a text after a word to at most longest letters, the ellipsis included.
func Shorten(s string, longest int) string {
	s = squeeze(s)
	runes := []rune(s)
	if len(runes) <= longest {
		return s
	}
	cut := string(runes[:longest-1])
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)/2 && runes[longest-1] != ' ' {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;:-–|/(") + "…"
}

// distinct names products by their short titles, those that share one with their ids.
func distinct(products []*catalog.Product) map[string]string {
	bearers := map[string]int{}
	for _, p := range products {
		bearers[catalog.FoldCase(Short(p))]++
	}
	out := map[string]string{}
	for _, p := range products {
		out[p.ID] = Short(p)
		if bearers[catalog.FoldCase(out[p.ID])] > 1 {
			out[p.ID] += " (" + p.ID + ")"
		}
	}
	return out
}

// title returns a product's title without the final full stop, its id where it has none.
func title(p *catalog.Product) string {
	if t := strings.TrimRight(squeeze(p.Title), ". "); t != "" {
		return t
	}
	return p.ID
}

// Short shortens a product's title: to what precedes the first mark after which feeds put
// features, where that is long enough, else at a word.
func Short(p *catalog.Product) string {
	name := title(p)
	if utf8.RuneCountInString(name) <= longestName {
		return name
	}
	for _, mark := range []string{" | ", " – ", " - ", ", ", " ("} {
		head, _, found := strings.Cut(name, mark)
		if n := utf8.RuneCountInString(head); found && n >= longestName/3 && n <= longestName {
			return head
		}
	}
	return Shorten(name, longestName)
}

// name returns the name of a product.
func (c *clerk) name(p *catalog.Product) string {
	if name, ok := c.names[p.ID]; ok {
		return name
	}
	return Short(p)
}

// called names products, total of them: all where they are few, else the first with the
// number of the rest.
func (c *clerk) called(products []*catalog.Product, total int) string {
	names := make([]string, len(products))
	for i, p := range products {
		names[i] = c.name(p)
	}
	return c.enumerate(names, total)
}

// enumerate joins the first [mostNames] names: "A", "A and B", "A, B and 4 more". A last
// one is named, not counted.
func (c *clerk) enumerate(names []string, total int) string {
	total = max(total, len(names))
	if len(names) > mostNames+1 || total > len(names) {
		names = names[:min(mostNames, len(names))]
	}
	comma := c.T("language.comma")
	switch more := total - len(names); {
	case more > 0:
		return c.N("answer.and-more", more, "Names", strings.Join(names, comma))
	case len(names) < 2:
		return strings.Join(names, comma)
	}
	last := len(names) - 1
	return c.T("answer.and", "Names", strings.Join(names[:last], comma), "Last", names[last])
}
