package understand

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// pieces are what random messages are made of: words of the catalogues, of the
// language, amounts, and debris.
var pieces = []string{
	"headphones", "keyboard", "case", "fan", "memory", "mouse pad", "black", "red", "gold", "wireless", "cherry mx red",
	"microphone", "rgb", "sony", "be quiet!", "colour", "refresh rate", "no", "not", "without", "or", "and", ",", "but",
	"except", "any", "under", "at least", "between", "to", "-", "about", "50", "20-40", "$1,200", "€", "16 GB", "27\"",
	"144hz", "2TB", "cheap", "cheaper", "anything else", "start over", "please", "i want", "xyzzy", "tn-2110", "rtx 4070",
	"headphnes", "für", "黒い", "سماعات", "🎧", "<b>", "'; --", "\n", "free", "leather-free", "t-shirt", "in", "k", "'", "\xff",
}

func contextOf(t *rapid.T) Context {
	in := Context{Currency: rapid.SampledFrom([]string{"EUR", "USD", ""}).Draw(t, "currency")}
	if rapid.Bool().Draw(t, "scoped") {
		in.Need.Scope = []string{rapid.SampledFrom([]string{"Headphones", "Keyboard", "Monitor", "Unknown"}).Draw(t, "scope")}
	}
	if rapid.Bool().Draw(t, "shown") {
		in.Shown = []Shown{{ID: "b", Price: catalog.Price{Minor: 3000, Currency: "EUR"}}, {ID: "a"}}
	}
	if rapid.Bool().Draw(t, "said") {
		in.Need.Evidence = []search.Evidence{{Change: 3, Answer: search.Answer{Key: "color"}}}
	}
	return in
}

func TestNothingIsLost(t *testing.T) {
	v := readVocabulary(t, "pc")
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 12).Draw(t, "words")
		message := strings.Join(words, rapid.SampledFrom([]string{" ", " ", "", "  "}).Draw(t, "gap"))
		checkSpans(t, v, message, v.Understand(message, contextOf(t)))
	})
}

// TestStrictBounds leaves out the bound of what is counted, and of nothing else.
func TestStrictBounds(t *testing.T) {
	v := readVocabulary(t, "pc")
	for _, tc := range []struct {
		message string
		number  float64
		allowed bool
	}{
		{"cpu with more than 6 cores", 6, false},
		{"cpu with more than 6 cores", 8, true},
		{"cpu with fewer than 8 cores", 8, false},
		{"cpu with fewer than 8 cores", 6, true},
		{"cpu with at least 6 cores", 6, true},
		{"cpu with at most 6 cores", 6, true},
		{"video card longer than 250 mm", 250, true},
		{"video card shorter than 250 mm", 250, true},
		{"keyboard under 50 euros", 50, true},
		{"keyboard over 50 euros", 50, true},
	} {
		changes := v.Understand(tc.message, Context{Currency: "EUR"}).Changes
		limit := changes[len(changes)-1]
		if limit.Op != search.AddLimit || limit.Condition.Range.Overlaps(tc.number, tc.number) != tc.allowed {
			t.Errorf("%q: %s; %v is allowed: %t", tc.message, changeLine(limit), tc.number, !tc.allowed)
		}
	}
}

// TestFigures knows the one number that was asked for, and none of a bound or a range.
func TestFigures(t *testing.T) {
	v := readVocabulary(t, "pc")
	for message, want := range map[string]*search.Figure{
		"24 inch monitor":           {Number: 24, Unit: "in"},
		"monitor about 24 inches":   {Number: 24, Unit: "in"},
		"cpu with 8 cores":          {Number: 8},
		"keyboard for 50 euros":     {Number: 50},
		"monitor up to 24 inches":   nil,
		"monitor over 24 inches":    nil,
		"monitor 24 to 27 inches":   nil,
		"keyboard 50 to 100 euros":  nil,
		"keyboard under 50 euros":   nil,
		"keyboard, at least 50 EUR": nil,
	} {
		changes := v.Understand(message, Context{Currency: "EUR"}).Changes
		if got := changes[len(changes)-1].Figure; !reflect.DeepEqual(got, want) {
			t.Errorf("%q: the number is %+v, want %+v", message, got, want)
		}
	}
}

