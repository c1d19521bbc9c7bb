package feed

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"shopclerk/catalog/discover"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// A field can say in which language a row's texts are: the shop's, not the book's. It is
// told by its values, codes ("de", "de_AT") or names of languages, and by what they go
// with: such a field is the same in all rows, or the rows of one id are in one language
// each. Names of languages that vary otherwise are what a shopper asks about.

// spokenLanguages are the base codes whose names are known: those of shops in the table of
// currencies, and further ones that feeds come in.
var spokenLanguages = strings.Fields("en de fr es it pt nl pl cs sk hu ro bg el da sv no nb fi et lv lt sl hr sr bs uk ru tr ar he fa hi bn ta ur th vi id ms ja ko zh ca eu gl ga is mk sq")

// languageNames are the names of languages in English, in German and in themselves,
// folded.
var languageNames = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, code := range spokenLanguages {
		tag := language.Make(code)
		for _, name := range []string{display.English.Languages().Name(tag), display.German.Languages().Name(tag), display.Self.Name(tag)} {
			if name != "" {
				out[strings.ToLower(name)] = true
			}
		}
	}
	return out
})

// regionOf reads a code or a name of a language; region is the country's code that a
// locale names ("de_AT": AT), "" for none.
func regionOf(text string) (region string, ok bool) {
	text = strings.TrimSpace(text)
	if languageNames()[strings.ToLower(text)] {
		return "", true
	}
	head, tail, located := strings.Cut(strings.ReplaceAll(text, "_", "-"), "-")
	if len(head) != 2 || located && len(tail) != 2 || !slices.Contains(spokenLanguages, strings.ToLower(head)) {
		return "", false
	}
	if located {
		r, err := language.ParseRegion(tail)
		if err != nil {
			return "", false
		}
		region = r.String()
	}
	return region, true
}

// tongues reports whether a field's values are languages, and whether all are locales with
// a country, which say so by themselves.
func (f *fieldStats) tongues() (are, located bool) {
	const some = 3 // products
	if f.present < some || f.distinct() > 60 {
		return false, false
	}
	regions := 0
	known := f.count(func(c *valueProfile) bool {
		region, ok := regionOf(c.text)
		regions += discover.Indicator(region != "")
		return ok
	})
	return known >= f.present*98/100, regions == f.distinct()
}

// ofTexts returns the field that says in which language the texts are, nil when there is
// none; only is the value of those rows to read where each product has rows in several.
func (g *gathered) ofTexts() (f *fieldStats, only string) {
	head := g
	if g.head != nil {
		head = g.head
	}
	for _, f := range g.fields {
		are, located := f.tongues()
		if !are || !located && f.of("language") < 0.6 {
			continue
		}
		if f.distinct() == 1 {
			return f, ""
		}
		if h := head.byName[f.folded]; h != nil && head.repeatedBy(h) {
			return f, f.cells[slices.Index(f.counts, slices.Max(f.counts))].text
		}
		if located {
			return f, ""
		}
	}
	return nil, ""
}

// repeatedBy reports whether codes repeat over rows and are unique within each value of a
// field: the ids of what is told once in each language.
func (g *gathered) repeatedBy(of *fieldStats) bool {
	for _, f := range g.fields {
		if f == of || f.fill() < 0.95 || f.unique() > 0.8 || f.share(isCode) < 0.5 && f.share(isWhole) < 0.5 {
			continue
		}
		pairs := map[[2]int32]bool{}
		for row, code := range f.codes {
			pairs[[2]int32{code, of.codes[row]}] = true
		}
		if len(pairs)*100 >= g.products*99 {
			return true
		}
	}
	return false
}

// monolingual leaves the rows of other languages than the one that is read out of the
// samples.
func monolingual(streams []*streamSample, name, only string) {
	for _, s := range streams {
		s.entries = slices.DeleteFunc(s.entries, func(e []fieldValue) bool { return foreign(e, fold(name), only) })
	}
}

// foreign reports whether an entry is in another language than the one that is read.
func foreign(fields []fieldValue, folded, only string) bool {
	for i := range fields {
		if fold(fields[i].key) == folded {
			return strings.TrimSpace(fields[i].value.String()) != only
		}
	}
	return false
}

// speaks notes the language of the texts in the mapping.
func (g *gathered) speaks(c *choices, m *Mapping, inf *Inference) {
	f, _ := g.ofTexts()
	if f == nil || c.taken(f) {
		return
	}
	m.Language, m.InLanguage = Fields{f.name}, g.only
	c.fields["language"] = f
	why := fmt.Sprintf("%s, %d languages", formatPercent(f.present, f.rows), f.distinct())
	if g.only != "" {
		why = fmt.Sprintf("each product is told in several, of which %q is read", g.only)
		inf.Notes = append(inf.Notes, fmt.Sprintf("language: rows of other languages than %q are left out; \"in_language\" in a mapping names another", g.only))
	}
	inf.Guesses = append(inf.Guesses, Guess{"language", f.name, why})
}

// region returns the country that the locales of the field of the language name most;
// "" for none.
func (g *gathered) region() string {
	f, _ := g.ofTexts()
	if f == nil {
		return ""
	}
	votes := map[string]int{}
	for i := range f.cells {
		if region, _ := regionOf(f.cells[i].text); region != "" {
			votes[region] += f.counts[i]
		}
	}
	return discover.Commonest(votes)
}
