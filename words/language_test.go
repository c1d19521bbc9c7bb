package words

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/feature/plural"
	"pgregory.net/rapid"
)

// worded is what was made of a string, and what it should be.
type worded struct{ name, got, want string }

// compare reports every one that is not what it should be.
func compare(t *testing.T, all []worded) {
	t.Helper()
	for _, w := range all {
		if w.got != w.want {
			t.Errorf("%s: got %q, want %q", w.name, w.got, w.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	en, de := English, Lookup("de")
	compare(t, []worded{
		{"small", en.Number(17), "17"},
		{"nothing", en.Number(0), "0"},
		{"hundreds", en.Number(999), "999"},
		{"thousands", en.Number(66778), "66,778"},
		{"a million", en.Number(1000000), "1,000,000"},
		{"less than nothing", en.Number(-1234), "-1,234"},
		{"German", de.Number(66778), "66.778"},
		{"fixed", en.Fixed(1299.9, 2), "1,299.90"},
		{"fixed, German", de.Fixed(1299.9, 2), "1.299,90"},
		{"measure", en.Measure(0.75), "0.75"},
		{"measure, whole", en.Measure(2400), "2400"},
		{"measure, rounded", en.Measure(1.0 / 3), "0.333"},
		{"measure, German", de.Measure(-0.75), "-0,75"},
		{"money", en.Money("40", "EUR"), "€40"},
		{"money, German", de.Money("40", "EUR"), "40\u00a0€"},
		{"money, no sign", en.Money("40", "SEK"), "40 SEK"},
		{"money, no currency", en.Money("40", ""), "40"},
	})
}

// invented is a language with more plural forms than English, and less of
// everything else.
func invented(t testing.TB) *Language {
	l, err := parse("pl", []byte(`
[list]
apples = { one = "{{.Count}} jabłko", few = "{{.Count}} jabłka", many = "{{.Count}} jabłek", other = "{{.Count}} jabłka" }
of = "{{.Product}} z {{.shop}}, {{.Pieces}}"
broken = { other = "{{.Count}} rzeczy" }
`))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestStrings(t *testing.T) {
	l := invented(t)
	compare(t, []worded{
		{"one", l.N("list.apples", 1), "1 jabłko"},
		{"few", l.N("list.apples", 3), "3 jabłka"},
		{"many", l.N("list.apples", 5), "5 jabłek"},
		{"less than nothing", l.N("list.apples", -1), "-1 jabłko"},
		{"a form that the file lacks", l.N("list.broken", 1), "1 rzeczy"},
		{"values", l.T("list.of", "Product", "Lamp", "Shop", "Corner shop", "Pieces", 12345), "Lamp z corner shop, 12\u00a0345"},
		{"an acronym inside a sentence", l.T("list.of", "Product", "Lamp", "Shop", "USB shop", "Pieces", 1), "Lamp z USB shop, 1"},
		{"a value that is not given", l.T("list.of", "Product", "Lamp"), "Lamp z shop, Pieces"},
		{"a string that only English has", l.T("talk.undo"), "Undo"},
		{"a count that only English has", l.N("page.products", 2), "2 products"},
		{"a string that nobody has", l.T("talk.unheard"), "talk.unheard"},
		{"a count that nobody has", l.N("talk.unheard", 2), "talk.unheard"},
	})
}

// Values stand in the text as they are, whatever is in them.
func TestValuesAreNotTemplates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		title := rapid.OneOf(rapid.String(), rapid.Just("{{.Product}}")).Draw(t, "title")
		if got, want := English.T("talk.remove", "Chip", title), "Remove "+title; got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}

func TestContext(t *testing.T) {
	ctx := context.Background()
	de := With(ctx, Lookup("de"))
	compare(t, []worded{
		{"none", T(ctx, "talk.undo"), "Undo"},
		{"nil", T(With(ctx, nil), "talk.undo"), "Undo"},
		{"German", T(de, "talk.undo"), "Rückgängig"},
		{"a count", N(de, "page.products", 1), "1 Produkt"},
		{"a number", Number(de, 1000), "1.000"},
	})
}

func TestMatch(t *testing.T) {
	de := Lookup("de")
	for _, tc := range []struct {
		accept   string
		fallback *Language
		want     string
	}{
		{"de", English, "de"},
		{"de-AT,de;q=0.9,en;q=0.8", English, "de"},
		{"en-GB,en;q=0.9,de;q=0.8", de, "en"},
		{"fr;q=0.9,de;q=0.5", English, "de"},
		{"ja", English, "en"},
		{"ja", de, "de"},
		{"", de, "de"},
		{"*", de, "de"},
		{"not a header;;;=", de, "de"},
		{strings.Repeat("x-", 5000), de, "de"},
	} {
		if got := Match(tc.accept, tc.fallback).Code(); got != tc.want {
			t.Errorf("%.40q, else %s: %s, want %s", tc.accept, tc.fallback.Code(), got, tc.want)
		}
	}
	if Lookup("xx") != nil || Lookup("") != nil {
		t.Error("there is a language that has no file")
	}
}

func TestBrokenFiles(t *testing.T) {
	for _, tc := range []struct{ name, code, text, want string }{
		{"no language", "nonsense-code-x", "", "language"},
		{"no TOML", "de", "[talk", "toml"},
		{"a number for a text", "de", "[talk]\nundo = 3", "talk.undo: 3 is not a text"},
	} {
		if _, err := parse(tc.code, []byte(tc.text)); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: err = %v, want one that tells of %s", tc.name, err, tc.want)
		}
	}
}

// forms are a string in the plural forms that its language has, by their names; one that counts
// nothing has "other" alone.
type forms map[string]string

// byID returns the language's strings by their ids.
func (l *Language) byID() map[string]forms {
	out := map[string]forms{}
	names := slices.Collect(maps.Values(pluralForms))
	for id, text := range l.messages {
		form := "other"
		if last := strings.LastIndexByte(id, '.') + 1; slices.Contains(names, id[last:]) {
			id, form = id[:last-1], id[last:]
		}
		if out[id] == nil {
			out[id] = forms{}
		}
		out[id][form] = text
	}
	return out
}

// counts reports whether a string counts: whether it has more forms than one.
func (m forms) counts() bool { return len(m) > 1 }

// value is a value's place in a text.
var value = regexp.MustCompile(`{{\.([A-Za-z]+)}}`)

// values lists the names of a string's values, as [Language.T] is given them.
func (m forms) values() []string {
	seen := map[string]bool{}
	for _, text := range m {
		for _, name := range value.FindAllStringSubmatch(text, -1) {
			seen[strings.ToUpper(name[1][:1])+name[1][1:]] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// pluralForms lists the forms that whole numbers have in a language.
func (l *Language) pluralForms() []string {
	seen := map[string]bool{}
	for _, n := range []int{1_000, 10_000, 100_000, 1_000_000, 2_000_000} {
		seen[pluralForms[plural.Cardinal.MatchPlural(l.tag, n, 0, 0, 0, 0)]] = true
	}
	for n := range 200 {
		seen[pluralForms[plural.Cardinal.MatchPlural(l.tag, n, 0, 0, 0, 0)]] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

// Every language says all that English says and no more, with the same values, and
// counts in all the forms it has.
func TestLanguagesAgree(t *testing.T) {
	english := English.byID()
	for _, l := range Languages() {
		translated := l.byID()
		for id, want := range english {
			got := translated[id]
			if got == nil {
				t.Errorf("words/%s.toml: %s is missing: English has %q", l.code, id, want["other"])
				continue
			}
			if !slices.Equal(got.values(), want.values()) {
				t.Errorf("words/%s.toml: %s has the values %q, in English %q", l.code, id, got.values(), want.values())
			}
			needed := []string{"other"}
			if want.counts() {
				needed = l.pluralForms()
			}
			for _, form := range pluralForms {
				text, has := got[form]
				if slices.Contains(needed, form) != has {
					t.Errorf("words/%s.toml: %s: %q is missing or of no use", l.code, id, form)
				}
				if has && end(text) != end(want["other"]) {
					t.Errorf("words/%s.toml: %s ends otherwise than in English: %q", l.code, id, text)
				}
				if strings.ContainsAny(value.ReplaceAllString(text, ""), "{}") {
					t.Errorf("words/%s.toml: %s: a value is written {{.Name}}: %q", l.code, id, text)
				}
			}
		}
		for id := range translated {
			if english[id] == nil {
				t.Errorf("words/%s.toml: %s is not in English", l.code, id)
			}
		}
	}
}

// end is the mark at a text's end: it tells a sentence from a label.
func end(text string) string {
	if i := strings.LastIndexAny(text, ".?!:"); i == len(text)-1 && i >= 0 {
		return text[i:]
	}
	return ""
}

// unsaid is what no string says, by language: exclamations, stilted and sloppy words, and in
// German a shopper who is not addressed formally.
var unsaid = map[string]*regexp.Regexp{
	"en": regexp.MustCompile(`(?i)!|\bshall\b|\bcan not\b|\bgo(es)? by\b`),
	"de": regexp.MustCompile(`(?i)!|\b(du|dich|dir|deine?[mnrs]?)\b|\bverlangt\b|strasse`),
}

// said are strings as shoppers know them from other shops, by language.
var said = map[string]map[string]string{
	"en": {
		"ask.function": "Which features matter?", "reply.has-all": "{{.Count}} products match.", "card.share-words": "Matches your words",
		"card.share-meaning": "Similar meaning", "card.share-title": "Right kind of product", "compare.take-away": "Remove",
		"compare.not-told": "Not given", "compare.compare": "Compare", "doing.answer": "Continue", "doing.drop": "Cancel",
		"mine.title": "Your data", "list.narrowed": "Narrowed from {{.From}} to {{.To}}", "orders.zip": "postcode",
		"acts.unclear": "I could not make anything of that. Say what you are looking for, or what it should have.",
	},
	"de": {
		"basket.put": "In den Warenkorb", "orders.street": "Straße und Hausnummer", "doing.answer": "Weiter", "doing.drop": "Abbrechen",
		"mine.title": "Ihre Daten", "compare.not-told": "Keine Angabe", "page.catalogue": "Produktangaben auf {{.Language}}",
	},
}

// The voice has rules that a program can check.
func TestVoice(t *testing.T) {
	for _, l := range Languages() {
		for id, text := range l.messages {
			if found := unsaid[l.code].FindString(text); found != "" {
				t.Errorf("words/%s.toml: %s says %q: %q", l.code, id, found, text)
			}
			if strings.TrimSpace(text) != text && !strings.HasPrefix(id, "language.") {
				t.Errorf("words/%s.toml: %s begins or ends with a space: %q", l.code, id, text)
			}
			if strings.ContainsAny(text, `'`) {
				t.Errorf("words/%s.toml: %s has a typewriter's apostrophe: %q", l.code, id, text)
			}
		}
		for id, want := range said[l.code] {
			if got := l.byID()[id]["other"]; got != want {
				t.Errorf("words/%s.toml: %s is %q, want %q", l.code, id, got, want)
			}
		}
		if d := l.Direction(); d != "ltr" && d != "rtl" {
			t.Errorf("words/%s.toml: language.direction is %q: it is ltr or rtl", l.code, d)
		}
	}
}
