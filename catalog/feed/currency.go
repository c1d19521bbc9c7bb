package feed

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"shopclerk/data"
)

// money is one currency of the table.
type money struct {
	Marks     []string `json:"marks"`
	Domains   []string `json:"domains"`
	Languages []string `json:"languages"`
	Whole     bool     `json:"whole"` // its prices have no fraction
}

// mark is what stands beside an amount for a currency.
type mark struct{ text, code string }

type currencyTable struct {
	by    map[string]money // by code
	marks []mark           // longest first, so that "R$" is seen before "$"
}

var currencies = sync.OnceValue(func() *currencyTable {
	t := &currencyTable{by: embeddedTable[map[string]money](data.Currencies)}
	for code, m := range t.by {
		for _, text := range m.Marks {
			t.marks = append(t.marks, mark{text, code})
		}
	}
	t.marks = append(t.marks, mark{"kr.", "SEK"}, mark{"kr", "SEK"}) // of three crowns; see shared
	slices.SortFunc(t.marks, func(a, b mark) int {
		return cmp.Or(cmp.Compare(len(b.text), len(a.text)), strings.Compare(a.text, b.text), strings.Compare(a.code, b.code))
	})
	return t
})

// shared are the marks of several currencies: the feed's own currency, where it is known,
// is meant by them.
var shared = []string{"$", "kr", "kr.", "¥", "£", "Rs", "Rs.", "pound", "pounds", "dollar", "dollars", "rupee", "rupees", "lei", "元"}

// currencyIn returns the ISO 4217 code of the currency that a text names first, "" when
// it names none, and whether the mark is that one's alone.
func currencyIn(s string) (code string, sure bool) {
	at := len(s)
	for _, m := range currencies().marks {
		if i := markIn(s, m.text); i >= 0 && i < at {
			at, code, sure = i, m.code, !slices.Contains(shared, m.text)
		}
	}
	return code, sure
}

// markIn finds a mark in a text. One of letters must stand for itself, and counts in any
// letter case when it has three or more.
func markIn(s, text string) int {
	first, _ := utf8.DecodeRuneInString(text)
	if !unicode.IsLetter(first) || first > 0x2000 {
		return strings.Index(s, text)
	}
	where, what := s, text
	if len(text) > 2 {
		where, what = strings.ToLower(s), strings.ToLower(text)
	}
	for from := 0; ; {
		i := strings.Index(where[from:], what)
		if i < 0 {
			return -1
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(where[:i])
		after, _ := utf8.DecodeRuneInString(where[i+len(what):])
		if !unicode.IsLetter(before) && (!unicode.IsLetter(after) || strings.HasSuffix(what, ".")) {
			return i
		}
		from = i + len(what)
	}
}

// knownCurrency returns the code that a text is or stands for by itself: "EUR", "$",
// "eur"; "" when it is none.
func knownCurrency(s string) string {
	s = strings.TrimSpace(s)
	up := strings.ToUpper(s)
	if _, ok := currencies().by[up]; ok {
		return up
	}
	for _, m := range currencies().marks {
		if m.text == s {
			return m.code
		}
	}
	return ""
}

// currencyOf returns the currency that has a country's top-level domain or a language in one
// of its lists, "" for none.
func currencyOf(list func(money) []string, text string) string {
	for code, m := range currencies().by {
		if slices.Contains(list(m), text) {
			return code // no two have the same
		}
	}
	return ""
}

func domains(m money) []string   { return m.Domains }
func languages(m money) []string { return m.Languages }

// isCurrency reports whether s has the form of an ISO 4217 code.
func isCurrency(s string) bool {
	return len(s) == 3 && strings.IndexFunc(s, func(r rune) bool { return r < 'A' || r > 'Z' }) < 0
}
