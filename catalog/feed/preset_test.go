package feed

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go/format"
	"github.com/segmentio/encoding/thrift"

	"shopclerk/catalog"
)

// told spells a product with its variants: "id title: variant options price stock".
func told(r catalog.Record) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", r.ID, r.Title)
	for _, v := range r.Variants {
		fmt.Fprintf(&b, "; %s %s %d %d", v.ID, v.Spelled(), v.Price.Minor, v.Stock)
	}
	return b.String()
}

func parquetFile(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(shopFolder, "parquet", "feed.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestTroubleOfFormats: what is wrong is told with its place and what helps, and costs
// no more than itself.
func TestTroubleOfFormats(t *testing.T) {
	whole := parquetFile(t)
	tests := []struct {
		name, format, file, text string
		want                     []string // products
		problems                 []string // their beginnings
	}{
		{"parquet cut off", "google-merchant", "a.parquet", whole[:len(whole)-500], nil,
			[]string{`a.parquet: unreadable file: the parquet file can not be opened (`}},
		{"parquet with a list of contents of 4 GB", "google-merchant", "a.parquet", whole[:len(whole)-8] + "\xff\xff\xff\xff" + whole[len(whole)-4:], nil,
			[]string{`a.parquet: unreadable file: the parquet file says that its list of contents has 4294967295 bytes`}},
		{"parquet of which only the beginning came", "google-merchant", "a.parquet", whole[:100], nil,
			[]string{`a.parquet: unreadable file: the parquet file can not be opened (`}},
		{"a Shopify product whose first row is lost", "shopify", "a.csv", "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price\nz,,,S,z-s,5\nz,,,M,z-m,5\n", []string{"z z; z-s S 500 -1; z-m M 500 -1"}, nil},
		{"Shopify variants of one SKU", "shopify", "a.csv", "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price\nz,Lamp,Size,S,same,5\nz,,,M,same,6\n", []string{"z Lamp; same S 500 -1; z/M M 600 -1"}, nil},
		{"WooCommerce variations whose product is lost", "woocommerce", "a.csv", "ID,Type,SKU,Name,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)\n1,variation,a,\"Lamp - Red\",5,LAMP,Colour,Red\n2,variation,b,\"Lamp - Blue\",6,LAMP,Colour,Blue\n",
			[]string{"LAMP Lamp; a Red 500 -1; b Blue 600 -1"}, nil},
		{"Magento variations of which one is lost", "magento", "a.csv", "sku,product_type,name,price,visibility,additional_attributes,configurable_variations\nc,configurable,Lamp,,,,\"sku=a,colour=Red|sku=b,colour=Blue|sku=lost,colour=Green\"\na,simple,Lamp-Red,5,Not Visible Individually,colour=Red,\nb,simple,Lamp-Blue,6,Not Visible Individually,colour=Blue,\n",
			[]string{"c Lamp; a Red 500 -1; b Blue 600 -1"}, nil},
		{"variants of one id", "google-merchant", "a.jsonl", `{"id":"a","title":"Lamp red","item_group_id":"g","color":"red"}` + "\n" + `{"id":"a","title":"Lamp blue","item_group_id":"g","color":"blue"}` + "\n" + `{"id":"b","title":"Lamp green","item_group_id":"g","color":"green"}`,
			[]string{"g Lamp; a red 0 -1; b green 0 -1"}, []string{`a.jsonl:2: duplicate id: the id "a" is that of `}},
		{"a group with the id of its variant", "google-merchant", "a.jsonl", `{"id":"g","title":"Lamp red","item_group_id":"g","color":"red"}` + "\n" + `{"id":"b","title":"Lamp green","item_group_id":"g","color":"green"}`,
			[]string{"group-g Lamp; g red 0 -1; b green 0 -1"}, nil},
		{"parts far apart", "google-merchant", "a.jsonl", `{"id":"a","title":"Lamp, red","item_group_id":"g","color":"red"}` + "\n" + `{"id":"x","title":"Chair"}` + "\n" + `{"id":"b","title":"Lamp, green","item_group_id":"g","color":"green"}`,
			[]string{"x Chair", "g Lamp; a red 0 -1; b green 0 -1"}, nil},
		{"a group of one", "google-merchant", "a.jsonl", `{"id":"a","title":"Lamp, red","item_group_id":"g","color":"red"}`, []string{"a Lamp, red"}, nil},
		{"variants that nothing tells apart", "google-merchant", "a.jsonl", `{"id":"a","title":"Lamp","item_group_id":"g"}` + "\n" + `{"id":"b","title":"Lamp","item_group_id":"g"}`, []string{"g Lamp; a a 0 -1; b b 0 -1"}, nil},
		{"variants that their titles tell apart", "google-merchant", "a.jsonl", `{"id":"a","title":"Lamp Oslo large (40 cm)","item_group_id":"g"}` + "\n" + `{"id":"b","title":"Lamp Oslo small","item_group_id":"g"}`,
			[]string{"g Lamp Oslo; a Lamp Oslo large (40 cm) 0 -1; b Lamp Oslo small 0 -1"}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m, err := Shipped(test.format)
			if err != nil {
				t.Fatal(err)
			}
			if m.Price.Currency == "" {
				m.Price.Currency = "EUR"
			}
			got := readAll(folder(t, map[string]string{test.file: test.text}), m, tolerant)
			var products []string
			for _, r := range got.records {
				products = append(products, told(r))
			}
			if diff := cmp.Diff(test.want, products); diff != "" {
				t.Errorf("products (-want +got):\n%s", diff)
			}
			if len(got.problems) != len(test.problems) {
				t.Fatalf("problems %q, want %q", got.problems, test.problems)
			}
			for i, p := range test.problems {
				if !strings.HasPrefix(got.problems[i], p) {
					t.Errorf("problem %q, want %q", got.problems[i], p)
				}
			}
		})
	}
}

// TestParquetPages refuses a page that says that it unpacks to more than any does, before it is read.
func TestParquetPages(t *testing.T) {
	for unpacked, fits := range map[int32]bool{0: true, 1 << 20: true, 1 << 30: false, -1: false} {
		text, err := thrift.Marshal(new(thrift.CompactProtocol), &format.PageHeader{Type: format.DataPage, UncompressedPageSize: unpacked, CompressedPageSize: 3})
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, "abc"...)
		contents := &format.FileMetaData{RowGroups: []format.RowGroup{{Columns: []format.ColumnChunk{{MetaData: format.ColumnMetaData{TotalCompressedSize: int64(len(text))}}}}}}
		if err := plausiblePages(bytes.NewReader(text), contents); (err == nil) != fits {
			t.Errorf("a page of %d bytes: %v", unpacked, err)
		}
	}
}

