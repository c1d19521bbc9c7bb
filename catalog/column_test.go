package catalog_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/catalog"
)

// Neither the order of the entries, nor saying things twice, nor values that nobody
// has change the column.
func TestPackColumnEqualsNewColumn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := anAspect("k").Draw(t, "aspect")
		cells := rapid.SliceOfN(someValues(a.Kind), 0, 12).Draw(t, "cells")
		values := []catalog.Value{{Text: "nobody has it", Number: -7}}
		var entries []catalog.Entry
		for row, cell := range cells {
			for _, v := range cell {
				if !slices.Contains(values, v) {
					values = append(values, v)
				}
				for range rapid.IntRange(1, 2).Draw(t, "times") {
					entries = append(entries, catalog.Entry{Row: uint32(row), Value: uint32(slices.Index(values, v))})
				}
			}
		}
		shuffle := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "shuffle"), 0))
		shuffle.Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
		if diff := gocmp.Diff(catalog.NewColumn(a, cells), catalog.PackColumn(a, len(cells), values, entries)); diff != "" {
			t.Fatalf("(-new +packed):\n%s", diff)
		}
	})
}