// TestForeignCurrency says that prices are in the shop's currency where another was said;
// "$" is that of more than one country.
func TestForeignCurrency(t *testing.T) {
	v := readVocabulary(t, "pc")
	for _, tc := range []struct {
		shop, message string
		noted         bool
	}{
		{"EUR", "keyboard under €50", false},
		{"EUR", "keyboard under $50", true},
		{"USD", "keyboard under $50", false},
		{"CAD", "keyboard under $50", false},
		{"CAD", "keyboard under €50", true},
		{"", "keyboard under $50", false},
	} {
		if r := v.Understand(tc.message, Context{Currency: tc.shop}); len(r.Notes) > 0 != tc.noted {
			t.Errorf("%q where prices are in %q: notes %q", tc.message, tc.shop, r.Notes)
		}
	}
}

// TestOrderOfTheList leaves "cheap" and "dearer" to the order where they are about it.
func TestOrderOfTheList(t *testing.T) {
	v := readVocabulary(t, "pc")
	in := Context{Currency: "EUR", Shown: []Shown{{ID: "a", Price: catalog.Price{Minor: 3000, Currency: "EUR"}}}}
	in.Need.Scope = []string{"Headphones"}
	for _, message := range []string{"cheap", "cheaper", "more expensive"} {
		for _, sorting := range []bool{false, true} {
			in.Sorting = sorting
			if r := v.Understand(message, in); len(r.Changes) > 0 == sorting {
				t.Errorf("%q, about the order: %t, reads as %q", message, sorting, readingLines(r))
			}
		}
	}
}

func TestDeterministic(t *testing.T) {
	categories, terms := readTerms(t, "pc")
	syn := Synonyms{Groups: [][]string{{"video card", "gpu"}, {"headphones", "earphones"}}}
	a, b := FromTerms(categories, terms, syn), FromTerms(categories, terms, syn)
	rapid.Check(t, func(t *rapid.T) {
		message := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 12).Draw(t, "words"), " ")
		in := contextOf(t)
		first := a.Understand(message, in)
		for range 3 {
			if again := b.Understand(message, in); !reflect.DeepEqual(first, again) {
				t.Fatalf("%q reads as\n%+v\nand as\n%+v", message, first, again)
			}
		}
	})
}

func FuzzUnderstand(f *testing.F) {
	for _, p := range pieces {
		f.Add(p, true)
	}
	f.Add("Hi! wireless headphones with microphone under €50, not black or red, anything but Sony", false)
	for _, m := range []string{"für", "keyboardkeyboard", "headphones refresh rate", "i wantred", "leABAel", "wies"} {
		f.Add(m, false) // were lost, or taken for glue
	}
	f.Add("between 20 and 40 inches - 27'' 5'10 3,5 1.2.3 0.0 999999999999999999", true)
	v := readVocabulary(f, "pc")
	f.Fuzz(func(t *testing.T, message string, scoped bool) {
		in := Context{Currency: "EUR", Shown: []Shown{{ID: "a", Price: catalog.Price{Minor: 100, Currency: "EUR"}}}}
		if scoped {
			in.Need.Scope = []string{"Headphones"}
		}
		checkSpans(t, v, message, v.Understand(message, in))
	})
}

func TestLongMessage(t *testing.T) {
	v := readVocabulary(t, "pc")
	for name, message := range map[string]string{
		"words":   strings.Repeat("wireless headfones under 50 or not black, misspeled ", 200),
		"one":     strings.Repeat("x", 10_000),
		"numbers": strings.Repeat("12 ", 3_400),
		"marks":   strings.Repeat("-", 10_000),
		"joined":  strings.Repeat("black-", 1_700),
		"nots":    strings.Repeat("not ", 2_500),
	} {
		t.Run(name, func(t *testing.T) {
			checkSpans(t, v, message, v.Understand(message, Context{Currency: "EUR"}))
		})
	}
}

