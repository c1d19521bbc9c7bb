package merchant

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/catalog"
	"shopclerk/words"
)

// larkfield is a shop that has told some of it.
func larkfield() *Info {
	return &Info{
		Countries: []string{"AT", "DE"},
		Reach:     Reach{Email: "hello@example.com", Phone: "+43 1 234 56 78", Hours: "Mon–Fri 9–17", Address: "Ring 1, 1010 Wien"},
		Texts: map[string]map[string]string{
			Delivery: {"en": "It takes two days.", "de": "Es dauert zwei Tage."},
			Payment:  {"de": "Mit PayPal und auf Rechnung."},
			Contact:  {"en": "Write to hello@example.com."},
		},
	}
}

func TestAnswer(t *testing.T) {
	en, de := words.English, words.Lookup("de")
	mail := &Info{Reach: Reach{Email: "hello@example.com"}}
	for _, tc := range []struct {
		name  string
		info  *Info
		words *words.Language
		topic string
		want  string
		known bool
	}{
		{"text and countries", larkfield(), en, Delivery, "It takes two days. The shop delivers to: Austria, Germany.", true},
		{"the same in German", larkfield(), de, Delivery, "Es dauert zwei Tage. Der Shop liefert nach: Österreich, Deutschland.", true},
		{"countries alone", &Info{Countries: []string{"CH"}}, de, Delivery, "Der Shop liefert nach: Schweiz.", true},
		{"in another language", larkfield(), en, Payment, "Mit PayPal und auf Rechnung.", true},
		{"not told", larkfield(), en, Warranty, "The shop has not told me what warranty it gives. Ask the shop: hello@example.com, +43 1 234 56 78 (Mon–Fri 9–17).", false},
		{"not given, in German", mail, de, Payment, "Wie Sie zahlen können, hat der Shop mir nicht gesagt. Fragen Sie den Shop: hello@example.com.", false},
		{"nothing told", nil, en, Payment, "The shop has not told me how you can pay. Please ask the shop itself.", false},
		{"hours of those who answer", larkfield(), en, Hours, "Somebody at the shop answers at these hours: Mon–Fri 9–17.", true},
		{"hours with a full stop", &Info{Reach: Reach{Hours: "9 a.m. to 5 p.m."}}, en, Hours, "Somebody at the shop answers at these hours: 9 a.m. to 5 p.m.", true},
		{"an address is no store", larkfield(), en, Store, "The shop has not told me whether there is a store to visit. Its address is Ring 1, 1010 Wien. Ask the shop: hello@example.com, +43 1 234 56 78 (Mon–Fri 9–17).", false},
		{"what the text says is not said again", larkfield(), en, Contact, "Write to hello@example.com. This is how to reach a person at the shop: +43 1 234 56 78 (Mon–Fri 9–17), Ring 1, 1010 Wien.", true},
		{"nor is a number", &Info{Reach: larkfield().Reach, Texts: map[string]map[string]string{Contact: {"en": "Call +43 1 234 56 78, or write to hello@example.com at Ring 1, 1010 Wien."}}}, en, Contact, "Call +43 1 234 56 78, or write to hello@example.com at Ring 1, 1010 Wien.", true},
		{"a person, in no words of the shop's", mail, de, Contact, "So erreichen Sie im Shop einen Menschen: hello@example.com.", true},
		{"a person at an address alone", &Info{Reach: Reach{Address: "Ring 1, 1010 Wien"}}, en, Contact, "This is how to reach a person at the shop: Ring 1, 1010 Wien.", true},
		{"nobody to talk to", nil, de, Contact, "Ich bin ein Programm. Wie man dort einen Menschen erreicht, hat der Shop mir nicht gesagt.", false},
		{"no topic", mail, en, "weather", "I do not know that: the shop has not told me. Ask the shop: hello@example.com.", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			text, known := tc.info.Answer(tc.words, tc.topic)
			if text != tc.want || known != tc.known {
				t.Errorf("got %q, known %v\nwant %q, known %v", text, known, tc.want, tc.known)
			}
		})
	}
}

// Every topic has a sentence of its own, in every language.
func TestTopics(t *testing.T) {
	for _, l := range words.Languages() {
		seen := map[string]string{}
		for topic := range unknown {
			text, known := (*Info)(nil).Answer(l, topic)
			if other := seen[text]; other != "" || known || !strings.HasSuffix(text, ".") {
				t.Errorf("%s, %s: %q is missing or that of %q too", l.Code(), topic, text, other)
			}
			seen[text] = topic
		}
	}
}

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
