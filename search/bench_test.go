package search_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"shopclerk/catalog"
	"shopclerk/search"
)

// benchRows is the size of a large category.
const benchRows = 50_000

// benchShelf is a category of many products: the first digits of a number that
// looks random make every aspect, and the price.
func benchShelf(path string, first catalog.Ref) *catalog.Shelf {
	rng := rand.New(rand.NewPCG(1, uint64(first)))
	s := &catalog.Shelf{Name: path}
	for i := range benchRows {
		s.Refs = append(s.Refs, first+catalog.Ref(i))
	}
	column := func(a catalog.Aspect, distinct int, value func(int) catalog.Value) {
		cells := make([][]catalog.Value, benchRows)
		for i := range cells {
			if rng.IntN(10) > 0 {
				cells[i] = []catalog.Value{value(rng.IntN(distinct))}
			}
		}
		s.Columns = append(s.Columns, catalog.NewColumn(a, cells))
	}
	column(price, 3000, func(n int) catalog.Value { return number(float64(n) / 10)[0] })
	for a := range 12 {
		aspect := catalog.Aspect{Key: fmt.Sprint("a", a), Kind: catalog.Single, Askable: true}
		column(aspect, 10*(a+1), func(n int) catalog.Value { return catalog.Value{Text: fmt.Sprint("v", n)} })
	}
	return s
}

// BenchmarkRank ranks a large category for a need of as many demands.
func BenchmarkRank(b *testing.B) {
	ctx := context.Background()
	scope := &search.Scope{Shelf: benchShelf("A", 1)}
	rng := rand.New(rand.NewPCG(2, 2))
	evidence := make([]float64, benchRows)
	for i := range evidence {
		evidence[i] = -10 * rng.Float64()
	}
	for _, demands := range []int{0, 3, 9} {
		b.Run(fmt.Sprint(demands), func(b *testing.B) {
			var changes []search.Change
			for i := range demands {
				c := wish(fmt.Sprint("a", i), "v1")
				if i == 0 {
					c = search.Change{Op: search.AddLimit, Condition: &catalog.Condition{Key: catalog.KeyPrice, Range: catalog.AtMost(200)}}
				}
				changes = append(changes, c)
			}
			n := fold(changes...)
			e := search.NewEngine(&stock{}, nil, nil)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := e.Rank(ctx, n, scope, evidence, search.Page{Limit: 10}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// mall is a shop of large categories.
type mall struct {
	stock
	shelves map[string]*catalog.Shelf
}

func (m *mall) Shelf(_ context.Context, path string) (*catalog.Shelf, error) {
	return m.shelves[path], nil
}

func (m *mall) CategoryOf(ref catalog.Ref) (*catalog.Category, error) {
	return &m.categories[(ref-1)/benchRows], nil
}

// BenchmarkWholeShop gathers candidates by attributes alone among a million
// products, where many or none have what is wanted.
func BenchmarkWholeShop(b *testing.B) {
	ctx := context.Background()
	m := &mall{shelves: map[string]*catalog.Shelf{}}
	for i := range 20 {
		path := fmt.Sprint("c", i)
		m.categories = append(m.categories, catalog.Category{Path: path, Size: benchRows})
		m.shelves[path] = benchShelf(path, catalog.Ref(1+i*benchRows))
	}
	e := search.NewEngine(m, nil, nil)
	for _, tc := range []struct {
		name string
		need *search.Need
	}{
		{"many have it", fold(wish("a0", "v1"))},
		{"nobody has it", fold(wish("a0", "v1"), wish("a1", "v2"), wish("a2", "v3"), wish("a3", "none"))},
	} {
		b.Run(tc.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := e.Scope(ctx, tc.need); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
