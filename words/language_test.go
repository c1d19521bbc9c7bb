package words

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestNumbers(t *testing.T) {
	en, de := English, Lookup("de")
	for _, tc := range []struct{ name, got, want string }{
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
	} {
		t.Run(tc.name, func(t *testing.T) {
			if tc.got != tc.want {
				t.Errorf("got %q, want %q", tc.got, tc.want)
			}
		})
	}
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
	for _, tc := range []struct{ name, got, want string }{
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
	} {
		t.Run(tc.name, func(t *testing.T) {
			if tc.got != tc.want {
				t.Errorf("got %q, want %q", tc.got, tc.want)
			}
		})
	}
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
	for _, tc := range []struct{ name, got, want string }{
		{"none", T(ctx, "talk.undo"), "Undo"},
		{"nil", T(With(ctx, nil), "talk.undo"), "Undo"},
		{"German", T(de, "talk.undo"), "Rückgängig"},
		{"a count", N(de, "page.products", 1), "1 Produkt"},
		{"a number", Number(de, 1000), "1.000"},
	} {
		if tc.got != tc.want {
			t.Errorf("%s: got %q, want %q", tc.name, tc.got, tc.want)
		}
	}
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

func BenchmarkWords(b *testing.B) {
	l := Lookup("de")
	for _, bm := range []struct {
		name string
		say  func() string
	}{
		{"T", func() string { return l.T("talk.undo") }},
		{"T-value", func() string { return l.T("talk.remove", "Chip", "rot") }},
		{"N-small", func() string { return l.N("page.products", 17) }},
		{"N-large", func() string { return l.N("page.products", 66778) }},
	} {
		b.Run(bm.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				bm.say()
			}
		})
	}
}
