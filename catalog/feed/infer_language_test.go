package feed

import (
	"slices"
	"strings"
	"testing"
)

// The language of a feed's texts is told by codes and names, and by what they go with.
func TestLanguages(t *testing.T) {
	books := func(more ...column) *synthetic {
		return &synthetic{rows: 300, columns: append([]column{
			{"sku", sprint("B-%06d", func(w *world) any { return 7 * w.row })}, {"name", theName}, {"brand", theBrand}, {"category", theKind}, {"price", thePrice},
		}, more...)}
	}
	told := func(values ...string) *synthetic { // each product in every language, one after the other
		product := func(w *world) *world { return newWorld(9, 10000+(w.row-1)/len(values)) }
		of := func(w *world) string { return values[(w.row-1)%len(values)] }
		return &synthetic{rows: 200 * len(values), columns: []column{
			{"article", sprint("A%05d", func(w *world) any { return 500 + (w.row-1)/len(values)*3 })}, {"lang", of},
			{"name", func(w *world) string { return product(w).name + " " + strings.Repeat("x", 1+(w.row-1)%len(values)) }},
			{"brand", func(w *world) string { return product(w).brand }}, {"category", func(w *world) string { return product(w).kind }},
			{"price", sprint("%.2f", func(w *world) any { return product(w).price })},
		}}
	}
	for _, test := range []struct {
		name, language, only, assumed string
		feed                          *synthetic
		kept                          string // an attribute
	}{
		{"a locale, whatever it is called", "bqxz", "", "EUR", books(column{"bqxz", constant("de_AT")}), ""},
		{"a country", "locale", "", "GBP", books(column{"locale", constant("en-GB")}), ""},
		{"a code", "lang", "", "USD", books(column{"lang", constant("en")}), ""},
		{"what a book is in", "", "", "USD", books(column{"language", oneOf("English", "German", "French")}), "language"},
		{"countries are no languages", "", "", "USD", books(column{"made in", oneOf("de", "it", "fr")}), "made in"},
		{"each product in three", "lang", "de", "USD", told("de", "en", "fr"), ""},
		{"each product in two, by name", "lang", "Deutsch", "USD", told("Deutsch", "English"), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := test.feed.table(1)
			m, inf := infer(t, "feed.csv", text)
			if got := strings.Join(m.Language, "+"); got != test.language || m.InLanguage != test.only || m.Price.Assumed != test.assumed {
				t.Errorf("the language is %q, of which %q is read, prices in %q:\n%s", got, m.InLanguage, m.Price.Assumed, strings.Join(inf.Lines(), "\n"))
			}
			if test.kept != "" && slices.Contains(m.Attributes.Exclude, test.kept) {
				t.Errorf("%q is no attribute", test.kept)
			}
			got := readAll(folder(t, map[string]string{"feed.csv": string(text)}), m, Options{})
			want := test.feed.rows
			if test.only != "" {
				want = 200
			}
			if got.err != nil || len(got.records) != want || len(got.problems) > 0 {
				t.Fatalf("%d products, %v, %q", len(got.records), got.err, got.problems)
			}
			for _, a := range got.records[0].Attributes {
				if a.Key == test.language {
					t.Errorf("%q is an attribute", a.Key)
				}
			}
		})
	}
}
