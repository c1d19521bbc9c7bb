package understand

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/catalog"
	"shopclerk/search"
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
		checkSpans(t, message, v.Understand(message, contextOf(t)))
	})
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
	f.Add("between 20 and 40 inches - 27'' 5'10 3,5 1.2.3 0.0 999999999999999999", true)
	v := readVocabulary(f, "pc")
	f.Fuzz(func(t *testing.T, message string, scoped bool) {
		in := Context{Currency: "EUR", Shown: []Shown{{ID: "a", Price: catalog.Price{Minor: 100, Currency: "EUR"}}}}
		if scoped {
			in.Need.Scope = []string{"Headphones"}
		}
		checkSpans(t, message, v.Understand(message, in))
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
			checkSpans(t, message, v.Understand(message, Context{Currency: "EUR"}))
		})
	}
}

func TestEmptyCatalogue(t *testing.T) {
	v := FromTerms(nil, nil, Synonyms{})
	for _, message := range []string{"", "black headphones under 50", "no RGB", "cheaper", "16 GB"} {
		checkSpans(t, message, v.Understand(message, Context{}))
	}
	r := v.Understand("black headphones under 50", Context{Currency: "EUR"})
	want := []string{"limit price .. 50  {up to €50}", "words [black headphones]"}
	if got := readingLines(r); !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
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
	known := v.WithKnown(func(w string) bool { return w == "logitec" })
	want := []string{"scope Mouse  {Mouse}", "words [logitec]"}
	if got := readingLines(known.Understand(message, Context{})); !reflect.DeepEqual(got, want) {
		t.Errorf("with logitec known: got %q, want %q", got, want)
	}
}
