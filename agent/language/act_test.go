package language

import (
	"slices"
	"strings"
	"testing"
)

// small is a language of a few words, in which "zorks" name a product of the shop.
func small() (l *Language, thing func(toks []Token) func(i int) int) {
	p := &Phrases{roles: map[string][]Role{}, words: map[string]bool{"show": true, "me": true}}
	p.add("show me", Filler)
	p.add("cheaper", Cheaper)
	return &Language{Phrases: p, stem: Singular, Common: map[string]bool{"hello": true}, ordinals: map[string]int{"second": 2}, numerals: map[string]float64{"five": 5},
			Products: map[string]string{"chair": "", "show": "", "show case": "", "desk lamp stand": "", "big high office table": ""}},
		func(toks []Token) func(i int) int {
			return func(i int) int {
				if toks[i].Stem == "zork" {
					return 1
				}
				return 0
			}
		}
}

// TestSymbols replaces what differs from shop to shop.
func TestSymbols(t *testing.T) {
	l, thing := small()
	for said, want := range map[string]string{
		"show me zorks":            "show me <t>",
		"red leather chair":        "<t>",
		"chair zork chairs":        "<t>",
		"chair red":                "<t> <w>",
		"show 5 chairs":            "show <n> <t>",
		"5 five €":                 "<n>",
		"euro 5":                   "<n>",
		"second chair":             "<o> <t>",
		"hello to you":             "hello <w>",
		"hello hello":              "hello hello",
		"what?! (no)":              "<w> ? ! <w>",
		"what, now":                "<w>",
		"5 kg chairs":              "<n> <t>",
		"show kg":                  "show <w>",
		"kg":                       "<w>",
		"show chair":               "show <t>", // the name of a product that is a word of phrases
		"show case me":             "<t> me",
		"desk lamp stands me":      "<t> me",
		"show desk lamp stands me": "show <t> me",
		"big high office table":    "<w>", // no product has a name so long
		"show-me":                  "show me",
		"":                         "",
	} {
		toks := Tokenize(said)
		if got := strings.Join(l.Symbols(toks, thing(toks)), " "); got != want {
			t.Errorf("%q is %q, want %q", said, got, want)
		}
	}
	if got := l.Symbols(Tokenize("zork chair"), nil); !slices.Equal(got, []string{"<t>"}) {
		t.Errorf("without products of a shop: %q", got)
	}
	l.senses = map[string][]Sense{"stuhl": {{'n', []string{"chair"}}}, "rot": {{'a', []string{"red"}}}, "chair": {{'v', []string{"lead"}}}}
	l.longest, l.linking = 1, []string{""}
	for said, want := range map[string]string{"stuhl": "<t>", "rot stuhl me": "<t> me", "rot": "<w>", "chair": "<w>"} {
		if got := strings.Join(l.Symbols(Tokenize(said), nil), " "); got != want {
			t.Errorf("by a dictionary %q is %q, want %q", said, got, want)
		}
	}
	if l.Product(Tokenize("5 stuhl"), 0) != 0 || l.Product(Tokenize("5 stuhl"), 1) != 1 || l.Product(Tokenize("stuhl"), 1) != 0 {
		t.Error("how many tokens name a product")
	}
}

// TestActFeatures lists all that the model of acts sees of a clause.
func TestActFeatures(t *testing.T) {
	l, _ := small()
	for said, want := range map[string][]string{
		"": {"at list", "^ $", "length 0"},
		"show chairs": {"at list", "show", "@list show", "<t>", "@list <t>", "^ show", "show <t>", "<t> $", "^ show <t>", "^ * <t>", "show <t> $", "show * $",
			"^show|2", "length 2", "w:show", "w:chair", "w:show chair", "c:chai", "c:hair"},
		"5 cheaper": {"at list", "<n>", "@list <n>", "cheaper", "@list cheaper", "^ <n>", "<n> cheaper", "cheaper $", "^ <n> cheaper", "^ * cheaper", "<n> cheaper $", "<n> * $",
			"r:cheaper", "^<n>|2", "length 2", "w:cheaper", "c:chea", "c:heap", "c:eape", "c:aper"},
		"cheaper": {"at list", "cheaper", "@list cheaper", "^ cheaper", "cheaper $", "^ cheaper $", "^ * $", "r:cheaper", "^r:cheaper", "^cheaper|1", "length 1",
			"w:cheaper", "c:chea", "c:heap", "c:eape", "c:aper"},
	} {
		toks := Tokenize(said)
		slices.Sort(want)
		if got := l.ActFeatures(toks, l.Symbols(toks, nil), AtList); !slices.Equal(got, want) {
			t.Errorf("%q has the features %q, want %q", said, got, want)
		}
	}
	long := l.ActFeatures(nil, strings.Fields("a b c d e f g h i"), AtStart)
	if !slices.Contains(long, "length 8") || !slices.Contains(long, "^a|4") {
		t.Errorf("a long clause has the features %q", long)
	}
}

// TestReadExamples reads clauses with their acts, and tells what is none by its line.
func TestReadExamples(t *testing.T) {
	l, _ := small()
	list, err := l.ReadExamples("# acts\n\nneed\tstart\tred chair\nneed+ask\tlist\ta chair | is it red\tchairs\ndrop+need\tlist\ta chair\n")
	var got []string
	for _, e := range list {
		got = append(got, e.Label+" of "+e.Family)
		if !slices.Contains(e.Features, "at list") && e.Family != "line 2" {
			t.Errorf("%s of %s has the features %q", e.Label, e.Family, e.Features)
		}
	}
	if want := []string{"need of line 2", "need of chairs", "ask of chairs", "need of line 4"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("the examples are %q, want %q: %v", got, want, err)
	}
	for text, want := range map[string]string{
		"# acts\nneed\tstart":          "line 2: 2 columns, want act, setting, message and perhaps a family",
		"need\tstart\ta\tb\tc":         "line 1: 5 columns, want act, setting, message and perhaps a family",
		"\nneed+ask\tstart\ta | b | c": "line 2: 2 acts for 3 clauses",
	} {
		if _, err := l.ReadExamples(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
