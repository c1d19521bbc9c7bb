package discover_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
)

// shop returns a small catalogue: three types that titles name in lower case,
// one they name in capitals, and one product that is like nothing else.
func shop() []catalog.Record {
	var records []catalog.Record
	colour := func(i int) string { return []string{"Black", "White", "Red"}[i%3] }
	add := func(n int, title func(i int) string, description string, keys ...string) {
		brands := []string{"Acme", "Bolt", "Crane"}
		for i := range n {
			b := brands[i%len(brands)]
			r := catalog.Record{ID: fmt.Sprint(len(records)), Brand: b, Title: b + " " + title(i), Description: description}
			if i%4 > 0 {
				r.Attributes = append(r.Attributes, catalog.RawAttribute{Key: "colour", Value: catalog.Text(colour(i))})
			}
			for _, k := range keys {
				r.Attributes = append(r.Attributes, catalog.RawAttribute{Key: k, Value: catalog.Number(float64(i))})
			}
			records = append(records, r)
		}
	}
	add(30, func(i int) string { return fmt.Sprintf("X%d networking cable %d m %s", i, i+1, colour(i)) }, "", "length", "shielding")
	add(20, func(i int) string { return fmt.Sprintf("%d m Patch Cable networking cable %s", i+1, colour(i)) }, "for all networking cables", "length", "shielding")
	add(15, func(i int) string { return fmt.Sprintf("%d m %s Patch Cable", i+1, colour(i)) }, "", "length", "shielding")
	add(25, func(i int) string { return fmt.Sprintf("T%d toner cartridge %s", i, colour(i)) }, "", "pages", "printer")
	add(6, func(i int) string { return fmt.Sprintf("T%d %s", 90+i, colour(i)) }, "fits all toner cartridges", "pages", "printer")
	add(20, func(i int) string { return fmt.Sprintf("Swift %d Notebook %s", i, colour(i)) }, "with a fast notebook", "screen", "memory")
	add(4, func(i int) string { return fmt.Sprintf("Swift %d", 50+i) }, "two fast notebooks", "screen", "memory")
	records = append(records, catalog.Record{ID: "odd", Brand: "Dune", Title: "Dune Zyx", Attributes: []catalog.RawAttribute{{Key: "taste", Value: catalog.Text("sweet")}}})
	return records
}

func TestInduceTypes(t *testing.T) {
	records := shop()
	types := discover.InduceTypes(slices.Values(records))
	tests := []struct {
		name, want string
		from, n    int
	}{
		{"lower-case phrase", "Cables > Networking cables", 0, 30},
		{"both phrases", "Cables > Networking cables", 30, 20},
		{"capitalised phrase", "Cables > Patch cables", 50, 15},
		{"another phrase", "Toner cartridges", 65, 25},
		{"description and attributes", "Toner cartridges", 90, 6},
		{"capitalised noun", "Notebooks", 96, 20},
		{"attributes", "Notebooks", 116, 4},
		{"like nothing else", discover.Other, 120, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for i := tt.from; i < tt.from+tt.n; i++ {
				got, ok := types.Of(&records[i])
				if got != tt.want || ok != (tt.want != discover.Other) {
					t.Fatalf("Of(%q) = %q, %v, want %q", records[i].Title, got, ok, tt.want)
				}
			}
		})
	}
	r := types.Report()
	if r.Products != len(records) || r.Typed != len(records)-1 || len(r.Types) != 4 {
		t.Errorf("report: %+v", r)
	}
	if diff := cmp.Diff(r, discover.InduceTypes(slices.Values(records)).Report()); diff != "" {
		t.Errorf("two runs differ: %s", diff)
	}
}

// A word that hardly stands without the head of a phrase names what the phrase does.
func TestInduceTypesOfInseparableWords(t *testing.T) {
	for _, tt := range []struct {
		word, head string
		alone      int // titles with the word and without the head
		want       string
	}{{"microwave", "oven", 8, "Microwave oven"}, {"microwave", "oven", 30, "Microwave"}, {"sweater", "dress", 8, "Sweater"}} {
		var records []catalog.Record
		add := func(n int, format string) {
			for i := range n {
				brand := []string{"Acme", "Bolt", "Crane"}[i%3]
				records = append(records, catalog.Record{Brand: brand, Title: brand + " " + fmt.Sprintf(format, i)})
			}
		}
		add(20, "T%d "+tt.word+" "+tt.head+" Black")
		add(tt.alone, "X%d "+tt.word+" Black")
		types := discover.InduceTypes(slices.Values(records))
		if got, _ := types.Of(&records[20]); got != tt.want {
			t.Errorf("with %d titles of %s alone, Of(%q) = %q, want %q", tt.alone, tt.word, records[20].Title, got, tt.want)
		}
	}
}

func TestInduceTypesOfNothing(t *testing.T) {
	types := discover.InduceTypes(slices.Values([]catalog.Record(nil)))
	if path, ok := types.Of(&catalog.Record{Title: "networking cable"}); ok || path != discover.Other {
		t.Errorf("Of = %q, %v", path, ok)
	}
}

func TestInduceTypesOfSharedData(t *testing.T) {
	wholeCatalogue(t)
	records, _ := mapped(t, "icecat")
	types := discover.InduceTypes(slices.Values(records))
	r := types.Report()
	t.Logf("%d types, %d of %d products typed", len(r.Types), r.Typed, r.Products)
	if typed := float64(r.Typed) / float64(r.Products); typed < 0.90 {
		t.Errorf("only %.3f of the products have a type", typed)
	}
	if len(r.Types) < 100 || len(r.Types) > 350 {
		t.Errorf("%d types", len(r.Types))
	}
	for title, want := range map[string]string{
		"StarTech.com 3 ft Red Snagless UTP Patch Cable networking cable 0.91 m": "Cables > Networking cables",
		"OKI 43034807 toner cartridge Original Cyan":                             "Cartridges > Toner cartridges",
		"Tripp Lite Cat6 Gigabit Snagless Patch Cable (RJ45 M/M) - Blue":         "Cables > Patch cables",
		"CHERRY G84-4400 keyboard PS/2 QWERTZ German Gray":                       "Keyboards",
		"MSI Modern 15 Notebook Black 39.6 cm":                                   "Notebooks",
	} {
		brand := title[:slices.Index([]byte(title), ' ')]
		if got, _ := types.Of(&catalog.Record{Title: title, Brand: brand}); got != want {
			t.Errorf("Of(%q) = %q, want %q", title, got, want)
		}
	}
}
