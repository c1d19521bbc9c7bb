package settings

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"shopclerk/catalog"
)

const document = `{
  "synonyms": [{"category": "Lamps", "aspect": "colour", "means": "grey", "words": ["anthracite"]}],
  "redirects": [{"query": "Returns", "url": "https://example.com/returns"}, {"query": "night light", "category": "Lamps"}],
  "stops": [{"words": ["kindly", "if you would"]}],
  "ranking": [{"act": "pin", "category": "Lamps", "products": ["p7", "p3"]}, {"act": "pin", "query": "gift", "products": ["p9", "p7"]},
    {"act": "hide", "products": ["p13"]}, {"act": "bury", "category": "Lamps", "query": "night light", "products": ["p5"]},
    {"act": "boost", "products": ["p6"], "from": "2026-12-01", "to": "2026-12-24"}],
  "names": [{"aspect": "use", "name": "Good for"}, {"category": "Lamps", "aspect": "use", "language": "de", "name": "Gut für"},
    {"aspect": "colour", "values": ["gray", "grey"], "name": "Grey"}, {"category": "Sofas", "aspect": "colour", "values": ["tan"], "name": "Sand"}],
  "groups": [{"aspect": "colour", "values": ["red", "Orange"], "name": "Warm"}],
  "start": [{"categories": ["Lamps"]}, {"language": "de", "sentences": ["eine Lampe"]}],
  "facts": [{"topic": "returns", "language": "en", "text": "Within 30 days."}],
  "wording": [
    {"aspect": "colour", "text": "Any colour?"},
    {"aspect": "colour", "language": "de", "text": "Welche Farbe?"},
    {"category": "Lamps", "aspect": "colour", "text": "Which shade?", "help": "Of the lampshade."},
    {"category": "Sofas", "aspect": "colour", "text": "Which cover?"},
    {"category": "Beds", "aspect": "colour", "text": "Which cover?"}
  ],
  "questions": [{"category": "Lamps", "aspect": "watts", "ask": "first"}, {"aspect": "weight", "ask": "never"}]
}`

// The example has an entry of every list.
func TestExample(t *testing.T) {
	text, err := os.ReadFile("testdata/example.json")
	if err != nil {
		t.Fatal(err)
	}
	s, err := Parse(text)
	if err != nil || len(s.Lists) != len(Kinds) {
		t.Errorf("%d lists, %v", len(s.Lists), err)
	}
}

func parse(t *testing.T) *Settings {
	t.Helper()
	s, err := Parse([]byte(document))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestWord(t *testing.T) {
	s := parse(t)
	for _, tc := range []struct {
		name     string
		scope    []string
		language string
		want     string
	}{
		{"the whole shop", nil, "en", "Any colour?"},
		{"in a language", nil, "de", "Welche Farbe?"},
		{"a category before the language", []string{"Lamps"}, "de", "Which shade?"},
		{"a category without", []string{"Rugs"}, "en", "Any colour?"},
		{"categories that agree", []string{"Beds", "Sofas"}, "en", "Which cover?"},
		{"categories that differ", []string{"Lamps", "Sofas"}, "en", "Any colour?"},
		{"one that says nothing", []string{"Rugs", "Sofas"}, "en", "Any colour?"},
	} {
		if got := s.Word(tc.scope, "colour", tc.language); got.Text != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got.Text, tc.want)
		}
	}
	if got := s.Word([]string{"Lamps"}, "style", "en"); got != (Wording{}) {
		t.Errorf("another aspect is worded %+v", got)
	}
}

