package language

import "testing"

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
