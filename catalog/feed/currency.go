package feed

import (
	"cmp"
	"regexp"
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
	Cents     bool     `json:"cents"` // those of nearly every shop have cents
}

type currencyTable struct {
	by    map[string]money  // by code
	codes map[string]string // by mark in lower case; no two currencies have the same
	of    map[string]string // by language, and by top-level domain with its point
	marks *regexp.Regexp    // which has the mark in its only group that matches
}

var currencies = sync.OnceValue(func() *currencyTable {
	t := &currencyTable{by: embeddedTable[map[string]money](data.Currencies), codes: map[string]string{}, of: map[string]string{}}
	marks := []string{"kr.", "kr"}
	for code, m := range t.by {
		for _, mark := range m.Marks {
			t.codes[strings.ToLower(mark)] = code
		}
		for _, domain := range m.Domains {
			t.of["."+domain] = code
		}
		for _, language := range m.Languages {
			t.of[language] = code
		}
		marks = append(marks, m.Marks...)
	}
	t.codes["kr."], t.codes["kr"] = "SEK", "SEK" // of three crowns; see shared
	slices.SortFunc(marks, func(a, b string) int { return len(b) - len(a) })
	// A mark of letters must stand for itself, and counts in any letter case when it has
	// three or more.
	var signs, words, points []string
	for _, mark := range marks {
		first, _ := utf8.DecodeRuneInString(mark)
		pattern := regexp.QuoteMeta(mark)
		if len(mark) > 2 {
			pattern = "(?i:" + pattern + ")"
		}
		switch {
		case !unicode.IsLetter(first) || first > 0x2000:
			signs = append(signs, pattern)
		case strings.HasSuffix(mark, "."):
			points = append(points, pattern)
		default:
			words = append(words, pattern)
		}
	}
	t.marks = regexp.MustCompile(`(` + strings.Join(signs, "|") + `)|(?:^|\PL)(?:(` + strings.Join(points, "|") + `)|(` + strings.Join(words, "|") + `)(?:\PL|$))`)
	return t
})

// shared are the marks of several currencies: the feed's own currency, where it is known,
// is meant by them.
var shared = []string{"$", "kr", "kr.", "¥", "£", "Rs", "Rs.", "pound", "pounds", "dollar", "dollars", "rupee", "rupees", "lei", "元"}

// currencyIn returns the ISO 4217 code of the currency that a text names first, "" when
// it names none, and whether the mark is that one's alone.
func currencyIn(s string) (code string, sure bool) {
	m := currencies().marks.FindStringSubmatch(s)
	if m == nil {
		return "", false
	}
	mark := cmp.Or(m[1:]...)
	return currencies().codes[strings.ToLower(mark)], !slices.ContainsFunc(shared, func(s string) bool { return strings.EqualFold(s, mark) })
}

// knownCurrency returns the code that a text is or stands for by itself: "EUR", "$",
// "eur"; "" when it is none.
func knownCurrency(s string) string {
	s = strings.TrimSpace(s)
	if up := strings.ToUpper(s); currencies().by[up].Marks != nil {
		return up
	}
	return currencies().codes[strings.ToLower(s)]
}

// isCurrency reports whether s has the form of an ISO 4217 code.
func isCurrency(s string) bool {
	return len(s) == 3 && strings.IndexFunc(s, func(r rune) bool { return r < 'A' || r > 'Z' }) < 0
}
