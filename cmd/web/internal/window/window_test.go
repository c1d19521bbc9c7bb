package window

import (
	"fmt"
	"testing"

	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/search/index"
)

// imported opens a catalogue of so many lamps and chairs, the first of which has no picture.
func imported(t *testing.T, each int) *sqlite.Store {
	t.Helper()
	dir := t.TempDir()
	records := func(yield func(catalog.Record) bool) {
		for _, category := range []string{"Lamps", "Chairs"} {
			for i := range each {
				r := catalog.Record{ID: fmt.Sprint(category, i), Category: category, Title: category, Price: catalog.Price{Minor: 1000, Currency: "EUR"}, Stock: -1, Ratings: i, Rating: 4}
				if i > 0 {
					r.Image = "https://example.com/picture.jpg"
				}
				if !yield(r) {
					return
				}
			}
		}
	}
	if _, err := index.Build(t.Context(), dir, index.FromSeq(records), index.Options{}); err != nil {
		t.Fatal(err)
	}
	store, err := sqlite.Open(t.Context(), index.CatalogPath(dir))
	if err != nil {
		t.Fatal(err)
	}
	return store
}

func TestWindow(t *testing.T) {
	var w Window
	shows := func(store *sqlite.Store, lamp, chair string) {
		t.Helper()
		faces, err := w.Of(t.Context(), store)
		if err != nil || len(faces) != 2 || faces["Lamps"].ID != lamp || faces["Chairs"].ID != chair {
			t.Errorf("it shows %v, %v", faces, err)
		}
	}
	small, large := imported(t, 3), imported(t, 5)
	shows(small, "Lamps2", "Chairs2")
	shows(large, "Lamps4", "Chairs4")
	shows(small, "Lamps2", "Chairs2")
	if err := small.Close(); err != nil {
		t.Fatal(err)
	}
	shows(small, "Lamps2", "Chairs2") // looked up before
	if err := large.Close(); err != nil {
		t.Fatal(err)
	}
}
