package agent

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/language"
	"shopclerk/agent/memory"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

func TestQuestion(t *testing.T) {
	for _, tc := range []struct {
		aspect catalog.Aspect
		want   string
	}{
		{catalog.Aspect{Key: catalog.KeyPrice, Label: "Price", Kind: catalog.Numeric}, "What would you like to spend?"},
		{catalog.Aspect{Key: catalog.KeyBrand, Label: "Brand", Kind: catalog.Single}, "Which brand?"},
		{catalog.Aspect{Key: catalog.KeyCategory, Label: "Category", Kind: catalog.Single}, "What kind of product?"},
		{catalog.Aspect{Key: "a", Label: "Cable length", Kind: catalog.Numeric}, "What cable length?"},
		{catalog.Aspect{Key: "a", Label: "Colour", Kind: catalog.Multi}, "Which colour?"},
		{catalog.Aspect{Key: "a", Label: "Wireless", Kind: catalog.Flag}, "Do you want this: wireless?"},
		{catalog.Aspect{Key: "a", Label: "USB ports", Kind: catalog.Numeric}, "How many USB ports?"},
		{catalog.Aspect{Key: "a", Label: "Öffnung", Kind: catalog.Single}, "Which öffnung?"},
		{catalog.Aspect{Key: "a", Label: "ÖPNV ticket", Kind: catalog.Single}, "Which ÖPNV ticket?"},
		{catalog.Aspect{Key: "a", Label: "X", Kind: catalog.Single}, "Which x?"},
		{catalog.Aspect{Key: "a", Label: "Farbe", Kind: catalog.Single}, "Which colour?"},
		{catalog.Aspect{Key: "a", Label: "Specification", Kind: catalog.Numeric, Unit: "kg"}, "How heavy may it be?"},
		{catalog.Aspect{Key: "a", Label: "Specification", Kind: catalog.Single}, "Which version?"},
		{catalog.Aspect{Key: "a", Label: "Weight", Kind: catalog.Single}, "Which weight?"},
		{catalog.Aspect{Key: "a", Label: "Series", Kind: catalog.Single}, "Do you have a series in mind?"},
	} {
		if got := question(words.English, &tc.aspect); got != tc.want {
			t.Errorf("%q of kind %v is asked about as %q, want %q", tc.aspect.Label, tc.aspect.Kind, got, tc.want)
		}
	}
}

// Every topic of the tables has its sentence, and no other.
func TestTopicsHaveSentences(t *testing.T) {
	topics := language.Topics()
	for _, topic := range topics {
		if sentences[topic] == "" {
			t.Errorf("nothing is asked about %s", topic)
		}
	}
	for topic := range sentences {
		if !slices.Contains(topics, topic) {
			t.Errorf("no aspect is about %s", topic)
		}
	}
}

func TestSays(t *testing.T) {
	red := search.Change{ID: 1, Op: search.AddWish, Text: "red", Condition: &catalog.Condition{Key: "colour", Values: []string{"red"}}}
	cosy := search.Change{ID: 2, Op: search.AddWords, Words: []string{"cosy"}}
	for _, tc := range []struct {
		name    string
		changes []search.Change
		ranking search.Ranking
		found   int
		notes   []string
		want    string
	}{
		{"nothing asked for", nil, search.Ranking{Open: 12}, 0, nil, "12 products to choose from."},
		{"thousands", nil, search.Ranking{Open: 66778}, 0, nil, "66,778 products to choose from."},
		{"one", nil, search.Ranking{Open: 1}, 0, nil, "1 product to choose from."},
		{"all met", []search.Change{red}, search.Ranking{Open: 12, Full: 1}, 0, nil, "1 product has all of that."},
		{"all met by some", []search.Change{red}, search.Ranking{Open: 12, Full: 3}, 0, nil, "3 products have all of that."},
		{"left out", []search.Change{red}, search.Ranking{Open: 12, Full: 3, Relaxed: []string{"red", "oak"}}, 0, nil, "No product has all of that. The closest differ in one or more of: red, oak."},
		{"limits leave nothing", []search.Change{red}, search.Ranking{}, 0, nil, "Nothing is left within these limits."},
		{"words that nobody has", []search.Change{cosy}, search.Ranking{Open: 12}, 0, nil, "No product has the words “cosy”."},
		{"words that some have", []search.Change{cosy}, search.Ranking{Open: 12, Full: 3}, 3, nil, "12 products to choose from. Looked for in the products’ texts: “cosy”."},
		{"words that no product has together", []search.Change{cosy}, search.Ranking{Open: 12}, 3, nil, "No product has all of that. The closest lack something of: “cosy”."},
		{"all met, with the words", []search.Change{red, cosy}, search.Ranking{Open: 12, Full: 2}, 3, nil, "2 products have all of that. Looked for in the products’ texts: “cosy”."},
		{"all met but the words", []search.Change{red, cosy}, search.Ranking{Open: 12}, 3, nil, "No product has all of that. The closest lack something of: “cosy”."},
		{"left out, and the words", []search.Change{red, cosy}, search.Ranking{Open: 12, Relaxed: []string{"red"}}, 3, nil, "No product has all of that. The closest differ in one or more of: red, “cosy”."},
		{"what understanding remarks comes last", nil, search.Ranking{Open: 2}, 0, unplaced(words.English, []string{"rgb", "fans", "lights"}, []string{"lights"}),
			"2 products to choose from. Nothing here goes by “rgb”, “fans”, so it was left out. Nothing here goes by “lights”, so it could not be ruled out."},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := says(words.English, &Turn{Need: search.Fold(tc.changes), Ranking: &tc.ranking, Scope: &search.Scope{Found: tc.found}}, tc.notes)
			if got != tc.want {
				t.Errorf("says %q, want %q", got, tc.want)
			}
			if strings.Contains(got, "!") {
				t.Error("the clerk raises its voice")
			}
		})
	}
}

