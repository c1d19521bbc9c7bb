package sqlite

import (
	"path/filepath"
	"testing"
)

// The face of a category is its most rated product that has a picture; where none has
// one, its most rated.
func TestFaces(t *testing.T) {
	stock := lamps()
	for i, p := range []struct {
		image   string
		ratings int
	}{{"", 90}, {"b.jpg", 3}, {"c.jpg", 7}, {"", 1}, {"", 4}} {
		stock.products[i].Image, stock.products[i].Ratings, stock.products[i].Rating = p.image, p.ratings, 4
	}
	path := filepath.Join(t.TempDir(), "catalog.db")
	write(t, path, "faces", stock)
	faces, err := open(t, path).Faces(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for category, want := range map[string]string{"Home > Floor lamps": "f3", "Home > Table lamps": "t2"} {
		if got := faces[category].ID; got != want {
			t.Errorf("%s shows %q, want %q", category, got, want)
		}
	}
}
