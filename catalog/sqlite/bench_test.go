package sqlite

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"shopclerk/catalog"
)

// benchShop names the environment variable with the data directory to measure on.
const benchShop = "SHOPCLERK_BENCH_DATA"

// BenchmarkMatch looks in the whole shop for what has up to three values, which some
// product has, by how many products have the rarest of them: through the columns, by the
// query that is shown, and by one that begins with the rarest, over a covering index of
// value and product that a copy of the catalogue is given. docs/decisions/columns.md has
// what it found.
func BenchmarkMatch(b *testing.B) {
	dir := os.Getenv(benchShop)
	if dir == "" {
		b.Skip(benchShop + " names no data directory")
	}
	const havers = `SELECT t.product FROM attribute t WHERE t.value IN
		(SELECT v.id FROM aspect a JOIN value v ON v.aspect = a.id WHERE a.key = ? AND v.folded = ?)`
	store := indexed(b, filepath.Join(dir, "catalog.db"))
	var shelves []*catalog.Shelf
	for _, c := range store.Categories() {
		shelf, err := store.Shelf(b.Context(), c.Path)
		if err != nil {
			b.Fatal(err)
		}
		shelves = append(shelves, shelf)
	}
	limit := max(10, 1000/len(shelves)) // as search.Engine asks
	rng := rand.New(rand.NewPCG(1, 1))
	bounds := []int{30, 100, 300, 1000, 3000, 10_000, store.Size()}
	byRarity := make([][][]catalog.Demand, len(bounds))
	for range 300 {
		demands, rarest := wants(rng, shelves)
		i, _ := slices.BinarySearch(bounds, rarest)
		byRarity[i] = append(byRarity[i], demands)
	}
	ask := func(b *testing.B, text string, args []any) {
		if _, err := run(b.Context(), store, text, args); err != nil {
			b.Fatal(err)
		}
	}
	for i, needs := range byRarity {
		for _, way := range []struct {
			name string
			find func(*testing.B, []catalog.Demand)
		}{
			{"columns", func(_ *testing.B, demands []catalog.Demand) {
				for _, shelf := range shelves {
					shelf.Find(shelf.Tests(demands), limit)
				}
			}},
			{"shown", func(b *testing.B, demands []catalog.Demand) {
				text, args := Compile(catalog.Query{Demands: demands})
				ask(b, text, args)
			}},
			{"index", func(b *testing.B, demands []catalog.Demand) {
				rest, args := Compile(catalog.Query{Demands: demands[1:]})
				rarest := &demands[0].Condition
				ask(b, strings.Replace(rest, "WHERE 1", "WHERE p.ref IN ("+havers+")", 1),
					append([]any{rarest.Key, catalog.FoldCase(rarest.Values[0])}, args...))
			}},
		} {
			if len(needs) > 0 {
				b.Run(fmt.Sprintf("%d/%s", bounds[i], way.name), func(b *testing.B) {
					for n := 0; b.Loop(); n++ {
						way.find(b, needs[n%len(needs)])
					}
				})
			}
		}
	}
}

// indexed opens a copy of a catalogue that has an index by value.
func indexed(b *testing.B, path string) *Store {
	original, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer original.Close()
	path = filepath.Join(b.TempDir(), "catalog.db")
	file, err := os.Create(path)
	if err == nil {
		_, err = io.Copy(file, original)
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		b.Fatal(err)
	}
	db, err := sql.Open("sqlite3", uri(path))
	if err == nil {
		_, err = db.Exec(`CREATE INDEX attribute_value ON attribute (value, product); ANALYZE`)
		err = errors.Join(err, db.Close())
	}
	if err != nil {
		b.Fatal(err)
	}
	return open(b, path)
}

// wants draws demands that some product meets, that which fewest meet first, and tells
// how many do.
func wants(rng *rand.Rand, shelves []*catalog.Shelf) (demands []catalog.Demand, rarest int) {
	type counted struct {
		catalog.Demand
		products int
	}
	var all []counted
	for len(all) == 0 {
		shelf := shelves[rng.IntN(len(shelves))]
		row, most := rng.IntN(shelf.Rows()), 1+rng.IntN(3)
		for _, i := range rng.Perm(len(shelf.Columns)) {
			c := shelf.Columns[i]
			cell := c.Cell(row)
			if len(cell) == 0 || c.Aspect.Kind == catalog.Numeric || len(all) == most {
				continue
			}
			d := counted{Demand: catalog.Demand{Condition: catalog.Condition{Key: c.Aspect.Key, Values: []string{cell[0].Text}}}}
			for _, s := range shelves {
				d.products += len(s.Find([]catalog.Test{s.Test(&d.Demand)}, s.Rows()))
			}
			all = append(all, d)
		}
	}
	slices.SortStableFunc(all, func(a, b counted) int { return cmp.Compare(a.products, b.products) })
	for _, d := range all {
		demands = append(demands, d.Demand)
	}
	return demands, all[0].products
}
