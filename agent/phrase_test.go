package agent

import (
	"math"
	"strings"
	"testing"

	"shopclerk/catalog"
	"shopclerk/search"
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
		{catalog.Aspect{Key: "a", Label: "Wireless", Kind: catalog.Flag}, "Wireless?"},
		{catalog.Aspect{Key: "a", Label: "USB ports", Kind: catalog.Numeric}, "What USB ports?"},
		{catalog.Aspect{Key: "a", Label: "Öffnung", Kind: catalog.Single}, "Which öffnung?"},
		{catalog.Aspect{Key: "a", Label: "ÖPNV ticket", Kind: catalog.Single}, "Which ÖPNV ticket?"},
		{catalog.Aspect{Key: "a", Label: "X", Kind: catalog.Single}, "Which x?"},
	} {
		if got := question(&tc.aspect); got != tc.want {
			t.Errorf("%q of kind %v is asked about as %q, want %q", tc.aspect.Label, tc.aspect.Kind, got, tc.want)
		}
	}
}

func TestLowerLabelOfNothing(t *testing.T) {
	if got := lowerLabel(""); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestOptionLabel(t *testing.T) {
	inf := math.Inf(1)
	numbers := func(key, unit string, ns ...float64) *catalog.Column {
		var cells [][]catalog.Value
		for _, n := range ns {
			cells = append(cells, []catalog.Value{{Text: catalog.FormatNumber(n), Number: n}})
		}
		return catalog.NewColumn(catalog.Aspect{Key: key, Kind: catalog.Numeric, Unit: unit}, cells)
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
		{"one number", power, catalog.Condition{Range: catalog.Between(40, 60)}, "40 W"},
		{"prices between", price, catalog.Condition{Range: catalog.Between(40, 80)}, "€40 to €80"},
		{"prices below", price, catalog.Condition{Range: catalog.Between(-inf, 40)}, "under €40"},
		{"values", text("colour", catalog.Multi), catalog.Condition{Values: []string{"Red", "Blue"}}, "Red or Blue"},
		{"yes", text("dimmable", catalog.Flag), catalog.Condition{Values: []string{"yes"}}, "Yes"},
		{"a category by its last level", text(catalog.KeyCategory, catalog.Single), catalog.Condition{Values: []string{"Home > Lamps"}}, "Lamps"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := optionLabel(tc.column, &tc.cond); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestAmount(t *testing.T) {
	for _, tc := range []struct {
		key, unit string
		number    float64
		want      string
	}{
		{catalog.KeyPrice, "EUR", 40, "€40"},
		{catalog.KeyPrice, "USD", 12.5, "$12.50"},
		{catalog.KeyPrice, "GBP", 3, "£3"},
		{catalog.KeyPrice, "SEK", 99, "99 SEK"},
		{"screen", "in", 27, "27 in"},
		{"year", "", 2024, "2024"},
	} {
		if got := Amount(&catalog.Aspect{Key: tc.key, Unit: tc.unit}, tc.number); got != tc.want {
			t.Errorf("%v %s is spelled %q, want %q", tc.number, tc.unit, got, tc.want)
		}
	}
}

func TestCategoryName(t *testing.T) {
	for path, want := range map[string]string{"Home > Lighting > Lamps": "Lamps", "Lamps": "Lamps", "": "", "A>B": "A>B"} {
		if got := CategoryName(path); got != want {
			t.Errorf("%q is called %q, want %q", path, got, want)
		}
	}
}

func TestSays(t *testing.T) {
	red := search.Change{ID: 1, Op: search.AddWish, Text: "red", Condition: &catalog.Condition{Key: "colour", Values: []string{"red"}}}
	words := search.Change{ID: 2, Op: search.AddWords, Words: []string{"cosy"}}
	for _, tc := range []struct {
		name    string
		changes []search.Change
		ranking search.Ranking
		found   int
		notes   []string
		want    string
	}{
		{"nothing asked for", nil, search.Ranking{Open: 12}, 0, nil, "12 products to choose from."},
		{"one", nil, search.Ranking{Open: 1}, 0, nil, "1 product to choose from."},
		{"all met", []search.Change{red}, search.Ranking{Open: 12, Full: 1}, 0, nil, "1 product has all of that."},
		{"all met by some", []search.Change{red}, search.Ranking{Open: 12, Full: 3}, 0, nil, "3 products have all of that."},
		{"left out", []search.Change{red}, search.Ranking{Open: 12, Full: 3, Relaxed: []string{"red", "oak"}}, 0, nil, "No product has all of that. The closest differ in one or more of: red, oak."},
		{"limits leave nothing", []search.Change{red}, search.Ranking{}, 0, nil, "Nothing is left within these limits."},
		{"words that nobody has", []search.Change{words}, search.Ranking{Open: 12}, 0, nil, "No product has the words “cosy”."},
		{"words that some have", []search.Change{words}, search.Ranking{Open: 12}, 3, nil, "12 products to choose from."},
		{"what understanding remarks comes last", nil, search.Ranking{Open: 2}, 0, []string{unplaced([]string{"rgb", "fans"})},
			"2 products to choose from. Nothing here goes by “rgb”, “fans”, so it could not be ruled out."},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := says(&Turn{Need: search.Fold(tc.changes), Ranking: &tc.ranking, Scope: &search.Scope{Found: tc.found}}, tc.notes)
			if got != tc.want {
				t.Errorf("says %q, want %q", got, tc.want)
			}
			if strings.Contains(got, "!") {
				t.Error("the clerk raises its voice")
			}
		})
	}
}
