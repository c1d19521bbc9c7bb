package language

import (
	"slices"
	"testing"
)

// TestCued finds things by what is said of the need for them, in any order and form, and
// puts first what rarer and more words point to.
func TestCued(t *testing.T) {
	c := readCues("test", "surge protector\tlightning, power cut\nlamp\tdark, read night\ntorch\tdark, power cut\nkettle\ttea", Root)
	for _, tc := range []struct {
		said  string
		want  []string
		token []int // of the first
	}{
		{"we had lightning and a power cut", []string{"surge protector", "torch"}, []int{2, 5, 6}},
		{"when I am reading at night it is dark", []string{"lamp", "torch"}, []int{3, 5, 8}},
		{"power", nil, nil},
		{"", nil, nil},
	} {
		var got []string
		found := c.find(Tokenize(tc.said), Root)
		for _, f := range found {
			got = append(got, f.Thing)
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%q points to %q, want %q", tc.said, got, tc.want)
		} else if len(found) > 0 && !slices.Equal(found[0].Toks, tc.token) {
			t.Errorf("%q: tokens %v, want %v", tc.said, found[0].Toks, tc.token)
		}
	}
}

// TestCuedGerman finds the same thing by German words, and by English ones for it.
func TestCuedGerman(t *testing.T) {
	for _, l := range Languages() {
		said := map[string]string{"en": "my coffee gets cold on the train", "de": "mein Kaffee wird im Zug immer kalt"}[l.Code]
		if len(l.Cued(Tokenize(said))) == 0 {
			t.Errorf("%s: %q points to nothing", l.Code, said)
		}
	}
}
