package discover_test

import (
	"compress/gzip"
	"encoding/csv"
	"os"
	"slices"
	"testing"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
)

// A shop of which nothing is known but its titles gets types for most of them, and
// none of the words that have been types and are none.
func TestTypesOfSharedTitles(t *testing.T) {
	wholeCatalogue(t)
	f, err := os.Open(sharedFile(t, "crowdflower/products.csv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(z).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	records := make([]catalog.Record, 0, len(rows))
	for _, row := range rows[1:] {
		records = append(records, catalog.Record{ID: row[0], Title: row[1], Stock: -1})
	}
	brands := induceBrands(func(yield func(string) bool) {
		for i := range records {
			if !yield(records[i].Title) {
				return
			}
		}
	})
	for i := range records {
		records[i].Brand = brands.Of(records[i].Title)
	}
	r := discover.InduceTypes(slices.Values(records)).Report()
	t.Logf("%d types, %d of %d products typed", len(r.Types), r.Typed, r.Products)
	if typed := float64(r.Typed) / float64(r.Products); typed < 0.88 {
		t.Errorf("only %.3f of the products have a type", typed)
	}
	for _, ty := range r.Types {
		switch ty {
		case "Colors", "Designers", "Editions", "Sets", "Set", "Kits", "Kit", "Units", "Unit", "Blank", "Pins", "Packs", "Pack", "Black", "White":
			t.Errorf("%q is a type", ty)
		}
	}
}