func TestExplain(t *testing.T) {
	why := memory.Why{Fit: 128, Left: 16.6, Before: 0.08, After: 0.312}
	with := func(r memory.Rival) memory.Posed {
		w := why
		w.Rivals = []memory.Rival{r}
		return memory.Posed{Bits: 2.31, Page: 0.232, Why: w, Other: memory.Choice{Left: 12}}
	}
	for _, tc := range []struct {
		name  string
		posed memory.Posed
		above int
		want  Explanation
	}{
		{"recorded before questions explained themselves", memory.Posed{Text: "Which brand?", Bits: 2}, 0, Explanation{}},
		{"the first question", memory.Posed{Why: why}, 0, Explanation{
			Effect: "128 products fit. An answer leaves about 17 on average. The chance that yours is on the first page rises from 8\u00a0% to 31\u00a0%."}},
		{"the second", memory.Posed{Why: why}, 1, Explanation{
			Effect: "128 products fit. An answer to this question alone leaves about 17 on average. With the question above answered too, the chance that yours is on the first page rises from 8\u00a0% to 31\u00a0%."}},
		{"the third, which the page does not feel", memory.Posed{Why: memory.Why{Fit: 9, Left: 3, Before: 0.996, After: 0.9998}}, 2, Explanation{
			Effect: "9 products fit. An answer to this question alone leaves about 3 on average. With the questions above answered too, the chance that yours is on the first page stays at more than 99\u00a0%."}},
		{"a small chance, a single product", memory.Posed{Why: memory.Why{Fit: 1, Left: 0.2, Before: 0.001, After: 0.0101}}, 0, Explanation{
			Effect: "1 product fits. An answer leaves about 1 on average. The chance that yours is on the first page rises from less than 1\u00a0% to 1\u00a0%."}},
		{"values unknown", memory.Posed{Why: why, None: memory.Choice{Count: 9}, Other: memory.Choice{Left: 21}}, 0, Explanation{
			Effect:  "128 products fit. An answer leaves about 17 on average. The chance that yours is on the first page rises from 8\u00a0% to 31\u00a0%.",
			Unknown: "Of 9 products it is not known: they stay with the last two answers."}},
		{"a value unknown, where something else rules nothing out", memory.Posed{Why: why, None: memory.Choice{Count: 1}, Other: memory.Choice{Left: 128}}, 0, Explanation{
			Effect:  "128 products fit. An answer leaves about 17 on average. The chance that yours is on the first page rises from 8\u00a0% to 31\u00a0%.",
			Unknown: "Of 1 product it is not known: it stays with the last two answers."}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, Explain(words.English, &tc.posed, tc.above)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	for _, tc := range []struct {
		rival memory.Rival
		above int
		want  string
	}{
		{memory.Rival{Label: "Brand", Bits: 0.9, Reason: memory.TellsLess}, 0, "Brand tells less: 0.9 bits to this one’s 2.3."},
		{memory.Rival{Label: "Size", Bits: 0.4, Reason: memory.Overlaps}, 1, "Size repeats much of the question above: 0.4 bits to this one’s 2.3."},
		{memory.Rival{Label: "Size", Bits: 0.4, Reason: memory.Overlaps}, 2, "Size repeats much of the questions above: 0.4 bits to this one’s 2.3."},
		{memory.Rival{Label: "Size", Bits: 2.5, Reason: memory.AskedBefore}, 0, "Size tells more, but you were asked about it: 2.5 bits to this one’s 2.3."},
		{memory.Rival{Label: "Noise", Bits: 2.34, Reason: memory.HardToAnswer}, 0, "Noise tells as much, but is harder to answer: 2.3 bits to this one’s 2.3."},
		{memory.Rival{Label: "Noise", Bits: 2.4, Page: 0.1, Reason: memory.LiftsLess}, 0, "Noise tells more, but does less for the first page: 10\u00a0% to this one’s 23\u00a0%."},
		{memory.Rival{Label: "Noise", Bits: 2.6}, 0, "Noise was the next best: 2.6 bits to this one’s 2.3."},
	} {
		p := with(tc.rival)
		if got := Explain(words.English, &p, tc.above).Rivals; !cmp.Equal(got, []string{tc.want}) {
			t.Errorf("%+v reads %q, want %q", tc.rival, got, tc.want)
		}
	}
}
