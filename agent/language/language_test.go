package language

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestParseNumber(t *testing.T) {
	for text, want := range map[string]float64{
		"50": 50, "1,200": 1200, "1.5": 1.5, "12,5": 12.5, "1.200,50": 1200.5, "1,200.50": 1200.5,
		"1,200,000": 1200000, "1.200.000": 1200000, "0.03": 0.03, "1200,50": 1200.5, "123456789": 123456789, "1,234,567.123": 1234567.123,
	} {
		if got, ok := parseNumber(text, false); !ok || got != want {
			t.Errorf("parseNumber(%q) = %v, %v, want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"1.2.3", "1,20,300", "12345678901", "1234567890", "1,2.3,4", "1,2.3.4", "1,234,567.1234"} {
		if got, ok := parseNumber(text, false); ok {
			t.Errorf("parseNumber(%q) = %v, want none", text, got)
		}
	}
	for text, want := range map[string]float64{ // with a decimal comma
		"50": 50, "12,5": 12.5, "1,200": 1.2, "1.200": 1200, "1.5": 1.5, "1.2000": 1.2, "1.200,50": 1200.5, "1,200.50": 1200.5,
		"1,200,000": 1200000, "1.200.000": 1200000, "1.200.000,50": 1200000.5,
	} {
		if got, ok := parseNumber(text, true); !ok || got != want {
			t.Errorf("parseNumber(%q), a comma being decimal, = %v, %v, want %v", text, got, ok, want)
		}
	}
}

func TestSingular(t *testing.T) {
	for plural, want := range map[string]string{
		"headphones": "headphone", "boxes": "box", "watches": "watch", "dresses": "dress", "glass": "glass", "wireless": "wireless",
		"accessories": "accessory", "mice": "mouse", "shoes": "shoe", "asus": "asus", "chassis": "chassis", "bus": "bus", "knives": "knife",
		"cups": "cup", "gas": "gas", "ties": "tie", "freies": "freie", "brushes": "brush",
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
		"usbb": "usb", "blavk": "black", "liathar": "leather", "lithar": "", "beather": "leather", "heather": "leather",
	} {
		if got, ok := s.Correct(typo); got != want || ok != (want != "") {
			t.Errorf("correct(%q) = %q, %t, want %q", typo, got, ok, want)
		}
	}
}

// TestSpellingChoice chooses among several words that a misspelt one may have been, whichever
// comes first: the nearest, then one of the same letters, then one that is a phrase by itself,
// then the commonest, then the first of the alphabet.
func TestSpellingChoice(t *testing.T) {
	for _, tc := range []struct {
		typo, want string
		words      map[string]Info
	}{
		{"lampshde", "lampshade", map[string]Info{"lampshade": {Count: 1}, "lampshades": {Count: 9, Alone: true}}},
		{"weis", "weiss", map[string]Info{"weiss": {Count: 1}, "wein": {Count: 9, Alone: true}}},
		{"ledder", "ladder", map[string]Info{"ladder": {Count: 1, Alone: true}, "leader": {Count: 9}}},
		{"ledder", "leader", map[string]Info{"ladder": {Count: 1}, "leader": {Count: 9}}},
		{"ledder", "ladder", map[string]Info{"ladder": {Count: 5}, "leader": {Count: 5}}},
		// Plurals: as a whole where nothing is near without the ending, and those of no rule.
		{"dres", "dress", map[string]Info{"dress": {}}},
		{"glovs", "glove", map[string]Info{"glove": {Count: 1}, "glows": {Count: 9, Alone: true}}},
		{"wimen", "woman", map[string]Info{"woman": {}}},
		// A wrong first letter, and one more in a word of six.
		{"mettlle", "kettle", map[string]Info{"kettle": {}}},
	} {
		for range 20 { // the order of a map is arbitrary
			s := NewSpeller(tc.words)
			if got, _ := s.Correct(tc.typo); got != tc.want {
				t.Errorf("%q was meant to be %q, want %q", tc.typo, got, tc.want)
				break
			}
		}
	}
}

// TestDistance counts edits, an exchange of neighbours and another spelling of the same
// sound as one.
func TestDistance(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		want int
	}{
		{"weiss", "weiss", 0}, {"lamp", "lamps", 1}, {"lampes", "lamp", 2}, {"lamp", "lampes", 2}, {"leatehr", "leather", 1}, {"liathar", "leather", 2},
		{"leazzer", "leather", 2}, {"leahzer", "leather", 2}, {"leazter", "leather", 2}, {"ananan", "nanana", 2}, {"grafics", "graphics", 1},
		{"photographie", "fotografy", 1}, {"desk", "lamp", 4},
	} {
		if got := distance(tc.a, tc.b); got != tc.want {
			t.Errorf("%q and %q are %d apart, want %d", tc.a, tc.b, got, tc.want)
		}
	}
	if !OneOff("weis", "weiss") || OneOff("weiss", "weiss") || OneOff("liathar", "leather") {
		t.Error("one edit")
	}
	if !Nearer("weis", "weiss", "desk") || !Nearer("weis", "weiss", "wein") || Nearer("weis", "desk", "weiss") {
		t.Error("the nearer word")
	}
}

// TestTokens takes texts apart: "_" stands where two tokens touch, numbers are their values.
func TestTokens(t *testing.T) {
	for said, want := range map[string]string{
		"a Zebra, AZ0-9":   "a zebra_, az_0_-_9",
		"16GB":             "16_gb",
		"1,200 or 1.2.3":   "1200 or 1.2.3",
		"5. of 12.":        "5_. of 12_.",
		"5.x or 5,x":       "5_._x or 5_,_x",
		"4006381333931":    "4006381333931",
		"don't, dogs' bed": "dont_, dogs_' bed",
		"women’s café":     "women cafe",
		"cafe\u0301s":      "cafes",
		"Größe":            "grosse",
		"Soßen’":           "sossen_’",
		"سعة ٣":            "سعة ٣",
		"€50 ✓":            "€_50 ✓",
		// A cross between numbers is the letter.
		"155×220 cm":      "155_x_220 cm",
		"155 × 220":       "155 x 220",
		"155 × big":       "155 × big",
		"big × 155":       "big × 155",
		"× 220":           "× 220",
		"155 ×":           "155 ×",
		"warm\n\tand dry": "warm and dry",
		"":                "",
	} {
		var got, spelled strings.Builder
		for i, tok := range Tokenize(said) {
			if tok.Glued {
				got.WriteByte('_')
			} else if i > 0 {
				got.WriteByte(' ')
			}
			if tok.Kind == Number {
				got.WriteString(strconv.FormatFloat(tok.Value, 'f', -1, 64))
			} else {
				got.WriteString(tok.Form)
			}
			spelled.WriteString(said[tok.Start:tok.End])
		}
		if got.String() != want {
			t.Errorf("%q is %q, want %q", said, got.String(), want)
		}
		if all := strings.Join(strings.Fields(said), ""); spelled.String() != all {
			t.Errorf("the tokens of %q hold %q", said, spelled.String())
		}
	}
}

// TestChunks tells what was written without a gap, and whether it has digits (d), letters (l).
func TestChunks(t *testing.T) {
	for said, want := range map[string]string{
		"tn-2110 printer":     "tn-2110 dl, printer l",
		"black/red, 5":        "black l, / , red l, , , 5 d",
		"(tn-2110)":           "( , tn-2110 dl, ) ",
		"-5 and 4.":           "5 d, and l, 4 d",
		"1.2.3 4006381333931": "1.2.3 d, 4006381333931 d",
		"- 5":                 "- , 5 d",
		// A hyphen behind a number leads to a word of its own.
		"DDR3-Speicher":  "DDR3 dl, Speicher l",
		"4k-monitor":     "4k dl, monitor l",
		"4k-kabel":       "4k dl, kabel l",
		"DDR3-Kit":       "DDR3 dl, Kit l",
		"27gl-led":       "27gl-led dl",
		"tn-2110-bk":     "tn-2110-bk dl",
		"tn2-21100":      "tn2-21100 dl",
		"usb-stick":      "usb-stick l",
		"tn2110-":        "tn2110 dl",
		"DDR3- Speicher": "DDR3 dl, Speicher l",
		"a3+plotter":     "a3+plotter dl",
	} {
		toks := Tokenize(said)
		var got []string
		for i, c := range Chunks(toks) {
			if i > 0 && c == Chunks(toks)[i-1] {
				continue
			}
			line := said[toks[c.From].Start:toks[c.To-1].End] + " "
			if c.Digits {
				line += "d"
			}
			if c.Letters {
				line += "l"
			}
			got = append(got, line)
		}
		if line := strings.Join(got, ", "); line != want {
			t.Errorf("%q has the chunks %q, want %q", said, line, want)
		}
	}
}

// TestTimes finds what joins two numbers to a size.
func TestTimes(t *testing.T) {
	for said, want := range map[string]bool{
		"155 x 220": true, "2 by 4": true, "2 mal 4": true, "2 and 4": false, "a x 4": false, "2 x b": false,
	} {
		if got := Times(Tokenize(said), 1); got != want {
			t.Errorf("%q is a size: %t", said, got)
		}
	}
	if Times(Tokenize("x 4"), 0) || Times(Tokenize("2 x"), 1) {
		t.Error("a size of one number")
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
		"first gap":  {" " + strings.Repeat("x", 9000), 8000},
		"no runes":   {strings.Repeat("\x80", 9000), 0},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Head(tc.text); len(got) != tc.want || !strings.HasPrefix(tc.text, got) || !utf8.ValidString(got) {
				t.Errorf("%d bytes, want %d", len(got), tc.want)
			}
		})
	}
}

// What a kind of product is called in another language is one of its words, and what no
// language knows is called nothing.
func TestCalled(t *testing.T) {
	en, de := English(), Of("de")
	for _, tc := range []struct {
		name   string
		to, in *Language
		want   string
	}{
		{"Backpacks", de, en, "Rucksack"},
		{"Toner cartridges", de, en, "Tonerkartusche"},
		{"Backpacks", en, en, "Backpacks"},
		{"Brillen", en, de, "glasses"},
		{"Brillen", de, de, "Brillen"},
		{"Miscellaneous", en, en, ""},
		{"Miscellaneous", de, en, ""},
		{"Miscellaneous", en, de, ""},
		{"Clothing Tops", de, en, ""},
	} {
		if got := tc.to.Called(tc.name, tc.in); got != tc.want {
			t.Errorf("%s of %s is called %q in %s, want %q", tc.name, tc.in.Code, got, tc.to.Code, tc.want)
		}
	}
}

func TestLettersOfNumbersShowNoLanguage(t *testing.T) {
	if got := Detect(Tokenize("a3 farblaser"), Of("de")); got.Code != "de" {
		t.Errorf("detected %q, want de", got.Code)
	}
}
