package language

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestDetect tells the language of a message; the one of the page where nothing does.
func TestDetect(t *testing.T) {
	for said, want := range map[string][2]string{ // on an English page and on a German one
		"which chairs do you have": {"en", "en"},
		"welche Stühle habt ihr":   {"de", "de"},
		"":                         {"en", "de"},
		"5":                        {"en", "de"},
		"rtx 4070":                 {"en", "de"},
		"lamp":                     {"en", "de"},
		"lamp chair desk":          {"en", "en"},
		"Gold":                     {"en", "de"},
		"Gold Polyester":           {"en", "de"},
		"hat":                      {"en", "de"},
		"hat das":                  {"de", "de"},
		"Kopfhörer":                {"de", "de"},
		"headphnes wireles":        {"en", "de"}, // both languages have these words
		"bleibt":                   {"de", "de"},
		"Hut":                      {"en", "de"},
		"Tablet mit Display":       {"de", "de"},
		"computr":                  {"en", "de"},
		"nur A":                    {"de", "de"}, // which is a label
		"nur, I":                   {"en", "de"},
		"hello":                    {"en", "en"},
		"schwarz":                  {"de", "de"},
		"Netzwerkkabel":            {"de", "de"},
	} {
		for i, page := range []string{"en", "de"} {
			if got := Detect(Tokenize(said), Of(page)); got.Code != want[i] {
				t.Errorf("%q on a page in %s is in %s, want %s", said, page, got.Code, want[i])
			}
		}
	}
}

// TestOf falls back on English.
func TestOf(t *testing.T) {
	for code, want := range map[string]string{"de": "de", "de-AT": "de", "en-GB": "en", "": "en", "xx": "en"} {
		if got := Of(code).Code; got != want {
			t.Errorf("%q is %s, want %s", code, got, want)
		}
	}
	if English().Translates() || !Of("de").Translates() {
		t.Error("German is looked up in English, and English nowhere")
	}
}

// TestSaid follows the rank of a word.
func TestSaid(t *testing.T) {
	for i, row := range rows("en/talk.txt", table("en", "talk.txt"), 1)[:2] {
		if got := English().Said(row[0]); got != 0.1/float64(i+1) {
			t.Errorf("%q is said %v", row[0], got)
		}
	}
	if got := English().Said("zork"); got != 0 {
		t.Errorf("a word that nobody says is said %v", got)
	}
}

// TestStandard writes words and numbers as the language does.
func TestStandard(t *testing.T) {
	for said, want := range map[string]string{"nich 1.200 €": "nicht 1200 €", "12,5 cm": "12.5 cm", "1.2.3": "1.2.3", "version 1,2,3": "version 1,2,3"} {
		toks := Tokenize(said)
		Of("de").Standard(toks)
		var got []string
		for _, tok := range toks {
			if tok.Kind == Number {
				got = append(got, strconv.FormatFloat(tok.Value, 'f', -1, 64))
			} else {
				got = append(got, tok.Form)
			}
		}
		if line := strings.Join(got, " "); line != want {
			t.Errorf("%q is %q, want %q", said, line, want)
		}
	}
}

// TestFamiliar knows words of every kind.
func TestFamiliar(t *testing.T) {
	for word, want := range map[string]bool{
		"cheaper": true, "present": true, "kettles": true, "lawnmower": true, "dollars": true, "second": true, "five": true, "hundred": true, "millimetres": true, "zork": false,
	} {
		if got := English().Familiar(&Tokenize(word)[0]); got != want {
			t.Errorf("%q is known: %t", word, got)
		}
	}
	if !IsProduct("kettles") || !IsProduct("lawnmower") || IsProduct("cheaper") {
		t.Error("names of products")
	}
	if English().Products["hat"] != "accessories, clothing" {
		t.Errorf("a hat is one of %q", English().Products["hat"])
	}
	if English().Products["lawnmower"] != English().Products[Key(Tokenize("lawn mower"))] {
		t.Error("a lawnmower is a lawn mower")
	}
	s := English().speller()
	for word, want := range map[string]bool{"kettle": true, "desk": true, "hat": false, "lawn mower": false, "dollar": true, "fifty": true} {
		if got := s.Has(word); got != want {
			t.Errorf("%q may be meant by a misspelt word: %t", word, got)
		}
	}
	if got, ok := English().Correct("kettel"); got != "kettle" || !ok {
		t.Errorf("kettel is %q", got)
	}
	german := Of("de").speller()
	if !german.Has("wasserkocher") || german.Has("zork") {
		t.Error("German words may be meant")
	}
	if got := Of("de").English("lampe"); !slices.Contains(got, "lamp") || slices.ContainsFunc(got, func(w string) bool { return strings.Contains(w, " ") }) {
		t.Errorf("Lampe is %q", got)
	}
}

// TestSenses looks up what tokens mean, hyphens inside of names apart.
func TestSenses(t *testing.T) {
	l := &Language{stem: Singular, linking: []string{""}, senses: map[string][]Sense{}, longest: 2}
	for word, english := range map[string]string{"usb kabel": "usb cable", "kabel": "cable", "rot": "red", "kabel rot lang": "long red cable"} {
		l.senses[word] = []Sense{{'n', []string{english}}}
	}
	for said, want := range map[string]string{
		"usb kabel": "2 usb cable", "usb-kabel rot": "3 usb cable", "usb - kabel": "", "usb/kabel": "", "kabel rot lang": "1 cable", "rotkabel": "1 red cable", "rot": "1 red",
		"- rot": "", "lang": "", "5": "", "usb rot": "",
	} {
		var got []string
		l.Senses(Tokenize(said), 0, func(next int, s Sense) { got = append(got, strconv.Itoa(next)+" "+s.English[0]) })
		if line := strings.Join(got, ", "); line != want {
			t.Errorf("%q means %q, want %q", said, line, want)
		}
	}
	if key, n := l.senseKey(Tokenize("USB-Kabel, rot")); key != "usb kabel rot" || n != 3 {
		t.Errorf("the key is %q of %d words", key, n)
	}
}
