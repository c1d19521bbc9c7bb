package catalog_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"shopclerk/catalog"
)

// A shelf whose prices and ratings were edited, again and again, is the shelf made of the
// products as they then are.
func TestEditedCells(t *testing.T) {
	aspects := []catalog.Aspect{
		{Key: "colour", Kind: catalog.Single}, {Key: catalog.KeyPrice, Kind: catalog.Numeric}, {Key: catalog.KeyRating, Kind: catalog.Numeric},
	}
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 1))
		number := func() catalog.Value {
			n := float64(rng.IntN(12)) / 2
			return catalog.Value{Text: fmt.Sprint(n), Number: n}
		}
		draw := func(p *catalog.Product) {
			p.Attributes = []catalog.Attribute{{Key: "colour", Values: []catalog.Value{{Text: []string{"red", "blue"}[p.Ref%2]}}}}
			switch rng.IntN(4) {
			case 0: // none
			case 1:
				low, high := number(), number()
				if low.Number < high.Number {
					p.Attributes = append(p.Attributes, catalog.Attribute{Key: catalog.KeyPrice, Values: []catalog.Value{low, high}})
					break
				}
				fallthrough
			default:
				p.Attributes = append(p.Attributes, catalog.Attribute{Key: catalog.KeyPrice, Values: []catalog.Value{number()}})
			}
			if rng.IntN(2) == 0 {
				p.Attributes = append(p.Attributes, catalog.Attribute{Key: catalog.KeyRating, Values: []catalog.Value{number()}})
			}
		}
		products := make([]catalog.Product, 1+rng.IntN(9))
		for i := range products {
			products[i].Ref = catalog.Ref(3 + 2*i)
			draw(&products[i])
		}
		restate := func(a catalog.Aspect, c *catalog.Column) catalog.Aspect { a.Distinct = len(c.Values); return a }
		made := func() *catalog.Shelf {
			s := &catalog.Shelf{Name: "things"}
			for i := range products {
				s.Refs = append(s.Refs, products[i].Ref)
			}
			for _, a := range aspects {
				cells := make([][]catalog.Value, len(products))
				for i := range products {
					cells[i] = products[i].Of(a.Key)
				}
				if c := catalog.NewColumn(a, cells); len(c.Values) > 0 {
					c.Aspect = restate(a, c)
					s.Columns = append(s.Columns, c)
				}
			}
			return s
		}
		shelf := made()
		for range 6 {
			changed := map[catalog.Ref]*catalog.Product{}
			for range 1 + rng.IntN(3) {
				p := &products[rng.IntN(len(products))]
				draw(p)
				changed[p.Ref] = p
			}
			shelf = shelf.Edit(&catalog.Edit{Changed: changed}, aspects, restate)
			if diff := cmp.Diff(made(), shelf, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("seed %d: %s", seed, diff)
			}
		}
	}
}
