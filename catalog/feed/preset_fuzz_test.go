package feed

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"shopclerk/catalog"
)

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
