package language

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestParseNumber(t *testing.T) {
	for text, want := range map[string]float64{
		"50": 50, "1,200": 1200, "1.5": 1.5, "12,5": 12.5, "1.200,50": 1200.5, "1,200.50": 1200.5,
		"1,200,000": 1200000, "1.200.000": 1200000, "0.03": 0.03, "1200,50": 1200.5,
	} {
		if got, ok := parseNumber(text, false); !ok || got != want {
			t.Errorf("parseNumber(%q) = %v, %v, want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"1.2.3", "1,20,300", "12345678901", "1,2.3,4"} {
		if got, ok := parseNumber(text, false); ok {
			t.Errorf("parseNumber(%q) = %v, want none", text, got)
		}
	}
}

func TestSingular(t *testing.T) {
	for plural, want := range map[string]string{
		"headphones": "headphone", "boxes": "box", "watches": "watch", "dresses": "dress", "glass": "glass", "wireless": "wireless",
		"accessories": "accessory", "mice": "mouse", "shoes": "shoe", "asus": "asus", "chassis": "chassis", "bus": "bus", "knives": "knife",
	} {
		if got := Singular(plural); got != want {
			t.Errorf("Singular(%q) = %q, want %q", plural, got, want)
		}
	}
}

func TestSpelling(t *testing.T) {
	words := map[string]Info{"headphone": {Count: 9, Alone: true}, "leather": {Count: 5, Alone: true}, "feather": {Count: 50}, "black": {Count: 90, Alone: true}, "block": {Count: 3}, "usb": {Count: 9, Alone: true}}
	s := NewSpeller(words)
	for typo, want := range map[string]string{
		"headphnes": "headphone", "hedphnes": "headphone", "eadphones": "headphone", "lether": "leather", "leatehr": "leather",
		"blak": "black", "blck": "black", "uzb": "", "clack": "", "xyzzy": "", "fether": "feather", "bl": "",
	} {
		if got, _ := s.Correct(typo); got != want {
			t.Errorf("correct(%q) = %q, want %q", typo, got, want)
		}
	}
}

// The head of a text ends with a whole word and a whole rune, and nothing that anybody
// writes is cut.
func TestHead(t *testing.T) {
	for name, tc := range map[string]struct {
		text string
		want int // bytes
	}{
		"short":      {"black kettle", 12},
		"as allowed": {strings.Repeat("𝒌", 2000), 8000},
		"words":      {strings.Repeat("kettle ", 2000), 7993},
		"no gap":     {strings.Repeat("x", 9000), 8000},
		"runes":      {"x" + strings.Repeat("é", 5000), 7999},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Head(tc.text); len(got) != tc.want || !strings.HasPrefix(tc.text, got) || !utf8.ValidString(got) {
				t.Errorf("%d bytes, want %d", len(got), tc.want)
			}
		})
	}
}
