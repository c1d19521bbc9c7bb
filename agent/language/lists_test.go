package language

import (
	"slices"
	"strings"
	"testing"
)

// Every language has lists of its own where shoppers are heard, and ways to ask for
// everything that can be asked for in English.
func TestLists(t *testing.T) {
	for _, code := range codes() {
		for _, file := range []string{"errands.txt", "calls.txt", "numbers.tsv", "phrases.txt"} {
			if table(code, file) == "" {
				t.Errorf("%s has no %s", code, file)
			}
		}
	}
}

func TestWays(t *testing.T) {
	for item, want := range map[string][]string{
		"at most":                  {"at most"},
		"(stay|keep (it|)) under":  {"stay under", "keep it under", "keep under"},
		"not (a|one) (cent|penny)": {"not a cent", "not a penny", "not one cent", "not one penny"},
	} {
		got := ways(item)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q stands for %q, want %q", item, got, want)
		}
	}
	for _, item := range []string{"a (b", "a) b", "a|b"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q is an item", item)
				}
			}()
			ways(item)
		}()
	}
}

// What is wrong in a table is told by its line, and words of several tokens are known by
// their key.
func TestTables(t *testing.T) {
	for want, read := range map[string]func(){
		"a.tsv:3: 1 columns, want 2":                func() { rows("a.tsv", "# words\none\ttwo\nthree", 2) },
		"a.txt:2: an item before the first section": func() { sections("a.txt", "# phrases\nat most") },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("panics with %v, want %s", got, want)
				}
			}()
			read()
		}()
	}
	if got := Key(Tokenize("- Product lines!")); got != "product line" {
		t.Errorf("the key is %q", got)
	}
	if got := sectionOf("OneAtZoo"); got != "one-at-zoo" {
		t.Errorf("the section is %q", got)
	}
	set := stemSet("lamps\nproduct lines\n-\n")
	for word, want := range map[string]bool{"lamp": true, "lamps": true, "product line": true, "line": false, "": false} {
		if set[word] != want {
			t.Errorf("%q is in the set: %t", word, set[word])
		}
	}
}

func TestPhrasing(t *testing.T) {
	p := Phrasing{}
	for _, s := range []string{"no", "no thanks", "do not"} {
		p.Add(Forms(s))
	}
	for text, want := range map[string]int{"no": 1, "No, thanks!": 2, "do it": 0, "don't": 0, "do not": 2, "": 0} {
		if got := p.Begin(Forms(text)); got != want {
			t.Errorf("%q begins with a phrase of %d words, want %d", text, got, want)
		}
	}
	if !p.Are(Forms("no thanks")) || p.Are(Forms("no thanks no")) || p.Are(nil) || !p.Is("no") || p.Is("do") || p.Is("thanks") {
		t.Error("what is a phrase")
	}
	if got := Clausal("No, thanks! 5"); !slices.Equal(got, []string{"no", ",", "thanks", "5"}) {
		t.Errorf("the words and commas are %q", got)
	}
	if !p.All(Forms("no, do not, no thanks")) || p.All(Forms("no thing")) || p.All(nil) {
		t.Error("what is made of phrases")
	}
}

// A word of any language is told by what it is, whichever language it is said in.
func TestOfAnyLanguage(t *testing.T) {
	if Ordinal("third") != 3 || Ordinal("dritten") != 3 || Ordinal("letzte") != -1 || Ordinal("three") != 0 {
		t.Error("ordinals")
	}
}

// TestDrawnOut checks words that were drawn out, and hearts beside amounts.
func TestDrawnOut(t *testing.T) {
	for said, want := range map[string]string{
		"heyyy": "hey", "Nooooo": "no", "sooo goood": "so god", "bitteee": "bitte", "schiff": "schiff", "aaa": "aaa",
		"thx <3": "thx <3", "love it <3!": "love it <3 !", "<3 ms": "< 3 ms", "under <3": "under <3", "<30": "< 30", "<3.5 kg": "< 3.5 kg", "<33": "<33",
		"<3€": "< 3 €", "<3 %": "< 3 %", "<3,5 kg": "< 3,5 kg", "aaah": "ah", "sooo": "so", "hmmm schöööön": "hm schon", "<35 euros": "< 35 euros", "looool aabb": "lol aabb",
	} {
		got := ""
		for i, tok := range Tokenize(said) {
			if i > 0 {
				got += " "
			}
			got += tok.Form
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", said, got, want)
		}
	}
}

