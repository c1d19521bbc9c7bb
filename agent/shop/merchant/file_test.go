package merchant

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/catalog"
	"shopclerk/words"
)

func TestParse(t *testing.T) {
	got, err := Parse([]byte("\uFEFF" + `
countries = ["AT", "de"]
[reach]
email = "hello@example.com"
[topic.returns]
en = """
Within 30 days,
by parcel."""
[topic]
payment.de = "Auf Rechnung."
`))
	if err != nil {
		t.Fatal(err)
	}
	want := &Info{Countries: []string{"AT", "DE"}, Reach: Reach{Email: "hello@example.com"}, Texts: map[string]map[string]string{
		Returns: {"en": "Within 30 days, by parcel."}, Payment: {"de": "Auf Rechnung."},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got, err := Parse(nil); err != nil || !cmp.Equal(got, &Info{}) {
		t.Errorf("an empty file tells %+v, %v", got, err)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"[reach]\nemail = hello@example.com\n":               "line 2",
		"[topic.paymnt]\nen = \"Cash.\"":                     "topic.paymnt: there is no such topic; take one of business, careers,",
		"[topic.payment]\nxx = \"?\"":                        `topic.payment.xx: "xx" is no language`,
		"mail = \"hello@example.com\"":                       "mail: nothing is read here; it reads checkout,",
		"[reach]\nfax = \"1\"":                               "reach.fax: nothing is read here",
		"[reach]\nphone = 1234567":                           "incompatible types",
		"countries = \"AT\"":                                 "countries",
		"countries = [\"AT\", \"Atlantis\"]":                 `countries: "Atlantis" is no country`,
		"[reach]\nemail = \"hello at example.com\"":          "reach.email: ",
		`checkout = "there"`:                                 `checkout: "there" is neither "here", "link" nor an address of a cart; write it in full`,
		`checkout = "ftp://a.example/{id}"`:                  "checkout: ",
		`checkout = "https://a.example/{sku}?{id}"`:          "nothing is known for {sku}; write {id}",
		`checkout = "https://a.example/{id"`:                 "nothing is known for {id;",
		`checkout = "https://a.example/cart"`:                "is neither",
		`most_pieces = -1`:                                   "most_pieces, most_sum: an order has at least a piece",
		`payment = ["card"]`:                                 `payment: "card" is no way to pay here; take "invoice" or "collection"`,
		`payment = ["invoice", "collection"]`:                `payment: "collection" needs a [[delivery]] with collect = true`,
		"[[delivery]]\nid = \"a\"\n[[delivery]]\nid = \"a\"": "delivery 2: it needs an id of its own",
		"[[delivery]]\nid = \"a\"\ncost = -1":                "delivery 1: a cost is 0 or more",
		"[[delivery]]\nid = \"a\"\nname = {xx = \"b\"}":      `delivery 1: "xx" is no language`,
		"payment = [\"collection\"]\n[[delivery]]\nid = \"a\"\ncollect = true\n[[delivery]]\nid = \"b\"": "delivery 2: nothing of payment goes with it",
		"[reach]\nurl = \"javascript:alert(1)\"":                                                         "reach.url: ",
		"[topic.returns]\nen = \"" + strings.Repeat("x", longestText+1) + "\"":                           "topic.returns.en: it has more than 1000 characters",
	} {
		if got, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) || got != nil {
			t.Errorf("%.60q: %v, want %s", text, err, want)
		}
	}
}

// The example says all there is, and is right.
func TestExample(t *testing.T) {
	text, err := os.ReadFile("../../../data/shop.example.toml")
	if err != nil {
		t.Fatal(err)
	}
	info, err := Parse(text)
	if err != nil || len(info.Texts) != len(unknown) {
		t.Errorf("%d topics of %d, %v", len(info.Texts), len(unknown), err)
	}
}

// A product leads to where it is bought, whatever its id is made of.
func TestBuyURL(t *testing.T) {
	p := &catalog.Product{ID: "A/1 & b", Link: "https://a.example/p/1", Stock: 3}
	for checkout, want := range map[string]string{
		"": "", "here": "", "link": "https://a.example/p/1",
		"https://shop.example/cart/{id}:{quantity}":                      "https://shop.example/cart/A%2F1%20&%20b:1",
		"https://shop.example/?add-to-cart={id}&quantity={quantity}&x=1": "https://shop.example/?add-to-cart=A%2F1+%26+b&quantity=1&x=1",
	} {
		info, err := Parse([]byte("checkout = '" + checkout + "'"))
		if err != nil || info.BuyURL(p) != want {
			t.Errorf("%s: %q, %v, want %q", checkout, info.BuyURL(p), err, want)
		}
		if sold := (&catalog.Product{ID: "a", Link: "https://a.example"}); info.BuyURL(sold) != "" {
			t.Errorf("%s: what is sold out is bought at %s", checkout, info.BuyURL(sold))
		}
	}
}

func TestDelivery(t *testing.T) {
	info, err := Parse([]byte(`
payment = ["invoice", "collection"]
[[delivery]]
id = "parcel"
name = { en = "Parcel", de = "Paket" }
cost = 4.90
free_from = 50
[[delivery]]
id = "store"
name = { en = "Collect" }
cost = 0
collect = true
`))
	if err != nil {
		t.Fatal(err)
	}
	parcel, store := &info.Ways()[0], &info.Ways()[1]
	sum := func(minor int64) catalog.Price { return catalog.Price{Minor: minor, Currency: "EUR"} }
	if below, from := parcel.CostOf(sum(4999)), parcel.CostOf(sum(5000)); below.Minor != 490 || from.Minor != 0 || below.Currency != "EUR" {
		t.Errorf("a parcel costs %v, and from 50 €, %v", below, from)
	}
	if got := (*Info)(nil).Ways()[0].CostOf(sum(1)); got != (catalog.Price{}) {
		t.Errorf("a cost that nobody told is %v", got)
	}
	de := words.Lookup("de")
	if a, b := parcel.Title(de), store.Title(de); a != "Paket" || b != "Collect" {
		t.Errorf("they are called %q and %q", a, b)
	}
}