func TestPlaces(t *testing.T) {
	s := parse(t)
	if got := s.Ask([]string{"Lamps"}, "watts"); got != First {
		t.Errorf("watts of lamps: %q", got)
	}
	if got := s.Ask(nil, "watts"); got != "" {
		t.Errorf("watts anywhere: %q", got)
	}
	if got := s.Ask([]string{"Lamps", "Sofas"}, "weight"); got != Never {
		t.Errorf("weight: %q", got)
	}
	for _, tc := range []struct {
		name  string
		scope []string
		query string
		day   string
		want  Placing
	}{
		{"a query before the category", []string{"Lamps"}, " GIFT", "2026-11-30", Placing{Pinned: []string{"p9", "p7", "p3"}, Hidden: []string{"p13"}}},
		{"two categories", []string{"Lamps", "Sofas"}, "gifts", "2026-11-30", Placing{Hidden: []string{"p13"}}},
		{"a query in the category", []string{"Lamps"}, "night light", "2026-11-30", Placing{Pinned: []string{"p7", "p3"}, Lifts: map[string]float64{"p5": -2}, Hidden: []string{"p13"}}},
		{"a query elsewhere", []string{"Sofas"}, "night light", "2026-11-30", Placing{Hidden: []string{"p13"}}},
		{"the first day", nil, "", "2026-12-01", Placing{Lifts: map[string]float64{"p6": 2}, Hidden: []string{"p13"}}},
		{"the last day", nil, "", "2026-12-24", Placing{Lifts: map[string]float64{"p6": 2}, Hidden: []string{"p13"}}},
		{"the day after", nil, "", "2026-12-25", Placing{Hidden: []string{"p13"}}},
	} {
		if got := s.Place(tc.scope, tc.query, tc.day); !reflect.DeepEqual(got, tc.want) {
			t.Errorf("%s: %+v, want %+v", tc.name, got, tc.want)
		}
	}
	if !s.Hides("p13", "2026-11-30") || s.Hides("p7", "2026-11-30") {
		t.Error("the wrong products are hidden")
	}
	if category, url := s.Redirect("returns "); category != "" || url != "https://example.com/returns" {
		t.Errorf("returns lead to %q, %q", category, url)
	}
	if category, url := s.Redirect("return"); category+url != "" {
		t.Errorf("return leads to %q, %q", category, url)
	}
	if got := s.Origins(); !slices.Equal(got, []string{"https://example.com"}) {
		t.Errorf("origins %v", got)
	}
	var none *Settings
	if none.Ask(nil, "colour") != "" || none.Word(nil, "colour", "en") != (Wording{}) || !reflect.DeepEqual(none.Place(nil, "", ""), Placing{}) || none.Hides("p1", "") || none.Called("en", nil, "a", "") != "" || none.Heard("a b") != "a b" || none.Aliases() != nil || none.Renames() || none.Origins() != nil {
		t.Error("nil settings change something")
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"{\n\"synonims\": []}":                                              `"synonims" is no setting`,
		"{\n\n\"stops\": [1]}":                                              `line 3: a number stands`,
		"{\"stops\": [\"a\",]}":                                             `line 1: not JSON`,
		"{\"stops\": [":                                                     `line 1: not JSON`,
		`{"stops": [{"words": ["a"], "word": "b"}]}`:                        `stops[0].word: is no setting`,
		`{"stops": [{"words": "a"}]}`:                                       `stops[0].words: is a text, or in a list`,
		"{}\n{}":                                                            `line 2: not JSON`,
		`{"stops": [{"words": [""]}]}`:                                      `stops[0].words[0]: is missing`,
		`{"stops": [{"words": ["a\u0007b"]}]}`:                              `stops[0].words[0]: has characters`,
		`{"ranking": [{"act": "pin", "products": ["a"]}]}`:                  `ranking[0]: needs a query or a category`,
		`{"ranking": [{"act": "pin", "query": "a"}]}`:                       `ranking[0].products: is empty`,
		`{"ranking": [{"act": "raise", "products": ["a"]}]}`:                `write pin or boost or bury or hide`,
		`{"ranking": [{"act": "hide", "products": ["a"], "from": "soon"}]}`: `ranking[0].from: "soon" is no day`,
		`{"ranking": [{"act": "hide", "products": ["a"], "from": "2026-02-01", "to": "2026-01-01"}]}`:       `ranking[0].to: is before from`,
		`{"names": [{"aspect": "a", "name": ""}]}`:                                                          `names[0].name: is missing`,
		`{"names": [{"aspect": "a", "name": "A"}, {"aspect": "a", "name": "B"}]}`:                           `names[1]: is about the same as names[0]`,
		`{"groups": [{"aspect": "a", "name": "A"}]}`:                                                        `groups[0].values: is empty`,
		`{"groups": [{"aspect": "a", "values": ["x", "X"], "name": "A"}]}`:                                  `groups[0]: is about the same`,
		`{"start": [{"language": "en"}]}`:                                                                   `start[0]: offers nothing`,
		`{"facts": [{"topic": "returns", "text": "x"}]}`:                                                    `facts[0].language: is missing`,
		`{"redirects": [{"query": "a", "url": "javascript:alert(1)"}]}`:                                     `redirects[0].url: is no address`,
		`{"redirects": [{"query": "a", "url": "//evil.example"}]}`:                                          `redirects[0].url: is no address`,
		`{"redirects": [{"query": "a", "url": "https://x.example; script-src *"}]}`:                         `redirects[0].url: is no address`,
		`{"redirects": [{"query": "a b", "url": "/x"}, {"query": "A  B", "category": "C"}]}`:                `redirects[1]: is about the same as redirects[0]`,
		`{"wording": [{"aspect": "colour", "text": "` + strings.Repeat("x", 121) + `"}]}`:                   `wording[0].text: is longer than 120`,
		`{"wording": [{"aspect": "colour", "language": "xx", "text": "?"}]}`:                                `"xx" is no language`,
		`{"questions": [{"aspect": "colour", "ask": "always"}]}`:                                            `write first or never`,
		`{"questions": [{"aspect": "a", "ask": "never"}, {"aspect": "a", "ask": "first"}]}`:                 `same as questions[0]`,
		`{"synonyms": [{"aspect": "colour", "means": "grey", "words": []}, {"means": "x", "words": [""]}]}`: "synonyms[0].words: is empty",
	} {
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if s, err := Parse([]byte(" \n")); err != nil || s.Lists != nil {
		t.Errorf("an empty document: %v", err)
	}
}

// shelf is a catalogue of two categories with one product.
type shelf struct{}

func (shelf) Categories() []catalog.Category {
	return []catalog.Category{{Path: "Lamps", Aspects: []catalog.Aspect{{Key: "colour"}, {Key: "watts"}, {Key: "use"}}}, {Path: "Sofas", Aspects: []catalog.Aspect{{Key: "weight"}}}}
}
func (shelf) Has(category, aspect, value string) bool {
	return category == "Lamps" && aspect == "colour" && value != "tan"
}
func (shelf) Sells(product string) bool { return product != "p9" }
func (shelf) Answers(topic string) bool { return topic != "returns" }

func TestUnknown(t *testing.T) {
	got := parse(t).Lists.Unknown(shelf{})
	want := []string{
		`ranking[1]: there is no product "p9"`, `names[3]: there is no attribute "colour"`, `wording[3]: there is no attribute "colour"`,
		`wording[4]: there is no category "Beds"`, `facts[0]: there is no topic "returns"`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("unknown: %q", got)
	}
}

func TestNames(t *testing.T) {
	s := parse(t)
	for _, tc := range []struct {
		language, aspect, value string
		in                      []string
		want                    string
	}{
		{"en", "use", "", nil, "Good for"},
		{"de", "use", "", []string{"Lamps"}, "Gut für"},
		{"de", "use", "", []string{"Lamps", "Sofas"}, "Good for"},
		{"en", "colour", "GRAY", []string{"Sofas"}, "Grey"},
		{"en", "colour", "tan", []string{"Sofas"}, "Sand"},
		{"en", "colour", "tan", nil, ""},
		{"en", "colour", "red", nil, ""},
	} {
		if got := s.Called(tc.language, tc.in, tc.aspect, tc.value); got != tc.want {
			t.Errorf("%+v: %q", tc, got)
		}
	}
	if got := s.Alike("en", nil, "colour", []string{"grey", "red"}); !slices.Equal(got, []string{"grey", "red", "gray"}) {
		t.Errorf("alike: %q", got)
	}
	if got := s.Meant("en", nil, "colour", "grey"); !slices.Equal(got, []string{"gray", "grey"}) {
		t.Errorf("grey means %q", got)
	}
	offered := s.Offered("en", nil, "colour")
	if offered("orange") != "Warm" || offered("gray") != "Grey" || offered("blue") != "" || s.Offered("en", nil, "use") != nil {
		t.Errorf("offered %q, %q, %q", offered("orange"), offered("gray"), offered("blue"))
	}
	want := []Alias{
		{"Lamps", "colour", "grey", []string{"anthracite"}}, {"", "use", "", []string{"Good for"}},
		{"Lamps", "use", "", []string{"Gut für"}}, {"Sofas", "colour", "tan", []string{"Sand"}},
	}
	if got := s.Aliases(); !reflect.DeepEqual(got, want) {
		t.Errorf("aliases %+v", got)
	}
	_, sentences := s.Begin("de")
	if categories, _ := s.Begin("en"); len(categories) != 1 || len(sentences) != 1 {
		t.Errorf("the start page offers %q, %q", categories, sentences)
	}
}

func TestHeard(t *testing.T) {
	s := parse(t)
	for message, want := range map[string]string{
		"kindly":                   "kindly",
		"Kindly, a red lamp":       "a red lamp",
		"a lamp, if  you would":    "a lamp,",
		"a lamp if you would":      "a lamp",
		"an unkindly lamp":         "an unkindly lamp",
		"kindly show kindly lamps": "show lamps",
		"":                         "",
	} {
		if got := s.Heard(message); got != want {
			t.Errorf("%q is heard as %q, want %q", message, got, want)
		}
	}
}