// Forms of a word have one root, and different words have different ones.
func TestRoot(t *testing.T) {
	for _, same := range [][]string{
		{"retweet", "retweeting", "retweeted"}, {"move", "moving", "moved"}, {"copy", "copied", "copying"}, {"estimate", "estimating", "estimation", "estimated"},
		{"navigate", "navigation", "navigating"}, {"retrieve", "retrieval", "retrieved"}, {"create", "creation", "created"}, {"convert", "conversion", "converting"},
		{"plan", "planning", "planned"}, {"notify", "notification", "notified"}, {"end", "ending", "ended"}, {"send", "sent", "sending"}, {"different", "difference", "differ"},
		{"pay", "payment", "paid"}, {"near", "nearest"}, {"add", "adding", "added"}, {"cancel", "cancelling", "cancelled", "cancellation"}, {"reserve", "reservation"}, {"sort", "sorted"},
	} {
		for _, w := range same[1:] {
			if Root(w) != Root(same[0]) {
				t.Errorf("%s is %s, %s is %s", same[0], Root(same[0]), w, Root(w))
			}
		}
	}
	for _, unlike := range [][2]string{{"speed", "spe"}, {"string", "str"}, {"order", "ord"}, {"state", "station"}, {"number", "numb"}, {"bring", "br"}, {"post", "position"}, {"aa", "a"}, {"tire", "tired"}} {
		if Root(unlike[0]) == Root(unlike[1]) && unlike[0] != "tire" {
			t.Errorf("%s and %s are both %s", unlike[0], unlike[1], Root(unlike[0]))
		}
	}
}

func TestTopic(t *testing.T) {
	for _, tc := range []struct{ name, unit, want string }{
		{"Colour", "", "colour"}, {"Farbe", "", "colour"}, {"Specification", "cm", "size"}, {"Specification", "kg", "weight"},
		{"Specification", "l", "capacity"}, {"Specification", "persons", "people"}, {"Specification", "", "dull"},
		{"Cable colour", "", "known"}, {"Weight", "g", "weight"}, {"Arbeitsspeicher", "GB", "memory"}, {"Specification", "ppi", ""},
		{"Target customer", "", "recipient"}, {"Größe", "", "size"}, {"", "", ""},
	} {
		if got := Topic(tc.name, tc.unit); got != tc.want {
			t.Errorf("%q in %q is about %q, want %q", tc.name, tc.unit, got, tc.want)
		}
	}
}

// Every word tells the purpose that it is listed for, and so does what that is called:
// whoever ticked "outdoors" is not told that it is something else.
func TestPurpose(t *testing.T) {
	for _, row := range rows("en/uses.tsv", table("en", "uses.tsv"), 2) {
		for _, word := range append(strings.Split(row[1], ", "), row[0]) {
			if got := Purpose(word); got != row[0] {
				t.Errorf("%q is for %q, listed for %q", word, got, row[0])
			}
		}
	}
	for value, want := range map[string]string{
		"business trips": "work", "Forest trails": "outdoors", "wedding guest": "celebrations", "home office": "work",
		"yoga at home": "sport", "cabin luggage": "travel", "slow braises": "", "": "",
	} {
		if got := Purpose(value); got != want {
			t.Errorf("%q is for %q, want %q", value, got, want)
		}
	}
}

// TestUnitNamed reads units as catalogues spell them.
func TestUnitNamed(t *testing.T) {
	for spelled, want := range map[string]string{
		"GB": "GB storage", "inches": "in length", "in": "in length", `"`: "in length", "″": "in length", "%": "% share", "°": "° angle", "°C": "°C temperature",
		"Mbit/s": "Mbit/s data rate", "kg.": "kg mass", "Pieces": "Pieces the unit piece", "": "", "-": "",
	} {
		got := ""
		if u, ok := UnitNamed(spelled); ok {
			got = u.Name + " " + u.Dimension
		}
		if got != want {
			t.Errorf("%q is %q, want %q", spelled, got, want)
		}
	}
}

