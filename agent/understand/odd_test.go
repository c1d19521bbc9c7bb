package understand

import (
	"testing"

	"shopclerk/catalog"
)

// A catalogue may call its aspects and values as it likes.
func TestOddNames(t *testing.T) {
	for _, label := range []string{"", "★", "-", "Modular", "  "} {
		for _, value := range []string{" ATX", "Über ATX", "☃ ATX", "full", "all", "★", "x", "12 × 3 cm", "× cm", "1 2 cm"} {
			v := FromTerms(
				[]catalog.Category{{Path: "Boards", Name: "Boards", Size: 9, Aspects: []catalog.Aspect{{Key: "k", Label: label, Kind: catalog.Single}}}},
				[]Term{{Category: "Boards", Key: "k", Value: value, Count: 5}}, Synonyms{})
			for _, message := range []string{"boards " + value, "fully modular boards", "mATX", "12x3"} {
				v.Understand(message, Context{Currency: "EUR"})
			}
		}
	}
}
