package reply

import (
	"math"
	"testing"

	"shopclerk/catalog"
	"shopclerk/words"
)

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
