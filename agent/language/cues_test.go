package language

import (
	"math"
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
		rare  float64
		words bool
	}{
		{"we had lightning and a power cut", []string{"surge protector", "torch"}, []int{2, 5, 6}, 4. / 1 * 4 / 2, true},
		{"when I am reading at night it is dark", []string{"lamp", "torch"}, []int{3, 5, 8}, 4. / 1 * 4 / 2, true},
		{"tea", []string{"kettle"}, []int{0}, 4, false},
		{"power", nil, nil, 0, false},
		{"", nil, nil, 0, false},
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
		} else if len(found) > 0 && (math.Abs(found[0].Points-math.Log(tc.rare)) > 1e-9 || found[0].Phrase != tc.words) {
			t.Errorf("%q: %+v, want ln(%v) points, several words together: %t", tc.said, found[0], tc.rare, tc.words)
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
	english := English().Cued(Tokenize("limescale"))
	if len(english) == 0 {
		t.Fatal("limescale points to nothing")
	}
	// what points to a thing in both languages counts as far as it does in the one where it does more
	l := &Language{stem: Singular, longest: 1, senses: map[string][]Sense{"kalk": {{'n', []string{"limescale"}}}}}
	l.cues = readCues("test", english[0].Thing+"\tkalk", Singular)
	found := l.Cued(Tokenize("viel Kalk"))
	for i, f := range found {
		if f.Thing != english[i].Thing || f.Points != english[i].Points || !slices.Equal(f.Toks, []int{1}) {
			t.Errorf("limescale in another language points to %+v, want %+v", f, english[i])
		}
	}
	if len(found) != len(english) {
		t.Errorf("limescale in another language points to %+v, want %+v", found, english)
	}
}