func TestEmptyCatalogue(t *testing.T) {
	v := FromTerms(nil, nil, Synonyms{})
	for _, message := range []string{"", "black headphones under 50", "no RGB", "cheaper", "16 GB"} {
		checkSpans(t, v, message, v.Understand(message, Context{}))
	}
	for message, want := range map[string]string{
		"black headphones under 50": "limit price .. 50  {up to €50}",
		"black headphones over 50":  "limit price 50 ..  {from €50}",
	} {
		if got := readingLines(v.Understand(message, Context{Currency: "EUR"})); !slices.Equal(got, []string{want, "words [black headphones]"}) {
			t.Errorf("%q: got %q, want %q and words", message, got, want)
		}
	}
}

// TestKnownWords checks that a word that the catalogue's texts have is never
// taken for a typing error.
func TestKnownWords(t *testing.T) {
	v := readVocabulary(t, "pc")
	const message = "logitec mouse"
	if got := readingLines(v.Understand(message, Context{})); got[1] != "wish brand = Logitech  {Brand: Logitech}" {
		t.Fatalf("without a dictionary: %q", got)
	}
	known := v.WithKnown(func(w string) int { return map[string]int{"logitec": 3, "keeping": 3, "gooseberries": 3}[w] })
	for message, want := range map[string][]string{
		message:                       {"scope Mouse  {Mouse}", "words [logitec]"},
		"corsiar mouse":               {"scope Mouse  {Mouse}", "wish brand = Corsair  {Brand: Corsair}"},
		"a mouse with gooseberries":   {"scope Mouse  {Mouse}", "words [gooseberries]"},
		"a mouse that is for keeping": {"scope Mouse  {Mouse}"}, // people say it, and products hardly have it
	} {
		if got := readingLines(known.Understand(message, Context{})); !reflect.DeepEqual(got, want) {
			t.Errorf("%q with logitec known: got %q, want %q", message, got, want)
		}
	}
}

// TestLoose tells which of the words that are looked for are a value of nothing that such things
// have, with the shopper's own for them: silver is one, of which no case is.
func TestLoose(t *testing.T) {
	pc := readVocabulary(t, "pc")
	fashion := readVocabulary(t, "fashion").WithKnown(func(word string) int { return map[string]int{"pink": 900, "wool": 80, "lace": 90}[word] })
	for _, tc := range []struct {
		v             *Vocabulary
		code, message string
		want          map[string]string
	}{
		{pc, "en", "a silver case with wheels", map[string]string{"wheels": "wheels"}},
		{pc, "en", "gaming headphones in pink", map[string]string{"gaming": "gaming"}},
		{pc, "en", "memory in grey", nil},
		{pc, "en", "keyboard, 100-key", map[string]string{"key": "100-key"}},
		{fashion, "de", "Kleid aus Wolle", nil},
		{fashion, "de", "Kleid mit Spitze", map[string]string{"lace": "Spitze"}},
		{fashion, "de", "Jacke ohne Spitze", nil},
	} {
		r := tc.v.Understand(tc.message, Context{Tongue: language.Of(tc.code)})
		if len(r.Loose)+len(tc.want) > 0 && !reflect.DeepEqual(r.Loose, tc.want) {
			t.Errorf("%q: loose are %q, want %q, of %q", tc.message, r.Loose, tc.want, readingLines(r))
		}
	}
}

