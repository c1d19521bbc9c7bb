package index

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/catalog"
)

// priced are records of two categories, some in variants, one without a price.
func priced() []catalog.Record {
	var out []catalog.Record
	for i := range 30 {
		r := catalog.Record{ID: fmt.Sprint("p", i), Category: []string{"Lamps", "Desks"}[i%2], Title: fmt.Sprint("Oak thing ", i),
			Price: catalog.Price{Minor: int64(1000 + 100*(i%7)), Currency: "EUR"}, Stock: i % 4,
			Attributes: []catalog.RawAttribute{{Key: "colour", Value: catalog.Text([]string{"red", "green", "blue"}[i%3])}}}
		if i == 3 {
			r.Price = catalog.Price{}
		}
		if i%5 == 0 {
			for k, size := range []string{"S", "M", "L"} {
				r.Variants = append(r.Variants, catalog.Variant{ID: fmt.Sprint("p", i, "-", k), Options: []catalog.Option{{Name: "Size", Value: size}},
					Price: catalog.Price{Minor: r.Price.Minor + int64(50*k), Currency: "EUR"}, Stock: k})
			}
			r.Price, _ = catalog.PriceSpan(r.Variants)
			r.Stock = catalog.Pieces(r.Variants)
		}
		out = append(out, r)
	}
	return out
}

// with are records at the prices that changes set.
func with(records []catalog.Record, changes []catalog.PriceChange) []catalog.Record {
	out := slices.Clone(records)
	for i := range out {
		r := &out[i]
		r.Variants = slices.Clone(r.Variants)
		set := func(id string, price *catalog.Price, stock *int) {
			for _, c := range changes {
				if c.ID == id && c.Price != nil {
					*price = catalog.Price{Minor: catalog.MinorUnits(*c.Price), Currency: "EUR"}
				}
				if c.ID == id && c.Stock != nil {
					*stock = *c.Stock
				}
			}
		}
		if len(r.Variants) == 0 {
			set(r.ID, &r.Price, &r.Stock)
			continue
		}
		for k := range r.Variants {
			set(r.Variants[k].ID, &r.Variants[k].Price, &r.Variants[k].Stock)
		}
		r.Price, _ = catalog.PriceSpan(r.Variants)
		r.Stock = catalog.Pieces(r.Variants)
	}
	return out
}

