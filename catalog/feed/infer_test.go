package feed

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/catalog"
)

// rows writes n products by a format that is given the number once or more.
func rows(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format+"\n", i+1)
	}
	return b.String()
}

func TestInfer(t *testing.T) {
	const google = "id\ttitle\tdescription\tlink\timage_link\tavailability\tprice\tsale_price\tgoogle_product_category\tproduct_type\tbrand\tgtin\tcolor\tproduct_detail\n"
	tests := []struct {
		name  string
		files map[string]string
		lines []string // Inference.Lines with the folder cut off
		first string   // the first record, read with what was inferred
	}{
		{
			"names and values",
			map[string]string{"shop.csv": "SKU,Name,Long Description,Manufacturer,Price EUR,Main Image,Product URL,Product Category,Screen Size,Tags,created,Old Price\n" +
				rows(60, `A-%[1]d,Lamp number %[1]d,A lamp that is described at some length.,Lumo,1%[1]d.50,https://x.test/%[1]d.jpg,https://x.test/%[1]d,Home > Lamps,5 in,a | b,2024-01-02,99`)},
			[]string{
				"looked at 60 products in 1 files",
				"id ← SKU (its name, 100 %, unique)",
				"title ← Name (its name, 100 %)",
				"description ← Long Description (its name, 100 %)",
				"category ← Product Category (its name, 100 %, 1 values, levels between \">\")",
				"brand ← Manufacturer (its name, 100 %, 1 values)",
				"price ← Price EUR (its name, 100 %, median 131.5)",
				"image ← Main Image (its name, 100 %)",
				"link ← Product URL (its name, 100 %)",
				"attributes ← 2 fields",
				"not used: created (dates), Old Price (another price)",
			},
			`A-1|Lamp number 1|Home > Lamps|brand Lumo|"A lamp that is described at some length."|1150 EUR|https://x.test/1.jpg|https://x.test/1|Screen Size="5 in"|Tags=["a" "b"]`,
		},
		{
			"no id, files are categories, another file is no feed",
			map[string]string{
				"desk-lamp.jsonl":   rows(20, `{"name":"Lumo lamp","price":5.5,"rpm":[%[1]d,1000],"speed":[4,%[1]d]}`),
				"floor-lamp.jsonl":  rows(20, `{"name":"Lumo torch","price":null,"rpm":%[1]d,"speed":[3,%[1]d]}`),
				"judgments.csv":     "query,product_id,grade\nlamp,1,3\n",
				"notes-on-lamps.md": "# Lamps",
			},
			[]string{
				"looked at 40 products in 2 files",
				"title ← name (its name, 100 %)",
				"category ← file name (2 files, named by words)",
				"price ← price (its name, 50 %, median 5.5)",
				"attributes ← 2 fields",
				"left out judgments.csv: nothing in it looks like a product's title",
				`price: nothing names a currency, USD is assumed; --currency names another, or "price.currency" in a mapping`,
				`no field is unique: ids are derived from file name, title and attributes. They change when those do; "id" in a mapping names a field instead`,
			},
			`desk-lamp-752b7800db31e1a3|Lumo lamp|Desk lamp|550 USD|rpm=[1 1000]|speed=[4 1]`,
		},
		{
			"cents",
			map[string]string{"products-1.json": "[" + strings.TrimSuffix(rows(30, `{"id":%[1]d,"title":"Lamp %[1]d","price":49%02[1]d,"review_rating":8.5,"reviews":3},`), ",\n") + "]"},
			[]string{
				"looked at 30 products in 1 files",
				"id ← id (its name, 100 %, unique)",
				"title ← title (its name, 100 %)",
				"price ← price (its name, 100 %, median 4916)",
				"rating ← review_rating (its name, 100 %)",
				"ratings ← reviews (its name, 100 %)",
				"attributes ← 0 fields",
				`price: nothing names a currency, USD is assumed; --currency names another, or "price.currency" in a mapping`,
				`price: the amounts are whole and large, and end in any digit, so they are read as cents (the median of 4916 as 49.16). If they are not, set "price.unit": "major" in a mapping`,
				"no field is a category: product types are found from titles and attributes on import",
			},
			"1|Lamp 1||4901 USD|rated 4.25 by 3",
		},
		{
			"no name says title",
			map[string]string{"a.jsonl": rows(20, `{"nr":%[1]d,"was":"A lamp %[1]d","kind":"lamp"}`)},
			[]string{
				"looked at 20 products in 1 files",
				"id ← nr (its name, 100 %, unique)",
				"title ← was (100 %)",
				"attributes ← 1 fields",
				"no field is a category: product types are found from titles and attributes on import",
			},
			`1|A lamp 1||kind="lamp"`,
		},
		{
			"Google Merchant",
			map[string]string{"feed.txt": google + rows(3, "%[1]d\tLamp\tNice\thttps://x.test/%[1]d\thttps://x.test/%[1]d.jpg\tout of stock\t20.00 EUR\t15.00 EUR\t594\tHome > Lamps\tLumo\t123\tBlack/Red\tGeneral:Wood:Oak")},
			[]string{
				"looked at 3 products in 1 files",
				"recognised as Google Merchant product feed",
				"id ← id (known of the format)", "title ← title (known of the format)", "description ← description (known of the format)",
				"category ← product_type (known of the format)", "category ← google_product_category (known of the format)", "brand ← brand (known of the format)",
				"price ← sale_price (known of the format)", "price ← price (known of the format)", "image ← image_link (known of the format)", "link ← link (known of the format)", "stock ← availability (known of the format)",
				"attributes ← 3 fields",
			},
			`1|Lamp|Home > Lamps|brand Lumo|"Nice"|1500 EUR|stock 0|https://x.test/1.jpg|https://x.test/1|color=["Black" "Red"]|Wood="Oak"`,
		},
		{
			"Agentic Commerce Protocol",
			map[string]string{"feed.jsonl": rows(3, `{"item_id":"s%[1]d","is_eligible_search":true,"title":"Lamp","url":"https://x.test/%[1]d","image_url":"https://x.test/%[1]d.jpg","price":"12.50 USD","availability":"in_stock","product_category":"Home > Lamps","brand":"Lumo","material":"Oak","variant_dict":{"color":"Red"},"seller_name":"Shop","star_rating":"4.5","review_count":7}`)},
			[]string{
				"looked at 3 products in 1 files",
				"recognised as Agentic Commerce Protocol product feed",
				"id ← item_id (known of the format)", "title ← title (known of the format)", "category ← product_category (known of the format)", "brand ← brand (known of the format)", "price ← price (known of the format)",
				"image ← image_url (known of the format)", "link ← url (known of the format)", "rating ← star_rating (known of the format)", "ratings ← review_count (known of the format)", "stock ← availability (known of the format)",
				"attributes ← 4 fields",
			},
			`s1|Lamp|Home > Lamps|brand Lumo|1250 USD|rated 4.5 by 7|https://x.test/1.jpg|https://x.test/1|material="Oak"|variant_dict.color="Red"`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := folder(t, test.files)
			m, inf, known, err := Recognise(context.Background(), []string{dir})
			if err == nil && !known {
				m, inf, err = Infer(context.Background(), []string{dir})
			}
			if err != nil {
				t.Fatal(err)
			}
			lines := inf.Lines()
			for i, l := range lines {
				lines[i] = strings.ReplaceAll(l, dir+"/", "")
			}
			if diff := cmp.Diff(test.lines, lines); diff != "" {
				t.Error(diff)
			}
			got := readAll(dir, m, Options{})
			if got.err != nil || len(got.problems) > 0 {
				t.Fatalf("reading: %v, %q", got.err, got.problems)
			}
			if first := spell(got.records[0]); first != test.first {
				t.Errorf("read %s\nwant %s", first, test.first)
			}
		})
	}
}

