package understand

import (
	"math"
	"reflect"
	"testing"
)

// Numbers are read with what is said of them, and where they stand.
func TestQuantities(t *testing.T) {
	for said, want := range map[string][]Quantity{
		"32 GB":                 {{0, 5, 32, 32, "GB", "", false}},
		"about €12.50 for it":   {{0, 14, 12.5, 12.5, "", "EUR", false}},
		"three kettles":         {{0, 5, 3, 3, "", "", true}},
		"the second one":        {{11, 14, 1, 1, "", "", true}},
		"20 to 40 and 7":        {{0, 8, 20, 40, "", "", false}, {13, 14, 7, 7, "", "", false}},
		"the tn-2110 is a part": nil,
		"":                      nil,
	} {
		if got := Quantities(said); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", said, got, want)
		}
	}
}

func TestConvert(t *testing.T) {
	for _, c := range []struct {
		x        float64
		from, to string
		want     float64
		ok       bool
	}{
		{1, "kg", "g", 1000, true}, {1, "TB", "GB", 1000, true}, {12, "inches", "cm", 30.48, true}, {1, "kg", "cm", 0, false}, {1, "crates", "crates", 1, true},
	} {
		if got, ok := Convert(c.x, c.from, c.to); ok != c.ok || math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v %s in %s: %v %v, want %v %v", c.x, c.from, c.to, got, ok, c.want, c.ok)
		}
	}
}
