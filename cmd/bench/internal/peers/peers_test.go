package peers

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"shopclerk/agent/store/storetest"
	"shopclerk/catalog"
)

func lamps() []catalog.Product {
	var out []catalog.Product
	for i := range 40 {
		out = append(out, catalog.Product{Title: fmt.Sprintf("Oslo lamp model %d's \"best\"", i), Category: "Home > Lamps", Brand: "Lumen"})
	}
	return out
}

func TestQueries(t *testing.T) {
	products := lamps()
	got := Queries(products, 100, 7)
	if !slices.Equal(got, Queries(products, 100, 7)) || slices.Equal(got, Queries(products, 100, 8)) {
		t.Error("queries depend on something beside the seed, or not on the seed")
	}
	for _, q := range got {
		n := len(strings.Fields(q))
		if n < 1 || n > 3 || !slices.ContainsFunc(products, func(p catalog.Product) bool { return strings.Contains(p.Title, q) }) {
			t.Errorf("%q is no run of one to three words of a title", q)
		}
	}
}

// Each database that is at hand answers every query, quotation marks and all.
func TestPeersAnswer(t *testing.T) {
	open := map[string]func(t *testing.T) ([]Peer, func() error, error){
		"FTS5": func(t *testing.T) ([]Peer, func() error, error) {
			list, stop, err := FTS5(t.Context(), lamps())
			if err != nil && strings.Contains(err.Error(), "no such module") {
				t.Skip(err)
			}
			return list, stop, err
		},
		"PostgreSQL": func(t *testing.T) ([]Peer, func() error, error) {
			return Postgres(t.Context(), storetest.Cluster(t).Database(t), lamps())
		},
	}
	for name, open := range open {
		t.Run(name, func(t *testing.T) {
			list, stop, err := open(t)
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := stop(); err != nil {
					t.Error(err)
				}
			}()
			queries := Queries(lamps(), 20, 1)
			took, err := Run(t.Context(), list, queries[:5], queries)
			if err != nil {
				t.Fatal(err)
			}
			for k := range list {
				if len(took[k]) != len(queries) || !slices.IsSorted(took[k]) {
					t.Errorf("%s took %v", list[k].Name, took[k])
				}
			}
		})
	}
}

func TestTable(t *testing.T) {
	ms := time.Millisecond
	got := Table([]Peer{{Name: "ours"}, {Name: "theirs"}}, [][]time.Duration{{2 * ms, 4 * ms, 9 * ms}, {ms, 2 * ms, 3 * ms}})
	if want := []string{"theirs", "2.00", "2.00", "2.00", "2.00"}; !slices.Equal(got.Rows[1], want) {
		t.Errorf("got %v, want %v", got.Rows[1], want)
	}
}
