package sqlite

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"shopclerk/catalog"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// manyProducts is a category between two others, each product with a value of
// each of twelve aspects.
func manyProducts(n int) stock {
	c := catalog.Category{Path: "B", Name: "B", Size: n}
	for a := range 12 {
		c.Aspects = append(c.Aspects, catalog.Aspect{Key: fmt.Sprintf("a%02d", a), Kind: catalog.Single})
	}
	s := stock{categories: []catalog.Category{{Path: "A", Name: "A", Size: 1}, c, {Path: "C", Name: "C", Size: 1, Aspects: c.Aspects}}}
	for i := range n + 2 {
		p := catalog.Product{Ref: catalog.Ref(i + 1), ID: fmt.Sprint(i), Category: "B", Stock: -1}
		switch i {
		case 0:
			p.Category = "A"
		case n + 1:
			p.Category = "C"
		}
		for k, a := range c.Aspects {
			if i > 0 {
				p.Attributes = append(p.Attributes, catalog.Attribute{Key: a.Key, Values: []catalog.Value{{Text: fmt.Sprint(i % (5 * (k + 1)))}}})
			}
		}
		s.products = append(s.products, p)
	}
	return s
}

// A shelf has the columns of its products, of which package catalog finds what a need demands.
func TestShelfEqualsColumnsOfTheProducts(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "catalog.db")
	rapid.Check(t, func(t *rapid.T) {
		s := aStock(t)
		write(t, path, "v", s)
		store := open(t, path)
		defer store.Close()
		for _, c := range s.categories {
			want := &catalog.Shelf{Name: c.Path, Refs: []catalog.Ref{}}
			cells := map[string][][]catalog.Value{}
			var stocks [][]catalog.Value
			for i := range s.products {
				p := &s.products[i]
				if p.Category != c.Path {
					continue
				}
				want.Refs, stocks = append(want.Refs, p.Ref), append(stocks, nil)
				if p.Stock >= 0 {
					stocks[len(stocks)-1] = []catalog.Value{{Text: map[bool]string{true: "yes", false: "no"}[p.Stock > 0]}}
				}
				for _, a := range c.Aspects {
					cells[a.Key] = append(cells[a.Key], p.Of(a.Key))
				}
			}
			for _, a := range c.Aspects {
				want.Columns = append(want.Columns, catalog.NewColumn(a, cells[a.Key]))
			}
			want = want.Stocked(catalog.NewColumn(catalog.Aspect{Key: catalog.KeyStock, Label: "Stock", Kind: catalog.Flag}, stocks))
			got, err := store.Shelf(ctx, c.Path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%q (-products +store):\n%s", c.Path, diff)
			}
		}
	})
}

// A shelf of more products than are read at once holds what each product has.
func TestShelfOfManyPages(t *testing.T) {
	s := manyProducts(2*cellsPage + 1)
	path := filepath.Join(t.TempDir(), "catalog.db")
	write(t, path, "v", s)
	store := open(t, path)
	defer store.Close()
	shelf, err := store.Shelf(context.Background(), "B")
	if err != nil {
		t.Fatal(err)
	}
	if shelf.Rows() != 2*cellsPage+1 {
		t.Fatalf("%d rows", shelf.Rows())
	}
	for row, ref := range shelf.Refs {
		p := &s.products[ref-1]
		for _, a := range p.Attributes {
			if got := shelf.Column(a.Key).Cell(row); len(got) != 1 || got[0] != a.Values[0] {
				t.Fatalf("%s of product %d is %v, want %v", a.Key, ref, got, a.Values)
			}
		}
	}
}

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

func TestOrigins(t *testing.T) {
	var o Origins
	for _, image := range []string{
		"https://b.example/1.jpg", "https://a.example:8443/2.jpg", "http://b.example/3.jpg", "HTTPS://B.example/4.jpg",
		"/picture/5.svg", "data:image/png;base64,AA==", "", "https://käse.example/6.jpg",
		"https://c.example;script-src%20*/7.jpg", "https://d'.example/", "javascript://e.example/", "https://%zz/",
	} {
		o = o.With(image)
	}
	want := Origins{"http://b.example", "https://a.example:8443", "https://b.example", "https://xn--kse-qla.example"}
	if !slices.Equal(o, want) {
		t.Errorf("got %q, want %q", o, want)
	}
	for i := range mostOrigins {
		o = o.With(fmt.Sprintf("https://shop%d.example/", i))
	}
	if !slices.Equal(o.With("https://one-more.example/"), anywhere) {
		t.Errorf("of too many hosts %d are told", len(o))
	}
}

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
	w := create(t, path)
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
