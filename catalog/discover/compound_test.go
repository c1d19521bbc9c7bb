package discover_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
)

// A head that names nothing by itself makes types with the nouns before it; what a
// glossary takes together attracts nothing that is only like it.
func TestVagueHeads(t *testing.T) {
	var records []catalog.Record
	add := func(n int, brands, format, description string, keys ...string) {
		for i := range n {
			b := fmt.Sprint(brands, i%4)
			r := catalog.Record{ID: fmt.Sprint(len(records)), Brand: b, Title: b + " " + fmt.Sprintf(format, i), Description: description}
			for _, k := range keys {
				r.Attributes = append(r.Attributes, catalog.RawAttribute{Key: k, Value: catalog.Number(float64(i))})
			}
			records = append(records, r)
		}
	}
	add(30, "Acme", "X%d ink tank", "for printers", "pages", "colour")
	add(30, "Acme", "M%d maintenance tank", "for printers", "pages")
	add(30, "Acme", "Q%d tanks for printers", "for printers", "pages")
	add(20, "Bolt", "P%d audio player", "plays music", "hours")
	add(20, "Bolt", "R%d player for music", "plays music", "hours")
	add(20, "Crane", "V%d audio cable", "carries music", "length")
	add(100, "Hub", "N%d ink cartridge", "for printers", "pages", "colour") // of ink mostly comes something else
	add(60, "Dune", "W%d keyboard", "to write with", "keys")
	add(1, "Elm", "A%d oak chair", "for tired people", "seat")
	add(1, "Elm", "B%d oak desk", "for busy people", "drawers")
	types := discover.InduceTypes(slices.Values(records))
	got := map[string]int{}
	for i := range records {
		path, _ := types.Of(&records[i])
		got[path]++
	}
	for path, n := range map[string]int{"Ink tanks": 30, "Audio player": 20, "Keyboard": 60, "Furniture": 2} {
		leaf := 0
		for p, m := range got {
			if p == path || strings.HasSuffix(p, " > "+path) {
				leaf += m
			}
		}
		if leaf != n {
			t.Errorf("%d products are %s, want %d: %v", leaf, path, n, got)
		}
	}
}
