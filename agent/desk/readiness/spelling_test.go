package readiness

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

func TestForms(t *testing.T) {
	for _, tc := range []struct {
		a, b                 string
		plain, spelt, number bool // whether the forms are equal
	}{
		{"USB-C", "usb c", true, true, true},
		{"Café", "Cafe", true, true, true},
		{"DDR 4", "DDR4", true, true, true},
		{"Men's", "Mens", true, true, true},
		{"Black & White", "Black and white", true, true, true},
		{"AT&T", "AT and T", false, false, false},
		{"grey", "gray", false, true, true},
		{"anodised aluminium", "Anodized Aluminum", false, true, true},
		{"Headphone", "Headphones", false, false, true},
		{"Batteries", "battery", false, false, true},
		{"Boxes", "box", false, false, true},

		{"3.5 mm", "35 mm", false, false, false},
		{"1.5", "15", false, false, false},
		{"USB 3 1", "USB 31", false, false, false},
		{"10-20", "1020", false, false, false},
		{"-5 °C", "5 °C", false, false, false},
		{"80+", "80", false, false, false},
		{"C#", "C", false, false, false},
		{"< 3 min", "3 min", false, false, false},
		{"Black/White", "Black White", false, false, false},
		{"glass", "glasses", false, false, false},
		{"short", "shorts", false, false, false},
		{"HTTP", "HTTPS", false, false, false},
		{"Tennis", "Tenni", false, false, false},
	} {
		a, b := forms(tc.a), forms(tc.b)
		got := [3]bool{a.plain == b.plain, a.spelt == b.spelt, a.number == b.number}
		if want := [3]bool{tc.plain, tc.spelt, tc.number}; got != want {
			t.Errorf("%q, %q: equal plain, spelt, number: %v, want %v (%+v, %+v)", tc.a, tc.b, got, want, a, b)
		}
	}
}

// A form disregards what it says it does: case, and spaces between a word and what
// follows. It keeps every digit.
func TestFormsDisregard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.StringMatching(`[a-zA-Z]{1,8}|[0-9]{1,4}`), 1, 5).Draw(t, "words"), " ")
		f := forms(text)
		if g := forms(strings.ToUpper(text)); f != g {
			t.Errorf("%q in capitals: %+v, else %+v", text, g, f)
		}
		if g := forms(strings.ReplaceAll(text, " ", " - ")); f != g {
			t.Errorf("%q with hyphens: %+v, else %+v", text, g, f)
		}
		digits := func(s string) string {
			return strings.Map(func(r rune) rune {
				if unicode.IsDigit(r) {
					return r
				}
				return -1
			}, s)
		}
		if digits(f.number) != digits(text) {
			t.Errorf("%q: digits %q, want %q", text, digits(f.number), digits(text))
		}
	})
}

func FuzzForms(f *testing.F) {
	f.Add("10\" × 3,5 – é &amp; ½ ﬁ")
	f.Fuzz(func(t *testing.T, text string) {
		if a, b := forms(text), forms(text); a != b {
			t.Errorf("%q: %+v, then %+v", text, a, b)
		}
		NewNames([][]string{{text, "x"}}).synonymForms(text + "/x")
	})
}

func TestBoth(t *testing.T) {
	n := NewNames([][]string{{"headphones", "headset"}, {"tv", "television"}})
	for text, want := range map[string]int{
		"Headphones/headset": 2, "Headset (Headphones)": 2, "headphones / Headsets": 2,
		"Headphones": 0, "Headphones/TV": 0, "Black/White": 0, "headphones/stand": 0,
	} {
		if got := n.synonymForms(text); len(got) != want {
			t.Errorf("%q names a thing in the ways %q, want %d", text, got, want)
		}
	}
}

func TestSlip(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		want bool
	}{
		{"technolgy", "technology", true}, {"wirelless", "wireless", true}, {"wirelass", "wireless", true}, {"wierless", "wireless", true},
		{"wireless", "wireless", false}, {"wired", "wireless", false}, {"corsiar", "corsair", true}, {"abcd", "badc", false},
	} {
		if got := isSlip(tc.a, tc.b); got != tc.want {
			t.Errorf("slip(%q, %q) = %t", tc.a, tc.b, got)
		}
	}
}
