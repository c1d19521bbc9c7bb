package settings

import (
	"slices"
	"strings"
	"testing"

	"shopclerk/catalog"
)

const document = `{
  "synonyms": [{"category": "Lamps", "aspect": "colour", "means": "grey", "words": ["anthracite"]}],
  "redirects": [{"query": "Returns", "url": "https://example.com/returns"}, {"query": "night light", "category": "Lamps"}],
  "pins": [{"category": "Lamps", "products": ["p7", "p3"]}, {"query": "gift", "products": ["p9", "p7"]}],
  "hidden": ["p13"],
  "wording": [
    {"aspect": "colour", "text": "Any colour?"},
    {"aspect": "colour", "language": "de", "text": "Welche Farbe?"},
    {"category": "Lamps", "aspect": "colour", "text": "Which shade?", "help": "Of the lampshade."},
    {"category": "Sofas", "aspect": "colour", "text": "Which cover?"},
    {"category": "Beds", "aspect": "colour", "text": "Which cover?"}
  ],
  "questions": [{"category": "Lamps", "aspect": "watts", "ask": "first"}, {"aspect": "weight", "ask": "never"}]
}`

func TestExample(t *testing.T) {
	if s, err := Parse([]byte(Example)); err != nil || len(s.Synonyms) == 0 || len(s.Redirects) == 0 || len(s.Pins) == 0 || len(s.Hidden) == 0 || len(s.Wording) == 0 || len(s.Questions) == 0 {
		t.Errorf("%+v, %v", s, err)
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
	if got := s.Pinned([]string{"Lamps"}, " GIFT"); !slices.Equal(got, []string{"p9", "p7", "p3"}) {
		t.Errorf("pinned %v", got)
	}
	if got := s.Pinned([]string{"Lamps", "Sofas"}, "gifts"); got != nil {
		t.Errorf("pinned in two categories: %v", got)
	}
	if !s.Hides("p13") || s.Hides("p7") {
		t.Error("the wrong products are hidden")
	}
	if r := s.Redirect("returns "); r == nil || r.URL != "https://example.com/returns" {
		t.Errorf("returns lead to %v", r)
	}
	if r := s.Redirect("return"); r != nil {
		t.Errorf("return leads to %v", r)
	}
	if got := s.Origins(); !slices.Equal(got, []string{"https://example.com"}) {
		t.Errorf("origins %v", got)
	}
	var none *Settings
	if none.Ask(nil, "colour") != "" || none.Word(nil, "colour", "en") != (Wording{}) || none.Pinned(nil, "") != nil || none.Hides("p1") || none.Redirect("x") != nil || none.Origins() != nil {
		t.Error("nil settings change something")
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"{\n\"synonims\": []}":            `line 2: "synonims" is no setting`,
		"{\n\n\"hidden\": [1]}":           `line 3: hidden`,
		"{\"hidden\": [\"a\",]}":          `line 1: not JSON`,
		"{\"hidden\": [":                  `ends too early`,
		"{}\n{}":                          `line 2: something follows`,
		`{"hidden": [""]}`:                `hidden[0]: is missing`,
		`{"hidden": ["a\u0007b"]}`:        `hidden[0]: has characters`,
		`{"pins": [{"products": ["a"]}]}`: `pins[0]: needs either`,
		`{"pins": [{"query": "a"}]}`:      `pins[0].products: is empty`,
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
	if s, err := Parse([]byte(" \n")); err != nil || s.Hidden != nil {
		t.Errorf("an empty document: %v", err)
	}
}

func TestUnknown(t *testing.T) {
	categories := []catalog.Category{{Path: "Lamps", Aspects: []catalog.Aspect{{Key: "colour"}, {Key: "watts"}}}, {Path: "Sofas", Aspects: []catalog.Aspect{{Key: "weight"}}}}
	got := parse(t).Unknown(categories)
	want := []string{`wording[3]: the catalogue has no aspect "colour" there`, `wording[4]: the catalogue has no category "Beds"`}
	if !slices.Equal(got, want) {
		t.Errorf("unknown: %q", got)
	}
}
