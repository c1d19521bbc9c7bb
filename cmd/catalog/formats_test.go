package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"shopclerk/catalog"
	"shopclerk/catalog/feed"
	"shopclerk/catalog/sqlite"
	"shopclerk/search/index"
)

// unsaid is what a format has no words for.
type unsaid struct {
	currency bool // it is set by hand, as the import's note tells
	brand    bool
	link     bool // of any product
	variants bool // links of products with variants: only variants have one
	stock    bool // whether, not how much
	flavours bool // attributes beyond those that the format has a field for
	// labels are what the format calls an attribute, and what the shop does.
	labels map[string]string
}

var english = map[string]string{"Colour": "Farbe", "Size": "Größe"}

// shopFormats are the formats in which testdata/shop has the one shop.
var shopFormats = []struct {
	dir, format string
	unsaid      unsaid
}{
	{"shopify", "Shopify product CSV", unsaid{currency: true, link: true}},
	{"shopify-new", "Shopify product CSV", unsaid{currency: true, link: true}},
	{"shopify-bulk", "Shopify bulk operation", unsaid{currency: true}},
	{"woocommerce-en", "WooCommerce product CSV", unsaid{currency: true, link: true}},
	{"woocommerce-de", "WooCommerce product CSV", unsaid{currency: true, link: true}},
	{"woocommerce-fr", "WooCommerce product CSV", unsaid{currency: true, link: true}},
	{"woocommerce-es", "WooCommerce product CSV", unsaid{currency: true, link: true}},
	{"woocommerce-it", "WooCommerce product CSV", unsaid{currency: true, link: true}},
	{"woocommerce-nl", "WooCommerce product CSV", unsaid{currency: true, link: true}}, // variations above their product
	{"magento", "Magento or Adobe Commerce product CSV", unsaid{currency: true, link: true, labels: map[string]string{"Groesse": "Größe"}}},
	{"prestashop", "PrestaShop product CSV", unsaid{currency: true, link: true}},
	{"bigcommerce", "BigCommerce product CSV", unsaid{currency: true, link: true}},
	{"google-xml", "Google Merchant product feed", unsaid{variants: true, stock: true, labels: english}},
	{"google-tsv", "Google Merchant product feed", unsaid{variants: true, stock: true, labels: english}},
	{"merchant-api", "Google Merchant API", unsaid{variants: true, stock: true, labels: english}},
	{"json-ld", "schema.org JSON-LD", unsaid{stock: true, labels: english}},
	{"acp-nested", "Agentic Commerce feed of 2026-04-17", unsaid{brand: true, stock: true, flavours: true}},
	{"acp-flat", "Agentic Commerce Protocol product feed", unsaid{variants: true, stock: true, flavours: true, labels: english}},
	{"parquet", "Google Merchant product feed", unsaid{variants: true, stock: true, labels: english}},
	{"nested-json", "nested JSON, products with a list of variants", unsaid{}},
}

// TestOneShopInEveryFormat imports the same shop as each system exports it, and
// compares what is stored.
func TestOneShopInEveryFormat(t *testing.T) {
	golden, err := os.ReadFile("testdata/shop/golden.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range shopFormats {
		t.Run(f.dir, func(t *testing.T) {
			got := stored(t, filepath.Join("testdata", "shop", f.dir), f.format, f.unsaid)
			if diff := gocmp.Diff(f.unsaid.of(string(golden)), got); diff != "" {
				t.Errorf("(-golden +stored):\n%s", diff)
			}
		})
	}
}

