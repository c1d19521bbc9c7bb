package feed

import (
	"strings"

	"golang.org/x/text/language"

	"shopclerk/catalog/discover"
)

// regionOf returns the code of the country that a locale names ("de_AT": AT), "" for a text
// that is no locale.
func regionOf(text string) string {
	if len(text) != len("de_AT") || text[2] != '-' && text[2] != '_' {
		return ""
	}
	tag, err := language.Parse(text)
	if err != nil {
		return ""
	}
	region, _ := tag.Region()
	return region.String()
}

// isLocale reports whether all of a field's values are locales: they are the language of the
// texts, and no shopper asks for it.
func (f *fieldStats) isLocale() bool {
	return f.present >= 3 && f.count(func(c *valueProfile) bool { return regionOf(c.text) != "" }) == f.present
}

// region returns the country that the feed's locales name most, "" for none.
func (g *gathered) region() string {
	votes := map[string]int{}
	for _, f := range g.fields {
		if !f.isLocale() {
			continue
		}
		for i := range f.cells {
			votes[regionOf(f.cells[i].text)] += f.counts[i]
		}
	}
	return discover.Commonest(votes)
}

// foreign reports whether an entry is in another language than the one that is read.
func (m *Mapping) foreign(e *entry) bool {
	if m.InLanguage == "" {
		return false
	}
	said := firstValue(e, foldAll(m.Language))
	return said != "" && strings.TrimSpace(said) != m.InLanguage
}
