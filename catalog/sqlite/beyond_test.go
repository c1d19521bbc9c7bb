package sqlite

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"shopclerk/catalog"
)

// others are products that a file does not have.
type others []catalog.Product

func (o others) Read(_ context.Context, refs []catalog.Ref) (out []catalog.Product, err error) {
	for _, r := range refs {
		if i := slices.IndexFunc(o, func(p catalog.Product) bool { return p.Ref == r }); i >= 0 {
			out = append(out, o[i])
		}
	}
	return out, nil
}

func (o others) Refs(_ context.Context, ids []string) (map[string]catalog.Ref, error) {
	out := map[string]catalog.Ref{}
	for _, p := range o {
		if slices.Contains(ids, p.ID) {
			out[p.ID] = p.Ref
		}
	}
	return out, nil
}

func TestBeyond(t *testing.T) {
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "catalog.db")
	w, err := Create(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []string{"A", "B"} {
		if err := w.AddCategory(ctx, catalog.Category{Path: c, Size: 1}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Add(ctx, &catalog.Product{ID: "file-" + c, Category: c, Title: "of the file"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Publish(ctx, "v"); err != nil {
		t.Fatal(err)
	}
	file, err := Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.Beyond(others{}, map[string]int{"A": 0, "B": 1}); err == nil {
		t.Error("a category has fewer products than the file has of it")
	}
	s, err := file.Beyond(others{{Ref: 3, ID: "far-1", Title: "far"}, {Ref: 4, ID: "far-2", Title: "farther"}}, map[string]int{"A": 2, "B": 3})
	if err != nil {
		t.Fatal(err)
	}
	if file.Size() != 2 || s.Size() != 5 {
		t.Errorf("%d products in the file, %d in all", file.Size(), s.Size())
	}
	for ref, want := range []string{1: "A", 2: "B", 3: "A", 4: "B", 5: "B", 6: ""} {
		if c, err := s.CategoryOf(catalog.Ref(ref)); want == "" && !errors.Is(err, ErrNotFound) || want != "" && (err != nil || c.Path != want) {
			t.Errorf("product %d is in %v (%v), want %q", ref, c, err, want)
		}
	}
	products, err := s.Products(ctx, []catalog.Ref{4, 1, 3})
	if err != nil || len(products) != 3 || products[0].ID != "far-2" || products[1].ID != "file-A" || products[2].ID != "far-1" {
		t.Errorf("%+v, %v", products, err)
	}
	if _, err := s.Products(ctx, []catalog.Ref{1, 5}); !errors.Is(err, ErrNotFound) {
		t.Errorf("a product that nobody has: %v", err)
	}
	titles, err := s.Titles(ctx, []catalog.Ref{3, 2})
	if err != nil || !slices.Equal(titles, []string{"far", "of the file"}) {
		t.Errorf("%q, %v", titles, err)
	}
	if p, err := s.Product(ctx, "far-2"); err != nil || p.Ref != 4 {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err := s.Product(ctx, "nobody's"); !errors.Is(err, ErrNotFound) {
		t.Errorf("an id that nobody has: %v", err)
	}
}
