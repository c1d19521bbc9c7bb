package merchant

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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
		"[reach]\nemail = hello@example.com\n":                                 "line 2",
		"[topic.paymnt]\nen = \"Cash.\"":                                       "topic.paymnt: there is no such topic; take one of business, careers,",
		"[topic.payment]\nxx = \"?\"":                                          `topic.payment.xx: "xx" is no language`,
		"mail = \"hello@example.com\"":                                         "mail: nothing is read here; it reads countries,",
		"[reach]\nfax = \"1\"":                                                 "reach.fax: nothing is read here",
		"[reach]\nphone = 1234567":                                             "incompatible types",
		"countries = \"AT\"":                                                   "countries",
		"countries = [\"AT\", \"Atlantis\"]":                                   `countries: "Atlantis" is no country`,
		"[reach]\nemail = \"hello at example.com\"":                            "reach.email: ",
		"[reach]\nurl = \"javascript:alert(1)\"":                               "reach.url: ",
		"[topic.returns]\nen = \"" + strings.Repeat("x", longestText+1) + "\"": "topic.returns.en: it has more than 1000 characters",
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
