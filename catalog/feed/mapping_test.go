package feed

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/catalog/discover"
)

func TestShippedMappings(t *testing.T) {
	want := []string{
		"acp-nested", "acp", "bigcommerce", "fashion", "google-merchant", "icecat", "magento", "merchant-api", "nested", "pc-parts", "prestashop",
		"schema-org", "shopify-bulk", "shopify", "woocommerce",
	}
	if diff := cmp.Diff(want, ShippedNames()); diff != "" {
		t.Error(diff)
	}
	for _, name := range ShippedNames() {
		m, err := Shipped(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseMapping(strings.NewReader(string(text)))
		if err != nil {
			t.Errorf("%s, written and read again: %v", name, err)
		}
		if diff := cmp.Diff(m, again); diff != "" {
			t.Errorf("%s, written and read again: %s", name, diff)
		}
	}
	if _, err := Shipped("shoes"); err == nil || !strings.Contains(err.Error(), "pc-parts") {
		t.Errorf("a mapping that does not exist: %v, want the known ones named", err)
	}
}

func TestMappingErrors(t *testing.T) {
	tests := []struct{ name, json, want string }{
		{"unknown key", `{"title":"t","titel":"t"}`, `unknown field "titel" (a mapping knows these keys: name, `},
		{"unknown key of a rule", `{"title":"t","attributes":{"fields":{"a":{"units":"GB"}}}}`, `unknown field "units"`},
		{"syntax", "{\n\"title\": \"t\",\n}", `line 3: invalid character '}'`},
		{"wrong type", "{\n\"title\": \"t\",\n\"brands\": 5}", `line 3: json: cannot unmarshal number`},
		{"a field that is a number", `{"title":7}`, `a field is a text, a list of texts or {"join": [texts]}, not 7`},
		{"no title", `{"id":"id"}`, `"title" names no field`},
		{"category from", `{"title":"t","category_from":"folder"}`, `"category_from" is "file" or absent, not "folder"`},
		{"brand from", `{"title":"t","brand_from":"file"}`, `"brand_from" is "title" or absent, not "file"`},
		{"price unit", `{"title":"t","price":{"field":"p","unit":"cents"}}`, `"price.unit" is "major" (12.50), "minor" (1250) or "micro" (12500000), not "cents"`},
		{"currency", `{"title":"t","price":{"field":"p","currency":"$"}}`, `such as "USD", not "$"`},
		{"price without a field", `{"title":"t","price":{"currency":"USD"}}`, `"price" names no field`},
		{"rating without a field", `{"title":"t","rating":{"scale":10}}`, `"rating" needs a field`},
		{"total without parts", `{"title":"t","attributes":{"by_category":{"C":{"a":{"total":{"key":"b"}}}}}}`, `attribute "C: a": "total" goes with "parts"`},
		{"as", `{"title":"t","attributes":{"fields":{"a":{"as":"number"}}}}`, `"as" is "text" or "details", not "number"`},
		{"text behind", `{"title":"t"} x`, `text after the end`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := ParseMapping(strings.NewReader(test.json))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q in it", err, test.want)
			}
		})
	}
}

func TestHints(t *testing.T) {
	m, err := Shipped("pc-parts")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		category, key string
		want          discover.Hint
	}{
		{"", "rpm", discover.Hint{Label: "Fan speed", Unit: "rpm"}},
		{"CPU", "core_clock", discover.Hint{Label: "Base clock", Unit: "GHz"}},
		{"Video card", "core_clock", discover.Hint{Label: "Base clock", Unit: "MHz"}},
		{"CPU", "color", discover.Hint{Label: "Colour"}},
		{"Memory", "module_size", discover.Hint{Label: "Size of each module", Unit: "GB"}},
		{"Memory", "capacity", discover.Hint{Label: "Total capacity", Unit: "GB"}},
		{"Memory", "speed", discover.Hint{Label: "Speed", Unit: "MHz"}},
		{"Memory", "modules", discover.Hint{}}, // the field itself is no attribute
		{"Headphones", "highest_frequency", discover.Hint{Label: "Highest frequency", Unit: "kHz"}},
	}
	for _, test := range tests {
		if got := m.Hints(test.category)[test.key]; got != test.want {
			t.Errorf("%s of %q: %+v, want %+v", test.key, test.category, got, test.want)
		}
	}
}

