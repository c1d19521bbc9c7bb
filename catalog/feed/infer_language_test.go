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
		field column
		kept  bool // as an attribute
	}{
		{column{"lang", constant("en")}, false},
		{column{"language", oneOf("English", "German", "French")}, true},
		{column{"made in", oneOf("de", "it", "fr")}, true}, // countries are no languages
	} {
		m, inf := infer(t, "feed.csv", books(test.field).table(1))
		if kept := !slices.Contains(m.Attributes.Exclude, test.field.name); kept != test.kept || m.Price.Assumed != "USD" {
			t.Errorf("%s is an attribute: %v; prices are in %q:\n%s", test.field.name, kept, m.Price.Assumed, strings.Join(inf.Lines(), "\n"))
		}
	}
}
