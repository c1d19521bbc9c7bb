package sqlite

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"shopclerk/catalog"
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

func BenchmarkShelf(b *testing.B) {
	const products = 20_000
	path := filepath.Join(b.TempDir(), "catalog.db")
	write(b, path, "v", manyProducts(products))
	store := open(b, path)
	defer store.Close()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := store.Shelf(context.Background(), "B"); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*products*12), "ns/value")
}