func TestFilesAreCategories(t *testing.T) {
	for _, test := range []struct {
		files string
		want  bool
	}{
		{"case-fan.jsonl cpu.jsonl", true}, {"lamps.csv", false}, {"1.json 2.json", false}, {"part-1.csv part-2.csv", false},
		{"products.json lamps.json", false}, {"lamps.json lamps.csv", false}, {"tv_sets.json.gz shop.zip/lamps.json", true},
	} {
		g := &gathered{}
		for name := range strings.FieldsSeq(test.files) {
			g.streams = append(g.streams, &streamSample{Sample: Sample{Name: name}})
		}
		if got := g.filesAreCategories(); got != test.want {
			t.Errorf("%s: %v", test.files, got)
		}
	}
}

// The language of a feed's texts is no attribute, that of a book is.
func TestLanguages(t *testing.T) {
	books := func(more ...column) *synthetic {
		return &synthetic{rows: 300, columns: append([]column{
			{"sku", sprint("B-%06d", func(w *world) any { return 7 * w.row })}, {"name", theName}, {"brand", theBrand}, {"category", theKind}, {"price", thePrice},
		}, more...)}
	}
	for _, test := range []struct {
		field column
		kept  bool // as an attribute
	}{
		{column{"lang", constant("en")}, false},
		{column{"language", oneOf("English", "German", "French")}, true},
		{column{"made in", oneOf("de", "it", "fr")}, true}, // countries are no languages
	} {
		m, inf := infer(t, "feed.csv", books(test.field).table(1))
		if kept := !slices.Contains(m.Attributes.Exclude, test.field.name); kept != test.kept || m.Price.Assumed != "USD" {
			t.Errorf("%s is an attribute: %v; prices are in %q:\n%s", test.field.name, kept, m.Price.Assumed, strings.Join(inf.Lines(), "\n"))
		}
	}
}