// spoken are messages of both languages, of every act, for the targets below.
var spoken = []string{
	"Hi! wireless headphones under €50, and do you deliver to Austria?", "no, the second one. Is it quieter than 25 dB?", "undo", "start over, monitors please",
	"what's the difference between 1 and 3, and which is better?", "the last two", "#2 vs #4", "cheapest first but not Sony", "can I return it?",
	"number two hundred", "a 27\" 144hz monitor; anything but curved", "forget the budget", "does it come in red?", "…", "the 1st, 2nd and 19th",
	"Hallo! Kopfhörer unter 50 € und liefert ihr nach Österreich?", "nein, der zweite. Ist der leiser als 25 dB?", "rückgängig", "von vorn, Bildschirme bitte",
	"was ist der Unterschied zwischen 1 und 3, und welcher ist besser?", "die letzten beiden", "Nr. 2 gegen Nr. 4", "die billigsten zuerst, aber nicht Sony",
	"Gaming-Tastatur mit roten Schaltern, mehr als 100 Euro möchte ich nicht ausgeben", "zweihundertfünfzig", "vergiss das Budget", "gibt es den auch in Rot?",
	"Grafikkartenhalterung", "ß", "ẞtraße", "der, die; das. und dann aber und", "\xff und \xfe",
}

// Clauses take a message apart into texts that stand in it one after another, each with
// an act, whatever it says.
func FuzzClauses(f *testing.F) {
	for _, m := range append(pieces, spoken...) {
		f.Add(m, true, false)
		f.Add(m, false, true)
	}
	v := readVocabulary(f, "pc")
	f.Fuzz(func(t *testing.T, message string, list, german bool) {
		tongue, at := language.English(), language.AtStart
		if german {
			tongue = language.Of("de")
		}
		if list {
			at = language.AtList
		}
		end := 0
		clauses := v.Clauses(message, tongue, at)
		for _, c := range clauses {
			from := strings.Index(message[end:], c.Text)
			if c.Text == "" || from < 0 || strings.IndexFunc(message[end:end+from], func(r rune) bool { return unicode.IsLetter(r) || language.Digit(r) }) >= 0 {
				t.Fatalf("%q: the clause %q does not go on where the one before it ended", message, c.Text)
			}
			end += from + len(c.Text)
			if c.Act == "" || c.Share <= 0 || c.Share > 1+1e-9 {
				t.Fatalf("%q: %q is %q with the share %v", message, c.Text, c.Act, c.Share)
			}
		}
		if strings.IndexFunc(message[end:], func(r rune) bool { return unicode.IsLetter(r) || language.Digit(r) }) >= 0 {
			t.Fatalf("%q: %q is in no clause", message, message[end:])
		}
	})
}

// What is asked points at products that can be shown, and names aspects and categories
// that there are.
func FuzzAsked(f *testing.F) {
	for _, m := range append(pieces, spoken...) {
		f.Add(m, true, false)
		f.Add(m, false, true)
	}
	v := readVocabulary(f, "pc")
	f.Fuzz(func(t *testing.T, message string, scoped, german bool) {
		in := Context{Currency: "EUR", Shown: []Shown{{ID: "a", Price: catalog.Price{Minor: 100, Currency: "EUR"}}, {ID: "b"}, {ID: "c"}}}
		if german {
			in.Language, in.Tongue = words.Lookup("de"), language.Of("de")
		}
		if scoped {
			in.Need.Scope = []string{"Headphones"}
		}
		asked := v.Asked(message, in)
		for i, place := range asked.Places {
			if place != -1 && (place < 1 || place > 1000) || slices.Contains(asked.Places[:i], place) {
				t.Fatalf("%q asks about the places %v", message, asked.Places)
			}
		}
		for i, key := range asked.Aspects {
			if !slices.ContainsFunc(v.aspects, func(a aspect) bool { return a.key == key }) && key != catalog.KeyPrice && key != catalog.KeyRating || slices.Contains(asked.Aspects[:i], key) {
				t.Fatalf("%q asks about the aspects %q", message, asked.Aspects)
			}
		}
		if c := asked.Condition; c != nil && (c.Key == "" || len(c.Values) == 0 || asked.Value == "") {
			t.Fatalf("%q asks about %+v, called %q", message, c, asked.Value)
		}
		for _, path := range asked.Scope {
			if !slices.ContainsFunc(v.categories, func(c leafCategory) bool { return c.path == path }) {
				t.Fatalf("%q asks about the category %q", message, path)
			}
		}
	})
}
