package views

import (
	"testing"

	"shopclerk/words"
)

// What nobody types is taken out; lines and every script stay.
func TestTyped(t *testing.T) {
	for text, want := range map[string]string{
		" red\x00 bag\x1b ": "red bag", "\x00": "", "a\xffb": "ab", "two\nlines": "two\nlines", "\u202eתיק אדום": "\u202eתיק אדום", "👩\u200d🚀": "👩\u200d🚀",
	} {
		if got := Typed(text); got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}

// Bounds are read as the shopper's language writes numbers.
func TestBound(t *testing.T) {
	german := words.Lookup("de")
	for _, tc := range []struct {
		w    *words.Language
		text string
		want float64
	}{
		{words.English, "1,000", 1000}, {words.English, "1,250.5", 1250.5}, {words.English, "12,345,678", 12345678},
		{words.English, "1.125", 1.125}, {words.English, "39,5", 39.5}, {words.English, "0,125", 0.125}, {words.English, "1000,5", 1000.5},
		{german, "1.000", 1000}, {german, "1.250,5", 1250.5}, {german, "1,125", 1.125}, {german, "39,5", 39.5}, {german, "39.5", 39.5},
	} {
		if got, err := parseBound(tc.w, tc.text); err != nil || *got != tc.want {
			t.Errorf("%s %q: %v, want %v", tc.w.Code(), tc.text, err, tc.want)
		}
	}
	for _, text := range []string{"cheap", "1,00,000", "1.250,5", "NaN", "Inf"} {
		if got, err := parseBound(words.English, text); err == nil {
			t.Errorf("%q is %v", text, *got)
		}
	}
}
