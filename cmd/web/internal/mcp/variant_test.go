package mcp_test

import (
	"fmt"
	"slices"
	"testing"

	"shopclerk/catalog"
	"shopclerk/cmd/web/internal/mcp"
	"shopclerk/search/index"
)

// A product in several forms has them as its variants, and their ids lead to it.
func TestVariants(t *testing.T) {
	var records []catalog.Record
	for i := range 6 {
		r := catalog.Record{ID: fmt.Sprintf("cup-%d", i), Title: fmt.Sprintf("Stoneware cup %d", i), Category: "Cups", Brand: "Nordlys", Price: catalog.Price{Minor: 1200, Currency: "EUR"}, Stock: 3,
			Attributes: []catalog.RawAttribute{{Key: "colour", Value: catalog.List(catalog.Text("White"), catalog.Text("Blue"))}}}
		for k, colour := range []string{"White", "Blue"} {
			r.Variants = append(r.Variants, catalog.Variant{ID: fmt.Sprintf("%s-%d", r.ID, k), Price: catalog.Price{Minor: int64(1200 + 300*k), Currency: "EUR"}, Stock: 3 * k,
				Options: []catalog.Option{{Name: "Colour", Value: colour}}})
		}
		records = append(records, r)
	}
	dir := t.TempDir()
	if _, err := index.Build(t.Context(), dir, index.FromSeq(slices.Values(records)), index.Options{}); err != nil {
		t.Fatal(err)
	}
	s, err := staff(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.shop.Close(); err != nil {
			t.Error(err)
		}
	})
	session := (&client{version: stateless}).inMemory(t, newServer(t, s.config("a")))
	out, _ := call[mcp.LookupOutput](t, session, "lookup_catalog", mcp.LookupInput{Catalog: mcp.Lookup{IDs: []string{"cup-1-0", "cup-1-1", "cup-2"}}})
	if got := ids(out.Products); !slices.Equal(got, []string{"cup-1", "cup-2"}) || len(out.Messages) > 0 {
		t.Fatalf("found %q, %v", got, out.Messages)
	}
	p := out.Products[0]
	if p.PriceRange == nil || p.PriceRange.Min.Amount != 1200 || p.PriceRange.Max.Amount != 1500 {
		t.Errorf("it costs %+v", p.PriceRange)
	}
	if len(p.Options) != 1 || !slices.Equal(p.Options[0].Values, []mcp.OptionValue{{Label: "White"}, {Label: "Blue", Available: true}}) {
		t.Errorf("to choose are %+v", p.Options)
	}
	for k, v := range p.Variants {
		if v.ID != fmt.Sprintf("cup-1-%d", k) || v.Price.Amount != int64(1200+300*k) || v.Availability.Available != (k == 1) || len(v.Options) != 1 || !slices.Equal(v.Inputs, []mcp.Correlation{{ID: v.ID, Match: "exact"}}) {
			t.Errorf("variant %d is %+v", k, v)
		}
	}
	if in := out.Products[1].Variants; len(in[0].Inputs) > 0 || !slices.Equal(in[1].Inputs, []mcp.Correlation{{ID: "cup-2", Match: "featured"}}) {
		t.Errorf("of a product named as a whole, the variants are %+v", in)
	}
	one, _ := call[mcp.ProductOutput](t, session, "get_product", mcp.ProductInput{Catalog: mcp.One{ID: "cup-1-1"}})
	if one.Product.ID != "cup-1" || len(one.Product.Variants) != 2 {
		t.Errorf("by the id of a variant the product is %+v", one.Product)
	}
}