// sold is all that a shop tells of its products: they, its categories' aspects, its shelves.
// What an import learns of wordings is left out, and so is a list price, which no feed has.
func sold(t *testing.T, s *Shop) string {
	t.Helper()
	ctx := t.Context()
	var out []any
	for p, err := range s.Catalogue.All(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		p.ListPrice = catalog.Price{}
		out = append(out, p)
	}
	for _, c := range s.Catalogue.Categories() {
		shelf, err := s.Shelf(ctx, c.Path)
		if err != nil {
			t.Fatal(err)
		}
		columns := slices.Clone(shelf.Columns)
		for i, column := range columns {
			own := *column
			own.Aspect.Askable, own.Aspect.Why, own.Aspect.Answerable = false, "", 0
			columns[i] = &own
		}
		for i := range c.Aspects {
			c.Aspects[i].Askable, c.Aspects[i].Why, c.Aspects[i].Answerable = false, "", 0
		}
		out = append(out, c, columns)
	}
	text, err := json.MarshalIndent(out, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Whatever prices are set, in however many lists, the shop is as one whose feed had them:
// products, statistics of aspects, dictionaries and facets. What was open before stays as it was.
func TestPricesAreAsImported(t *testing.T) {
	ctx := t.Context()
	records := priced()
	var ids []string
	for _, r := range records {
		if len(r.Variants) == 0 {
			ids = append(ids, r.ID)
		}
		for _, v := range r.Variants {
			ids = append(ids, v.ID)
		}
	}
	imported := t.TempDir()
	mustBuild(t, imported, FromSeq(slices.Values(records)), Options{})
	for seed := range uint64(6) {
		dice := rand.New(rand.NewPCG(seed, 0))
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(imported)); err != nil {
			t.Fatal(err)
		}
		first := mustOpen(t, dir, nil)
		now, want := first, records
		before := sold(t, first)
		for range 1 + dice.IntN(3) {
			var changes []catalog.PriceChange
			for _, i := range dice.Perm(len(ids))[:1+dice.IntN(12)] {
				c := catalog.PriceChange{ID: ids[i]}
				if dice.IntN(2) == 0 {
					c.Price = new(float64(dice.IntN(3000)) / 100)
				} else {
					c.Stock = new(dice.IntN(11) - 1)
				}
				changes = append(changes, c)
			}
			if err := now.SetPrices(ctx, changes); err != nil {
				t.Fatal(err)
			}
			next, err := now.Repriced(ctx)
			if err != nil || next == nil {
				t.Fatalf("repriced as %v, %v", next, err)
			}
			defer next.Close()
			now, want = next, with(want, changes)
		}
		if got := sold(t, first); got != before {
			t.Fatalf("what was open has changed: %s", cmp.Diff(before, got))
		}
		other := t.TempDir()
		mustBuild(t, other, FromSeq(slices.Values(want)), Options{})
		expected := sold(t, mustOpen(t, other, nil))
		for name, s := range map[string]*Shop{"as it is sold from": now, "opened again": mustOpen(t, dir, nil)} {
			if got := sold(t, s); got != expected {
				t.Fatalf("seed %d, %s: %s", seed, name, cmp.Diff(strings.Split(expected, "\n"), strings.Split(got, "\n")))
			}
		}
	}
}

// A list is applied whole or not at all, and its error names the item and the remedy.
func TestBadPrices(t *testing.T) {
	dir := t.TempDir()
	mustBuild(t, dir, FromSeq(slices.Values(priced())), Options{})
	shop := mustOpen(t, dir, nil)
	good := catalog.PriceChange{ID: "p1", Price: new(1.0)}
	for name, tc := range map[string]struct {
		bad  catalog.PriceChange
		says string
	}{
		"unknown":           {catalog.PriceChange{ID: "nobody", Stock: new(1)}, `item 2, id "nobody": the catalogue has no such product: leave it out`},
		"twice":             {catalog.PriceChange{ID: "p1", Stock: new(1)}, "item 1 has the same id: keep one"},
		"negative price":    {catalog.PriceChange{ID: "p2", Price: new(-1.0)}, "give a price from 0"},
		"no number":         {catalog.PriceChange{ID: "p2", Price: new(math.NaN())}, "give a price from 0"},
		"negative list":     {catalog.PriceChange{ID: "p2", ListPrice: new(-1.0)}, "give a list price from 0"},
		"stock":             {catalog.PriceChange{ID: "p2", Stock: new(-2)}, "give a stock from 0, or -1"},
		"nothing":           {catalog.PriceChange{ID: "p2"}, "nothing changes"},
		"no id":             {catalog.PriceChange{Stock: new(1)}, "give the id"},
		"variants' product": {catalog.PriceChange{ID: "p0", Stock: new(1)}, `comes in variants: give the ids of those, such as "p0-0"`},
	} {
		err := shop.SetPrices(t.Context(), []catalog.PriceChange{good, tc.bad})
		var list catalog.PriceErrors
		if !errors.As(err, &list) || list[0].Place != 2 || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if next, err := shop.Repriced(t.Context()); next != nil || err != nil {
		t.Errorf("refused, and sold at all the same: %v, %v", next, err)
	}
}

// What is set while an import runs holds on, what was set before it began does not, and what
// is set by several at once is all there.
func TestPricesWhileImporting(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	records := FromSeq(slices.Values(priced()))
	mustBuild(t, dir, records, Options{})
	set := func(id string, stock int) {
		if err := SetPrices(ctx, dir, []catalog.PriceChange{{ID: id, Stock: &stock}}); err != nil {
			t.Error(err)
		}
	}
	set("p1", 71)
	set("p2", 72)
	once := sync.OnceFunc(func() { set("p2", 73); set("p4", 74) })
	source := Source(func(ctx context.Context, yield func(catalog.Record) error) error {
		once()
		return records(ctx, yield)
	})
	if _, err := Build(ctx, dir, source, Options{}); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for _, id := range []string{"p6", "p7", "p8", "p9"} {
		all.Go(func() { set(id, 75) })
	}
	all.Wait()
	shop := mustOpen(t, dir, nil)
	for id, want := range map[string]int{"p1": 1, "p2": 73, "p4": 74, "p6": 75, "p7": 75, "p8": 75, "p9": 75} {
		p, err := shop.Catalogue.Product(ctx, id)
		if err != nil || p.Stock != want {
			t.Errorf("%s has a stock of %d, %v; want %d", id, p.Stock, err, want)
		}
	}
}

// A list price is kept beside the price, until it is taken away.
func TestListPrice(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	mustBuild(t, dir, FromSeq(slices.Values(priced())), Options{})
	for _, tc := range []struct {
		list float64
		want catalog.Price
	}{{15, catalog.Price{Minor: 1500, Currency: "EUR"}}, {0, catalog.Price{}}} {
		if err := SetPrices(ctx, dir, []catalog.PriceChange{{ID: "p1", ListPrice: &tc.list}}); err != nil {
			t.Fatal(err)
		}
		p, err := mustOpen(t, dir, nil).Catalogue.Product(ctx, "p1")
		if err != nil || p.ListPrice != tc.want || p.Price.Minor != 1100 {
			t.Errorf("sold at %v of %v, %v; want %v", p.Price, p.ListPrice, err, tc.want)
		}
	}
}
