package lexical

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestTerms(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"plain words", "Black Laptop bag", "black laptop bag"},
		{"plurals and forms", "batteries battery printers printing", "batteri batteri printer print"},
		{"short words are not stemmed", "gas bus", "gas bus"},
		{"stop words", "a case for the iPhone", "case iphon"},
		{"model with hyphen", "TN-2110", "tn 2110 tn2110"},
		{"model without", "tn2110", "tn2110 tn 2110"},
		{"number and unit", "1TB 16gb", "1tb 1 tb 16gb 16 gb"},
		{"part number stays whole", "FK521AA", "fk521aa"},
		{"three parts", "all-in-one", "all one allinon"},
		{"too many parts to join", "a1-b-c-d-e", "a1 1 b c d e"},
		{"wi-fi", "Wi-Fi wifi", "wi fi wifi wifi"},
		{"usb-c", "USB-C", "usb c usbc"},
		{"size in inches", `15.6" 27”`, "15.6 inch 27 inch"},
		{"a quotation is not an inch", `"best" buy`, "best buy"},
		{"thousands", "10,000 mAh", "10000 mah"},
		{"list of numbers", "1,2,3", "1 2 3"},
		{"standard", "802.11ac", "802.11ac 802.11 ac"},
		{"possessive", "men's Levi’s", "men levi"},
		{"apostrophe inside", "L'Oréal", "l oreal loreal"},
		{"accents", "Café Übergröße", "cafe ubergross"},
		{"slash separates", "CD/DVD black/red", "cd dvd black red"},
		{"ideographs", "東京 tower", "東 京 tower"},
		{"invalid UTF-8", "caf\xff bar", "caf bar"},
		{"nothing", " -- .. ,, ' \" ", ""},
		{"four letters are stemmed", "pens pizzas", "pen pizza"},
		{"a model number is no plural", "A100s", "a100s"},
		{"accents alone", "Éé", "ee"},
		{"four parts are joined", "b-c-d-e", "b c d e bcde"},
		{"points outside numbers", "v.2 5.x 5.", "v 2 v2 5 x 5x 5"},
		{"commas outside numbers", "k,100 9,999", "k 100 9999"},
		{"nines", "19v", "19v 19 v"},
		{"as long as may be", strings.Repeat("x", maxTerm), strings.Repeat("x", maxTerm)},
		{"overlong", strings.Repeat("x", maxTerm+1) + " y", "y"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, strings.Join(Terms(test.in), " ")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// What a shopper types and what a title says must share a term that tells the
// product from others, not only fragments.
func TestSpellingsMeet(t *testing.T) {
	for _, test := range []struct{ name, a, b, shared string }{
		{"model number", "TN-2110", "tn2110", "tn2110"},
		{"wifi", "wi-fi", "WiFi", "wifi"},
		{"usb-c", "USB-C", "usbc", "usbc"},
		{"capacity", "1 TB", "1TB", "tb"},
		{"aa", "AA", "aa", "aa"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, s := range []string{test.a, test.b} {
				if terms := " " + strings.Join(Terms(s), " ") + " "; !strings.Contains(terms, " "+test.shared+" ") {
					t.Errorf("Terms(%q) =%swithout %q", s, terms, test.shared)
				}
			}
		})
	}
}

func FuzzTerms(f *testing.F) {
	for _, s := range []string{"TN-2110", `15.6" LCD`, "L'Oréal's", "1,000,000.5", "東京-x", "ﬃ ß \u0301", "\xff'\"", "a'-_.b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, term := range Terms(s) {
			if term == "" || len(term) > maxTerm || !utf8.ValidString(term) || strings.ContainsAny(term, " -,\"'") {
				t.Fatalf("Terms(%q) has %q", s, term)
			}
		}
	})
}