func TestRoles(t *testing.T) {
	tests := []struct{ name, mapping, product, want string }{
		{"names match loosely", `{"id":"Item ID","title":"title","image":"Image Link"}`, `{"item_id":1,"TITLE":"t","g:image-link":" u "}`, `1|t||u|`},
		{"the first of several fields", `{"id":"i","title":["a","b"]}`, `{"i":"1","b":"second","a":"first"}`, `1|first|`},
		{"the second where the first is missing", `{"id":"i","title":["a","b"]}`, `{"i":"1","b":"second","a":null}`, `1|second|`},
		{"markup", `{"id":"i","title":"t","description":"d"}`, `{"i":"1","t":"a <b>b</b>&amp;<br />c","d":"<p>one</p><ul><li>two<li>three &lt;4</ul><script>x</script>"}`, `1|a b& c||"one\ntwo\nthree <4"`},
		{"a field in two roles", `{"id":"t","title":"t"}`, `{"t":"x"}`, `x|x|`},
		{"a role's field as an attribute too", `{"id":"i","title":"t","brand":"b","attributes":{"include":["b","c*"]}}`, `{"i":"1","t":"t","b":"B","c1":2,"d":3}`, `1|t||brand B|b="B"|c1=2`},
		{"exclude is stronger", `{"id":"i","title":"t","attributes":{"include":["*"],"exclude":["*_raw","c"]}}`, `{"i":"1","t":"t","a":1,"a_raw":2,"c":3}`, `1|t||a=1`},

		{"category path", `{"id":"i","title":"t","category":"c"}`, `{"i":"1","t":"t","c":"A>B &gt;  C > "}`, `1|t|A > B > C`},
		{"category with its own separator", `{"id":"i","title":"t","category":"c","category_separator":"/"}`, `{"i":"1","t":"t","c":"A/B"}`, `1|t|A > B`},
		{"category levels", `{"id":"i","title":"t","category":"c"}`, `{"i":"1","t":"t","c":["A","B"]}`, `1|t|A > B`},
		{"several category paths", `{"id":"i","title":"t","category":"c"}`, `{"i":"1","t":"t","c":["A > B","C > D"]}`, `1|t|A > B`},
		{"renamed category", `{"id":"i","title":"t","category":"c","categories":{"A > B":"Lamps"}}`, `{"i":"1","t":"t","c":"A>B"}`, `1|t|Lamps`},
		{"category from the file", `{"id":"i","title":"t","category_from":"file"}`, `{"i":"1","t":"t"}`, `1|t|Case fan`},
		{"category from the file, renamed", `{"id":"i","title":"t","category_from":"file","categories":{"case-fan":"Fan"}}`, `{"i":"1","t":"t"}`, `1|t|Fan`},

		{"brand from the title", `{"id":"i","title":"t","brand_from":"title","brands":["be","be quiet!"]}`, `{"i":"1","t":"Be Quiet! Pure"}`, `1|Be Quiet! Pure||brand be quiet!`},
		{"brand is the first word", `{"id":"i","title":"t","brand_from":"title","brands":["Asus R"]}`, `{"i":"1","t":"Asus ROG"}`, `1|Asus ROG||brand Asus`},

		{"cents", `{"id":"i","title":"t","price":{"field":"p","unit":"minor","currency":"USD"}}`, `{"i":"1","t":"t","p":4995}`, `1|t||4995 USD`},
		{"rounded to cents", `{"id":"i","title":"t","price":{"field":"p","currency":"USD"}}`, `{"i":"1","t":"t","p":4.35}`, `1|t||435 USD`},
		{"currency field", `{"id":"i","title":"t","price":{"field":"p.v","currency_field":"p.c"}}`, `{"i":"1","t":"t","p":{"v":"1,299","c":"chf"}}`, `1|t||129900 CHF`},
		{"free", `{"id":"i","title":"t","price":{"field":"p","currency":"USD"}}`, `{"i":"1","t":"t","p":0}`, `1|t|`},
		{"the dollar of the country", `{"id":"i","title":"t","price":{"field":"p","currency":"CAD"}}`, `{"i":"1","t":"t","p":"$5"}`, `1|t||500 CAD`},

		{"rating", `{"id":"i","title":"t","rating":{"field":"r","scale":10,"count":"n"}}`, `{"i":"1","t":"t","r":"9.0 of 10","n":12}`, `1|t||rated 4.5 by 12`},
		{"rating off its scale", `{"id":"i","title":"t","rating":{"field":"r"}}`, `{"i":"1","t":"t","r":17}`, `1|t|`},
		{"stock", `{"id":"i","title":"t","stock":"s"}`, `{"i":"1","t":"t","s":"12 pieces"}`, `1|t||stock 12`},
		{"sold out", `{"id":"i","title":"t","stock":"s"}`, `{"i":"1","t":"t","s":"out of stock"}`, `1|t||stock 0`},
		{"available", `{"id":"i","title":"t","stock":"s"}`, `{"i":"1","t":"t","s":"in_stock"}`, `1|t|`},

		{"separator", `{"id":"i","title":"t","attributes":{"fields":{"a":{"separator":"|"}}}}`, `{"i":"1","t":"t","a":"x | y ||z"}`, `1|t||a=["x" "y" "z"]`},
		{"respelled and dropped", `{"id":"i","title":"t","attributes":{"fields":{"a":{"separator":",","values":{"X":"Ex","y":""}},"b":{"values":{"7200":"fast"}}}}}`, `{"i":"1","t":"t","a":"x,y,z","b":7200}`, `1|t||a=["Ex" "z"]|b="fast"`},
		{"as text", `{"id":"i","title":"t","attributes":{"fields":{"a":{"as":"text"}}}}`, `{"i":"1","t":"t","a":5.1}`, `1|t||a="5.1"`},
		{"text", `{"id":"i","title":"t","attributes":{"fields":{"a":{"as":"text"}}}}`, `{"i":"1","t":"t","a":[32,64]}`, `1|t||a=["32" "64"]`},
		{"split", `{"id":"i","title":"t","attributes":{"fields":{"a":{"parts":[{"key":"n"},{"key":"s","values":{"8":"eight"}}],"total":{"key":"all"}}}}}`, `{"i":"1","t":"t","a":[2,8]}`, `1|t||n=2|s="eight"|all=16`},
		{"split of a single value", `{"id":"i","title":"t","attributes":{"fields":{"a":{"parts":[{"key":"n"},{"key":"s"}],"total":{"key":"all"}}}}}`, `{"i":"1","t":"t","a":8}`, `1|t||s=8`},
		{"split of a text", `{"id":"i","title":"t","attributes":{"fields":{"a":{"separator":"/","parts":[{"key":""},{"key":"s"},{"key":"u"}]}}}}`, `{"i":"1","t":"t","a":"16//4/2"}`, `1|t||u=4`},
		{"details", `{"id":"i","title":"t","attributes":{"fields":{"d":{"as":"details","separator":","}}}}`, `{"i":"1","t":"t","d":"General:Wood:Oak,:Legs:4,odd"}`, `1|t||Wood="Oak"|Legs="4"`},
		{"rule of a category", `{"id":"i","title":"t","category":"c","attributes":{"fields":{"a":{"as":"text"}},"by_category":{"C":{"A":{"values":{"1":"one"}}}}}}`, `{"i":"1","t":"t","c":"C","a":1}`, `1|t|C|A="one"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m, err := ParseMapping(strings.NewReader(test.mapping))
			if err != nil {
				t.Fatal(err)
			}
			got := readAll(folder(t, map[string]string{"case-fan.jsonl": test.product}), m, Options{})
			if got.err != nil {
				t.Fatal(got.err, got.problems)
			}
			if want := test.want; spell(got.records[0]) != want && strings.TrimSuffix(spell(got.records[0]), "|") != want {
				t.Errorf("got  %s\nwant %s", spell(got.records[0]), want)
			}
		})
	}
}

func TestLike(t *testing.T) {
	for _, test := range []struct {
		pattern, name string
		want          bool
	}{
		{"a", "a", true}, {"a", "ab", false}, {"*", "", true}, {"a*", "ab", true}, {"*b", "ab", true}, {"*b", "ba", false},
		{"a*b*c", "a_b_c", true}, {"a*b*c", "a_c_b", false}, {"a*a", "a", false}, {"*x*x", "xx", true}, {"*x*x", "x", false}, {"", "", true},
	} {
		if got := matchesPattern(test.pattern, test.name); got != test.want {
			t.Errorf("like(%q, %q) = %v", test.pattern, test.name, got)
		}
	}
}

func TestParseAmount(t *testing.T) {
	for _, test := range []struct {
		text     string
		amount   float64
		currency string
	}{
		{"12.50 USD", 12.5, "USD"}, {"USD 12.50", 12.5, "USD"}, {"$1,299.00", 1299, "USD"}, {"1.234,56 €", 1234.56, "EUR"}, {"12,50", 12.5, ""},
		{"1,299", 1299, ""}, {"1.299", 1.299, ""}, {"1.234.567", 1234567, ""}, {"1,234,567.8", 1234567.8, ""}, {"1 234,50 zł", 1234.5, "PLN"},
		{"1\u202f234 EUR", 1234, "EUR"}, {"CHF 1'234.50", 1234.5, "CHF"}, {"-3", -3, ""}, {"−$3", -3, "USD"}, {"(3.00)", -3, ""}, {".99", 0.99, ""},
		{"10.00 - 15.00 GBP", 10, "GBP"}, {"5.-", 5, ""}, {"C$ 7", 7, "CAD"}, {"¥500", 500, "JPY"}, {"12 345", 12345, ""}, {"12 34", 12, ""},
		{"1.149,90 TL", 1149.9, "TRY"}, {"€1.199,99 Incl. btw", 1199.99, "EUR"}, {"About 130 EUR", 130, "EUR"}, {"₹1,299", 1299, "INR"}, {"Rs. 2,499.00", 2499, "INR"}, {"$ 120.00 / € 99", 120, "USD"},
		{"1 299,00 kr", 1299, "SEK"}, {"12,50 zł", 12.5, "PLN"}, {"R$ 1.234,56", 1234.56, "BRL"}, {"CHF 1'250.00", 1250, "CHF"}, {"3,20 €", 3.2, "EUR"}, {"KSh 1,200", 1200, "KES"},
		{"1.5", 1.5, ""}, {"LED 5", 5, ""}, {"349,- Kč", 349, "CZK"}, {"19.99 руб", 19.99, "RUB"},
	} {
		amount, currency, err := parseAmount(test.text)
		if err != nil || amount != test.amount || currency != test.currency {
			t.Errorf("parseAmount(%q) = %v, %q, %v; want %v, %q", test.text, amount, currency, err, test.amount, test.currency)
		}
	}
	for _, text := range []string{"", "free", "USD", "-", "€"} {
		if amount, _, err := parseAmount(text); err == nil {
			t.Errorf("parseAmount(%q) = %v, want an error", text, amount)
		}
	}
}

func TestPlain(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""}, {"as it is", "as it is"}, {"  a\t b  ", "a b"}, {"a&nbsp;&amp; b&#39;s", "a & b's"}, {"a<br/><br>b", "a\nb"},
		{"x < 5 and y > 3", "x < 5 and y > 3"}, {"a<c", "a<c"}, {"<none>", "<none>"}, {"<b>bold</b>", "bold"}, {"<style>p{}</style>text", "text"},
		{"<!-- no -->yes", "yes"}, {"cut <b", "cut <b"}, {"<table><tr><td>a</td><td>b</td></tr></table>", "a b"}, {"zero\u200bwidth\u0007", "zerowidth"},
		{"<SCRIPT>alert('<b>')</SCRIPT>ok", "ok"}, {"&lt;script&gt;", "<script>"}, {"5&quot;", `5"`},
	} {
		if got := plainText(test.text); got != test.want {
			t.Errorf("plain(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}