// shopFolder has one small shop as each format exports it.
const shopFolder = "../../cmd/catalog/testdata/shop"

// presetFiles are the files of shopFolder that formats are fuzzed from.
var presetFiles = []struct{ format, file string }{
	{"shopify", "shopify/products_export.csv"}, {"shopify", "shopify-new/products.csv"}, {"shopify-bulk", "shopify-bulk/bulk.jsonl"},
	{"woocommerce", "woocommerce-en/wc-product-export.csv"}, {"woocommerce", "woocommerce-nl/wc-product-export.csv"}, {"magento", "magento/export_catalog_product.csv"},
	{"prestashop", "prestashop/products.csv"}, {"prestashop", "prestashop/combinations.csv"}, {"bigcommerce", "bigcommerce/products.csv"}, {"google-merchant", "google-tsv/feed.tsv"},
	{"merchant-api", "merchant-api/products.json"}, {"schema-org", "json-ld/products.jsonld"}, {"acp-nested", "acp-nested/feed.json"}, {"nested", "nested-json/shop.json"},
}

// FuzzPresets holds the formats' readers to what every reading promises, whatever the
// file: it ends and does not panic, ids are unique among products and variants, a
// product with variants has two at least, which differ, and a second reading yields
// the same.
func FuzzPresets(f *testing.F) {
	for i, p := range presetFiles {
		text, err := os.ReadFile(filepath.Join(shopFolder, p.file))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(i, text)
		f.Add(i, text[:len(text)/2])
		f.Add(i, text[:min(len(text), 1500)])
	}
	f.Fuzz(func(t *testing.T, i int, text []byte) {
		if i < 0 || i >= len(presetFiles) {
			return
		}
		m, err := Shipped(presetFiles[i].format)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "f"+filepath.Ext(presetFiles[i].file))
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		first := readTwice(t, path, m)
		ids := map[string]bool{}
		seen := func(id string) {
			if id == "" || ids[id] {
				t.Fatalf("the id %q is empty or there twice", id)
			}
			ids[id] = true
		}
		for _, r := range first {
			checkRecord(t, r, seen)
		}
	})
}

func checkRecord(t *testing.T, r catalog.Record, seen func(string)) {
	seen(r.ID)
	if r.Title == "" || len(r.Variants) == 1 {
		t.Fatalf("title %q, %d variants", r.Title, len(r.Variants))
	}
	apart := map[string]bool{}
	for _, v := range r.Variants {
		seen(v.ID)
		text, err := json.Marshal(v.Options)
		if err != nil || apart[string(text)] || len(v.Options) == 0 {
			t.Fatalf("options %s, %v: empty or there twice", text, err)
		}
		apart[string(text)] = true
	}
	for _, a := range r.Attributes {
		if a.Key == "" || a.Value.Kind == 0 || !utf8.ValidString(a.Key+a.Value.String()) {
			t.Fatalf("attribute %q: %q", a.Key, a.Value)
		}
	}
}

// readTwice reads a file twice and returns its records.
func readTwice(t *testing.T, path string, m Mapping) []catalog.Record {
	var readings [2][]catalog.Record
	for i := range readings {
		opts := Options{MaxErrors: -1, MaxRecord: 1 << 20, OnProblem: func(p Problem) {
			if !utf8.ValidString(p.Message) {
				t.Fatalf("message %q", p.Message)
			}
		}}
		// What it returns is that there is nothing, or that the file can not be read.
		_, _ = Read(context.Background(), []string{path}, m, opts, func(r catalog.Record, _ Place) error {
			readings[i] = append(readings[i], r)
			return nil
		})
	}
	if diff := cmp.Diff(readings[0], readings[1]); diff != "" {
		t.Fatalf("a second reading differs (-first +second):\n%s", diff)
	}
	return readings[0]
}

// TestPresetNames holds the table of formats to the files that go with it.
func TestPresetNames(t *testing.T) {
	for _, name := range presetNames() {
		m, err := Shipped(name)
		if err != nil {
			t.Fatal(err)
		}
		if m.Format != "" && m.Format != name {
			t.Errorf("the mapping %s has the format %q", name, m.Format)
		}
	}
	for format := range spellings {
		if presetNamed(format) == nil {
			t.Errorf("columns of %q, which is no format", format)
		}
		seen := map[string]string{}
		for name, others := range spellings[format] {
			for _, o := range append(others, name) {
				if before := seen[tight(o)]; before != "" && before != name {
					t.Errorf("%s: %q is %q and %q", format, o, before, name)
				}
				seen[tight(o)] = name
			}
		}
	}
}
