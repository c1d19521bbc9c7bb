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
	shows := func(store *sqlite.Store, chosen map[string]string, lamp, chair string) {
		t.Helper()
		faces, err := w.Of(t.Context(), store, chosen)
		if err != nil || len(faces) != 2 || faces["Lamps"].ID != lamp || faces["Chairs"].ID != chair {
			t.Errorf("with %v it shows %v, %v", chosen, faces, err)
		}
	}
	small, large := imported(t, 3), imported(t, 5)
	shows(small, nil, "Lamps2", "Chairs2")
	shows(small, map[string]string{"Lamps": "Lamps1"}, "Lamps1", "Chairs2")
	shows(small, map[string]string{"Lamps": "Lamps0", "Chairs": "gone"}, "Lamps2", "Chairs2") // no picture, not sold
	shows(large, nil, "Lamps4", "Chairs4")
	shows(small, nil, "Lamps2", "Chairs2")
	if err := small.Close(); err != nil {
		t.Fatal(err)
	}
	shows(small, nil, "Lamps2", "Chairs2") // looked up before
	if _, err := w.Of(t.Context(), small, map[string]string{"Lamps": "Lamps1"}); err == nil {
		t.Error("what can not be looked up is taken for what is not sold")
	}
	if err := large.Close(); err != nil {
		t.Fatal(err)
	}
}
