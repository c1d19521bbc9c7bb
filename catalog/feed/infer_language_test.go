package feed

import (
	"slices"
	"strings"
	"testing"
)

// The language of a feed's texts is no attribute, that of a book is.
func TestLanguages(t *testing.T) {
	books := func(more ...column) *synthetic {
		return &synthetic{rows: 300, columns: append([]column{
			{"sku", sprint("B-%06d", func(w *world) any { return 7 * w.row })}, {"name", theName}, {"brand", theBrand}, {"category", theKind}, {"price", thePrice},
		}, more...)}
	}
	for _, test := range []struct {
		name, assumed string
		feed          *synthetic
		kept          string // an attribute
	}{
		{"a code", "USD", books(column{"lang", constant("en")}), ""},
		{"what a book is in", "USD", books(column{"language", oneOf("English", "German", "French")}), "language"},
		{"countries are no languages", "USD", books(column{"made in", oneOf("de", "it", "fr")}), "made in"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := test.feed.table(1)
			m, inf := infer(t, "feed.csv", text)
			if m.Price.Assumed != test.assumed {
				t.Errorf("prices are in %q:\n%s", m.Price.Assumed, strings.Join(inf.Lines(), "\n"))
			}
			if test.kept != "" && slices.Contains(m.Attributes.Exclude, test.kept) {
				t.Errorf("%q is no attribute", test.kept)
			}
			for _, name := range []string{"lang"} {
				if strings.Contains(string(text[:100]), ","+name) && !strings.Contains(string(text[:100]), "language") && !slices.Contains(m.Attributes.Exclude, name) {
					t.Errorf("%q is an attribute", name)
				}
			}
		})
	}
}
