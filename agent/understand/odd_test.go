package understand

import (
	"strings"
	"testing"

	"shopclerk/catalog"
)

// A catalogue may call its aspects and values as it likes.
func TestOddNames(t *testing.T) {
	for _, label := range []string{"", "★", "-", "Modular", "  "} {
		for _, value := range []string{" ATX", "Über ATX", "☃ ATX", "full", "all", "★", "x", "12 × 3 cm", "× cm", "1 2 cm"} {
			v := FromTerms(
				[]catalog.Category{{Path: "Boards", Name: "Boards", Size: 9, Aspects: []catalog.Aspect{{Key: "k", Label: label, Kind: catalog.Single}}}, {Path: "Boards > ★", Size: 1}},
				[]Term{{Category: "Boards", Key: "k", Value: value, Count: 5}}, Synonyms{})
			for _, message := range []string{"boards " + value, "fully modular boards", "mATX", "12x3"} {
				v.Understand(message, Context{Currency: "EUR"})
			}
			NewCompleter(v).Complete("boa", 3)
		}
	}
}

// A category goes by its name and by its place.
func TestNames(t *testing.T) {
	v := FromTerms([]catalog.Category{{Path: "Home > Breakfast", Name: "Egg Cups", Size: 9}, {Path: "Home > Lamps", Size: 9}}, nil, Synonyms{})
	for message, want := range map[string]string{"egg cups": "scope Home > Breakfast  {Egg Cups}", "breakfast": "scope Home > Breakfast  {Breakfast}"} {
		if got := strings.Join(readingLines(v.Understand(message, Context{})), "; "); got != want {
			t.Errorf("%q: %s, want %s", message, got, want)
		}
	}
}
