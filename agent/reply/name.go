package reply

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"shopclerk/agent/language"
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

// called names products, total of them: all where they are few, else the first [mostNames] with
// the number of the rest: "A", "A and B", "A, B and 4 more". A last one is named, not counted.
func (c *clerk) called(products []*catalog.Product, total int) string {
	names := make([]string, len(products))
	for i, p := range products {
		names[i] = c.name(p)
	}
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

// Called returns how many tokens of a text stand in a product's title one behind the other, and whether they
// name it by themselves: they are the whole title, or all of it but the brand, or have a number of a model.
func Called(toks []language.Token, p *catalog.Product) (most int, plain bool) {
	title, brand := wordsOf(language.Tokenize(p.Title)), language.Forms(p.Brand)
	said := wordsOf(toks)
	own := len(title)
	for _, t := range title {
		if slices.Contains(brand, t.Form) {
			own--
		}
	}
	for i := range said {
		for k := range title {
			n, model, rest := 0, false, own
			for i+n < len(said) && k+n < len(title) && said[i+n].Form == title[k+n].Form {
				model = model || n > 0 && said[i+n].Kind == language.Number && said[i+n-1].Kind == language.Word
				if !slices.Contains(brand, said[i+n].Form) {
					rest--
				}
				n++
			}
			_, unit := language.UnitAt(said, i+n)
			measure := i+n < len(said) && n > 0 && said[i+n-1].Kind == language.Number && unit > i+n // "27 inch"
			if n > most && rest < own && !measure {
				most, plain = n, model || rest == 0
			}
		}
	}
	return most, plain
}

// wordsOf are the tokens of a text without its marks.
func wordsOf(toks []language.Token) []language.Token {
	return slices.DeleteFunc(slices.Clone(toks), func(t language.Token) bool { return t.Kind == language.Mark })
}

// Titled are those of some products whose titles have all of some words, of a model the one: "A71" is no "A71 5G".
func Titled(products []catalog.Product, want []string) []catalog.Product {
	out := slices.DeleteFunc(slices.Clone(products), func(p catalog.Product) bool {
		has := language.Forms(p.Title)
		return slices.ContainsFunc(want, func(w string) bool { return !slices.Contains(has, w) })
	})
	if len(out) > 1 && strings.ContainsAny(strings.Join(want, ""), "0123456789") {
		slices.SortStableFunc(out, func(p, q catalog.Product) int { return cmp.Compare(len(p.Title), len(q.Title)) })
		return out[:1]
	}
	return out
}
