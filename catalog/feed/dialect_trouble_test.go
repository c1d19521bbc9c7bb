package feed

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
	const bigHead = "Item Type,Product ID,Product Name,Product Code/SKU,Price,Allow Purchases?\n"
	const bigShirt = "Product,1,Shirt,shirt,5,Y\nSKU,,\"[CS]Colour=Blue,[RB]Size=S\",s,,\nSKU,,\"[CS]Colour=Blue,[RB]Size=M\",m,,\nSKU,,\"[CS]Colour=Red,[RB]Size=M\",rm,,\nSKU,,\"[CS]Colour=Blue,[RB]Size=L\",l,,\n"
	tests := []struct {
		name, format, file, text string
		want                     []string // products
		problems                 []string // their beginnings
	}{
		{"parquet cut off", "google-merchant", "a.parquet", whole[:len(whole)-500], nil,
			[]string{`a.parquet: unreadable file: the parquet file can not be opened (`}},
		{"parquet of which only the beginning came", "google-merchant", "a.parquet", whole[:100], nil,
			[]string{`a.parquet: unreadable file: the parquet file can not be opened (`}},
		{"an object that refers to others", "schema-org", "a.jsonld", `{"@context":"https://schema.org","@graph":[{"@type":"ProductGroup","@id":"#g","productGroupID":"g","name":"Cup","hasVariant":[{"@id":"#a"},{"@id":"#b"}],"variesBy":"size"},
			{"@type":"Product","@id":"#a","sku":"a","size":"S","isVariantOf":{"@id":"#g"},"offers":{"@id":"#o"}},{"@type":"Product","@id":"#b","sku":"b","size":"M","isVariantOf":{"@id":"#g"}},{"@id":"#o","@type":"Offer","price":"3.50","priceCurrency":"EUR"}]}`,
			[]string{"g Cup; a S 350 -1; b M 0 -1"}, nil},
		{"a Shopify row without a handle", "shopify", "a.csv", "Handle,Title,Variant SKU,Variant Price\n,Lost,l,1\nz,Lamp,z-1,5\n", []string{"z-1 Lamp"},
			[]string{`a.csv:2: malformed: the row has no "Handle", so it can not be told which product it belongs to`}},
		{"a Shopify product whose first row is lost", "shopify", "a.csv", "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price\nz,,,S,z-s,5\nz,,,M,z-m,5\n", []string{"z z; z-s S 500 -1; z-m M 500 -1"}, nil},
		{"Shopify variants of one SKU", "shopify", "a.csv", "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price\nz,Lamp,Size,S,same,5\nz,,,M,same,6\n", []string{"z Lamp; same S 500 -1; z/M M 600 -1"}, nil},
		{"a WooCommerce variation without a parent", "woocommerce", "a.csv", "ID,Type,SKU,Name,Regular price,Parent\n1,variation,a,Lost,5,\n2,simple,z,Lamp,5,\n", []string{"z Lamp"},
			[]string{`a.csv:2: malformed: the variation has no "Parent"; it was left out. Write its product's SKU there`}},
		{"WooCommerce variations whose product is lost", "woocommerce", "a.csv", "ID,Type,SKU,Name,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)\n1,variation,a,\"Lamp - Red\",5,LAMP,Colour,Red\n2,variation,b,\"Lamp - Blue\",6,LAMP,Colour,Blue\n",
			[]string{"LAMP Lamp; a Red 500 -1; b Blue 600 -1"}, nil},
		{"Magento variations of which one is lost", "magento", "a.csv", "sku,product_type,name,price,visibility,additional_attributes,configurable_variations\nc,configurable,Lamp,,,,\"sku=a,colour=Red|sku=b,colour=Blue|sku=lost,colour=Green\"\na,simple,Lamp-Red,5,Not Visible Individually,colour=Red,\nb,simple,Lamp-Blue,6,Not Visible Individually,colour=Blue,\n",
			[]string{"c Lamp; a Red 500 -1; b Blue 600 -1"}, nil},
		{"a PrestaShop combination of fewer values", "prestashop", "a.csv", "Product ID;Name;Attribute;Value;Reference;Price tax included\n1;Lamp;;;;5\n1;;Colour:color:0, Size:select:1;Red:0;r;\n", []string{"1 Lamp"},
			[]string{`a.csv:3: malformed: the combination has 2 attributes and 1 values; it was left out`}},
		{"BigCommerce rules for options, which add up", "bigcommerce", "a.csv", bigHead + bigShirt + "Rule,,[RB]Size=M,,[ADD]2,\nRule,,[CS]Colour=Red,,[ADD]3,\nRule,,[RB]Size=L,,[FIXED]9,\n",
			[]string{"shirt Shirt; s Blue, S 500 -1; m Blue, M 700 -1; rm Red, M 1000 -1; l Blue, L 900 -1"}, nil},
		{"a BigCommerce rule by which a SKU is not sold", "bigcommerce", "a.csv", bigHead + bigShirt + "Rule,,,m,,N\nRule,,[CS]Colour=Red,,,N\n", []string{"shirt Shirt; s Blue, S 500 -1; l Blue, L 500 -1"}, nil},
		{"BigCommerce rules that are not applied", "bigcommerce", "a.csv", bigHead + bigShirt + "Rule,,,x,[ADD]2,\nRule,,,m,2%,\nRule,,,m,,\n",
			[]string{"shirt Shirt; s Blue, S 500 -1; m Blue, M 500 -1; rm Red, M 500 -1; l Blue, L 500 -1"},
			[]string{`a.csv:7: not applied: the rule is for no SKU above it`, `a.csv:8: not applied: the rule's price "2%" was not applied`, `a.csv:9: not applied: what the rule changes is neither a price`}},
		{"an ACP product of no variant", "acp-nested", "a.json", `{"products":[{"id":"a","title":"A","variants":[]},` + "\n" + `{"id":"z","title":"Lamp","variants":[{"id":"z","title":"Lamp","price":{"amount":500,"currency":"EUR"}}]}]}`, []string{"z Lamp"},
			[]string{`a.json:1 (item 1): malformed: the product "a" has no "variants", and only these can be bought`}},
		{"variants of one id", "google-merchant", "a.jsonl", `{"id":"a","title":"Lamp red","item_group_id":"g","color":"red"}` + "\n" + `{"id":"a","title":"Lamp blue","item_group_id":"g","color":"blue"}` + "\n" + `{"id":"b","title":"Lamp green","item_group_id":"g","color":"green"}`,
			[]string{"g Lamp; a red 0 -1; b green 0 -1"}, []string{`a.jsonl:2: duplicate id: the id "a" is that of `}},
		{"a group with the id of its variant", "google-merchant", "a.jsonl", `{"id":"g","title":"Lamp red","item_group_id":"g","color":"red"}` + "\n" + `{"id":"b","title":"Lamp green","item_group_id":"g","color":"green"}`,
			[]string{"group-g Lamp; g red 0 -1; b green 0 -1"}, nil},
		{"parts far apart", "google-merchant", "a.jsonl", `{"id":"a","title":"Lamp, red","item_group_id":"g","color":"red"}` + "\n" + `{"id":"x","title":"Chair"}` + "\n" + `{"id":"b","title":"Lamp, green","item_group_id":"g","color":"green"}`,
			[]string{"x Chair", "g Lamp; a red 0 -1; b green 0 -1"}, nil},
		{"a group of one", "google-merchant", "a.jsonl", `{"id":"a","title":"Lamp, red","item_group_id":"g","color":"red"}`, []string{"a Lamp, red"}, nil},
		{"variants that nothing tells apart", "google-merchant", "a.jsonl", `{"id":"a","title":"Lamp","item_group_id":"g"}` + "\n" + `{"id":"b","title":"Lamp","item_group_id":"g"}`, []string{"g Lamp; a a 0 -1; b b 0 -1"}, nil},
		{"variants that their titles tell apart", "google-merchant", "a.jsonl", `{"id":"a","title":"Lamp Oslo large (40 cm)","item_group_id":"g"}` + "\n" + `{"id":"b","title":"Lamp Oslo small","item_group_id":"g"}`,
			[]string{"g Lamp Oslo; a large (40 cm) 0 -1; b small 0 -1"}, nil},
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