// stored imports a folder and spells the products as the golden file does.
func stored(t *testing.T, dir, format string, u unsaid) string {
	t.Helper()
	ctx := context.Background()
	m, inference, ok, err := feed.Recognise(ctx, []string{dir})
	if err != nil || !ok || inference.Format != format {
		t.Fatalf("recognised as %q, %v, %v; want %q", inference.Format, ok, err, format)
	}
	if u.currency {
		m.Price.Currency = "EUR"
	}
	source := func(ctx context.Context, yield func(catalog.Record) error) error {
		_, err := feed.Read(ctx, []string{dir}, m, feed.Options{OnProblem: func(p feed.Problem) { t.Error(p) }}, func(r catalog.Record, _ feed.Place) error { return yield(r) })
		return err
	}
	data := t.TempDir()
	if _, err := index.Build(ctx, data, source, index.Options{Hints: m.Hints}); err != nil {
		t.Fatal(err)
	}
	s, err := sqlite.Open(ctx, filepath.Join(data, index.CatalogFile))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var products []string
	for p, err := range s.All(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		products = append(products, u.spell(s, &p))
	}
	return u.of(inShopOrder(products))
}

// spell writes a product as the golden file does.
func (u unsaid) spell(s *sqlite.Store, p *catalog.Product) string {
	var b strings.Builder
	c, _ := s.CategoryOf(p.Ref) // it was just read from there
	label := func(l string) string { return cmp.Or(u.labels[l], l) }
	fmt.Fprintf(&b, "%s | %s | %s | %s\n  price %.2f %s\n  stock %d\n  image %s\n  link %s\n  text %s\n",
		p.ID, p.Title, p.Category, p.Brand, p.Price.Major(), p.Price.Currency, p.Stock, p.Image, p.Link, strings.ReplaceAll(p.Description, "\n", " ")) // a page may break lines anywhere
	var lines []string
	for _, a := range p.Attributes {
		if a.Key == catalog.KeyBrand || a.Key == catalog.KeyPrice || a.Key == "condition" { // which only some formats ask for
			continue
		}
		aspect, _ := c.Aspect(a.Key)
		var values []string
		for _, v := range a.Values {
			values = append(values, v.Text)
		}
		slices.Sort(values)
		lines = append(lines, fmt.Sprintf("  %s: %s\n", label(aspect.Label), strings.Join(values, ", ")))
	}
	slices.Sort(lines)
	b.WriteString(strings.Join(lines, ""))
	for _, v := range p.Variants {
		var options []string
		for _, o := range v.Options {
			options = append(options, label(o.Name)+"="+o.Value)
		}
		fmt.Fprintf(&b, "  - %s: %s | %.2f %s | %d\n", v.ID, strings.Join(options, ", "), v.Price.Major(), v.Price.Currency, v.Stock)
	}
	return b.String()
}

// inShopOrder puts products in an order that is no format's: by id.
func inShopOrder(products []string) string {
	slices.Sort(products)
	return strings.Join(products, "")
}

// of takes out of a spelled catalogue what the format can not say.
func (u unsaid) of(text string) string {
	var products []string
	for _, p := range strings.SplitAfter(strings.ReplaceAll(text, "\n  ", "\x00"), "\n") {
		if p == "" {
			continue
		}
		lines := strings.Split(strings.TrimSuffix(p, "\n"), "\x00")
		varied := slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "- ") })
		var out []string
		for i, l := range lines {
			name, _, _ := strings.Cut(l, " ")
			switch {
			case i == 0 && u.brand:
				l = l[:strings.LastIndex(l, " | ")]
			case name == "link" && (u.link || u.variants && varied):
				continue
			case name == "stock" && u.stock:
				l = "stock " + whether(strings.TrimPrefix(l, "stock "))
			case name == "-" && u.stock:
				at := strings.LastIndex(l, " | ")
				l = l[:at+3] + whether(l[at+3:])
			case strings.HasSuffix(name, ":") && u.flavours && !slices.Contains([]string{"Farbe:", "Größe:"}, name):
				continue
			case strings.HasSuffix(name, ":") && u.flavours && !varied:
				continue
			}
			out = append(out, l)
		}
		products = append(products, strings.Join(out, "\n  ")+"\n")
	}
	return inShopOrder(products)
}

// whether tells no more of the stock than that there is some.
func whether(stock string) string {
	if stock == "0" {
		return "none"
	}
	return "some"
}
