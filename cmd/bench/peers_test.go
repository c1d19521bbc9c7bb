package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

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

func TestTitleQueries(t *testing.T) {
	products := lamps()
	got := titleQueries(products, 100, 7)
	if !slices.Equal(got, titleQueries(products, 100, 7)) || slices.Equal(got, titleQueries(products, 100, 8)) {
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
	for _, x := range textIndexes {
		t.Run(x.driver, func(t *testing.T) {
			url := ""
			if x.driver == "pgx" {
				url = storetest.Cluster(t).Database(t)
			}
			peers, stop, err := x.open(t.Context(), url, lamps())
			if err != nil && strings.Contains(err.Error(), "no such module") {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := stop(); err != nil {
					t.Error(err)
				}
			}()
			queries := titleQueries(lamps(), 20, 1)
			table, err := comparePeers(t.Context(), peers, queries[:5], queries)
			if err != nil {
				t.Fatal(err)
			}
			if len(table.Rows) != len(peers) || table.Rows[0][0] != x.names[0] || table.Rows[0][3] != "1.00" {
				t.Errorf("%q", table.Rows)
			}
		})
	}
}
