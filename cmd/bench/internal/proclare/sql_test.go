package proclare

import (
	"slices"
	"testing"

	"shopclerk/catalog"
	"shopclerk/catalog/demo"
	"shopclerk/search/index"
)

// A model's conditions select as SQL does, and reach nothing but reads of the catalogue.
func TestSelection(t *testing.T) {
	dir := t.TempDir()
	if _, err := index.Build(t.Context(), dir, index.FromSeq(demo.Records(1, 5)), index.Options{}); err != nil {
		t.Fatal(err)
	}
	shop, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := shop.Close(); err != nil {
			t.Error(err)
		}
	}()
	category := shop.Catalogue.Categories()[0].Path
	table, err := shop.Shelf(t.Context(), category)
	if err != nil {
		t.Fatal(err)
	}
	brand := table.Column(catalog.KeyBrand)
	var branded []catalog.Ref
	for row, ref := range table.Refs {
		if brand.Values[brand.Row(row)[0]].Text == brand.Values[0].Text {
			branded = append(branded, ref)
		}
	}
	is := "brand = " + literal(brand.Values[0].Text)
	for _, tc := range []struct {
		name       string
		conditions []string
		want       []catalog.Ref
		left       int
		invalid    bool
	}{
		{"none", nil, table.Refs, 0, false},
		{"one", []string{is}, branded, 1, false},
		{"all", []string{"price > 0", is + " -- the brand", "category IS NOT NULL"}, branded, 3, false},
		{"relaxed", []string{is, "brand = 'nobody''s'", "price > 0"}, branded, 1, false},
		{"an unknown column", []string{"shade = 'red'"}, nil, 0, true},
		{"another statement", []string{"1); DROP TABLE product; --"}, nil, 0, true},
		{"a write", []string{"1); DELETE FROM product; SELECT (1"}, nil, 0, true},
		{"another file", []string{"1); ATTACH '/tmp/x' AS x; SELECT (1"}, nil, 0, true},
		{"an extension", []string{"load_extension('x')"}, nil, 0, true},
		{"words", []string{"Here is the query"}, nil, 0, true},
	} {
		got, left, err := selectItems(t.Context(), index.CatalogPath(dir), table, []string{category}, tc.conditions, 100)
		if (err != nil) != tc.invalid || !slices.Equal(got, tc.want) || !tc.invalid && left != tc.left {
			t.Errorf("%s: %v, %d kept, %v; want %v, %d", tc.name, got, left, err, tc.want, tc.left)
		}
	}
}
