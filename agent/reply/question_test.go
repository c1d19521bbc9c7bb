package reply

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/dialog"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

func TestQuestionText(t *testing.T) {
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
		if got := QuestionText(words.English, &tc.aspect); got != tc.want {
			t.Errorf("%q of kind %v is asked about as %q, want %q", tc.aspect.Label, tc.aspect.Kind, got, tc.want)
		}
	}
}

// Every topic of the tables has its sentence but those asked about by name, and no other has.
func TestTopicsHaveSentences(t *testing.T) {
	files, err := filepath.Glob("../language/*/topics.tsv")
	if err != nil || len(files) == 0 {
		t.Fatalf("no tables of topics: %v", err)
	}
	var topics []string
	for _, file := range files {
		table, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range strings.Split(string(table), "\n") {
			topic, _, ok := strings.Cut(row, "\t")
			if !ok || strings.HasPrefix(row, "#") {
				continue
			}
			topics = append(topics, topic)
			if sentences[topic] == "" && topic != "fit" && topic != "known" { // which are asked about by name
				t.Errorf("nothing is asked about %s", topic)
			}
		}
	}
	for topic := range sentences {
		if !slices.Contains(topics, topic) {
			t.Errorf("no aspect is about %s", topic)
		}
	}
}

func TestOptionLabel(t *testing.T) {
	inf := math.Inf(1)
	numbers := func(key, unit string, ns ...float64) *catalog.Column {
		var cells [][]catalog.Value
		for _, n := range ns {
			cells = append(cells, []catalog.Value{{Text: catalog.FormatNumber(n), Number: n}})
		}
		return catalog.NewColumn(catalog.Aspect{Key: key, Kind: catalog.Numeric, Unit: unit, Label: map[string]string{"slots": "Memory slots"}[key]}, cells)
	}
	power := numbers("power", "W", 5, 10, 40, 60, 80, 85, 90)
	price := numbers(catalog.KeyPrice, "EUR", 5, 10, 40, 60, 80, 85, 90)
	text := func(key string, kind catalog.Kind) *catalog.Column {
		return catalog.NewColumn(catalog.Aspect{Key: key, Kind: kind}, nil)
	}
	for _, tc := range []struct {
		name   string
		column *catalog.Column
		cond   catalog.Condition
		want   string
	}{
		{"open below", power, catalog.Condition{Range: catalog.Between(-inf, 40)}, "under 40 W"},
		{"between", power, catalog.Condition{Range: catalog.Between(40, 80)}, "40 to 80 W"},
		{"open above", power, catalog.Condition{Range: catalog.Between(80, inf)}, "80 W and more"},
		{"one number", power, catalog.Condition{Range: catalog.Between(40, math.Nextafter(40, inf))}, "40 W"},
		{"prices between", price, catalog.Condition{Range: catalog.Between(40, 80)}, "€40 to €80"},
		{"prices below", price, catalog.Condition{Range: catalog.Between(-inf, 40)}, "under €40"},
		{"numbers of what is counted", numbers("slots", "", 2, 4), catalog.Condition{Range: catalog.Between(4, math.Nextafter(4, inf))}, "4 memory slots"},
		{"counted below", numbers("slots", "", 1, 2, 3, 8), catalog.Condition{Range: catalog.Between(-inf, 2)}, "1 memory slot"},
		{"counted between", numbers("slots", "", 1, 2, 3, 8), catalog.Condition{Range: catalog.Between(2, 3)}, "2 memory slots"},
		{"many counted", numbers("slots", "", 1, 2, 300), catalog.Condition{Range: catalog.Between(100, 200)}, "100 to 200"},
		{"not counted", numbers("rating", "", 1, 2, 2.5), catalog.Condition{Range: catalog.Between(2, 4)}, "2 to 4"},
		{"a range that holds one number", price, catalog.Condition{Range: catalog.Between(40, 60)}, "€40 to €60"},
		{"values", text("colour", catalog.Multi), catalog.Condition{Values: []string{"Red", "Blue"}}, "Red or Blue"},
		{"yes", text("dimmable", catalog.Flag), catalog.Condition{Values: []string{"yes"}}, "Yes"},
		{"a category by its last level", text(catalog.KeyCategory, catalog.Single), catalog.Condition{Values: []string{"Home > Lamps"}}, "Lamps"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := OptionLabel(words.English, tc.column, &tc.cond); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestWhatRangesLeave(t *testing.T) {
	inf := math.Inf(1)
	var cells [][]catalog.Value
	for _, n := range []float64{5, 10, 40, 60, 80, 90, 120} {
		cells = append(cells, []catalog.Value{{Number: n}})
	}
	c := catalog.NewColumn(catalog.Aspect{Key: "power", Kind: catalog.Numeric, Unit: "W"}, cells)
	for _, tc := range []struct {
		name   string
		ranges []*catalog.Range
		want   string
	}{
		{"the highest", []*catalog.Range{catalog.Between(-inf, 20), catalog.Between(20, 90)}, "90 W and more"},
		{"a single number", []*catalog.Range{catalog.Between(-inf, 20), catalog.Between(20, 100)}, "100 W and more"},
		{"nothing", []*catalog.Range{catalog.Between(-inf, 20), catalog.Between(20, inf)}, ""},
		{"what lies between single numbers", []*catalog.Range{catalog.Between(40, math.Nextafter(40, inf)), catalog.Between(60, math.Nextafter(60, inf))}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var conditions []catalog.Condition
			for _, r := range tc.ranges {
				conditions = append(conditions, catalog.Condition{Key: "power", Range: r})
			}
			if got := OtherLabel(words.English, c, conditions); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestExplainQuestion(t *testing.T) {
	why := dialog.Why{Fit: 128, Left: 16.6, Before: 0.08, After: 0.312}
	for _, tc := range []struct {
		name  string
		posed dialog.Posed
		above int
		want  Explanation
	}{
		{"recorded before questions explained themselves", dialog.Posed{Text: "Which brand?", Bits: 2}, 0, Explanation{}},
		{"the first question", dialog.Posed{Why: why}, 0, Explanation{
			Effect: "128 products fit. An answer leaves about 17 on average. The chance that yours is on the first page rises from 8\u00a0% to 31\u00a0%."}},
		{"the second", dialog.Posed{Why: why}, 1, Explanation{
			Effect: "128 products fit. An answer to this question alone leaves about 17 on average. With the question above answered too, the chance that yours is on the first page rises from 8\u00a0% to 31\u00a0%."}},
		{"the third, which the page does not feel", dialog.Posed{Why: dialog.Why{Fit: 9, Left: 3, Before: 0.996, After: 0.9998}}, 2, Explanation{
			Effect: "9 products fit. An answer to this question alone leaves about 3 on average. With the questions above answered too, the chance that yours is on the first page stays at more than 99\u00a0%."}},
		{"a small chance, a single product", dialog.Posed{Why: dialog.Why{Fit: 1, Left: 0.2, Before: 0.001, After: 0.0101}}, 0, Explanation{
			Effect: "1 product fits. An answer leaves about 1 on average. The chance that yours is on the first page rises from less than 1\u00a0% to 1\u00a0%."}},
		{"values unknown", dialog.Posed{Why: why, None: dialog.Choice{Count: 9}}, 0, Explanation{
			Effect:  "128 products fit. An answer leaves about 17 on average. The chance that yours is on the first page rises from 8\u00a0% to 31\u00a0%.",
			Unknown: "Of 9 products it is not known: they stay with the last two answers."}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, ExplainQuestion(words.English, &tc.posed, tc.above)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestFound(t *testing.T) {
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
		{"all met", []search.Change{red}, search.Ranking{Open: 12, Full: 1}, 0, nil, "1 product matches."},
		{"all met by some", []search.Change{red}, search.Ranking{Open: 12, Full: 3}, 0, nil, "3 products match."},
		{"left out", []search.Change{red}, search.Ranking{Open: 12, Full: 3, Relaxed: []string{"red", "oak"}}, 0, nil, "No product matches everything. The closest differ in: red, oak."},
		{"limits leave nothing", []search.Change{red}, search.Ranking{}, 0, nil, "Nothing is left within these limits."},
		{"words that nobody has", []search.Change{cosy}, search.Ranking{Open: 12}, 0, nil, "No product mentions “cosy”."},
		{"words that some have", []search.Change{cosy}, search.Ranking{Open: 12, Full: 3, Saying: 3}, 3, nil, "3 products mention “cosy”."},
		{"words that no product has together", []search.Change{cosy}, search.Ranking{Open: 12}, 3, nil, "No product mentions all of “cosy”. The closest are below."},
		{"all met, by all with the words", []search.Change{red, cosy}, search.Ranking{Open: 12, Full: 2, Saying: 2}, 3, nil, "2 products match."},
		{"all met, by some with the words", []search.Change{red, cosy}, search.Ranking{Open: 12, Full: 2, Saying: 1}, 3, nil, "2 products match. 1 of them mentions “cosy”."},
		{"all met but the words", []search.Change{red, cosy}, search.Ranking{Open: 12, Full: 2}, 3, nil, "2 products match. None of them mentions “cosy”."},
		{"left out, and the words", []search.Change{red, cosy}, search.Ranking{Open: 12, Relaxed: []string{"red"}}, 3, nil, "No product matches everything. The closest differ in: red."},
		{"what understanding remarks comes last", nil, search.Ranking{Open: 2}, 0, []string{"I found nothing for “rgb”."}, "2 products to choose from. I found nothing for “rgb”."},
	} {
		t.Run(tc.name, func(t *testing.T) {
			n := search.Fold(tc.changes)
			got := Found(words.English, &n, &search.Scope{Found: tc.found}, &tc.ranking, tc.notes)
			if got != tc.want {
				t.Errorf("says %q, want %q", got, tc.want)
			}
			if strings.Contains(got, "!") {
				t.Error("the clerk raises its voice")
			}
		})
	}
}
