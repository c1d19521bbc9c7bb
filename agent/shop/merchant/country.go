package merchant

import (
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"shopclerk/words"
)

// CountryName is what a language calls a country (ISO 3166-1 alpha-2), the code itself
// where it has no name for it.
func CountryName(w *words.Language, code string) string {
	region, err := language.ParseRegion(code)
	if err != nil {
		return code
	}
	if name := display.Regions(language.Make(w.Code())).Name(region); name != "" {
		return name
	}
	return code
}

// Country reads a country as people write it: its code of two or three letters, or its
// name in a language that the clerk speaks. It returns the code of two letters.
func Country(text string) (code string, ok bool) {
	text = strings.TrimSpace(text)
	if code, ok := countriesByName()[strings.ToLower(text)]; ok {
		return code, true
	}
	if len(text) != 2 && len(text) != 3 {
		return "", false
	}
	region, err := language.ParseRegion(text)
	if err != nil || !region.IsCountry() || region.Canonicalize() != region && text != strings.ToUpper(text) {
		return "", false
	}
	code = region.Canonicalize().String()
	return code, len(code) == 2
}

// countriesByName are all countries by their names in small letters.
var countriesByName = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			region, err := language.ParseRegion(string([]rune{a, b}))
			if err != nil || !region.IsCountry() || region.Canonicalize() != region {
				continue
			}
			for _, l := range words.Languages() {
				out[strings.ToLower(CountryName(l, region.String()))] = region.String()
			}
		}
	}
	return out
})
