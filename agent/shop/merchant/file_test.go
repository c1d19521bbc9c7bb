package merchant

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"shopclerk/words"
)

func TestParse(t *testing.T) {
	got, err := Parse([]byte("\uFEFF" + `
# as people write it
countries = ["Austria", "de", "AT"]

[reach]
email = " hello@example.com "

[topic.returns]
en = """
Within 30 days,
by parcel."""
de = "  "

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
	if got, err := Parse(nil); err != nil || !got.None() {
		t.Errorf("an empty file tells %+v, %v", got, err)
	}
}

func TestParseErrors(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"no toml", "[reach]\nemail = hello@example.com\n", "line 2: expected value but found"},
		{"an open quote", "[topic.payment]\nen = \"Cash.\nde = \"Bar.\"", "line 2: "},
		{"twice", "[topic.payment]\nen = \"Cash.\"\nen = \"Card.\"", "line 3: "},
		{"another topic", "# the shop\n[topic.paymnt]\nen = \"Cash.\"", "line 2: topic.paymnt: “paymnt” is no topic. Take one of these: delivery, shipping,"},
		{"another topic, and nothing about it", "[topic.paymnt]", "line 1: topic.paymnt: "},
		{"another language", "[topic.payment]\nen = \"Cash.\"\nxx = \"?\"", "line 3: topic.payment.xx: “xx” is no language that the clerk speaks. Take one of these: en, de."},
		{"another field", "mail = \"hello@example.com\"", "line 1: mail: “mail” is nothing that the clerk reads here. It reads: countries,"},
		{"another way", "[reach]\nfax = \"1\"", "line 2: reach.fax: “fax” is nothing"},
		{"a number", "[reach]\nphone = 1234567", "line 2: reach.phone: A text belongs here. Write it in quotation marks."},
		{"one country", "\ncountries = \"AT\"", "line 2: countries: A list of texts belongs here."},
		{"a text for a table", "[topic]\npayment = \"Cash.\"", "line 2: topic.payment: A table belongs here."},
		{"no country", "countries = [\"AT\", \"Atlantis\"]", "line 1: countries: “Atlantis” is no country."},
		{"no address", "[reach]\nemail = \"hello at example.com\"", "line 2: reach.email: “hello at example.com” is no e-mail address."},
		{"no number", "[reach]\nphone = \"call us\"", "line 2: reach.phone: “call us” is no phone number."},
		{"no page", "[reach]\nurl = \"example.com\"", "line 2: reach.url: “example.com” is no address of a page."},
		{"no page of the web", "[reach]\nurl = \"javascript:alert(1)\"", "line 2: reach.url: "},
		{"too long", "[topic.returns]\nen = \"" + strings.Repeat("x", LongestText+1) + "\"", "line 2: topic.returns.en: This is too long. Shorten it to 1000 characters."},
		{"inline", "topic = { paymnt = { en = \"Cash.\" } }", "line 1: topic.paymnt: "},
		{"in the order of the lines", "[topic.paymnt]\nen = \"Cash.\"\n[reach]\nphone = \"?\"\nemail = \"?\"", "line 1: topic.paymnt: “paymnt” is no topic. Take one of these: " + strings.Join(topicIDs(), ", ") + ".\nline 4: reach.phone: “?” is no phone number. Write one such as +43 1 234 56 78.\nline 5: reach.email: "},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := Parse([]byte(tc.text))
			if err == nil || !strings.HasPrefix(err.Error(), tc.want) {
				t.Errorf("got %v\nwant %s", err, tc.want)
			}
			if got != nil {
				t.Errorf("it holds %+v", got)
			}
		})
	}
}

// texts draws what people type, and what they would not.
func texts() *rapid.Generator[string] {
	return rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "Two days.", "Zwei Tage.\n\nMit \"DHL\".", `C:\shop # no comment`, "[topic.payment]", `"""`, "a\x00b\u202e", "'''"}))
}

// infos draws what a shop may tell.
func infos() *rapid.Generator[*Info] {
	return rapid.Custom(func(t *rapid.T) *Info {
		out := &Info{
			Countries: rapid.SliceOfN(rapid.SampledFrom([]string{"AT", "de", "Schweiz", "USA", "xk", ""}), 0, 5).Draw(t, "countries"),
			Reach: Reach{
				Email:   rapid.SampledFrom([]string{"", " hello@example.com", "ä+b@shop.example.co.uk"}).Draw(t, "email"),
				Phone:   rapid.SampledFrom([]string{"", "112", "+43 (1) 234/56-78"}).Draw(t, "phone"),
				URL:     rapid.SampledFrom([]string{"", "https://example.com/contact?a=b#c"}).Draw(t, "url"),
				Hours:   texts().Draw(t, "hours"),
				Address: texts().Draw(t, "address"),
			},
		}
		for _, topic := range Topics() {
			for _, l := range words.Languages() {
				if rapid.Bool().Draw(t, "told") {
					out = out.With(topic.ID, map[string]string{l.Code(): texts().Draw(t, "text")})
				}
			}
		}
		return out
	})
}

// What was written is read as it was, and written as it was.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		told, problems := infos().Draw(t, "info").Tidy()
		if len(problems) > 0 {
			t.Skip("too long")
		}
		text, err := told.Encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse(text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if diff := cmp.Diff(told, again, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("(-written +read):\n%s\n%s", diff, text)
		}
		if tidied, problems := again.Tidy(); len(problems) > 0 || !cmp.Equal(tidied, again, cmpopts.EquateEmpty()) {
			t.Fatalf("tidied again it is %+v, with %v", tidied, problems)
		}
		if twice, err := again.Encode(); err != nil || string(twice) != string(text) {
			t.Fatalf("written again it is\n%s\n%v", twice, err)
		}
	})
}

// Whatever stands in a file, it is read or refused with a place, and what is read can
// be kept.
func FuzzParse(f *testing.F) {
	f.Add("countries = [\"AT\"]\n[reach]\nemail = \"a@b.c\"\n[topic.payment]\nen = \"Cash.\"")
	f.Add("topic = 1\nreach = []")
	f.Add("[topic.payment]\nen = [1, {a = 2}]\n[[reach]]")
	f.Fuzz(func(t *testing.T, text string) {
		told, err := Parse([]byte(text))
		if err != nil {
			return
		}
		kept, err := told.Encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse(kept)
		if err != nil || !cmp.Equal(told, again, cmpopts.EquateEmpty()) {
			t.Errorf("%+v was kept as %+v, %v", told, again, err)
		}
		for _, topic := range Topics() {
			if said, _ := told.Answer(words.English, topic.ID); said == "" {
				t.Errorf("of %s the clerk says nothing", topic.ID)
			}
		}
	})
}

// The file that people start from tells of every topic, in every language.
func TestExample(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "data", "shop.example.toml"))
	if err != nil {
		t.Fatal(err)
	}
	told, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, topic := range Topics() {
		for _, l := range words.Languages() {
			if told.Text(topic.ID, l.Code()) == "" {
				t.Errorf("it tells nothing of %s in %s", topic.ID, l.Name())
			}
		}
	}
	if r := told.Reach; r.Email == "" || r.Phone == "" || r.Hours == "" || r.URL == "" || r.Address == "" || len(told.Countries) == 0 {
		t.Errorf("it lacks a field: %+v, %v", r, told.Countries)
	}
}