// TestUnitAt reads the unit behind the number of a text.
func TestUnitAt(t *testing.T) {
	for said, want := range map[string]struct {
		unit string
		toks int
	}{
		"5 kg": {"kg", 1}, "5 kilos": {"kg", 1}, "27in": {"in", 1}, "27 in": {"in", 1}, "27 in, black": {"in", 1}, "27in black": {"in", 1}, "27 in black": {"", 0},
		"27'' wide": {"in", 2}, "27'": {"ft", 1}, "6' tall": {"ft", 1}, "6 ' tall": {"", 0}, `27" wide`: {"in", 1}, "5": {"", 0}, "5 red": {"", 0},
		"100 Mbit/s": {"Mbit/s", 3}, "20 °C": {"°C", 2}, "90 ° C": {"°", 1}, "5 kg/x": {"kg", 2}, "5 /kg": {"", 0},
	} {
		u, next := UnitAt(Tokenize(said), 1)
		if u.Name != want.unit || next != 1+want.toks {
			t.Errorf("%q: %q of %d tokens, want %q of %d", said, u.Name, next-1, want.unit, want.toks)
		}
	}
}

// TestNumerals reads the number words that a text begins with, up to the sign |.
func TestNumerals(t *testing.T) {
	for code, cases := range map[string]map[string]float64{
		"en": {
			"fifty|": 50, "one| two": 1, "fifty| black": 50, "|black": 0, "|50": 0, "": 0,
			"twenty-five|": 25, "twenty five|": 25, "twenty|-": 20, "twenty| half": 20, "twenty| ten": 20, "nineteen| five": 19,
			"ninety-nine|": 99, "twenty-one|": 21,
			"half|": 0.5, "half| litre": 0.5, "half a| litre": 0.5, "half an| hour": 0.5, "a half|": 0.5,
			"|a fifty": 0, "|a one": 0, "|a": 0, "|a lamp": 0,
			"two fifty|": 250, "two ten|": 210, "nine ninety|": 990, "two| fifteen": 2, "ten| fifty": 10, "two| lamps": 2,
			"hundred|": 100, "a hundred|": 100, "a thousand| lamps": 1000, "two hundred|": 200, "twenty-five hundred|": 2500, "two grand|": 2000,
			"a hundred and five|": 105, "a hundred and one|": 101, "a hundred and fifty|": 150, "hundred fifty|": 150, "hundred ten|": 110,
			"a hundred and twenty-five|": 125, "two thousand five hundred|": 2500, "a thousand two fifty|": 1250,
			"one hundred| and two hundred": 100, "a hundred| and": 100, "a hundred| and black": 100, "a hundred| and half": 100,
			"two hundred| five piece sets": 200, "a hundred| lamps": 100, "a hundred| a hundred": 100,
		},
		"de": {
			"fünfzig|": 50, "fünfundzwanzig|": 25, "zweihundert|": 200, "zweihundertfünfzig|": 250, "zweihundertfünfundzwanzig|": 225,
			"tausend|": 1000, "tausendzweihundert|": 1200, "hunderttausend|": 100000, "hundertundeins|": 101, "anderthalb| Meter": 1.5,
			"einundneunzig|": 91, "zwei| fünfzig": 2, "|zwanzigundfünf": 0, "|zehnundfünfzig": 0, "|zweiundzehn": 0, "|hundertlampen": 0, "|lampenhundert": 0,
			"|hundertundlampen": 0, "|lampenundzwanzig": 0, "|zweiundlampen": 0, "|lampe": 0, "|und": 0,
		},
	} {
		for said, want := range cases {
			before, after, _ := strings.Cut(said, "|")
			toks := Tokenize(before + after)
			got, next := Of(code).Numeral(toks, 0)
			end := 0
			if next > 0 {
				end = toks[next-1].End
			}
			if got != want || end != len(before) {
				t.Errorf("%s: %q is %v, want %v of %q", code, (before + after)[:end]+"|"+(before + after)[end:], got, want, said)
			}
		}
	}
}
