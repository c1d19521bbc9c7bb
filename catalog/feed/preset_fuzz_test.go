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

// fuzzPreset holds a format's reader to what every reading promises, whatever the
// file: it ends and does not panic, ids are unique among products and variants, a
// product with variants has two at least, which differ, and a second reading yields
// the same.
func fuzzPreset(f *testing.F, format, name string, seeds ...string) {
	for _, s := range seeds {
		text, err := os.ReadFile(filepath.Join(shopFolder, s))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
		f.Add(text[:len(text)/2])
		f.Add(text[:min(len(text), 1500)])
	}
	m, err := Shipped(format)
	if err != nil {
		f.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "fuzz")
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = os.RemoveAll(dir) })
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(dir, name)
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

func FuzzShopify(f *testing.F) {
	fuzzPreset(f, "shopify", "f.csv", "shopify/products_export.csv", "shopify-new/products.csv")
}

func FuzzShopifyBulk(f *testing.F) {
	fuzzPreset(f, "shopify-bulk", "f.jsonl", "shopify-bulk/bulk.jsonl")
}

func FuzzWooCommerce(f *testing.F) {
	fuzzPreset(f, "woocommerce", "f.csv", "woocommerce-en/wc-product-export.csv", "woocommerce-nl/wc-product-export.csv")
}

func FuzzMagento(f *testing.F) {
	fuzzPreset(f, "magento", "f.csv", "magento/export_catalog_product.csv")
}

func FuzzPrestaShop(f *testing.F) {
	fuzzPreset(f, "prestashop", "f.csv", "prestashop/products.csv", "prestashop/combinations.csv")
}

func FuzzBigCommerce(f *testing.F) {
	fuzzPreset(f, "bigcommerce", "f.csv", "bigcommerce/products.csv")
}

func FuzzGoogleGroups(f *testing.F) {
	fuzzPreset(f, "google-merchant", "f.tsv", "google-tsv/feed.tsv")
}

func FuzzMerchantAPI(f *testing.F) {
	fuzzPreset(f, "merchant-api", "f.json", "merchant-api/products.json")
}

func FuzzJSONLD(f *testing.F) {
	fuzzPreset(f, "schema-org", "f.jsonld", "json-ld/products.jsonld")
}

func FuzzACPNested(f *testing.F) {
	fuzzPreset(f, "acp-nested", "f.json", "acp-nested/feed.json")
}

func FuzzNestedVariants(f *testing.F) {
	fuzzPreset(f, "nested", "f.json", "nested-json/shop.json")
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