// What the name of a field says, in the words of the table.
func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"precio":               "price",
		"precios.publico":      "price",
		"precios.distribuidor": "cost",
		"prices.workshop":      "price",
		"precio_mililitro":     "unitprice",
		"precoPromo":           "sale",
		"price wholesale":      "cost",
		"rating.count":         "reviews",
		"page":                 "count",
		"image width":          "image",
	} {
		n := readName(name)
		best := ""
		for concept, s := range n.scores {
			if best == "" || s > n.scores[best] || s == n.scores[best] && concept == want {
				best = concept
			}
		}
		if best != want {
			t.Errorf("%q says %q, want %q: %v", name, best, want, n.scores)
		}
	}
}

// The only field whose name speaks of a price is the price, whosever it is. Prose
// with more commas than the table has separators hides no header.
func TestProse(t *testing.T) {
	var prose strings.Builder
	prose.WriteString("nome;preco;desc;categoria\n")
	for i := range 12 {
		fmt.Fprintf(&prose, "Vinho %c;%d.5;Um vinho%s, bom.;Vinhos\n", 'A'+i, 20+i, strings.Repeat(", fresco", 1+i%5))
	}
	m, _ := infer(t, "prose.csv", []byte(prose.String()))
	if got := filled(&m); got["title"] != "nome" || got["price"] != "preco" {
		t.Errorf("roles %v", got)
	}
}

// Where nothing names a currency one is assumed, in every format by the same evidence,
// and the prices in it are counted.
func TestAssumedCurrency(t *testing.T) {
	for _, test := range []struct {
		name, file, text string
		want             string
		assumed          int
	}{
		{"nothing says it", "a.json", `{"products":[{"id":1,"title":"Lamp","variants":[{"id":11,"title":"S","price":"5.00"},{"id":12,"title":"M","price":"6.00"}]}]}`, "USD", 2},
		{"its addresses do", "a.json", `{"products":[{"id":1,"title":"Lamp","url":"https://shop.example.ch/lamp","variants":[{"id":11,"title":"S","price":"5.00"}]}]}`, "CHF", 1},
		{"a table of a shop", "a.csv", "Handle,Title,Vendor,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src\noslo,Lampe Oslo,N,Lampen,Farbe,Weiß,O,39.90,https://shop.example.at/1.jpg\n", "EUR", 1},
		{"a price does", "a.csv", "Handle,Title,Vendor,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src\noslo,Oslo,N,Lamps,Colour,White,O,£39.90,https://x.test/1.jpg\n", "GBP", 0},
		{"any table", "a.csv", "sku,name,price\na,Red lamp,5.99\nb,Blue lamp,6.99\nc,White lamp,7.99\n", "USD", 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			paths := []string{folder(t, map[string]string{test.file: test.text})}
			m, inf, known, err := Recognise(context.Background(), paths)
			if err == nil && !known {
				m, inf, err = Infer(context.Background(), paths)
			}
			if err != nil {
				t.Fatal(err)
			}
			sum, err := Read(context.Background(), paths, m, Options{}, func(r catalog.Record, _ Place) error {
				if r.Price.Currency != test.want {
					t.Errorf("%s costs %+v, want %s", r.ID, r.Price, test.want)
				}
				return nil
			})
			if err != nil || sum.Assumed != test.assumed {
				t.Errorf("of %d prices the currency is assumed, want %d, %v:\n%s", sum.Assumed, test.assumed, err, strings.Join(inf.Lines(), "\n"))
			}
		})
	}
}
